"""Domingos's bias: the error of the central tendency."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from nbexp.compare.bias_variance import decompose, domingos


def slowly(labels, predictions):
    """Average over the most frequent classes of each instance, one by one."""
    total = Fraction(0)
    for label, column in zip(labels.tolist(), predictions.T.tolist(), strict=True):
        counts = Counter(column)
        most = [c for c, count in counts.items() if count == max(counts.values())]
        total += Fraction(sum(c != label for c in most), len(most))
    return total / len(labels)


def test_a_wrong_tendency_counts_in_full_however_many_stray_from_it():
    labels = np.array([0, 0])
    predictions = np.array([[1, 0], [1, 1], [0, 0]])
    result = domingos(labels, predictions)
    assert result.bias == Fraction(1, 2)
    assert result.error == Fraction(3, 6)
    assert result.variance == 0
    assert decompose(labels, predictions).bias == Fraction(2, 6)


def test_straying_from_a_wrong_tendency_makes_the_net_variance_negative():
    result = domingos(np.array([0]), np.array([[1], [1], [0]]))
    assert (result.bias, result.error, result.variance) == (1, Fraction(2, 3), Fraction(-1, 3))


def test_of_several_tendencies_the_average_is_taken():
    assert domingos(np.array([0]), np.array([[0], [1], [2]])).bias == Fraction(2, 3)


@pytest.mark.parametrize("seed", range(20))
def test_it_equals_its_slow_twin(seed):
    random = np.random.default_rng(seed)
    labels = random.integers(0, 4, 50)
    predictions = random.integers(0, 4, (random.integers(1, 8), 50))
    result = domingos(labels, predictions)
    assert result.bias == slowly(labels, predictions)
    assert result.bias + result.variance == result.error
