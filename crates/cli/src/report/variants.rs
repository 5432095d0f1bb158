//! The answers of `best`, `fair` and `easy`, as text and as JSON.

use super::sentences;
use patsat_analysis::variants::{BestValue, BestWithinHorizon, EasyAnswer, FairAnswer, FairEnd};
use patsat_base::Style;
use patsat_formats::{CardStyle, board};
use patsat_game::rules::Move;
use patsat_game::state::{Goal, Instance};
use patsat_game::verify::ClosedSet;
use serde_json::{Value, json};

/// `1 move`, `2 moves`.
pub(super) fn count(number: impl Into<u64>, one: &str, many: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}

fn positions(number: u64) -> String {
    count(number, "position", "positions")
}

fn reached(goal: Goal, value: u32) -> String {
    match goal {
        Goal::Runs => count(value, "complete run", "complete runs"),
        Goal::OneRun if value > 0 => "a complete run".into(),
        Goal::OneRun => "no complete run".into(),
        Goal::LongestRun => format!("a run of {}", count(value, "card", "cards")),
    }
}

/// The answer of `best` in a sentence.
#[must_use]
pub fn best_sentence(instance: &Instance, goal: Goal, best: &BestValue) -> String {
    let reached = reached(goal, best.value);
    let (seen, moves) = (positions(best.positions), best.plan.plan.moves.len() as u64);
    let plan = match moves {
        0 => "reached at the start".to_owned(),
        n => format!("reached in {} (plan verified)", count(n, "move", "moves")),
    };
    match best.open {
        Some(limit) if goal == Goal::OneRun => {
            format!("Unknown: {limit} after {seen}; no complete run found.")
        }
        Some(limit) => {
            format!("At least {reached}, {plan}. More may be reachable: {limit} after {seen}.")
        }
        None if best.value >= goal.most(instance) => {
            format!("At most {reached}, {plan}. No game has more.")
        }
        None if goal == Goal::OneRun => {
            format!("No: no complete run in any of the {seen} that legal moves reach.")
        }
        None => format!("At most {reached}, {plan}. None of the {seen} that legal moves reach has more."),
    }
}

/// The answer of `best`, with the plan.
#[must_use]
pub fn best(instance: &Instance, goal: Goal, best: &BestValue, style: Style) -> String {
    let sentence = style.bold(&best_sentence(instance, goal, best));
    match sentences::played(instance, &best.plan, style) {
        plan if plan.is_empty() => format!("{sentence}\n"),
        plan => format!("{sentence}\n\n{plan}"),
    }
}

/// The same as data.
#[must_use]
pub fn best_json(instance: &Instance, goal: Goal, best: &BestValue) -> Value {
    json!({
        "game": instance.rules.name,
            "goal": goal,
            "value": best.value,
            "most": goal.most(instance),
            "optimal": best.open.is_none(),
            "limit": best.open,
            "positions": best.positions,
            "plan": best.plan.plan.moves,
    })
}

/// The answer of `best` within a horizon, with the plan; `proved` if a proof that there is no more
/// was checked.
#[must_use]
pub fn within(
    instance: &Instance,
    goal: Goal,
    found: &BestWithinHorizon,
    proved: bool,
    style: Style,
) -> String {
    let reached = reached(goal, found.value);
    let moves = found.plan.plan.moves.len() as u64;
    let plan = match moves {
        0 => "reached at the start".to_owned(),
        n => format!("reached in {} (plan verified)", count(n, "move", "moves")),
    };
    let horizon = count(found.horizon, "move", "moves");
    let sentence = match found.open {
        _ if found.value >= goal.most(instance) => {
            format!("At most {reached}, {plan}. No game has more.")
        }
        Some(limit) if goal == Goal::OneRun => {
            format!("Unknown: {limit}; no complete run found within {horizon}.")
        }
        Some(limit) => {
            format!("At least {reached}, {plan}. More may be reachable within {horizon}: {limit}.")
        }
        None if goal == Goal::OneRun => {
            format!("No complete run within {horizon} ({}). More moves were not excluded.", basis(proved))
        }
        None => {
            format!(
                "At most {reached} within {horizon} ({}), {plan}. More moves were not excluded.",
                basis(proved)
            )
        }
    };
    let sentence = style.bold(&sentence);
    match sentences::played(instance, &found.plan, style) {
        plan if plan.is_empty() => format!("{sentence}\n"),
        plan => format!("{sentence}\n\n{plan}"),
    }
}

/// The same as data.
#[must_use]
pub fn within_json(instance: &Instance, goal: Goal, found: &BestWithinHorizon) -> Value {
    json!({
        "game": instance.rules.name,
            "goal": goal,
            "value": found.value,
            "most": goal.most(instance),
            "optimal": found.value >= goal.most(instance),
            "within": found.horizon,
            "optimal_within": found.open.is_none(),
            "limit": found.open.map(|limit| limit.to_string()),
            "plan": found.plan.plan.moves,
    })
}

