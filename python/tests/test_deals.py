"""Deals: sources, pictures and errors."""

from __future__ import annotations

import gzip
import pickle
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import patsat


def test_a_deal_by_its_name_is_the_published_one() -> None:
    deal = patsat.Deal("ms:617")
    assert (deal.name, deal.game, repr(deal)) == ("ms:617", "freecell", "Deal('ms:617', game='freecell')")
    assert deal.columns[0] == ["7D", "TD", "TH", "KD", "4C", "4S", "JD"]
    assert deal.cells == [None] * 4
    assert deal.show().startswith("freecell ms:617\n\ncells -- -- -- --")
    assert all(patsat.Deal(name) == deal for name in ("617", "freecell 617", "FreeCell #617"))
    assert "7♦" in deal.show(symbols=True)
    assert deal.rules["cells"] == 4


def test_a_deal_is_the_same_from_its_name_its_text_and_its_file(tmp_path: Path) -> None:
    deal = patsat.Deal("ms:24")
    file = tmp_path / "board.txt"
    file.write_text(deal.show())
    for other in (
        patsat.Deal(file),
        patsat.Deal(str(file)),
        patsat.Deal.from_file(file),
        patsat.Deal.from_text(deal.show()),
        patsat.Deal.from_text(deal.to("json")),
        patsat.Deal(deal.to("json")),
        pickle.loads(pickle.dumps(deal)),
    ):
        assert other == deal and hash(other) == hash(deal)
    assert patsat.Deal("ms:25") != deal and deal != "ms:24"


def test_rules_are_changed_by_name_and_number() -> None:
    assert len(patsat.Deal("ms:1", cells=2).cells) == 2
    assert patsat.Deal("ms:1", game="bakers-game").game == "bakers-game"
    assert patsat.Deal("ms:1", ranks=3, columns=5).columns == patsat.Deal("ms:1", columns=5, ranks=3).columns
    assert patsat.Deal("kpat:spider4:1").game == patsat.Deal.random(1, "spider").game == "spider"
    assert len(patsat.Deal("kpat:spider4:1").stock) == 50
    assert patsat.Deal.random(7) == patsat.Deal("random:freecell:7") != patsat.Deal.random(8)
    assert "freecell" in patsat.games() and "spider" in patsat.games()


def test_a_deal_is_a_picture_with_all_its_cards() -> None:
    for deal in (patsat.Deal("ms:617"), patsat.Deal("kpat:spider4:1"), patsat.Deal.random(3, "forty-thieves")):
        picture = ElementTree.fromstring(deal._repr_svg_())
        assert picture.tag.endswith("svg")
        texts = [element.text or "" for element in picture.iter() if element.tag.endswith("text")]
        shown = [text for text in texts if text and text[-1] in "♣♦♥♠" and len(text) in (2, 3)]
        assert len(shown) >= sum(len(column) for column in deal.columns)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ms:0", "'0' is not a deal number"),
        ("kpat:poker:1", "is not a deal: expected a game of kpat"),
        ("nowhere.txt", "there is no file 'nowhere.txt': expected a deal such as ms:617, or a file"),
    ],
)
def test_an_unknown_deal_is_an_input_error(text: str, sentence: str) -> None:
    with pytest.raises(patsat.InputError, match=sentence) as caught:
        patsat.solve(text)
    assert isinstance(caught.value, ValueError) and "\n" not in str(caught.value)


def test_an_illegal_board_is_an_error_with_file_and_line(tmp_path: Path, near: str) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(near.replace("QS KS", "QS 1X"))
    with pytest.raises(patsat.InputError) as caught:
        patsat.Deal(file)
    assert caught.value.file == str(file) and caught.value.line == 2
    assert str(caught.value).startswith(f"{file}, line 2: found '1X'")
    with pytest.raises(patsat.InputError) as caught:
        patsat.Deal.from_text(near.replace("QS KS", "QS QS"), file="pasted")
    assert caught.value.file == "pasted" and "QS" in str(caught.value)
    with pytest.raises(TypeError, match="found the number 617; expected a deal such as 'ms:617'"):
        patsat.Deal(617)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="found an object of type list; expected a deal"):
        patsat.solve([])  # type: ignore[arg-type]


def test_files_have_the_errors_of_the_program(tmp_path: Path) -> None:
    locked = tmp_path / "locked.txt"
    locked.write_text("")
    locked.chmod(0)
    for name in ("nowhere.txt", "", str(tmp_path), str(tmp_path / "no" / "board.txt"), str(locked)):
        command = subprocess.run([sys.executable, "-m", "patsat", "solve", name], capture_output=True, text=True)
        with pytest.raises(patsat.InputError) as caught:
            patsat.Deal(name)
        text = str(caught.value)
        # The program's next step stands on a line of its own.
        expected = command.stderr.removeprefix("error: ").split("\n")[0]
        # Python has no standard input for deals.
        assert text == expected.replace("617, a file, or - for standard input", "617, or a file"), name
        assert "os error" not in text and caught.value.file == name
    for call in (lambda: patsat.verify("ms:1", tmp_path), lambda: patsat.reduce(tmp_path)):
        with pytest.raises(patsat.InputError, match=f"'{tmp_path}' is a directory: expected a "):
            call()


def test_compressed_files_are_read(tmp_path: Path, near: str) -> None:
    file = tmp_path / "board.txt.gz"
    file.write_bytes(gzip.compress(near.encode()))
    assert patsat.Deal(file) == patsat.Deal.from_text(near)


def test_a_dash_is_a_file_and_not_standard_input(tmp_path: Path, near: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-").write_text(near)
    assert patsat.Deal("-") == patsat.Deal.from_text(near)


def test_moves_lead_to_other_deals(near: str) -> None:
    deal = patsat.Deal.from_text(near)
    plan = patsat.solve(deal).plan
    assert plan is not None
    assert deal.after(plan, 0) == deal
    assert deal.after("1a").cells[0] == "KS"
    assert deal.after(plan).is_won and not deal.is_won
    with pytest.raises(patsat.InvalidError, match="move 2"):
        deal.after("1a 1a")
