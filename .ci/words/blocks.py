"""Markdown, comments and strings as blocks of prose, without quotations."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

FENCE = re.compile(r"^\s*(```|~~~)")
HEADING = re.compile(r"^\s*#{1,6}\s+")
ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
RULE = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")
CODE = re.compile(r"(`+)(?:(?!\1).)+?\1", re.DOTALL)
LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^>]*>|https?://\S+", re.DOTALL)


@dataclass
class Block:
    """A paragraph, a list item, a heading, a table cell or a string."""

    kind: str
    parts: list[tuple[int, str]] = field(default_factory=list)

    def text(self) -> str:
        """The prose in one line. Code counts as one word and holds no marker."""
        return plain(" ".join(part for _, part in self.parts))

    def line(self, position: int) -> int:
        """The line that a position of `text` is in."""
        past = 0
        for line, part in self.parts:
            past += len(plain(part)) + 1
            if position < past:
                return line
        return self.parts[-1][0]


def plain(text: str) -> str:
    """A text without code, targets of links and tags."""
    text = CODE.sub("CODE", text)
    text = LINK.sub(r"\1", text)
    return TAG.sub("", text)


def markdown(lines: list[tuple[int, str]]) -> list[Block]:
    """The blocks of a Markdown text, given as numbered lines."""
    blocks: list[Block] = []
    fenced, open_block = False, None
    for number, line in lines:
        if FENCE.match(line):
            fenced, open_block = not fenced, None
        elif fenced:
            continue
        elif not line.strip() or RULE.match(line) and "-" in line:
            open_block = None
        elif line.lstrip().startswith("|"):
            open_block = None
            for cell in CODE.sub("CODE", line).strip().strip("|").split("|"):
                blocks.append(Block("cell", [(number, cell.strip())]))
        elif HEADING.match(line):
            open_block = None
            blocks.append(Block("heading", [(number, HEADING.sub("", line))]))
        elif ITEM.match(line):
            open_block = Block("item", [(number, ITEM.sub("", line))])
            blocks.append(open_block)
        elif open_block is not None:
            open_block.parts.append((number, line.strip()))
        else:
            open_block = Block("paragraph", [(number, line.strip())])
            blocks.append(open_block)
    return blocks


def numbered(text: str) -> list[tuple[int, str]]:
    """The lines of a text with their numbers."""
    return list(enumerate(text.splitlines(), 1))
