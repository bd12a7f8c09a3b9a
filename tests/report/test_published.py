"""The published table that comes with nbexp, held against what the thesis says of it.

What only the thesis's program knew are the digits behind the printed tenths; the mean rows and
the quoted records can be had from the printed cells, and are.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from nbexp.compare.means import Floor, arithmetic_mean, geometric_mean
from nbexp.compare.metrics import METRICS
from nbexp.compare.printed import PERCENT, tenths
from nbexp.compare.wins import PRINTED, compare
from nbexp.errors import SpecError
from nbexp.report.published import (
    GEOMETRIC_MEAN,
    MEAN,
    find_published,
    read_published,
)

THESIS = "thesis_tables_6_1_6_2.csv"
METHODS = ["ewd", "efd", "fld", "emd", "ld", "pd", "ffd", "ndd", "ld-ffd", "wpd"]


@pytest.fixture(scope="module")
def thesis(tmp_path_factory):
    return read_published(find_published(THESIS, tmp_path_factory.mktemp("nothing")))


def records(table, first, second, metric, datasets=None):
    left, right = table.column(first, metric), table.column(second, metric)
    kept = datasets or list(left)
    return compare([left[d] for d in kept], [right[d] for d in kept], PRINTED)


class TestThesis:
    def test_29_data_sets_by_size_and_ten_methods_in_the_order_of_the_tables(self, thesis):
        assert thesis.methods == METHODS
        sizes = [thesis.instances[dataset] for dataset in thesis.datasets]
        assert len(sizes) == 29
        assert sizes == sorted(sizes)
        assert len(thesis.cells) == 290

    def test_a_printed_value_is_an_exact_share(self, thesis):
        assert thesis.share("iris", "ewd", "error") == Fraction(57, 1000)
        assert thesis.share("iris", "ewd", "accuracy") is None
        assert thesis.share("mushroom", "ewd", "error") is None

    @pytest.mark.parametrize("metric", METRICS)
    @pytest.mark.parametrize("method", METHODS)
    def test_the_printed_means_follow_from_the_printed_cells(self, thesis, method, metric):
        column = thesis.column(method, metric)
        mean = arithmetic_mean(list(column.values()))
        assert tenths(mean) == tenths(thesis.mean(MEAN, method, metric))
        geometric = geometric_mean(column, Floor())
        printed = float(thesis.mean(GEOMETRIC_MEAN, method, metric) * PERCENT)
        assert f"{geometric.value * 100:.1f}" == f"{printed:.1f}"
        assert geometric.touched == ()

    def test_error_is_bias_plus_variance_but_for_rounding_and_one_cell(self, thesis):
        apart = {
            where: abs(tenths(cell.shares["error"] - cell.shares["bias"] - cell.shares["variance"]))
            for where, cell in thesis.cells.items()
        }
        wrong = [where for where, distance in apart.items() if distance > 1]
        assert wrong == [("ipums-la-99", "emd")]
        assert [where for where, cell in thesis.cells.items() if cell.note] == wrong

    @pytest.mark.parametrize(
        ("metric", "first", "second", "record", "p"),
        [
            ("error", "pd", "ewd", "22/7/0", "0.0041"),
            ("error", "pd", "efd", "22/6/1", "0.0019"),
            ("error", "pd", "fld", "23/6/0", "0.0012"),
            ("error", "pd", "emd", "21/5/3", "0.0012"),
            ("error", "pd", "ld", "20/8/1", "0.0178"),
            ("error", "pd", "ffd", "15/12/2", "0.3506"),
            ("error", "ndd", "ffd", "19/5/5", "0.0033"),
            ("error", "ndd", "ld-ffd", "13/9/7", "0.2617"),
            ("error", "fld", "ewd", "10/18/1", "0.0925"),
            ("error", "ld", "efd", "19/8/2", "0.0261"),
            ("error", "ld-ffd", "ld", "21/8/0", "0.0121"),
            ("error", "wpd", "ndd", "7/19/3", "0.0145"),
            ("bias", "ld", "efd", "14/12/3", "0.4225"),
            ("bias", "fld", "ewd", "9/20/0", "0.0307"),
            ("bias", "ld-ffd", "ld", "19/9/1", "0.0436"),
            ("variance", "fld", "ewd", "22/2/5", "0.0000"),
            ("variance", "ld-ffd", "ld", "12/14/3", "0.4225"),
        ],
    )
    def test_records_over_all_data_sets(self, thesis, metric, first, second, record, p):
        found = records(thesis, first, second, metric)
        assert (str(found), f"{float(found.p):.4f}") == (record, p)

    @pytest.mark.parametrize(
        ("larger", "metric", "first", "second", "record"),
        [
            (False, "error", "pd", "ffd", "11/5/1"),
            (False, "variance", "pd", "ffd", "5/11/1"),
            (False, "variance", "wpd", "pd", "10/5/2"),
            (True, "error", "ffd", "pd", "7/4/1"),
            (True, "bias", "ffd", "pd", "9/2/1"),
            (True, "variance", "ffd", "pd", "2/9/1"),
            (True, "variance", "wpd", "ffd", "8/2/2"),
        ],
    )
    def test_records_over_sets_smaller_and_larger_than_1200(
        self, thesis, larger, metric, first, second, record
    ):
        kept = [d for d in thesis.datasets if (thesis.instances[d] > 1200) == larger]
        assert str(records(thesis, first, second, metric, kept)) == record

    @pytest.mark.parametrize("new", ["pd", "ffd", "ndd", "wpd"])
    def test_new_methods_win_significantly_against_all_previous_ones(self, thesis, new):
        for previous in METHODS[:5]:
            record = records(thesis, new, previous, "error")
            assert record.wins > record.losses
            assert record.p < Fraction(5, 100)

    def test_the_bias_of_emd_is_above_that_of_ffd_on_9_of_the_10_largest(self, thesis):
        largest = thesis.datasets[-10:]
        assert records(thesis, "emd", "ffd", "bias", largest).losses == 9


class TestReading:
    def write(self, tmp_path, *rows):
        path = tmp_path / "table.csv"
        path.write_text("\n".join(rows) + "\n")
        return path

    def test_notes_instances_and_empty_cells_are_optional(self, tmp_path):
        path = self.write(tmp_path, "dataset,method,error,bias,variance", "iris,ewd,5.7,,")
        table = read_published(path)
        assert table.column("ewd", "error") == {"iris": Fraction(57, 1000)}
        assert table.column("ewd", "bias") == {}
        assert table.instances == {}
        assert table.mean(MEAN, "ewd", "error") is None

    def test_all_faults_are_told_at_once_with_their_lines(self, tmp_path):
        path = self.write(
            tmp_path,
            "dataset,instances,method,error,bias,variance,note",
            "iris,many,ewd,5.7,4.2,1.5,",
            "wine,178,ewd,3.3,a,1.0,",
            "wine,178,ewd,103.3,2.4,1.0,",
        )
        with pytest.raises(SpecError) as raised:
            read_published(path)
        lines = str(raised.value).splitlines()
        assert [line.removeprefix(f"{path}:").split(":")[0] for line in lines] == list("2344")
        assert "'many', expected a whole number" in lines[0]
        assert "bias: found 'a', expected a percentage" in lines[1]
        assert "a second row for wine, ewd" in lines[2]
        assert "'103.3'" in lines[3]

    def test_a_missing_column(self, tmp_path):
        with pytest.raises(SpecError, match="columns missing: bias, variance"):
            read_published(self.write(tmp_path, "dataset,method,error", "iris,ewd,5.7"))

    def test_a_file_in_the_folder_comes_before_one_of_nbexp(self, tmp_path):
        assert find_published(THESIS, tmp_path).parent.name == "published"
        (tmp_path / THESIS).touch()
        assert find_published(THESIS, tmp_path) == tmp_path / THESIS
        with pytest.raises(FileNotFoundError, match=r"no file none\.csv"):
            find_published("none.csv", tmp_path)
