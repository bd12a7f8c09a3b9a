"""Specs as a program gives them: a name, a path, a mapping, or a checked spec."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nbexp.spec.document import Document
    from nbexp.spec.spec import Spec


def document_of(content: Mapping[str, Any], name: str) -> Document:
    """Return a mapping as the document that a spec file of the same content is."""
    import yaml

    from nbexp.spec.document import parse_document

    class Plain(yaml.SafeDumper):
        """Writes what occurs twice twice: a spec has no aliases."""

        def ignore_aliases(self, data: object) -> bool:
            return True

    Plain.add_representer(tuple, yaml.SafeDumper.represent_list)
    Plain.add_multi_representer(Path, lambda dumper, path: dumper.represent_str(str(path)))
    text = yaml.dump(_plain(content), Dumper=Plain, sort_keys=False, allow_unicode=True)
    return parse_document(text, name)


def _plain(value: Any) -> Any:
    """Return mappings of other kinds as dicts, and numbers of NumPy as Python's."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value.item() if type(value).__module__ == "numpy" else value


def checked_spec(spec: str | Path | Mapping[str, Any] | Spec) -> Spec:
    """Return a spec, read and checked; SpecError with all its faults."""
    from nbexp.errors import SpecError
    from nbexp.spec.reader import check_document, read_spec
    from nbexp.spec.spec import Spec
    from nbexp.spec.vocabulary import Vocabulary

    if isinstance(spec, str | Path):
        return read_spec(str(spec))
    if isinstance(spec, Mapping):
        here = Path.cwd() / "spec.yaml"  # paths in it are meant from the working directory
        return check_document(document_of(spec, "spec"), here, Vocabulary.installed())
    if isinstance(spec, Spec):
        return spec
    raise SpecError(
        f"spec: found {spec!r} ({type(spec).__name__}), expected the name of a spec, a path, a "
        "mapping or a Spec"
    )
