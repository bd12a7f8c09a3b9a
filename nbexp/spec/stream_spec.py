"""The checked prequential protocol of a spec."""

from __future__ import annotations

from dataclasses import dataclass

from nbexp.spec.spec import ProtocolSpec

PREQUENTIAL = "prequential"
"""The kind of protocol in which each instance is classified first and learnt after."""


@dataclass(frozen=True)
class PrequentialSpec(ProtocolSpec):
    """Each instance is classified first and learnt after.

    Attributes
    ----------
    trials : int
        How many orders are tried.
    folds : int
        1: a trial is one stream, and one unit of each method.
    initial : int
        Instances that are learnt together before the first is classified.
    order : "shuffled" or "as-stored"
    window : int
        Latest predictions that the error in a window is taken over.
    checkpoints : int or tuple of int
        How many equally spaced places at which stock is taken, or numbers of instances seen.
    """

    trials: int = 5
    folds: int = 1
    kind: str = PREQUENTIAL
    initial: int = 200
    order: str = "shuffled"
    window: int = 1000
    checkpoints: int | tuple[int, ...] = 50

    def resolved(self) -> dict[str, object]:
        """Return the protocol as JSON-able keys and values."""
        places = self.checkpoints
        return {
            "kind": self.kind,
            "trials": self.trials,
            "folds": self.folds,
            "initial": self.initial,
            "order": self.order,
            "window": self.window,
            "checkpoints": places if isinstance(places, int) else sorted(places),
        }
