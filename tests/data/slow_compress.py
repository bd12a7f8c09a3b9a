"""A plain, slow writer of .Z files: the obvious twin of the decoder."""

from __future__ import annotations


def compress(data: bytes, greatest: int = 16, *, clear_every: int = 0) -> bytes:
    """Return `data` as Unix compress packs it.

    `clear_every`: after so many codes the table is cleared (compress does so when the
    rate of packing falls).
    """
    out = bytearray([0x1F, 0x9D, 0x80 | greatest])
    table: dict[bytes, int] = {}
    group: list[int] = []  # codes not yet written; a full group has eight
    state = {"width": 9, "count": 0}

    def write_group(*, padded: bool) -> None:
        width = state["width"]
        bits = sum(code << (width * place) for place, code in enumerate(group))
        n_bits = width * (8 if padded else len(group))
        out.extend(bits.to_bytes((n_bits + 7) // 8, "little"))
        group.clear()

    def emit(code: int) -> None:
        group.append(code)
        state["count"] += 1
        if len(group) == 8:
            write_group(padded=True)
        # the decoder's table is one string behind: after k codes it has 257 + k - 1
        known = min(257 + state["count"] - 1, 1 << greatest)
        if known > (1 << state["width"]) - 1 and state["width"] < greatest:
            if group:
                write_group(padded=True)
            state["width"] += 1

    def clear() -> None:
        table.clear()
        table.update({bytes([byte]): byte for byte in range(256)})

    clear()
    free = 257
    string = b""
    for byte in data:
        longer = string + bytes([byte])
        if longer in table:
            string = longer
            continue
        emit(table[string])
        if clear_every and state["count"] >= clear_every:
            group.append(256)
            write_group(padded=True)
            state.update(width=9, count=0)
            clear()
            free = 257
        elif free < 1 << greatest:
            table[longer] = free
            free += 1
        string = bytes([byte])
    if string:
        emit(table[string])
    if group:
        write_group(padded=False)
    return bytes(out)
