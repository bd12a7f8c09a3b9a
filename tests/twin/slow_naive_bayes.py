"""Naive Bayes, the slow way, over the slow discretization beside it.

A column is ("quantitative", values) or ("qualitative", number of declared values, codes); None
(or NaN) is a missing value. Labels are class indices 0 .. n_classes - 1.
"""

from fractions import Fraction
from math import exp, fsum, inf, log, pi, sqrt

from . import slow_methods, slow_words

METHODS = (*slow_methods.METHODS, "gaussian", "kernel")


def log_of(probability):
    return log(probability) if probability > 0 else -inf


def log_prior(train_labels, n_classes):
    """Laplace, p(c) = (n_c + 1) / (N + m)."""
    sizes = class_sizes(train_labels, n_classes)
    return [log_of(Fraction(n_c + 1, len(train_labels) + n_classes)) for n_c in sizes]


def class_sizes(train_labels, n_classes):
    """All training instances of each class, those with missing values too."""
    sizes = [0] * n_classes
    for label in train_labels:
        sizes[int(label)] += 1
    return sizes


def m_estimate(n_xc, n_c, n_x, n, n_values):
    """p(x|c) = (n_xc + 2p) / (n_c + 2), p = (n_x + 1) / (n + V), exactly."""
    p = Fraction(n_x + 1, n + n_values)
    return (n_xc + 2 * p) / (n_c + 2)


# ------------------------------------------------- log p(x|c) of one attribute, a list over classes


def qualitative_likelihood(n_values, codes, train_labels, v, n_classes):
    pairs = slow_words.known_pairs(codes, train_labels)
    if not pairs:
        return [0.0] * n_classes
    if not 0 <= v < n_values:
        raise ValueError(f"code {v} is not one of the {n_values} declared values")
    sizes = class_sizes(train_labels, n_classes)
    n_x = len([1 for code, _ in pairs if code == v])
    answer = []
    for c in range(n_classes):
        n_xc = len([1 for code, label in pairs if code == v and label == c])
        answer.append(log_of(m_estimate(n_xc, sizes[c], n_x, len(train_labels), n_values)))
    return answer


def counted_likelihood(counts, n_values, values, train_labels, n_classes):
    """The m-estimate on an interval's class counts."""
    sizes = class_sizes(train_labels, n_classes)
    n = len(slow_words.known_pairs(values, train_labels))
    answer = []
    for c in range(n_classes):
        answer.append(log_of(m_estimate(counts[c], sizes[c], sum(counts), n, n_values)))
    return answer


def fuzzy_likelihood(frequencies, n_values, m, values, train_labels, n_classes):
    """The m-estimate on an interval's fractional frequencies."""
    sizes = class_sizes(train_labels, n_classes)
    n = len(slow_words.known_pairs(values, train_labels))
    p = (fsum(frequencies) + 1) / (n + n_values)
    answer = []
    for c in range(n_classes):
        over, under = frequencies[c] + m * p, sizes[c] + m
        answer.append(log_of(over / under) if under > 0 else -inf)
    return answer


def log_normal(v, mean, deviation):
    return -((v - mean) ** 2) / (2 * deviation**2) - log(deviation) - log(2 * pi) / 2


def mean_of(numbers):
    return fsum(numbers) / len(numbers)


def deviation_of(numbers):
    """Sample standard deviation; needs two numbers."""
    mean = mean_of(numbers)
    return sqrt(fsum((x - mean) ** 2 for x in numbers) / (len(numbers) - 1))


def gaussian_parameters(values, train_labels, n_classes, params=None):
    """(mean, deviation) of each class, or None for a constant attribute."""
    share = slow_words.settings(params, floor=1e-3)["floor"]
    pairs = slow_words.known_pairs(values, train_labels)
    everything = [value for value, _ in pairs]
    spread = max(everything) - min(everything)
    if spread == 0:
        return None
    floor = share * spread
    answer = []
    for c in range(n_classes):
        own = [value for value, label in pairs if label == c]
        mean = mean_of(own) if own else mean_of(everything)
        deviation = deviation_of(own) if len(own) >= 2 else deviation_of(everything)
        answer.append((mean, max(deviation, floor)))
    return answer


