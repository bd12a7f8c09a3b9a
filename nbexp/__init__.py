"""nbexp: experiments on discretization for naive-Bayes learning.

The functions that a program needs are attributes of the package: `load_dataset`, `evaluate`,
`run`, `open_results`. They are imported when they are first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from nbexp.api import (
        Plot,
        Results,
        dataset_names,
        evaluate,
        load_dataset,
        make_dataset,
        method_names,
        open_results,
        run,
        to_frame,
    )

__all__ = [
    "Plot",
    "Results",
    "__version__",
    "dataset_names",
    "evaluate",
    "load_dataset",
    "make_dataset",
    "method_names",
    "open_results",
    "run",
    "to_frame",
]


if not TYPE_CHECKING:  # type checkers see the imports above, and so find misspelt names

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'nbexp' has no attribute {name!r}")
        from nbexp import api

        return getattr(api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
