"""The property suite: what every method has to keep to, checked on data with every trap.

`run_checks` runs it on a method; `nbexp check-method` prints what it finds. The same suite
runs over nbexp's own methods as part of its tests.
"""

from nbexp.checks.suite import Finding, Verdict, run_checks

__all__ = ["Finding", "Verdict", "run_checks"]
