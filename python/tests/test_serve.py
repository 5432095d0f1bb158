"""Policies as players of the command, by ``patsat.serve``."""

from __future__ import annotations

import io
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Callable, Optional

import pytest
from conftest import REPOSITORY

import patsat

COMMAND = str(Path(sysconfig.get_path("scripts"), "patsat"))
PAGE = REPOSITORY / "docs/src/players/blind-play.md"
Policy = Callable[[patsat.View], Optional[int]]


def example() -> str:
    """Returns the policy of the book."""
    found = re.search(r"```python\n(import patsat\n.*?)```", PAGE.read_text(), re.DOTALL)
    assert found
    return found[1]


def play(path: Path, source: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Plays by the command with this source as the player."""
    path.write_text(source)
    player = f"cmd:{shlex.join([sys.executable, str(path)])}"
    command = [COMMAND, "play", *arguments, "--blind", "--player", player]
    wide = {**os.environ, "COLUMNS": "10000"}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=wide)


def in_process(path: Path, deal: str) -> tuple[patsat.Played, list[str]]:
    """Plays a deal by the same file, and returns the moves in words too."""
    policy: Policy = runpy.run_path(str(path))["policy"]
    words: list[str] = []

    def noting(view: patsat.View) -> int | None:
        index = policy(view)
        if index is not None:
            words.append(view.moves[index]["words"])
        return index

    return patsat.play(deal, noting), words


def test_the_command_plays_the_example_of_the_book(tmp_path: Path) -> None:
    path, results = tmp_path / "my_policy.py", tmp_path / "plays.jsonl"
    won = 0
    for game in ("klondike-draw-one", "spider1", "freecell"):
        done = play(path, example(), game, "--games", "5", "-o", str(results), "--force", "--jobs", "2")
        assert (done.returncode, done.stderr) == (0, "")
        records = [json.loads(line)["data"] for line in results.read_text().splitlines()[1:]]
        assert len(records) == 5
        for record in records:
            played, words = in_process(path, record["deal"])
            assert (record["won"], record["moves"], record["decisions"]) == (played.won, len(words), played.decisions)
            won += played.won
    assert won > 0
    done = play(path, example(), "random:klondike:3")
    _, words = in_process(path, "random:klondike:3")
    printed = re.findall(r"^ *\d+\. (.*)$", done.stdout, re.MULTILINE)
    assert len(printed) == len(words) > 20
    # A player does not know the card that a move turns.
    for move, line in zip(words, printed):
        assert re.fullmatch(re.escape(move).replace(re.escape("??"), "[A-Z0-9]{2}"), line), (move, line)


HINTS = """
import patsat

def policy(view):
    print("a line for people")
    assert view.unseen == len(view.rest) and repr(view).startswith("<View: ")
    if view.unseen < 30:
        return None
    best = patsat.hint(view, samples=4).best
    return [move["words"] for move in view.moves].index(best) if best else None

if __name__ == "__main__":
    patsat.serve(policy)
"""


def test_a_served_view_can_do_what_a_view_can(tmp_path: Path) -> None:
    path = tmp_path / "hints.py"
    done = play(path, HINTS, "solvitaire:klondike:5")
    assert done.stderr == "" and "Given up after " in done.stdout, done
    played, words = in_process(path, "solvitaire:klondike:5")
    assert f"Given up after {len(words)} moves and {played.decisions} decisions" in done.stdout


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("return 1 // 0", "exit status: 1: ZeroDivisionError"),
        ("return 99", "answered '99', expected a number from 0 to"),
        ("return -1", "answered '-1', expected a number from 0 to"),
        ("return 'best'", "TypeError"),
        ("import sys; sys.exit(0)", "ended without an answer (exit status: 0)"),
    ],
)
def test_a_policy_that_fails_ends_the_games_with_its_reason(body: str, says: str, tmp_path: Path) -> None:
    source = f"import patsat\n\ndef policy(view):\n    {body}\n\npatsat.serve(policy)\n"
    done = play(tmp_path / "bad.py", source, "random:klondike:1")
    assert (done.returncode, done.stdout) == (4, "")
    assert says in done.stderr and done.stderr.startswith("error: random:klondike:1: the player ")


def test_what_is_no_line_of_a_game_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("{}\n"))
    with pytest.raises(patsat.InputError, match="no line of a player"):
        patsat.serve(lambda view: None)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    patsat.serve(lambda view: 1 // 0)
    assert capsys.readouterr().out == ""
