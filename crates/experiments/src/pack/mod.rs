//! Packs of deals for people who make games: deals that can surely be won, of some levels of difficulty, each
//! with a rating, a plan and a first move.
//!
//! Deals are rated in the order of their numbers until there are enough. What a pack holds depends on its
//! recipe, which is its first line, and on nothing else: it is made again byte for byte, on any machine and any
//! number of threads. A pack that was broken off goes on where it stopped.

mod file;
mod list;

pub use file::{Entry, Fault, Line, Pack, Recipe, SCHEMA, read};
pub use list::{List, list};

use patsat_game::cards::DealId;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, InstanceError, Table};
use patsat_planning::rate::{RateRequest, Rating, rate};
use patsat_planning::{self as planning, Monitor};
use patsat_search::Limits;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

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
    #[error("after {1} there are no more deals, and {0} of them are of these levels")]
    NoMore(u64, DealId),
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
    while pack.kept() < recipe.count {
        let first = pack.next();
        let mut ids = Vec::new();
        for number in (first..).take(CHUNK * jobs) {
            match recipe.dealer().with_number(number) {
                Ok(id) => ids.push(id),
                Err(_) => break,
            }
        }
        let Some(last) = ids.last().cloned() else {
            let last = recipe.dealer().with_number(first - 1).unwrap_or_else(|_| recipe.dealer().clone());
            return Err(Failure::NoMore(pack.kept(), last));
        };
        for found in several(&recipe, &ids, jobs, words, stop) {
            let found = found?;
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            if let Some(entry) = found
                && pack.kept() < recipe.count
            {
                pack.add(&entry)?;
            }
        }
        pack.passed(last.number());
        tick(pack.kept());
    }
    pack.finish()?;
    Ok(true)
}

/// The entries of these deals, in their order; none for a deal that is not of the pack.
fn several(
    recipe: &Recipe,
    ids: &[DealId],
    jobs: usize,
    words: Words<'_>,
    stop: &AtomicBool,
) -> Vec<Result<Option<Entry>, Failure>> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<_>>> = ids.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(ids.len()) {
            scope.spawn(|| {
                while let Some(id) = ids.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let at = next_index(ids, id);
                    let found = one(recipe, id, words, stop);
                    if let Ok(mut place) = results[at].lock() {
                        *place = Some(found);
                    }
                }
            });
        }
    });
    let taken = results.into_iter().map(|place| place.into_inner().ok().flatten().unwrap_or(Ok(None)));
    taken.collect()
}

/// Numbers follow each other without gaps.
fn next_index(ids: &[DealId], id: &DealId) -> usize {
    (id.number() - ids[0].number()) as usize
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
