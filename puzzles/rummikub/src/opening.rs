//! The opening turn: sets of the rack alone that are worth enough, and then the table in the same turn.
//!
//! An opening is a multiset of rack tiles that make sets worth `least`. Once it lies, the turn goes on as any other:
//! its tiles must stay in play, in any sets. So the best turn is the best, over all openings, of the position in
//! which the opening's tiles are loose tiles of the table. If an opening is a part of another, it allows every turn
//! of the other. So small openings are enough, of sets with fewer than twice the least number of tiles; longer sets
//! can be split. The search first tries the best turn without an opening, because in most positions it has one.

use super::check::{VerifiedMelds, check_opening};
use super::goal::Goal;
use super::meld::{LaidTile, Meld};
use super::puzzle::Puzzle;
use super::shape::Shape;
use super::tile::{Piece, Tile};
use std::collections::{BTreeMap, BTreeSet};

/// Most openings that are tried.
const MOST_OPENINGS: usize = 20_000;
/// Most sets, and most choices of them.
const MOST_SETS: usize = 5_000;
const MOST_CHOICES: u64 = 5_000_000;

/// The result of the search for an opening turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningResult {
    /// The best turn, with its opening, if one exists.
    pub best: Option<VerifiedMelds>,
    /// Whether nothing better is left.
    pub finished: bool,
    /// Positions that were solved.
    pub positions: u64,
}

/// The answer to a position without an opening: the best sets, and whether they are known to be best.
pub type BestMelds = (Option<VerifiedMelds>, bool);

/// The best turn with an opening worth `least`. `best_of` solves positions without one.
///
/// # Errors
/// Those of `best_of`.
pub fn best_turn<E>(
    puzzle: &Puzzle,
    goal: &Goal,
    least: u32,
    mut best_of: impl FnMut(&Puzzle, &Goal) -> Result<BestMelds, E>,
) -> Result<OpeningResult, E> {
    let goal = Goal { at_least: None, ..*goal };
    let (openings, mut finished) = openings(puzzle, least);
    if openings.is_empty() {
        return Ok(OpeningResult { best: None, finished, positions: 0 });
    }
    let (free, known) = best_of(puzzle, &goal)?;
    let mut positions = 1;
    let wanted = Goal { at_least: Some(least), ..goal };
    let Some(free) = free else { return Ok(OpeningResult { best: None, finished: known, positions }) };
    let checked = |melds: &[Meld], opening: &[Meld]| {
        check_opening(puzzle, &wanted, melds.to_vec(), opening.to_vec()).ok()
    };
    let mut best = openings.iter().find_map(|opening| checked(free.melds(), opening));
    if best.is_some() && known {
        return Ok(OpeningResult { best, finished: true, positions });
    }
    for opening in &openings {
        let Some(after) = puzzle.after(opening) else { continue };
        let (found, known) = best_of(&after, &goal)?;
        positions += 1;
        finished &= known;
        let turn = found.and_then(|found| checked(found.melds(), opening));
        let score = |turn: &Option<VerifiedMelds>| turn.as_ref().map(|turn| turn.score().by(&goal));
        if score(&turn) > score(&best) {
            best = turn;
        }
        // No turn is better than one that needs no opening.
        if score(&best) == Some(free.score().by(&goal)) {
            break;
        }
    }
    Ok(OpeningResult { best, finished, positions })
}

/// Sets of the rack that are worth enough together, each multiset of tiles once, and whether these are all.
fn openings(puzzle: &Puzzle, least: u32) -> (Vec<Vec<Meld>>, bool) {
    let (sets, all) = sets(puzzle);
    let shape = puzzle.shape();
    let mut left: Vec<u8> = (0..shape.kind_count()).map(|kind| puzzle.on_rack(kind)).collect();
    left.push(puzzle.jokers().0);
    let mut found = Openings {
        sets: &sets,
        least: least.into(),
        chosen: Vec::new(),
        seen: BTreeSet::new(),
        found: Vec::new(),
        choices: 0,
    };
    let whole = found.deepen(0, 0, &mut left);
    (found.found, whole && all)
}

/// A set of the rack: how many of each tile, what it is worth, and one way to lay it out with that value.
struct RackSet {
    tiles: Vec<(usize, u8)>,
    value: u64,
    meld: Meld,
}

struct Openings<'a> {
    sets: &'a [RackSet],
    least: u64,
    chosen: Vec<usize>,
    seen: BTreeSet<Vec<u8>>,
    found: Vec<Vec<Meld>>,
    choices: u64,
}

