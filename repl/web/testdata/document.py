"""The sessions of doc/sessions.md, and what cells gave in comparison with them."""

import re
from pathlib import Path


def documented(document):
    """The sessions of the document that stay at the prompt: titles, and cells with what
    they show."""
    for part in re.split(r"^## ", Path(document).read_text(), flags=re.M)[1:]:
        title = part.split("\n", 1)[0]
        cells = []
        for block in re.findall(r"^```console\n\$ riffle\n(.*?)^```", part, flags=re.M | re.S):
            for line in [] if "\n$ " in block else block.splitlines():
                if m := re.match(r"(\d+)> (.*)", line):
                    cells.append(([m[2]], []))
                elif m := re.match(r"\.\. ?(.*)", line):
                    cells[-1][0].append(m[1])
                else:
                    cells[-1][1].append(line)
        if cells:
            yield title, [("\n".join(code), "\n".join(shown)) for code, shown in cells]


def cell_text(cell):
    texts = []
    for o in cell["outputs"]:
        text = o.get("text") or o.get("data", {}).get("text/plain") or "\n".join(o.get("traceback", []))
        texts.append("".join(text))
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(t.rstrip("\n") for t in texts)).strip("\n")


def alike(got, want):
    """Whether texts have the same words. A notebook's traces have the lines of code, too."""
    got, want = ([line.split() for line in text.splitlines()] for text in (got, want))
    if got and got[-1] == ["^"]:
        rest = iter(got)
        return all(line in rest for line in want)
    return sum(got, []) == sum(want, [])
