"""The examples of the page and of docstrings."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest
from conftest import REPOSITORY

import patsat

PAGE = REPOSITORY / "docs/src/library/python.md"


def test_what_the_page_prints_is_what_is_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for needed in ("pysat", "pandas", "unified_planning"):
        pytest.importorskip(needed, reason=f"{needed} is not here")
    text = PAGE.read_text()
    # A fence after an answer is no part of it.
    plain = "\n".join("" if line.startswith("```") else line for line in text.splitlines())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "instances").symlink_to(REPOSITORY / "instances")
    example = doctest.DocTestParser().get_doctest(plain, {}, "python.md", str(PAGE), 0)
    assert len(example.examples) > 30
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    failed: list[str] = []
    runner.run(example, out=failed.append)
    assert not failed, "".join(failed)


def test_examples_of_docstrings_hold() -> None:
    runner = doctest.DocTestRunner()
    failed: list[str] = []
    tried = 0
    public = {name: getattr(patsat, name) for name in patsat.__all__ if name != "__version__"}
    members = {
        f"{name}.{member}": getattr(thing, member)
        for name, thing in public.items()
        if isinstance(thing, type)
        for member in vars(thing)
        if not member.startswith("_")
    }
    for name, thing in {"patsat": patsat, **public, **members}.items():
        text = inspect.getdoc(thing) or ""
        example = doctest.DocTestParser().get_doctest(text, {"patsat": patsat}, name, None, None)
        tried += len(example.examples)
        runner.run(example, out=failed.append)
    assert not failed, "".join(failed)
    assert tried > 30
