"""From a user's file to an answer: looked at, run, compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from nbexp.data.dataset import DataSet
from nbexp.data.load import load
from nbexp.data.userfile import name_of
from nbexp.discretize.registry import method_class
from nbexp.errors import EXIT_STOPPED, DataError, SpecError, StoreError
from nbexp.recommend.answer import Answer
from nbexp.recommend.contenders import Contender, from_store, from_yardsticks
from nbexp.recommend.hazards import hazards
from nbexp.recommend.plan import CURVE_METHODS, SCORED_TRIALS, Plan, make_plan
from nbexp.recommend.remark import in_order
from nbexp.recommend.roles import Roles, Wishes, choose_roles
from nbexp.recommend.scores import score_methods
from nbexp.recommend.spec_text import Draft, spec_text
from nbexp.recommend.verdict import Verdict, judge
from nbexp.report.curves import Curve
from nbexp.report.evaluation import Evaluation
from nbexp.report.report import write_atomically
from nbexp.report.source import STORE_FILE
from nbexp.runner.events import Reporter
from nbexp.runner.store import Store
from nbexp.spec.models import DEFAULT_SEED

if TYPE_CHECKING:
    from nbexp.spec.spec import Spec

SPEC_FILE = "spec.yaml"
PAGE_FILE = "recommend.html"
CURVE_FOLDER = "learning-curve"


class Stopped(Exception):
    """The run was stopped; what was done is stored."""


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


def recommend(
    request: Request,
    *,
    reporter: Reporter = lambda event: None,
    tell: Callable[[str], object] = lambda message: None,
) -> Answer:
    """Try methods on a user's file and say which is best.

    Results are stored as by `nbexp run`, and what is stored is not done again.

    Parameters
    ----------
    reporter : callable
        Takes the events of the runs.
    tell : callable
        Takes what is being done, in a few words.

    Raises
    ------
    DataError, SpecError, StoreError
    Stopped
        By Ctrl-C or SIGTERM, during a run.
    """
    from nbexp.recommend.page import answer_page

    begun = time.perf_counter()
    for name in request.methods:
        method_class(name)  # one that is not there is told before anything else is done
    roles = choose_roles(request.path, request.class_, request.wishes)
    dataset = load(roles.source, cache=request.cache)
    plan = make_plan(dataset, methods=request.methods, trials=request.trials)
    title = f"recommend-{name_of(roles.source)}"
    work = _Work(request, roles, dataset, plan, title, reporter, tell)
    work.find_folder()
    verdict, failed = work.compare()
    plan = work.plan
    curves, curve_spec = work.learning_curve(verdict)
    remarks = in_order((*roles.remarks, *hazards(dataset, plan.folds), *plan.remarks))
    page = request.page or work.output / PAGE_FILE
    found = (dataset, roles, plan, remarks, verdict, curves, failed)
    files = (work.output / SPEC_FILE, curve_spec, work.output, page)
    answer = Answer(*found, *files, time.perf_counter() - begun)
    write_atomically(page, answer_page(answer))
    return answer


@dataclass
class _Work:
    """The runs of a request."""

    request: Request
    roles: Roles
    dataset: DataSet
    plan: Plan
    name: str
    reporter: Reporter
    tell: Callable[[str], object]
    output: Path = Path()

    def find_folder(self) -> None:
        """Find the results folder, and the trials that are stored there already.

        The usual folder may hold results of columns that were read otherwise: then it is the
        next one, with a number. A folder that was asked for is used, or refused by the run.
        """
        asked = self.request.output
        usual = Path("results") / self.name
        folders = [asked] if asked else [usual, *(Path(f"{usual}-{n}") for n in range(2, 100))]
        for folder in folders:
            self.output = folder
            if asked or self.request.fresh or self._fits(folder):
                break
        if not self.request.fresh:
            stored = _stored_trials(self.output)
            of_curve = _stored_trials(self.output / CURVE_FOLDER)
            self.plan = replace(
                self.plan,
                trials=max(self.plan.trials, stored),
                curve_trials=max(self.plan.curve_trials, of_curve),
            )

    def _fits(self, folder: Path) -> bool:
        """Tell whether a folder holds no results, or some of the same experiment."""
        from nbexp.runner.preview import check_same_experiment

        if not (folder / STORE_FILE).exists():
            return True
        try:
            check_same_experiment(folder, self._checked(self._draft((), self.plan.methods), folder))
        except SpecError:
            return False
        return True

    def compare(self) -> tuple[Verdict, dict[str, str]]:
        """Run the methods and the yardsticks, and judge them."""
        header = (
            f"What `nbexp recommend {self.request.path}` ran: discretization methods for naive",
            f"Bayes on {self.dataset.n_instances:,} instances. Change it and run it again:",
            "",
            f"    nbexp run {self.output / SPEC_FILE}",
            f"    nbexp report {self.output}",
        )
        spec = self._run(self._draft(header, self.plan.methods), self.output)
        with Store.open(self.output) as store:
            contenders, failed = self._contenders(store, spec)
        methods = [one for one in contenders if not one.yardstick]
        if not methods:
            causes = "; ".join(f"{label}: {cause}" for label, cause in failed.items())
            raise DataError(f"{self.dataset.name}: no method has results: {causes}")
        counts = np.bincount(self.dataset.labels, minlength=self.dataset.n_classes)
        baseline = 1 - int(counts.max()) / self.dataset.n_instances
        common = self.dataset.classes[int(counts.argmax())]
        return judge(contenders, folds=self.plan.folds, baseline=baseline, common=common), failed

    def _contenders(self, store: Store, spec: Spec) -> tuple[list[Contender], dict[str, str]]:
        """Return everyone, of the trials and methods that this request is about."""
        from nbexp.runner.plan import create_methods

        evaluation = Evaluation(self.name, store, seeds=[DEFAULT_SEED])
        assignments = [
            store.assignment(self.dataset.name, DEFAULT_SEED, trial)
            for trial in range(self.plan.trials)
        ]
        self.tell("looking at probabilities")
        scored = assignments[:SCORED_TRIALS]
        methods = create_methods(spec)
        calibrations = score_methods(self.dataset, methods, scored, self.plan.folds)
        contenders, failed = from_store(evaluation, store, tuple(methods), calibrations)
        if self.plan.yardsticks:
            from nbexp.recommend.yardsticks import measure

            tried = assignments[: self.plan.yardsticks]
            found = measure(self.dataset, tried, self.plan.folds, self.tell)
            contenders += from_yardsticks(found, self.dataset.labels)
        return contenders, failed

    def learning_curve(self, verdict: Verdict) -> tuple[tuple[Curve, ...], Path | None]:
        """Run the best methods on less, and return their curves, the best one's first."""
        from nbexp.report.curves import curve, sweeps

        if not self.request.curve or not self.plan.sizes:
            return (), None
        self.tell("learning curve")
        best = [one.contender.label for one in verdict.methods if " " not in one.contender.label]
        folder = self.output / CURVE_FOLDER
        header = (
            f"Learning curves of the methods that did best on {self.dataset.name}:",
            "",
            f"    nbexp report {folder} --table curves",
        )
        chosen = tuple(best[:CURVE_METHODS])
        if not chosen:
            return (), None
        draft = self._draft(header, chosen, sizes=self.plan.sizes)
        self._run(draft, folder)
        with Store.open(folder) as store:
            evaluation = Evaluation(draft.name, store)
            found = [
                curve(evaluation, series, self.dataset.name)
                for sweep in sweeps(evaluation)
                for series in sweep.series
                if series.name in chosen
            ]
        found.sort(key=lambda one: chosen.index(one.series.name))
        return tuple(found), folder / SPEC_FILE

    def _draft(
        self, header: tuple[str, ...], methods: Sequence[str], sizes: tuple[int, ...] = ()
    ) -> Draft:
        curve = bool(sizes)
        folder = self.output / CURVE_FOLDER if curve else self.output
        what = "Learning curves" if curve else "Discretization methods"
        return Draft(
            f"{self.name}-curve" if curve else self.name,
            f"{what} on {self.dataset.name}",
            header,
            self.roles,
            tuple(methods),
            self.plan.curve_trials if curve else self.plan.trials,
            self.plan.folds,
            DEFAULT_SEED,
            sizes,
            str(folder),
        )

    def _checked(self, draft: Draft, folder: Path) -> Spec:
        """Return the spec that a draft is, once it lies in a folder."""
        from nbexp.spec.document import parse_document
        from nbexp.spec.reader import check_document
        from nbexp.spec.vocabulary import Vocabulary

        path = folder / SPEC_FILE
        document = parse_document(spec_text(draft, folder), str(path))
        return check_document(document, path, Vocabulary.installed())

    def _run(self, draft: Draft, folder: Path) -> Spec:
        """Run a spec in a folder, and leave it there once it is sure that it can be run."""
        from nbexp.runner.preview import check_same_experiment
        from nbexp.runner.run import run

        _make(folder)  # the path from it to the data can be followed only if it is there
        spec = self._checked(draft, folder)
        if not self.request.fresh:
            check_same_experiment(folder, spec)
        write_atomically(folder / SPEC_FILE, spec_text(draft, folder))
        outcome = run(
            spec,
            folder,
            cache=self.request.cache,
            jobs=self.request.jobs,
            fresh=self.request.fresh,
            reporter=self.reporter,
        )
        if outcome.exit_code == EXIT_STOPPED:
            raise Stopped
        if outcome.faults:
            raise DataError(outcome.faults[0].message)
        return spec


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{folder}: cannot be made: {error.strerror}; choose another --output"
        ) from None


def _stored_trials(folder: Path) -> int:
    """Return the trials that were asked for in a folder; 0 if it holds no results."""
    if not (folder / STORE_FILE).exists():
        return 0
    with Store.open(folder) as store:
        return store.trials if store.find_spec() else 0
