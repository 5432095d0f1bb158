//! Sets of run states, and where the tiles of one value lead.
//!
//! An element is a run state of every colour and a number of jokers used. A state of the automaton is the set of
//! all elements that the tiles so far can lead to. The tiles of the next value, a number of each colour, lead from
//! set to set. This is the subset construction, so each hand has one path. A hand wins if its last set holds an
//! element whose runs may all end. These rules keep the number of sets small:
//!
//! * For each number of run tiles only the best next run state is an element ([`RunStates`]).
//! * An element is dropped if another one with the same number of jokers covers it in each colour. The other one wins
//!   every hand that the dropped one wins.
//! * Colours are interchangeable: sets that differ only by their names are one. Each set is renamed by a signature of
//!   its colours. Where signatures are equal, renamings are tried. A missed renaming costs a state, and the counts
//!   stay correct.
//! * The automaton does not depend on the value. A set is expanded at the first value that reaches it, and again only
//!   if a later value reaches it with fewer tiles.
//! * For a set after the last value only one property counts: whether it wins.

use super::super::build;
use super::super::groups::Sizes;
use super::super::runs::RunStates;
use super::super::shape::Shape;
use super::{CountError, Progress};
use itertools::Itertools;
use rustc_hash::FxHashMap;

const MOST_SETS: usize = 20_000_000;
/// Most renamings that are tried where signatures are equal.
const MOST_RENAMINGS: usize = 720;

/// Where some tiles of one value lead: in how many ways, plain and weighed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Arc {
    pub(super) to: u32,
    pub(super) tiles: u8,
    pub(super) ways: u32,
    pub(super) weight: u64,
}

/// The sets that hands lead to, and the arcs between them.
#[derive(Debug)]
pub(super) struct Automaton {
    /// From each set.
    arcs: Vec<Vec<Arc>>,
    /// The same at the last value, those that win alone.
    last: Vec<Vec<Arc>>,
    /// The number of sets that the first `n` values lead to, by `n`.
    layers: Vec<usize>,
    jokers: usize,
}

/// Tiles of one value, a number of each colour, and the ways to lay them.
struct Tiles {
    total: u32,
    /// In how many ways they are drawn.
    weight: u64,
    ways: Vec<Way>,
}

/// A way to lay tiles: how many go to runs of each colour, jokers among them. The others go to groups.
struct Way {
    runs: Vec<u8>,
    jokers: u64,
}

struct Grower {
    runs: RunStates,
    covers: Vec<bool>,
    colours: usize,
    bits: u32,
    jokers: u64,
    tiles: Vec<Tiles>,
}

