"""Comments, help texts and strings of source files."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from .blocks import Block, markdown, numbered

Kind = str
"""`comment`, `doc` (a doc comment or docstring), `help` or `string`."""

RUST = re.compile(
    r"""(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|b?r(?P<hashes>\#*)"(?P<raw>.*?)"(?P=hashes)
    |b?"(?P<string>(?:\\.|[^"\\])*)"|b?'(?:\\[^\n]+?|[^\\'\n])'|(?P<attribute>\#!?\[)|(?P<brace>[{}])|(?P<close>\])""",
    re.VERBOSE | re.DOTALL,
)
SCRIPT = re.compile(
    r"""(?P<line>(?<![:\\])//[^\n]*)|(?P<block>/\*.*?\*/)
    |"(?P<double>(?:\\.|[^"\\\n])*)"|'(?P<single>(?:\\.|[^'\\\n])*)'|`(?P<back>(?:\\.|[^`\\])*)`""",
    re.VERBOSE | re.DOTALL,
)
CLAP = re.compile(r"#\[derive\([^)]*\b(?:Args|Parser|Subcommand|ValueEnum)\b")


def rust(text: str) -> Iterator[tuple[Kind, Block]]:
    """A Rust file. Help texts are doc comments of items with one of clap's derives, and strings of its attributes.
    Strings of unit tests are left out, and so are those of other attributes, except the sentences of `#[error]`."""
    help_lines, comments = _help_lines(text), []
    skipped = _unit_tests(text)
    attribute, attribute_end = "", -1
    for match in RUST.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if match.lastgroup == "attribute" and match.start() > attribute_end:
            attribute_end = _closing(text, match.end() - 1, "[", "]")
            attribute = text[match.start() : attribute_end]
        inside = match.start() < attribute_end
        if match["line"]:
            doc = match["line"].startswith(("///", "//!"))
            kind = "help" if line in help_lines and match["line"].startswith("///") else "doc" if doc else "comment"
            comments.append((kind, line, re.sub(r"^//[/!]?\s?", "", match["line"])))
        elif match["block"]:
            comments += [("comment", line + n, part.strip(" */")) for n, part in enumerate(match["block"].split("\n"))]
        elif any(start <= match.start() < end for start, end in skipped):
            continue
        elif (string := match["string"] if match["string"] is not None else match["raw"]) is not None:
            if inside and not re.match(r"#!?\[(?:command|arg|clap|value|group|error)\b", attribute):
                continue
            kind = "help" if inside and not attribute.startswith("#[error") else "string"
            yield from ((kind, block) for block in _string(line, string))
    yield from _comments(comments)


def script(text: str) -> Iterator[tuple[Kind, Block]]:
    """A JavaScript file."""
    comments = []
    for match in SCRIPT.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if match["line"]:
            comments.append(("comment", line, match["line"].lstrip("/ ")))
        elif match["block"]:
            comments += [("comment", line + n, part.strip(" */")) for n, part in enumerate(match["block"].split("\n"))]
        else:
            string = next(match[name] for name in ("double", "single", "back") if match[name] is not None)
            yield from (("string", block) for block in _string(line, string))
    yield from _comments(comments)


def python(text: str) -> Iterator[tuple[Kind, Block]]:
    """A Python file: comments, and docstrings as `doc`."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    yield from _comments(
        [("comment", t.start[0], t.string.lstrip("#! ")) for t in tokens if t.type == tokenize.COMMENT]
    )
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str):
                lines = [(first.lineno + n, part) for n, part in enumerate(first.value.value.splitlines())]
                plain = [(n, part) for n, part in lines if not part.strip().startswith((">>>", "..."))]
                yield from (("doc", block) for block in markdown(plain))


def shell(text: str) -> Iterator[tuple[Kind, Block]]:
    """A file whose comments are whole lines that begin with `#`."""
    lines = [(n, line.strip()) for n, line in numbered(text) if re.match(r"\s*#(?!!)", line)]
    yield from _comments([("comment", n, line.lstrip("# ")) for n, line in lines])


def html(text: str) -> Iterator[tuple[Kind, Block]]:
    """The text of an HTML page."""
    text = re.sub(r"<(script|style)\b.*?</\1>", lambda m: "\n" * m.group().count("\n"), text, flags=re.DOTALL)
    text = re.sub(r"<[^>]*>", lambda m: "\n" * m.group().count("\n"), text)
    yield from (("string", block) for block in markdown(numbered(text)))


def _comments(comments: list[tuple[Kind, int, str]]) -> Iterator[tuple[Kind, Block]]:
    """Comments on successive lines are one text."""
    start = 0
    for n in range(1, len(comments) + 1):
        if n == len(comments) or comments[n][1] != comments[n - 1][1] + 1 or comments[n][0] != comments[n - 1][0]:
            run = [(line, part) for _, line, part in comments[start:n]]
            yield from ((comments[start][0], block) for block in markdown(run))
            start = n


def _string(line: int, string: str) -> list[Block]:
    """The lines of a string that have more than one word."""
    joined = re.sub(r"\\\n\s*", "", string)
    parts = re.split(r"\\n|\n", joined)
    return [Block("string", [(line, part.replace("\\", ""))]) for part in parts if " " in part.strip()]


def _closing(text: str, start: int, opens: str, closes: str) -> int:
    """The position after the bracket that closes the one at `start`; strings and comments are stepped over."""
    depth, at = 0, start
    while at < len(text):
        match = RUST.match(text, at)
        if match and match.lastgroup not in ("attribute", "brace", "close"):
            at = match.end()
            continue
        depth += (text[at] == opens) - (text[at] == closes)
        at += 1
        if depth == 0:
            break
    return at


def _unit_tests(text: str) -> list[tuple[int, int]]:
    """The ranges of items below `#[cfg(test)]` and `#[test]`."""
    found = []
    for match in re.finditer(r"#\[(?:cfg\(test\)|test)\]", text):
        brace, semicolon = text.find("{", match.end()), text.find(";", match.end())
        if brace >= 0 and not 0 <= semicolon < brace:
            found.append((match.start(), _closing(text, brace, "{", "}")))
    return found


def _help_lines(text: str) -> set[int]:
    """The lines of items that clap derives a command line from, with the comments before them."""
    lines, found = text.split("\n"), set()
    for match in CLAP.finditer(text):
        first = text.count("\n", 0, match.start())
        while first > 0 and lines[first - 1].strip().startswith(("///", "#[")):
            first -= 1
        brace, semicolon = text.find("{", match.end()), text.find(";", match.end())
        end = semicolon if brace < 0 or 0 <= semicolon < brace else _closing(text, brace, "{", "}")
        found.update(range(first + 1, text.count("\n", 0, end) + 2))
    return found
