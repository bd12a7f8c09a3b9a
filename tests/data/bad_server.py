"""A web server that misbehaves as it is told, byte by byte."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

Behaviour = Callable[[socket.socket], None]


def answer(body: bytes, status: str = "200 OK", **headers: str) -> Behaviour:
    """Answer as a good server does."""
    told = {"Content-Length": str(len(body))} | {k.replace("_", "-"): v for k, v in headers.items()}

    def act(connection: socket.socket) -> None:
        head = "".join(f"{name}: {value}\r\n" for name, value in told.items() if value)
        connection.sendall(f"HTTP/1.1 {status}\r\n{head}Connection: close\r\n\r\n".encode() + body)

    return act


def redirect(to: str) -> Behaviour:
    return answer(b"", "302 Found", Location=to)


def close_at_once(connection: socket.socket) -> None:
    connection.close()


def half(body: bytes) -> Behaviour:
    """Promise all, send half."""
    return answer(body[: len(body) // 2], Content_Length=str(len(body)))


def drip(body: bytes, pause: float, *, length: bool = True) -> Behaviour:
    """Send byte by byte."""

    def act(connection: socket.socket) -> None:
        promised = f"Content-Length: {len(body)}\r\n" if length else ""
        connection.sendall(f"HTTP/1.1 200 OK\r\n{promised}\r\n".encode())
        with suppress(OSError):
            for byte in body:
                connection.sendall(bytes([byte]))
                time.sleep(pause)

    return act


def in_pieces(body: bytes, pieces: int, pause: float) -> Behaviour:
    """Send a large body piece by piece."""
    size = -(-len(body) // pieces)

    def act(connection: socket.socket) -> None:
        connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n".encode())
        for start in range(0, len(body), size):
            connection.sendall(body[start : start + size])
            time.sleep(pause)

    return act


def rubbish(connection: socket.socket) -> None:
    connection.sendall(b"\x00\xff SSH-2.0 not HTTP at all\r\n\r\n")


@dataclass
class BadServer:
    """What the server does at each path, one behaviour after the other; the last one stays."""

    address: str = ""
    pages: dict[str, list[Behaviour]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def at(self, path: str, *behaviours: Behaviour) -> str:
        self.pages[path] = list(behaviours)
        return self.address + path

    def handle(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            request = connection.recv(65536).decode("latin-1")
            path = request.split(" ")[1]
            self.asked.append(path)
            behaviours = self.pages.get(path, [answer(b"not here", "404 Not Found")])
            act = behaviours.pop(0) if len(behaviours) > 1 else behaviours[0]
            act(connection)


@contextmanager
def serving() -> Iterator[BadServer]:
    state = BadServer()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        state.address = f"http://127.0.0.1:{listener.getsockname()[1]}"

        def listen() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    threading.Thread(target=state.handle, args=(connection,), daemon=True).start()

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        yield state
        listener.shutdown(socket.SHUT_RDWR)
    thread.join()
