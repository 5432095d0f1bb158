//! The answers of `fair` and `easy` by two SAT solvers, as text and as JSON.

use super::sentences;
use super::variants::{count, lost, stock};
use patsat_analysis::variants::{Case, End, StopReason, TwoPlayers};
use patsat_base::Style;
use patsat_formats::board;
use patsat_game::state::Instance;
use serde_json::{Value, json};

fn plans(number: u64) -> String {
    count(number, "plan", "plans")
}

/// What the plans of a "yes" show, and what is not shown.
fn shown(found: &TwoPlayers, on: &str, covered: &str) -> String {
    let plans = plans(found.plans);
    match found.plans {
        1 => format!(
            "{plans} was verified {on}. That it covers {covered} is reported by the solver, not certified."
        ),
        _ => format!(
            "{plans} were verified {on}. That they cover {covered} is reported by the solver, not certified."
        ),
    }
}

fn horizon(found: &TwoPlayers) -> String {
    count(found.horizon, "move", "moves")
}

fn limit(stopped_by: StopReason) -> String {
    match stopped_by {
        StopReason::Search(limit) => limit.to_string(),
        StopReason::Solver(limit) => limit.to_string(),
    }
}

/// What is known of a case without a plan within the horizon.
fn beyond(longer: Option<usize>) -> String {
    match longer {
        Some(moves) => format!(
            "a plan of {} was verified, so a larger horizon may win every case",
            count(moves as u64, "move", "moves")
        ),
        None => "longer plans were not tried".to_owned(),
    }
}

/// The answer of `fair`.
#[must_use]
pub fn fair(hidden: usize, found: &TwoPlayers, style: Style) -> String {
    let cards = count(hidden as u64, "hidden card", "hidden cards");
    let (plans, within) = (plans(found.plans), horizon(found));
    let with_board = |sentence: String, case: &Case| {
        let game = &case.game;
        format!("{}\n\n{}{}", style.bold(&sentence), board::board(&game.table(), style), stock(game, style))
    };
    match &found.end {
        End::Yes => yes(
            &format!(
                "Fair: winnable within {within} in every order of the {cards}. {}",
                shown(found, "on an order", "every order")
            ),
            style,
        ),
        End::No { case, lost: set } => with_board(
            format!(
                "Not fair: unwinnable with the {cards} below ({}). {plans} for other orders verified before.",
                lost(set)
            ),
            case,
        ),
        End::NotWithin { case, longer } => with_board(
            format!(
                "Not within {within}: no plan with the {cards} below (reported by the solver, not certified); {}.",
                beyond(*longer)
            ),
            case,
        ),
        End::Unknown(by) => {
            yes(&format!("Unknown: {}; {plans} verified, no lost order found.", limit(*by)), style)
        }
    }
}

/// The answer of `easy`.
#[must_use]
pub fn easy(instance: &Instance, k: u32, found: &TwoPlayers, style: Style) -> String {
    let k = count(k, "move", "moves");
    let (plans, within) = (plans(found.plans), horizon(found));
    let with_moves = |sentence: String, case: &Case| {
        let moves = sentences::played(instance, &case.prefix, style);
        let gap = if moves.is_empty() { "" } else { "\n" };
        format!("{}\n\n{moves}{gap}{}", style.bold(&sentence), board::board(&case.prefix.table, style))
    };
    let after = |case: &Case| match case.prefix.plan.moves.len() as u64 {
        0 => "at the start".to_owned(),
        n => format!("after the {} below", count(n, "move", "moves")),
    };
    match &found.end {
        End::Yes => yes(
            &format!(
                "Easy: winnable within {within} after any {k}. {}",
                shown(found, "after first moves", "all first moves")
            ),
            style,
        ),
        End::No { case, lost: set } => {
            with_moves(format!("Not easy for {k}: unwinnable {} ({}).", after(case), lost(set)), case)
        }
        End::NotWithin { case, longer } => with_moves(
            format!(
                "Not within {within}: no plan {} (reported by the solver, not certified); {}.",
                after(case),
                beyond(*longer)
            ),
            case,
        ),
        End::Unknown(by) => {
            yes(&format!("Unknown: {}; {plans} verified, no losing first moves found.", limit(*by)), style)
        }
    }
}

fn yes(sentence: &str, style: Style) -> String {
    format!("{}\n", style.bold(sentence))
}

/// The same as data.
#[must_use]
pub fn fair_json(instance: &Instance, hidden: usize, found: &TwoPlayers) -> Value {
    let mut data = common(instance, found);
    data["hidden"] = json!(hidden);
    data["order"] = json!(case(found).map(|case| &case.game.deal));
    data
}

/// The same as data.
#[must_use]
pub fn easy_json(instance: &Instance, k: u32, found: &TwoPlayers) -> Value {
    let mut data = common(instance, found);
    data["k"] = json!(k);
    data["first_moves"] = json!(case(found).map(|case| &case.prefix.plan.moves));
    data
}

fn case(found: &TwoPlayers) -> Option<&Case> {
    match &found.end {
        End::No { case, .. } | End::NotWithin { case, .. } => Some(case),
        End::Yes | End::Unknown(_) => None,
    }
}

fn common(instance: &Instance, found: &TwoPlayers) -> Value {
    let (answer, closed, longer, by) = match &found.end {
        End::Yes => ("yes", None, None, None),
        End::No { lost, .. } => ("no", Some(lost.positions), None, None),
        End::NotWithin { longer, .. } => ("not_within", None, *longer, None),
        End::Unknown(by) => ("unknown", None, None, Some(limit(*by))),
    };
    json!({
        "game": instance.rules.name,
        "by": "sat",
        "answer": answer,
        "limit": by,
        "horizon": found.horizon,
        "plans_replayed": found.plans,
        "certificate_positions": closed,
        "longer_plan_moves": longer,
    })
}
