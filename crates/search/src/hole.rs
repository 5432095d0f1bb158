//! Search in games whose cards leave into a hole: depth first, with the key of every position visited.
//!
//! Nothing is built in the columns, so a position is how many cards each of them still has, which cards lie in cells,
//! how many are in the stock, and the rank of the hole's top card. That is 38 bits for Black Hole and 30 for Golf.

use super::{Budget, Limit, SearchEnd, SearchReport, let_go};
use hashbrown::HashSet;
use patsat_game::cards::Card;
use patsat_game::rules::{Feature, Features, Move, Place, Stock};
use patsat_game::state::{Instance, Plan, Table};
use patsat_states::NotPackable;
use rustc_hash::FxBuildHasher;

const SUPPORTED: Features = Features::of(&[
    Feature::EqualCards,
    Feature::Cells,
    Feature::NoBuilding,
    Feature::NothingFills,
    Feature::Hole,
    Feature::Supermoves,
]);

const MAX_COLUMNS: usize = 32;
const MAX_CELLS: usize = 4;

/// Such a game.
pub(super) struct HoleGame {
    /// The cards of each column, deepest first, and last those of the stock.
    piles: Vec<Vec<Card>>,
    /// For each rank, from 1, the ranks that may follow it in the hole, lower ones first.
    follow: Vec<Vec<u32>>,
    cells: usize,
    start: Position,
    /// Bits of a key for each pile, and for a cell.
    bits: (Vec<u32>, u32),
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Position {
    left: [u8; MAX_COLUMNS + 1],
    /// Cards in cells, falling, with `None` last.
    cells: [Option<Card>; MAX_CELLS],
    /// Rank of the hole's top card.
    top: u32,
    /// Cards that are not in the hole.
    cards: u16,
}

/// A step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// From a column into the hole.
    Leave(u8),
    /// From a cell into the hole.
    LeaveCell(Card),
    /// From a column into a cell.
    Keep(u8),
    /// From the stock into the hole.
    Draw,
}

fn bits_for(values: usize) -> u32 {
    values.next_power_of_two().trailing_zeros()
}

impl HoleGame {
    /// The game of an instance.
    ///
    /// # Errors
    /// If its rules are others, or it is too large.
    pub(super) fn new(instance: &Instance) -> Result<HoleGame, NotPackable> {
        let refused = |what| NotPackable { games: "games with a hole", what };
        let rules = &instance.rules;
        if let Some(feature) = rules.unsupported(SUPPORTED) {
            return Err(refused(feature.text()));
        }
        if !rules.home.is_hole() {
            return Err(refused("games without a hole"));
        }
        let table = instance.table();
        let deal = table.deal();
        let longest = deal.columns.iter().map(|pile| pile.cards.len()).chain([deal.stock.len()]).max();
        let drawn = deal.stock.is_empty() || rules.stock == Stock::Hole;
        if !drawn || !deal.waste.is_empty() || !deal.reserve.is_empty() {
            return Err(refused("cards in a reserve, or out of play"));
        }
        if deal.columns.len() > MAX_COLUMNS
            || deal.cells.len() > MAX_CELLS
            || longest >= Some(usize::from(u8::MAX))
        {
            return Err(refused("more than 32 columns, 4 cells or 254 cards in a column"));
        }
        let mut piles: Vec<Vec<Card>> = deal.columns.iter().map(|pile| pile.cards.clone()).collect();
        piles.push(deal.stock.clone());
        let ranks = rules.deck.ranks;
        let follows = |card: u32, last: u32| rules.goes_into_hole(Card::new(card, 0), Card::new(last, 0));
        let follow = (0..=ranks).map(|last| (1..=ranks).filter(|&card| follows(card, last)).collect());
        let mut start = Position {
            left: [0; MAX_COLUMNS + 1],
            cells: [None; MAX_CELLS],
            top: deal.hole.last().map_or(0, |card| card.rank.0),
            cards: u16::try_from(rules.deck.len() - deal.hole.len())
                .map_err(|_| refused("more than 65535 cards"))?,
        };
        let stock = piles.len() - 1;
        for (n, pile) in piles.iter().enumerate() {
            start.left[if n == stock { MAX_COLUMNS } else { n }] = pile.len() as u8;
        }
        deal.cells.iter().flatten().for_each(|&card| start.keep(card));
        let of_pile: Vec<u32> = piles.iter().map(|pile| bits_for(pile.len() + 1)).collect();
        let (of_cell, of_hole) = (bits_for(rules.deck.kinds() + 1), bits_for(ranks as usize + 1));
        let all = of_pile.iter().sum::<u32>() + of_cell * deal.cells.len() as u32 + of_hole;
        if all > u128::BITS {
            return Err(refused("positions whose keys are longer than 128 bits"));
        }
        let game = HoleGame {
            piles,
            follow: Vec::from_iter(follow),
            cells: deal.cells.len(),
            start,
            bits: (of_pile, of_cell),
        };
        Ok(game)
    }

    fn columns(&self) -> usize {
        self.piles.len() - 1
    }

    fn key(&self, position: &Position, kinds: impl Fn(Card) -> u128) -> u128 {
        let (of_pile, of_cell) = &self.bits;
        let mut key = u128::from(position.top);
        let mut add = |value: u128, bits: u32| key = (key << bits) | value;
        for (n, &bits) in of_pile.iter().enumerate() {
            let at = if n == self.columns() { MAX_COLUMNS } else { n };
            add(position.left[at].into(), bits);
        }
        for cell in &position.cells[..self.cells] {
            add(cell.map_or(0, |card| 1 + kinds(card)), *of_cell);
        }
        key
    }

