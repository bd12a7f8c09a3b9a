"""Weka, from the jar inside the package python-weka-wrapper3, by JPype.

All the work of a cross-validation is inside Java; the time taken is the processor time of
the one Java thread that does it, without compilation and garbage collection.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from benchmarks.problem import Problem

WORKS = {"proportional", "entropy"}

clock: Callable[[], float] | None = None
"""Set by `prepare`: reads the Java thread's processor time in seconds."""


def find_jar() -> Path:
    found = find_spec("weka")
    places = list(found.submodule_search_locations or ()) if found else []
    jars = [Path(place) / "lib" / "weka.jar" for place in places]
    for jar in jars:
        if jar.is_file():
            return jar
    raise ImportError("no weka.jar: python-weka-wrapper3 is not installed")


def prepare(problem: Problem, work: str) -> Callable[[], int]:
    import jpype

    global clock  # the harness asks this module for it
    jpype.startJVM(
        "-Xmx6g",
        "-XX:+UseSerialGC",
        "-Dweka.packageManager.loadPackages=false",
        classpath=[str(find_jar())],
    )
    bean = jpype.JClass("java.lang.management.ManagementFactory").getThreadMXBean()
    clock = lambda: bean.getCurrentThreadCpuTime() / 1e9  # noqa: E731
    source = jpype.JClass("weka.core.converters.ConverterUtils$DataSource")
    whole = source.read(str(problem.folder / "problem.arff"))
    whole.setClassIndex(whole.numAttributes() - 1)
    folds = [(_part(whole, train), _part(whole, test)) for train, test in problem.folds()]
    evaluation_class = jpype.JClass("weka.classifiers.Evaluation")
    make = {"proportional": _proportional, "entropy": _entropy}[work]

    def cross_validate() -> int:
        errors = 0
        for train, test in folds:
            model = make(jpype)
            model.buildClassifier(train)
            evaluation = evaluation_class(train)
            evaluation.setDiscardPredictions(True)
            evaluation.evaluateModel(model, test, [])
            errors += int(evaluation.incorrect())
        return errors

    return cross_validate


def _part(whole, instances):
    import jpype

    part = jpype.JClass("weka.core.Instances")(whole, len(instances))
    for number in instances.tolist():
        part.add(whole.get(number))
    return part


def _proportional(jpype):
    model = jpype.JClass("weka.classifiers.meta.FilteredClassifier")()
    model.setFilter(jpype.JClass("weka.filters.unsupervised.attribute.PKIDiscretize")())
    model.setClassifier(jpype.JClass("weka.classifiers.bayes.NaiveBayes")())
    return model


def _entropy(jpype):
    model = jpype.JClass("weka.classifiers.bayes.NaiveBayes")()
    model.setUseSupervisedDiscretization(True)
    return model
