"""Types, docstrings and representations of everything public."""

from __future__ import annotations

import importlib.util
import inspect
import pydoc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import patsat

CONFIG = str(Path(__file__).resolve().parents[1] / "pyproject.toml")


def public() -> Iterator[tuple[str, Any]]:
    """Returns everything public with its name: functions, classes and their members, and engines if they are there."""
    modules: list[Any] = [patsat, patsat.errors]
    if importlib.util.find_spec("unified_planning"):
        modules.append(importlib.import_module("patsat.unified_planning"))
    for module in modules:
        yield module.__name__, module
        for name in module.__all__:
            if name == "__version__":
                continue
            thing = getattr(module, name)
            yield name, thing
            for member in vars(thing) if isinstance(thing, type) else ():
                inherited = any(member in vars(base) for base in thing.__mro__[1:])
                described = isinstance(getattr(thing, member), (str, bool, type(None)))
                if not member.startswith("_") and not inherited and not described:
                    yield f"{name}.{member}", getattr(thing, member)


def test_docstrings_begin_with_a_sentence() -> None:
    names = set()
    for name, thing in public():
        text = inspect.getdoc(thing)
        assert text, name
        first = text.split("\n\n")[0]
        assert first[0].isupper() or first[0] in "`'" and len(first) > 12, f"{name}: {first}"
        assert first.endswith((".", ":")) and max(map(len, text.splitlines())) <= 120, f"{name}: {first}"
        names.add(name)
    assert len(names) > 90


def test_signatures_name_parameters_and_defaults() -> None:
    for name, thing in public():
        if inspect.isbuiltin(thing) or inspect.isfunction(thing):
            for parameter in inspect.signature(thing).parameters.values():
                assert parameter.default is not ..., f"{name}: {parameter}"
    deal = "(source, *, game=None, cells=None, columns=None, ranks=None, lines=None)"
    assert str(inspect.signature(patsat.Deal)) == deal
    solve = inspect.signature(patsat.solve).parameters
    assert [solve[name].default for name in ("by", "certify", "seed", "time_limit")] == ["search", True, 0, None]
    assert str(inspect.signature(patsat.encode)) == "(deal, encoding=None, horizon=None, *, memory_limit=None)"


def test_help_is_readable() -> None:
    text = pydoc.render_doc(patsat.solve, renderer=pydoc.plaintext)
    assert "solve(deal, by='search', *," in text and "<Answer: solved in 105 moves, plan verified>" in text
    assert "Subclasses" not in pydoc.render_doc(patsat.InputError, renderer=pydoc.plaintext)
    package = pydoc.render_doc(patsat, renderer=pydoc.plaintext)
    assert not [name for name in patsat.__all__ if name not in package and name != "__version__"]


def test_representations_are_sentences(near: str) -> None:
    deal, tiny = patsat.Deal("ms:1", ranks=4, columns=4), patsat.Deal.from_text(near)
    lost = patsat.Deal("ms:1", ranks=4, columns=4, cells=0)
    formula = patsat.encode(deal, "exists", 9)
    clauses = iter(formula)
    next(clauses)
    survey = patsat.survey("ms:1..9", jobs=1)
    next(survey)
    why = patsat.why(patsat.Deal("ms:41", cells=1))
    found = {
        tiny: "<Deal: freecell, 2 cards in play>",
        patsat.solve(tiny): "<Answer: solved in 3 moves, plan verified>",
        patsat.solve(tiny).plan: "<Plan: 3 moves, verified>",
        patsat.solve(tiny, optimal=True): "<Answer: solved in 3 moves, plan verified, shortest in m2>",
        patsat.solve(lost): "<Answer: unwinnable, closed set verified>",
        patsat.solve(lost, certify=False): "<Answer: unwinnable, complete search, not certified>",
        patsat.solve("ms:11982", node_limit=9): "<Answer: unknown, node limit reached>",
        patsat.solve(tiny, by="sat", encoding="exists", horizon=1): (
            "<Answer: no plan within 1 step of encoding exists, refuted by a verified proof>"
        ),
        patsat.verify(tiny, patsat.solve(tiny).plan): "<Checked: the plan wins in 3 moves>",  # type: ignore[arg-type]
        formula: "<Formula: 9 steps of encoding exists, 1737 variables, 6958 clauses>",
        clauses: "<Clauses: 6957 of 6958 left>",
        why: "<Why: unwinnable, 1 dead pattern verified>",
        why.answer: "<Answer: unwinnable, dead patterns verified>",
        survey: "<Survey: ms:1..9, 8 deals left>",
    }
    assert {repr(thing): text for thing, text in found.items()} == {text: text for text in found.values()}
    survey.close()


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("ms:617", {}),
        ("ms:1", {"cells": 2, "columns": 6, "ranks": 5}),
        ("ms:1", {"game": "bakers-game"}),
        ("kpat:spider4:1", {}),
        ("random:eight-off:7", {"cells": 5}),
    ],
)
def test_the_representation_of_a_numbered_deal_makes_it(source: str, options: dict[str, Any]) -> None:
    deal = patsat.Deal(source, **options)
    assert eval(repr(deal), {"Deal": patsat.Deal}) == deal
    for name, value in options.items():
        assert f"{name}={value!r}" in repr(deal)
    assert repr(patsat.Deal.from_text(deal.to("json"))) == repr(deal)


def test_stubs_agree_with_the_module(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not here")
    allowed = tmp_path / "allowed"
    allowed.write_text("patsat\\.unified_planning.*\n")
    command = [
        sys.executable,
        "-m",
        "mypy.stubtest",
        "patsat",
        "--allowlist",
        str(allowed),
        "--mypy-config-file",
        CONFIG,
    ]
    check = subprocess.run(
        command + ["--ignore-unused-allowlist"], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert check.returncode == 0, check.stdout + check.stderr


def test_the_package_is_typed(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not here")
    command = [sys.executable, "-m", "mypy", "--config-file", CONFIG, "-p", "patsat"]
    check = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert check.returncode == 0, check.stdout + check.stderr
