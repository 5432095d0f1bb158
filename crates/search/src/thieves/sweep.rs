//! Complete search that forgets what lies behind.
//!
//! The idea: a card drawn is never undrawn, one that left the waste never comes back to it, and one that is home stays
//! there. Count these, and the waste turned over as more than all of them: no move makes the sum less, and only moves
//! from column to column leave it as it is. So positions are searched sum by sum, and once those of a sum have been
//! looked at, no later position is among them: their table is thrown away. What is kept of each is the move that led
//! to it. All positions are visited once, as by a search that keeps them all, in a small part of the memory; a win is
//! found late.
//!
//! Source: the sweep-line method (Christensen, Kristensen and Mailund, TACAS 2001), positions kept as by [`Piles`].

use crate::states::thieves::{Piles, Step, ThiefBoard, ThiefGame, plan};
use crate::{Budget, Limit, SearchEnd, SearchOptions, SearchReport};
use hashbrown::HashTable;
use patsat_game::rules::Group;
use patsat_game::state::Instance;
use std::collections::BTreeMap;
use std::hash::Hasher;

/// Searches a game of this kind.
pub(super) fn sweep(
    instance: &Instance,
    game: &ThiefGame,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> SearchReport {
    let (_, end) = Sweep::end(game, !options.no_dominance, budget);
    let end = match end {
        SweepEnd::Won(steps) => SearchEnd::Solved(plan(instance, game, &steps)),
        SweepEnd::Exhausted => SearchEnd::Exhausted,
        SweepEnd::Limit(limit) => SearchEnd::Limit(limit),
    };
    SearchReport::new(end, budget.stats)
}

/// How a sweep ended.
pub(crate) enum SweepEnd {
    Won(Vec<Step>),
    Exhausted,
    Limit(Limit),
}

/// The positions of a sum.
#[derive(Debug, Default)]
struct Level {
    /// One after the other, each a number for every pile.
    keys: Vec<u32>,
    places: HashTable<u32>,
    /// For each the move that led to it, and from where.
    links: Vec<Link>,
}

/// From which position of which level by which move, packed: 32, 16, 5, 5 and 6 bits.
#[derive(Clone, Copy, Debug)]
struct Link(u64);

impl Link {
    fn new(level: u16, place: u32, step: Step) -> Link {
        let step = u64::from(step.from) << 11 | u64::from(step.to) << 6 | u64::from(step.count);
        Link(u64::from(place) << 32 | u64::from(level) << 16 | step)
    }

    fn level(self) -> usize {
        (self.0 >> 16 & 0xffff) as usize
    }

    fn place(self) -> usize {
        (self.0 >> 32) as usize
    }

    fn step(self) -> Step {
        let bits = |shift: u32, count: u32| (self.0 >> shift & ((1 << count) - 1)) as u8;
        Step { from: bits(11, 5), to: bits(6, 5), count: bits(0, 6) }
    }
}

impl Level {
    fn len(&self) -> usize {
        self.links.len()
    }

    /// Adds a position if it is new, and says whether it is.
    fn add(&mut self, key: &[u32], link: Link) -> bool {
        let Level { keys, places, links } = self;
        let of = |place: u32| {
            let start = place as usize * key.len();
            start..start + key.len()
        };
        if places.find(hash(key), |&place| keys[of(place)] == *key).is_some() {
            return false;
        }
        let place = links.len() as u32;
        keys.extend_from_slice(key);
        links.push(link);
        places.insert_unique(hash(key), place, |&place| hash(&keys[of(place)]));
        true
    }

    fn bytes(&self) -> usize {
        self.keys.capacity() * 4 + self.places.capacity() * 5 + self.links.capacity() * 8
    }
}

fn hash(key: &[u32]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    key.iter().for_each(|&number| hasher.write_u32(number));
    hasher.finish()
}

/// A search level by level.
pub(crate) struct Sweep<'a> {
    game: &'a ThiefGame,
    /// Whether safe moves home are made at once.
    forced: bool,
    /// More than a sum without redeals can be.
    of_a_redeal: u32,
    piles: Piles,
    /// The present level and those ahead, by their sums.
    levels: BTreeMap<u32, Level>,
    /// How the positions of the levels behind were reached, in the order in which these were looked at.
    past: Vec<Vec<Link>>,
    past_bytes: usize,
    /// The sums of these levels.
    sums: Vec<u32>,
    /// Different positions so far.
    stored: u64,
}

