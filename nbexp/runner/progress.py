"""How a run's events look on a screen: a bar on a terminal, else a line a data set."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, TextIO

from nbexp.errors import printable
from nbexp.runner.events import (
    Compiling,
    DamageFound,
    DataSetFaulted,
    DataSetFinished,
    DataSetRead,
    Event,
    Reporter,
    UnitsStored,
    WorkStarted,
)
from nbexp.runner.records import DataFault

if TYPE_CHECKING:
    from tqdm import tqdm


def make_screen(stream: TextIO) -> Reporter:
    """Return what prints a run's events to `stream`."""
    return Bar(stream) if stream.isatty() else Lines(stream)


def fault_line(fault: DataFault) -> str:
    """Return a data set's fault in words; the message may go on for some lines."""
    what = "not available (optional)" if fault.excused else "data fault"
    return f"{fault.dataset}: {what}: {fault.message.removeprefix(f'{fault.dataset}: ')}"


def _line(event: Event) -> str | None:
    """Return the line for an event that is worth one on any screen."""
    if isinstance(event, Compiling):
        return event.message
    if isinstance(event, DamageFound):
        return "\n".join(f"damaged, done anew: {one.what}: {one.found}" for one in event.damage)
    if isinstance(event, DataSetFaulted):
        return fault_line(event.fault)
    if isinstance(event, DataSetRead) and event.guess:
        return event.guess
    return None


class Lines:
    """Plain lines: one a data set, and what went wrong."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __call__(self, event: Event) -> None:
        """Print the event's line, if it has one."""
        line = _line(event)
        if isinstance(event, WorkStarted) and event.stored:
            line = f"{event.stored:,} of {event.units:,} units are stored already"
        if isinstance(event, DataSetFinished):
            failed = f", {event.failed:,} of them failed" if event.failed else ""
            line = f"{event.dataset}: {event.units:,} units{failed}, {event.seconds:.1f} s"
        if line is not None:
            print(printable(line), file=self._stream, flush=True)


class Bar:
    """A bar with the units done, their rate and the remaining time; other lines above it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._bar: tqdm[NoReturn] | None = None
        self._failed = 0

    def __call__(self, event: Event) -> None:
        """Move the bar, or print the event's line above it."""
        if isinstance(event, WorkStarted):
            self._start(event)
        elif isinstance(event, UnitsStored) and self._bar is not None:
            self._failed += event.failed
            failed = f", {self._failed} failed" if self._failed else ""
            self._bar.set_postfix_str(event.dataset + failed, refresh=False)
            self._bar.update(event.units)
            if self._bar.n >= (self._bar.total or 0):
                self._bar.close()
        line = _line(event)
        if line is not None:
            self._print(line)

    def _start(self, event: WorkStarted) -> None:
        from tqdm import tqdm

        if event.stored < event.units:
            self._bar = tqdm(
                total=event.units,
                initial=event.stored,
                unit="unit",
                file=self._stream,
                dynamic_ncols=True,
                smoothing=0.1,
            )

    def _print(self, line: str) -> None:
        line = printable(line)
        if self._bar is None:
            print(line, file=self._stream, flush=True)
        else:
            self._bar.write(line, file=self._stream)
