"""A classifier on a stream of CSV lines: each is classified first and learnt after."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbexp.errors import DataError, StoreError
from nbexp.incremental.kernels import evidence
from nbexp.incremental.layout import Layout, RowFault
from nbexp.incremental.method import Learner
from nbexp.incremental.naive_bayes import Declared, IncrementalNaiveBayes, Value
from nbexp.incremental.saved import read_model, write_model


@dataclass
class Score:
    """How a classifier did so far.

    Attributes
    ----------
    seen : int
        Instances learnt, the first ones included.
    tested, errors : int
        Predictions, and wrong ones.
    log_loss : float
        Sum in nats over the predictions of classes that were known.
    faulty : int
        Lines that were no instances and were left out.
    window : deque of int
        1 for each wrong prediction among the latest.
    """

    window: deque[int]
    seen: int = 0
    tested: int = 0
    errors: int = 0
    log_loss: float = 0.0
    faulty: int = 0

    @property
    def lines(self) -> int:
        """Lines read, instances or not."""
        return self.seen + self.faulty

    @property
    def error(self) -> float | None:
        """Share of wrong predictions."""
        return self.errors / self.tested if self.tested else None

    @property
    def window_error(self) -> float | None:
        """Share of wrong predictions among the latest."""
        return sum(self.window) / len(self.window) if self.window else None

    def notes(self) -> dict[str, Any]:
        """Return the score as JSON can hold it."""
        return {**vars(self), "window": list(self.window), "size": self.window.maxlen}

    @classmethod
    def from_notes(cls, notes: dict[str, Any]) -> Score:
        """Return the score that `notes` gave."""
        kept = dict(notes)
        size = kept.pop("size")
        return cls(**{**kept, "window": deque(kept["window"], maxlen=size)})


@dataclass
class StreamLearner:
    """A classifier, what the columns of its stream are, and how it did.

    Attributes
    ----------
    model : IncrementalNaiveBayes
    layout : Layout
    score : Score
    told : list of str
        What was wrong with the first faulty lines, until somebody takes it.
    """

    model: IncrementalNaiveBayes
    layout: Layout
    score: Score
    told: list[str] = field(default_factory=list)

    @classmethod
    def begin(
        cls, method: Learner, layout: Layout, lines: Sequence[str], window: int
    ) -> StreamLearner:
        """Make a classifier that has learnt the first lines together; none of them is tested."""
        learner = cls(IncrementalNaiveBayes(method, ()), layout, Score(deque(maxlen=window)))
        read = (learner._parsed(line, number) for number, line in enumerate(lines))
        parsed = [one for one in read if one is not None]
        if not parsed:
            raise DataError("found no instance among the first lines, so nothing can be learnt")
        declared = [
            Declared(name, None if is_number else _values(parsed, number))
            for number, (name, is_number) in enumerate(
                zip(layout.names, layout.quantitative, strict=True)
            )
        ]
        classes = list(dict.fromkeys(label for _, label in parsed))
        learner.model = IncrementalNaiveBayes(method, declared, classes)
        columns, labels = learner._columns([learner._codes(*one) for one in parsed])
        learner.model.start(columns, labels)
        learner.score.seen = len(parsed)
        return learner

    def learn(self, lines: Sequence[str]) -> None:
        """Classify and learn lines, one after the other.

        Those whose class and values are known go through the attributes together, which gives
        the same numbers as one by one.
        """
        known: list[tuple[list[Any], int]] = []
        for number, line in enumerate(lines, start=self.score.lines):
            parsed = self._parsed(line, number)
            if parsed is None:
                continue
            codes = self._codes(*parsed)
            if codes is not None:
                known.append(codes)
                continue
            self._learn_known(known)
            known = []
            self._learn_new(*parsed)
        self._learn_known(known)

    def _parsed(self, line: str, before: int) -> tuple[list[Value], str] | None:
        """Return what a line says; None, and a note of it, if it is no instance."""
        try:
            return self.layout.read(line)
        except RowFault as fault:
            self.told.append(f"line {before + 2}: {fault}")  # the first is the header
            self.score.faulty += 1
            return None

    def _codes(self, values: Sequence[Value], label: str) -> tuple[list[Any], int] | None:
        """Return an instance as numbers and codes; None if it has something that is new."""
        code = self.model.class_code(label)
        encoded = self.model.codes_of(values)
        return None if code is None or encoded is None else (encoded, code)

    def _columns(
        self, instances: Sequence[tuple[list[Any], int] | None]
    ) -> tuple[list[NDArray[Any]], NDArray[np.int64]]:
        known = [one for one in instances if one is not None]
        columns = [
            np.array(column, dtype=np.float64 if is_number else np.int64)
            for column, is_number in zip(
                zip(*(values for values, _ in known), strict=True),
                self.layout.quantitative,
                strict=True,
            )
        ]
        return columns, np.array([code for _, code in known], dtype=np.int64)

    def _learn_known(self, instances: list[tuple[list[Any], int]]) -> None:
        if not instances:
            return
        columns, labels = self._columns(instances)
        scores = self.model.test_then_learn(columns, labels)
        predictions = np.empty(len(labels), dtype=np.int16)
        log_losses, briers = np.empty(len(labels)), np.empty(len(labels))
        evidence.outcomes(scores, labels, predictions, log_losses, briers)
        wrong = (predictions != labels).astype(int).tolist()
        self._note(wrong, float(log_losses.sum()))

    def _learn_new(self, values: list[Value], label: str) -> None:
        """Classify and learn an instance of a new class, or with a new value."""
        chances = self.model.predict_proba_one(values)
        guess = max(chances, key=lambda name: chances[name])
        chance = chances.get(label, 0.0)
        self._note([int(guess != label)], -float(np.log(chance)) if chance > 0 else 0.0)
        self.model.learn_one(values, label)

    def _note(self, wrong: list[int], log_loss: float) -> None:
        score = self.score
        score.seen += len(wrong)
        score.tested += len(wrong)
        score.errors += sum(wrong)
        score.log_loss += log_loss
        score.window.extend(wrong)

    def save(self, path: Path) -> None:
        """Write all of it to a file, which at no moment is half written."""
        notes = {"layout": self.layout.notes(), "score": self.score.notes()}
        write_model(path, self.model, notes)

    @classmethod
    def load(cls, path: Path) -> StreamLearner:
        """Read what `save` has written; StoreError where it cannot be taken up."""
        model, notes = read_model(path)
        try:
            layout = Layout.from_notes(notes["layout"])
            score = Score.from_notes(notes["score"])
        except (KeyError, TypeError) as error:
            raise StoreError(f"{path}: holds no stream's classifier ({error})") from None
        return cls(model, layout, score)


def _values(parsed: Sequence[tuple[list[Value], str]], number: int) -> tuple[str, ...]:
    """Return the values of a qualitative attribute among the first instances."""
    found = dict.fromkeys(values[number] for values, _ in parsed)
    return tuple(str(value) for value in found if value is not None)
