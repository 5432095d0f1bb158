"""The notebooks run, and their committed outputs are those of a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat", reason="nbformat is not here")
pytest.importorskip("nbclient", reason="nbclient is not here")
for needed in ("ipykernel", "matplotlib", "pandas", "pysat"):
    pytest.importorskip(needed, reason=f"{needed} is not here")

from notebooks import LONGEST, TIMES, executed, notebooks, shape  # noqa: E402

NOTEBOOKS = notebooks()


def code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_notebooks_exist() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["a_deal_as_a_formula", "formulas_as_deals"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_committed_outputs_are_those_of_a_run(path: Path) -> None:
    committed, fresh = nbformat.read(path, as_version=4), executed(path)
    cells = code(committed)
    assert len(cells) >= 5 and [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    for old, new in zip(cells, code(fresh)):
        assert shape(old) == shape(new), f"run python python/tests/notebooks.py; cell:\n{old.source}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_committed_notebooks_are_small_and_have_pictures(path: Path) -> None:
    assert path.stat().st_size <= LONGEST
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    outputs = [out for cell in code(notebook) for out in cell.outputs]
    kinds = [kind for out in outputs for kind in out.get("data", {})]
    assert "image/png" in kinds and "image/svg+xml" in kinds
    assert not [out for out in outputs if out.output_type == "error" or out.get("name") == "stderr"]
    raw = json.loads(path.read_text(encoding="utf-8"))
    assert set(raw["metadata"]) == {"kernelspec", "language_info"}
    assert all(set(cell["metadata"]) <= {"tags"} for cell in raw["cells"])


def test_only_marked_times_may_differ() -> None:
    def cell(text: str, *tags: str) -> Any:
        output = nbformat.v4.new_output("stream", name="stdout", text=text)
        return nbformat.v4.new_code_cell("", outputs=[output], metadata={"tags": list(tags)})

    assert shape(cell("0.12 seconds", TIMES)) == shape(cell("10.5  seconds", TIMES))
    assert shape(cell("0.12 seconds")) != shape(cell("0.13 seconds"))
    assert shape(cell("1 plan in 0.12", TIMES)) != shape(cell("2 plans in 0.12", TIMES))
