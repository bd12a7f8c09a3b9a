"""Times are kept beside a run's results, and read back as they were."""

from __future__ import annotations

import pytest

from nbexp.errors import StoreError
from nbexp.timing import load_growth, load_times, median_times, ndd_against_lazy
from nbexp.timing.records import AS_NBEXP, GROWTH_FILE, PER_INSTANCE, TimedFold, write_times


def timed(method, way, seconds, repeat=0, dataset="adult"):
    return TimedFold(
        dataset, method, way, repeat, 0, 200, 100, 17, seconds / 4, 3 * seconds / 4, 1.0, 2.0
    )


def test_times_are_read_back_as_they_were_written(tmp_path):
    rows = [timed("ndd", AS_NBEXP, 0.1), timed("ld-ffd", PER_INSTANCE, 1 / 3)]
    write_times(tmp_path / "new", rows)
    assert load_times(tmp_path / "new") == rows
    write_times(tmp_path / "new", rows[:1], GROWTH_FILE)
    assert load_growth(tmp_path / "new") == rows[:1]
    assert load_times(tmp_path / "new") == rows


def test_where_nothing_was_measured_there_are_no_times(tmp_path):
    assert load_times(tmp_path) == []


@pytest.mark.parametrize("text", ["a,b\n1,2\n", None])
def test_a_file_that_is_something_else_is_refused(tmp_path, text):
    path = write_times(tmp_path, [timed("ndd", AS_NBEXP, 1.0)])
    path.write_text(text if text is not None else path.read_text().replace("200", "many"))
    with pytest.raises(StoreError, match="measure again by nbexp time"):
        load_times(tmp_path)


def test_a_table_shows_medians():
    rows = [timed("ndd", AS_NBEXP, seconds, repeat) for repeat, seconds in enumerate((1, 9, 2))]
    (found,) = median_times(rows)
    assert (found.repeats, found.train_seconds, found.test_seconds, found.seconds) == (
        3,
        0.5,
        1.5,
        2.0,
    )


def test_ndd_is_compared_with_lazy_discretization_as_the_thesis_describes_it():
    rows = [
        timed("ndd", AS_NBEXP, 0.5),
        timed("ld-ffd", AS_NBEXP, 1.0),
        timed("ld-ffd", PER_INSTANCE, 8.0),
        timed("ndd", AS_NBEXP, 1.0, dataset="without lazy"),
    ]
    (found,) = ndd_against_lazy(rows)
    assert (found.dataset, found.ratio, found.lazy_as_nbexp) == ("adult", 16.0, 1.0)
