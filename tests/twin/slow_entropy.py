"""Entropy minimization the slow way: cuts are compared by whole numbers, MDL by fifty digits."""

from decimal import Decimal, localcontext

from .slow_words import known_pairs, midpoint, settings


def counts_of(labels):
    counts = {}
    for label in labels:
        counts[label] = counts.get(label, 0) + 1
    return list(counts.values())


def self_power(numbers):
    """The product of x**x."""
    product = 1
    for x in numbers:
        product *= x**x
    return product


def boundary_points(pairs):
    """Gaps (a, b) between neighbouring values that carry instances of different class."""
    classes_at = {}
    for value, label in pairs:
        classes_at.setdefault(value, set()).add(label)
    distinct = sorted(classes_at)
    gaps = []
    for i in range(len(distinct) - 1):
        a, b = distinct[i], distinct[i + 1]
        if any(one != other for one in classes_at[a] for other in classes_at[b]):
            gaps.append((a, b))
    return gaps


def best_boundary(pairs):
    """The boundary point of least class information entropy, the leftmost of equals, or None.

    N times the entropy of a cut is log2 of (|S1|^|S1| |S2|^|S2|) / prod of n_ic^n_ic. The
    arguments of the logarithm are compared, as whole numbers.
    """
    best, best_over, best_under = None, None, None
    for a, b in boundary_points(pairs):
        left = [label for value, label in pairs if value <= a]
        right = [label for value, label in pairs if value > a]
        over = self_power([len(left), len(right)])
        under = self_power(counts_of(left) + counts_of(right))
        if best is None or over * best_under < best_over * under:
            best, best_over, best_under = (a, b), over, under
    return best


def log2(number):
    return Decimal(number).ln() / Decimal(2).ln()


def entropy(labels):
    """Class entropy in bits."""
    n = len(labels)
    total = Decimal(0)
    for count in counts_of(labels):
        share = Decimal(count) / n
        total -= share * log2(share)
    return total


def mdl_margin(pairs, gap):
    """Fayyad and Irani's Gain minus what it has to exceed, to fifty digits."""
    with localcontext() as context:
        context.prec = 50
        s = [label for _, label in pairs]
        s1 = [label for value, label in pairs if value <= gap[0]]
        s2 = [label for value, label in pairs if value > gap[0]]
        n = len(s)
        k, k1, k2 = len(set(s)), len(set(s1)), len(set(s2))
        gain = entropy(s) - Decimal(len(s1)) / n * entropy(s1) - Decimal(len(s2)) / n * entropy(s2)
        delta = log2(3**k - 2) - (k * entropy(s) - k1 * entropy(s1) - k2 * entropy(s2))
        return gain - log2(n - 1) / n - delta / n


def mdl_accepts(pairs, gap):
    return mdl_margin(pairs, gap) > Decimal("1e-40")  # strict; less than this is equality


def halves(pairs, gap):
    left = [pair for pair in pairs if pair[0] <= gap[0]]
    right = [pair for pair in pairs if pair[0] > gap[0]]
    return left, right


def emd_cuts(values, labels, params=None):
    """A queue; the cut is made first, the criterion decides whether its halves are looked at."""
    most = settings(params, cuts=5)["cuts"]
    queue = [known_pairs(values, labels)]
    cuts = []
    while queue and len(cuts) < most:
        pairs = queue.pop(0)
        gap = best_boundary(pairs)
        if gap is None:
            continue
        cuts.append(midpoint(*gap))
        if mdl_accepts(pairs, gap):
            left, right = halves(pairs, gap)
            queue.append(left)
            queue.append(right)
    return sorted(cuts)


def mdlp_cuts(values, labels, params=None):
    settings(params)

    def below(pairs):
        gap = best_boundary(pairs)
        if gap is None or not mdl_accepts(pairs, gap):
            return []
        left, right = halves(pairs, gap)
        return [*below(left), midpoint(*gap), *below(right)]

    return below(known_pairs(values, labels))
