//! Why a position is lost: dead patterns, found by property-directed reachability.
//!
//! A pattern is a few facts of the form "card c lies at l". A set of patterns proves a position lost under
//! three conditions. The position matches one of them, the won position matches none, and no single move
//! leads from a position that matches one to a position that matches none. Where exhaustive search has
//! thousands of positions, such a set has a dozen patterns that people can read.
//!
//! `spots` (the facts of a game; `facts`: patterns as their numbers) `-> layer, relation` (one step as a
//! formula: `single` is the definition, `exists` the fast form) `-> oracle` (the relation in a solver)
//! `-> reach` (patterns) `-> trim, shrink` (few of them). `regions` supplies `reach` with results of native
//! search, which make it faster; no proof rests on them. `houdini` runs before `reach`: it checks whether a
//! guess of cards that never move holds a single sufficient pattern. `decide` is `reach` alone, which may also end with
//! a play that wins.

mod chain;
mod closure;
mod columns;
mod decide;
mod exists;
mod facts;
mod houdini;
mod layer;
mod literals;
// This, `relation` and `spots` are public for `tests/patterns`, which compares one step with the rules.
pub mod oracle;
mod pace;
mod reach;
mod regions;
pub mod relation;
mod shrink;
mod single;
pub mod spots;
mod trim;
mod witness;

pub use closure::{Closure, ClosureError, closure};
pub use decide::{PdrResult, decide};
pub use facts::Facts;
pub use houdini::of_a_guess;
pub use pace::Progress;

use pace::Pace;
use patsat_base::Limit;
use patsat_game::state::Instance;
use patsat_game::state::patterns::Patterns;
use patsat_lowering::lower::LowerError;
use patsat_lowering::lower::lower;
use patsat_search::Budget;
use patsat_solvers::Control;
use reach::{KnownPatterns, LeveledPattern, RegionError};
use regions::Region;
use relation::Relation;
pub use relation::Steps;
use spots::Spots;
use std::borrow::Cow;
use web_time::Instant;

/// A game whose positions are not determined by a spot for each card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("dead patterns do not support games with {0}")]
pub struct UnsupportedError(pub &'static str);

/// The reason why there are no patterns.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PatternSearchError {
    /// The position can be won.
    #[error("the position can be won")]
    Winnable,
    /// Too few cards seem to stay in place for a guess.
    #[error("too few cards never move: no pattern can be guessed")]
    Restless,
    /// A limit was reached first.
    #[error("{0}")]
    Limit(Limit),
    /// The game has no patterns.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedError),
    /// Cards lie where they can never leave, so the position is lost without a proof by patterns.
    #[error("the position is lost for a reason that dead patterns cannot express: {0}")]
    Dead(#[from] LowerError),
}

impl From<Limit> for PatternSearchError {
    fn from(limit: Limit) -> PatternSearchError {
        PatternSearchError::Limit(limit)
    }
}

/// Options of the search for patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The seed of random choices among equals.
    pub seed: u64,
    /// Number of seeds to try, at least one; the smallest set is kept.
    pub seeds: u32,
    /// The kind of steps; `None` takes steps of several moves if the game supports them. These make fewer
    /// layers, single moves make easier queries.
    pub steps: Option<Steps>,
    /// How native search prepares the search for patterns.
    pub regions: Regions,
    /// The maximum number of positions to visit in a game without a fast state.
    pub sample: usize,
    /// The maximum number of positions to visit in a game with a fast state.
    pub visits: usize,
    /// The guess which cards never move, if any. A single pattern of these cards is searched for first. In a
    /// game with more positions than are visited, all of them are then supposed to stay.
    pub guess: Option<Guess>,
    /// The maximum number of solver queries, after which there are no patterns. Polishing takes at most this
    /// number of conflicts, too.
    pub questions: Option<u64>,
}

/// Parameters of the guess which cards never move, which is made from random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess {
    /// Number of random games.
    pub games: u32,
    /// The least number of cards that seem to stay; with fewer there is no search for patterns
    /// ([`PatternSearchError::Restless`]).
    pub least: usize,
}

/// What native search reports about the positions that a game can reach. It speeds up the search for
/// patterns; checking them does not use it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Regions {
    /// Nothing.
    Unknown,
    /// What all of them have in common, and how many of them each pattern holds.
    One,
    /// The same for each region. Positions in which a card has moved that cannot return are a region of their
    /// own if they are at most one in N of all positions, N being this number.
    Divided(u32),
    /// The same as [`Regions::Divided`], with N chosen by the number of positions.
    BySize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seed: 0,
            seeds: 1,
            steps: None,
            regions: Regions::BySize,
            sample: 10_000,
            visits: 1_000_000,
            guess: None,
            questions: None,
        }
    }
}

