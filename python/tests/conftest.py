"""Fixtures: positions with known verdicts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

#: Two cards are not home: the shortest plan has three moves.
NEAR = "Foundations: H-K C-K D-K S-J\n: QS KS\n" + ":\n" * 7
REPOSITORY = Path(__file__).resolve().parents[2]
#: Data of other projects, which the repository does not contain.
THIRD_PARTY = Path(os.environ.get("PATSAT_THIRD_PARTY") or REPOSITORY.parent / "shared/data/third-party")


@pytest.fixture
def near() -> str:
    return NEAR


@pytest.fixture
def lost() -> dict[str, int]:
    """Rules under which ``ms:1`` is lost after few positions."""
    return {"ranks": 4, "columns": 4, "cells": 0}
