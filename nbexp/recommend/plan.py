"""What is tried on a data set: methods, trials, training sizes; less where it takes too long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nbexp.data.dataset import DataSet
from nbexp.recommend.remark import Kind, Remark

METHODS = (
    "ewd",
    "efd",
    "mdlp",
    "emd",
    "pd",
    "ffd",
    "ndd",
    "ld-ffd",
    "wpd",
    "gaussian",
    "kernel",
)
FOLDS = 3
SCORED_TRIALS = 3
"""Trials whose probabilities are looked at for calibration and the area under the ROC curve."""

CURVE_METHODS = 4
_CURVE_TRIALS = 5

_TRIALS = ((1_000_000, 10), (5_000_000, 5), (20_000_000, 3))
"""Up to so many cells, so many trials; above the last, two."""

_KERNEL_PAIRS = 1_000_000_000
"""Pairs of values that the kernel method may have to look at in all."""

_YARDSTICK_CELLS = 30_000_000
"""Cells that a yardstick may have to read in all folds of all its trials."""

_FEWEST_TRIALS = 2
"""With fewer trials there is no variance."""


@dataclass(frozen=True)
class Plan:
    """What is tried.

    Attributes
    ----------
    methods : tuple of str
    trials, folds : int
    curve_trials : int
    sizes : tuple of int
        Training sizes of the learning curve, below all there is; empty: no curve.
    yardsticks : int
        Trials of the yardsticks; 0: there are none.
    remarks : tuple of Remark
        What was left out, and why.
    """

    methods: tuple[str, ...]
    trials: int
    folds: int
    curve_trials: int
    sizes: tuple[int, ...]
    yardsticks: int
    remarks: tuple[Remark, ...] = ()


def make_plan(
    dataset: DataSet, *, methods: Sequence[str] = (), trials: int | None = None, stored: int = 0
) -> Plan:
    """Return what is tried on a data set.

    Parameters
    ----------
    methods : sequence of str
        The methods asked for; none: the usual ones, as far as they can be had in time.
    trials : int, optional
        The trials asked for.
    stored : int
        Trials that were done before: an answer of fewer would be a worse one, and a table of
        methods on some trials and yardsticks on others would compare neither.
    """
    cells = dataset.n_instances * len(dataset.attributes)
    number = trials or next((count for most, count in _TRIALS if cells <= most), 2)
    remarks: list[Remark] = []
    chosen, of_methods = _methods(dataset, methods, number)
    if stored > number:
        told = f"{stored} trials, not {number}: so many are stored, and all are used (--fresh)"
        remarks.append(Remark(Kind.KEPT, told))
        number = stored
    elif not trials and number < _TRIALS[0][1]:
        remarks.append(_left_out(f"{number} trials, not 10: the file is large (--trials)"))
    yardsticks, of_yardsticks = _yardsticks(dataset, number)
    sizes = curve_sizes(dataset.n_instances * (FOLDS - 1) // FOLDS)
    remarks += [*of_methods, *of_yardsticks]
    return Plan(
        chosen, number, FOLDS, min(number, _CURVE_TRIALS), sizes, yardsticks, tuple(remarks)
    )


def _methods(
    dataset: DataSet, asked: Sequence[str], trials: int
) -> tuple[tuple[str, ...], list[Remark]]:
    chosen = tuple(asked) or METHODS
    if not dataset.quantitative:
        return chosen[:1], [
            Remark(
                Kind.NUMBERS,
                "no attribute is quantitative: there is nothing to discretize, and every method "
                "is the same naive Bayes; one is tried",
                grave=True,
            )
        ]
    if not asked and kernel_pairs(dataset, trials) > _KERNEL_PAIRS:
        kept = tuple(name for name in chosen if name != "kernel")
        return kept, [
            _left_out("kernel is left out: its time grows with the square of the file (--methods)")
        ]
    return chosen, []


def _yardsticks(dataset: DataSet, trials: int) -> tuple[int, list[Remark]]:
    """Return how many trials of the yardsticks there are: as many as can be had in time.

    To them a quality has as many columns as values.
    """
    from nbexp.recommend.yardsticks import available

    if not available():
        return 0, [_left_out("no yardsticks: they need scikit-learn (nbexp[sklearn])")]
    width = len(dataset.quantitative) + sum(len(a.values) for a in dataset.qualitative)
    bearable = _YARDSTICK_CELLS // (dataset.n_instances * width * FOLDS)
    if bearable < min(_FEWEST_TRIALS, trials):
        return 0, [_left_out("no yardsticks: the file is too large for them")]
    if bearable < trials:
        return bearable, [_left_out(f"yardsticks: {bearable} trials only, the file is large")]
    return trials, []


def _left_out(text: str) -> Remark:
    return Remark(Kind.LEFT_OUT, text)


def kernel_pairs(dataset: DataSet, trials: int) -> int:
    """Return about how many pairs of values the kernel method looks at in all trials."""
    distinct = sum(min(len(a.values), dataset.n_instances) ** 2 for a in dataset.quantitative)
    return distinct * trials * (FOLDS - 1) // FOLDS


def curve_sizes(training: int) -> tuple[int, ...]:
    """Return round training sizes that are well below all there is; a curve has two at least.

    >>> curve_sizes(2000), curve_sizes(100)
    ((100, 300, 1000), ())
    """
    sizes = [lead * 10**power for power in range(2, 7) for lead in (1, 3)]
    found = tuple(size for size in sizes if size * 1.3 <= training)
    return found[-6:] if len(found) >= 2 else ()
