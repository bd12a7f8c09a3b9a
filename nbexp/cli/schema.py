"""`nbexp schema`: the JSON schema of specs."""

from __future__ import annotations

import click


@click.command()
def command() -> None:
    """Print the JSON schema of specs, for editors that check and complete YAML.

    For VS Code and other users of the YAML language server, write the schema to a file and
    begin the spec with the line `# yaml-language-server: $schema=FILE`.
    """
    import json

    from nbexp.spec.schema import json_schema
    from nbexp.spec.vocabulary import Vocabulary

    click.echo(json.dumps(json_schema(Vocabulary.installed()), indent=2, ensure_ascii=False))
