"""Small recipes and a local web server."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from small_recipe import ROWS, content, sha256, source
from web_server import Server

from nbexp.data.download import Downloader
from nbexp.data.recipe import Recipe


@pytest.fixture
def make_recipe() -> Callable[..., Recipe]:
    """Return a function that makes a recipe from the small one and changes."""
    return lambda **changes: Recipe.model_validate(content(**changes))


@pytest.fixture
def local() -> Callable[..., Recipe]:
    """Return a function that makes a recipe whose one file is served at an address."""

    def make(address: str | list[str], **file: Any) -> Recipe:
        decl = {"path": "tiny.data", "sha256": sha256(ROWS), "address": address} | file
        return Recipe.model_validate(content(sources=[source(files=[decl])]))

    return make


@pytest.fixture
def quick() -> Downloader:
    """Return a downloader that does not wait between tries."""
    return Downloader(sleep=lambda seconds: None, progress=False)


@pytest.fixture
def server() -> Iterator[Server]:
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.asked.append(self.path)
            answers = state.pages.get(self.path, [(404, b"not here")])
            status, body = answers.pop(0) if len(answers) > 1 else answers[0]
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if state.cut_short.get(self.path, 0) > 0:
                state.cut_short[self.path] -= 1
                body = body[: len(body) // 2]
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        state.address = f"http://127.0.0.1:{http.server_address[1]}"
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield state
        http.shutdown()
        thread.join()


@pytest.fixture
def mirror_folder(tmp_path: Path) -> Path:
    """Return a mirror with the small file, found by its digest."""
    folder = tmp_path / "mirror"
    (folder / "some").mkdir(parents=True)
    (folder / "some" / "file.txt").write_bytes(ROWS)
    (folder / "MANIFEST.csv").write_text(f"file,sha256\nsome/file.txt,{sha256(ROWS)}\n")
    return folder
