"""Names that sources define: marker words, and names of functions that are too long."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .sources import RUST

LONGEST_NAME = 60
"""Characters of a function's name beyond which it counts as long."""

# A solver is queried, a caller requests, output is printed, a callback is `on_...`.
WORDS = frozenset(
    "tell tells telling told untold hear hears hearing heard say says saying said ask asks asking asked asker unasked "
    "speak speaks spoken who whom whoever nobody somebody anybody anew hardly".split()
)
PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
ITEM = re.compile(r"\b(fn|struct|enum|trait|type|mod|const|static|union)\s+(?:mut\s+)?([A-Za-z_]\w*)")
# The pattern of a `let`, without its type: `let (code, mut out): ...`, `if let Some(name) = ...`.
LET = re.compile(r"\blet\s+([^=;:{]+)")
# Types and variants of a pattern begin with a capital letter.
VARIABLE = re.compile(r"\b[a-z_]\w*")
PYTHON = re.compile(r"^[ \t]*(?:async[ \t]+)?(def|class)[ \t]+(\w+)", re.MULTILINE)


@dataclass
class Name:
    """A defined name, its line and whether it is a function's."""

    text: str
    line: int
    function: bool

    def marker(self) -> bool:
        """Whether it has a marker word."""
        return "word_for" in self.text or not WORDS.isdisjoint(part.lower() for part in PARTS.findall(self.text))

    def long(self) -> bool:
        """Whether it is a function's name of too many characters."""
        return self.function and len(self.text) > LONGEST_NAME


def names(file: str, text: str) -> list[Name]:
    """The names that a Rust or Python file defines."""
    if file.endswith(".rs"):
        return rust(text)
    return python(text) if file.endswith((".py", ".pyi")) else []


def rust(text: str) -> list[Name]:
    """The names of a Rust file's items and local variables."""
    found = scan(text)
    if any(name.marker() or name.long() for name in found):
        # Comments and strings may define names too, as examples. Blanking them takes most of the time.
        code = ("attribute", "brace", "close")
        found = scan(RUST.sub(lambda m: m[0] if m.lastgroup in code else blank(m[0]), text))
    return found


def scan(text: str) -> list[Name]:
    """The names after the keywords of Rust."""
    found = [(m.start(2), m[2], m[1] == "fn") for m in ITEM.finditer(text)]
    for let in LET.finditer(text):
        found += [(let.start(1) + m.start(), m[0], False) for m in VARIABLE.finditer(let[1])]
    return numbered(text, found)


def python(text: str) -> list[Name]:
    """The names of a Python file's functions and classes."""
    return numbered(text, [(m.start(2), m[2], m[1] == "def") for m in PYTHON.finditer(text)])


def numbered(text: str, found: list[tuple[int, str, bool]]) -> list[Name]:
    """Names with their lines instead of their positions."""
    line, past, result = 1, 0, []
    for at, name, function in sorted(found):
        line, past = line + text.count("\n", past, at), at
        result.append(Name(name, line, function))
    return result


def blank(text: str) -> str:
    """A text of the same length and lines without words."""
    return re.sub(r"\S", " ", text)
