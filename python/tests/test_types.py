"""Types: what is declared is what is there, and every public thing is documented."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import patsat

CONFIG = str(Path(__file__).resolve().parents[1] / "pyproject.toml")


def test_every_public_thing_says_what_it_does() -> None:
    checked = 0
    for name in patsat.__all__:
        thing = getattr(patsat, name)
        if name == "__version__":
            continue
        assert thing.__doc__ and len(thing.__doc__) > 10, name
        if isinstance(thing, type) and thing.__module__ == "patsat":
            for member, value in vars(thing).items():
                if not member.startswith("_") and not isinstance(value, staticmethod):
                    assert getattr(thing, member).__doc__, f"{name}.{member}"
                    checked += 1
    assert checked > 50


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
    told = subprocess.run(
        command + ["--ignore-unused-allowlist"], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_package_is_typed(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not here")
    command = [sys.executable, "-m", "mypy", "--config-file", CONFIG, "-p", "patsat"]
    told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert told.returncode == 0, told.stdout + told.stderr
