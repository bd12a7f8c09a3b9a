"""The answer as one HTML file, which needs nothing else."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from nbexp import __version__
from nbexp.recommend.answer import Answer
from nbexp.recommend.figures import figures
from nbexp.recommend.spec_text import PARAMETERS
from nbexp.recommend.tables import attribute_table, comparison_table, probability_table
from nbexp.recommend.verdict import Place
from nbexp.recommend.words import curve_words, headline, paragraphs
from nbexp.report.figures.experiment import written
from nbexp.report.page.findings import Tile
from nbexp.report.page.page import style_sheet
from nbexp.report.page.views import figure_view, table_view
from nbexp.spec.summary import counted

_STYLE = (
    "#reliability{--panel:10rem}"
    ".tiles{grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1rem 1.6rem}"
    ".tiles .figure{font-size:clamp(1.6rem,7vw,2.3rem);overflow-wrap:anywhere}"
    ".remarks{list-style:none;margin:0;padding:0;max-width:76ch}"
    ".remarks li{display:flex;gap:.8rem;padding:.3rem 0;border-top:1px solid var(--rule)}"
    ".remarks b{flex:0 0 4.6rem;font-weight:600;color:var(--soft)}"
    ".remarks span{overflow-wrap:anywhere;min-width:0}"
    ".remarks b.is-warning{color:var(--differs)}"
    ".grave{border-left:3px solid var(--differs);padding-left:.8rem}"
    ".grave .sign{color:var(--differs)}"
    "#next pre{white-space:pre-wrap;overflow-wrap:anywhere}"
)
"""What the page has beside the style of a report."""


def answer_page(answer: Answer) -> str:
    """Return the page of an answer."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=ChoiceLoader([PackageLoader("nbexp.recommend"), PackageLoader("nbexp.report.page")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("recommend.html").render(
        version=__version__, style=style_sheet() + _STYLE, **_content(answer)
    )


def _content(answer: Answer) -> dict[str, Any]:
    data = answer.dataset
    attributes = (
        f"{len(data.quantitative):,} quantitative and {len(data.qualitative):,} qualitative "
        f"attributes, {data.n_classes:,} classes"
    )
    remarks = [remark for remark in answer.remarks if not remark.grave]
    spec = answer.spec.read_text(encoding="utf-8")
    return {
        "over": f"nbexp recommend {answer.roles.source.path.name}",
        "title": f"Which discretization for {data.name}?",
        "under": f"{data.n_instances:,} instances, {attributes}. "
        f"{counted(answer.plan.trials, 'trial')} of {answer.plan.folds}-fold cross-validation.",
        "contents": _contents(bool(remarks)),
        "headline": headline(answer.verdict, len(answer.failed)),
        "tiles": _tiles(answer),
        "grave": [remark for remark in answer.remarks if remark.grave],
        "paragraphs": [_unbroken(text) for text in said(answer)],
        "remarks": remarks,
        "figures": [figure_view(figure) for figure in figures(answer)],
        "tables": [
            table_view(table)
            for table in (
                comparison_table(answer),
                probability_table(answer),
                attribute_table(answer),
            )
        ],
        "steps": steps(answer),
        "spec": spec,
        "facts": _facts(answer),
    }


def _unbroken(text: str) -> str:
    """Return a text whose numbers stay in one line with their signs."""
    for loose in (" %", "p = ", "p < "):
        text = text.replace(loose, loose.replace(" ", "\u00a0"))
    return text


def _contents(remarks: bool) -> list[tuple[str, str]]:
    sections = [("answer", "The answer"), ("data", "The data"), ("figures", "Figures")]
    sections += [("tables", "Tables"), ("next", "What next")]
    return [section for section in sections if remarks or section[0] != "data"]


def said(answer: Answer) -> list[str]:
    """Return the verdict in sentences, and what the learning curve says."""
    curve = curve_words(answer.growth, answer.verdict.best.heading)
    failed = [f"{label} failed: {cause}." for label, cause in answer.failed.items()]
    return [*paragraphs(answer.verdict), *([curve] if curve else []), *failed]


def _tiles(answer: Answer) -> list[Tile]:
    verdict = answer.verdict
    best = verdict.best
    tiles = [
        Tile(best.heading, f"({best.name}) errs least"),
        Tile(f"{written(best.error)} %", "of its predictions are wrong"),
        Tile(f"{verdict.guess.error * 100:.1f} %", "is the error of guessing the commonest class"),
    ]
    if best.auc is not None:
        tiles.append(Tile(f"{best.auc:.3f}", "is its area under the ROC curve"))
    worse = len(verdict.of(Place.WORSE))
    others = len(verdict.methods) - 1
    if others:
        tiles.append(Tile(f"{worse} of {others}", "other methods are worse by more than noise"))
    return tiles


def steps(answer: Answer) -> Sequence[tuple[str, str]]:
    """Return what can be done next, with the words to type."""
    spec, output = shlex.quote(str(answer.spec)), shlex.quote(str(answer.output))
    found = [
        ("Change the spec and run it; what is stored is not done again.", f"nbexp run {spec}"),
        ("All tables of the run.", f"nbexp report {output}"),
    ]
    if answer.curve_spec is not None:
        folder = shlex.quote(str(answer.curve_spec.parent))
        found.append(("The learning curves.", f"nbexp report {folder} --table curves"))
    best = answer.verdict.best.label
    params = PARAMETERS.get(best)
    more = f", params={dict(params)}" if params else ""
    found.append(
        (
            "The method in scikit-learn (pip install 'nbexp[sklearn]').",
            "from nbexp.sklearn import DiscretizedNB\n"
            f'model = DiscretizedNB("{best}"{more}).fit(X, y)',
        )
    )
    return found


def _facts(answer: Answer) -> list[tuple[str, str]]:
    return [
        ("Data", str(answer.roles.source.path)),
        ("Class", answer.roles.source.class_),
        ("Results", str(answer.output)),
        ("Digest", answer.dataset.digest[:12]),
        ("Took", f"{answer.seconds:.1f} s"),
    ]
