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

use patsat_analysis::rate::{RateRequest, Rating, rate};
use patsat_game::cards::DealId;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, InstanceError, Table};
use patsat_planning as planning;
use patsat_planning::Monitor;
use patsat_search::Limits;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

/// Deals of a thread that are asked for at once; those of them that a full pack has no room for are rated in vain.
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

/// Fills a pack. Returns whether it is full; if not, it was interrupted.
///
/// `tick` receives the number of deals in it after every few deals.
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
        if ids.is_empty() {
            return Err(Failure::NoMore(pack.kept(), recipe.dealer().last_number()));
        }
        let (sender, rated) = mpsc::channel();
        let whole = std::thread::scope(|scope| {
            scope.spawn(|| {
                // A receiver that is gone has met a failure.
                let rate = |sender: &mut Sender<_>, (n, id)| {
                    sender.send((n, one(&recipe, id, words, stop))).map_err(drop)
                };
                let all = || ids.par_iter().enumerate().try_for_each_with(sender, rate);
                let _ = workers.install(all);
            });
            keep(pack, &recipe, &ids, rated, stop)
        })?;
        tick(pack.kept());
        if !whole {
            return Ok(false);
        }
    }
    pack.finish()?;
    Ok(true)
}

/// What became of a deal: its place among those that are looked at, and its entry.
type Rated = (usize, Result<Option<Entry>, Failure>);

/// Writes deals as soon as all before them are rated, so that a killed process loses only those at hand; whether
/// it was not interrupted.
fn keep(
    pack: &mut Pack,
    recipe: &Recipe,
    ids: &[DealId],
    rated: Receiver<Rated>,
    stop: &AtomicBool,
) -> Result<bool, Failure> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (n, found) in rated {
        // What an interrupt cut short may be rated otherwise.
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        waiting.insert(n, found);
        while let Some(found) = waiting.remove(&next) {
            if let Some(entry) = found?.filter(|_| pack.kept() < recipe.count) {
                pack.add(&entry)?;
            }
            pack.passed(ids[next].number());
            next += 1;
        }
    }
    Ok(!stop.load(Ordering::Relaxed))
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
