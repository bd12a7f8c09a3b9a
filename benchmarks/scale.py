"""How time and memory grow: with instances, attributes and classes.

One trial of three folds with the thesis's ten methods on made data. Each point is measured in a
process of its own: processor time of the trial from raw numbers, and the largest resident memory.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import median

import numpy as np

from benchmarks.child import run_child

FEW = "few distinct values"
ALL = "all distinct"
N_DISTINCT = 500

SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 2_000_000, 5_000_000)
LEAST_FITTED = 100_000
"""Below this the time that does not depend on the size shows."""

_REPEATS = 3
_LONG_SECONDS = 30.0
"""After so long a shape is not measured again."""


@dataclass(frozen=True)
class Shape:
    """The shape of a made data set."""

    n: int
    attributes: int = 10
    classes: int = 7
    values: str = ALL


@dataclass(frozen=True)
class Point:
    """What one trial on a data set of a shape took."""

    shape: Shape
    seconds: float
    peak: int


def make_columns(shape: Shape, seed: int = 1) -> tuple[list[np.ndarray], np.ndarray]:
    """Make quantitative columns that lean on the class, and the classes."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, shape.classes, shape.n).astype(np.int16)
    columns = []
    for number in range(shape.attributes):
        column = rng.standard_normal(shape.n) + labels * (0.1 * (number % 10 + 1))
        if shape.values == FEW:
            span = column.max() - column.min()
            column = np.floor((column - column.min()) / span * N_DISTINCT)
        columns.append(column)
    return columns, labels


def measure_here(shape: Shape) -> float:
    """Return the processor seconds of one trial from raw numbers, in this process."""
    from benchmarks.contenders.nbexp import THESIS
    from nbexp.data.dataset import DataSet, Quantitative
    from nbexp.discretize.registry import create_method
    from nbexp.protocol.folds import fold_assignment
    from nbexp.protocol.trial import run_trial
    from nbexp.protocol.warm_up import warm_up
    from nbexp.runner.process import give_back_large_blocks

    give_back_large_blocks()
    warm_up(lambda message: None)
    columns, labels = make_columns(shape)
    methods = {name: create_method(name, {}) for name in THESIS}
    begin = time.process_time()
    attributes = []
    while columns:  # let go of each column when it is coded
        attributes.append(Quantitative.from_floats(f"x{len(columns)}", columns.pop()))
    classes = tuple(map(str, range(shape.classes)))
    dataset = DataSet("made", tuple(attributes), classes, labels)
    assignment = fold_assignment("made", labels, seed=1, trial=0, folds=3, stratified=False)
    run_trial(dataset, assignment, dict.fromkeys(range(3), methods))
    return time.process_time() - begin


def measure(shape: Shape) -> Point:
    """Measure a shape, in a process of its own each time; the median time is kept."""
    command = [sys.executable, "-m", "benchmarks.scale", json.dumps(asdict(shape))]
    seconds: list[float] = []
    while len(seconds) < _REPEATS and sum(seconds) < _LONG_SECONDS:
        ran = run_child(command)
        if ran.code:
            raise RuntimeError(f"{shape}: {ran.complaint[-2000:]}")
        seconds.append(float(ran.output.split()[-1]))
    return Point(shape, median(seconds), ran.peak)


def shapes(largest: int) -> Iterator[Shape]:
    """Yield the shapes measured: more instances, then more attributes, then more classes."""
    for values in (FEW, ALL):
        for n in SIZES:
            if n <= largest:
                yield Shape(n, values=values)
    n = min(100_000, largest)
    for attributes in (5, 20, 40, 80):
        yield Shape(n, attributes=attributes, values=FEW)
    for classes in (2, 14, 28, 56):
        yield Shape(n, classes=classes, values=FEW)


def measure_all(largest: int, tell: Callable[[str], None]) -> list[Point]:
    """Measure all shapes up to a number of instances."""
    points = []
    for shape in shapes(largest):
        point = measure(shape)
        tell(f"{shape}: {point.seconds:.2f} s, {point.peak / 2**30:.2f} GB")
        points.append(point)
    return points


@dataclass(frozen=True)
class Trend:
    """How time grows, by least squares of relative differences.

    Attributes
    ----------
    what : str
        Which shapes.
    size : str
        What grows: ``n``, ``n log n``, ``attributes`` or ``classes``.
    fixed, rate : float
        seconds = fixed + rate × size.
    worst : float
        The largest difference of a measured time from that, as a share of it.
    exponent : float
        The b of seconds = a size^b; with instances, over the larger numbers of them.
    """

    what: str
    size: str
    fixed: float
    rate: float
    worst: float
    exponent: float

    def __str__(self) -> str:
        instances = self.size.startswith("n")
        rate = f"{1e9 * self.rate:.0f} ns" if instances else f"{1e3 * self.rate:.1f} ms"
        line = (
            f"{self.what}: {self.fixed:.2f} s + {rate} × {self.size}, no measured time further "
            f"than {100 * self.worst:.0f} % from it"
        )
        if not instances:
            return line
        return f"{line}; from {LEAST_FITTED:,} instances on as ({self.size})^{self.exponent:.2f}"


def trends(points: Sequence[Point]) -> Iterator[Trend]:
    """Yield how time grows with the instances, by kind of values, with attributes and classes."""
    usual = Shape(0)
    for values, size in ((FEW, "n"), (ALL, "n log n")):
        line = [
            point for point in points if replace(point.shape, n=0) == replace(usual, values=values)
        ]
        work = [p.shape.n * (np.log(p.shape.n) if size != "n" else 1.0) for p in line]
        yield from _trend(values, size, line, work, [p.shape.n >= LEAST_FITTED for p in line])
    for size in ("attributes", "classes"):
        line = [
            point
            for point in points
            if point.shape.values == FEW
            and replace(point.shape, **{size: 0}) == Shape(LEAST_FITTED, values=FEW, **{size: 0})
        ]
        work = [float(getattr(point.shape, size)) for point in line]
        what = f"{FEW}, {LEAST_FITTED:,} instances"
        yield from _trend(what, size, line, work, [True] * len(line))


def _trend(
    what: str, size: str, line: Sequence[Point], work: Sequence[float], fitted: Sequence[bool]
) -> Iterator[Trend]:
    """Yield the trend of some points, if they are enough."""
    from scipy.optimize import nnls

    from nbexp.timing.growth import fit_exponent

    if len(line) < 3:
        return
    sizes, large = np.array(work), np.array(fitted)
    seconds = np.array([point.seconds for point in line])
    share = np.column_stack((np.ones(len(sizes)), sizes)) / seconds[:, None]
    (fixed, rate), _ = nnls(share, np.ones(len(sizes)))
    worst = np.abs(seconds / (fixed + rate * sizes) - 1).max()
    exponent = fit_exponent(sizes[large], seconds[large])
    yield Trend(what, size, float(fixed), float(rate), float(worst), exponent)


def table(points: Sequence[Point]) -> Iterator[list[object]]:
    """Yield the rows of the table."""
    for point in points:
        shape = point.shape
        yield [
            f"{shape.n:,}",
            shape.attributes,
            shape.classes,
            shape.values,
            f"{point.seconds:.2f}",
            f"{1e9 * point.seconds / (shape.n * shape.attributes * 10):.0f}",
            f"{point.peak / 2**30:.2f}",
        ]


HEADERS = (
    "instances",
    "attributes",
    "classes",
    "values",
    "processor s",
    "ns per cell and method",
    "peak GB",
)

if __name__ == "__main__":
    print(measure_here(Shape(**json.loads(sys.argv[1]))))
