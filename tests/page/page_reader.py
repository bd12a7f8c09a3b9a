"""What a page says, read as a browser's parser would."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"meta", "link", "input", "br", "img", "hr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(c if isinstance(c, str) else c.text for c in self.children)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        found = []
        for child in self.children:
            if isinstance(child, Element):
                fits = all(
                    (child.attributes.get(name.rstrip("_")) or "").split().count(value)
                    or child.attributes.get(name.rstrip("_")) == value
                    for name, value in attributes.items()
                )
                found += [child] * (child.tag == tag and fits) + child.all(tag, **attributes)
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self.stack = [self.root]

    def handle_starttag(self, tag, attrs):
        element = Element(tag, dict(attrs))
        self.stack[-1].children.append(element)
        if tag not in _VOID:
            self.stack.append(element)

    def handle_startendtag(self, tag, attrs):
        self.stack[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.stack[-1].tag == tag, f"</{tag}> closes <{self.stack[-1].tag}>"
        self.stack.pop()

    def handle_data(self, data):
        self.stack[-1].children.append(data)


def read_page(text: str) -> Element:
    """Return a page's root; an element that is not closed in order is an error."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.stack == [reader.root]
    return reader.root
