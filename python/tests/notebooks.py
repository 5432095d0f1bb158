"""Executes notebooks, and compares outputs with the committed ones.

``python python/tests/notebooks.py`` executes the notebooks and writes their outputs.
"""

from __future__ import annotations

import base64
import re
import struct
from pathlib import Path
from typing import Any

import nbclient
import nbformat

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
#: The tag of cells whose outputs have measured times.
TIMES = "times"
#: A committed notebook is at most this long, in bytes.
LONGEST = 300_000


def notebooks() -> list[Path]:
    """Returns the committed notebooks."""
    return sorted(FOLDER.glob("*.ipynb"))


def executed(path: Path) -> Any:
    """Executes a notebook and returns it without metadata of the run."""
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False).execute()
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in notebook.cells:
        cell.metadata = {"tags": cell.metadata.tags} if cell.metadata.get("tags") else {}
        if cell.cell_type == "code":
            cell.outputs = _merged(cell.outputs)
    return nbformat.from_dict(notebook)


def _merged(outputs: list[Any]) -> list[Any]:
    """Returns outputs with successive texts of one stream as one, because a kernel may split them anywhere."""
    merged: list[Any] = []
    for output in outputs:
        if output.output_type == "stream" and merged and merged[-1].get("name") == output.name:
            merged[-1].text += output.text
        elif not (output.output_type == "stream" and "building the font cache" in output.text):
            if "metadata" in output:
                output.metadata = {}
            merged.append(output)
    return merged


def shape(cell: Any) -> list[Any]:
    """Returns the outputs of a cell in a form that is the same in every run on every machine."""
    timed = TIMES in cell.metadata.get("tags", [])
    outputs: list[Any] = []
    for output in cell.outputs:
        if output.output_type == "stream":
            outputs.append((output.name, _text(output.text, timed)))
        elif output.output_type == "error":
            outputs.append(("error", output.ename, output.evalue))
        else:
            outputs.append({kind: _data(kind, data, timed) for kind, data in sorted(output.data.items())})
    return outputs


def _text(text: str, timed: bool) -> str:
    """Returns a text, with a mark for each measured time."""
    return re.sub(r"\s+", " ", re.sub(r"\d+\.\d+", "TIME", text)) if timed else text


def _data(kind: str, data: str, timed: bool) -> Any:
    """Returns text as it is, and of an image its width and height."""
    if kind == "image/png":
        return struct.unpack(">II", base64.b64decode(data)[16:24])
    if kind == "text/html":
        # pandas repeats its style sheet in every table.
        data = re.sub(r"<style scoped>.*?</style>", "", data, flags=re.DOTALL)
    return _text(data, timed)


def write(notebook: Any, path: Path) -> None:
    """Writes a notebook with one form for the same content."""
    text = nbformat.writes(notebook).rstrip("\n") + "\n"
    if len(text.encode()) > LONGEST:
        raise ValueError(f"{path.name} has {len(text.encode())} bytes; expected at most {LONGEST}")
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for each in notebooks():
        write(executed(each), each)
        print(f"{each.name}: {each.stat().st_size} bytes")
