"""The time that each method takes by itself: a metric of the thesis (sections 5.3 and 6.4.3).

A run shares work between methods and folds, so its times are not those of a method. Here
every method trains and tests alone, on raw numbers, in one thread.
"""

from nbexp.timing.records import TimedFold, load_growth, load_times
from nbexp.timing.summary import MedianTime, Speedup, median_times, ndd_against_lazy

__all__ = [
    "MedianTime",
    "Speedup",
    "TimedFold",
    "load_growth",
    "load_times",
    "median_times",
    "ndd_against_lazy",
]
