"""The verb ``cuts``: what methods make of one attribute."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nbexp.cli._names import dataset_or_file
from nbexp.cli._options import cache_option, mirror_option
from nbexp.discretize.thesis import THESIS

if TYPE_CHECKING:
    from nbexp.data.dataset import DataSet
    from nbexp.discretize.method import Method


@click.command()
@click.argument("data", shell_complete=dataset_or_file)
@click.argument("attribute")
@click.option(
    "--methods",
    default=",".join(THESIS),
    show_default=True,
    metavar="A,B",
    help="Methods, with parameters where wanted: 'ffd s=50,emd reading=text'.",
)
@click.option("--class", "class_", metavar="COLUMN", help="The class, in a file of your own.")
@click.option("--all", "everything", is_flag=True, help="Show all intervals, however many.")
@click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw the cuts over the class distribution into this file: .svg, .pdf or .png.",
)
@mirror_option
@cache_option
def command(
    data: str,
    attribute: str,
    methods: str,
    class_: str | None,
    everything: bool,
    plot: Path | None,
    mirrors: tuple[str, ...],
    cache: Path | None,
) -> None:
    """Show what methods make of one attribute: intervals and the classes in them.

    DATA is a data set by name, or a CSV, ARFF or Parquet file of your own with --class.
    ATTRIBUTE is one of its quantitative attributes. All instances are used. A method that
    estimates densities has no intervals and is refused.
    """
    from nbexp.data.fetch import default_cache, mirrors_from
    from nbexp.discretize.describe import attribute_sample, describe
    from nbexp.report.cuts import intervals_text, sample_line
    from nbexp.spec.words import parse_methods

    chosen = parse_methods(methods)
    dataset = _load(data, class_, cache or default_cache(), mirrors_from(mirrors))
    sample = attribute_sample(dataset, attribute)
    described = {label: describe(method, sample) for label, method in chosen.items()}
    if plot is not None:
        _draw(dataset, attribute, chosen, plot)
    click.echo(sample_line(dataset.name, attribute, dataset.classes, sample))
    for label, intervals in described.items():
        text = intervals_text(label, intervals, dataset.classes, everything=everything)
        click.echo(f"\n{text}")
    if plot is not None:
        click.echo(f"\nDrawn in {plot}.")


def _load(data: str, class_: str | None, cache: Path, mirrors: tuple[str, ...]) -> DataSet:
    """Load a data set by its name, or a file of the user's own."""
    from nbexp.data.catalogue import find_recipe
    from nbexp.data.load import load
    from nbexp.data.recipe import UserFile
    from nbexp.data.userfile import describe_guess
    from nbexp.errors import SpecError

    is_file = Path(data).is_file() or Path(data).suffix or "/" in data
    if not is_file:
        if class_ is not None:
            raise SpecError(f"--class goes with a file of your own; {data} has its class declared")
        return load(find_recipe(data), cache=cache, mirrors=mirrors)
    if class_ is None:
        raise SpecError(f"{data}: tell which column is the class: --class COLUMN")
    source = UserFile.model_validate({"path": data, "class": class_})
    dataset = load(source, cache=cache)
    guess = describe_guess(source, dataset)
    if guess:
        click.echo(guess, err=True)
    return dataset


def _draw(dataset: DataSet, attribute: str, methods: dict[str, Method], file: Path) -> None:
    """Draw the cuts of methods over the class distribution."""
    from nbexp.errors import SpecError
    from nbexp.report.figures.cuts import cuts_figure
    from nbexp.report.figures.distribution import distribution
    from nbexp.report.figures.writing import write_figure

    found = next(one for one in dataset.quantitative if one.name == attribute)
    drawn = distribution(dataset, found, methods)
    if drawn is None:
        raise SpecError(f"{dataset.name}: {attribute}: no value is known")
    write_figure(cuts_figure(dataset.name, drawn), file)
