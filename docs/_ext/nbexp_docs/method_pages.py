"""A page for each method: what the registry knows, and the words of docs/method-words."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from nbexp.api import load_dataset
from nbexp.discretize.method import BAYES_PARAMETERS, Method
from nbexp.discretize.parameters import Parameter, plain
from nbexp.discretize.registry import method_class, method_ids
from nbexp.incremental.method import IncrementalMethod
from nbexp.incremental.registry import incremental_class, incremental_ids
from nbexp.report.figures.writing import write_figure
from nbexp_docs.method_pictures import method_figure

DATASET, ATTRIBUTE = "iris", "petal-length"

_SHARED = frozenset(parameter.name for parameter in BAYES_PARAMETERS)
_ROLES = re.compile(r":\w+:`[.~]*([^`]+)`")


def documented() -> list[type[Method]]:
    """Return the methods that have a page: nbexp's own, then those of streams alone."""
    own = [method_class(name) for name in method_ids()]
    taken = {method.id for method in own}
    return own + [incremental_class(name) for name in incremental_ids() if name not in taken]


def write_method_pages(folder: Path, words: Path) -> None:
    """Write a page and a picture for each method, and the page that lists them.

    Parameters
    ----------
    folder : Path
        Where to.
    words : Path
        The folder of what is not in the registry: rule and use, one file a method.
    """
    folder.mkdir(exist_ok=True)
    dataset = load_dataset(DATASET)
    methods = documented()
    for method in methods:
        figure = method_figure(dataset, ATTRIBUTE, method.create({}))
        write_figure(figure, folder / f"{method.id}.svg")
        told = words / f"{method.id}.md"
        text = told.read_text(encoding="utf-8") if told.is_file() else ""
        page = "\n\n".join(_page(method, text.strip(), figure.alt))
        (folder / f"{method.id}.md").write_text(page + "\n", encoding="utf-8")
    (folder / "index.md").write_text(_index(methods), encoding="utf-8")


def _page(method: type[Method], words: str, alt: str) -> Iterable[str]:
    """Yield the parts of a method's page."""
    yield f"# {_title(method)}"
    yield _docstring(method)
    yield f"![{alt}]({method.id}.svg)"
    caption = (
        f"{ATTRIBUTE} of {DATASET}, all 150 instances: the instances by class; the intervals, with "
        "the instances in them, where there are any; and p(class | value) as this attribute "
        f"alone gives it. {_how_to_read(method)}"
    )
    yield f"*{caption.strip()}*"
    if words:
        yield words
    yield "## In a spec"
    stream = "protocol: {kind: prequential}\n" if issubclass(method, IncrementalMethod) else ""
    yield f"```yaml\nmethods:\n  - {method.id}\n{_swept(method)}{stream}```"
    yield "## Parameters"
    own = [one for one in method.parameters if one.name not in _SHARED]
    yield _parameters(own) if own else "None of its own."
    yield "Every method has those of [naive Bayes](../methods.md#what-they-share) as well."
    yield "## Place in the taxonomy"
    yield _taxonomy(method)
    yield "## Source"
    yield f"{method.source}. Version of the results: {method.version}."
    yield f"```bibtex\n{method.bibtex}\n```"


def _title(method: type[Method]) -> str:
    """Return the name, after the abbreviation if the id is one."""
    is_word = method.name.lower().startswith(method.id)
    return method.name if is_word else f"{method.id.upper()}: {method.name}"


def _docstring(method: type[Method]) -> str:
    """Return what a class says of itself, as Markdown, without parameters and examples."""
    text = inspect.getdoc(method) or ""
    text = re.split(r"\n\n\w+\n-{3,}\n", text)[0]
    return _ROLES.sub(r"`\1`", text).replace("``", "`")


def _how_to_read(method: type[Method]) -> str:
    if method.taxonomy.timing == "lazy":
        return "Intervals are shown for nine values, the dots."
    if method.id == "ndd":
        return "Blue, atomic intervals; grey, what is counted for them."
    return ""


def _swept(method: type[Method]) -> str:
    """Return a sweep over the first parameter of the method that is a number."""
    for parameter in method.own_parameters:
        default = parameter.default
        if isinstance(default, int) and not isinstance(default, bool) and default >= 5:
            values = f"[{default // 2}, {default}, {2 * default}]"
            return f"  - {{discretizer: {method.id}, params: {{{parameter.name}: {values}}}}}\n"
    return ""


def _parameters(parameters: Sequence[Parameter]) -> str:
    rows = ["| name | values | default | in the literal text | meaning |", "|---|---|---|---|---|"]
    for one in parameters:
        meaning = one.meaning.replace("|", "\\|")
        default, text = plain(one.default), plain(one.default_for("text"))
        rows.append(f"| `{one.name}` | {one.domain} | {default} | {text} | {meaning} |")
    return "\n".join(rows)


def _taxonomy(method: type[Method]) -> str:
    words = method.taxonomy.words()
    if set(words.values()) == {"-"}:
        return "It makes no intervals, so the distinctions between discretizations do not apply."
    rows = ["| distinction | here |", "|---|---|"]
    rows += [f"| {name} | {word if word != '-' else '–'} |" for name, word in words.items()]
    return "\n".join(rows)


def _index(methods: Sequence[type[Method]]) -> str:
    rows = ["| | method | source |", "|---|---|---|"]
    rows += [f"| [{one.id}]({one.id}.md) | {one.name} | {one.source} |" for one in methods]
    names = "\n".join(one.id for one in methods)
    return (
        "# One page a method\n\n"
        "What each makes of an attribute, its formula, when to use it, its parameters and its "
        "source. What they share is told in [Methods](../methods.md).\n\n"
        + "\n".join(rows)
        + f"\n\n```{{toctree}}\n:hidden:\n\n{names}\n```\n"
    )
