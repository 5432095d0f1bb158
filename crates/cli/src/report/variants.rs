//! The answers of `best`, `fair` and `easy`, as text and as JSON.

use super::sentences;
use patsat_formats::CardStyle;
use patsat_formats::board;
use patsat_game::rules::Move;
use patsat_game::state::{Goal, Instance};
use patsat_game::verify::ClosedSet;
use patsat_planning::variants::{Best, Easy, Fair, FairEnd, Within};
use patsat_text::Style;
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
        Goal::Runs => format!("{} off the table", count(value, "complete run", "complete runs")),
        Goal::OneRun if value > 0 => "a complete run off the table".into(),
        Goal::OneRun => "no complete run".into(),
        Goal::LongestRun => format!("a run of {}", count(value, "card", "cards")),
    }
}

/// The answer of `best` in a sentence.
#[must_use]
pub fn best_sentence(instance: &Instance, goal: Goal, best: &Best) -> String {
    let reached = reached(goal, best.value);
    let (seen, moves) = (positions(best.positions), best.plan.plan.moves.len() as u64);
    let plan = match moves {
        0 => "the position is there already".to_owned(),
        n => format!(
            "the plan of {} below was replayed from the rules and leads there",
            count(n, "move", "moves")
        ),
    };
    match best.open {
        Some(limit) if goal == Goal::OneRun => {
            format!("Unknown: {limit} when {seen} had been met, no complete run was found.")
        }
        Some(limit) => {
            format!("At least {reached}: {plan}. More was not excluded: {limit} when {seen} had been met.")
        }
        None if best.value >= goal.most(instance) => {
            format!("The most is {reached}: {plan}. No game has more.")
        }
        None if goal == Goal::OneRun => {
            format!("No: no complete run can be made in any of the {seen} that legal moves reach.")
        }
        None => format!("The most is {reached}: {plan}. None of the {seen} that legal moves reach has more."),
    }
}

/// The answer of `best`, with the plan.
#[must_use]
pub fn best(instance: &Instance, goal: Goal, best: &Best, style: Style) -> String {
    let sentence = style.bold(&best_sentence(instance, goal, best));
    match sentences::played(instance, &best.plan, style) {
        plan if plan.is_empty() => format!("{sentence}\n"),
        plan => format!("{sentence}\n\n{plan}"),
    }
}

/// The same as data.
#[must_use]
pub fn best_json(instance: &Instance, goal: Goal, best: &Best) -> Value {
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
pub fn within(instance: &Instance, goal: Goal, found: &Within, proved: bool, style: Style) -> String {
    let reached = reached(goal, found.value);
    let moves = found.plan.plan.moves.len() as u64;
    let plan = match moves {
        0 => "without a move".to_owned(),
        n => format!("by the plan of {} below, replayed from the rules", count(n, "move", "moves")),
    };
    let horizon = count(found.horizon, "move", "moves");
    let sentence = match found.open {
        _ if found.value >= goal.most(instance) => {
            format!("The most is {reached}: {plan}. No game has more.")
        }
        Some(limit) if goal == Goal::OneRun => {
            format!("Unknown: {limit}; no complete run was found within {horizon}.")
        }
        Some(limit) => {
            format!("At least {reached}: {plan}. More was not excluded within {horizon}: {limit}.")
        }
        None if goal == Goal::OneRun => {
            let word = if proved { "proved, the proof was checked" } else { "the solver's word for it" };
            format!("Within {horizon} no complete run can be made ({word}); more moves were not excluded.")
        }
        None => {
            let word = if proved { "was proved, and the proof checked" } else { "is the solver's word" };
            format!(
                "Within {horizon} the most is {reached}: {plan}. That there is no more {word}; more moves were not \
                 excluded."
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
pub fn within_json(instance: &Instance, goal: Goal, found: &Within) -> Value {
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

pub(super) fn lost(set: &ClosedSet) -> String {
    format!(
        "a closed set of {} without a win was checked move by move against the rules",
        positions(set.positions)
    )
}

/// The answer of `fair`.
#[must_use]
pub fn fair(fair: &Fair, style: Style) -> String {
    let hidden = count(fair.hidden as u64, "hidden card", "hidden cards");
    let won = |orders: u64| count(orders, "order", "orders");
    match &fair.end {
        FairEnd::Yes => {
            let sentence = format!(
                "Fair: for {} of the {hidden} the game can be won; a plan for each was replayed from the rules.",
                match fair.won {
                    1 => "the only order".to_owned(),
                    n => format!("all {n} orders"),
                }
            );
            format!("{}\n", style.bold(&sentence))
        }
        FairEnd::No { order, lost: set } => {
            let sentence = format!(
                "Not fair: with the {hidden} as below the game cannot be won ({}). {} tried before can be won.",
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
            let sentence = format!(
                "Unknown: {limit}; {} of the {hidden} can be won, none was found that cannot.",
                won(fair.won)
            );
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
pub fn fair_json(instance: &Instance, fair: &Fair) -> Value {
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
pub fn easy(instance: &Instance, k: u32, easy: &Easy, style: Style) -> String {
    let k = count(k, "move", "moves");
    match easy {
        Easy::Yes { positions: seen, replayed } => {
            let sentence = format!(
                "Easy: after any {k} the game can still be won. That is {}; {} through them were replayed from the \
                 rules and win.",
                positions(*seen),
                count(*replayed, "plan", "plans")
            );
            format!("{}\n", style.bold(&sentence))
        }
        Easy::No { prefix, lost: set } => {
            let first = prefix.plan.moves.len() as u64;
            let sentence = match first {
                0 => format!("Not easy: the game cannot be won at all ({}).", lost(set)),
                n => format!(
                    "Not easy for {k}: after the {} below the game cannot be won ({}).",
                    count(n, "move", "moves"),
                    lost(set)
                ),
            };
            let moves = sentences::played(instance, prefix, style);
            let gap = if moves.is_empty() { "" } else { "\n" };
            format!("{}\n\n{moves}{gap}{}", style.bold(&sentence), board::board(&prefix.table, style))
        }
        Easy::Unknown { limit, positions: seen } => {
            let sentence = format!(
                "Unknown: {limit}; {} within {k} can be won, none was found that cannot.",
                positions(*seen)
            );
            format!("{}\n", style.bold(&sentence))
        }
    }
}

/// The same as data.
#[must_use]
pub fn easy_json(instance: &Instance, k: u32, easy: &Easy) -> Value {
    type Parts<'a> = (&'a str, Value, Option<u64>, Option<u64>, Option<&'a [Move]>, Option<u64>);
    let (answer, limit, seen, replayed, prefix, closed): Parts<'_> = match easy {
        Easy::Yes { positions, replayed } => {
            ("yes", Value::Null, Some(*positions), Some(*replayed), None, None)
        }
        Easy::No { prefix, lost } => {
            ("no", Value::Null, None, None, Some(&prefix.plan.moves), Some(lost.positions))
        }
        Easy::Unknown { limit, positions } => ("unknown", json!(limit), Some(*positions), None, None, None),
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
