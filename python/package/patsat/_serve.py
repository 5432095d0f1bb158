"""A policy as a player of the command ``patsat play``."""

from __future__ import annotations

import contextlib
import json
import operator
import sys
from typing import Callable, Optional

from ._native import View, view_of_line


def serve(policy: Callable[[View], Optional[int]]) -> None:
    """Plays a game of ``patsat play DEALS --blind --player cmd:'python3 FILE'`` by a function.

    Call it at the end of FILE. ``policy`` is a function as for :func:`play`: it takes a :class:`View` and returns the
    index of one of its ``moves``, or None to give up. Every game is played by a process of its own. ``serve`` returns
    when the game has ended. Standard output carries the answers, so text that the function prints goes to standard
    error.

    Raises InputError if standard input has anything else than the lines of a game. Exceptions of the function are
    passed on, and end the games with an error.
    """
    answers = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        for line in sys.stdin:
            index = policy(view_of_line(line))
            answers.write(json.dumps(None if index is None else operator.index(index)) + "\n")
            answers.flush()
