"""The command ``patsat`` of the package: the whole program."""

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
    """Returns the file of the command, which campaigns start for each of their runs."""
    beside = os.path.join(sysconfig.get_path("scripts"), "patsat")
    if os.access(beside, os.X_OK):
        return beside
    return shutil.which("patsat")