impl Automaton {
    /// Finds all sets that hands of at most `most` tiles lead to.
    pub(super) fn grow(
        shape: &Shape,
        most: u32,
        go_on: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Automaton, CountError> {
        let grower = Grower::new(shape)?;
        let jokers = usize::from(shape.jokers);
        let mut sets: Vec<Box<[u64]>> = vec![Box::new([0])];
        let mut numbers: FxHashMap<Box<[u64]>, u32> = FxHashMap::default();
        numbers.insert(sets[0].clone(), 0);
        // The fewest tiles that lead to each set at the values so far, and those it was expanded with.
        // A later value may reach it with fewer tiles, and then more tiles may follow.
        let mut fewest: Vec<u32> = vec![0];
        let mut expanded: Vec<u32> = vec![u32::MAX];
        let mut automaton = Automaton { arcs: vec![Vec::new()], last: Vec::new(), layers: vec![1], jokers };
        let mut scratch = Vec::new();
        for value in 1..shape.values {
            for set in 0..sets.len() {
                if fewest[set] == expanded[set] {
                    continue;
                }
                if !go_on(Progress { values: (value - 1, shape.values), states: sets.len() }) {
                    return Err(CountError::Interrupted);
                }
                expanded[set] = fewest[set];
                let mut arcs = Vec::new();
                for tiles in &grower.tiles {
                    let total = fewest[set] + tiles.total;
                    if total > most {
                        continue;
                    }
                    grower.after(&sets[set], tiles, &mut scratch);
                    if scratch.is_empty() {
                        continue;
                    }
                    grower.reduce(&mut scratch);
                    let name = grower.renamed(&scratch);
                    let to = match numbers.get(&name) {
                        Some(&to) => to,
                        None => {
                            let to = sets.len();
                            if to == MOST_SETS {
                                return Err(CountError::States(MOST_SETS));
                            }
                            sets.push(name.clone());
                            fewest.push(total);
                            expanded.push(u32::MAX);
                            automaton.arcs.push(Vec::new());
                            numbers.insert(name, to as u32);
                            to as u32
                        }
                    };
                    fewest[to as usize] = fewest[to as usize].min(total);
                    arcs.push(Arc { to, tiles: tiles.total as u8, ways: 1, weight: tiles.weight });
                }
                automaton.arcs[set] = merged(arcs);
            }
            automaton.layers.push(sets.len());
        }
        for (set, elements) in sets.iter().enumerate() {
            if !go_on(Progress { values: (shape.values - 1, shape.values), states: sets.len() }) {
                return Err(CountError::Interrupted);
            }
            let mut arcs = Vec::new();
            for tiles in grower.tiles.iter().filter(|tiles| fewest[set] + tiles.total <= most) {
                let wins = grower.wins(elements, tiles);
                for used in (0..=jokers).filter(|used| wins >> used & 1 == 1) {
                    arcs.push(Arc {
                        to: used as u32,
                        tiles: tiles.total as u8,
                        ways: 1,
                        weight: tiles.weight,
                    });
                }
            }
            automaton.last.push(merged(arcs));
        }
        Ok(automaton)
    }

    /// The arcs from a set at any value but the last. Some may lead beyond the sets of the next
    /// value: those need more tiles than are counted.
    pub(super) fn arcs(&self, set: usize) -> &[Arc] {
        &self.arcs[set]
    }

    /// The winning arcs from a set at the last value; they lead to the number of jokers in the hand.
    pub(super) fn last(&self, set: usize) -> &[Arc] {
        &self.last[set]
    }

    /// The number of sets that `n` values lead to, by `n`; these sets have the lowest numbers.
    pub(super) fn layers(&self) -> &[usize] {
        &self.layers
    }

    /// Jokers of the game.
    pub(super) fn jokers(&self) -> usize {
        self.jokers
    }
}

/// Merges arcs to the same set with the same number of tiles.
fn merged(mut arcs: Vec<Arc>) -> Vec<Arc> {
    arcs.sort_unstable();
    arcs.dedup_by(|next, before| {
        let same = (next.to, next.tiles) == (before.to, before.tiles);
        if same {
            before.ways += next.ways;
            before.weight += next.weight;
        }
        same
    });
    arcs
}

impl Grower {
    fn new(shape: &Shape) -> Result<Grower, CountError> {
        let slots = usize::from(shape.copies) + usize::from(shape.jokers);
        let too_many = CountError::TooMany { colours: shape.colours, runs: slots };
        let runs = RunStates::new(slots, shape.least).filter(|runs| runs.count() <= 2000).ok_or(too_many)?;
        let (bits, colours) = (runs.bits(), usize::from(shape.colours));
        let combinations = (f64::from(shape.copies) + 1.0).powi(shape.colours.into());
        if bits as usize * colours > 56 || combinations > 1e6 {
            return Err(too_many);
        }
        let (covers, jokers, sizes) = (runs.covers(), u64::from(shape.jokers), build::sizes(shape));
        let binomial =
            |n: u8, k: u8| (0..u64::from(k)).fold(1, |product, i| product * (u64::from(n) - i) / (i + 1));
        let mut tiles = Vec::new();
        let mut counts = vec![0u8; colours];
        loop {
            let mut ways = Vec::new();
            all_ways(&counts, jokers, slots as u8, sizes, &mut Vec::new(), 0, &mut ways);
            let total = counts.iter().map(|&n| u32::from(n)).sum();
            let weight = counts.iter().map(|&n| binomial(shape.copies, n)).product();
            tiles.push(Tiles { total, weight, ways });
            let Some(at) = counts.iter().position(|&n| n < shape.copies) else { break };
            counts[at] += 1;
            counts[..at].fill(0);
        }
        Ok(Grower { runs, covers, colours, bits, jokers, tiles })
    }

    fn state(&self, element: u64, colour: usize) -> usize {
        (element >> (self.bits * colour as u32) & ((1 << self.bits) - 1)) as usize
    }

    fn used(&self, element: u64) -> u64 {
        element >> (self.bits * self.colours as u32)
    }

    /// Where a way leads from an element.
    fn next(&self, element: u64, way: &Way) -> Option<u64> {
        let used = self.used(element) + way.jokers;
        if used > self.jokers {
            return None;
        }
        let mut next = used << (self.bits * self.colours as u32);
        for (colour, &tiles) in way.runs.iter().enumerate() {
            let state = self.runs.next(self.state(element, colour), tiles.into())?;
            next |= (state as u64) << (self.bits * colour as u32);
        }
        Some(next)
    }

