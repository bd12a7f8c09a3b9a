"""The trade between bias and variance on a problem whose best classifier is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from nbexp.compare.bias_variance import decompose
from nbexp.discretize.method import Method
from nbexp.discretize.sample import Sample
from nbexp.theory.problem import HIGH, LOW, even_values, most_probable, posterior


@dataclass(frozen=True)
class Trade:
    """What a method does wrong on the problem of figure 3.5.

    Attributes
    ----------
    bias, variance : Fraction
        Webb's, of predictions held against the truly most probable class: even the best
        classifier's own error is not in them.
    """

    bias: Fraction
    variance: Fraction


def trades(
    methods: Sequence[Method], n: int, *, rounds: int = 40, asked: int = 400, seed: int = 1
) -> list[Trade]:
    """Train methods on drawn training sets and tell what they do wrong.

    Parameters
    ----------
    methods : sequence of Method
    n : int
        Training instances of a set: X1 spread evenly, classes drawn by their probabilities.
    rounds : int
        Training sets; all methods see the same ones.
    asked : int
        Values asked, spread evenly.

    Returns
    -------
    list of Trade
        One a method.
    """
    rng = np.random.default_rng(seed)
    values = even_values(asked)
    right = most_probable(posterior(values))
    predictions = np.empty((len(methods), rounds, asked), dtype=np.int16)
    for number in range(rounds):
        drawn = rng.uniform(LOW, HIGH, n)
        labels = (rng.random(n) >= posterior(drawn)[:, 0]).astype(np.int64)
        sample = Sample.from_values(drawn, labels, 2)
        prior = np.log(sample.class_totals + 1)
        for place, method in enumerate(methods):
            evidence = method.fit(sample).log_likelihood(values) + prior
            predictions[place, number] = evidence.argmax(axis=1)
    parts = [decompose(right, one) for one in predictions]
    return [Trade(part.bias, part.variance) for part in parts]
