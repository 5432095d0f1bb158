"""The page's examples, run as they are printed."""

from __future__ import annotations

import doctest
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
    told: list[str] = []
    runner.run(example, out=told.append)
    assert not told, "".join(told)


def test_the_examples_of_the_package_are_run() -> None:
    result = doctest.testmod(patsat)
    assert result.attempted >= 4 and result.failed == 0
