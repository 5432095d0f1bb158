"""Finds the z3 of the package ``z3-solver``."""

from __future__ import annotations

import os
import shlex
import shutil
import sysconfig


def command() -> str | None:
    """Returns the back-end that calls the z3 of ``z3-solver``; ``None`` if z3 is on the path or missing."""
    if shutil.which("z3"):
        return None
    name = "z3.exe" if os.name == "nt" else "z3"
    path = os.path.join(sysconfig.get_path("scripts"), name)
    if not os.path.isfile(path):
        return None
    options = "-smt2 -T:{seconds} smt.random_seed={seed} sat.random_seed={seed} {in}"
    return f"cmd:{shlex.quote(path)} {options}"
