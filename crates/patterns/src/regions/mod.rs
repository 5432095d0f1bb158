//! What is known of the positions that a game can reach, region by region.
//!
//! Native search visits them in the time of a few hundred solver queries. A fact that all of them have is
//! assumed, and a position without it is treated as if it were won. So layers begin there and not at the won
//! position, and queries are about fewer cards. To have more facts in common the positions are divided
//! ([`divide`]). In few of them the deepest cards have moved, so those are proved lost by themselves, and in
//! the rest these cards never move. Of two patterns the better one matches more of these positions, which is
//! counted on bit sets ([`Sample`]).
//!
//! In games with too many positions to visit, the facts that all have are guessed ([`lasting`]), and a guess
//! is taken back if a way out of it is found. No proof rests on any of this: it helps to find patterns
//! sooner, and they are checked without it.

mod divide;
mod lasting;
mod visit;

use super::facts::Facts;
use super::spots::{Spots, State};
use super::{Guess, Options, PatternSearchError, Regions};
use patsat_base::Limits;
use patsat_game::state::Instance;
use patsat_search::Budget;
use patsat_states::packed::Game;
use visit::StateGraph;
pub(super) use visit::{Numbers, moves};

/// Most positions kept in a sample.
const SAMPLE: usize = 1 << 14;

/// Cards that have moved in at most one of this many positions are set apart.
const RARE: usize = 400;

/// From this number of positions on, regions are finer, since the largest region takes the most time.
const MANY: u32 = 100_000;
const RARE_OF_MANY: usize = 100;

/// A part of the positions that can be reached. A move out of it leads to a start of an earlier region.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// The start, or what is entered by a move from later regions.
    pub(super) starts: Vec<State>,
    /// Sets of facts; all positions of the region have a fact of each set. Most are single facts. If not all
    /// positions were visited, they are guessed.
    pub(super) pins: Vec<Facts>,
    /// Whether the pins are guessed.
    guessed: bool,
    /// Positions in the sample.
    size: usize,
    /// For each fact, narrow or wide, the positions of the sample that have it.
    having: Vec<Sample>,
}

/// A set of positions of a sample, a bit each.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample(Box<[u64]>);

impl Sample {
    /// Leaves what is in the other set too.
    pub(super) fn keep(&mut self, other: &Sample) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }

    /// Leaves what is not in the other set.
    pub(super) fn remove(&mut self, other: &Sample) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
    }

    /// How many are in both.
    pub(super) fn shared(&self, other: &Sample) -> u64 {
        self.0.iter().zip(&other.0).map(|(word, other)| u64::from((word & other).count_ones())).sum()
    }
}

/// Returns sets of facts such that all positions seem to have a fact of each set.
///
/// # Errors
/// If there are fewer than the guess asks for.
pub(super) fn guess(
    instance: &Instance,
    spots: &Spots,
    Guess { games, least }: Guess,
    budget: &mut Budget<'_>,
) -> Result<Vec<Facts>, PatternSearchError> {
    // Positions of these games do not count towards the limit of the search.
    let own = Limits { nodes: None, ..budget.remaining() };
    let pins = budget.within(own, |budget| lasting::lasting(instance, spots, games, budget));
    if pins.len() < least || hold_at_goal(spots, &pins) {
        return Err(PatternSearchError::Restless);
    }
    Ok(pins)
}

/// Returns the regions of an instance, the one with its start last. If there are too many positions, a single
/// region is returned, of which little is known except the guess.
pub(super) fn regions(
    instance: &Instance,
    spots: &Spots,
    options: &Options,
    guess: Option<Vec<Facts>>,
    budget: &mut Budget<'_>,
) -> Vec<Region> {
    let how = options.regions;
    if how == Regions::Unknown {
        return vec![Region::unknown(spots)];
    }
    // Positions visited here do not count towards the limit of the search.
    let own = Limits { nodes: None, ..budget.remaining() };
    let visited = budget.within(own, |budget| match Game::new(instance) {
        Ok(game) => visit::packed(instance, &game, spots, options.visits, budget),
        Err(_) => visit::plain(instance, spots, options.sample, budget),
    });
    let rare = match how {
        Regions::Unknown | Regions::One => None,
        // Where complete runs leave, a step ends before they do. The position then is not visited, and no
        // start of another region is.
        _ if spots.task.home.runs().is_some() => None,
        Regions::Divided(rare) => Some(rare as usize),
        Regions::BySize if visited.len() < MANY => Some(RARE),
        Regions::BySize => Some(RARE_OF_MANY),
    };
    let mut regions = divide::divide(spots, &visited, rare);
    if let (Some(pins), false, [region]) = (guess, visited.complete, &mut regions[..]) {
        (region.pins, region.guessed) = (pins, true);
    }
    regions
}

