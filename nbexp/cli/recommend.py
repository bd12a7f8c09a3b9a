"""The verb ``recommend``: which method is best on a file of one's own."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nbexp.cli._names import method_list
from nbexp.cli._options import cache_option, decimal_option, listed_texts

if TYPE_CHECKING:
    from nbexp.recommend.answer import Answer
    from nbexp.recommend.request import Request


@click.command()
@click.argument("data", type=click.Path(path_type=Path))
@click.option("--class", "class_", metavar="COLUMN", help="The column that holds the classes.")
@click.option(
    "--methods",
    callback=listed_texts,
    metavar="A,B",
    shell_complete=method_list,
    help="Only these methods, however long they take; by default the usual ones.",
)
@click.option("--trials", type=click.IntRange(min=1), help="Trials; by default 10, fewer of much.")
@click.option(
    "--html", "page", type=click.Path(path_type=Path, dir_okay=False), help="Write the page here."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Results directory; by default results/recommend-NAME.",
)
@click.option("--ignore", callback=listed_texts, metavar="A,B", help="Columns to leave out.")
@click.option(
    "--keep", callback=listed_texts, metavar="A,B", help="Columns to keep, useless or not."
)
@click.option("--quantitative", callback=listed_texts, metavar="A,B", help="Columns of quantities.")
@click.option("--qualitative", callback=listed_texts, metavar="A,B", help="Columns of qualities.")
@click.option("--missing", callback=listed_texts, metavar="A,B", help="Texts that mean missing.")
@decimal_option
@click.option("--curve/--no-curve", default=True, help="Whether to run a learning curve.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=1, help="Number of processes.")
@click.option("--fresh", is_flag=True, help="Remove the results stored there before.")
@cache_option
def command(
    data: Path,
    class_: str | None,
    methods: tuple[str, ...],
    trials: int | None,
    page: Path | None,
    output: Path | None,
    curve: bool,
    jobs: int,
    fresh: bool,
    cache: Path | None,
    **wishes: Any,
) -> None:
    """Say which method is best on a file of your own, and by how much.

    DATA is a CSV file with a header, an ARFF or a Parquet file. Columns that say nothing, as
    identifiers, dates and free text, are left out and named. The answer is printed, and written
    as a page; the spec that was run lies beside the results.

    Exit codes are those of `nbexp run`: 1 where a method failed.
    """
    from nbexp.runner.process import give_back_large_blocks, use_one_thread

    use_one_thread()
    give_back_large_blocks()
    from nbexp.data.fetch import default_cache
    from nbexp.errors import EXIT_DONE, EXIT_UNITS_FAILED
    from nbexp.recommend.request import Request
    from nbexp.recommend.roles import Wishes

    request = Request(
        path=data,
        class_=class_,
        cache=cache or default_cache(),
        output=output,
        page=page,
        methods=methods,
        trials=trials,
        wishes=Wishes(**wishes),
        curve=curve,
        jobs=jobs,
        fresh=fresh,
    )
    answer = _answer(request)
    _print(answer)
    raise SystemExit(EXIT_UNITS_FAILED if answer.failed else EXIT_DONE)


def _answer(request: Request) -> Answer:
    """Return the answer; what is being done is shown meanwhile."""
    from nbexp.recommend.recommend import Stopped, recommend
    from nbexp.runner.progress import make_screen

    try:
        return recommend(
            request,
            reporter=make_screen(sys.stderr),
            tell=lambda message: click.echo(f"{message} ...", err=True),
        )
    except Stopped:
        raise KeyboardInterrupt from None


def _print(answer: Answer) -> None:
    """Print the answer: what to know of the data, the verdict, tables, what next."""
    from nbexp.cli._screen import fill, text_width
    from nbexp.recommend.page import said, steps
    from nbexp.recommend.tables import comparison_table, probability_table
    from nbexp.recommend.words import headline
    from nbexp.report.formats.text import text_table

    width = text_width()
    for remark in answer.remarks:
        if not remark.grave:
            click.echo(fill(f"{remark.word}: {remark.text}", "  "))
    title = f"{answer.dataset.name}: {headline(answer.verdict, len(answer.failed))}"
    click.echo(f"\n{fill(title)}\n{'=' * min(len(title), width)}\n")
    grave = [f"Beware! {remark.text}." for remark in answer.remarks if remark.grave]
    for paragraph in (*grave, *said(answer)):
        click.echo(fill(paragraph) + "\n")
    click.echo(text_table(comparison_table(answer), width) + "\n")
    click.echo(text_table(probability_table(answer), width) + "\n")
    click.echo(f"The page: {answer.page}")
    for words, code in steps(answer)[:-1]:
        click.echo(f"{words}\n    {code}")
    click.echo(f"It took {answer.seconds:.1f} s.")
