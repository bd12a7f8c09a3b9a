"""The report section of a spec, and the published table that stands beside the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import TypeAdapter

from nbexp.spec.document import Value
from nbexp.spec.faults import Place, did_you_mean
from nbexp.spec.files import is_file
from nbexp.spec.findings import Findings
from nbexp.spec.models import Floor, Pairs, Published, Report
from nbexp.spec.shape import fitting
from nbexp.spec.spec import MethodSpec, PairsSpec, PublishedSpec, ReportSpec
from nbexp.spec.vocabulary import Vocabulary

OTHERS = "others"
"""In `against`: all methods of the spec that are not among `methods`."""

_PAIRS: TypeAdapter[Pairs] = TypeAdapter(Pairs)
_REPORT: TypeAdapter[Report] = TypeAdapter(Report)
_PUBLISHED: TypeAdapter[Published] = TypeAdapter(Published)


def read_report(findings: Findings, methods: Sequence[MethodSpec]) -> ReportSpec:
    """Return the report section; the pairs in it are of `methods`."""
    pairs = []
    for place, item in findings.items("report", "pairs"):
        entry = fitting(_PAIRS, item)
        if entry is not None:
            pairs.append(_Names(methods, findings, place).pairs(entry))
    form = fitting(_REPORT, findings.document.content.get("report", {})) or Report()
    rule = form.geometric_mean
    return ReportSpec(
        compare=form.compare,
        floor=rule.floor if isinstance(rule, Floor) else None,
        tables=form.tables,
        pairs=tuple(pairs),
    )


class _Names:
    """Looks up the methods of one entry of pairs."""

    def __init__(self, methods: Sequence[MethodSpec], findings: Findings, place: Place) -> None:
        self.methods = methods
        self.findings = findings
        self.place = place

    def pairs(self, entry: Pairs) -> PairsSpec:
        first = self._labels("methods", entry.methods)
        if entry.against == (OTHERS,):
            second = tuple(one.label for one in self.methods if one.label not in first)
        else:
            second = self._labels("against", entry.against)
        both = [label for label in first if label in second]
        if both:
            self._fault("against", f"found {both[0]}, which is also among methods")
        elif entry.against == (OTHERS,) and not second:
            self._fault("against", "found no other method in this spec, expected at least one")
        return PairsSpec(first, second, entry.metric, entry.title)

    def _fault(self, key: str, problem: str) -> None:
        self.findings.add((*self.place, key), problem)

    def _labels(self, key: str, names: Sequence[str]) -> tuple[str, ...]:
        """Return the labels that names stand for: labels, or ids of one or more methods."""
        labels: dict[str, None] = {}
        for name in names:
            exact = [one.label for one in self.methods if one.label == name]
            found = exact or [one.label for one in self.methods if one.method == name]
            labels.update(dict.fromkeys(found))
            if not found and name not in set(_mentioned(self.findings)):
                known = list(dict.fromkeys(one.label for one in self.methods))
                self._fault(
                    key, f"no method of this spec is called '{name}'{did_you_mean(name, known)}"
                )
        return tuple(labels)


def _mentioned(findings: Findings) -> Iterator[str]:
    """Yield what the entries of the methods are called, those at fault included.

    A pair that names one of them has no fault of its own.
    """
    for _, item in findings.items("methods"):
        names: list[Value] = [item]
        if isinstance(item, dict):
            names = [item.get("discretizer"), item.get("label")]
        yield from (name for name in names if isinstance(name, str))


def read_published(
    findings: Findings, vocabulary: Vocabulary, folder: Path
) -> PublishedSpec | None:
    """Return the published table that a spec in `folder` names, if it names one."""
    form = fitting(_PUBLISHED, findings.document.content.get("published"))
    if form is None:
        return None
    shipped = vocabulary.configs / "published"
    path = find_published(form.table, folder, shipped)
    if path is None:
        known = sorted(one.name for one in shipped.glob("*.csv"))
        findings.add(
            ("published", "table"),
            f"there is no file {form.table} in {folder} or among those that come with "
            f"nbexp{did_you_mean(form.table, known)}",
        )
        return None
    return PublishedSpec(form.table, form.name, path)


def find_published(table: str, folder: Path, shipped: Path) -> Path | None:
    """Return the file of a published table: beside the spec, or one that comes with nbexp."""
    for path in (folder / table, shipped / table):
        if is_file(path):
            return path.absolute()
    return None
