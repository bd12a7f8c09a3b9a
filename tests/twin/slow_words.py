"""The small words of the slow methods: known values, midpoints, intervals, counts."""

from fractions import Fraction


def settings(params, **defaults):
    """The defaults with the caller's parameters over them; a name nobody knows is an error."""
    merged = dict(defaults)
    for name, value in (params or {}).items():
        if name not in defaults:
            raise ValueError(f"unknown parameter {name!r}; known: {sorted(defaults)}")
        merged[name] = value
    return merged


def is_missing(value):
    return value is None or value != value


def known_pairs(values, labels):
    """The (value, class) pairs of the instances whose value is known, in their given order."""
    pairs = []
    for value, label in zip(values, labels, strict=True):
        if not is_missing(value):
            pairs.append((float(value), int(label)))
    return pairs


def sorted_known(values):
    return sorted(float(value) for value in values if not is_missing(value))


def midpoint(a, b):
    """Exact midpoint, rounded once to a float; the lower value if that reaches the upper."""
    middle = float((Fraction(a) + Fraction(b)) / 2)
    return a if middle == b else middle


def interval_of(value, cuts):
    """Index of the interval (cut, next cut] that holds the value."""
    index = 0
    for cut in cuts:
        if value > cut:
            index += 1
    return index


def class_counts(values, labels, n_classes, lower, upper):
    """How many known training values of each class lie in (lower, upper]."""
    counts = [0] * n_classes
    for value, label in known_pairs(values, labels):
        if lower < value <= upper:
            counts[label] += 1
    return counts
