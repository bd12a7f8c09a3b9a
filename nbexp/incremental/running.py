"""A stream from its first line to its last: lines printed, models saved, signals heard."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from nbexp.data.delimited import split_line
from nbexp.errors import EXIT_DONE, EXIT_STOPPED, DataError, SpecError, StoreError
from nbexp.incremental.layout import Told, layout_of
from nbexp.incremental.lines import Signals, lines_of
from nbexp.incremental.method import Learner
from nbexp.incremental.registry import as_learner, incremental_class
from nbexp.incremental.stream import StreamLearner

STANDARD_INPUT = "-"
_FAULTS_TOLD = 10

Say = Callable[[str], object]


@dataclass(frozen=True)
class Plan:
    """What is to be done with a stream.

    Attributes
    ----------
    source : str
        A file, or ``-``.
    method : str
        As on the command line.
    told : Told
    initial, window : int
    every, save_every : int
        After so many instances a line is printed, and the model saved.
    model : Path or None
    skip_seen : bool
        Whether the stream begins with the lines that the model has seen.
    """

    source: str
    method: str
    told: Told
    initial: int = 200
    window: int = 1000
    every: int = 10_000
    save_every: int = 100_000
    model: Path | None = None
    skip_seen: bool = False


def run_stream(plan: Plan, say: Say, warn: Say) -> int:
    """Learn a stream; return the exit code."""
    kept = _taken_up(plan)
    method = _method(plan.method, kept)
    with _opened(plan.source) as file, Signals() as signals:
        pieces = lines_of(file, plan.source, signals)
        run = _Run(plan, method, signals, say, warn, kept)
        run.go(pieces)
        return EXIT_STOPPED if signals.stop else EXIT_DONE


def _taken_up(plan: Plan) -> StreamLearner | None:
    """Return the learner that was saved, None if none was."""
    if plan.model is None or not plan.model.exists():
        if plan.model is not None and not plan.model.parent.is_dir():
            raise StoreError(f"--model {plan.model}: there is no folder {plan.model.parent}")
        return None
    if not plan.model.is_file():
        raise StoreError(f"--model {plan.model}: found no file, but a pipe, device or folder")
    return StreamLearner.load(plan.model)


def _method(text: str, kept: StreamLearner | None) -> Learner:
    """Return the method asked for, which a model that is taken up must be of."""
    from nbexp.spec.words import parse_methods

    found = list(parse_methods(text, incremental_class).values())
    if len(found) > 1:
        raise SpecError(f"--method: found {len(found)} methods, expected one")
    method = as_learner(found[0])
    if kept is not None:
        before, now = (
            (one.id, one.version, one.resolved_params()) for one in (kept.model.method, method)
        )
        if before != now:
            raise SpecError(
                f"--method: found {now[0]} {now[2]}, but the model is of {before[0]} {before[2]}; "
                "name that one, or give another --model"
            )
    return method


@contextmanager
def _opened(source: str) -> Iterator[int]:
    if source == STANDARD_INPUT:
        yield sys.stdin.fileno()
        return
    try:
        file = os.open(source, os.O_RDONLY)
    except OSError as error:
        raise DataError(f"{source}: cannot be read ({error.strerror})") from None
    try:
        yield file
    finally:
        os.close(file)


@dataclass
class _Run:
    """A stream being learnt."""

    plan: Plan
    method: Learner
    signals: Signals
    say: Say
    warn: Say
    learner: StreamLearner | None
    header: str | None = None
    first: list[str] = field(default_factory=list)
    to_skip: int = 0
    saved_at: int = -1
    told: int = 0
    clock: tuple[float, int] = (0.0, 0)
    printed_at: int = -1

    def go(self, pieces: Iterator[list[str]]) -> None:
        """Learn all lines; save the model in the end, whatever ends it."""
        if self.learner is not None:
            self.saved_at = self.learner.score.seen
            self.say(f"taken up at {self.learner.score.seen:,} instances")
        self.clock = time.perf_counter(), self.learner.score.seen if self.learner else 0
        try:
            for lines in pieces:
                self._take(lines)
                if self.signals.save:
                    self.signals.save = False
                    self._save()
            if self.learner is None and self.first and not self.signals.stop:
                self._begin()
        finally:
            if self.learner is not None:
                self._print()
                self._save()
        if self.learner is None:
            self._explain_nothing()

    def _explain_nothing(self) -> None:
        if not self.signals.stop:
            raise DataError(f"{self.plan.source}: found no instance to learn")
        self.warn("stopped before the first instances had come; nothing was learnt")

    def _take(self, lines: list[str]) -> None:
        if lines and self.header is None:
            self.header, *lines = lines
            self._check_header()
        if self.to_skip:
            skipped = min(self.to_skip, len(lines))
            self.to_skip -= skipped
            lines = lines[skipped:]
        if self.learner is None:
            self.first += lines
            if len(self.first) < self.plan.initial:
                return
            lines, self.first = (
                self.first[self.plan.initial :],
                self.first[: self.plan.initial],
            )
            self._begin()
        self._learn(lines)

    def _check_header(self) -> None:
        """See that the columns are those of the model that is taken up."""
        if self.learner is None:
            return
        layout = self.learner.layout
        header = (self.header or "").removeprefix("\ufeff")
        found = tuple(split_line(header, layout.delimiter))
        if found != layout.columns:
            raise DataError(
                f"{self.plan.source}:1: found the columns {', '.join(found[:12])}, but the model "
                f"was learnt from {', '.join(layout.columns[:12])}"
            )
        if layout.columns[layout.class_] != self.plan.told.class_:
            raise SpecError(
                f"--class: found {self.plan.told.class_}, but the model's class is "
                f"{layout.columns[layout.class_]}"
            )
        if self.plan.skip_seen:
            self.to_skip = self.learner.score.lines

    def _begin(self) -> None:
        """Learn the first lines together."""
        plan = self.plan
        layout = layout_of(self.header or "", self.first, plan.told, plan.source)
        self.say(layout.described())
        self.learner = StreamLearner.begin(self.method, layout, self.first, plan.window)
        self.first = []

    def _learn(self, lines: list[str]) -> None:
        """Learn lines, stopping exactly where a line is due or the model to be saved."""
        assert self.learner is not None
        score = self.learner.score
        while lines:
            to_print = self.plan.every - score.seen % self.plan.every
            to_save = self.plan.save_every - score.seen % self.plan.save_every
            part, lines = lines[: min(to_print, to_save)], lines[min(to_print, to_save) :]
            before = score.seen
            self.learner.learn(part)
            self._tell_faults()
            if score.seen // self.plan.every > before // self.plan.every:
                self._print()
            if score.seen // self.plan.save_every > before // self.plan.save_every:
                self._save()

    def _tell_faults(self) -> None:
        assert self.learner is not None
        for message in self.learner.told:
            self.told += 1
            if self.told <= _FAULTS_TOLD:
                self.warn(f"left out: {message}")
            if self.told == _FAULTS_TOLD:
                self.warn("further lines that are no instances are only counted")
        self.learner.told.clear()

    def _print(self) -> None:
        assert self.learner is not None
        self._tell_faults()
        score, model = self.learner.score, self.learner.model
        if self.printed_at == score.seen:
            return
        self.printed_at = score.seen
        now = time.perf_counter()
        since, seen = self.clock
        rate = (score.seen - seen) / (now - since) if now > since else 0.0
        self.clock = now, score.seen
        loss = score.log_loss / score.tested if score.tested else None
        parts = [
            f"{score.seen:,} instances",
            f"error {_percent(score.error)}",
            f"last {len(score.window):,}: {_percent(score.window_error)}",
            f"log-loss {'-' if loss is None else f'{loss:.4f}'}",
            f"{model.nbytes / 1000:,.0f} kB",
            f"{rate:,.0f}/s",
        ]
        if score.faulty:
            parts.append(f"{score.faulty:,} lines left out")
        self.say("  ".join(parts))

    def _save(self) -> None:
        """Save the model, if there is a file for it and something new."""
        if self.plan.model is None or self.learner is None:
            return
        if self.saved_at != self.learner.score.seen:
            try:
                self.learner.save(self.plan.model)
            except OSError as error:
                raise StoreError(
                    f"--model {self.plan.model}: cannot be written ({error.strerror})"
                ) from None
            self.saved_at = self.learner.score.seen


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.2f} %"
