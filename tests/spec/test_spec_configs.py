"""The specs that come with nbexp are sound, and the verbs that check them speak plainly."""

from __future__ import annotations

import json

from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.errors import SpecError
from nbexp.spec.reader import builtin_names, read_spec
from nbexp.spec.vocabulary import Vocabulary

TEN = ["ewd", "efd", "fld", "emd", "ld", "pd", "ffd", "ndd", "ld-ffd", "wpd"]


def test_every_spec_that_comes_with_nbexp_is_sound() -> None:
    names = builtin_names(Vocabulary.installed().configs)
    assert {"quick", "thesis"} <= set(names)
    for name in names:
        assert read_spec(name).name == name


def test_the_thesis_has_29_data_sets_of_which_one_is_optional() -> None:
    spec = read_spec("thesis")
    assert len(spec.datasets) == 29
    assert [one.name for one in spec.datasets if one.optional] == ["ipums-la-99"]
    assert [one.label for one in spec.methods] == TEN
    assert (spec.protocol.trials, spec.protocol.folds, spec.protocol.stratified) == (10, 3, False)
    assert spec.n_units == 29 * 10 * 10 * 3
    assert spec.published is not None
    assert spec.published.path.is_file()
    assert spec.report.compare == "printed"


def test_the_quick_spec_has_all_ten_methods() -> None:
    spec = read_spec("quick")
    assert [one.name for one in spec.datasets] == ["iris", "wine-recognition", "waveform"]
    assert [one.label for one in spec.methods] == TEN


def test_check_counts_the_units() -> None:
    result = CliRunner().invoke(cli, ["check", "quick"])
    assert result.exit_code == 0
    assert result.output == (
        "quick: fine: 3 data sets × 10 methods × 1 seed × 10 trials × 3 folds = 900 units\n"
    )


def test_check_passes_on_the_faults() -> None:
    result = CliRunner().invoke(cli, ["check", "quik"])
    assert isinstance(result.exception, SpecError)
    assert "did you mean quick?" in str(result.exception)


def test_schema_prints_json() -> None:
    result = CliRunner().invoke(cli, ["schema"])
    assert result.exit_code == 0
    assert json.loads(result.output)["title"] == "nbexp spec"
