//! Checks a file against the game: a plan by the rules, a certificate by its checker.

use crate::QuestionError;
use crate::game::{Game, MEMORY_MIB};
use crate::progress::{grouped, progress_watcher};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use patsat::{Instance, Lengths, Monitor, VerifiedClaim, VerifyOptions, verify_with};
use patsat_report::human;
use serde::{Deserialize, Serialize};

/// A file and its game, from the position after the moves on.
#[derive(Debug, Deserialize)]
pub(crate) struct Verify {
    #[serde(flatten)]
    game: Game,
    /// The bytes of the file.
    base64: String,
}

/// The result of the check.
#[derive(Serialize)]
pub(crate) struct CheckReply {
    /// `None` if a limit ended the check.
    valid: Option<bool>,
    says: String,
    /// The moves, if it is a plan that wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Vec<patsat::game::rules::Move>>,
}

impl Verify {
    pub(crate) fn answer(&self, on_progress: &mut dyn FnMut(&str)) -> Result<CheckReply, QuestionError> {
        let now = self.game.opened()?.now()?;
        let file = BASE64_STANDARD.decode(&self.base64)?;
        let options = VerifyOptions { memory_mib: MEMORY_MIB, ..VerifyOptions::default() };
        let mut watch = progress_watcher(on_progress);
        let mut monitor = Monitor::default().watched_by(&mut watch);
        Ok(match verify_with(&now, &file, &options, &mut monitor) {
            Ok(valid) => CheckReply { valid: Some(true), says: message(&now, &valid), plan: plan(&valid) },
            Err(fault) if fault.is_limit() => {
                CheckReply { valid: None, says: format!("Undecided: {fault}"), plan: None }
            }
            Err(fault) => CheckReply { valid: Some(false), says: format!("Not valid: {fault}"), plan: None },
        })
    }
}

fn plan(valid: &VerifiedClaim) -> Option<Vec<patsat::game::rules::Move>> {
    if let VerifiedClaim::Plan(plan) = valid { Some(plan.moves.clone()) } else { None }
}

fn message(game: &Instance, valid: &VerifiedClaim) -> String {
    let lost = "the game cannot be won";
    match valid {
        VerifiedClaim::Plan(plan) => {
            format!(
                "Valid: the plan wins in {}. This trusts the rules alone.",
                human::counts(Lengths::of(game, plan))
            )
        }
        VerifiedClaim::ClosedSet(set) => format!(
            "Valid: {} positions, closed under all {} legal moves and none of them won; {lost}. This trusts the \
             rules and the canonical key of positions.",
            grouped(set.positions),
            grouped(set.moves)
        ),
        VerifiedClaim::SweptSet(set) => format!(
            "Valid: all {} positions were visited by {} legal moves and none of them is won; {lost}. This trusts the \
             rules and the canonical key of positions{}.",
            grouped(set.positions),
            grouped(set.moves),
            if set.safe_home { ", and a theorem about moves home" } else { "" }
        ),
        VerifiedClaim::DeadPatterns(patterns) => format!(
            "Valid: {} dead patterns; the position matches one, the won position none, and all {} ways out lead \
             into them; {lost}. This trusts the rules and the definition of a sane position.",
            grouped(patterns.patterns.0.len() as u64),
            grouped(patterns.ways)
        ),
        VerifiedClaim::NoneShorter(set) => {
            format!(
                "Valid: no plan is shorter, by {} positions. This trusts the rules and two theorems.",
                grouped(set.positions)
            )
        }
        VerifiedClaim::NoPlanWithin(_) | VerifiedClaim::NothingBetter(_) => {
            "Valid: a proof of a bound. This trusts the encoder and the proof checker.".to_owned()
        }
        _ => "Valid.".to_owned(),
    }
}
