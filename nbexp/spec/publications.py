"""The files of published values and claims that a spec names."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from nbexp.errors import SpecError
from nbexp.spec.claims import read_claims
from nbexp.spec.faults import did_you_mean
from nbexp.spec.files import is_file
from nbexp.spec.findings import Findings
from nbexp.spec.report_forms import Published
from nbexp.spec.shape import fitting
from nbexp.spec.spec import PublishedSpec, Spec
from nbexp.spec.vocabulary import Vocabulary

_PUBLISHED: TypeAdapter[Published] = TypeAdapter(Published)


def read_published(
    findings: Findings, vocabulary: Vocabulary, folder: Path
) -> PublishedSpec | None:
    """Return the publication that a spec in `folder` names, if it names one."""
    form = fitting(_PUBLISHED, findings.document.content.get("published"))
    if form is None:
        return None
    shipped = vocabulary.configs / "published"
    path = _find(findings, "table", form.table, (folder, shipped))
    claims = None
    if form.claims is not None:
        claims = _find(findings, "claims", form.claims, (folder, shipped))
    if claims is not None:
        try:
            read_claims(claims)
        except SpecError as error:
            findings.add(("published", "claims"), str(error))
    if path is None:
        return None
    return PublishedSpec(form.table, form.name, path, form.claims, claims)


def _find(findings: Findings, key: str, name: str, places: tuple[Path, Path]) -> Path | None:
    """Return the file of that name: beside the spec, or one that comes with nbexp."""
    folder, shipped = places
    for path in (folder / name, shipped / name):
        if is_file(path):
            return path.absolute()
    known = sorted(one.name for one in shipped.glob(f"*{Path(name).suffix}"))
    findings.add(
        ("published", key),
        f"there is no file {name} in {folder} or among those that come with "
        f"nbexp{did_you_mean(name, known)}",
    )
    return None


def published_files(spec: Spec, shipped: Path | None = None) -> list[Path]:
    """Return the user's own files of published values and claims.

    A run copies them into its result folder under their names, since the stored spec tells no
    place. Those that come with nbexp are found without.

    Parameters
    ----------
    spec : Spec
    shipped : Path, optional
        The folder of the files that come with nbexp.
    """
    from nbexp.resources import resource_dir

    if spec.published is None:
        return []
    shipped = shipped or resource_dir("configs") / "published"
    paths = (spec.published.path, spec.published.claims_path)
    return [path for path in paths if path is not None and path.parent != shipped.absolute()]