/// The limits of the solver.
fn control<'a>(budget: &Budget<'a>) -> Control<'a> {
    let left = budget.remaining();
    Control {
        stop: budget.stop_flag(),
        deadline: left.time.and_then(|time| Instant::now().checked_add(time)),
        memory_mib: left.memory_mib,
        ..Control::default()
    }
}

/// Polishing may take one conflict for this many conflicts of the search for the patterns. The first
/// conflicts help most; for still fewer patterns there is [`shrink`].
const SHARE: u64 = 6;

/// The minimum number of conflicts allowed for polishing.
const POLISH: u64 = 8_000;

/// A game with its facts, its step, and what is known of its positions.
struct Subject {
    spots: Spots,
    relation: Relation,
    /// A move out of a region leads into an earlier one; the start is in the last.
    regions: Vec<Region>,
    questions: u64,
}

impl Subject {
    fn new(
        instance: &Instance,
        (spots, relation): (Spots, Relation),
        options: &Options,
        guess: Option<Vec<Facts>>,
        budget: &mut Budget<'_>,
    ) -> Subject {
        let regions = regions::regions(instance, &spots, options, guess, budget);
        let questions = options.questions.unwrap_or(u64::MAX);
        Subject { spots, relation, regions, questions }
    }

    fn relation(instance: &Instance, options: &Options) -> Result<(Spots, Relation), PatternSearchError> {
        let lowered = lower(instance)?;
        let spots = Spots::new(instance, lowered.task)?;
        let steps = match options.steps {
            None | Some(Steps::Exists) if exists::knows(&spots.task) => Steps::Exists,
            _ => Steps::Single,
        };
        let relation = Relation::new(&spots, steps);
        Ok((spots, relation))
    }

    /// Returns the patterns that a seed finds. If the game can be won, this is confirmed without the regions
    /// that search found, so the answer does not rest on them.
    fn run(
        &self,
        regions: &[Region],
        seed: u64,
        control: Control<'_>,
        pace: &mut Pace<'_, '_>,
    ) -> Result<Vec<Facts>, PatternSearchError> {
        let found = self.run_in(regions, seed, control, pace);
        if found != Err(PatternSearchError::Winnable) {
            return found;
        }
        let again = self.run_in(&[Region::unknown(&self.spots)], seed, control, pace);
        debug_assert!(again.is_err(), "a lost game was called one that can be won");
        again
    }

    /// Finds all patterns of a seed, region by region, and returns the few of them that are needed.
    fn run_in(
        &self,
        regions: &[Region],
        seed: u64,
        control: Control<'_>,
        pace: &mut Pace<'_, '_>,
    ) -> Result<Vec<Facts>, PatternSearchError> {
        let Subject { spots, relation, .. } = self;
        let (mut all, mut conflicts, mut either) = (Vec::new(), 0, Vec::new());
        for region in regions {
            let mut region = Cow::Borrowed(region);
            let mut known = Vec::new();
            let (found, spent) = loop {
                let before = KnownPatterns { dead: &all, known: &known };
                match reach::reach(spots, relation, &region, before, seed, control, pace) {
                    Ok(found) => break found,
                    Err(RegionError::NotFound(reason)) => return Err(reason),
                    Err(RegionError::Left { pins, patterns, .. }) => {
                        let gone =
                            region.to_mut().take_back(spots, &pins).ok_or(PatternSearchError::Winnable)?;
                        known = spelled(patterns, &gone);
                    }
                }
            };
            all.extend(found);
            conflicts += spent;
            // Only a single region that is not divided has such pins.
            either.extend(region.either().cloned());
        }
        let few = trim::trim(spots, relation, &all, &either, control)?;
        let most = (conflicts / SHARE).max(POLISH).min(self.questions);
        Ok(shrink::polish(spots, relation, &few, seed, most, control))
    }
}

/// The maximum factor by which taking back pins may multiply the patterns; beyond it, the search starts over.
const SPELLED: usize = 4;

/// Converts patterns under pins, some of which were taken back, to patterns under the pins that are left.
/// They hold at the same levels: a step from a position with the pins taken back that loses one of them
/// counted as a win before, and no step led there. A pin of N facts turns one pattern into N patterns.
fn spelled(mut patterns: Vec<LeveledPattern>, gone: &[Facts]) -> Vec<LeveledPattern> {
    if gone.iter().map(|pin| pin.len()).try_fold(1usize, usize::checked_mul).is_none_or(|more| more > SPELLED)
    {
        return Vec::new();
    }
    for pin in gone {
        let more = |(level, facts): &LeveledPattern| -> Vec<LeveledPattern> {
            pin.iter().map(|&fact| (*level, facts::with(facts, &[fact]))).collect()
        };
        patterns = patterns.iter().flat_map(more).collect();
    }
    patterns
}