impl Region {
    /// A region of which only its start is known.
    pub(super) fn unknown(spots: &Spots) -> Region {
        let having = vec![Sample::default(); spots.len()];
        Region { starts: vec![spots.start.clone()], pins: Vec::new(), guessed: false, size: 0, having }
    }

    /// A region of these of the positions visited.
    fn new(spots: &Spots, visited: &StateGraph, own: &[u32], starts: Vec<State>) -> Region {
        let every = own.len().div_ceil(SAMPLE).max(1);
        let size = own.len().div_ceil(every);
        let mut words = vec![vec![0u64; size.div_ceil(64)]; spots.len()];
        for (n, &number) in own.iter().step_by(every).enumerate() {
            let state = visited.state(number);
            state.iter().for_each(|&fact| words[fact as usize][n / 64] |= 1 << (n % 64));
        }
        let mut having: Vec<Sample> = words.into_iter().map(|words| Sample(words.into())).collect();
        for wide in spots.narrow()..spots.len() as u32 {
            let mut all = std::mem::take(&mut having[wide as usize]);
            for &narrow in spots.covered(wide).unwrap_or_default() {
                all.0.iter_mut().zip(&having[narrow as usize].0).for_each(|(word, other)| *word |= other);
            }
            having[wide as usize] = all;
        }
        let always = if visited.complete { common(visited, own) } else { Vec::new() };
        let mut pins: Vec<Facts> = always.into_iter().map(|fact| [fact].into()).collect();
        if hold_at_goal(spots, &pins) {
            // These facts hold at the won position too, so a step towards it loses none of them.
            pins.clear();
        }
        Region { starts, pins, guessed: false, size, having }
    }

    /// Takes back the pins of these numbers, which do not hold in a reachable position, and returns them.
    /// Returns `None` if nothing was guessed, so that such a position is as good as won.
    pub(super) fn take_back(&mut self, spots: &Spots, numbers: &[usize]) -> Option<Vec<Facts>> {
        if !self.guessed || numbers.is_empty() {
            return None;
        }
        let mut gone: Vec<Facts> = numbers.iter().filter_map(|&n| self.pins.get(n).cloned()).collect();
        self.pins.retain(|pin| !gone.contains(pin));
        self.guessed = !hold_at_goal(spots, &self.pins);
        if !self.guessed {
            gone.append(&mut self.pins);
        }
        Some(gone)
    }

    /// The facts that all positions have.
    pub(super) fn always(&self) -> impl Iterator<Item = u32> + '_ {
        self.pins.iter().filter_map(|pin| if let [only] = pin[..] { Some(only) } else { None })
    }

    /// The sets of several facts, of each of which all positions have one.
    pub(super) fn either(&self) -> impl Iterator<Item = &Facts> + '_ {
        self.pins.iter().filter(|pin| pin.len() > 1)
    }

    /// The positions of the sample.
    pub(super) fn all(&self) -> Sample {
        let mut words = vec![u64::MAX; self.size / 64];
        words.extend((!self.size.is_multiple_of(64)).then(|| (1 << (self.size % 64)) - 1));
        Sample(words.into())
    }

    pub(super) fn having(&self, fact: u32) -> &Sample {
        &self.having[fact as usize]
    }

    /// The positions of the sample that match a pattern.
    pub(super) fn matching(&self, facts: &[u32]) -> Sample {
        let mut sample = self.all();
        facts.iter().for_each(|&fact| sample.keep(self.having(fact)));
        sample
    }
}

/// Whether the won position has a fact of each of these sets.
fn hold_at_goal(spots: &Spots, pins: &[Facts]) -> bool {
    pins.iter().all(|pin| pin.iter().any(|&fact| spots.is_home(fact)))
}

/// The facts that all these positions have.
fn common(visited: &StateGraph, own: &[u32]) -> Vec<u32> {
    let Some((&first, others)) = own.split_first() else { return Vec::new() };
    let mut facts: Vec<Option<u32>> = visited.state(first).iter().copied().map(Some).collect();
    for &number in others {
        for (fact, other) in facts.iter_mut().zip(visited.state(number)) {
            *fact = fact.filter(|fact| fact == other);
        }
    }
    facts.into_iter().flatten().collect()
}
