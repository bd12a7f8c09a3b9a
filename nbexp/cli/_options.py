"""Options that several verbs share, each with one name and one meaning."""

from __future__ import annotations

from pathlib import Path

import click


def texts_in(text: str) -> tuple[str, ...]:
    """Return the parts of a list with commas; an empty part is an empty text.

    >>> texts_in("a, b,")
    ('a', 'b', '')
    """
    return tuple(part.strip() for part in text.split(","))


def listed(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[str, ...] | None:
    """Return the names in a list with commas, None where none is given."""
    return None if value is None else tuple(filter(None, texts_in(value)))


def listed_texts(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[str, ...]:
    """Return the texts in a list with commas, of which one may be empty: that of a missing value.

    So may be the name of a column.
    """
    return () if value is None else texts_in(value)


def listed_numbers(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[int, ...] | None:
    """Return the whole numbers in a list with commas, None where none is given."""
    parts = listed(context, parameter, value)
    try:
        return None if parts is None else tuple(map(int, parts))
    except ValueError:
        raise click.BadParameter(f"found {value!r}, expected whole numbers") from None


mirror_option = click.option(
    "--mirror",
    "mirrors",
    multiple=True,
    metavar="DIR-OR-URL",
    help="Look for data files here first; may be given several times.",
)

cache_option = click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep data files here, not in the user's cache directory.",
)

output_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Results directory; by default the spec's, or results/NAME.",
)

decimal_option = click.option(
    "--decimal",
    type=click.Choice([".", ","]),
    help="The decimal mark of a text file; by default guessed.",
)
