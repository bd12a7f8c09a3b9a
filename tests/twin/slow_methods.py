"""Discretization of one attribute, the slow way: sort, walk, count.

Nothing here is shared with nbexp. Where exactness decides (which interval is full, which cut is
best, is the criterion met) integers, fractions or fifty decimal digits are used, so that a
difference to the engine is either an error or a rounding that a test can look at.

A value list may hold None (or NaN) for missing. Intervals are (lower, upper].
"""

from fractions import Fraction
from math import erf, floor, fsum, inf, isqrt, sqrt

from .slow_entropy import emd_cuts, mdlp_cuts
from .slow_words import (
    class_counts,
    known_pairs,
    midpoint,
    settings,
    sorted_known,
)

FREQUENCY = ("efd", "pd", "ffd", "wpd")
DISJOINT = ("ewd", *FREQUENCY, "emd", "mdlp")
WINDOW = ("ndd", "ld", "ld-ffd")
METHODS = (*DISJOINT, *WINDOW, "fld")


# ---------------------------------------------------------------- equal width


def ewd_cuts(values, params=None):
    k = settings(params, k=10)["k"]
    ordered = sorted_known(values)
    low, high = ordered[0], ordered[-1]
    if low == high:
        return []
    cuts = {low + i * (high - low) / k for i in range(1, k)}  # some coincide if doubles run out
    return sorted(cut for cut in cuts if cut < high)


# ---------------------------------------------------------------- frequency cutting


def lowered(size, n, least_intervals):
    """A fixed frequency, or less where n values would make fewer intervals than that."""
    if least_intervals > 1 and size * least_intervals > n:
        return Fraction(n, least_intervals)
    return size


