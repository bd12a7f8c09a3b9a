"""The verb ``cite``: the BibTeX of all that a spec uses."""

from __future__ import annotations

import click

from nbexp.cli._names import spec_name


@click.command()
@click.argument("spec", shell_complete=spec_name)
def command(spec: str) -> None:
    """Print the BibTeX of all methods and data sets of a spec, each entry once.

    SPEC is the name of a spec that comes with nbexp, or the path of a file. What has no
    citation, as a file of your own, is named in a comment.
    """
    from nbexp.spec.citing import citations

    found = citations(spec)
    for entry in found.entries:
        click.echo(entry + "\n")
    for name in found.without:
        click.echo(f"% {name}: has no citation")
