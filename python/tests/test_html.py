"""Plans and deals in notebooks."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import patsat


def table(plan: patsat.Plan) -> list[list[str]]:
    """Returns the cells of the rows of a plan's table; the text must be well-formed."""
    rows = ElementTree.fromstring(plan._repr_html_()).iter("tr")
    return [["".join(cell.itertext()) for cell in row] for row in rows]


def test_a_plan_is_a_table_of_its_moves() -> None:
    plan = patsat.solve("ms:617").plan
    assert plan is not None
    rows = [row for row in table(plan) if row[0]]
    assert [row[1] for row in rows] == str(plan).split()
    assert rows[0] == ["1", "83", "Q♥ from column 8 to column 3, on K♣"] and len(rows) == len(plan) == 105
    html = plan._repr_html_()
    assert "Plan of 105 moves, verified." in html and "<summary>95 more moves</summary>" in html
    assert "columns are numbers from 1, cells are a, b and so on, h is home" in html


def test_a_short_plan_has_no_fold(near: str) -> None:
    plan = patsat.solve(patsat.Deal.from_text(near)).plan
    assert plan is not None and len(table(plan)) == 4 and "<details>" not in plan._repr_html_()
    won = patsat.Deal.from_text(near).after(plan)
    empty = patsat.solve(won).plan
    assert empty is not None and "Plan of 0 moves" in empty._repr_html_() and "<table>" not in empty._repr_html_()


def test_a_legend_has_the_signs_of_the_plan_only() -> None:
    plan = patsat.solve(patsat.Deal.random(1, "ipc-spider", ranks=3, columns=4)).plan
    assert plan is not None and "cells" not in plan._repr_html_() and "columns are numbers" in plan._repr_html_()


def test_html_is_escaped() -> None:
    deal = patsat.reduce([[1, 2, -3], [-1, 2, 3], [-2, -3, 1]], to="freecell", cells=0)
    html = patsat.lower(deal, [1, 2, -3])._repr_html_()
    assert ElementTree.fromstring(html).tag == "div"
    json = deal.to("json")
    assert '"not x1"' in json
    hostile = patsat.Deal.from_text(json.replace('"not x1"', '"<script>&"'))
    assert hostile.labels[1] == "<script>&"
    picture = hostile._repr_svg_()
    assert "<script>" not in picture and "&lt;script&gt;" in picture and ElementTree.fromstring(picture).tag


def test_a_wide_deal_shrinks_to_its_page() -> None:
    deal = patsat.reduce([[1, 2, -3], [-1, 2, 3], [-2, -3, 1]], to="freecell", cells=0)
    picture = ElementTree.fromstring(deal._repr_svg_())
    assert int(picture.get("height", "0")) < int(picture.get("width", "0"))
    assert "max-width:100%" in picture.get("style", "")
    texts = ["".join(element.itertext()) for element in picture.iter()]
    longest = max(len(column) for column in deal.columns)
    assert f"… {longest - 8} more" in texts and deal.labels[0] in texts
