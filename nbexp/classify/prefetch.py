"""A hint to the processor for compiled kernels: numbers that are soon needed from memory."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload


def prefetch(array: Any, row: int, column: int) -> None:
    """Have the numbers around ``array[row, column]`` brought into the cache, to be written to.

    Changes nothing; outside a compiled kernel it does nothing either.
    """


@intrinsic
def _prefetch(typing_context, array, row, column):
    def generate(context, builder, signature, arguments):
        kind = signature.args[0]
        view = context.make_array(kind)(context, builder, arguments[0])
        place = cgutils.get_item_pointer(context, builder, kind, view, list(arguments[1:]))
        address = builder.bitcast(place, cgutils.voidptr_t)
        flag = ir.IntType(32)
        form = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, flag, flag, flag])
        hint = builder.module.declare_intrinsic("llvm.prefetch", (cgutils.voidptr_t,), form)
        to_write, keep, data = flag(1), flag(3), flag(1)
        builder.call(hint, [address, to_write, keep, data])
        return context.get_dummy_value()

    return types.void(array, types.intp, types.intp), generate


@overload(prefetch)
def _compile_prefetch(array, row, column):
    return lambda array, row, column: _prefetch(array, row, column)  # type: ignore[call-arg]
