"""Finds what is riffle's own in what a user sees, as package leak does."""

import os
import re

HERE = os.path.dirname(os.path.realpath(__file__))


def kinds():
    with open(os.path.join(HERE, "patterns.txt"), encoding="utf-8") as f:
        for line in f:
            text, tab, what = line.rstrip("\n").partition("\t")
            if tab and not line.startswith("#"):
                yield re.compile(re.sub(r"^\\b", r"(?<![\\w+/])", text), re.M), what


KINDS = list(kinds())
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def refuse(value):
    """Is what it is given, unless that leaks."""
    found = find(value)
    assert not found, f"riffle shows what is its own: {found}"
    return value


def find(value):
    """What leaks in a text, or in any text of a message; None for nothing."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return next(filter(None, map(find, value)), None)
    if isinstance(value, str):
        text = CONTROL.sub("", value)
        for pattern, what in KINDS:
            if found := pattern.search(text):
                return f"{what} {found[0]!r} in {text[max(0, found.start() - 200):found.end() + 200]!r}"
    return None