def frequency_target_squared(method, n, params=None):
    """The square of the frequency to reach, exactly (PD's own root may be irrational)."""
    if method == "efd":
        p = settings(params, k=10, tail=0.62, parts="round")
        size_squared = Fraction(n, p["k"]) ** 2
        ratio_squared = Fraction(p["k"]) ** 2  # (n / s) squared
    elif method == "pd":
        p = settings(params, tail=0.62, parts="round")
        size_squared = Fraction(n)
        ratio_squared = Fraction(n)
    elif method == "ffd":
        p = settings(params, s=30, tail=0.62, parts="round", least_intervals=1)
        size = lowered(Fraction(p["s"]), n, p["least_intervals"])
        size_squared = size**2
        ratio_squared = (n / size) ** 2
    elif method == "wpd":
        p = settings(params, m=30, tail=0.62, parts="round", least_intervals=1)
        size = Fraction((p["m"] + isqrt(p["m"] ** 2 + 4 * n)) // 2)
        size = lowered(size, n, p["least_intervals"])
        size_squared = size**2
        ratio_squared = (n / size) ** 2
    else:
        raise ValueError(f"{method!r} does not cut by frequency")

    if p["parts"] == "in-turn":
        return size_squared
    # Count t up until it is the floor of n / s, then look at what is left over.
    t = 0
    while (t + 1) ** 2 <= ratio_squared:
        t += 1
    exact = t * t == ratio_squared
    if p["parts"] == "floor":
        pass
    elif p["parts"] == "ceil":
        if not exact:
            t += 1
    elif p["parts"] == "round":
        if (t + Fraction(1, 2)) ** 2 <= ratio_squared:  # halves go up
            t += 1
    else:
        raise ValueError(f"unknown parts {p['parts']!r}")
    t = max(1, t)
    return Fraction(n, t) ** 2


def frequency_groups(method, values, params=None):
    """The sorted values, shared out into the intervals that are formed."""
    ordered = sorted_known(values)
    n = len(ordered)
    target_squared = frequency_target_squared(method, n, params)
    tail = Fraction(str((params or {}).get("tail", 0.62)))

    groups = []
    at = 0
    while at < n:
        group = []
        while at < n and len(group) ** 2 < target_squared:
            group.append(ordered[at])
            at += 1
        while at < n and ordered[at] == group[-1]:
            group.append(ordered[at])
            at += 1
        groups.append(group)

    if len(groups) > 1 and len(groups[-1]) ** 2 < tail**2 * target_squared:
        last = groups.pop()
        groups[-1].extend(last)
    return groups


def frequency_cuts(method, values, params=None):
    groups = frequency_groups(method, values, params)
    cuts = []
    for i in range(len(groups) - 1):
        cuts.append(midpoint(groups[i][-1], groups[i + 1][0]))
    return cuts


# ---------------------------------------------------------------- non-disjoint


def ndd_ends(values, params=None):
    """The ends b_1 .. b_t of the atomic cells (b_1 comes first in the list)."""
    p = settings(params, s=30, group=3, primary="ffd", k=10, least_intervals=1)
    ordered = sorted_known(values)
    n = len(ordered)
    fixed = floor(lowered(Fraction(p["s"]), n, p["least_intervals"]))
    size = {"ffd": fixed, "efd": n // p["k"], "pd": isqrt(n)}[p["primary"]]
    a = max(1, size // p["group"])
    ends = []
    i = 1
    while True:
        position = min(a * i, n)
        ends.append(ordered[position - 1])  # positions count from 1
        if position == n:
            return ends
        i += 1


def ndd_window(values, v, params=None):
    """The interval (lower, upper] that a value uses: its cell and the neighbours that exist."""
    reach = (
        settings(params, s=30, group=3, primary="ffd", k=10, least_intervals=1)["group"] - 1
    ) // 2
    ends = ndd_ends(values, params)
    t = len(ends)
    cell = t
    for i in range(t, 0, -1):
        if v <= ends[i - 1]:
            cell = i

    def b(j):
        if j < 1:
            return -inf
        if j >= t:
            return inf
        return ends[j - 1]

    return b(cell - 1 - reach), b(cell + reach)


# ---------------------------------------------------------------- lazy


def ld_size(method, n, params=None):
    if method == "ld":
        return max(1, n // settings(params, k=10)["k"])
    p = settings(params, s=30, least_intervals=1)
    return max(1, floor(lowered(Fraction(p["s"]), n, p["least_intervals"])))


def ld_window(method, values, v, params=None):
    """s sorted positions about the first of v's run, read as the value range (lower, upper]."""
    ordered = sorted_known(values)
    n = len(ordered)
    s = ld_size(method, n, params)
    p = len([x for x in ordered if x < v])
    left = p - s // 2 - 1
    right = left + s
    lower = ordered[left] if left >= 0 else -inf
    upper = ordered[right] if right <= n - 1 else inf
    return lower, max(upper, v)


# ---------------------------------------------------------------- fuzzy


def normal_below(z):
    return (1 + erf(z / sqrt(2))) / 2


def fld_edges(values, params=None):
    """EWD's k + 1 edges with the extremes, or None for a constant attribute."""
    p = settings(params, k=10, m=1, spread=0.7)
    ordered = sorted_known(values)
    if ordered[0] == ordered[-1]:
        return None
    return [ordered[0], *ewd_cuts(values, {"k": p["k"]}), ordered[-1]]


def fld_table(values, labels, n_classes, params=None):
    """Fractional frequencies, [interval][class], or None for a constant attribute."""
    p = settings(params, k=10, m=1, spread=0.7)
    edges = fld_edges(values, params)
    if edges is None:
        return None
    sigma = p["spread"] * (edges[-1] - edges[0]) / p["k"]
    pairs = known_pairs(values, labels)
    table = []
    for i in range(1, p["k"] + 1):
        row = []
        for c in range(n_classes):
            influences = []
            for value, label in pairs:
                if label == c:
                    above = normal_below((edges[i] - value) / sigma)
                    below = normal_below((edges[i - 1] - value) / sigma)
                    influences.append(above - below)
            row.append(fsum(influences))
        table.append(row)
    return table


# ---------------------------------------------------------------- by name


def cut_points(method, values, labels, params=None):
    """Cut points of a disjoint method, ascending; the attribute has a known value."""
    if method == "ewd":
        return ewd_cuts(values, params)
    if method in FREQUENCY:
        return frequency_cuts(method, values, params)
    if method == "emd":
        return emd_cuts(values, labels, params)
    if method == "mdlp":
        return mdlp_cuts(values, labels, params)
    raise ValueError(f"{method!r} is not a disjoint method")


def window(method, values, v, params=None):
    """(lower, upper) of the interval that a non-disjoint or lazy method uses for a value."""
    if method == "ndd":
        return ndd_window(values, v, params)
    if method in ("ld", "ld-ffd"):
        return ld_window(method, values, v, params)
    raise ValueError(f"{method!r} has no window")


def n_intervals(method, values, labels, params=None):
    """V of the m-estimate."""
    n = len(sorted_known(values))
    if method in DISJOINT:
        return len(cut_points(method, values, labels, params)) + 1
    if method == "ndd":
        group = settings(params, s=30, group=3, primary="ffd", k=10, least_intervals=1)["group"]
        return max(1, len(ndd_ends(values, params)) - (group - 1))
    if method in ("ld", "ld-ffd"):
        return max(1, n // ld_size(method, n, params))
    if method == "fld":
        edges = fld_edges(values, params)
        return 1 if edges is None else len(edges) - 1
    raise ValueError(f"unknown method {method!r}")


def cells(method, values, labels, params=None, n_classes=None):
    """What the method makes of the attribute.

    Disjoint: the list of cut points. NDD and LD: a function of a test value that gives
    (lower, upper, class counts). FLD: (edges, table), or None for a constant attribute.
    None for an attribute without a known value.
    """
    if not sorted_known(values):
        return None
    if n_classes is None:
        n_classes = max(int(label) for label in labels) + 1
    if method in DISJOINT:
        return cut_points(method, values, labels, params)
    if method in WINDOW:

        def at(v):
            lower, upper = window(method, values, v, params)
            return lower, upper, class_counts(values, labels, n_classes, lower, upper)

        return at
    if method == "fld":
        edges = fld_edges(values, params)
        return None if edges is None else (edges, fld_table(values, labels, n_classes, params))
    raise ValueError(f"unknown method {method!r}")