/// Finds patterns that prove a position lost.
///
/// # Errors
/// If the position can be won, a limit was reached, or the game has no patterns.
pub fn find(
    instance: &Instance,
    options: &Options,
    budget: &mut Budget<'_>,
    watch: &mut dyn FnMut(Progress),
) -> Result<Patterns, PatternSearchError> {
    let (spots, relation) = Subject::relation(instance, options)?;
    let guess = options.guess.map(|guess| regions::guess(instance, &spots, guess, budget)).transpose()?;
    let control = control(budget);
    if let Some(pins) = &guess {
        match houdini::one(&spots, &relation, pins, options.seed, control) {
            Ok(found) => return Ok(facts::to_patterns(&spots, &found)),
            // The layers may still find patterns.
            Err(PatternSearchError::Restless | PatternSearchError::Limit(Limit::Conflicts)) => {}
            Err(other) => return Err(other),
        }
    }
    let subject = Subject::new(instance, (spots, relation), options, guess, budget);
    let mut pace = Pace::new(watch, options);
    let mut best = subject.run(&subject.regions, options.seed, control, &mut pace)?;
    for more in 1..options.seeds {
        let seed = options.seed.wrapping_add(more.into());
        match subject.run(&subject.regions, seed, control, &mut pace) {
            Ok(found) if shrink::size(&found) < shrink::size(&best) => best = found,
            Err(PatternSearchError::Limit(_)) => break,
            _ => {}
        }
    }
    Ok(facts::to_patterns(&subject.spots, &best))
}

/// The number of consecutive seeds without a smaller set after which no more are tried.
const PATIENCE: u32 = 50;

/// Makes a closed set smaller until a limit is reached: fewest patterns first, then fewest facts. Reports
/// every improvement. Without a time limit, it ends after the number of seeds in the options.
///
/// # Errors
/// If the game has no patterns.
pub fn shrink(
    instance: &Instance,
    patterns: &Patterns,
    options: &Options,
    budget: &mut Budget<'_>,
    improved: &mut dyn FnMut(&Patterns),
) -> Result<Patterns, PatternSearchError> {
    let (spots, relation) = Subject::relation(instance, options)?;
    let guess = options.guess.map(|guess| regions::guess(instance, &spots, guess, budget)).transpose()?;
    let subject = Subject::new(instance, (spots, relation), options, guess.clone(), budget);
    let Subject { spots, relation, regions, .. } = &subject;
    // Searching a game that is not divided takes longer, but often finds fewer patterns.
    let whole = match options.regions {
        Regions::Divided(_) | Regions::BySize if regions.len() > 1 => {
            let one = Options { regions: Regions::One, ..*options };
            Some(regions::regions(instance, spots, &one, guess, budget))
        }
        _ => None,
    };
    let control = control(budget);
    let mut best: Vec<Facts> = patterns.0.iter().filter_map(|p| facts::from_pattern(spots, p)).collect();
    let mut take = |found: Vec<Facts>, best: &mut Vec<Facts>| {
        if shrink::size(&found) < shrink::size(best) {
            improved(&facts::to_patterns(spots, &found));
            *best = found;
        }
    };
    take(shrink::polish(spots, relation, &best, options.seed, u64::MAX, control), &mut best);
    // With a time limit, seeds are tried until it is reached or `PATIENCE` of them in a row find nothing.
    let most = if control.deadline.is_some() { u64::MAX } else { u64::from(options.seeds) };
    let (mut seed, mut idle) = (1, 0);
    while seed < most && idle < PATIENCE && control.check().is_none() && shrink::size(&best) > (1, 1) {
        let before = shrink::size(&best);
        let own = options.seed.wrapping_add(seed);
        let mut silent = |_| {};
        let mut pace = Pace::new(&mut silent, options);
        // Polishes the same set in another order, then searches for another set.
        take(shrink::polish(spots, relation, &best, own, u64::MAX, control), &mut best);
        let regions = whole.as_ref().filter(|_| seed % 2 == 1).unwrap_or(regions);
        match subject.run(regions, own, control, &mut pace) {
            Ok(found) => take(found, &mut best),
            Err(_) => break,
        }
        idle = if shrink::size(&best) < before { 0 } else { idle + 1 };
        seed += 1;
    }
    Ok(facts::to_patterns(spots, &best))
}
