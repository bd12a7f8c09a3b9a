"""The tools that are compared, each run in a process of its own.

A contender is a module with ``WORKS``, the names of the works it can do, and
``prepare(problem, work)``, which brings the data into memory as the tool wants them and
returns a function that does one cross-validation and returns the number of errors.
"""
