//! All positions that a game can reach, or some of them where there are too many.

use crate::spots::{Spots, State};
use patsat_game::cards::Pile;
use patsat_game::rules::{Group, Move, Place};
use patsat_game::state::patterns::{CardNo, Cards, Fact, Spot, TrackedTable};
use patsat_game::state::{Instance, Table};
use patsat_search::Budget;
use patsat_states::packed::{AT_HOME, Board, Game, IN_CELL, IN_RESERVE, NONE, PackedKey, Size, Small};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustc_hash::FxHashMap;

/// Positions by number, the start first.
#[derive(Debug)]
pub(super) struct StateGraph {
    /// Cards of a position.
    cards: usize,
    /// The facts of one position after the other.
    facts: Vec<u32>,
    /// Where the moves of each position end, one position after the other; one more than positions.
    first: Vec<u32>,
    next: Vec<u32>,
    /// Whether these are all that can be reached.
    pub(super) complete: bool,
}

impl StateGraph {
    fn new(cards: usize) -> StateGraph {
        StateGraph { cards, facts: Vec::new(), first: vec![0], next: Vec::new(), complete: true }
    }

    /// How many there are.
    pub(super) fn len(&self) -> u32 {
        (self.facts.len() / self.cards.max(1)) as u32
    }

    /// The facts of a position, one a card.
    pub(super) fn state(&self, number: u32) -> &[u32] {
        let at = number as usize * self.cards;
        &self.facts[at..at + self.cards]
    }

    /// The positions that a move leads to. Only where all were visited.
    pub(super) fn next(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.next[self.first[number] as usize..self.first[number + 1] as usize]
    }

    fn bytes(&self) -> u64 {
        4 * (self.facts.len() + self.first.len() + self.next.len()) as u64
    }
}

/// The number of each narrow fact.
pub(crate) struct Numbers(FxHashMap<Fact, u32>);

impl Numbers {
    pub(crate) fn of(spots: &Spots) -> Numbers {
        Numbers((0..spots.narrow()).map(|fact| (spots.fact(fact), fact)).collect())
    }

    pub(crate) fn fact(&self, card: CardNo, spot: Spot) -> Option<u32> {
        self.0.get(&Fact { card, spot }).copied()
    }

    /// The facts of a position; none if there is a card where the game has no fact for it.
    pub(crate) fn state(&self, spots: &[Spot]) -> Option<State> {
        (0..).map(CardNo).zip(spots).map(|(card, &spot)| self.fact(card, spot)).collect()
    }
}

/// For each card, and each code of what lies under it, its fact.
fn codes(instance: &Instance, spots: &Spots) -> Vec<(usize, [Option<u32>; 256])> {
    let cards = Cards::of(instance);
    let numbers = Numbers::of(spots);
    let all: Vec<(CardNo, u8)> = cards.all().map(|card| (card, Small::id(cards.card(card)))).collect();
    let code = |&(card, own): &(CardNo, u8)| {
        let mut facts = [None; 256];
        for (code, spot) in
            [(NONE, Spot::Bottom), (IN_CELL, Spot::Cell), (IN_RESERVE, Spot::Reserve), (AT_HOME, Spot::Home)]
        {
            facts[usize::from(code)] = numbers.fact(card, spot);
        }
        for &(below, code) in &all {
            facts[usize::from(code)] = numbers.fact(card, Spot::On(below));
        }
        (usize::from(own), facts)
    };
    all.iter().map(code).collect()
}

