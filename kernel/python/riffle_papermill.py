"""Lets papermill pass parameters to Go notebooks of riffle.

Written by "riffle install", removed by "riffle uninstall". papermill imports it as
an engine, which it also is: the usual one, under the name "riffle".
"""

import numbers
import re

from papermill.engines import NBClientEngine as Engine  # what the entry point names
from papermill.exceptions import PapermillException
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators


class GoTranslator(Translator):
    """Writes parameters as Go.

    They are assigned to the variables that the cell tagged "parameters" declares, so
    that each keeps its type: 1 stays a float64 where it was 0.5.
    """

    @classmethod
    def codify(cls, parameters, comment="Parameters"):
        lines = [cls.comment(comment)]
        for name, value in parameters.items():
            if isinstance(value, dict) and not value:
                lines.append(f"clear({name})")
            else:
                lines.append(cls.assign(name, cls.translate(value)))
        return "\n".join(lines) + "\n"

    @classmethod
    def comment(cls, cmt_str):
        return "\n".join(f"// {line}".rstrip() for line in cmt_str.splitlines())

    @classmethod
    def translate(cls, val):
        return literal(val, type_of(val))

    @classmethod
    def inspect(cls, parameters_cell):
        return [p for p in map(declared, parameters_cell["source"].splitlines()) if p]


scalars = {"bool", "int", "float64", "string"}


def type_of(value):
    """The Go type of a value, None for an empty one that can have several."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, numbers.Integral):
        return "int"
    if isinstance(value, numbers.Real):
        return "float64"
    if isinstance(value, (list, tuple)) and value:
        return "[]" + element_type(value)
    if isinstance(value, dict) and value:
        return "map[string]" + element_type(value.values())
    if isinstance(value, (list, tuple, dict)):
        return None
    return "any" if value is None else "string"


def element_type(values):
    """The type of elements, any where they have several."""
    types = {type_of(v) for v in values}
    known = types - {None}
    numeric = {re.sub(r"\b(int|float64)$", "number", t) for t in known}
    if len(known) == 2 and len(numeric) == 1:
        known = {t for t in known if t.endswith("float64")}
    if len(known) != 1:
        return "any"
    (one,) = known
    return "any" if None in types and one in scalars else one


def literal(value, go_type):
    """A Go expression for a value of a type."""
    if go_type == "any":
        go_type = type_of(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return real(float(value))
    if value is None or isinstance(value, (list, tuple, dict)) and not value:
        return go_type + "{}" if go_type not in (None, "any") else "nil"
    if isinstance(value, (list, tuple)):
        element = go_type[len("[]"):]
        return f"{go_type}{{{', '.join(literal(v, element) for v in value)}}}"
    if isinstance(value, dict):
        element = go_type[len("map[string]"):]
        pairs = (f"{quoted(k)}: {literal(v, element)}" for k, v in value.items())
        return f"{go_type}{{{', '.join(pairs)}}}"
    return quoted(value)


def real(value):
    if value != value:
        return "math.NaN()"
    if value in (float("inf"), float("-inf")):
        return f"math.Inf({'1' if value > 0 else '-1'})"
    return repr(value)


def quoted(value):
    """A Go string, of whatever can be a str."""
    return '"' + "".join(map(escaped, str(value))) + '"'


def escaped(char):
    if char in '"\\':
        return "\\" + char
    if char.isprintable():
        return char
    if char in "\n\t\r":
        return {"\n": "\\n", "\t": "\\t", "\r": "\\r"}[char]
    code = ord(char)
    if 0xD800 <= code < 0xE000:  # half a character, which Go's strings can't name
        code = 0xFFFD
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


declaration = re.compile(
    r"^\s*(?:var\s+|const\s+)?(?P<name>[^\W\d]\w*)\s*"
    r"(?:(?P<type>[^\s:=][^:=]*?)\s*=(?!=)|:?=(?!=))\s*"
    r"(?P<value>(?:\"(?:\\.|[^\"\\])*\"|`[^`]*`|'(?:\\.|[^'\\])+'|(?!//).)*?)\s*(?://\s*(?P<help>.*))?$"
)

without_value = re.compile(r"^\s*var\s+(?P<name>[^\W\d]\w*)\s+(?P<type>[^\s=][^=]*?)\s*(?://\s*(?P<help>.*))?$")

kinds = [
    (r"(true|false)$", "bool"),
    (r"[-+]?(0[xXbBoO])?[\d_a-fA-F]+$", "int"),
    (r"[-+]?[\d_]*\.?[\d_]+\.?([eE][-+]?\d+)?$", "float64"),
    (r"[\"`]", "string"),
    (r"'", "rune"),
    (r"((\[\]|map\[\w+\])+[\w.]+)\{", r"\1"),
    (r"([\w.]+)\(.*\)$", None),
]


def declared(line):
    """The parameter that a line declares, None for a line that doesn't."""
    m = declaration.match(line)
    if not m:
        m = without_value.match(line)
        return m and Parameter(name=m["name"], inferred_type_name=m["type"], default="", help=m["help"] or "")
    inferred = m["type"] or "None"
    for pattern, kind in kinds if not m["type"] else []:
        found = re.match(pattern, m["value"])
        if found:
            inferred = found.expand(kind) if kind else "None"
            break
    return Parameter(name=m["name"], inferred_type_name=inferred, default=m["value"], help=m["help"] or "")


papermill_translators.register("riffle", GoTranslator)
try:
    papermill_translators.find_translator("", "go")
except PapermillException:
    papermill_translators.register("go", GoTranslator)
