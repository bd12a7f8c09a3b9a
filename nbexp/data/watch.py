"""Watching a download: which server answers, and whether it keeps up."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urljoin, urlsplit

if TYPE_CHECKING:
    from requests import Response

_PORTS = {"http": 80, "https": 443}


class ElsewhereError(Exception):
    """An answer leads to another server; names it."""


class Watch:
    """Sees every answer before it is followed or read.

    Attributes
    ----------
    too_slow : bool
        Whether the connection was cut because too little came.
    """

    def __init__(self) -> None:
        self.too_slow = False
        self._response: Response | None = None

    def see(self, response: Response, *_: object, **__: object) -> None:
        """Raise ElsewhereError if an answer redirects to another server."""
        self._response = response
        if response.is_redirect:
            here = urlsplit(response.url)
            there = urlsplit(urljoin(response.url, response.headers["location"]))
            if not same_server(here, there):
                raise ElsewhereError(there.netloc or there.scheme)

    def cut(self) -> None:
        """Cut the connection; whoever waits for its next bytes is woken."""
        if self._response is not None:
            self.too_slow = True
            with (
                suppress(OSError, ValueError, AttributeError),  # it has just ended by itself
                socket.socket(fileno=os.dup(self._response.raw.fileno())) as connection,
            ):
                connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Let go of the connection, however far it was read."""
        if self._response is not None:
            self._response.close()


def same_server(here: SplitResult, there: SplitResult) -> bool:
    """Tell whether two addresses are of one server; https on its usual port is http's twin."""
    if there.scheme not in _PORTS or here.hostname != there.hostname:
        return False
    ports = [one.port or _PORTS.get(one.scheme) for one in (here, there)]
    safer = (here.scheme, there.scheme) == ("http", "https") and ports == [80, 443]
    return safer or (here.scheme == there.scheme and ports[0] == ports[1])


@contextmanager
def watching(size: Callable[[], int], patience: float) -> Iterator[Watch]:
    """Cut the watched connection when `size` does not grow for so many seconds."""
    watch = Watch()
    over = threading.Event()

    def look() -> None:
        last, since = size(), time.monotonic()
        while not over.wait(min(1.0, patience / 4)):
            if size() != last:
                last, since = size(), time.monotonic()
            elif time.monotonic() - since > patience:
                watch.cut()
                since = time.monotonic()

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        over.set()
        thread.join()
        watch.close()
