"""Links between the pages of the repository, and the table of contents of the book."""

from __future__ import annotations

import re
from pathlib import Path

from .areas import files

BOOK = Path("docs/src")
TARGET = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\s*\[[^\]]+\]:\s*(\S+)", re.MULTILINE)
INCLUDE = re.compile(r"^\{\{#include ([^\s:]+)\S*\}\}$", re.MULTILINE)
CODE = re.compile(r"^\s*(```|~~~).*?^\s*\1|(`+).+?\2", re.MULTILINE | re.DOTALL)


def faults(root: Path) -> list[str]:
    """Broken links, and pages that the table of contents lacks, a sentence each."""
    pages = [Path(name) for name in files(root) if name.endswith(".md")]
    wrong = [fault for page in pages for fault in links(root, page)]
    listed = {BOOK / target for target in targets((root / BOOK / "SUMMARY.md").read_text())}
    for page in pages:
        if page.is_relative_to(BOOK) and page.name != "SUMMARY.md" and page not in listed:
            wrong.append(f"{page}: found no line in {BOOK / 'SUMMARY.md'}, expected one")
    return wrong


def links(root: Path, page: Path) -> list[str]:
    """The faults of a page's links."""
    absent = [name for name in INCLUDE.findall((root / page).read_text()) if not (root / page.parent / name).is_file()]
    wrong = [f"{page}: found an include of '{name}', expected a file that exists" for name in absent]
    for target in targets((root / page).read_text()):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (root / page.parent / name).resolve() if name else (root / page).resolve()
        if not path.exists():
            wrong.append(f"{page}: found a link to '{target}', expected a file that exists")
        elif anchor and path.suffix == ".md" and anchor not in anchors(included(path)):
            wrong.append(f"{page}: found a link to '{target}', expected one of the headings there")
        elif page.is_relative_to(BOOK) and path.suffix == ".md" and not path.is_relative_to((root / BOOK).resolve()):
            # mdBook would turn it into a link to a page that it does not make.
            wrong.append(f"{page}: found a link to '{target}' outside the book, expected its folder")
    return wrong


def included(path: Path) -> str:
    """The text of a page with the files that mdBook includes; for a range of lines (`FILE:3:`) the whole file."""
    files = {name: path.parent / name.split(":")[0] for name in INCLUDE.findall(path.read_text())}
    return INCLUDE.sub(lambda match: files[match[1]].read_text() if files[match[1]].is_file() else "", path.read_text())


def targets(text: str) -> list[str]:
    """Where the links of a page lead."""
    return [first or second for first, second in TARGET.findall(CODE.sub("", text))]


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub and mdBook make them."""
    found: dict[str, int] = {}
    for heading in re.findall(r"^#{1,6}\s+(.+?)\s*#*$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M):
        heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
        slug = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.strip().lower()))
        number = found.get(slug)
        found[slug] = 0 if number is None else number + 1
        if number is not None:
            found[f"{slug}-{number + 1}"] = 0
    return set(found)
