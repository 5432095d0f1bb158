"""Which area a text belongs to."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from . import sources
from .blocks import Block, markdown, numbered

AREAS = {
    "readme": "README.md",
    "docs": "the pages of the book",
    "changelog": "CHANGELOG.md",
    "pages": "other Markdown pages",
    "help": "help texts of the command line",
    "output": "strings of the program, the libraries and the page in the browser",
    "python": "docstrings of the Python package",
    "comments": "comments in all sources",
    "names": "names that Rust and Python sources define",
}
# Generated from help texts, which are counted where they are written.
GENERATED = {"docs/src/reference/commands.md", "docs/src/reference/encoding-options.md"}
# Kept results of other programs and of runs; not written by hand.
LEFT_OUT = re.compile(r"^(?:instances/.*/|benches/results/.*/|crates/fuzzing/kept/|web/dist/|docs/book/)|\.snap$")
TESTS = re.compile(r"(?:^|/)(?:tests|benches|fuzz)/|(?:^|/)tests?\.rs$|^crates/(?:testkit|difftest|fuzzing)/|^\.ci/")
READERS = {".rs": sources.rust, ".js": sources.script, ".py": sources.python, ".pyi": sources.python,
           ".sh": sources.shell, ".toml": sources.shell, ".html": sources.html}  # fmt: skip
SHELL = {"run", "build"}


def files(root: Path) -> list[str]:
    """The files of the repository, new ones too."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    return sorted(name for name in names if not LEFT_OUT.search(name) and (root / name).is_file())


def blocks(root: Path, name: str) -> Iterator[tuple[str, Block]]:
    """The blocks of a file, each with its area."""
    path = root / name
    if path.suffix == ".md":
        if name not in GENERATED:
            yield from ((page_area(name), block) for block in markdown(numbered(path.read_text())))
        return
    reader = READERS.get(path.suffix)
    if reader is None and (path.name in SHELL or name.startswith(".ci/") and not path.suffix):
        reader = sources.shell
    if reader is None:
        return
    for kind, block in reader(path.read_text()):
        area = area_of(name, kind)
        if area is not None:
            yield area, block


def page_area(name: str) -> str:
    """The area of a Markdown page."""
    named = {"README.md": "readme", "CHANGELOG.md": "changelog"}
    return named.get(name) or ("docs" if name.startswith("docs/src/") else "pages")


def area_of(name: str, kind: sources.Kind) -> str | None:
    """The area of a text in a source file; none for strings of tests."""
    if kind == "string":
        return None if TESTS.search(name) else "output"
    if kind == "help":
        return "comments" if TESTS.search(name) else "help"
    if kind == "doc" and name.startswith(("python/src/", "python/package/")):
        return "python"
    return "comments"
