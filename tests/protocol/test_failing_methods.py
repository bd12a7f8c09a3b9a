"""A method that fails, however it does, fails alone; Ctrl-C stops all."""

from __future__ import annotations

import numpy as np
import pytest

from nbexp.data.dataset import DataSet, Quantitative
from nbexp.discretize.equal_width import EqualWidth
from nbexp.discretize.frequency import Proportional
from nbexp.errors import told
from nbexp.protocol.prequential import run_prequential
from nbexp.protocol.trial import run_trial


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError


class Own(BaseException):
    pass


class Failing(EqualWidth):
    """Raises what it is told to when it fits."""

    error: BaseException

    def fit(self, sample):
        raise self.error


class FittedBadly:
    """Knows nothing, and raises when it is asked."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __getattr__(self, name: str) -> object:
        raise self.error


class FailingLater(Failing):
    """Raises when what it has learnt is asked for."""

    def fit(self, sample):
        return FittedBadly(self.error)


class Countless(Failing):
    """Raises when it is asked how many intervals it made."""

    def fit(self, sample):
        fitted = super(Failing, self).fit(sample)
        error = self.error

        class Fitted(type(fitted)):
            @property
            def n_intervals(self):
                raise error

        object.__setattr__(fitted, "__class__", Fitted)
        return fitted


def dataset() -> DataSet:
    numbers = np.random.default_rng(0).normal(size=60)
    labels = (numbers > 0).astype(np.int8)
    return DataSet("d", (Quantitative.from_floats("x", numbers),), ("a", "b"), labels)


def method(kind, error):
    made = kind.create({})
    made.error = error
    return made


ERRORS = {
    "exit": (SystemExit(5), "SystemExit: 5"),
    "own": (Own("odd"), "Own: odd"),
    "mute": (Mute(), "Mute: (its message cannot be had)"),
    "letters": (ValueError("\ud800"), "ValueError: \\ud800"),
}


@pytest.mark.parametrize(
    ("kind", "phase"), [(Failing, "fit"), (FailingLater, "predict"), (Countless, "fit")]
)
@pytest.mark.parametrize("name", ERRORS)
def test_a_method_that_fails_however_it_does_fails_alone(kind, phase, name):
    error, cause = ERRORS[name]
    assignment = (np.arange(60) % 2).astype(np.uint8)
    sound = Proportional.create({})
    wanted = {0: {"pd": sound, "bad": method(kind, error)}}
    healthy, failed = run_trial(dataset(), assignment, wanted)
    assert (failed.status, failed.phase, failed.cause) == ("failed", phase, cause)
    (alone,) = run_trial(dataset(), assignment, {0: {"pd": sound}})
    assert healthy.status == "done"
    assert healthy.predictions.tolist() == alone.predictions.tolist()
    assert (healthy.log_loss, healthy.intervals) == (alone.log_loss, alone.intervals)


@pytest.mark.parametrize("kind", [Failing, FailingLater, Countless])
@pytest.mark.parametrize("methods", [("bad",), ("bad", "again")])
def test_ctrl_c_is_no_failure_of_a_method(kind, methods):
    assignment = (np.arange(60) % 2).astype(np.uint8)
    wanted = {0: {name: method(kind, KeyboardInterrupt()) for name in methods}}
    with pytest.raises(KeyboardInterrupt):
        run_trial(dataset(), assignment, wanted)


def test_ctrl_c_while_one_after_the_other_predicts_stops_as_well():
    class Twice(FittedBadly):
        def __getattr__(self, name: str) -> object:
            Twice.error, error = KeyboardInterrupt(), getattr(Twice, "error", ValueError())
            raise error

    class Later(EqualWidth):
        def fit(self, sample):
            return Twice(ValueError())

    assignment = (np.arange(60) % 2).astype(np.uint8)
    with pytest.raises(KeyboardInterrupt):
        run_trial(dataset(), assignment, {0: {"bad": Later.create({})}})


@pytest.mark.parametrize("name", ERRORS)
def test_a_method_that_fails_in_a_stream_fails_alone(name):
    from nbexp.incremental.rebuilt import Rebuilt

    error, cause = ERRORS[name]
    methods = {"pd": Rebuilt(Proportional.create({})), "bad": Rebuilt(method(Failing, error))}
    healthy, failed = run_prequential(dataset(), np.arange(60), methods, initial=20)
    assert (healthy.status, failed.status, failed.cause) == ("done", "failed", cause)
    methods = {"bad": Rebuilt(method(Failing, KeyboardInterrupt()))}
    with pytest.raises(KeyboardInterrupt):
        run_prequential(dataset(), np.arange(60), methods, initial=20)


def test_what_an_error_says_is_told_as_it_is():
    assert told(ValueError("σ\n2")) == "ValueError: σ\n2"