    fn top_of(&self, position: &Position, column: usize) -> Option<Card> {
        Some(self.piles[column][usize::from(position.left[column]).checked_sub(1)?])
    }

    /// The steps from a position, the most promising last.
    fn steps(&self, position: &Position, steps: &mut Vec<Step>) {
        let follows = |card: Card| self.follow[position.top as usize].contains(&card.rank.0);
        if position.left[MAX_COLUMNS] > 0 {
            steps.push(Step::Draw);
        }
        let columns = 0..self.columns();
        if position.cells[..self.cells].contains(&None) {
            let full = |&column: &usize| position.left[column] > 0;
            steps.extend(columns.clone().filter(full).map(|column| Step::Keep(column as u8)));
        }
        let cells = position.cells[..self.cells].iter().flatten();
        steps.extend(cells.filter(|&&card| follows(card)).map(|&card| Step::LeaveCell(card)));
        let first = steps.len();
        steps.extend(
            columns
                .filter(|&column| self.top_of(position, column).is_some_and(follows))
                .map(|column| Step::Leave(column as u8)),
        );
        // Long columns are dug first.
        let left = |step: &Step| if let Step::Leave(n) = step { position.left[usize::from(*n)] } else { 0 };
        steps[first..].sort_by_key(left);
    }

    fn make(&self, position: &mut Position, step: Step) {
        let leave = |position: &mut Position, card: Card| {
            position.top = card.rank.0;
            position.cards -= 1;
        };
        match step {
            Step::Leave(n) | Step::Keep(n) => {
                let Some(card) = self.top_of(position, n.into()) else { return };
                position.left[usize::from(n)] -= 1;
                if let Step::Keep(_) = step { position.keep(card) } else { leave(position, card) }
            }
            Step::LeaveCell(card) => {
                if let Some(at) = position.cells.iter().position(|&cell| cell == Some(card)) {
                    position.cells[at] = None;
                    position.cells.sort_unstable_by(|a, b| b.cmp(a));
                }
                leave(position, card);
            }
            Step::Draw => {
                position.left[MAX_COLUMNS] -= 1;
                leave(position, self.piles[self.columns()][usize::from(position.left[MAX_COLUMNS])]);
            }
        }
    }
}

impl Position {
    fn keep(&mut self, card: Card) {
        if let Some(empty) = self.cells.iter_mut().find(|cell| cell.is_none()) {
            *empty = Some(card);
        }
        self.cells.sort_unstable_by(|a, b| b.cmp(a));
    }
}

/// A position on the way to the present one: where the steps from it that are still to be tried begin.
struct Frame {
    position: Position,
    first: usize,
}

/// Searches such a game to its end.
pub(super) fn search(instance: &Instance, game: &HoleGame, budget: &mut Budget<'_>) -> SearchReport {
    let end = match depth_first(instance, game, budget) {
        Ok(Some(steps)) => SearchEnd::Solved(plan(instance, game, &steps)),
        Ok(None) => SearchEnd::Exhausted,
        Err(limit) => SearchEnd::Limit(limit),
    };
    SearchReport::new(end, budget.stats)
}

fn depth_first(
    instance: &Instance,
    game: &HoleGame,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Step>>, Limit> {
    let deck = instance.rules.deck;
    let key = |position: &Position| game.key(position, |card| deck.index(card) as u128);
    let mut visited: HashSet<u128, FxBuildHasher> = HashSet::default();
    let (mut frames, mut to_try, mut made): (Vec<Frame>, Vec<Step>, Vec<Step>) = Default::default();
    let mut entered = Some(game.start);
    loop {
        if let Some(position) = entered.take() {
            if position.cards == 0 {
                return Ok(Some(made));
            }
            if visited.insert(key(&position)) {
                budget.stats.stored = budget.stats.stored.max(visited.len() as u64);
                if let Some(limit) = budget.expand((visited.capacity() * (size_of::<u128>() + 1)) as u64) {
                    let_go(limit, visited);
                    return Err(limit);
                }
                let first = to_try.len();
                game.steps(&position, &mut to_try);
                frames.push(Frame { position, first });
            } else {
                made.pop();
            }
        }
        let Some(frame) = frames.last() else { return Ok(None) };
        if to_try.len() > frame.first
            && let Some(step) = to_try.pop()
        {
            let mut position = frame.position;
            game.make(&mut position, step);
            made.push(step);
            budget.stats.generated += 1;
            entered = Some(position);
        } else {
            frames.pop();
            made.pop();
        }
    }
}

/// The steps as moves of the rules.
fn plan(instance: &Instance, game: &HoleGame, steps: &[Step]) -> Plan {
    let mut table: Table = instance.table();
    let mut moves = Vec::new();
    for &step in steps {
        let cell = |wanted: Option<Card>| {
            let at = table.cells().iter().position(|&cell| cell == wanted);
            Place::Cell(at.unwrap_or(game.cells) as u16)
        };
        let action = match step {
            Step::Leave(n) => Move::one(Place::Column(n.into()), Place::Hole),
            Step::LeaveCell(card) => Move::one(cell(Some(card)), Place::Hole),
            Step::Keep(n) => Move::one(Place::Column(n.into()), cell(None)),
            Step::Draw => Move::Draw,
        };
        // The verifier finds what cannot be made.
        if table.apply(action).is_err() {
            break;
        }
        moves.push(action);
    }
    moves.into()
}
