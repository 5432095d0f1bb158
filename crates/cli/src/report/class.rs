//! What the theory knows of a game, as text and as JSON.

use super::sentences;
use patsat_analysis::variants::{Class, Verdict};
use patsat_base::{Style, counted};
use patsat_formats::CardStyle;
use patsat_game::state::Instance;
use std::fmt::Write;

/// The verdict in a sentence.
#[must_use]
pub fn verdict(class: &Class) -> String {
    match &class.verdict {
        Verdict::Winnable { by: "sorted", plan } => format!(
            "Winnable in {} (plan verified). The game is sorted: every card lies face up on a higher one of its suit.",
            moves(plan.moves.len())
        ),
        Verdict::Winnable { plan, .. } => format!(
            "Winnable in {} (plan verified). Any order of moves decides this game: one deck of one suit, no stock, no \
             free columns.",
            moves(plan.moves.len())
        ),
        Verdict::Unwinnable { by: "inversions" } => {
            "Unwinnable: a column with an inversion needs an empty column before it can be emptied, and no column is \
             empty (Laubersheimer 2024, 2.2)."
                .into()
        }
        Verdict::Unwinnable { .. } => format!(
            "Unwinnable: after {} no move is left, and any order of moves decides this game: one deck of one suit, no \
             stock, no free columns (Laubersheimer 2024, 2.1).",
            moves(class.greedy.as_ref().map_or(0, |greedy| greedy.0))
        ),
        Verdict::Open => {
            "Undecided: no theorem applies to this game; 'patsat solve' searches it.".into()
        }
    }
}

fn moves(count: usize) -> String {
    counted(count, "move")
}

/// The verdict and what it rests on; with the plan, if there is one and it is wanted.
#[must_use]
pub fn text(instance: &Instance, class: &Class, plan: bool, style: Style) -> String {
    let mut text = format!("{}\n\n", style.bold(&verdict(class)));
    let runs = class.runs;
    let stock = match runs.in_stock {
        0 => String::new(),
        count => format!(" and {count} cards in the stock"),
    };
    let _ = writeln!(
        text,
        "maximal runs  {}{stock}; {} to complete, so a win takes at least {}",
        runs.in_columns,
        match runs.to_leave {
            1 => "1 run".to_owned(),
            n => format!("{n} runs"),
        },
        moves(runs.least_moves)
    );
    let _ = writeln!(text, "sorted        {}", if class.sorted { "yes" } else { "no" });
    match &class.inversions {
        None => text.push_str("inversions    not defined: they need one deck of one suit and no stock\n"),
        Some(found) if found.found.is_empty() => text.push_str("inversions    none\n"),
        Some(found) => {
            for (n, inversion) in found.found.iter().enumerate() {
                let label = if n == 0 { "inversions" } else { "" };
                let (upper, lower) = (style.card(inversion.upper, 0), style.card(inversion.lower, 0));
                let column = inversion.column + 1;
                let _ = writeln!(text, "{label:<13} {upper} above {lower} in column {column}");
            }
        }
    }
    if let (true, Verdict::Winnable { plan, .. }) = (plan, &class.verdict) {
        let _ = write!(text, "\n{}", sentences::plan(instance, plan, style));
    }
    text
}

/// The same as data; columns count from 0.
#[must_use]
pub fn json(instance: &Instance, class: &Class) -> serde_json::Value {
    let (verdict, by, plan) = match &class.verdict {
        Verdict::Winnable { by, plan } => ("winnable", Some(by), Some(&plan.moves)),
        Verdict::Unwinnable { by } => ("unwinnable", Some(by), None),
        Verdict::Open => ("open", None, None),
    };
    serde_json::json!({
        "game": instance.rules.name,
        "verdict": verdict,
        "by": by,
        "sorted": class.sorted,
        "inversions": class.inversions.as_ref().map(|i| &i.found),
        "greedy_moves": class.greedy.as_ref().map(|greedy| greedy.0),
        "runs": class.runs,
        "plan": plan,
    })
}
