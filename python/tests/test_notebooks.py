"""The notebooks, run from their first cell to their last."""

from __future__ import annotations

import pytest
from conftest import REPOSITORY

nbformat = pytest.importorskip("nbformat", reason="nbformat is not here")
nbclient = pytest.importorskip("nbclient", reason="nbclient is not here")
for needed in ("ipykernel", "matplotlib", "pandas", "pysat"):
    pytest.importorskip(needed, reason=f"{needed} is not here")

NOTEBOOKS = sorted((REPOSITORY / "python/notebooks").glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["a_deal_as_a_formula", "formulas_as_deals"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: object) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(cells) >= 5 and all(cell.execution_count for cell in cells)
    pictures = [out for cell in cells for out in cell.outputs if "image/png" in out.get("data", {})]
    boards = [out for cell in cells for out in cell.outputs if "image/svg+xml" in out.get("data", {})]
    assert pictures and boards
