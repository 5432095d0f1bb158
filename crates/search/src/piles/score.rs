//! How good a position of Forty Thieves' kind looks; less is better.

use super::weights::Weights;
use patsat_base::mixed;
use patsat_states::packed::{CardSet, Slots};
use patsat_states::piles::{MAX_CARDS, NONE, PileBoard, PileGame, Room};

/// What the foundations wait for.
#[derive(Clone, Copy, Debug)]
struct Wanted<R: Room> {
    /// For each suit, ranks of which every copy is home.
    full: R::Suits<u8>,
    /// For each suit the rank that its highest foundation waits for, from 0, and that of the lowest if it is
    /// another one, else `u8::MAX`.
    next: R::Suits<[u8; 2]>,
    /// Sixty-four bits of all this.
    code: u64,
}

impl<R: Room> Wanted<R> {
    fn of(game: &PileGame<R>, board: &PileBoard<R>) -> Wanted<R> {
        let mut wanted = Wanted::<R> { full: Slots::filled(0), next: Slots::filled([u8::MAX; 2]), code: 0 };
        for suit in 0..game.suits {
            let kinds = suit * game.ranks..(suit + 1) * game.ranks;
            let copies = game.copies[usize::from(kinds.start)];
            let low = kinds.clone().take_while(|&kind| board.home(kind) == copies).count() as u8;
            let high = kinds.take_while(|&kind| board.home(kind) > 0).count() as u8;
            wanted.full[usize::from(suit)] = low;
            wanted.next[usize::from(suit)] = [high, if low < high { low } else { u8::MAX }];
            // Where low is high both are the same. Four suits fill the code.
            if suit > 0 && suit % 4 == 0 {
                wanted.code = mixed(wanted.code);
            }
            wanted.code = wanted.code << 16 ^ (u64::from(low) << 8 | u64::from(high));
        }
        wanted.code = mixed(wanted.code.wrapping_add(1));
        wanted
    }
}

/// Of no pile: a card that a foundation waits for.
const UNSEEN: u8 = u8::MAX;

/// What one pile adds.
#[derive(Clone, Copy, Debug)]
struct Part<R: Room> {
    cost: i32,
    /// Groups of cards.
    groups: u8,
    /// For each rank in [`Wanted::next`] how many cards lie over the nearest card of it, or [`UNSEEN`]. (Over
    /// the farthest one where depth is thought good.)
    over: R::Suits<[u8; 2]>,
}

impl<R: Room> Part<R> {
    fn nothing() -> Part<R> {
        Part { cost: 0, groups: 0, over: Slots::filled([UNSEEN; 2]) }
    }
}

/// What an empty column costs before a row that needs a card in each: more than it gains to play cards home.
const EMPTY_COLUMN: i32 = 400;

/// How many piles are kept in mind: what the cache of one core holds.
const KEPT: usize = 2048;

/// The parts of the score for piles met before, for the weights of one beam. The positions of a layer share
/// most of their piles. Two piles with the same 64 bits are taken for one.
#[derive(Debug)]
pub(super) struct PileMemory<R: Room>(Box<[(u64, Part<R>)]>);

impl<R: Room> Default for PileMemory<R> {
    fn default() -> PileMemory<R> {
        PileMemory(vec![(0, Part::nothing()); KEPT].into())
    }
}

impl<R: Room> PileMemory<R> {
    /// To be called before other weights are used.
    pub(super) fn forget(&mut self) {
        self.0.fill((0, Part::nothing()));
    }

    fn part(
        &mut self,
        weights: &Weights,
        game: &PileGame<R>,
        board: &PileBoard<R>,
        pile: u8,
        wanted: &Wanted<R>,
    ) -> Part<R> {
        let waste = u64::from(pile == R::WASTE);
        let key = mixed(board.pile_hash(pile) ^ wanted.code.wrapping_add(waste));
        let place = &mut self.0[key as usize % KEPT];
        if place.0 != key {
            *place = (key, part(weights, game, board, pile, wanted));
        }
        place.1
    }
}

/// A position's score by piles. Most moves change two of a dozen, so a score is worked out from that of the
/// position before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts<R: Room> {
    wanted: Wanted<R>,
    /// The columns, then the waste; nothing of the stock.
    parts: R::Piles<Part<R>>,
}

impl<R: Room> Parts<R> {
    /// Evaluates every pile.
    pub(super) fn new(
        weights: &Weights,
        game: &PileGame<R>,
        board: &PileBoard<R>,
        memory: &mut PileMemory<R>,
    ) -> Parts<R> {
        let wanted = Wanted::of(game, board);
        let mut parts: R::Piles<Part<R>> = Slots::filled(Part::nothing());
        for pile in piles(game) {
            parts[usize::from(pile)] = memory.part(weights, game, board, pile, &wanted);
        }
        Parts { wanted, parts }
    }

