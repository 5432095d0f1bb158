//! Packs of deals for people who make games: deals that can surely be won, of some levels of difficulty, each
//! with a rating, a plan and a first move.
//!
//! Deals are rated in the order of their numbers until there are enough. What a pack holds depends on its
//! recipe, which is its first line, and on nothing else: it is made again byte for byte, on any machine and any
//! number of threads. A pack that was broken off goes on where it stopped.

mod file;
mod list;

pub use file::{Entry, Fault, Line, Pack, Recipe, SCHEMA, read, recipe};
pub use list::{List, list};

use patsat_game::cards::DealId;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, InstanceError, Table};
use patsat_planning::rate::{RateRequest, Rating, rate};
use patsat_planning::{self as planning, Monitor};
use patsat_search::Limits;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Deals of a thread that are rated before the next ones are looked at.
const CHUNK: usize = 8;

/// A move in words, for the first move of a plan.
pub type Words<'a> = &'a (dyn Fn(&Table, Move) -> String + Sync);

/// Why a pack is not made.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The file.
    #[error("cannot write the pack '{path}': {1}", path = .0.display())]
    Io(PathBuf, #[source] io::Error),
    /// What is in the file already.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A deal that these rules cannot deal.
    #[error("{0}: {1}")]
    Instance(DealId, #[source] InstanceError),
    /// The dealer has no more numbers.
    #[error("after number {1} there are no more deals, and {0} of those before are of these levels")]
    NoMore(u64, u64),
    /// The machine gives no threads.
    #[error("cannot start the workers: {0}")]
    Threads(#[source] ThreadPoolBuildError),
    /// Another process writes the file.
    #[error("'{path}' is being written by {1}: expected another file, or wait until that has ended", path = .0.display())]
    Held(PathBuf, String),
    /// The program contradicts itself.
    #[error("{}: {}", .0.0, .0.1)]
    SelfCheck(Box<(DealId, planning::Failure)>),
}

/// Fills a pack. Returns whether it is full; if not, somebody said stop.
///
/// `tick` hears after every few deals how many are in it.
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
    let recipe = pack.recipe.clone();
    let workers = ThreadPoolBuilder::new().num_threads(jobs).build().map_err(Failure::Threads)?;
    while pack.kept() < recipe.count {
        let numbers = pack.next()..;
        let ids = numbers.take(CHUNK * jobs).map_while(|number| recipe.dealer().with_number(number).ok());
        let ids: Vec<DealId> = ids.collect();
        let Some(last) = ids.last() else {
            return Err(Failure::NoMore(pack.kept(), recipe.dealer().last_number()));
        };
        let rate = || ids.par_iter().map(|id| one(&recipe, id, words, stop)).collect();
        let found: Result<Vec<Option<Entry>>, Failure> = workers.install(rate);
        // What an interrupt cut short may be rated otherwise.
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let left = (recipe.count - pack.kept()) as usize;
        for entry in found?.iter().flatten().take(left) {
            pack.add(entry)?;
        }
        pack.passed(last.number());
        tick(pack.kept());
    }
    pack.finish()?;
    Ok(true)
}

/// Rates one deal.
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