impl Openings<'_> {
    /// Adds sets from number `from` on; false where there are too many.
    fn deepen(&mut self, from: usize, value: u64, left: &mut Vec<u8>) -> bool {
        if value >= self.least {
            if self.found.len() == MOST_OPENINGS {
                return false;
            }
            if self.seen.insert(left.clone()) {
                self.found.push(self.chosen.iter().map(|&n| self.sets[n].meld.clone()).collect());
            }
            return true;
        }
        for n in from..self.sets.len() {
            self.choices += 1;
            if self.choices > MOST_CHOICES {
                return false;
            }
            let set = &self.sets[n];
            if set.tiles.iter().any(|&(kind, count)| left[kind] < count) {
                continue;
            }
            set.tiles.iter().for_each(|&(kind, count)| left[kind] -= count);
            self.chosen.push(n);
            let whole = self.deepen(n, value + set.value, left);
            self.chosen.pop();
            self.sets[n].tiles.iter().for_each(|&(kind, count)| left[kind] += count);
            if !whole {
                return false;
            }
        }
        true
    }
}

/// The sets of the rack with fewer than twice the least number of tiles, the most valuable first; of equal tiles the
/// most valuable way to lay them. Whether these are all.
fn sets(puzzle: &Puzzle) -> (Vec<RackSet>, bool) {
    let shape = *puzzle.shape();
    let least = usize::from(shape.least);
    let sizes = least..2 * least;
    let mut found: BTreeMap<Vec<(usize, u8)>, RackSet> = BTreeMap::new();
    let mut places: Vec<Vec<Tile>> = Vec::new();
    for colour in 0..shape.colours {
        for first in 1..=shape.values {
            for size in sizes.clone() {
                let last = usize::from(first) + size - 1;
                if last <= usize::from(shape.values) {
                    places.push((first..=last as u16).map(|value| Tile { colour, value }).collect());
                }
            }
        }
    }
    for value in 1..=shape.values {
        groups(&shape, value, sizes.end - 1, &mut Vec::new(), 0, &mut places);
        if places.len() > 100 * MOST_SETS {
            return (Vec::new(), false);
        }
    }
    for tiles in places.iter().filter(|tiles| sizes.contains(&tiles.len())) {
        if !with_jokers(puzzle, tiles, &mut Vec::new(), 0, &mut found) {
            return (sorted(found), false);
        }
    }
    (sorted(found), true)
}

fn sorted(found: BTreeMap<Vec<(usize, u8)>, RackSet>) -> Vec<RackSet> {
    let mut sets: Vec<RackSet> = found.into_values().collect();
    sets.sort_by_key(|set| std::cmp::Reverse(set.value));
    sets
}

/// The tiles of a value in some colours, up to a maximum.
fn groups(
    shape: &Shape,
    value: u16,
    most: usize,
    chosen: &mut Vec<Tile>,
    from: u8,
    places: &mut Vec<Vec<Tile>>,
) {
    if !chosen.is_empty() {
        places.push(chosen.clone());
    }
    if chosen.len() == most || places.len() > 100 * MOST_SETS {
        return;
    }
    for colour in from..shape.colours {
        chosen.push(Tile { colour, value });
        groups(shape, value, most, chosen, colour + 1, places);
        chosen.pop();
    }
}

/// A set with each choice of jokers that the rack has; false where there are too many.
fn with_jokers(
    puzzle: &Puzzle,
    tiles: &[Tile],
    laid: &mut Vec<LaidTile>,
    jokers: u8,
    found: &mut BTreeMap<Vec<(usize, u8)>, RackSet>,
) -> bool {
    let Some(&tile) = tiles.get(laid.len()) else {
        let shape = puzzle.shape();
        let meld = Meld(laid.clone());
        let mut counts: BTreeMap<usize, u8> = BTreeMap::new();
        for place in laid.iter() {
            let kind = match place.piece() {
                Piece::Joker => shape.kind_count(),
                Piece::Tile(tile) => shape.kind(tile),
            };
            *counts.entry(kind).or_default() += 1;
        }
        let set = RackSet { tiles: counts.into_iter().collect(), value: meld.value(), meld };
        let better = found.get(&set.tiles).is_none_or(|known| known.value < set.value);
        if better {
            found.insert(set.tiles.clone(), set);
        }
        return found.len() <= MOST_SETS;
    };
    if puzzle.on_rack(puzzle.shape().kind(tile)) > 0 {
        laid.push(LaidTile { tile, joker: false });
        let whole = with_jokers(puzzle, tiles, laid, jokers, found);
        laid.pop();
        if !whole {
            return false;
        }
    }
    if jokers < puzzle.jokers().0 {
        laid.push(LaidTile { tile, joker: true });
        let whole = with_jokers(puzzle, tiles, laid, jokers + 1, found);
        laid.pop();
        return whole;
    }
    true
}
