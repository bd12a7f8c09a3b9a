"""From a user's file to an answer: looked at, run, compared."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nbexp.data.dataset import DataSet
from nbexp.data.load import load
from nbexp.data.userfile import name_of
from nbexp.errors import NbexpError
from nbexp.outfile import write_asked_for
from nbexp.recommend.answer import Answer
from nbexp.recommend.contenders import Contender, from_store, from_yardsticks
from nbexp.recommend.growth import Growth, growth
from nbexp.recommend.guess import Guess, guess_commonest
from nbexp.recommend.hazards import hazards
from nbexp.recommend.plan import CURVE_METHODS, SCORED_TRIALS, Plan, make_plan
from nbexp.recommend.remark import Kind, Remark, in_order
from nbexp.recommend.request import Request
from nbexp.recommend.roles import Roles, choose_roles
from nbexp.recommend.runs import SPEC_FILE, Stopped, fits, run_draft, stored_trials
from nbexp.recommend.scores import score_methods
from nbexp.recommend.spec_text import Draft
from nbexp.recommend.times import fold_seconds
from nbexp.recommend.verdict import Verdict, judge
from nbexp.report.curves import Curve
from nbexp.report.evaluation import Evaluation
from nbexp.runner.events import Reporter
from nbexp.runner.store import Store
from nbexp.spec.models import DEFAULT_SEED

if TYPE_CHECKING:
    from nbexp.spec.spec import Spec

__all__ = ["Request", "Stopped", "recommend"]

PAGE_FILE = "recommend.html"
CURVE_FOLDER = "learning-curve"


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
    NbexpError
        Every method failed.
    Stopped
        By Ctrl-C or SIGTERM, during a run.
    """
    from nbexp.recommend.page import answer_page

    begun = time.perf_counter()
    request.check()
    roles = choose_roles(request.path, request.class_, request.wishes)
    dataset = load(roles.source, cache=request.cache)
    plan = make_plan(dataset, methods=request.methods, trials=request.trials)
    title = f"recommend-{name_of(roles.source)}"
    work = _Work(request, roles, dataset, plan, title, reporter, tell)
    work.find_folder()
    verdict, failed = work.compare()
    curves, grown, curve_spec = work.learning_curve(verdict)
    of_data = (*roles.remarks, *hazards(dataset, plan.folds, roles.rest))
    remarks = in_order((*of_data, *work.plan.remarks, *work.remarks))
    page = request.page or work.output / PAGE_FILE
    found = (dataset, roles, work.plan, remarks, verdict, curves, grown, failed)
    files = (work.output / SPEC_FILE, curve_spec, work.output, page)
    answer = Answer(*found, *files, time.perf_counter() - begun)
    write_asked_for(page, answer_page(answer), "--html" if request.page else "")
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
    remarks: list[Remark] = field(default_factory=list)

    def find_folder(self) -> None:
        """Find the results folder, and the trials that are stored there already.

        The usual folder may hold results of columns that were read otherwise: then it is the
        next one, with a number. A folder that was asked for is used, or refused by the run.
        """
        request = self.request
        usual = Path("results") / self.name
        if request.output is not None:
            self.output = request.output
        else:
            folders = [usual, *(Path(f"{usual}-{number}") for number in range(2, 100))]
            for folder in folders:
                self.output = folder
                if request.fresh or fits(self._draft((), self.plan.methods), folder):
                    break
        if not request.fresh:
            stored = stored_trials(self.output)
            plan = make_plan(
                self.dataset, methods=request.methods, trials=request.trials, stored=stored
            )
            of_curve = stored_trials(self.output / CURVE_FOLDER)
            self.plan = replace(plan, curve_trials=max(plan.curve_trials, of_curve))

    def compare(self) -> tuple[Verdict, dict[str, str]]:
        """Run the methods and the yardsticks, and judge them."""
        header = (
            f"What `nbexp recommend {self.request.path}` ran: discretization methods for naive",
            f"Bayes on {self.dataset.n_instances:,} instances. Change it and run it again:",
            "",
            f"    nbexp run {shlex.quote(str(self.output / SPEC_FILE))}",
            f"    nbexp report {shlex.quote(str(self.output))}",
        )
        spec = self._run(self._draft(header, self.plan.methods), self.output)
        with Store.open(self.output) as store:
            contenders, guess, failed = self._contenders(store, spec)
        if all(one.yardstick for one in contenders):
            causes = "; ".join(f"{label}: {cause}" for label, cause in failed.items())
            raise NbexpError(f"{self.dataset.name}: every method failed: {causes}")
        return judge(contenders, guess, folds=self.plan.folds), failed

    def _contenders(
        self, store: Store, spec: Spec
    ) -> tuple[list[Contender], Guess, dict[str, str]]:
        """Return everyone, of the trials and methods that this request is about."""
        from nbexp.runner.plan import create_methods

        evaluation = Evaluation(self.name, store, seeds=[DEFAULT_SEED])
        assignments = [
            store.assignment(self.dataset.name, DEFAULT_SEED, trial)
            for trial in range(self.plan.trials)
        ]
        folds = self.plan.folds
        self.tell("looking at probabilities")
        methods = create_methods(spec)
        scored = assignments[:SCORED_TRIALS]
        calibrations = score_methods(self.dataset, methods, scored, folds)
        self.tell("measuring times")
        seconds = fold_seconds(self.dataset, assignments[0], methods)
        contenders, failed = from_store(evaluation, store, tuple(methods), calibrations, seconds)
        contenders += self._yardsticks(assignments[: self.plan.yardsticks])
        return contenders, guess_commonest(self.dataset, assignments, folds), failed

    def _yardsticks(self, assignments: Sequence[NDArray[np.integer]]) -> list[Contender]:
        if not assignments:
            return []
        from nbexp.recommend.yardsticks import measure, unconverged

        found = measure(self.dataset, assignments, self.plan.folds, self.tell)
        self.remarks += unconverged(found)
        return from_yardsticks(found, self.dataset.labels)

    def learning_curve(
        self, verdict: Verdict
    ) -> tuple[tuple[Curve, ...], Growth | None, Path | None]:
        """Run the best methods on less, and return their curves, the best one's first."""
        from nbexp.report.curves import curve, sweeps

        best = [one.contender.label for one in verdict.methods if " " not in one.contender.label]
        chosen = tuple(best[:CURVE_METHODS])
        if not self.request.curve or not chosen:
            return (), None, None
        if not self.plan.sizes:
            told = f"no learning curve: {self.dataset.n_instances:,} instances are too few for one"
            self.remarks.append(Remark(Kind.LEFT_OUT, told))
            return (), None, None
        self.tell("learning curve")
        folder = self.output / CURVE_FOLDER
        header = (
            f"Learning curves of the methods that did best on {self.dataset.name}:",
            "",
            f"    nbexp report {shlex.quote(str(folder))} --table curves",
        )
        draft = self._draft(header, chosen, sizes=self.plan.sizes)
        self._run(draft, folder)
        with Store.open(folder) as store:
            evaluation = Evaluation(draft.name, store, seeds=[DEFAULT_SEED])
            found = [
                curve(evaluation, series, self.dataset.name)
                for sweep in sweeps(evaluation)
                for series in sweep.series
                if series.name in chosen
            ]
            found.sort(key=lambda one: chosen.index(one.series.name))
            grown = growth(evaluation, store, found[0]) if found else None
        return tuple(found), grown, folder / SPEC_FILE

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
            # A relative path would be taken from wherever the spec is run, not from where it lies.
            str(folder.absolute()),
            self.request.modules,
        )

    def _run(self, draft: Draft, folder: Path) -> Spec:
        spec, kept = run_draft(draft, folder, self.request, self.reporter)
        if kept is not None:
            told = f"{folder / SPEC_FILE} was another before; that one is now {kept.name}"
            self.remarks.append(Remark(Kind.KEPT, told))
        return spec
