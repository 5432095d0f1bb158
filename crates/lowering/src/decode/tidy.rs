//! Removes useless moves from plans.
//!
//! Models of formulas and plans of a search under limits contain useless moves. Four passes remove them and are
//! repeated until none shortens the plan:
//!
//! * *loops*: the steps between two equal positions are removed.
//! * *elimination*: a step is removed together with every later step that then is not allowed, if the rest still wins.
//!   It is the linear greedy elimination of Fink and Yang (1992, *Formalizing plan justifications*). Nakhost and Müller
//!   call it action elimination (2010, *Action elimination and plan neighborhood graph search*).
//! * *joins*: a card that moves twice goes directly to its second place, as soon as that is free.
//! * *early homes*: moves home are made as early as they are allowed. This saves no move by itself, but lets the other
//!   passes save more.
//!
//! No pass is trusted. Each change is kept only if the whole plan, played on the task, still wins and is shorter; the
//! result is replayed on the table. The result is a local optimum, not a shortest plan. Elimination costs at most a
//! replay a step, so a pass is quadratic.

use super::{decode, recode};
use crate::lower::LoweredGame;
use patsat_encodings::task::{CardId, Position, PositionKey, Step, Target, Task};
use patsat_game::state::{Instance, Plan};
use std::collections::HashMap;

/// Returns the plan without useless moves. An invalid plan and one without useless moves are returned unchanged.
#[must_use]
pub fn tidy_plan(instance: &Instance, lowered: &LoweredGame, plan: Plan) -> Plan {
    let Ok(steps) = recode(instance, lowered, &plan) else { return plan };
    let Ok(tidied) = decode(instance, lowered, &tidy(&lowered.task, &steps)) else { return plan };
    let mut table = instance.table();
    let legal = tidied.moves.iter().all(|&action| table.apply(action).is_ok());
    if legal && table.is_won() && tidied.moves.len() < plan.moves.len() { tidied } else { plan }
}

/// Returns the steps without useless ones. Steps that do not win are returned unchanged.
#[must_use]
pub fn tidy(task: &Task, steps: &[Step]) -> Vec<Step> {
    let mut best = steps.to_vec();
    if !wins(Position::new(task), best.iter().copied()) {
        return best;
    }
    loop {
        let shorter = joined(task, eliminated(task, without_loops(task, &best)));
        if shorter.len() < best.len() {
            best = shorter;
            continue;
        }
        let early = joined(task, eliminated(task, with_early_homes(task, &best)));
        if early.len() == best.len() {
            return best;
        }
        best = early;
    }
}

/// Whether the steps, played from this position, win.
fn wins(mut position: Position<'_>, mut steps: impl Iterator<Item = Step>) -> bool {
    steps.all(|step| position.apply(step).is_ok()) && position.is_reached()
}

/// Removes loops: continues from each position at its last occurrence.
fn without_loops(task: &Task, steps: &[Step]) -> Vec<Step> {
    let mut position = Position::new(task);
    let mut keys = vec![position.key()];
    for &step in steps {
        if position.apply(step).is_err() {
            return steps.to_vec();
        }
        keys.push(position.key());
    }
    let last: HashMap<&PositionKey, usize> = keys.iter().enumerate().map(|(time, key)| (key, time)).collect();
    let mut kept = Vec::with_capacity(steps.len());
    let mut time = last[&keys[0]];
    while time < steps.len() {
        kept.push(steps[time]);
        time = last[&keys[time + 1]];
    }
    // Positions with equal keys may differ in names and twins, and then the remaining steps may not fit.
    if wins(Position::new(task), kept.iter().copied()) { kept } else { steps.to_vec() }
}

/// Removes each step together with all that depend on it, if the rest still wins.
fn eliminated(task: &Task, mut steps: Vec<Step>) -> Vec<Step> {
    let mut position = Position::new(task);
    let mut at = 0;
    while at < steps.len() {
        match rest_without_first(position.clone(), &steps[at..]) {
            Some(rest) => {
                steps.truncate(at);
                steps.extend(rest);
            }
            None => {
                if position.apply(steps[at]).is_err() {
                    break;
                }
                at += 1;
            }
        }
    }
    steps
}

/// Returns the plan without its first step and without those that then are not allowed; `None` if it does not win.
fn rest_without_first(mut position: Position<'_>, steps: &[Step]) -> Option<Vec<Step>> {
    // Where cards may leave the foundations, a move home may be useless.
    let for_good = !position.task().worrying_back;
    let home = |step: &Step| for_good && matches!(step, Step::Move { to: Target::Home, .. });
    let mut kept = Vec::with_capacity(steps.len());
    for (n, step) in steps.iter().enumerate() {
        if n > 0 && !position.only_renames(*step) && position.apply(*step).is_ok() {
            kept.push(*step);
        } else if home(step) {
            // Every card goes home exactly once, so no move home can be removed.
            return None;
        }
    }
    position.is_reached().then_some(kept)
}

/// Sends cards that move twice directly to their second place.
fn joined(task: &Task, mut steps: Vec<Step>) -> Vec<Step> {
    let mut position = Position::new(task);
    let mut at = 0;
    while at < steps.len() {
        let step = steps[at];
        if let Step::Move { card, .. } = step
            && let Some(again) = (at + 1..steps.len()).find(|&n| moves(steps[n]) == Some(card))
            && let Some(rest) = sent_on(position.clone(), &steps[at + 1..], again - at - 1)
        {
            steps.truncate(at);
            steps.extend(rest);
        } else if position.apply(step).is_err() {
            break;
        } else {
            at += 1;
        }
    }
    steps
}

fn moves(step: Step) -> Option<CardId> {
    match step {
        Step::Move { card, .. } => Some(card),
        _ => None,
    }
}

/// Returns the steps with step `again` made as soon as it is allowed, if they still win.
fn sent_on(mut position: Position<'_>, steps: &[Step], again: usize) -> Option<Vec<Step>> {
    let joined = steps[again];
    let mut kept = Vec::with_capacity(steps.len());
    let mut time = 0;
    while position.check(joined).is_err() || position.only_renames(joined) {
        if time == again || position.apply(steps[time]).is_err() {
            return None;
        }
        kept.push(steps[time]);
        time += 1;
    }
    kept.push(joined);
    kept.extend((time..steps.len()).filter(|&n| n != again).map(|n| steps[n]));
    wins(position, kept[time..].iter().copied()).then_some(kept)
}

/// Makes moves home as early as they are allowed after their card's last other move.
fn with_early_homes(task: &Task, steps: &[Step]) -> Vec<Step> {
    let mut steps = steps.to_vec();
    for number in 0..steps.len() {
        let step = steps[number];
        let Step::Move { card, to: Target::Home } = step else { continue };
        let after = (0..number).rev().find(|&n| moves(steps[n]) == Some(card)).map_or(0, |n| n + 1);
        let mut position = Position::new(task);
        let played = steps[..after].iter().all(|&step| position.apply(step).is_ok());
        let mut time = after;
        while played && time < number && position.check(step).is_err() {
            if position.apply(steps[time]).is_err() {
                break;
            }
            time += 1;
        }
        if time < number {
            let mut early = steps.clone();
            early[time..=number].rotate_right(1);
            if wins(position, early[time..].iter().copied()) {
                steps = early;
            }
        }
    }
    steps
}
