//! Random positions, and their best sets by trying every way to lay every set.

use patsat_rummikub::{Goal, LaidTile, Meld, Objective, Piece, Puzzle, Shape, Tile};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use std::collections::BTreeMap;

/// A number below `n`.
pub(crate) fn below(random: &mut ChaCha8Rng, n: usize) -> usize {
    random.next_u32() as usize % n
}

/// Returns a random position of a game: `tries` tries at a set for the table, and at most `rack` pieces on the rack.
pub(crate) fn position(random: &mut ChaCha8Rng, shape: Shape, tries: usize, rack: usize) -> Puzzle {
    let mut puzzle = Puzzle::new(shape).unwrap();
    let kinds: Vec<Tile> = shape.kinds().collect();
    for _ in 0..tries {
        let size = usize::from(shape.least) + below(random, 3);
        let first = kinds[below(random, kinds.len())];
        let run = below(random, 2) == 0;
        let place = |n: usize, joker: bool| {
            let tile = match run {
                true => Tile { value: first.value + n as u16, ..first },
                false => Tile { colour: (usize::from(first.colour) + n) as u8 % shape.colours, ..first },
            };
            LaidTile { tile, joker }
        };
        let meld = Meld((0..size).map(|n| place(n, below(random, 6) == 0)).collect());
        // A set that cannot be added leaves the position unchanged.
        let mut with = puzzle.clone();
        if with.add_set(meld).is_ok() {
            puzzle = with;
        }
    }
    for _ in 0..rack * 2 {
        let at = below(random, kinds.len() + 1);
        let piece = kinds.get(at).map_or(Piece::Joker, |&tile| Piece::Tile(tile));
        if (puzzle.rack_count() as usize) < rack {
            let _ = puzzle.add_to_rack(piece);
        }
    }
    puzzle
}

/// The pieces left, of each kind and jokers, and those that must still be laid.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct RemainingPieces {
    tiles: Vec<u8>,
    must: Vec<u8>,
    jokers: u8,
    joker_must: u8,
    /// The table's sets that may still be counted as kept.
    sets: Vec<Vec<LaidTile>>,
    worth: u64,
}

/// Returns the best score; `None` if no sets meet the goal. Every set of the game with every choice of jokers is
/// laid or not, in one fixed order. Only [`Meld::check`] decides what runs and groups are.
pub(crate) fn brute_force(puzzle: &Puzzle, goal: &Goal) -> Option<(u64, u32)> {
    let shape = *puzzle.shape();
    let kinds: Vec<Tile> = shape.kinds().collect();
    let mut all: Vec<Meld> = Vec::new();
    for colour in 0..shape.colours {
        for first in 1..=shape.values {
            for last in first..=shape.values {
                all.push(Meld(
                    (first..=last)
                        .map(|value| LaidTile { tile: Tile { colour, value }, joker: false })
                        .collect(),
                ));
            }
        }
    }
    for value in 1..=shape.values {
        for mask in 1u32..1 << shape.colours {
            let colours = (0..shape.colours).filter(|c| mask >> c & 1 == 1);
            all.push(Meld(
                colours.map(|colour| LaidTile { tile: Tile { colour, value }, joker: false }).collect(),
            ));
        }
    }
    let (rack_jokers, table_jokers) = puzzle.jokers();
    let mut with_jokers = Vec::new();
    for meld in all.into_iter().filter(|meld| meld.check(&shape).is_ok()) {
        for mask in 0u32..1 << meld.0.len() {
            if mask.count_ones() <= u32::from(rack_jokers + table_jokers) {
                let mut laid = meld.clone();
                laid.0.iter_mut().enumerate().for_each(|(n, laid)| laid.joker = mask >> n & 1 == 1);
                let possible = laid.0.iter().all(|l| l.joker || puzzle.available(shape.kind(l.tile)) > 0);
                if possible {
                    with_jokers.push(laid);
                }
            }
        }
    }
    let start = RemainingPieces {
        tiles: (0..kinds.len()).map(|kind| puzzle.available(kind)).collect(),
        must: (0..kinds.len()).map(|kind| puzzle.on_table(kind)).collect(),
        jokers: rack_jokers + table_jokers,
        joker_must: table_jokers,
        sets: if goal.keep { puzzle.sets().iter().map(Meld::key).collect() } else { Vec::new() },
        worth: 0,
    };
    let mut seen = BTreeMap::new();
    let best = deepen(&with_jokers, 0, &start, &shape, goal, &mut seen)?;
    let table = if goal.objective == Objective::Tiles { u64::from(puzzle.table_count()) } else { 0 };
    Some((best.0 - table, best.1))
}

fn deepen(
    melds: &[Meld],
    at: usize,
    left: &RemainingPieces,
    shape: &Shape,
    goal: &Goal,
    seen: &mut BTreeMap<(usize, RemainingPieces), Option<(u64, u32)>>,
) -> Option<(u64, u32)> {
    let Some(meld) = melds.get(at) else {
        let enough = left.worth >= goal.at_least.unwrap_or(0).into();
        let whole = left.joker_must == 0 && left.must.iter().all(|&n| n == 0);
        return (enough && whole).then_some((0, 0));
    };
    let key = (at, left.clone());
    if let Some(&known) = seen.get(&key) {
        return known;
    }
    let mut best = deepen(melds, at + 1, left, shape, goal, seen);
    let mut next = left.clone();
    let fits = meld.0.iter().all(|laid| {
        if laid.joker {
            next.joker_must = next.joker_must.saturating_sub(1);
            next.jokers.checked_sub(1).map(|rest| next.jokers = rest).is_some()
        } else {
            let kind = shape.kind(laid.tile);
            next.must[kind] = next.must[kind].saturating_sub(1);
            next.tiles[kind].checked_sub(1).map(|rest| next.tiles[kind] = rest).is_some()
        }
    });
    if fits {
        let gain = if goal.objective == Objective::Value { meld.value() } else { meld.0.len() as u64 };
        if goal.at_least.is_some() {
            next.worth += meld.value();
        }
        let mut kept = 0;
        if let Some(at) = next.sets.iter().position(|set| *set == meld.key()) {
            next.sets.remove(at);
            kept = 1;
        }
        if let Some((more, kept_later)) = deepen(melds, at, &next, shape, goal, seen) {
            best = best.max(Some((more + gain, kept + kept_later)));
        }
    }
    seen.insert(key, best);
    best
}
