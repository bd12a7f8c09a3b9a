"""Would more data help? The end of a learning curve, and whether it is more than noise."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from nbexp.compare.resampled import ResampledTest, resampled_test
from nbexp.recommend.contenders import fold_errors
from nbexp.report.curves import Curve
from nbexp.report.evaluation import Evaluation
from nbexp.runner.store import Store

_FALLING = 0.002
_FALLING_SHARE = 0.02
"""An error that fell by so much, or by this share of itself, would fall on with more data."""


@dataclass(frozen=True)
class Growth:
    """The last step of a learning curve.

    Attributes
    ----------
    before, now : int
        Training instances.
    first, last : Fraction
        The errors with so many.
    test : ResampledTest
        Of the first less the last, on the same folds.
    """

    before: int
    now: int
    first: Fraction
    last: Fraction
    test: ResampledTest

    @property
    def worth(self) -> float:
        """The fall that would be worth more data."""
        return max(_FALLING, _FALLING_SHARE * float(self.first))


def growth(evaluation: Evaluation, store: Store, curve: Curve) -> Growth | None:
    """Return the last step of a data set's learning curve; None if it has no two points.

    A smaller training set is drawn from the training part of a fold, and drawing is part of
    what is tested: so the test allows for what the training parts have in common.
    """
    if len(curve.points) < 2:
        return None
    (dataset,) = curve.datasets
    folds = evaluation.settings.folds
    errors = fold_errors(store, evaluation.size(dataset) / folds)
    labels = dict(curve.series.labels)
    before, now = curve.points[-2:]
    pairs = zip(errors[labels[before.x]], errors[labels[0 if now.whole else now.x]], strict=True)
    test = resampled_test([less - more for less, more in pairs], 1 / (folds - 1))
    return Growth(int(before.x), int(now.x), before.error, now.error, test)