/// Visits the positions of a game with a fast state, those near the start first.
pub(super) fn packed(
    instance: &Instance,
    game: &Game,
    spots: &Spots,
    most: usize,
    budget: &mut Budget<'_>,
) -> StateGraph {
    let codes = codes(instance, spots);
    let mut visited = StateGraph::new(codes.len());
    let mut numbers: FxHashMap<PackedKey, u32> = FxHashMap::default();
    let start = game.start();
    numbers.insert(start.key, 0);
    let mut boards: Vec<PackedKey> = vec![start.key];
    let take = |visited: &mut StateGraph, board: &Board| {
        let facts = codes.iter().map(|(own, facts)| facts[usize::from(board.below[*own])]);
        let state: Option<State> = facts.collect();
        // No pattern could hold a position in which a card lies where there is no fact for it.
        visited.complete &= state.is_some();
        visited.facts.extend(state.as_ref().unwrap_or(&spots.start));
    };
    take(&mut visited, &start);
    let mut number = 0;
    while let Some(&key) = boards.get(number) {
        let board = game.board(key);
        board.single_steps(game, |step| {
            let mut after = board;
            after.make(step);
            let count = numbers.len() as u32;
            let to = *numbers.entry(after.key).or_insert(count);
            if to == count {
                boards.push(after.key);
                take(&mut visited, &after);
            }
            visited.next.push(to);
        });
        visited.first.push(visited.next.len() as u32);
        number += 1;
        // Each key is in the table, with a number, and in the list.
        let keys = numbers.capacity() * size_of::<(PackedKey, u32)>() + size_of_val(&boards[..]);
        if boards.len() > most || budget.expand(visited.bytes() + keys as u64).is_some() {
            visited.complete = false;
            break;
        }
    }
    visited
}

/// The single moves of a position. Where rows were yet to be dealt at the start columns have names for
/// good; the table forgets them with the last row, and then moves that only rename are to be added.
pub(crate) fn moves(table: &Table, named: bool) -> Vec<Move> {
    let mut moves = table.single_moves();
    if !named || !table.columns_are_alike() {
        return moves;
    }
    let empty = |pile: &Pile| pile.cards.is_empty();
    let columns = || (0..).zip(table.columns());
    let beside = (0..table.cells().len() as u16).map(Place::Cell);
    let beside = beside.chain((0..table.deal().reserve.len() as u16).map(Place::Reserve));
    for from in columns().map(|(n, _)| Place::Column(n)).chain(beside) {
        let longest = if table.rules().group == Group::BySpaces { 1 } else { table.run_length(from) };
        for (to, _) in columns().filter(|(_, pile)| empty(pile)) {
            let all = (1..=longest as u32).map(|count| Move::Cards { from, to: Place::Column(to), count });
            moves.extend(all.filter(|&action| table.check(action).is_ok()));
        }
    }
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// Visits the positions of any game. What comes next is left to chance, so that those visited are not
/// all near the start where there are too many.
pub(super) fn plain(instance: &Instance, spots: &Spots, most: usize, budget: &mut Budget<'_>) -> StateGraph {
    let facts = Numbers::of(spots);
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut visited = StateGraph::new(spots.start.len());
    visited.facts.extend(&spots.start);
    let mut numbers: FxHashMap<State, u32> = FxHashMap::from_iter([(spots.start.clone(), 0)]);
    let mut open: Vec<(u32, TrackedTable)> = vec![(0, Cards::of(instance).track())];
    let mut edges: Vec<(u32, u32)> = Vec::new();
    // About what a position takes that waits, and a state in the table.
    let (waiting, kept) = (size_of::<TrackedTable>() + 16 * spots.start.len(), 4 * spots.start.len() + 32);
    while !open.is_empty() {
        let (number, position) = open.swap_remove((rng.next_u64() % open.len() as u64) as usize);
        for action in moves(position.table(), !spots.rows.is_empty()) {
            let mut after = position.clone();
            if after.apply(action).is_err() {
                continue;
            }
            let Some(state) = facts.state(&after.spots()) else {
                // No pattern could hold such a position.
                visited.complete = false;
                continue;
            };
            let count = numbers.len() as u32;
            let to = *numbers.entry(state.clone()).or_insert(count);
            if to == count {
                visited.facts.extend(&state);
                open.push((to, after));
            }
            edges.push((number, to));
        }
        let keys = open.len() * waiting + numbers.len() * kept + size_of_val(&edges[..]);
        if numbers.len() > most || budget.expand(visited.bytes() + keys as u64).is_some() {
            visited.complete = false;
            break;
        }
    }
    edges.sort_unstable();
    for number in 0..visited.len() {
        let end = edges.partition_point(|&(from, _)| from <= number);
        visited.first.push(end as u32);
    }
    visited.next = edges.into_iter().map(|(_, to)| to).collect();
    visited
}
