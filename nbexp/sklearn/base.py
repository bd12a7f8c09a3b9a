"""What both estimators share: method parameters, and columns learnt and coded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import check_array
from sklearn.utils.validation import validate_data

from nbexp.api.frames import Column, columns_of
from nbexp.api.kinds import is_frame
from nbexp.data.dataset import Attribute, Qualitative, Quantitative
from nbexp.discretize.method import Method
from nbexp.errors import DataError, SpecError
from nbexp.incremental.registry import classes_called

_PREFIX = "params__"


class MethodEstimator(BaseEstimator):  # type: ignore[misc]
    """An estimator with a method of nbexp inside.

    A method's parameters are in the mapping `params`. Each is a parameter of the estimator too, as
    ``params__s``, so that a search can set it; None leaves a method its default.
    """

    method: str | type[Method]
    params: Mapping[str, object] | None
    qualitative: Sequence[str | int] | None

    # ----------------------------------------------------------- parameters of the method

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters; `deep`: also those of the method that are set."""
        found: dict[str, Any] = super().get_params(deep=deep)
        if deep and isinstance(self.params, Mapping):
            found |= {f"{_PREFIX}{name}": value for name, value in self.params.items()}
        return found

    def set_params(self, **params: Any) -> Self:
        """Set parameters; ``params__s=10`` sets the method's parameter `s`."""
        own = {name: value for name, value in params.items() if not name.startswith(_PREFIX)}
        super().set_params(**own)
        chosen = {name[len(_PREFIX) :]: params[name] for name in params.keys() - own.keys()}
        if chosen:
            self.params = {**(self.params or {}), **chosen}
        return self

    def _method_class(self) -> type[Method]:
        if isinstance(self.method, type) and issubclass(self.method, Method):
            return self.method
        if not isinstance(self.method, str):
            raise ValueError(f"method: found {self.method!r}, expected a name or a Method class")
        try:
            return classes_called(self.method)[0]
        except SpecError as error:
            raise ValueError(str(error)) from error

    def _create(self, kind: type[Method]) -> Method:
        """Return the method with its parameters; ``class_counts`` is taken for class-counts."""
        if not isinstance(self.params, Mapping | None):
            raise ValueError(f"params: found {self.params!r}, expected a mapping as {{'s': 10}}")
        declared = {parameter.name for parameter in kind.parameters}
        given = {}
        for name, value in (self.params or {}).items():
            hyphenated = name if name in declared else name.replace("_", "-")
            if value is not None:
                given[hyphenated] = value.item() if isinstance(value, np.generic) else value
        try:
            method = kind.create(given)
        except SpecError as error:
            raise ValueError(str(error)) from error
        if method.training_size:
            raise ValueError(
                "training-size: an estimator learns all that it is given; for a curve over "
                "training sizes use sklearn.model_selection.learning_curve"
            )
        return method

    # ------------------------------------------------------------------------ columns

    def _columns(self, X: Any, *, reset: bool) -> list[Column]:
        """Return the columns of the instances, checked as scikit-learn checks them."""
        if is_frame(X):
            validate_data(self, X, reset=reset, skip_check_array=True)
        else:
            X = validate_data(
                self,
                X,
                reset=reset,
                dtype=None,
                ensure_all_finite="allow-nan",
                accept_sparse=False,
            )
        if X.shape[0] < 1 or X.shape[1] < 1:
            # scikit-learn's own words, which its users know
            check_array(np.empty(X.shape), ensure_min_samples=1, ensure_min_features=1)
        try:
            columns = columns_of(X, self.qualitative)
        except DataError as error:
            raise ValueError(str(error)) from error
        for column in columns:
            if column.floats is not None and np.isinf(column.floats).any():
                raise ValueError(f"Input X contains infinity in column {column.name}.")
        return columns

    def _learn_columns(self, X: Any) -> tuple[Attribute, ...]:
        """Return the columns as attributes, and keep what they declare."""
        attributes = tuple(column.attribute() for column in self._columns(X, reset=True))
        self._declared = tuple(declaration(attribute) for attribute in attributes)
        return attributes

    def _code_columns(self, X: Any) -> tuple[Attribute, ...]:
        """Return the columns coded as those that were learnt."""
        return self._coded(self._columns(X, reset=False))

    def _coded(self, columns: Sequence[Column]) -> tuple[Attribute, ...]:
        try:
            return tuple(
                column.attribute_as(learnt)
                for column, learnt in zip(columns, self._declared, strict=True)
            )
        except DataError as error:
            raise ValueError(str(error)) from error

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags


def declaration(attribute: Attribute) -> Attribute:
    """Return what an attribute declares, without instances."""
    nothing = attribute.codes[:0]
    if isinstance(attribute, Quantitative):
        return Quantitative(attribute.name, np.empty(0), nothing)
    return Qualitative(attribute.name, attribute.values, nothing)


def taken(attribute: Attribute, rows: Any) -> Attribute:
    """Return some instances of an attribute."""
    if isinstance(attribute, Quantitative):
        return Quantitative(attribute.name, attribute.values, attribute.codes[rows])
    return Qualitative(attribute.name, attribute.values, attribute.codes[rows])
