"""What is written down of a classifier on its way through a stream."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Checkpoint:
    """How a classifier did up to a point of the stream. The same at every run.

    Attributes
    ----------
    seen : int
        Instances seen, the initial ones included.
    errors, tested : int
        Wrong predictions so far, and predictions.
    window_errors, window_tested : int
        The same for the latest predictions.
    log_loss, brier : float
        Sums so far (log-loss in nats).
    intervals : tuple of int
        Number of intervals of each quantitative attribute; 0: nothing learnt, or a density.
    """

    seen: int
    errors: int
    tested: int
    window_errors: int
    window_tested: int
    log_loss: float
    brier: float
    intervals: tuple[int, ...]

    @property
    def error(self) -> float:
        """Share of wrong predictions so far."""
        return self.errors / self.tested

    @property
    def window_error(self) -> float:
        """Share of wrong predictions among the latest."""
        return self.window_errors / self.window_tested


@dataclass(frozen=True)
class Cost:
    """What the instances between two checkpoints cost. Another at every run.

    Attributes
    ----------
    seen : int
        Instances seen at the end of the stretch.
    instances : int
        Instances of the stretch.
    learn_seconds, predict_seconds : float
        Processor time to learn them, and to classify them; 0 where it was not measured.
    nbytes : int
        Memory of what is learnt at the end of the stretch.
    """

    seen: int
    instances: int
    learn_seconds: float
    predict_seconds: float
    nbytes: int


@dataclass(frozen=True)
class Course:
    """The course of one stream: what a store keeps of it beside the predictions.

    Attributes
    ----------
    start_seconds : float
        Processor time to learn the initial instances.
    checkpoints : tuple of Checkpoint
    costs : tuple of Cost
        As many, in the same places.
    """

    start_seconds: float
    checkpoints: tuple[Checkpoint, ...]
    costs: tuple[Cost, ...]

    @property
    def learn_seconds(self) -> float:
        """Processor time to learn, the initial instances apart."""
        return sum(cost.learn_seconds for cost in self.costs)

    @property
    def predict_seconds(self) -> float:
        """Processor time to classify."""
        return sum(cost.predict_seconds for cost in self.costs)

    @property
    def instances(self) -> int:
        """Instances classified and learnt after the initial ones."""
        return sum(cost.instances for cost in self.costs)
