"""What may spoil an answer from a data set."""

from __future__ import annotations

import numpy as np
import pytest

from nbexp.data.dataset import DataSet, Qualitative, Quantitative
from nbexp.recommend.hazards import hazards, tells_the_class
from nbexp.recommend.remark import Kind

N = 200
LABELS = (np.arange(N) % 4 == 0).astype(np.int8)
NOISE = np.random.default_rng(2).normal(size=N)


def data(*attributes: Quantitative | Qualitative, labels: np.ndarray = LABELS) -> DataSet:
    return DataSet("own", attributes, ("no", "yes"), labels)


def kinds(dataset: DataSet) -> set[Kind]:
    return {remark.kind for remark in hazards(dataset, 3)}


def test_a_copy_of_the_class_is_a_leak() -> None:
    copy = Qualitative("copy", ("n", "y"), LABELS)
    (leak,) = [one for one in hazards(data(copy, noise()), 3) if one.kind is Kind.LEAK]
    assert leak.column == "copy"
    assert leak.grave
    assert "--ignore copy" in leak.text


def noise() -> Quantitative:
    return Quantitative.from_floats("noise", NOISE)


def test_a_number_that_is_zero_without_the_class_is_a_leak() -> None:
    refund = np.where(LABELS == 1, 1 + np.arange(N), 0)
    assert tells_the_class(Quantitative.from_floats("refund", refund), data(noise()))


def test_a_number_that_is_missing_without_the_class_is_a_leak() -> None:
    closed = np.where(LABELS == 1, np.arange(N) % 7, np.nan)
    assert tells_the_class(Quantitative.from_floats("closed", closed), data(noise()))


@pytest.mark.parametrize("values", [NOISE, np.arange(N), LABELS + 0.8 * NOISE])
def test_numbers_that_merely_help_are_no_leak(values: np.ndarray) -> None:
    assert not tells_the_class(Quantitative.from_floats("x", values), data(noise()))


@pytest.mark.parametrize("few", [3, 9])
def test_what_chance_may_do_is_no_leak(few: int) -> None:
    labels = np.zeros(N, dtype=np.int8)
    labels[:few] = 1
    alone = data(noise(), labels=labels)
    assert not tells_the_class(Quantitative.from_floats("x", NOISE), alone)
    assert not tells_the_class(Qualitative("copy", ("n", "y"), labels), alone)


def test_five_rows_have_no_leak() -> None:
    numbers = Quantitative.from_floats("x", np.arange(5.0))
    labels = np.array([0, 0, 1, 1, 1], dtype=np.int8)
    assert not tells_the_class(numbers, DataSet("own", (numbers,), ("no", "yes"), labels))


def test_many_classes_of_two_in_a_chance_order_are_no_leak() -> None:
    labels = np.random.default_rng(3).permutation(np.repeat(np.arange(10, dtype=np.int8), 2))
    numbers = Quantitative.from_floats("x", np.arange(20.0))
    many = DataSet("own", (numbers,), tuple("abcdefghij"), labels)
    assert not tells_the_class(numbers, many)


def test_an_identifier_is_no_leak() -> None:
    own = Qualitative("id", tuple(map(str, range(N))), np.arange(N, dtype=np.int16))
    assert not tells_the_class(own, data(noise()))


def test_repeated_rows_are_told_and_so_are_contradictions() -> None:
    codes = np.repeat(np.arange(N // 4, dtype=np.int16), 4)
    values = np.linspace(0, 1, N // 4)
    (told,) = [
        one
        for one in hazards(data(Quantitative("x", values, codes)), 3)
        if one.kind is Kind.DUPLICATES
    ]
    # of each four equal rows the first has another class: two rows repeat another
    assert told.text.startswith("100 rows (50.0 %) repeat")
    assert "50 groups of equal rows have different classes" in told.text


def test_rows_that_differ_in_a_column_that_was_left_out_are_no_copies() -> None:
    coarse = data(Quantitative("x", np.arange(4.0), (np.arange(N) % 4).astype(np.int8)))
    told = [one.kind for one in hazards(coarse, 3, np.arange(N))]
    assert Kind.DUPLICATES not in told
    eights = hazards(coarse, 3, np.arange(N) // 8)
    (copies,) = [one for one in eights if one.kind is Kind.DUPLICATES]
    assert copies.text.startswith("100 rows")  # of each eight, each four are all different


def test_one_group_is_one() -> None:
    codes = np.arange(N, dtype=np.int16)
    codes[1:5] = 0
    (told,) = [
        one
        for one in hazards(data(Quantitative("x", np.arange(float(N)), codes)), 3)
        if one.kind is Kind.DUPLICATES
    ]
    assert "; 1 group of equal rows has different classes:" in told.text


def test_distinct_rows_are_not_told() -> None:
    assert Kind.DUPLICATES not in kinds(data(noise()))


def test_tiny_classes_are_told_with_their_sizes() -> None:
    labels = np.zeros(N, dtype=np.int8)
    labels[:2] = 1
    (told,) = [one for one in hazards(data(noise(), labels=labels), 3) if one.kind is Kind.CLASSES]
    assert "'yes' (2)" in told.text
    assert "some folds have none" in told.text


def test_much_that_is_missing_is_told() -> None:
    sparse = np.where(np.arange(N) % 3 == 0, NOISE, np.nan)
    texts = [one.text for one in hazards(data(Quantitative.from_floats("x", sparse)), 3)]
    assert any(text.startswith("x: 66 % of the values are missing") for text in texts)


def test_few_instances_are_told() -> None:
    small = DataSet("own", (Quantitative.from_floats("x", NOISE[:40]),), ("no", "yes"), LABELS[:40])
    assert Kind.SIZE in kinds(small)


def test_sound_data_have_no_hazard() -> None:
    assert kinds(data(noise())) == set()
