"""From texts to a data set: numbers, declared values, and every count that is declared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_recipe import ROWS, content
from small_recipe import source as small_source

from nbexp.data.dataset import DataSet, Qualitative, Quantitative, narrowest
from nbexp.data.delimited import read_delimited
from nbexp.data.encode import encode, quantitative, to_number
from nbexp.data.recipe import Recipe
from nbexp.data.source import Source
from nbexp.data.table import TextColumn, one_file
from nbexp.errors import DataError


def encoded(data: bytes = ROWS, **changes: Any) -> DataSet:
    recipe = Recipe.model_validate(content(**changes))
    source = recipe.sources[0]
    return encode(read_delimited(data, source.files[0], source), recipe, source.missing)


def test_values_are_coded_in_declared_order_and_missing_ones_are_minus_one() -> None:
    dataset = encoded()
    size, colour = dataset.attributes
    assert isinstance(size, Quantitative)
    assert isinstance(colour, Qualitative)
    assert size.values.tolist() == [1.5, 2.5]
    assert size.codes.tolist() == [0, 1, -1]
    assert colour.codes.tolist() == [0, 1, 0]
    assert dataset.labels.tolist() == [1, 0, 1]
    assert dataset.classes == ("no", "yes")


def test_different_spellings_of_a_number_are_one_value() -> None:
    dataset = encoded(b"1.50,red,yes\n15e-1,green,no\n?,red,yes\n")
    assert dataset.quantitative[0].codes.tolist() == [0, 0, -1]


def test_zero_has_no_sign() -> None:
    dataset = encoded(b"-0,red,yes\n0.0,green,no\n?,red,yes\n")
    assert dataset.quantitative[0].values.tolist() == [0.0]
    assert not np.signbit(dataset.quantitative[0].values[0])


@pytest.mark.parametrize("text", ["1", "-1.5", "+.5", "5.", "1e-3", "2E+4", "00.70"])
def test_plain_notation_is_a_number(text: str) -> None:
    assert to_number(text) == float(text)


@pytest.mark.parametrize(
    "text",
    ["", "x", "nan", "NaN", "inf", "-Infinity", "1_000", "1,5", "0x10", "1e999", "e", "--1", "１"],
)
def test_what_only_python_reads_is_no_number(text: str) -> None:
    assert to_number(text) is None


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (
            b"1.5,red,yes\nabc,green,no\n?,red,yes\n",
            r"tiny\.data:2: column size: found 'abc', expected a number; .* under missing",
        ),
        (b"nan,red,yes\ninf,green,no\n?,red,yes\n", r"found 'nan' \(and 1 more rows\)"),
        (
            b"1.5,red,yes\n2.5,gren,no\n?,red,yes\n",
            r"tiny\.data:2: column colour: found 'gren', expected one of 'red', 'green' "
            r"\(nearest: 'green'\)",
        ),
        (
            b"1.5,red,yes\n2.5,green,maybe\n?,red,yes\n",
            r"tiny\.data:2: column class: found 'maybe', expected one of 'no', 'yes'",
        ),
        (b"1.5,red,?\n2.5,green,no\n?,red,yes\n", r"tiny\.data:1: column class: the class is mis"),
        (b"1.5,red,yes\n2.5,green,no\n", "found 2 instances, expected 3"),
        (b"1.5,red,no\n2.5,green,no\n?,red,yes\n", "found 2 instances of class 'no', expected 1"),
        (b"1.5,red,yes\n2.5,?,no\n?,red,yes\n", "found 2 missing cells, expected 1"),
    ],
)
def test_what_is_not_as_declared_is_told_with_place_found_and_expected(
    data: bytes, told: str
) -> None:
    with pytest.raises(DataError, match=told):
        encoded(data)


def test_a_declared_missing_code_may_look_like_a_number_python_reads() -> None:
    data = b"nan,red,yes\n2.5,green,no\n1,red,yes\n"
    source = content()["sources"][0] | {"missing": ["nan"]}
    assert encoded(data, sources=[source]).quantitative[0].codes.tolist() == [-1, 1, 0]


def test_another_parsed_digest_is_an_error_that_shows_both() -> None:
    digest = encoded().digest
    assert encoded(digest=digest).digest == digest
    with pytest.raises(DataError, match=f"digest {digest}, expected {'0' * 64}"):
        encoded(digest="0" * 64)


def test_a_declared_class_may_have_no_instance(make_recipe: Callable[..., Recipe]) -> None:
    class_ = {"values": ["no", "never", "yes"], "counts": [1, 0, 2]}
    assert encoded(**{"class": class_}).labels.tolist() == [2, 0, 2]


@given(
    st.lists(
        st.none() | st.floats(allow_nan=False, allow_infinity=False).map(repr) | st.just("1.0"),
        min_size=1,
        max_size=40,
    )
)
def test_coding_texts_equals_coding_numbers(texts: list[str | None]) -> None:
    known = sorted(set(texts), key=str)
    column = TextColumn(known, np.array([known.index(t) for t in texts], dtype=np.int32))
    table = one_file({"x": column}, "x.data", np.arange(1, len(texts) + 1))
    found = quantitative(table, "x", column)
    expected = Quantitative.from_floats(
        "x", [np.nan if text is None else float(text) for text in texts]
    )
    assert found.values.tolist() == expected.values.tolist()
    assert found.codes.tolist() == expected.codes.tolist()
    assert found.codes.dtype == expected.codes.dtype


def test_a_column_that_is_not_there_is_told_with_those_that_are() -> None:
    recipe = Recipe.model_validate(content())
    source = Source.model_validate(small_source(columns=["size", "color", "class"]))
    table = read_delimited(ROWS, source.files[0], source)
    told = r"tiny\.data: found no column colour; the columns are size, color, class"
    with pytest.raises(DataError, match=told):
        encode(table, recipe, source.missing)


@pytest.mark.parametrize(
    ("codes", "width"), [(128, 1), (129, 2), (2**15 + 1, 4), (2**31, 4), (2**31 + 1, 8)]
)
def test_codes_take_no_more_bytes_than_they_need(codes: int, width: int) -> None:
    assert narrowest(codes).itemsize == width


def test_attributes_of_other_lengths_than_the_labels_are_refused() -> None:
    x = Quantitative.from_floats("x", np.array([1.0, 2.0]))
    with pytest.raises(ValueError, match="attribute x has 2 instances, the labels have 3"):
        DataSet("mine", (x,), ("a",), np.zeros(3, dtype=np.int8))
