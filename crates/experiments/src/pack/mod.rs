//! Packs of deals for people who make games: deals that can surely be won, of some levels of difficulty, each
//! with a rating, a plan and a first move.
//!
//! Deals are rated in the order of their numbers until there are enough. What a pack holds depends on its
//! recipe, which is its first line, and on nothing else: it is made again byte for byte, on any machine and any
//! number of threads. A pack that was broken off goes on where it stopped.

mod file;
mod list;

pub use file::{Entry, Line, Pack, Recipe, SCHEMA, read, recipe};
pub use list::{List, list};

use crate::lines::{LineFault, LinesError};
use patsat_analysis::rate::{RateRequest, Rating, rate};
use patsat_base::Limits;
use patsat_base::pool::{self, AHEAD, Out, Results, TICK};
use patsat_game::cards::DealId;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, InstanceError, Table};
use patsat_planning as planning;
use patsat_planning::Monitor;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;

/// A move in words, for the first move of a plan.
pub type Words<'a> = &'a (dyn Fn(&Table, Move) -> String + Sync);

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Lines(#[from] LinesError),
    #[error(transparent)]
    Fault(#[from] LineFault),
    #[error("{0}: {1}")]
    Instance(DealId, #[source] InstanceError),
    #[error("after number {1} there are no more deals, and {0} of those before are of these levels")]
    NoMore(u64, u64),
    #[error("cannot start the workers: {0}")]
    Threads(#[source] io::Error),
    #[error("{}: {}", .0.0, .0.1)]
    SelfCheck(Box<(DealId, planning::Failure)>),
}

/// Fills a pack. Returns whether it is full; if not, it was interrupted.
///
/// `tick` receives the number of deals in it after every deal.
///
/// # Errors
/// The first failure; what was found before is in the file.
pub fn fill(
    pack: &mut Pack,
    jobs: usize,
    words: Words<'_>,
    stop: &AtomicBool,
    tick: &mut dyn FnMut(u64),
) -> Result<bool, Failure> {
    if pack.kept() < pack.recipe.count {
        let (recipe, dealer) = (pack.recipe.clone(), pack.recipe.dealer());
        let ids = (pack.next()..).map_while(|number| dealer.with_number(number).ok());
        let work = |id: DealId, out: &Out<RatedDeal>| {
            let rated = one(&recipe, &id, words, out.stop());
            // What a stop cut short may be rated otherwise.
            if !out.is_stopped() {
                out.send((id.number(), rated));
            }
        };
        let keep = |rated: &mut Results<RatedDeal>| keep(pack, rated, stop, tick);
        if !pool::run(jobs, AHEAD, ids, work, keep).map_err(Failure::Threads)?? {
            return Ok(false);
        }
    }
    pack.finish()?;
    Ok(true)
}

/// The number of a deal, and its entry if it is of the pack.
type RatedDeal = (u64, Result<Option<Entry>, Failure>);

/// Writes deals as soon as all before them are rated, so that a killed process loses only those at hand. Returns
/// whether the pack is full; if not, it was interrupted.
fn keep(
    pack: &mut Pack,
    rated: &mut Results<RatedDeal>,
    stop: &AtomicBool,
    tick: &mut dyn FnMut(u64),
) -> Result<bool, Failure> {
    while pack.kept() < pack.recipe.count {
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let (number, found) = match rated.next_within(TICK) {
            Ok(rated) => rated,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::NoMore(pack.kept(), pack.recipe.dealer().last_number()));
            }
        };
        if let Some(entry) = found? {
            pack.add(&entry)?;
        }
        pack.passed(number);
        tick(pack.kept());
    }
    Ok(true)
}

fn one(recipe: &Recipe, id: &DealId, words: Words<'_>, stop: &AtomicBool) -> Result<Option<Entry>, Failure> {
    let instance = Instance::from_id(recipe.rules.clone(), id.clone());
    let instance = instance.map_err(|e| Failure::Instance(id.clone(), e))?;
    let limits = Limits { nodes: Some(recipe.node_limit), ..Limits::default() };
    let request =
        RateRequest { games: recipe.games, seed: recipe.seed, limits, ..RateRequest::new(&instance) };
    let rating = rate(&request, &mut Monitor::default().stopped_by(stop));
    let rating = rating.map_err(|error| Failure::SelfCheck(Box::new((id.clone(), error))))?;
    Ok(entry(recipe, &instance, id, &rating, words))
}

/// The entry of a deal that was rated, if it is of the pack.
fn entry(
    recipe: &Recipe,
    instance: &Instance,
    id: &DealId,
    rating: &Rating,
    words: Words<'_>,
) -> Option<Entry> {
    let (level, plan, lengths) = (rating.level?, rating.answer.plan()?, rating.answer.lengths?);
    let [low, high] = recipe.level;
    if !(low..=high).contains(&level.number) {
        return None;
    }
    let first = plan.moves.first().map(|&action| words(&instance.table(), action)).unwrap_or_default();
    let text = patsat_formats::write_plan(instance, plan, patsat_formats::Format::Standard).ok()?;
    Some(Entry {
        deal: id.to_string(),
        level: level.number,
        score: (level.score * 1e4).round() / 1e4,
        m2: lengths.m2,
        hint: first,
        plan: text.split_whitespace().collect::<Vec<_>>().join(" "),
    })
}