    /// All elements that tiles lead to.
    fn after(&self, set: &[u64], tiles: &Tiles, found: &mut Vec<u64>) {
        found.clear();
        for way in &tiles.ways {
            found.extend(set.iter().filter_map(|&element| self.next(element, way)));
        }
    }

    /// Returns the numbers of jokers for which the tiles of the last value win, a bit each.
    fn wins(&self, set: &[u64], tiles: &Tiles) -> u128 {
        let mut wins = 0;
        for way in &tiles.ways {
            for next in set.iter().filter_map(|&element| self.next(element, way)) {
                if (0..self.colours).all(|colour| self.runs.may_end(self.state(next, colour))) {
                    wins |= 1 << self.used(next);
                }
            }
        }
        wins
    }

    fn covers(&self, better: u64, worse: u64) -> bool {
        let count = self.runs.count();
        let colour = |colour| self.covers[self.state(better, colour) * count + self.state(worse, colour)];
        self.used(better) == self.used(worse) && (0..self.colours).all(colour)
    }

    /// Leaves out elements that others cover.
    fn reduce(&self, elements: &mut Vec<u64>) {
        elements.sort_unstable();
        elements.dedup();
        let mut kept: Vec<u64> = Vec::with_capacity(elements.len());
        for &element in elements.iter() {
            if !kept.iter().any(|&better| self.covers(better, element)) {
                kept.retain(|&worse| !self.covers(element, worse));
                kept.push(element);
            }
        }
        std::mem::swap(elements, &mut kept);
    }

    /// Returns the set with its colours in a canonical order.
    fn renamed(&self, elements: &[u64]) -> Box<[u64]> {
        // Signatures of each colour over all elements; each element is hashed independently of the names.
        let whole = |element: u64| {
            let states = (0..self.colours).map(|colour| mix(self.state(element, colour) as u64));
            mix(states.fold(self.used(element), u64::wrapping_add))
        };
        let mut signs: Vec<(u64, usize)> = (0..self.colours).map(|colour| (0, colour)).collect();
        for &element in elements {
            let whole = whole(element);
            for (sign, colour) in &mut signs {
                let part = mix(whole ^ (self.state(element, *colour) as u64 + 1));
                *sign = sign.wrapping_add(part);
            }
        }
        signs.sort_unstable();
        let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
        for class in signs.chunk_by(|a, b| a.0 == b.0) {
            let colours: Vec<usize> = class.iter().map(|&(_, colour)| colour).collect();
            let size = colours.len();
            let most = (MOST_RENAMINGS / orders.len()).max(1);
            let ways: Vec<Vec<usize>> = colours.into_iter().permutations(size).take(most).collect();
            let joined = |order: &Vec<usize>| {
                let order = order.clone();
                ways.iter().map(move |way| [&order[..], way].concat()).collect::<Vec<_>>()
            };
            orders = orders.iter().flat_map(joined).collect();
        }
        let rename = |order: &Vec<usize>| {
            let one = |&element: &u64| {
                let mut next = self.used(element) << (self.bits * self.colours as u32);
                for (to, &from) in order.iter().enumerate() {
                    next |= (self.state(element, from) as u64) << (self.bits * to as u32);
                }
                next
            };
            let mut set: Vec<u64> = elements.iter().map(one).collect();
            set.sort_unstable();
            set
        };
        orders.iter().map(rename).min().unwrap_or_default().into()
    }
}

/// Spreads the bits of a number.
fn mix(number: u64) -> u64 {
    let number =
        (number ^ number >> 30).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// Lists all ways to lay tiles of one value. A joker stands in a run only where no tile is left that
/// could lie there, because the two could change places.
fn all_ways(
    counts: &[u8],
    jokers: u64,
    slots: u8,
    sizes: Sizes,
    runs: &mut Vec<u8>,
    used: u64,
    ways: &mut Vec<Way>,
) {
    let Some(&count) = counts.get(runs.len()) else {
        let left: Vec<u8> = counts.iter().zip(&*runs).map(|(&n, &run)| n.saturating_sub(run)).collect();
        for grouped in 0..=jokers - used {
            if sizes.all(&left, grouped as u32) {
                ways.push(Way { runs: runs.clone(), jokers: used + grouped });
            }
        }
        return;
    };
    for tiles in 0..=slots {
        let stand = u64::from(tiles.saturating_sub(count));
        if used + stand <= jokers {
            runs.push(tiles);
            all_ways(counts, jokers, slots, sizes, runs, used + stand, ways);
            runs.pop();
        }
    }
}
