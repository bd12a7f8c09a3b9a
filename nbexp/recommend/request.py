"""What is asked of nbexp's recommendation, and whether it can be done."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from nbexp.discretize.registry import lies_in, method_class, modules_beside
from nbexp.errors import SpecError
from nbexp.recommend.roles import Wishes
from nbexp.spec.models import MAX_TRIALS


@dataclass(frozen=True)
class Request:
    """What is asked.

    Attributes
    ----------
    path : Path
    class_ : str or None
    output : Path or None
        Where results go; by default ``results/recommend-NAME``.
    page : Path or None
        Where the page goes; by default into the results.
    methods : tuple of str
        None: the usual ones.
    trials : int or None
    wishes : Wishes
    curve : bool
        Whether there is a learning curve.
    jobs : int
    fresh : bool
    cache : Path
    """

    path: Path
    class_: str | None
    cache: Path
    output: Path | None = None
    page: Path | None = None
    methods: tuple[str, ...] = ()
    trials: int | None = None
    wishes: Wishes = field(default_factory=Wishes)
    curve: bool = True
    jobs: int = 1
    fresh: bool = False

    @property
    def modules(self) -> Path | None:
        """The current folder, if a method is of a module that lies there and was imported."""
        here = Path.cwd()
        named = [name.partition(":")[0].split(".")[0] for name in self.methods if ":" in name]
        return here if any(lies_in(str(here.resolve()), module) for module in named) else None

    def check(self) -> None:
        """Raise SpecError for what the spec would not take, in words about the options.

        The spec is written by nbexp: a message about its lines would be about a file that the
        user never saw. Methods named by ``module:Class`` are imported, from the current folder
        too, and stay so.
        """
        with modules_beside(Path.cwd()):
            for name in self.methods:
                method_class(name)
        twice = [name for name in self.methods if self.methods.count(name) > 1]
        if twice:
            raise SpecError(f"--methods: {twice[0]!r} is there twice; name each method once")
        if self.trials is not None and self.trials > MAX_TRIALS:
            raise SpecError(f"--trials: found {self.trials}, expected {MAX_TRIALS} at most")
