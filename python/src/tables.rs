//! Plans as tables in HTML, for notebooks.

use crate::count::moves;
use patsat::formats::{Format, Style, write_plan};
use patsat::game::rules::{Move, Place};
use patsat::game::state::{Instance, MoveError, Plan};
use patsat_report::sentences::sentence;

/// Moves that the table shows at once; the others unfold.
const FIRST: usize = 10;
/// Longest table. `Plan.words` has all moves.
const MOST: usize = 1000;

/// Returns a legal plan as a table of its moves, in standard notation and in words, below a legend of the notation.
///
/// # Errors
/// If a move is illegal.
pub(crate) fn plan(instance: &Instance, plan: &Plan) -> Result<String, MoveError> {
    let style = Style { symbols: true, ..Style::PLAIN };
    let notation = write_plan(instance, plan, Format::Standard).unwrap_or_default();
    let short: Vec<&str> = notation.split_whitespace().collect();
    let short = Some(short).filter(|short| short.len() == plan.moves.len());
    let mut table = instance.table();
    let mut rows = Vec::new();
    for (n, &action) in plan.moves.iter().enumerate().take(MOST) {
        let code = short
            .as_ref()
            .map_or_else(String::new, |short| format!("<td><code>{}</code></td>", escape(short[n])));
        let words = escape(&sentence(&table, action, style));
        rows.push(format!("<tr><td>{}</td>{code}<td style=\"text-align:left\">{words}</td></tr>", n + 1));
        table.apply(action)?;
    }
    let mut html = format!("<div><p>Plan of {}, verified.", moves(plan.moves.len()));
    if short.is_some() && !rows.is_empty() {
        html += &format!(" {}", escape(&legend(&plan.moves, &notation)));
    }
    html += "</p>\n";
    let head = if short.is_some() { "<th>notation</th>" } else { "" };
    let head = format!("<thead><tr><th></th>{head}<th style=\"text-align:left\">move</th></tr></thead>");
    let (first, others) = rows.split_at(rows.len().min(FIRST));
    let of = |rows: &[String]| format!("<table>{head}<tbody>\n{}\n</tbody></table>", rows.join("\n"));
    if !first.is_empty() {
        html += &of(first);
    }
    if !others.is_empty() {
        let left = plan.moves.len() - first.len();
        let rest = if left == 1 { "1 more move".to_owned() } else { format!("{left} more moves") };
        html += &format!("\n<details><summary>{rest}</summary>{}", of(others));
        if plan.moves.len() > rows.len() {
            let omitted = moves(plan.moves.len() - rows.len());
            html += &format!("<p>{omitted} omitted; <code>plan.words</code> has all.</p>");
        }
        html += "</details>";
    }
    Ok(html + "</div>")
}

/// Returns the meaning of the signs that the notation of these moves has, in one line.
fn legend(moves: &[Move], notation: &str) -> String {
    let mut signs = vec!["A move names its start and its target: columns are numbers from 1"];
    let at = |wanted: fn(&Place) -> bool| {
        moves.iter().any(|action| match action {
            Move::Cards { from, to, .. } => wanted(from) || wanted(to),
            _ => false,
        })
    };
    let has = |wanted: fn(&Move) -> bool| moves.iter().any(wanted);
    let rows = [
        (at(|place| matches!(place, Place::Cell(_))), "cells are a, b and so on"),
        (at(|place| matches!(place, Place::Reserve(_))), "(r1) is a place of the reserve"),
        (at(|place| matches!(place, Place::Waste)), "W is the waste"),
        (at(|place| matches!(place, Place::Stock)), "S is the stock"),
        (
            at(|place| matches!(place, Place::Foundation(_)))
                || has(|action| matches!(action, Move::Collect { .. })),
            "h is home",
        ),
        (notation.contains('v'), "vN moves N cards (hexadecimal)"),
        (has(|action| matches!(action, Move::Draw)), "D draws a card"),
        (has(|action| matches!(action, Move::DealRow)), "R deals a row"),
        (has(|action| matches!(action, Move::Redeal)), "T turns the waste back"),
    ];
    signs.extend(rows.into_iter().filter(|row| row.0).map(|row| row.1));
    signs.join(", ") + "."
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