def kernel_likelihood(values, train_labels, v, n_classes, params=None):
    """Gaussian kernels at a class's known values, deviation 1 / sqrt(their number)."""
    slow_words.settings(params)
    pairs = slow_words.known_pairs(values, train_labels)
    answer = []
    for c in range(n_classes):
        own = [value for value, label in pairs if label == c]
        if not own:
            own = [value for value, _ in pairs]
        deviation = 1 / sqrt(len(own))
        logs = [log_normal(v, value, deviation) for value in own]
        top = max(logs)
        answer.append(top + log(fsum(exp(x - top) for x in logs)) - log(len(own)))
    return answer


# ---------------------------------------------------------------- one attribute, fitted once


def attribute(column, train_labels, n_classes, method, params=None):
    """A function of a known test value that gives log p(x|c) over the classes."""
    if column[0] == "qualitative":
        _, n_values, codes = column
        return lambda v: qualitative_likelihood(n_values, codes, train_labels, int(v), n_classes)
    if column[0] != "quantitative":
        raise ValueError(f"a column is quantitative or qualitative, not {column[0]!r}")

    values = column[1]
    if not slow_words.sorted_known(values):
        return lambda v: [0.0] * n_classes

    if method in slow_methods.DISJOINT:
        cuts = slow_methods.cut_points(method, values, train_labels, params)
        edges = [-inf, *cuts, inf]

        def disjoint(v):
            i = slow_words.interval_of(v, cuts)
            counts = slow_words.class_counts(
                values, train_labels, n_classes, edges[i], edges[i + 1]
            )
            return counted_likelihood(counts, len(cuts) + 1, values, train_labels, n_classes)

        return disjoint

    if method in slow_methods.WINDOW:
        n_values = slow_methods.n_intervals(method, values, train_labels, params)
        at = slow_methods.cells(method, values, train_labels, params, n_classes)
        return lambda v: counted_likelihood(at(v)[2], n_values, values, train_labels, n_classes)

    if method == "fld":
        m = (params or {}).get("m", 1)
        fuzzy = slow_methods.cells(method, values, train_labels, params, n_classes)
        if fuzzy is None:
            return lambda v: [0.0] * n_classes
        edges, table = fuzzy

        def at_interval(v):
            row = table[slow_words.interval_of(v, edges[1:-1])]
            return fuzzy_likelihood(row, len(table), m, values, train_labels, n_classes)

        return at_interval

    if method == "gaussian":
        fitted = gaussian_parameters(values, train_labels, n_classes, params)
        if fitted is None:
            return lambda v: [0.0] * n_classes
        return lambda v: [log_normal(v, mean, deviation) for mean, deviation in fitted]

    if method == "kernel":
        return lambda v: kernel_likelihood(values, train_labels, v, n_classes, params)

    raise ValueError(f"unknown method {method!r}; known: {METHODS}")


# ---------------------------------------------------------------- all attributes


def posterior(train_columns, train_labels, test_columns, n_classes, method, params=None):
    """Log scores, [test instance][class]: log p(c) + the sum of log p(x|c) in attribute order."""
    prior = log_prior(train_labels, n_classes)
    fitted = [attribute(col, train_labels, n_classes, method, params) for col in train_columns]
    scores = []
    for i in range(len(test_columns[0][-1]) if test_columns else 0):
        row = list(prior)
        for at, column in zip(fitted, test_columns, strict=True):
            v = column[-1][i]
            if slow_words.is_missing(v):
                continue
            logs = at(float(v))
            row = [row[c] + logs[c] for c in range(n_classes)]
        scores.append(row)
    return scores


def first_best(row):
    """The first class of the greatest score."""
    best = 0
    for c in range(1, len(row)):
        if row[c] > row[best]:
            best = c
    return best


def predict(train_columns, train_labels, test_columns, n_classes, method, params=None):
    """The predicted class of each test instance."""
    scores = posterior(train_columns, train_labels, test_columns, n_classes, method, params)
    return [first_best(row) for row in scores]


def lead_of_best(row):
    """Best score minus the runner-up's: small means that rounding may decide."""
    best = first_best(row)
    others = [row[c] for c in range(len(row)) if c != best]
    return row[best] - max(others) if others else inf
