"""Downloading a file from a web address: retries, time limits, a limit of size, progress."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING
from urllib.parse import urlsplit

from nbexp.data.packed import GREATEST_SIZE
from nbexp.data.watch import ElsewhereError, Watch, watching
from nbexp.errors import DataError

if TYPE_CHECKING:
    from requests import Response

_log = logging.getLogger(__name__)


class DownloadError(DataError):
    """A web address did not give a file."""


class _TooLargeError(Exception):
    pass


@dataclass
class _LimitedFile:
    """A file that refuses to grow beyond a limit."""

    stream: IO[bytes]
    limit: int
    size: int = 0

    def write(self, piece: bytes) -> int:
        self.size += len(piece)
        if self.size > self.limit:
            raise _TooLargeError
        return self.stream.write(piece)

    def flush(self) -> None:
        self.stream.flush()


@dataclass
class Downloader:
    """Gets files from web addresses.

    Only the server of the address is ever asked: a redirect to another one is not followed.

    Attributes
    ----------
    tries : int
        How often a server is asked that is busy or breaks off. A plain refusal (404) and a
        server that is not there are not asked again.
    wait : float
        Seconds before the second try; doubled for each further one.
    timeout : tuple of float
        Seconds to wait for a connection, and for the next bytes.
    patience : float
        Seconds to wait for the next 64 KiB; who is slower is too slow.
    greatest : int
        Longer files are refused (bytes).
    progress : bool
        Whether a bar is shown; by default on a terminal only.
    tell : callable
        Takes a line about each attempt.
    """

    tries: int = 3
    wait: float = 1.0
    timeout: tuple[float, float] = (10.0, 60.0)
    patience: float = 60.0
    greatest: int = GREATEST_SIZE
    progress: bool = field(default_factory=lambda: sys.stderr.isatty())
    sleep: Callable[[float], None] = time.sleep
    tell: Callable[[str], None] = _log.info
    unreachable: set[str] = field(default_factory=set)

    def get(self, address: str, into: Path) -> None:
        """Write what is at an address to a file; raise DownloadError with the reason."""
        host = urlsplit(address).netloc
        if host in self.unreachable:
            raise DownloadError(f"the server {host} was not to be reached before")
        left, wait = self.tries, self.wait
        while True:
            reason, again = self._try(address, into)
            if reason is None:
                return
            left -= 1
            if not again or left < 1:
                self.tell(f"{address}: {reason}")
                raise DownloadError(reason)
            self.tell(f"{address}: {reason}; next try in {wait:g} s")
            self.sleep(wait)
            wait *= 2

    def _try(self, address: str, into: Path) -> tuple[str | None, bool]:
        """Try once: return the reason of failure, and whether another try may help."""
        import requests

        try:
            with into.open("wb") as stream:
                file = _LimitedFile(stream, self.greatest)
                with watching(lambda: file.size, self.patience) as watch:
                    self._get(address, file, watch)
            return (None, False) if not watch.too_slow else (self._too_slow(), True)
        except ElsewhereError as error:
            return f"redirects to another server ({error}), which is not asked", False
        except requests.TooManyRedirects:
            return "redirects without an end", False
        except requests.HTTPError as error:
            return _status_reason(error.response)
        except requests.ConnectTimeout:
            self.unreachable.add(urlsplit(address).netloc)
            return "the server cannot be reached (no answer)", False
        except requests.exceptions.ChunkedEncodingError:
            return (self._too_slow() if watch.too_slow else "the connection broke off"), True
        except requests.Timeout:
            return "the server stopped answering", True
        except requests.ConnectionError as error:
            return self._connection_reason(address, error)
        except (requests.RequestException, ValueError) as error:  # an address or header is odd
            return f"cannot be got ({error})", False
        except _TooLargeError:
            return f"is larger than {self.greatest} bytes; refused", False
        except OSError as error:
            raise DataError(
                f"{into.parent}: cannot be written ({error.strerror or error}); make room, or "
                "name another cache with --cache or NBEXP_CACHE"
            ) from error

    def _get(self, address: str, file: _LimitedFile, watch: Watch) -> None:
        import pooch

        getter = pooch.HTTPDownloader(
            progressbar=self.progress,
            timeout=self.timeout,
            chunk_size=1 << 16,
            headers={"User-Agent": "nbexp", "Accept-Encoding": "identity"},
            hooks={"response": watch.see},
        )
        getter(address, file, None)

    def _too_slow(self) -> str:
        return f"the server is too slow (less than 64 KiB in {self.patience:g} s)"

    def _connection_reason(self, address: str, error: Exception) -> tuple[str, bool]:
        text = str(error)
        if any(sign in text for sign in ("Connection aborted", "reset", "Read timed out")):
            return "the connection broke off", True
        self.unreachable.add(urlsplit(address).netloc)
        return "the server cannot be reached", False


def _status_reason(response: Response | None) -> tuple[str, bool]:
    """Return a refusal's reason, and whether the server may answer later."""
    assert response is not None  # its status is what was raised
    status = response.status_code
    return f"HTTP status {status} {response.reason}", status == 429 or status >= 500
