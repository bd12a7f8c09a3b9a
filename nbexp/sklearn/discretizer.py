"""Disjoint discretization as a transformer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import TransformerMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from nbexp.api.classes import Classes, known_labels
from nbexp.data.dataset import MISSING, Attribute, Quantitative
from nbexp.discretize.intervals import StepFunction
from nbexp.discretize.method import Method
from nbexp.discretize.sample import Sample
from nbexp.errors import DataError
from nbexp.sklearn.base import MethodEstimator

Encoding = Literal["ordinal", "onehot", "onehot-dense"]

_ENCODINGS = ("ordinal", "onehot", "onehot-dense")


def reason_against(method: type[Method]) -> str | None:
    """Return why a method cannot give codes to values; None where it can."""
    words = method.taxonomy
    if words.timing == "lazy":
        return "it is lazy: it makes an interval for each value that is asked, and no codes"
    if words.overlap == "non-disjoint":
        return "its intervals overlap: a value belongs to several, and has no code"
    if words.overlap != "disjoint":
        return "it estimates the density of the values in each class, and makes no intervals"
    return None


class Discretizer(TransformerMixin, MethodEstimator):  # type: ignore[misc]
    """Turn numbers into the intervals in which they lie.

    Only methods with disjoint intervals give a value a code; the others serve `DiscretizedNB`.
    Qualitative columns are coded by their values.

    Parameters
    ----------
    method : str or Method class
        A name as `nbexp methods` lists them, or a dotted path ``module:Class``.
    params : mapping, optional
        The method's parameters, as ``{"s": 10}``; each may be set as ``params__s`` too.
    encode : "ordinal", "onehot" or "onehot-dense"
        The number of the interval from 0 (a missing value stays NaN), or a column of zeros and
        ones for each interval (a missing value has no one), sparse or dense.
    qualitative : sequence of str or int, optional
        Columns that are qualitative though they hold numbers.

    Attributes
    ----------
    cut_points_ : list of array or None
        The cut points of each column: a value equal to one lies in the interval below it. None
        for a qualitative column.
    n_intervals_ : (n_features,) int array
        Number of intervals, or of values, of each column.
    n_features_in_ : int
    feature_names_in_ : array
        Where the columns have names.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0], [2.0], [3.0], [4.0], [11.0], [12.0], [13.0], [14.0]])
    >>> discretizer = Discretizer("mdlp").fit(X, [0, 0, 0, 0, 1, 1, 1, 1])
    >>> discretizer.cut_points_
    [array([7.5])]
    >>> discretizer.transform([[7.5], [8.0], [np.nan]]).ravel()
    array([ 0.,  1., nan])
    """

    def __init__(
        self,
        method: str | type[Method] = "mdlp",
        params: Mapping[str, object] | None = None,
        *,
        encode: Encoding = "ordinal",
        qualitative: Sequence[str | int] | None = None,
    ) -> None:
        self.method = method
        self.params = params
        self.encode = encode
        self.qualitative = qualitative

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn the cut points; supervised methods need the classes `y`."""
        method = self._create(self._disjoint_class())
        if self.encode not in _ENCODINGS:
            raise ValueError(
                f"encode: found {self.encode!r}, expected one of {', '.join(_ENCODINGS)}"
            )
        attributes = self._learn_columns(X)
        n = len(attributes[0].codes)
        labels, n_classes = self._labels(y, n)
        steps = [_step(method, attribute, labels, n_classes) for attribute in attributes]
        self.cut_points_ = [None if step is None else step.upper.copy() for step in steps]
        self.n_intervals_ = np.array(
            [
                len(attribute.values) if step is None else len(step.upper) + 1
                for attribute, step in zip(attributes, steps, strict=True)
            ]
        )
        return self

    def _disjoint_class(self) -> type[Method]:
        kind = self._method_class()
        reason = reason_against(kind)
        if reason is not None:
            raise ValueError(
                f"method {kind.id!r} cannot transform: {reason}. Use it in DiscretizedNB, or a "
                "method with disjoint intervals here"
            )
        return kind

    def _supervised(self) -> bool:
        """Tell whether the method needs the classes; False where it is not known."""
        try:
            return self._method_class().taxonomy.supervision != "unsupervised"
        except ValueError:
            return False

    def _labels(self, y: Any, n: int) -> tuple[NDArray[np.signedinteger], int]:
        """Return the classes' codes; without supervision all instances are alike."""
        if not self._supervised():
            return np.zeros(n, dtype=np.int16), 1
        if y is None:
            raise ValueError(
                f"{type(self).__name__}({self._method_class().id!r}) requires y to be passed, but "
                "the target y is None: it cuts where the classes change"
            )
        try:
            check_classification_targets(known_labels(y))
            classes = Classes.of(y)
        except DataError as error:
            raise ValueError(str(error)) from error
        if len(classes.codes) != n:
            check_consistent_length(np.empty(n), classes.codes)
        return classes.codes, len(classes.names)

    def transform(self, X: Any) -> Any:
        """Return the intervals of the values, encoded."""
        check_is_fitted(self)
        attributes = self._code_columns(X)
        codes = np.column_stack(
            [_interval(a, cuts) for a, cuts in zip(attributes, self.cut_points_, strict=True)]
        )
        if self.encode == "ordinal":
            return np.where(codes == MISSING, np.nan, codes.astype(np.float64))
        return self._one_hot(codes)

    def _one_hot(self, codes: NDArray[np.int64]) -> Any:
        from scipy.sparse import csr_matrix

        starts = np.concatenate(([0], np.cumsum(self.n_intervals_)))
        known = codes != MISSING
        columns = (codes + starts[:-1])[known]
        rows = np.concatenate(([0], np.cumsum(known.sum(axis=1))))
        ones = np.ones(len(columns))
        encoded = csr_matrix((ones, columns, rows), shape=(len(codes), starts[-1]))
        return encoded if self.encode == "onehot" else encoded.toarray()

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Return the names of the columns of the output.

        One-hot: ``NAME_0``, ``NAME_1`` … for intervals, ``NAME_value`` for qualitative columns.
        """
        check_is_fitted(self)
        names = [str(name) for name in self._names_in(input_features)]
        if self.encode != "ordinal":
            names = [
                f"{name}_{value}"
                for name, attribute, count in zip(
                    names, self._declared, self.n_intervals_, strict=True
                )
                for value in (
                    range(count) if isinstance(attribute, Quantitative) else attribute.values
                )
            ]
        return np.array(names, dtype=object)

    def _names_in(self, given: Any) -> Sequence[Any]:
        own = getattr(self, "feature_names_in_", None)
        if given is None:
            return own if own is not None else [f"x{i}" for i in range(self.n_features_in_)]
        if own is not None and not np.array_equal(own, given):
            raise ValueError("input_features is not equal to feature_names_in_")
        if len(given) != self.n_features_in_:
            raise ValueError(
                "input_features should have length equal to number of features "
                f"({self.n_features_in_}), got {len(given)}"
            )
        return list(given)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self._supervised()
        tags.input_tags.sparse = False
        return tags


def _step(
    method: Method, attribute: Attribute, labels: NDArray[np.signedinteger], n_classes: int
) -> StepFunction | None:
    """Return a column's intervals: one if nothing is known of it, None if it is qualitative."""
    if not isinstance(attribute, Quantitative):
        return None
    sample = Sample.of(attribute, labels, n_classes)
    if sample.n_known == 0:
        nothing = np.zeros((1, n_classes))
        return StepFunction(np.empty(0), nothing, nothing, 1)
    step = method.fit(sample)
    if not isinstance(step, StepFunction) or not step.disjoint:
        raise ValueError(
            f"method {method.id!r} cannot transform: it says that it is disjoint, but made "
            f"{type(step).__name__}"
        )
    return step


def _interval(attribute: Attribute, cuts: NDArray[np.float64] | None) -> NDArray[np.int64]:
    """Return the interval, or value, of each instance; -1 where it is missing."""
    if cuts is None or not isinstance(attribute, Quantitative):
        return attribute.codes.astype(np.int64)
    interval = np.append(np.searchsorted(cuts, attribute.values, side="left"), MISSING)
    return interval[attribute.codes].astype(np.int64)
