"""Long work lets other threads run, and ends at Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest

import patsat

#: Work that would go on for hours: a shortest plan of a whole deal, a survey of a million, ...
LONG = {
    "search": "patsat.solve(patsat.Deal('ms:6182', cells=3), optimal=True)",
    "optimal": "patsat.solve('ms:1', by='sat', optimal=True)",
    "sat": "patsat.solve('ms:1', by='sat', encoding='sequential', horizon=70)",
    "why": "patsat.why(patsat.Deal('solvitaire:forty-thieves:7'), shrink=1e6)",
    "survey": "sum(1 for _ in patsat.survey('ms:1..100000000'))",
}

#: A shell that runs the tests in the background has SIGINT ignored, which processes inherit.
PROGRAM = """
import patsat, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begun", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
else:
    print("done", flush=True)
"""


@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_ends_long_work_soon(what: str) -> None:
    program = PROGRAM.format(work=LONG[what])
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(1.5)
        assert process.poll() is None, "the work was over before it was interrupted"
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        try:
            output, _ = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert output == "interrupted\n"
    assert process.returncode == 0
    assert time.monotonic() - began < 20


def test_other_threads_run_while_a_deal_is_solved() -> None:
    counted, over = 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not over.wait(0.01):
            counted += 1

    other = threading.Thread(target=count)
    other.start()
    began = time.monotonic()
    answer = patsat.solve(patsat.Deal("ms:6182", cells=3), optimal=True, certify=False, time_limit=1.5)
    seconds = time.monotonic() - began
    over.set()
    other.join()
    assert answer.seconds > 1 and seconds > 1
    # With the lock held it would have counted to one or two.
    assert counted > 20, counted


def test_work_on_another_thread_is_done_as_well() -> None:
    found: list[str] = []
    worker = threading.Thread(target=lambda: found.append(patsat.solve("ms:1").verdict))
    worker.start()
    worker.join()
    assert found == ["solved"]
