"""What a test's web server answers, and what it was asked."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Server:
    """A web server with pages by path; each answer is (status, bytes), the last one stays."""

    address: str = ""
    pages: dict[str, list[tuple[int, bytes]]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    cut_short: dict[str, int] = field(default_factory=dict)  # answers yet to be cut, by path

    def serve(self, path: str, *answers: bytes | tuple[int, bytes]) -> str:
        """Set the answers at a path; return its address."""
        self.pages[path] = [a if isinstance(a, tuple) else (200, a) for a in answers]
        return f"{self.address}{path}"
