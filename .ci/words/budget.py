"""The committed budget: counts that may only fall."""

from __future__ import annotations

import json
from pathlib import Path

from .count import Count

MEANS = {"README.md": 18.0, "docs/src/": 20.0}
"""The longest mean sentence of a page, by the beginning of its name."""

LINES = {"README.md": 130}
BYTES = {"CHANGELOG.md": 12_000, "ARCHITECTURE.md": 8_000, "CONTRIBUTING.md": 5_000}
"""The largest sizes of pages."""

Budget = dict[str, dict[str, int]]


def read(path: Path) -> Budget:
    """Reads the budget."""
    return json.loads(path.read_text())


def now(found: Count) -> Budget:
    """Today's counts in the form of a budget."""
    return {name: {"markers": len(area.markers), "long": len(area.long)} for name, area in found.areas.items()}


def above(found: Count, budget: Budget) -> list[str]:
    """What exceeds the budget, a sentence each."""
    wrong = []
    for name, counts in now(found).items():
        for kind, number in counts.items():
            most = budget.get(name, {}).get(kind, 0)
            if number > most:
                wrong.append(f"{name}: {number} {kind}, expected at most {most} (.ci/prose --list {name})")
    for page, mean in found.means.items():
        most = next((most for begin, most in MEANS.items() if page.startswith(begin)), None)
        if most is not None and mean > most:
            wrong.append(f"{page}: {mean:.1f} words a sentence in the mean, expected at most {most:.0f}")
    return wrong


def too_large(root: Path) -> list[str]:
    """Pages beyond their size, a sentence each."""
    sizes = [(page, len((root / page).read_text().splitlines()), most, "lines") for page, most in LINES.items()]
    sizes += [(page, (root / page).stat().st_size, most, "bytes") for page, most in BYTES.items()]
    return [f"{page}: {size} {unit}, expected at most {most}" for page, size, most, unit in sizes if size > most]


def lowered(found: Count, budget: Budget) -> Budget:
    """The budget with every count lowered to today's, and none raised."""
    return {
        name: {kind: min(number, budget.get(name, {}).get(kind, number)) for kind, number in counts.items()}
        for name, counts in now(found).items()
    }
