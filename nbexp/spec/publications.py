"""The files of published values and claims that a spec names."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from nbexp.errors import SpecError
from nbexp.hints import did_you_mean
from nbexp.spec.claims import read_claims
from nbexp.spec.findings import Findings
from nbexp.spec.report_forms import Published
from nbexp.spec.shape import fitting
from nbexp.spec.spec import PublishedSpec, Spec
from nbexp.spec.vocabulary import Vocabulary

_STORE = "run.sqlite"
_TAKEN = ("run.lock", "time.csv", "time-growth.csv")

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
    if path.parent != shipped.absolute():
        _check_table(findings, path)
    for key, one in (("table", path), ("claims", claims)):
        if one is not None and one.parent != shipped.absolute() and is_taken(one.name):
            findings.add(
                ("published", key),
                f"found the name {one.name}, which a file of nbexp's own has in the results, "
                "where this file is kept as well; give it another name",
            )
    if claims is not None and claims != path and claims.name == path.name:
        findings.add(
            ("published", "claims"),
            f"found the name {path.name} for the table too, and both are kept in the results; "
            "give one of them another name",
        )
    return PublishedSpec(form.table, form.name, path, form.claims, claims)


def is_taken(name: str) -> bool:
    """Whether a file of nbexp's own has this name in a result folder, where letters may be alike.

    The store and what belongs to it (its log, a copy of it that was damaged) begin with its name.
    """
    return name.casefold() in _TAKEN or name.casefold().startswith(_STORE)


def _check_table(findings: Findings, path: Path) -> None:
    """Note what is wrong with a user's own table: a report would refuse it after the run."""
    from nbexp.report.published import read_published as read_table

    try:
        read_table(path)
    except SpecError as error:
        findings.add(("published", "table"), str(error))


def _find(findings: Findings, key: str, name: str, places: tuple[Path, Path]) -> Path | None:
    """Return the file of that name: beside the spec, or one that comes with nbexp."""
    from nbexp.report.published import published_file

    folder, shipped = places
    path = published_file(name, folder, shipped)
    if path is not None:
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
