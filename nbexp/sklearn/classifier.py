"""Naive Bayes with any method as a classifier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils import column_or_1d
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from nbexp.api.classes import Classes, declared_classes, known_labels
from nbexp.api.frames import Column
from nbexp.classify.model import TrainedBayes
from nbexp.data.dataset import Attribute, DataSet, Qualitative
from nbexp.discretize.method import Method
from nbexp.errors import DataError
from nbexp.incremental.method import IncrementalMethod
from nbexp.incremental.registry import incremental_class, incremental_ids
from nbexp.sklearn.base import MethodEstimator, taken
from nbexp.sklearn.stream import Stream


def _is_incremental(estimator: DiscretizedNB) -> bool:
    if isinstance(estimator.method, str) and estimator.method in incremental_ids():
        return True
    raise AttributeError(
        f"method {estimator.method!r} is not incremental; those that are: "
        f"{', '.join(incremental_ids())}"
    )


class DiscretizedNB(ClassifierMixin, MethodEstimator):  # type: ignore[misc]
    """Naive Bayes whose quantitative attributes a method of nbexp turns into evidence.

    Texts, categories and truth values are qualitative attributes. A missing value (NaN, None)
    says nothing, and so does, when predicting, a value of a qualitative attribute that was not
    declared or learnt. The categories of a pandas column and of an Enum in polars are the
    declared values; so are those of `y` the classes.

    Parameters
    ----------
    method : str or Method class
        A name as `nbexp methods` lists them, the name of an incremental method, or a dotted path
        ``module:Class``.
    params : mapping, optional
        The method's parameters, as ``{"s": 10}``; each may be set as ``params__s`` too.
    qualitative : sequence of str or int, optional
        Columns that are qualitative though they hold numbers.
    classes : sequence, optional
        All classes, in the order in which ties are resolved; else those that `y` declares, or
        those that occur, ascending.

    Attributes
    ----------
    classes_ : array
        The classes, ascending: the columns of the probabilities.
    n_features_in_ : int
    feature_names_in_ : array
        Where the columns have names.

    Examples
    --------
    >>> import nbexp
    >>> X, y = nbexp.to_frame(nbexp.load_dataset("iris"))
    >>> classifier = DiscretizedNB("ndd", {"s": 15}).fit(X, y)
    >>> classifier.predict(X[:2]).tolist()
    ['Iris-setosa', 'Iris-setosa']
    """

    def __init__(
        self,
        method: str | type[Method] = "ndd",
        params: Mapping[str, object] | None = None,
        *,
        qualitative: Sequence[str | int] | None = None,
        classes: Sequence[Any] | None = None,
    ) -> None:
        self.method = method
        self.params = params
        self.qualitative = qualitative
        self.classes = classes

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn all instances.

        Parameters
        ----------
        X : array or frame, (n, n_features)
        y : array or series, (n,)
        sample_weight : (n,) whole numbers, optional
            How often each instance counts. Frequencies are counts: a fraction is refused.
        """
        method = self._create(self._method_class())
        attributes = self._learn_columns(X)
        n = len(attributes[0].codes)
        classes = self._learn_classes(y, n, self.classes)
        learnt = _rows(sample_weight, n)
        attributes = tuple(taken(attribute, learnt) for attribute in attributes)
        labels = classes.codes[learnt]
        n_classes = len(classes.names)
        # A method that learns one by one goes on from here; one that can learn at once too, as
        # gaussian, is asked for its own numbers until then.
        self._stream = self._started(attributes, n_classes)
        self._model: TrainedBayes | None = None
        if self._stream is not None:
            self._stream.start(attributes, labels)
        if not isinstance(method, IncrementalMethod):
            names = tuple(map(str, range(n_classes)))
            self._model = TrainedBayes.fit(DataSet("", attributes, names, labels), method)
        return self

    def _started(self, attributes: Sequence[Attribute], n_classes: int) -> Stream | None:
        """Return a stream that has learnt nothing; None if the method is not incremental."""
        if not isinstance(self.method, str) or self.method not in incremental_ids():
            return None
        method = self._create(incremental_class(self.method))
        assert isinstance(method, IncrementalMethod)
        return Stream(method, attributes, n_classes)

    @available_if(_is_incremental)  # type: ignore[untyped-decorator]
    def partial_fit(
        self, X: Any, y: Any, classes: Sequence[Any] | None = None, sample_weight: Any = None
    ) -> Self:
        """Learn more instances, one after the other; for incremental methods only.

        Parameters
        ----------
        X : array or frame, (n, n_features)
        y : array or series, (n,)
        classes : sequence, optional
            All classes; needed at the first call, unless the estimator or `y` declares them.
        sample_weight : (n,) whole numbers, optional
            How often each instance is learnt.
        """
        if not hasattr(self, "classes_"):
            self._begin(X, y, classes)
        if classes is not None and set(classes) != set(self._names):
            raise ValueError(
                f"classes: found {list(classes)}, which is not the same as on the first call to "
                f"partial_fit: {list(self._names)}"
            )
        columns = self._columns(X, reset=False)
        coded = _classes(y, len(columns[0]), self._names)
        learnt = _rows(sample_weight, len(coded.codes))
        self._take_in_values(columns, learnt)
        attributes = tuple(taken(attribute, learnt) for attribute in self._coded(columns))
        assert self._stream is not None
        self._stream.learn(attributes, coded.codes[learnt])
        self._model = None
        return self

    def _begin(self, X: Any, y: Any, classes: Sequence[Any] | None) -> None:
        """Learn what the first batch declares, and nothing else."""
        declared = self.classes if classes is None else classes
        if declared is None and declared_classes(y) is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        attributes = self._learn_columns(X)
        coded = self._learn_classes(y, len(attributes[0].codes), declared)
        self._stream = self._started(self._declared, len(coded.names))

    def _take_in_values(self, columns: Sequence[Column], learnt: NDArray[np.intp]) -> None:
        """Take in values of qualitative columns that are new, in order of appearance."""
        extended = []
        for column, known in zip(columns, self._declared, strict=True):
            if isinstance(known, Qualitative):
                found = column.in_order_of_appearance(learnt)
                values = tuple(dict.fromkeys((*known.values, *found)))
                known = Qualitative(known.name, values, known.codes)
            extended.append(known)
        self._declared = tuple(extended)

    def _learn_classes(self, y: Any, n: int, declared: Sequence[Any] | None) -> Classes:
        """Code the classes, and keep what they are."""
        coded = _classes(y, n, declared)
        names = np.array(coded.names)
        self._names = coded.names
        self._order = np.argsort(names, kind="stable")
        self.classes_ = names[self._order]
        return coded

    @property
    def model_(self) -> TrainedBayes:
        """What is learnt, as it stands."""
        check_is_fitted(self, "classes_")
        if self._model is None:
            assert self._stream is not None
            return self._stream.trained()
        return self._model

    def _log_scores(self, X: Any) -> NDArray[np.float64]:
        """Return the scores of the classes in declared order."""
        model = self.model_
        attributes = self._code_columns(X)
        scores = model.log_scores(attributes, len(attributes[0].codes))
        best = scores.max(axis=1)
        if not np.isfinite(best).all():
            raise ValueError(
                f"method {self.method!r}: the evidence is not a number, or rules out all classes"
            )
        return scores

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the most probable class of each instance; the first declared among equals."""
        best = np.argmax(self._log_scores(X), axis=1)
        place = np.argsort(self._order)  # of each declared class among the ascending ones
        return np.asarray(self.classes_[place[best]])

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the log-probability of each class: (n, n_classes), as `classes_`."""
        scores = self._log_scores(X)[:, self._order]
        below = scores - scores.max(axis=1, keepdims=True)
        shares: NDArray[np.float64] = below - np.log(np.exp(below).sum(axis=1, keepdims=True))
        return shares

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the probability of each class: (n, n_classes), as `classes_`."""
        return np.exp(self.predict_log_proba(X))


def _classes(y: Any, n: int, declared: Sequence[Any] | None) -> Classes:
    """Code the classes of n instances; ValueError where they are none."""
    if y is None:
        raise ValueError(
            "DiscretizedNB requires y to be passed, but the target y is None: it learns classes"
        )
    if len(getattr(y, "shape", ())) == 2:
        y = column_or_1d(y, warn=True)
    try:
        check_classification_targets(known_labels(y))
        coded = Classes.of(y, declared)
    except DataError as error:
        raise ValueError(str(error)) from error
    check_consistent_length(np.empty(n), coded.codes)
    return coded


def _rows(weights: Any, n: int) -> NDArray[np.intp]:
    """Return the instances to learn, each as often as its weight says."""
    if weights is None:
        return np.arange(n)
    found = np.asarray(weights, dtype=np.float64)
    if found.shape != (n,):
        raise ValueError(
            f"sample_weight.shape == {found.shape}, expected {(n,)}: a number an instance"
        )
    whole = np.isfinite(found) & (found >= 0) & (found == np.floor(found))
    if not whole.all():
        raise ValueError(
            f"sample_weight: found {found[~whole][0]}, expected whole numbers: they say how often "
            "an instance counts, and the frequencies of intervals are counts"
        )
    rows = np.repeat(np.arange(n), found.astype(np.int64))
    if not len(rows):
        raise ValueError("sample_weight: all are zero, so that there is no instance to learn")
    return rows
