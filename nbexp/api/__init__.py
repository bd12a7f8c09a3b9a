"""nbexp from Python: what a program or a notebook calls."""

from nbexp.api.evaluation import evaluate
from nbexp.api.frames import make_dataset, to_frame
from nbexp.api.loading import dataset_names, load_dataset, method_names
from nbexp.api.results import Plot, Results
from nbexp.api.running import open_results, run

__all__ = [
    "Plot",
    "Results",
    "dataset_names",
    "evaluate",
    "load_dataset",
    "make_dataset",
    "method_names",
    "open_results",
    "run",
    "to_frame",
]
