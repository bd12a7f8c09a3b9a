"""One HTML file of an experiment, which needs nothing else: no network, no other file."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from nbexp import __version__
from nbexp.compare.metrics import METRICS
from nbexp.report.definitions import find_definition, plain_name
from nbexp.report.document import chapter
from nbexp.report.evaluation import Evaluation
from nbexp.report.figures.catalogue import figures
from nbexp.report.figures.experiment import Experiment
from nbexp.report.figures.scatter import Pair, positions, scatter, told_record, usual_pair
from nbexp.report.figures.svg import classes, style
from nbexp.report.figures.theme import DARK, LIGHT
from nbexp.report.page.claims import claim_groups
from nbexp.report.page.datasets import Shelves, dataset_views
from nbexp.report.page.findings import error_tally, marks, paragraphs, tiles
from nbexp.report.page.origin import digest_facts, origin_facts, spec_text
from nbexp.report.page.views import SIGNS, TableView, figure_view, table_view
from nbexp.report.source import ResultStore
from nbexp.report.tables.notes import protocol_note

SHOWN = ("verdict", "error", "bias-variance")
"""Tables that a page always has."""

FURTHER = (
    "wlt",
    "ranks",
    "agreement",
    "curves",
    "cost",
    "growth",
    "time",
    "intervals",
    "scores",
    "datasets",
)
"""Tables that it has where neither its reader nor its spec asks for others by name."""

ELSEWHERE = ("claims", "cells")
"""Tables that have a section of their own, or are for programs."""

_METRICS = {"error": ("error",), "bias-variance": ("bias", "variance")}
"""What the tables of these names show, in order."""

_LEGEND = {
    "agrees": "within what the luck of the folds explains",
    "near": "within one point",
    "differs": "by more",
    "missing": "printed, but not had here",
}


def page(
    experiment: Experiment,
    store: ResultStore | None,
    shelves: Shelves | None,
    tables: Sequence[str] = (),
) -> str:
    """Return the page of an experiment.

    Parameters
    ----------
    experiment : Experiment
    store : ResultStore or None
        Where the classes of the data sets are read; None on a page of print alone.
    shelves : Shelves or None
        Where data are looked for, to draw cut points; None: nowhere.
    tables : sequence of str
        Tables to show, in place of the usual ones; error, bias and variance always are.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("nbexp.report.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("page.html").render(
        **_head(experiment),
        **_content(experiment, store, shelves, tables),
        style=style_sheet(),
        script=asset("page.js"),
    )


def _head(experiment: Experiment) -> dict[str, Any]:
    evaluation = experiment.evaluation
    ran = len(evaluation.datasets if evaluation.is_print else evaluation.facts)
    return {
        "version": __version__,
        "over": evaluation.name,
        "title": evaluation.settings.title or evaluation.name,
        "under": f"{len(evaluation.methods)} methods, {ran} data sets. {protocol_note(evaluation)}",
    }


def _content(
    experiment: Experiment,
    store: ResultStore | None,
    shelves: Shelves | None,
    tables: Sequence[str],
) -> dict[str, Any]:
    """Return the sections."""
    evaluation = experiment.evaluation
    found = marks(evaluation)
    drawn = figures(experiment)
    drawn.pop("scatter", None)
    claims = claim_groups(evaluation)
    content: dict[str, Any] = {
        "verdict": _verdict(experiment),
        "claims": claims,
        "published_name": evaluation.settings.published_name,
        "is_print": evaluation.is_print,
        "scatter": _scatter(experiment),
        "figures": [figure_view(figure) for figure in drawn.values()],
        "tables": _tables(experiment, tables, found),
        "legend": [(name, SIGNS[name], words) for name, words in _LEGEND.items()] if found else [],
        "datasets": dataset_views(experiment, store, shelves, found) if store else [],
        "origin": origin_facts(experiment),
        "digests": digest_facts(experiment),
        "spec": spec_text(experiment) if experiment.spec else "",
    }
    content["contents"] = _contents(content)
    return content


