"""nbexp beside scikit-learn, Orange and Weka: the same folds, the same kind of method, one run.

The works are

- ``proportional``: √n intervals of √n instances (PD; Weka's PKIDiscretize; scikit-learn's
  quantiles, √n of them);
- ``entropy``: Fayyad and Irani's discretization (MDLP; Weka's NaiveBayes -D; Orange's EntropyMDL);
- ``ten methods``: the thesis's ten at once, which only nbexp does; it is shown per method.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.child import Ran, run_child
from benchmarks.contenders.__main__ import NOT_INSTALLED
from benchmarks.problem import FOLDS, make_problem

DATASETS = ("letter-recognition", "adult", "forest-covertype")
TEN = "ten methods"

TOOLS = {
    "nbexp": ("proportional", "entropy", TEN),
    "scikit_learn": ("proportional",),
    "orange": ("entropy",),
    "weka": ("proportional", "entropy"),
}
HINT = "pip install 'nbexp[benchmarks]' (Weka also needs java)"


@dataclass(frozen=True)
class Score:
    """What one tool took for one work on one data set, over all rounds.

    Attributes
    ----------
    dataset, work, tool : str
    seconds : list of float
        Processor time of one cross-validation inside the process, one a round.
    whole, processor : list of float
        Seconds from the start of the process to its end, reading the data included; by the
        clock, and of all its threads.
    error : float
        Share of wrong predictions.
    note : str
        Why there are no times, if there are none.
    """

    dataset: str
    work: str
    tool: str
    seconds: list[float]
    whole: list[float]
    processor: list[float]
    error: float
    note: str = ""


def compare(
    datasets: Sequence[str],
    folder: Path,
    *,
    cache: Path,
    mirrors: tuple[str, ...],
    rounds: int,
    seconds: float,
    python: str,
    tell: Callable[[str], None],
) -> list[Score]:
    """Run all tools in turn, in rounds; who begins changes from round to round.

    Parameters
    ----------
    datasets : sequence of str
    folder : Path
        Where the data sets are put in forms that all tools read.
    rounds : int
    seconds : float
        A process that takes longer is ended, and said to have taken longer.
    python : str
        The Python that has the other tools.
    tell : callable
        Takes lines about the progress.
    """
    scores = []
    for dataset in datasets:
        tell(f"{dataset}: preparing")
        problem = make_problem(dataset, folder / dataset, cache=cache, mirrors=mirrors)
        scores += _compare_on(
            dataset, problem.folder, len(problem.labels), rounds, seconds, python, tell
        )
    return scores


def _compare_on(
    dataset: str,
    folder: Path,
    n_instances: int,
    rounds: int,
    seconds: float,
    python: str,
    tell: Callable[[str], None],
) -> list[Score]:
    scores = {
        (tool, work): Score(dataset, work, tool, [], [], [], float("nan"))
        for tool, works in TOOLS.items()
        for work in works
    }
    for number in range(rounds):
        shift = number * len(scores) // rounds
        order = [*scores][shift:] + [*scores][:shift]
        for tool, work in order:
            score = scores[tool, work]
            if score.note:
                continue
            interpreter = sys.executable if tool == "nbexp" else python
            command = [interpreter, "-m", "benchmarks.contenders", tool, str(folder), work]
            ran = run_child(command, seconds=seconds)
            scores[tool, work] = _with(score, ran, n_instances, seconds)
            tell(f"{dataset}, {work}, {tool}: {_told(scores[tool, work])}")
    return list(scores.values())


def _with(score: Score, ran: Ran, n_instances: int, limit: float) -> Score:
    """Return the score with one round more, or with the reason why there is none."""
    values = asdict(score)
    if ran.late:
        values["note"] = f"more than {limit:g} s"
    elif ran.code == NOT_INSTALLED:
        values["note"] = f"not installed: {HINT}"
    elif ran.code:
        last = ran.complaint.strip().splitlines()[-1:] or [f"exit code {ran.code}"]
        values["note"] = f"failed: {last[0]}"
    else:
        told = json.loads(ran.output.splitlines()[-1])
        values["seconds"] = [*score.seconds, told["seconds"]]
        values["whole"] = [*score.whole, ran.wall]
        values["processor"] = [*score.processor, ran.processor]
        values["error"] = told["errors"] / n_instances
    return Score(**values)


def _told(score: Score) -> str:
    return score.note or f"{score.seconds[-1]:.3f} s, whole process {score.whole[-1]:.1f} s"


def table(scores: Sequence[Score]) -> Iterator[list[object]]:
    """Yield the rows of the table: medians, and how many times nbexp's.

    Each tool's times are divided by those of nbexp at the same work; in the last column, by
    those of nbexp per method when it does the thesis's ten at once.
    """
    own = {(s.dataset, s.work): s for s in scores if s.tool == "nbexp"}
    for score in scores:
        nbexp, ten = own[score.dataset, score.work], own[score.dataset, TEN]
        row: list[object] = [score.dataset, score.work, score.tool.replace("_", "-")]
        if not score.seconds:
            yield [*row, score.note, "", "", "", "", ""]
            continue
        seconds, whole = median(score.seconds), median(score.whole)
        yield [
            *row,
            f"{seconds:.3f}",
            _times(seconds, nbexp.seconds),
            _times(seconds, [value / 10 for value in ten.seconds]),
            f"{whole:.1f}",
            _times(whole, nbexp.whole),
            f"{100 * score.error:.2f}",
        ]


HEADERS = (
    "data set",
    "work",
    "tool",
    "processor s",
    "times nbexp",
    "times nbexp's ten, per method",
    "whole process s",
    "times nbexp",
    "error %",
)


def _times(value: float, others: Sequence[float]) -> str:
    return f"{value / median(others):.1f}" if others else ""


def ten_against_one(scores: Sequence[Score]) -> Iterator[str]:
    """Yield for each data set how long ten methods take together, in times of one alone."""
    seconds = {(s.dataset, s.work): s.seconds for s in scores if s.tool == "nbexp"}
    for dataset in dict.fromkeys(s.dataset for s in scores):
        one, ten = seconds[dataset, "proportional"], seconds[dataset, TEN]
        if one and ten:
            yield f"{dataset}: ten methods take {median(ten) / median(one):.1f} times as long as PD"


TITLE = f"One {FOLDS}-fold cross-validation, from numbers in memory to predictions (medians)"
