"""A tiny font of our own making: every letter is the same box, half as wide as the text is high."""

import struct

UNITS, WIDTH = 1000, 500
# The tables that WOFF2 names by a number, in the order of its directory.
KNOWN = {"cmap": 0, "head": 1, "hhea": 2, "hmtx": 3, "maxp": 4, "name": 5, "OS/2": 6, "post": 7, "glyf": 10, "loca": 11}


def glyph(left, right):
    """A box of a simple glyph with four points."""
    head = struct.pack(">hhhhh", 1, left, 0, right, 700)
    xs, ys = [left, right - left, 0, left - right], [0, 0, 700, 0]
    return head + struct.pack(">HH4B4h4h", 3, 0, *[1] * 4, *xs, *ys)


def name(records):
    texts = [text.encode("utf-16-be") for text in records.values()]
    table, offset = struct.pack(">HHH", 0, len(texts), 6 + 12 * len(texts)), 0
    for number, text in zip(records, texts):
        table += struct.pack(">HHHHHH", 3, 1, 0x409, number, len(text), offset)
        offset += len(text)
    return table + b"".join(texts)


def tables():
    """The tables of a font whose glyph 1 stands for every visible character of ASCII, and glyph 0 for all others."""
    box, first, last = glyph(50, 450), 0x20, 0x7E
    box += b"\0" * (-len(box) % 4)
    # Format 4 has a delta for each segment, or an offset to a list of glyphs.
    count = last - first + 1
    segments = struct.pack(">HHHH", 4, 4, 1, 0) + struct.pack(">HHH HH hh HH", last, 0xFFFF, 0, first, 0xFFFF, 0, 1, 4, 0)
    glyphs = struct.pack(f">{count}H", *[1] * count)
    cmap = struct.pack(">HHHHI", 0, 1, 3, 1, 12) + struct.pack(">HHH", 4, 6 + len(segments) + len(glyphs), 0) + segments + glyphs
    return {
        "cmap": cmap,
        "head": struct.pack(
            ">IIIIHHQQhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, UNITS, 0, 0, 50, 0, 450, 700, 0, 8, 2, 1, 0),
        "hhea": struct.pack(">IhhhHhhhhhhhhhhhH", 0x10000, 800, -200, 0, WIDTH, 50, 50, 450, 1, 0, 0, 0, 0, 0, 0, 0, 1),
        "hmtx": struct.pack(">Hhh", WIDTH, 50, 50),
        "maxp": struct.pack(">IHHHHHHHHHHHHHH", 0x10000, 2, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
        "name": name({1: "Boxes", 2: "Regular", 4: "Boxes", 6: "Boxes-Regular"}),
        "OS/2": struct.pack(
            ">HhHHHhhhhhhhhhhh10B4I4sHHHhhhHHIIhhHHH", 4, WIDTH, 400, 5, 0, 650, 700, 0, 140, 650, 700, 0, 480, 50, 250, 0,
            *[0] * 10, 1, 0, 0, 0, b"NONE", 0x40, first, last, 800, -200, 0, 800, 200, 1, 0, 500, 700, 0, first, 0),
        "post": struct.pack(">IIhhIIIII", 0x30000, 0, -100, 50, 0, 0, 0, 0, 0),
        "glyf": box + box,
        "loca": struct.pack(">III", 0, len(box), 2 * len(box)),
    }


def brotli(data):
    """The data as one block that is not compressed (RFC 7932, 9.2)."""
    assert len(data) <= 1 << 16
    return (((len(data) - 1) << 4) | 1 << 20).to_bytes(3, "little") + data + b"\x03"


def varied(number):
    """A number in base 128, the last byte without the highest bit."""
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.insert(0, number & 0x7F | 0x80)
    return bytes(digits)


def woff2():
    """The font in WOFF2, with no table transformed."""
    directory, data = b"", b""
    for tag, table in tables().items():
        transform = 3 << 6 if tag in ("glyf", "loca") else 0
        directory += bytes([KNOWN[tag] | transform]) + varied(len(table))
        data += table
    compressed = brotli(data)
    length = 48 + len(directory) + len(compressed)
    padding = -length % 4
    plain = 12 + 16 * len(KNOWN) + sum(len(table) + -len(table) % 4 for table in tables().values())
    header = struct.pack(
        ">4sIIHHIIHHIIIII", b"wOF2", 0x10000, length + padding, len(KNOWN), 0, plain, len(compressed), 1, 0, 0, 0, 0, 0, 0)
    return header + directory + compressed + b"\0" * padding
