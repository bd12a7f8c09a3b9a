"""Compiled kernels of the incremental methods: one file a method, all of the same form.

``run(state, values, labels, log_totals, scores, begin, learn, predict, …)`` takes one
attribute through a stretch of instances, in order: the evidence of each value is added to its
row of `scores` (where `predict`), then the value is learnt (where `learn`). One call with a
single instance is what ``learn_one`` and ``predict_one`` do, so that they cannot differ from a
run over a whole data set. A state is a named tuple of arrays with room to spare; a kernel that
runs out of room stops *before* it changes anything and returns where, and the caller makes
room.

With ``NUMBA_DISABLE_JIT=1`` all of it runs as plain Python. Compiled code stays on disk, and numba
looks for changes in a kernel's own file alone: who changes `evidence` must remove it by hand.
"""
