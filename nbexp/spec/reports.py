"""The report section of a spec, and the published table that stands beside the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from pydantic import TypeAdapter

from nbexp.compare.subset import Subset
from nbexp.hints import did_you_mean
from nbexp.spec.document import Value
from nbexp.spec.faults import Place
from nbexp.spec.findings import Findings
from nbexp.spec.report_forms import Floor, Pairs, Published, Report, TableForm, Versus
from nbexp.spec.shape import fitting
from nbexp.spec.spec import (
    MethodSpec,
    PairsSpec,
    ReportSpec,
    Table,
    TableSpec,
)

OTHERS = "others"
"""In `against`: all methods of the spec that are not among `methods`."""

_PAIRS: TypeAdapter[Pairs] = TypeAdapter(Pairs)
_REPORT: TypeAdapter[Report] = TypeAdapter(Report)
_TABLE: TypeAdapter[TableForm] = TypeAdapter(TableForm)
_PUBLISHED: TypeAdapter[Published] = TypeAdapter(Published)


def read_report(findings: Findings, methods: Sequence[MethodSpec]) -> ReportSpec:
    """Return the report section; the pairs in it are of `methods`."""
    pairs = []
    for place, item in findings.items("report", "pairs"):
        entry = fitting(_PAIRS, item)
        if entry is not None:
            first, second = _Names(methods, findings, place).versus(entry)
            pairs.append(PairsSpec(first, second, entry.metric, entry.title))
    define = read_definitions(findings, methods)
    form = fitting(_REPORT, findings.document.content.get("report", {})) or Report()
    _check_tables(findings, form.tables, define)
    rule = form.geometric_mean
    return ReportSpec(
        compare=form.compare,
        floor=rule.floor if isinstance(rule, Floor) else None,
        tables=form.tables,
        pairs=tuple(pairs),
        define=define,
    )


def read_definitions(findings: Findings, methods: Sequence[MethodSpec]) -> tuple[TableSpec, ...]:
    """Return the tables that the report section defines."""
    tables: list[TableSpec] = []
    lines: dict[str, int] = {}
    for place, item in findings.items("report", "define"):
        form = fitting(_TABLE, item)
        if form is None:
            continue
        names = _Names(methods, findings, place)
        if ("records" in form.show) != bool(form.pairs):
            wanted = "pairs, as it shows records" if not form.pairs else "show: records, for pairs"
            findings.add(place, f"the table {form.name} needs {wanted}")
        for name in (form.name, form.number):
            if name is not None and name in lines:
                findings.add(place, f"a table {name} is already defined in line {lines[name]}")
            elif name is not None:
                lines[name] = findings.document.line(place)
        subset = Subset(**form.subset.model_dump())
        tables.append(
            TableSpec(
                form.name,
                form.number or "",
                form.title,
                form.show,
                form.metric,
                names.labels("methods", form.methods),
                tuple(names.versus(entry) for entry in form.pairs),
                subset,
            )
        )
    return tuple(tables)


def _check_tables(findings: Findings, tables: Sequence[str], define: Sequence[TableSpec]) -> None:
    """Note the tables that there are not; what is defined at fault counts as defined."""
    known = list(get_args(Table))
    known += [name for table in define for name in (table.name, table.number) if name]
    known += [
        str(item[key])
        for _, item in findings.items("report", "define")
        if isinstance(item, dict)
        for key in ("name", "number")
        if item.get(key)
    ]
    for name in tables:
        if name not in known:
            findings.add(
                ("report", "tables"),
                f"found '{name}', which is no table{did_you_mean(name, known)}",
            )


class _Names:
    """Looks up the methods of one entry of pairs."""

    def __init__(self, methods: Sequence[MethodSpec], findings: Findings, place: Place) -> None:
        self.methods = methods
        self.findings = findings
        self.place = place

    def versus(self, entry: Versus) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the labels of both sides of an entry."""
        first = self.labels("methods", entry.methods)
        if entry.against == (OTHERS,):
            second = tuple(one.label for one in self.methods if one.label not in first)
        else:
            second = self.labels("against", entry.against)
        both = [label for label in first if label in second]
        if both:
            self._fault("against", f"found {both[0]}, which is also among methods")
        elif entry.against == (OTHERS,) and not second:
            self._fault("against", "found no other method in this spec, expected at least one")
        return first, second

    def _fault(self, key: str, problem: str) -> None:
        self.findings.add((*self.place, key), problem)

    def labels(self, key: str, names: Sequence[str]) -> tuple[str, ...]:
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