/// The basis of an upper bound found by a SAT solver.
fn basis(proved: bool) -> &'static str {
    if proved { "proof verified" } else { "reported by the solver, not certified" }
}

pub(super) fn lost(set: &ClosedSet) -> String {
    format!("closed set of {}, verified", positions(set.positions))
}

/// The answer of `fair`.
#[must_use]
pub fn fair(fair: &FairAnswer, style: Style) -> String {
    let hidden = count(fair.hidden as u64, "hidden card", "hidden cards");
    let won = |orders: u64| count(orders, "order", "orders");
    match &fair.end {
        FairEnd::Yes => {
            let sentence = format!(
                "Fair: winnable in {} of the {hidden} (a plan for each verified).",
                match fair.won {
                    1 => "the only order".to_owned(),
                    n => format!("all {n} orders"),
                }
            );
            format!("{}\n", style.bold(&sentence))
        }
        FairEnd::No { order, lost: set } => {
            let sentence = format!(
                "Not fair: unwinnable with the {hidden} below ({}). {} tried before: winnable.",
                lost(set),
                won(fair.won)
            );
            format!(
                "{}\n\n{}",
                style.bold(&sentence),
                board::board(&order.table(), style) + &stock(order, style)
            )
        }
        FairEnd::Unknown(limit) => {
            let sentence =
                format!("Unknown: {limit}; {} of the {hidden} winnable, no lost order found.", won(fair.won));
            format!("{}\n", style.bold(&sentence))
        }
    }
}

/// The stock's cards, which no board shows.
pub(super) fn stock(instance: &Instance, style: Style) -> String {
    let cards: Vec<String> = instance.deal.stock.iter().rev().map(|&card| style.card(card, 0)).collect();
    if cards.is_empty() { String::new() } else { format!("stock, next card first: {}\n", cards.join(" ")) }
}

/// The same as data.
#[must_use]
pub fn fair_json(instance: &Instance, fair: &FairAnswer) -> Value {
    let (answer, limit, order, closed) = match &fair.end {
        FairEnd::Yes => ("yes", None, None, None),
        FairEnd::No { order, lost } => ("no", None, Some(&order.deal), Some(lost.positions)),
        FairEnd::Unknown(limit) => ("unknown", Some(limit), None, None),
    };
    json!({
        "game": instance.rules.name,
            "answer": answer,
            "limit": limit,
            "hidden": fair.hidden,
            "orders_won": fair.won,
            "positions": fair.positions,
            "order": order,
            "certificate_positions": closed,
    })
}

/// The answer of `easy`.
#[must_use]
pub fn easy(instance: &Instance, k: u32, easy: &EasyAnswer, style: Style) -> String {
    let k = count(k, "move", "moves");
    match easy {
        EasyAnswer::Yes { positions: seen, replayed } => {
            let sentence = format!(
                "Easy: winnable after any {k} ({}, covered by {}, verified).",
                positions(*seen),
                count(*replayed, "plan", "plans")
            );
            format!("{}\n", style.bold(&sentence))
        }
        EasyAnswer::No { prefix, lost: set } => {
            let first = prefix.plan.moves.len() as u64;
            let sentence = match first {
                0 => format!("Not easy: unwinnable from the start ({}).", lost(set)),
                n => format!(
                    "Not easy for {k}: unwinnable after the {} below ({}).",
                    count(n, "move", "moves"),
                    lost(set)
                ),
            };
            let moves = sentences::played(instance, prefix, style);
            let gap = if moves.is_empty() { "" } else { "\n" };
            format!("{}\n\n{moves}{gap}{}", style.bold(&sentence), board::board(&prefix.table, style))
        }
        EasyAnswer::Unknown { limit, positions: seen } => {
            let sentence =
                format!("Unknown: {limit}; {} within {k} winnable, no lost one found.", positions(*seen));
            format!("{}\n", style.bold(&sentence))
        }
    }
}

/// The same as data.
#[must_use]
pub fn easy_json(instance: &Instance, k: u32, easy: &EasyAnswer) -> Value {
    type Parts<'a> = (&'a str, Value, Option<u64>, Option<u64>, Option<&'a [Move]>, Option<u64>);
    let (answer, limit, seen, replayed, prefix, closed): Parts<'_> = match easy {
        EasyAnswer::Yes { positions, replayed } => {
            ("yes", Value::Null, Some(*positions), Some(*replayed), None, None)
        }
        EasyAnswer::No { prefix, lost } => {
            ("no", Value::Null, None, None, Some(&prefix.plan.moves), Some(lost.positions))
        }
        EasyAnswer::Unknown { limit, positions } => {
            ("unknown", json!(limit), Some(*positions), None, None, None)
        }
    };
    json!({
        "game": instance.rules.name,
            "answer": answer,
            "limit": limit,
            "k": k,
            "positions_won": seen,
            "plans_replayed": replayed,
            "first_moves": prefix,
            "certificate_positions": closed,
    })
}
