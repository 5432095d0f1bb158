"""Counts by area, and mean lengths of sentences by page."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .areas import AREAS, blocks, files
from .markers import LONGEST, markers, sentences, words


@dataclass
class Area:
    """What was found in one area."""

    markers: list[str] = field(default_factory=list)
    long: list[str] = field(default_factory=list)
    sentences: int = 0


@dataclass
class Count:
    """What was found in the repository."""

    areas: dict[str, Area] = field(default_factory=lambda: {name: Area() for name in AREAS})
    means: dict[str, float] = field(default_factory=dict)


def count(root: Path) -> Count:
    """Reads every file below `root`."""
    found = Count()
    for name in files(root):
        lengths: list[int] = []
        for area, block in blocks(root, name):
            here, text = found.areas[area], block.text()
            here.markers += [f"{name}:{block.line(at)}: {word}" for at, word in markers(text)]
            for at, sentence in sentences(text):
                length = words(sentence)
                here.sentences += 1
                if length > LONGEST:
                    here.long.append(f"{name}:{block.line(at)}: sentence of {length} words")
                # Headings and cells of tables are no sentences.
                if block.kind in ("paragraph", "item"):
                    lengths.append(length)
        if name.endswith(".md") and lengths:
            found.means[name] = sum(lengths) / len(lengths)
    return found
