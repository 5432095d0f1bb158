//! Tasks of the planning competition's Spider.
//!
//! Source: the domain `spider` of the International Planning Competition 2018. All cards are known. A
//! move takes any top part of a pile's group of one suit onto a card of the next rank or onto an empty
//! pile. A row is dealt only while no pile is empty. A separate action removes a complete run.
//! Each of these three costs 1. The actions that update derived facts (which cards may move, which
//! pile a card is in) cost nothing.
//!
//! The reader uses facts, not names: ranks and suits come from `CAN-CONTINUE-GROUP`, the rule of
//! building from `CAN-BE-PLACED-ON`, rows from `TO-DEAL`. The derived facts
//! (`clear`, `in-play`, `movable`, `part-of-tableau`) must match the piles, or the task is refused.

mod actions;
mod deck;
mod names;
mod places;
mod plan;
mod read;
mod walk;
mod write;

pub(super) use plan::{is_operator, read as read_plan, write as write_plan};
pub(super) use read::read;
pub(super) use write::write;

use super::facts::{Fact, Facts, Object};
use patsat_base::{FormatError, quoted};
use patsat_game::rules::{Feature, Features, Rules};

/// The domain that tasks and plans belong to.
pub(super) const DOMAIN: &str = include_str!("domain.pddl");

/// What the spider domain can express.
const SUPPORTED: Features = Features::of(&[
    Feature::EqualCards,
    Feature::AnyLowerRank,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::SuitRuns,
    Feature::RunsByMove,
    Feature::Rows,
]);

/// Checks that the domain can express these rules.
fn check_expressible(rules: &Rules) -> Result<(), FormatError> {
    let found = match rules.unsupported(SUPPORTED) {
        Some(feature) => format!("a game with {feature}"),
        None if !rules.features().has(Feature::SuitRuns) => {
            "a game in which runs of one suit do not move as one".to_owned()
        }
        None => return Ok(()),
    };
    Err(FormatError::unexpected(&found, "what the spider domain can express (the rules of ipc-spider)"))
}

/// An object's name in quotation marks.
fn called(facts: &Facts, object: Object) -> String {
    quoted(facts.name(object))
}

/// A fact as the file has it.
fn fact_text(facts: &Facts, predicate: &str, fact: &Fact) -> String {
    let words: Vec<&str> = fact.args.iter().map(|&object| facts.name(object)).collect();
    patsat_base::printable(&format!("({predicate} {})", words.join(" ")), 80)
}
