"""`nbexp` and `python -m nbexp`."""

from __future__ import annotations

import sys

from nbexp.errors import EXIT_STOPPED
from nbexp.signals import stop_on_signals


def main() -> None:
    """Run the command line; a signal ends it in order while it is being loaded, too."""
    try:
        stop_on_signals()
        from nbexp.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(EXIT_STOPPED)


if __name__ == "__main__":
    main()
