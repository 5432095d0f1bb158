//! Why a position is lost: dead patterns, found by property-directed reachability.
//!
//! A pattern is a few facts, "card c lies at l". A set of patterns proves a position lost if the
//! position matches one, the won position none, and no single move leads from a position that
//! matches one to a position that matches none. Exhaustive search has thousands of positions
//! where such a set has a dozen patterns that can be read.
//!
//! `spots` (the facts of a game; `facts`: patterns as their numbers) `-> layer, relation` (one step
//! as a formula: `single` is the definition, `exists` the fast form) `-> oracle` (it in a solver)
//! `-> reach` (patterns) `-> trim, shrink` (few of them). `regions` tells `reach` what native search sees of the game: it
//! makes it faster, and nothing rests on it. `houdini` asks, before `reach` does, whether a guess
//! of cards that never move holds one pattern that is enough.

mod closure;
mod columns;
mod exists;
mod facts;
mod houdini;
mod layer;
mod literals;
pub mod oracle;
mod reach;
mod regions;
pub mod relation;
mod shrink;
mod single;
pub mod spots;
mod trim;
mod witness;

pub use closure::{Closure, ClosureError, closure};
pub use facts::Facts;
pub use houdini::of_a_guess;

use patsat_game::state::Instance;
use patsat_game::state::patterns::Patterns;
use patsat_lowering::lower::LowerError;
use patsat_lowering::lower::lower;
use patsat_search::{Budget, Limit};
use patsat_solvers::Control;
use reach::{Before, Leveled, NoPatterns};
use regions::Region;
use relation::Relation;
pub use relation::Steps;
use spots::Spots;
use std::borrow::Cow;
use web_time::Instant;

/// A game whose positions are more than a spot for each card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("patterns cannot tell positions of a game with {0}")]
pub struct Unsupported(pub &'static str);

/// Why there are no patterns.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotFound {
    /// The position can be won.
    #[error("the position can be won")]
    Winnable,
    /// Too few cards seem to stay where they lie for a guess.
    #[error("hardly a card seems to stay where it lies")]
    Restless,
    /// A limit came first.
    #[error("{0}")]
    Limit(Limit),
    /// The game has no patterns.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// Cards lie where they can never leave, so the position is lost without a proof by patterns.
    #[error("the position is lost for a reason that patterns cannot tell: {0}")]
    Dead(#[from] LowerError),
}

impl From<Limit> for NotFound {
    fn from(limit: Limit) -> NotFound {
        NotFound::Limit(limit)
    }
}

/// What a search for patterns has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Questions to the solver.
    pub asked: u64,
    /// Patterns kept.
    pub patterns: usize,
    pub layers: usize,
}

/// Limits and a watcher.
pub(crate) struct Pace<'b, 'f> {
    pub(crate) watch: &'b mut (dyn FnMut(Progress) + 'f),
    /// How many questions there were when it was last told.
    last: u64,
    /// Questions of this attempt so far, of all attempts, and those that are left.
    asked: u64,
    total: u64,
    left: u64,
}

impl<'b, 'f> Pace<'b, 'f> {
    fn new(watch: &'b mut (dyn FnMut(Progress) + 'f), options: &Options) -> Pace<'b, 'f> {
        Pace { watch, last: 0, asked: 0, total: 0, left: options.questions.unwrap_or(u64::MAX) }
    }

    fn tick(&mut self, asked: u64, patterns: usize, layers: usize) -> Result<(), NotFound> {
        // Every attempt counts from 0.
        let more = if asked < self.asked { asked } else { asked - self.asked };
        self.asked = asked;
        self.total += more;
        self.left = self.left.checked_sub(more).ok_or(Limit::Conflicts)?;
        if self.total >= self.last + 256 {
            self.last = self.total;
            (self.watch)(Progress { asked: self.total, patterns, layers });
        }
        Ok(())
    }
}

/// How patterns are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Decides among equals.
    pub seed: u64,
    /// How many seeds are tried; the smallest set is kept. At least one is.
    pub seeds: u32,
    /// Which steps are looked at; otherwise those of several moves where the game has them. They
    /// make fewer layers, single moves make easier questions.
    pub steps: Option<Steps>,
    /// What native search is asked before.
    pub regions: Regions,
    /// So many positions are visited at most of a game that has no fast state.
    pub sample: usize,
    /// So many are of a game that has one.
    pub visits: usize,
    /// How it is guessed which cards never move: one pattern of them is asked for before all others, and of a game
    /// with more positions than are visited all are supposed to stay; otherwise nothing is guessed.
    pub guess: Option<Guess>,
    /// After so many questions to the solver there are no patterns; and polishing takes no more conflicts
    /// than that.
    pub questions: Option<u64>,
}

/// A guess which cards never move, from games played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess {
    /// So many games are played at random.
    pub games: u32,
    /// Where fewer cards seem to stay no patterns are looked for ([`NotFound::Restless`]).
    pub least: usize,
}

/// What native search is asked about the positions that a game can reach. It speeds up finding patterns;
/// checking them does not use it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Regions {
    /// Nothing.
    Unknown,
    /// What all of them have in common, and how many each pattern holds.
    One,
    /// The same for each region: positions in which a card has moved that cannot return are a region of
    /// their own if they are at most one in so many.
    Divided(u32),
    /// As [`Regions::Divided`], with a number chosen by how many positions there are.
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

/// What stops the solver.
fn control<'a>(budget: &Budget<'a>) -> Control<'a> {
    let left = budget.remaining();
    Control {
        stop: budget.stop_flag(),
        deadline: left.time.and_then(|time| Instant::now().checked_add(time)),
        memory_mib: left.memory_mib,
        ..Control::default()
    }
}