def _contents(content: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the anchors and headings of the sections that there are."""
    sections = [
        ("verdict", content["verdict"]["heading"], True),
        ("claims", "Claims", content["claims"]),
        ("figures", "Figures", content["figures"] or content["scatter"]),
        ("tables", "Tables", True),
        ("data-sets", "Data sets", content["datasets"]),
        ("origin", "How it was made", True),
    ]
    return [(anchor, heading) for anchor, heading, there in sections if there]


def _verdict(experiment: Experiment) -> dict[str, Any]:
    evaluation = experiment.evaluation
    tally = error_tally(evaluation)
    counts = {name: getattr(tally, name) for name in SIGNS}
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    return {
        "heading": "The verdict" if tally.n or evaluation.claim_results else "In short",
        "tiles": tiles(evaluation),
        "shares": [
            {"verdict": name, "sign": SIGNS[name], "count": count} for name, count in counts.items()
        ]
        if tally.n
        else [],
        "shares_told": f"Verdicts on error cells: {told}.",
        "paragraphs": paragraphs(experiment),
    }


def _tables(
    experiment: Experiment, asked: Sequence[str], found: dict[tuple[str, str, str], str]
) -> list[TableView]:
    """Return the tables, those of error, bias and variance with a verdict on each cell."""
    evaluation = experiment.evaluation
    views = []
    for name in _names(evaluation, asked):
        metrics = _metrics(evaluation, name)
        for number, table in enumerate(chapter(evaluation, [name]).tables):
            metric = metrics[number] if number < len(metrics) else ""

            def verdict_of(dataset: str, method: str, metric: str = metric) -> str:
                return found.get((metric, dataset, method), "")

            views.append(table_view(table, verdict_of))
    return views


def _names(evaluation: Evaluation, asked: Sequence[str]) -> list[str]:
    """Return the names of the tables to show, each once."""
    settings = evaluation.settings
    own = [definition.name for definition in settings.definitions]
    further = [name for name in FURTHER if name != "wlt" or not own]
    names = []
    for name in (*SHOWN, *(asked or (*own, *settings.tables, *further))):
        definition = find_definition(settings.definitions, name)
        names.append(definition.name if definition else plain_name(name))
    return [name for name in dict.fromkeys(names) if name not in ELSEWHERE]


def _metrics(evaluation: Evaluation, name: str) -> tuple[str, ...]:
    """Return the metrics of the tables of values that a name stands for, in their order."""
    definition = find_definition(evaluation.settings.definitions, name)
    if definition is None:
        return _METRICS.get(name, ())
    return definition.metrics if definition.show[0] == "values" else ()


def _scatter(experiment: Experiment) -> dict[str, Any] | None:
    """Return the scatter of the usual pair in each metric, and what moves its points."""
    pair = usual_pair(experiment)
    if pair is None:
        return None
    methods = experiment.evaluation.methods
    drawn = {
        metric: scatter(experiment, Pair(pair.first, pair.second, metric)) for metric in METRICS
    }
    told = told_record(experiment, pair)
    return {
        "methods": experiment.headings(methods),
        "first": methods.index(pair.first),
        "second": methods.index(pair.second),
        "metric": pair.metric,
        "drawings": [
            (metric, figure_view(figure).panels[0].svg) for metric, figure in drawn.items()
        ],
        "told": told,
        "caption": drawn[pair.metric].caption.removesuffix(told).strip(),
        "data": positions(experiment),
    }


def style_sheet() -> str:
    """Return the style sheet: both themes, the marks' classes, the page's own."""
    backgrounds = "".join(f".b-{name}{{background:var(--{name})}}" for name in LIGHT)
    return (
        f"{style(LIGHT)}@media screen and (prefers-color-scheme:dark){{{style(DARK)}}}"
        f"{classes()}{backgrounds}{asset('page.css')}"
    )


def asset(name: str) -> str:
    """Return the text of a file that a page has within it."""
    return (files("nbexp.report.page") / "assets" / name).read_text(encoding="utf-8")
