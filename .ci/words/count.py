"""Counts by area, and mean lengths of sentences by page."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .areas import AREAS, blocks, files
from .markers import LONGEST, markers, sentences, words
from .names import names


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
        count_names(found.areas["names"], name, root)
        if name.endswith(".md") and lengths:
            found.means[name] = sum(lengths) / len(lengths)
    return found


def count_names(area: Area, file: str, root: Path) -> None:
    """Adds the names of a file; each counts as a sentence."""
    if not file.endswith((".rs", ".py", ".pyi")):
        return
    for name in names(file, (root / file).read_text()):
        area.sentences += 1
        if name.marker():
            area.markers.append(f"{file}:{name.line}: {name.text}")
        if name.long():
            area.long.append(f"{file}:{name.line}: name of {len(name.text)} characters")