/// Polishing may take one conflict for so many that finding the patterns took. The first conflicts
/// help most; for still fewer patterns there is [`shrink`].
const SHARE: u64 = 6;

/// The least number of conflicts that is spent on polishing.
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

    fn relation(instance: &Instance, options: &Options) -> Result<(Spots, Relation), NotFound> {
        let lowered = lower(instance)?;
        let spots = Spots::new(instance, lowered.task)?;
        let steps = match options.steps {
            None | Some(Steps::Exists) if exists::knows(&spots.task) => Steps::Exists,
            _ => Steps::Single,
        };
        let relation = Relation::new(&spots, steps);
        Ok((spots, relation))
    }

    /// The patterns that a seed finds. The answer that a game can be won does not rest on the regions
    /// that search found: it is confirmed without them.
    fn run(
        &self,
        regions: &[Region],
        seed: u64,
        control: Control<'_>,
        pace: &mut Pace<'_, '_>,
    ) -> Result<Vec<Facts>, NotFound> {
        let found = self.run_in(regions, seed, control, pace);
        if found != Err(NotFound::Winnable) {
            return found;
        }
        let again = self.run_in(&[Region::unknown(&self.spots)], seed, control, pace);
        debug_assert!(again.is_err(), "a lost game was called one that can be won");
        again
    }

    /// All patterns that a seed finds, region by region, and the few of them that are needed.
    fn run_in(
        &self,
        regions: &[Region],
        seed: u64,
        control: Control<'_>,
        pace: &mut Pace<'_, '_>,
    ) -> Result<Vec<Facts>, NotFound> {
        let Subject { spots, relation, .. } = self;
        let (mut all, mut conflicts, mut either) = (Vec::new(), 0, Vec::new());
        for region in regions {
            let mut region = Cow::Borrowed(region);
            let mut known = Vec::new();
            let (found, spent) = loop {
                let before = Before { dead: &all, known: &known };
                match reach::reach(spots, relation, &region, before, seed, control, pace) {
                    Ok(found) => break found,
                    Err(NoPatterns::NotFound(reason)) => return Err(reason),
                    Err(NoPatterns::Left(pins, patterns)) => {
                        let gone = region.to_mut().take_back(spots, &pins).ok_or(NotFound::Winnable)?;
                        known = spelled(patterns, &gone);
                    }
                }
            };
            all.extend(found);
            conflicts += spent;
            // Only a region by itself has such pins.
            either.extend(region.either().cloned());
        }
        let few = trim::trim(spots, relation, &all, &either, control)?;
        let most = (conflicts / SHARE).max(POLISH).min(self.questions);
        Ok(shrink::polish(spots, relation, &few, seed, most, control))
    }
}

/// So many times more patterns may come of pins that are taken back; else the search for them begins anew.
const SPELLED: usize = 4;

/// Patterns under pins, some of which were taken back, as patterns under those that are left. They hold at the same levels:
/// where a position has the pins taken back, a step from it that loses one of them was a win before, and none led there.
/// A pin of several facts makes as many patterns of one.
fn spelled(mut patterns: Vec<Leveled>, gone: &[Facts]) -> Vec<Leveled> {
    if gone.iter().map(|pin| pin.len()).try_fold(1usize, usize::checked_mul).is_none_or(|more| more > SPELLED)
    {
        return Vec::new();
    }
    for pin in gone {
        let more = |(level, facts): &Leveled| -> Vec<Leveled> {
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
) -> Result<Patterns, NotFound> {
    let (spots, relation) = Subject::relation(instance, options)?;
    let guess = options.guess.map(|guess| regions::guess(instance, &spots, guess, budget)).transpose()?;
    let control = control(budget);
    if let Some(pins) = &guess {
        match houdini::one(&spots, &relation, pins, options.seed, control) {
            Ok(found) => return Ok(facts::to_patterns(&spots, &found)),
            // The layers may still say more.
            Err(NotFound::Restless | NotFound::Limit(Limit::Conflicts)) => {}
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
            Err(NotFound::Limit(_)) => break,
            _ => {}
        }
    }
    Ok(facts::to_patterns(&subject.spots, &best))
}

/// After so many seeds without a smaller set no more are tried.
const PATIENCE: u32 = 50;

/// Makes a closed set smaller until a limit is reached: fewest patterns first, then fewest facts.
/// Every improvement is reported. Without a limit of time it ends after as many seeds as the options
/// say.
///
/// # Errors
/// If the game has no patterns.
pub fn shrink(
    instance: &Instance,
    patterns: &Patterns,
    options: &Options,
    budget: &mut Budget<'_>,
    improved: &mut dyn FnMut(&Patterns),
) -> Result<Patterns, NotFound> {
    let (spots, relation) = Subject::relation(instance, options)?;
    let guess = options.guess.map(|guess| regions::guess(instance, &spots, guess, budget)).transpose()?;
    let subject = Subject::new(instance, (spots, relation), options, guess.clone(), budget);
    let Subject { spots, relation, regions, .. } = &subject;
    // A game that is not divided takes longer, but often has fewer patterns.
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
    // With a limit of time as many seeds as it allows, unless they have long found nothing.
    let most = if control.deadline.is_some() { u64::MAX } else { u64::from(options.seeds) };
    let (mut seed, mut idle) = (1, 0);
    while seed < most && idle < PATIENCE && control.check().is_none() && shrink::size(&best) > (1, 1) {
        let before = shrink::size(&best);
        let own = options.seed.wrapping_add(seed);
        let mut nobody = |_| {};
        let mut pace = Pace::new(&mut nobody, options);
        // Another way through the same set, and another set.
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