    /// Evaluates the piles in which `board` differs from `before`, whose parts these are.
    pub(super) fn after(
        &self,
        weights: &Weights,
        game: &PileGame<R>,
        before: &PileBoard<R>,
        board: &PileBoard<R>,
        memory: &mut PileMemory<R>,
    ) -> Parts<R> {
        if before.left != board.left && self.wanted.code != Wanted::of(game, board).code {
            return Parts::new(weights, game, board, memory);
        }
        let mut after = *self;
        for pile in piles(game).filter(|&pile| before.pile_hash(pile) != board.pile_hash(pile)) {
            after.parts[usize::from(pile)] = memory.part(weights, game, board, pile, &self.wanted);
        }
        after
    }

    /// Judges the position as a whole; `board` is the one that these parts are of.
    pub(super) fn score(&self, weights: &Weights, game: &PileGame<R>, board: &PileBoard<R>) -> i32 {
        let columns = &self.parts.as_ref()[..game.columns];
        let waste = &self.parts[usize::from(R::WASTE)];
        let mut total = weights.away * i32::from(board.left) + waste.cost;
        let mut over: R::Suits<[u8; 2]> = Slots::filled([UNSEEN; 2]);
        let (mut empties, mut least, mut second) = (0, 20, 20);
        for column in columns {
            total += column.cost;
            nearer::<R>(weights.reach, &mut over, &column.over);
            match column.groups {
                0 => empties += 1,
                number if number < least => (least, second) = (number, least),
                number => second = second.min(number),
            }
        }
        let lacking = board.lacking_before_row(game);
        if let Some(lacking) = lacking {
            total += EMPTY_COLUMN * lacking as i32;
        } else if empties > 0 {
            total += weights.empty[0] + weights.empty[1] * (empties - 1);
        }
        total += weights.short[0] * i32::from(least) + weights.short[1] * i32::from(second);
        if game.end_of_spots() > R::FIRST_SPOT {
            total += self.spots(weights, game, board, &mut over);
        }
        let ranks = self.wanted.next.as_ref().iter().flatten();
        let reaches = over.as_ref().iter().flatten().zip(waste.over.as_ref().iter().flatten());
        for (_, (&column, &waste)) in ranks.zip(reaches).filter(|&(&rank, _)| rank < game.ranks) {
            let column = (column != UNSEEN).then(|| weights.reach * i32::from(column));
            let waste = (waste != UNSEEN).then(|| weights.waste_reach * i32::from(waste));
            total += column.into_iter().chain(waste).min().unwrap_or(weights.stock_reach);
        }
        let tops = piles(game).map(|pile| board.top(pile)).filter(|&top| top != NONE);
        let of_columns = tops.clone().take(game.columns - empties as usize);
        let bare = of_columns.fold(R::Set::default(), |bare, top| bare | R::Set::one(game.kind(top)));
        let mobile = tops.filter(|&top| game.onto[usize::from(game.kind(top))].meets(bare));
        total + weights.mobile * mobile.count() as i32
    }

    /// What cells add. Nothing lies over a card of a cell or of the reserve.
    fn spots(
        &self,
        weights: &Weights,
        game: &PileGame<R>,
        board: &PileBoard<R>,
        over: &mut R::Suits<[u8; 2]>,
    ) -> i32 {
        for spot in (R::FIRST_SPOT..game.end_of_spots()).filter(|&spot| board.top(spot) != NONE) {
            let kind = game.kind(board.top(spot));
            let suit = usize::from(game.suit(kind));
            for (&next, over) in self.wanted.next[suit].iter().zip(&mut over[suit]) {
                if next == game.rank(kind) - 1 && (*over == UNSEEN || weights.reach >= 0) {
                    *over = 0;
                }
            }
        }
        let taken = i32::from(board.cells_taken());
        let last = if game.cells > 0 && board.cells_taken() == game.cells { weights.cells[1] } else { 0 };
        weights.cells[0] * taken + last
    }
}

/// The columns, then the waste.
fn piles<R: Room>(game: &PileGame<R>) -> impl Iterator<Item = u8> + Clone + use<R> {
    (0..game.columns as u8).chain([R::WASTE])
}

/// Keeps of two depths the one that costs less.
fn nearer<R: Room>(reach: i32, over: &mut R::Suits<[u8; 2]>, other: &R::Suits<[u8; 2]>) {
    let over = over.as_mut().as_flattened_mut();
    for (over, &other) in over.iter_mut().zip(other.as_ref().as_flattened()) {
        let farther = reach < 0 && *over != UNSEEN && other != UNSEEN;
        *over = if farther { (*over).max(other) } else { (*over).min(other) };
    }
}

fn part<R: Room>(
    weights: &Weights,
    game: &PileGame<R>,
    board: &PileBoard<R>,
    pile: u8,
    wanted: &Wanted<R>,
) -> Part<R> {
    if pile == R::WASTE {
        part_of::<R, true>(weights, game, board, pile, wanted)
    } else {
        part_of::<R, false>(weights, game, board, pile, wanted)
    }
}

