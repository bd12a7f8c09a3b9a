"""Read a spec: a file, or one that comes with nbexp, checked as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from nbexp.errors import SpecError
from nbexp.hints import nearest
from nbexp.spec.document import Document, read_document

if TYPE_CHECKING:
    from nbexp.spec.findings import Findings
    from nbexp.spec.spec import Spec
    from nbexp.spec.vocabulary import Vocabulary


def read_spec(name_or_path: str, *, vocabulary: Vocabulary | None = None) -> Spec:
    """Read and check a spec.

    Parameters
    ----------
    name_or_path : str
        The name of a spec that comes with nbexp, as ``thesis``, or the path of a file.
    vocabulary : Vocabulary, optional
        The data sets and methods there are; by default those of this installation.

    Raises
    ------
    SpecError
        With all faults of the spec at once, each with file, line and key.
    """
    from nbexp.spec.vocabulary import Vocabulary

    vocabulary = vocabulary or Vocabulary.installed()
    path = find_spec(name_or_path, vocabulary.configs)
    return check_document(read_document(path, shown_path(path)), path, vocabulary)


def check_document(document: Document, path: Path, vocabulary: Vocabulary) -> Spec:
    """Return the spec that a document holds; raise SpecError with all its faults."""
    from nbexp.discretize.registry import modules_beside
    from nbexp.spec.datasets import read_datasets
    from nbexp.spec.findings import Findings
    from nbexp.spec.methods import read_methods
    from nbexp.spec.models import SpecForm
    from nbexp.spec.protocols import at_sizes, read_protocol
    from nbexp.spec.publications import read_published
    from nbexp.spec.reports import read_report
    from nbexp.spec.shape import shape_faults
    from nbexp.spec.spec import Spec
    from nbexp.spec.stream_spec import PREQUENTIAL

    folder = path.parent
    findings = Findings(document)
    findings.faults += shape_faults(SpecForm, document)
    datasets = read_datasets(findings, vocabulary, folder)
    protocol, sizes = read_protocol(findings)
    # a dotted path may name a module that lies beside the spec, or where the spec says
    with modules_beside(folder, *_module_folders(findings, folder)):
        known = vocabulary.for_streams() if protocol.kind == PREQUENTIAL else vocabulary
        methods = at_sizes(findings, read_methods(findings, known), sizes)
    report = read_report(findings, methods)
    published = read_published(findings, vocabulary, folder)
    findings.stop_if_any()
    form = SpecForm.model_validate(document.content)
    return Spec(
        name=form.name,
        title=form.title,
        datasets=datasets,
        methods=methods,
        protocol=protocol,
        seeds=form.seeds,
        report=report,
        published=published,
        output=Path(form.output or f"results/{form.name}"),
        path=path.absolute(),
    )


def _module_folders(findings: Findings, folder: Path) -> list[Path]:
    """Return the folder of modules that a spec names, seen from its own."""
    content = findings.document.content
    named = content.get("modules") if isinstance(content, dict) else None
    if not isinstance(named, str):
        return []
    place = folder / named
    if not place.is_dir():
        findings.add(("modules",), f"there is no folder {named!r}, seen from that of the spec")
    return [place]


def builtin_names(configs: Path) -> tuple[str, ...]:
    """Return the names of the specs that come with nbexp."""
    return tuple(sorted(path.stem for path in configs.glob("*.yaml")))


def find_spec(name_or_path: str, configs: Path) -> Path:
    """Return the file of a spec; raise SpecError if there is none.

    A bare word is the name of a spec that comes with nbexp; ``./word`` is a file.
    """
    names = builtin_names(configs)
    if name_or_path in names:
        return configs / f"{name_or_path}.yaml"
    path = Path(name_or_path)
    try:
        if path.is_file():
            return path
        is_folder = path.is_dir()
    except (OSError, ValueError):  # no path at all, as a text with a null character
        is_folder = False
    if is_folder:
        raise SpecError(f"{name_or_path}: found a folder, expected a spec file")
    near = nearest(path.stem, names)
    hint = f"; did you mean {near}?" if near else ""
    raise SpecError(
        f"there is no spec {name_or_path!r}: no such file, and the specs that come with nbexp "
        f"are {', '.join(names)}{hint}"
    )


def shown_path(path: Path) -> str:
    """Return a path as messages show it: from the working directory where it is below that."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
