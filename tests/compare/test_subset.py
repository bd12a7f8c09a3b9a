"""Parts of the data sets, told by size."""

from __future__ import annotations

import pytest

from nbexp.compare.subset import Subset

SIZES = {"d": 1200, "a": 10, "c": 1000, "e": 5000, "b": 10}


@pytest.mark.parametrize(
    ("subset", "names"),
    [
        (Subset(), "a b c d e"),
        (Subset(smaller_than=1200), "a b c"),
        (Subset(larger_than=1200), "e"),
        (Subset(largest=2), "d e"),
        (Subset(smallest=2), "a b"),
        (Subset(largest=9), "a b c d e"),
        (Subset(smaller_than=1200, largest=1), "c"),
        (Subset(larger_than=10, smallest=2), "c d"),
        (Subset(names=("e", "a")), "a e"),
        (Subset(larger_than=9999), ""),
        (Subset(largest=3, smallest=1), "c"),
    ],
)
def test_a_subset_is_taken_by_size_and_ordered_by_it(subset: Subset, names: str) -> None:
    assert subset.select(SIZES) == tuple(names.split())


def test_a_subset_says_what_it_is() -> None:
    assert Subset().is_whole
    assert Subset().text == ""
    assert not Subset(largest=3).is_whole
    both = Subset(larger_than=1200, largest=3)
    assert both.text == "of more than 1,200 instances, the 3 largest"
