"""The command ``patsat``, which comes with the package: the whole program of the project."""

from __future__ import annotations

import sys

from . import _native


def main() -> int:
    """Runs the program with the arguments of the process; returns its exit code."""
    return _native.run_command(sys.argv)
