"""How fast IFFD learns and classifies, by the processor's clock, on data like Shuttle."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.incremental.naive_bayes import IncrementalNaiveBayes
from nbexp.incremental.registry import create_learner
from nbexp.protocol.prequential import run_prequential
from nbexp.protocol.warm_up import warm_up_prequential

N = 58_000
ONE_BY_ONE = 5_000
EARLY, LATE = 8_000, 53_000
IFFD = create_learner("iffd", {})


@dataclass(frozen=True)
class Pace:
    """Instances a second, and how much more an instance costs late in the stream."""

    learn_and_predict: float
    learn_one: float
    late_over_early: float


def shuttle_like() -> DataSet:
    """58,000 instances, nine attributes of whole numbers, seven classes of unequal size."""
    rng = np.random.default_rng(1)
    labels = rng.choice(7, N, p=[0.786, 0.001, 0.003, 0.154, 0.054, 0.001, 0.001])
    columns = np.round((rng.normal(size=(N, 9)) + rng.normal(size=(7, 9))[labels]) * 12)
    attributes = tuple(Quantitative.from_floats(f"a{k}", columns[:, k]) for k in range(9))
    return DataSet("shuttle-like", attributes, tuple("1234567"), labels.astype(np.int8))


def measure(rounds: int) -> Pace:
    """Take the best of some rounds."""
    data = shuttle_like()
    warm_up_prequential({"iffd": IFFD})
    every = min(_seconds_of_a_stream(data) for _ in range(rounds))
    single = min(_seconds_one_by_one(data) for _ in range(rounds))
    costs = np.min([_costs(data) for _ in range(rounds)], axis=0)
    return Pace(N / every, ONE_BY_ONE / single, float(costs[1] / costs[0]))


def _seconds_of_a_stream(data: DataSet) -> float:
    begin = time.thread_time()
    run_prequential(data, np.arange(N), {"iffd": IFFD}, timed=False)
    return time.thread_time() - begin


def _seconds_one_by_one(data: DataSet) -> float:
    columns = [attribute.floats()[:ONE_BY_ONE].tolist() for attribute in data.quantitative]
    instances = list(zip(*columns, strict=True))
    labels = [data.classes[code] for code in data.labels[:ONE_BY_ONE]]
    model = IncrementalNaiveBayes.for_dataset(data, IFFD)
    begin = time.thread_time()
    for values, label in zip(instances, labels, strict=True):
        model.learn_one(values, label)
    return time.thread_time() - begin


def _costs(data: DataSet) -> list[float]:
    """Seconds for 6,000 instances early and late in the stream."""
    seen = [2_000, EARLY, 47_000, LATE]
    (result,) = run_prequential(data, np.arange(N), {"iffd": IFFD}, checkpoints=seen)
    seconds = {cost.seen: cost.learn_seconds + cost.predict_seconds for cost in result.costs}
    return [seconds[EARLY], seconds[LATE]]
