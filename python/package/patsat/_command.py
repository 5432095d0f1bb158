"""The command ``patsat``, which comes with the package: the whole program of the project."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig

from . import _native


def main() -> int:
    """Runs the program with the arguments of the process; returns its exit code."""
    return _native.run_command(sys.argv[1:], _program())


def _program() -> str | None:
    """The command as a file, which campaigns call again for each of their runs."""
    beside = os.path.join(sysconfig.get_path("scripts"), "patsat")
    if os.access(beside, os.X_OK):
        return beside
    return shutil.which("patsat")