impl<'a> Sweep<'a> {
    /// Sweeps a game to its end.
    pub(crate) fn end(game: &'a ThiefGame, forced: bool, budget: &mut Budget<'_>) -> (Sweep<'a>, SweepEnd) {
        let mut sweep = Sweep {
            game,
            forced,
            of_a_redeal: 3 * game.copies.iter().map(|&copies| u32::from(copies)).sum::<u32>() + 1,
            piles: Piles::default(),
            levels: BTreeMap::new(),
            past: Vec::new(),
            past_bytes: 0,
            sums: Vec::new(),
            stored: 1,
        };
        let end = sweep.run(budget);
        budget.stats.stored = budget.stats.stored.max(sweep.stored);
        (sweep, end)
    }

    /// How many positions the levels behind hold, each with its sum above that of the start.
    pub(crate) fn sizes(&self) -> Vec<(u64, u64)> {
        let start = self.sum(self.game.start());
        let levels = self.sums.iter().zip(&self.past);
        levels.map(|(&sum, links)| (u64::from(sum - start), links.len() as u64)).collect()
    }

    fn run(&mut self, budget: &mut Budget<'_>) -> SweepEnd {
        let mut start = self.game.start().clone();
        self.settle(&mut start, |_| {});
        if start.is_won() {
            return SweepEnd::Won(self.way(Vec::new()));
        }
        let (sum, numbers) = (self.sum(&start), self.numbers(&start));
        self.levels.entry(sum).or_default().add(&numbers, Link(0));
        while let Some((sum, mut level)) = self.levels.pop_first() {
            let (mut ahead, mut full, mut place) = (0, false, 0);
            while place < level.len() {
                if place % 256 == 0 {
                    ahead = self.levels.values().map(Level::bytes).sum::<usize>();
                    full = self.is_full(&level);
                }
                let bytes = ahead + level.bytes() + self.past_bytes + self.piles.bytes();
                if let Some(limit) = budget.expand(bytes as u64).or(full.then_some(Limit::Memory)) {
                    return SweepEnd::Limit(limit);
                }
                if let Some(won) = self.expand(sum, &mut level, place, budget) {
                    let mut steps = vec![won];
                    steps.extend(self.back(&level.links, place));
                    steps.reverse();
                    return SweepEnd::Won(self.way(steps));
                }
                place += 1;
            }
            let mut links = level.links;
            links.shrink_to_fit();
            self.past_bytes += links.capacity() * size_of::<Link>();
            self.past.push(links);
            self.sums.push(sum);
        }
        SweepEnd::Exhausted
    }

    /// Whether places, piles or levels may soon have no number any more, which would make two positions one.
    fn is_full(&self, present: &Level) -> bool {
        let places = self.levels.values().chain([present]).map(Level::len).max();
        let most = places.unwrap_or(0).max(self.piles.len());
        most >= u32::MAX as usize >> 1 || self.past.len() >= usize::from(u16::MAX)
    }

