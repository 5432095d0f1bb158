//! Complete search that forgets the positions that lie behind.
//!
//! The idea: a card drawn is never undrawn, one that left the waste never comes back to it, and one that is home stays
//! there. Count these, and the waste turned over as more than all of them: no move makes the sum less, and only moves
//! from column to column leave it as it is. So positions are searched sum by sum. Once those of a sum have been
//! expanded, no later position is among them, and their table is freed. Only the move that led to each is kept. All
//! positions are visited once, as by a search that keeps them all, in a small part of the memory; a win is found late.
//!
//! Source: the sweep-line method (Christensen, Kristensen and Mailund, TACAS 2001), positions kept as by [`Contents`].

use crate::{Budget, Limit, SearchEnd, SearchOptions, SearchReport};
use hashbrown::HashTable;
use patsat_game::state::Instance;
use patsat_states::piles::{Contents, NONE, PileBoard, PileGame, Room, Step, plan};
use std::collections::BTreeMap;
use std::hash::Hasher;

/// Searches a game of this kind.
pub(super) fn sweep<R: Room>(
    instance: &Instance,
    game: &PileGame<R>,
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

/// From which position of which level by which of its moves, packed: 32, 16 and 16 bits.
#[derive(Clone, Copy, Debug)]
struct Link(u64);

impl Link {
    fn new(level: u16, place: u32, step: u16) -> Link {
        Link(u64::from(place) << 32 | u64::from(level) << 16 | u64::from(step))
    }

    fn level(self) -> usize {
        (self.0 >> 16 & 0xffff) as usize
    }

    fn place(self) -> usize {
        (self.0 >> 32) as usize
    }

    fn step(self) -> usize {
        (self.0 & 0xffff) as usize
    }
}

impl Level {
    fn len(&self) -> usize {
        self.links.len()
    }

    /// Adds a position if it is new, and returns whether it is.
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
pub(crate) struct Sweep<'a, R: Room> {
    game: &'a PileGame<R>,
    /// Whether safe moves home are made at once.
    forced: bool,
    /// More than a sum without redeals can be.
    of_a_redeal: u32,
    contents: Contents,
    /// The present level and those ahead, by their sums.
    levels: BTreeMap<u32, Level>,
    /// How the positions of the levels behind were reached, in the order in which these were expanded.
    past: Vec<Vec<Link>>,
    past_bytes: usize,
    /// The sums of these levels.
    sums: Vec<u32>,
    /// Different positions so far.
    stored: u64,
}

impl<'a, R: Room> Sweep<'a, R> {
    /// Sweeps a game to its end.
    pub(crate) fn end(
        game: &'a PileGame<R>,
        forced: bool,
        budget: &mut Budget<'_>,
    ) -> (Sweep<'a, R>, SweepEnd) {
        let mut sweep = Sweep {
            game,
            forced,
            of_a_redeal: 3 * game.copies.as_ref().iter().map(|&copies| u32::from(copies)).sum::<u32>() + 1,
            contents: Contents::default(),
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
        let mut start = *self.game.start();
        self.settle(&mut start, |_| {});
        if start.is_won() {
            return SweepEnd::Won(self.way(&[]));
        }
        let mut key = Vec::new();
        self.contents.key(self.game, &start, &mut key);
        self.levels.entry(self.sum(&start)).or_default().add(&key, Link(0));
        while let Some((sum, mut level)) = self.levels.pop_first() {
            let (mut ahead, mut full, mut place) = (0, false, 0);
            while place < level.len() {
                if place % 256 == 0 {
                    ahead = self.levels.values().map(Level::bytes).sum::<usize>();
                    full = self.is_full(&level);
                }
                let bytes = ahead + level.bytes() + self.past_bytes + self.contents.bytes();
                if let Some(limit) = budget.expand(bytes as u64).or(full.then_some(Limit::Memory)) {
                    return SweepEnd::Limit(limit);
                }
                if let Some(won) = self.expand(sum, &mut level, place, budget) {
                    let mut steps = vec![won];
                    steps.extend(self.back(&level.links, place));
                    steps.reverse();
                    return SweepEnd::Won(self.way(&steps));
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
        let most = places.unwrap_or(0).max(self.contents.count());
        most >= u32::MAX as usize >> 1 || self.past.len() >= usize::from(u16::MAX)
    }

    /// Adds the positions that moves lead to; the number of the move if one is won.
    fn expand(
        &mut self,
        sum: u32,
        level: &mut Level,
        place: usize,
        budget: &mut Budget<'_>,
    ) -> Option<usize> {
        let stride = Contents::key_length(self.game);
        let own: Vec<u32> = level.keys[place * stride..(place + 1) * stride].to_vec();
        let redeals = (sum / self.of_a_redeal) as u8;
        let board = self.contents.board(self.game, &own, redeals);
        let mut key = Vec::with_capacity(stride);
        for (number, step) in self.steps(&board).into_iter().enumerate() {
            budget.stats.generated += 1;
            let mut next = board;
            let mut touched = step.touched::<R>();
            next.make(self.game, step);
            self.settle(&mut next, |step| touched |= step.touched::<R>());
            if next.is_won() {
                return Some(number);
            }
            self.contents.key_after(self.game, &own, touched, &next, &mut key);
            let link = Link::new(self.past.len() as u16, place as u32, number as u16);
            let later = self.sum(&next);
            let to = if later == sum { &mut *level } else { self.levels.entry(later).or_default() };
            self.stored += u64::from(to.add(&key, link));
        }
        None
    }

    /// The moves of a position. Where the rules move cards one by one, a run's way is one of its cards'.
    fn steps(&self, board: &PileBoard<R>) -> Vec<Step> {
        let mut steps = Vec::new();
        board.single_steps(self.game, |step| steps.push(step));
        steps
    }

    /// Makes all safe moves home, if they are forced.
    fn settle(&self, board: &mut PileBoard<R>, mut on_step: impl FnMut(Step)) {
        if self.forced {
            board.settle(self.game, |_, step| on_step(step));
        }
    }

    /// What no move makes less: see above.
    fn sum(&self, board: &PileBoard<R>) -> u32 {
        let start = self.game.start();
        let all = |board: &PileBoard<R>, pile| board.height(pile) as u32;
        let most = all(start, R::STOCK) + all(start, R::WASTE);
        let (stock, waste) = (all(board, R::STOCK), all(board, R::WASTE));
        // Cards drawn or dealt, those of them that lie on the waste no more, and those that are home.
        let drawn = 2 * (most - stock) - waste;
        drawn + u32::from(start.left - board.left) + u32::from(board.redeals) * self.of_a_redeal
    }

    /// The numbers of the moves that led to a position of the present level, the last one first.
    fn back(&self, present: &[Link], mut place: usize) -> Vec<usize> {
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

    /// Moves by number, each among those of a position as it comes back from its key, as moves from the start, with the
    /// safe ones between them.
    fn way(&mut self, numbers: &[usize]) -> Vec<Step> {
        let mut moves = Vec::new();
        let mut board = *self.game.start();
        self.settle(&mut board, |step| moves.push(step));
        let mut key = Vec::new();
        for &number in numbers {
            self.contents.key(self.game, &board, &mut key);
            let kept = self.contents.board(self.game, &key, board.redeals);
            let step = self.steps(&kept)[number];
            let places = self.places(&board);
            let place = |pile: u8| places.get(usize::from(pile)).copied().unwrap_or(pile);
            let step = Step { from: place(step.from), to: place(step.to), count: step.count };
            board.make(self.game, step);
            moves.push(step);
            self.settle(&mut board, |step| moves.push(step));
        }
        moves
    }

    /// Where the piles of a position as it comes back from its key lie on this board.
    fn places(&mut self, board: &PileBoard<R>) -> Vec<u8> {
        let game = self.game;
        let mut places: Vec<u8> = (0..game.end_of_spots()).collect();
        if !board.columns_are_named(game) {
            places[..game.columns].sort_by_cached_key(|&pile| self.contents.number(game, board, pile));
        }
        let kind = |spot: u8| Some(board.top(spot)).filter(|&card| card != NONE).map(|card| game.kind(card));
        let (cells, end) =
            (R::FIRST_SPOT..R::FIRST_SPOT + game.cells, R::FIRST_SPOT + game.cells + board.reserve());
        for spots in [cells.clone(), cells.end..end] {
            places[usize::from(spots.start)..usize::from(spots.end)].sort_by_key(|&spot| kind(spot));
        }
        places
    }
}