fn part_of<R: Room, const WASTE: bool>(
    weights: &Weights,
    game: &PileGame<R>,
    board: &PileBoard<R>,
    pile: u8,
    wanted: &Wanted<R>,
) -> Part<R> {
    let mut card = board.top(pile);
    let mut kinds = [0u8; MAX_CARDS];
    let mut count = 0;
    while card != NONE {
        kinds[count] = game.kind(card);
        count += 1;
        card = board.under(card);
    }
    let kinds = &kinds[..count];
    // Lowest rank of each suit at or below a depth, from the bottom up.
    let mut least: R::Suits<u8> = Slots::filled(u8::MAX);
    let mut inversions = 0;
    for &kind in kinds.iter().rev() {
        let (suit, rank) = (usize::from(game.suit(kind)), game.rank(kind));
        inversions += i32::from(least[suit] < rank);
        least[suit] = least[suit].min(rank);
    }
    let (inversion, buried, reach) = match WASTE {
        true => (weights.waste_inversion, &weights.waste_buried, weights.waste_reach),
        false => (weights.inversion, &weights.buried, weights.reach),
    };
    let mut cost = inversions * inversion;
    let mut over: R::Suits<[u8; 2]> = Slots::filled([UNSEEN; 2]);
    let mut above = 0;
    for (n, &kind) in kinds.iter().enumerate() {
        let (suit, rank) = (usize::from(game.suit(kind)), game.rank(kind));
        let distance = usize::from(rank - 1 - wanted.full[suit].min(rank - 1));
        if let Some(buried) = buried.get(distance) {
            cost += buried * above;
        }
        for (next, over) in wanted.next[suit].iter().zip(&mut over[suit]) {
            // From the top down: the first is the nearest, the last the farthest.
            if next.wrapping_add(1) == rank && (*over == UNSEEN || reach < 0) {
                *over = above as u8;
            }
        }
        if WASTE {
            above += 1;
            cost += if rank == game.ranks { weights.late } else { 0 };
            continue;
        }
        let below = kinds.get(n + 1).copied();
        match below {
            Some(below) if game.fits(kind, below) => cost += weights.join,
            Some(below) => {
                cost += if game.rank(below) <= rank { weights.misfit } else { 0 };
                above += 1;
            }
            None => above += 1,
        }
        if rank == game.ranks {
            cost += if below.is_none() { weights.king } else { weights.late };
        }
    }
    if WASTE {
        cost += weights.waste * above;
    }
    Part { cost, groups: above as u8, over }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piles::weights_of;
    use patsat_game::cards::DealId;
    use patsat_game::rules::Rules;
    use patsat_game::state::Instance;
    use patsat_states::piles::Step;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    #[test]
    fn an_updated_score_equals_the_score_from_all_piles() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (mut looked, mut kept) = (0, 0);
        for name in ["forty-thieves", "forty-and-eight", "josephine", "rank-and-file", "sixty-thieves"] {
            for seed in 0..6 {
                let rules = Rules::preset(name).unwrap();
                let instance = Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap();
                let game = PileGame::new(&instance).unwrap();
                let mut numbers = weights_of(seed).numbers();
                // Depth that is thought good, in columns and in the waste.
                numbers[18] = [3, -2][seed as usize % 2];
                numbers[19] = [1, -1][seed as usize / 2 % 2];
                let weights = Weights::new(numbers);
                let mut board = *game.start();
                let mut memory = PileMemory::default();
                let mut parts = Parts::new(&weights, &game, &board, &mut memory);
                for _ in 0..400 {
                    let mut steps: Vec<Step> = board.next_draw(&game).into_iter().collect();
                    board.moves(&game, |step| steps.push(step));
                    if steps.is_empty() {
                        break;
                    }
                    let mut after = board;
                    // Some steps at once, as where safe cards go home after a move.
                    for _ in 0..=rng.next_u32() % 2 {
                        let step = steps[rng.next_u32() as usize % steps.len()];
                        after.make(&game, step);
                        steps = after.safe_home(&game).into_iter().collect();
                        if steps.is_empty() {
                            break;
                        }
                    }
                    let from_before = parts.after(&weights, &game, &board, &after, &mut memory);
                    let from_all = Parts::new(&weights, &game, &after, &mut PileMemory::default());
                    assert_eq!(
                        format!("{:?}", from_before.parts),
                        format!("{:?}", from_all.parts),
                        "{name} {seed}"
                    );
                    assert_eq!(
                        from_before.score(&weights, &game, &after),
                        from_all.score(&weights, &game, &after),
                        "{name} {seed}"
                    );
                    kept += usize::from(from_before.wanted.code == parts.wanted.code);
                    looked += 1;
                    (board, parts) = (after, from_before);
                }
            }
        }
        assert!(looked > 3000 && kept > looked / 2 && kept < looked, "{kept} of {looked}");
    }
}