    /// Adds the positions that moves lead to; the move if one is won.
    fn expand(&mut self, sum: u32, level: &mut Level, place: usize, budget: &mut Budget<'_>) -> Option<Step> {
        let stride = self.game.columns + 2;
        let own: Vec<u32> = level.keys[place * stride..(place + 1) * stride].to_vec();
        let redeals = (sum / self.of_a_redeal) as u8;
        let board = self.piles.board(self.game, &own, redeals);
        let (mut steps, mut key) = (Vec::new(), Vec::with_capacity(stride));
        self.steps(&board, &mut steps);
        for step in steps {
            budget.stats.generated += 1;
            let mut next = board.clone();
            let mut touched = 0u32;
            let mut touch = |step: Step| touched |= 1 << step.from | 1 << step.to;
            touch(step);
            next.make(self.game, step);
            self.settle(&mut next, touch);
            if next.is_won() {
                return Some(step);
            }
            key.clear();
            key.extend_from_slice(&own);
            let columns = 0..self.game.columns as u8;
            for (number, pile) in key.iter_mut().zip(columns.chain([Step::WASTE, Step::STOCK])) {
                if touched >> pile & 1 == 1 {
                    *number = self.piles.number(self.game, &next, pile);
                }
            }
            key[..self.game.columns].sort_unstable();
            let link = Link::new(self.past.len() as u16, place as u32, step);
            let later = self.sum(&next);
            let to = if later == sum { &mut *level } else { self.levels.entry(later).or_default() };
            self.stored += u64::from(to.add(&key, link));
        }
        None
    }

    /// The moves of a position. Where the rules move cards one by one, a run's way is one of its cards'.
    fn steps(&self, board: &ThiefBoard, steps: &mut Vec<Step>) {
        let together = matches!(self.game.group, Group::SuitRun | Group::BuiltRun);
        board.moves(self.game, |step| {
            if together || step.count == 1 {
                steps.push(step);
            }
        });
        if self.game.playable {
            board.moves_from(self.game, Step::STOCK, |step| steps.push(step));
        }
        steps.extend(board.next_draw(self.game));
    }

    /// Makes all safe moves home, if they are forced.
    fn settle(&self, board: &mut ThiefBoard, mut tell: impl FnMut(Step)) {
        if self.forced {
            board.settle(self.game, |_, step| tell(step));
        }
    }

    /// What no move makes less: see above.
    fn sum(&self, board: &ThiefBoard) -> u32 {
        let start = self.game.start();
        let all = |board: &ThiefBoard, pile| board.height(pile) as u32;
        let most = all(start, Step::STOCK) + all(start, Step::WASTE);
        let (stock, waste) = (all(board, Step::STOCK), all(board, Step::WASTE));
        // Cards drawn, those of them that lie on the waste no more, and those that are home.
        let drawn = 2 * (most - stock) - waste;
        drawn + u32::from(start.left - board.left) + u32::from(board.redeals) * self.of_a_redeal
    }

    /// A position as numbers, its columns in the order of theirs.
    fn numbers(&mut self, board: &ThiefBoard) -> Vec<u32> {
        let piles = (0..self.game.columns as u8).chain([Step::WASTE, Step::STOCK]);
        let mut numbers: Vec<u32> = piles.map(|pile| self.piles.number(self.game, board, pile)).collect();
        numbers[..self.game.columns].sort_unstable();
        numbers
    }

    /// The moves that led to a position of the present level, the last one first.
    fn back(&self, present: &[Link], mut place: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut level = self.past.len();
        loop {
            let links = self.past.get(level).map_or(present, Vec::as_slice);
            let link = links[place];
            // The start is the first position of the first level.
            if level == 0 && place == 0 {
                return steps;
            }
            steps.push(link.step());
            (level, place) = (link.level(), link.place());
        }
    }

    /// Moves of positions whose columns are in the order of their numbers, as moves from the start, with the safe
    /// ones between them.
    fn way(&mut self, steps: Vec<Step>) -> Vec<Step> {
        let mut moves = Vec::new();
        let mut board = self.game.start().clone();
        self.settle(&mut board, |step| moves.push(step));
        for step in steps {
            let mut order: Vec<u8> = (0..self.game.columns as u8).collect();
            order.sort_by_cached_key(|&pile| self.piles.number(self.game, &board, pile));
            let pile = |pile: u8| order.get(usize::from(pile)).copied().unwrap_or(pile);
            let step = Step { from: pile(step.from), to: pile(step.to), count: step.count };
            board.make(self.game, step);
            moves.push(step);
            self.settle(&mut board, |step| moves.push(step));
        }
        moves
    }
}
