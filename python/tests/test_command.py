"""The command that comes with the package."""

from __future__ import annotations

import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import patsat

COMMAND = [str(Path(sysconfig.get_path("scripts"), "patsat"))]


CAMPAIGN = """
title = "Two deals"
limits = { cpu_s = 20, wall_s = 60, memory_mib = 2048 }

[[approach]]
name = "auto"
args = ["solve", "{instance}", "--format", "json"]

[[group]]
name = "two"
approaches = ["auto"]
instances = ["ms:1", "ms:2"]
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)


def test_the_command_solves_with_the_exit_codes_of_the_program() -> None:
    solved = run("solve", "ms:617", "--format", "standard")
    assert solved.returncode == 10
    assert patsat.verify("ms:617", solved.stdout).kind == "plan"
    assert run("solve", "ms:11982", "-q").returncode == 20
    refused = run("solve", "ms:0")
    assert refused.returncode == 2 and "not a deal number" in refused.stderr
    assert run("--version").stdout == f"patsat {patsat.__version__}\n"


def test_the_version_names_solvers_that_are_left_out() -> None:
    lines = run("--version", "-v").stdout.splitlines()
    named = next(line.split(maxsplit=2)[2].split(", ") for line in lines if line.startswith("left out"))
    backends = patsat.backends()
    marked = [name for name, about in backends.items() if about.endswith("not linked into this build")]
    assert named == marked and {"minisat", "z3"} <= set(named)
    linked = next(line.split(maxsplit=1)[1].split(", ") for line in lines if line.startswith("back-ends"))
    assert "varisat" in linked and not set(linked) & set(named) and set(linked) <= set(backends)


def test_ctrl_c_ends_the_command_as_it_ends_the_program(tmp_path: Path) -> None:
    arguments = [*COMMAND, "survey", "ms:1..10000000", "-o", str(tmp_path / "r.jsonl")]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 130
    assert len((tmp_path / "r.jsonl").read_text().splitlines()) > 10


def test_python_m_is_the_same_command() -> None:
    module = subprocess.run([sys.executable, "-m", "patsat", "--version"], capture_output=True, text=True, check=True)
    assert module.stdout == run("--version").stdout


def test_a_campaign_calls_the_command_again(tmp_path: Path) -> None:
    campaign = tmp_path / "c.toml"
    campaign.write_text(CAMPAIGN)
    bench = run("bench", str(campaign), "-o", str(tmp_path / "r"))
    assert bench.returncode == 0, bench.stderr
    assert "2" in bench.stdout
