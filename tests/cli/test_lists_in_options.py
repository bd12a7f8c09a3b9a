"""Lists with commas: names, texts of which one may be empty, and whole numbers."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from nbexp.cli import cli
from nbexp.cli._options import listed, listed_numbers, listed_texts


@click.command()
@click.option("--names", callback=listed)
@click.option("--texts", callback=listed_texts)
@click.option("--numbers", callback=listed_numbers)
def tell(**found: object) -> None:
    click.echo([found[key] for key in ("names", "texts", "numbers")])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), (None, (), None)),
        (("--names", " a, b c ,,"), (("a", "b c"), (), None)),
        (("--names", ""), ((), (), None)),
        (("--texts", "?, NA,"), (None, ("?", "NA", ""), None)),
        (("--numbers", "1, 20,"), (None, (), (1, 20))),
    ],
)
def test_a_list_is_read(words: tuple[str, ...], expected: tuple[object, ...]) -> None:
    assert CliRunner().invoke(tell, words).output == f"{list(expected)}\n"


def test_what_is_no_whole_number_is_refused() -> None:
    result = CliRunner().invoke(cli, ["run", "quick", "--seeds", "1,x"])
    assert result.exit_code == 2
    assert "found '1,x', expected whole numbers" in result.output
