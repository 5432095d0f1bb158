//! Columns as links, with every move taken back as it was made.

use patsat_game::cards::Card;
use patsat_game::rules::{EmptyColumn, Move, Place};
use patsat_game::state::Instance;
use std::ops::Range;

/// A card by its number: as they lie, column by column, deepest first.
pub(super) type CardNo = u32;

/// No card.
pub(super) const NONE: CardNo = CardNo::MAX;

/// Where a card may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    On(CardNo),
    Cell,
    EmptyColumn(u16),
}

/// A move, with what is needed to take it back.
#[derive(Clone, Copy, Debug)]
struct Made {
    card: CardNo,
    below: CardNo,
    column: u16,
    target: Target,
}

/// A position in which every card has moved at most once.
#[derive(Debug)]
pub(super) struct Board {
    above: Vec<CardNo>,
    below: Vec<CardNo>,
    /// The column of each card; of one in a cell, that which it left.
    column: Vec<u16>,
    moved: Vec<bool>,
    /// The deepest card of each column, and the uppermost one.
    ground: Vec<CardNo>,
    tops: Vec<CardNo>,
    /// For each card, by the index of its kind, those that it may be put on.
    lands: Vec<Vec<CardNo>>,
    /// For each card, by the index of its kind, those that may be put on it.
    may_land: Vec<Vec<CardNo>>,
    kind: Vec<u32>,
    /// For each kind, whether it may fill an empty column.
    fills: Vec<bool>,
    cells: usize,
    made: Vec<Made>,
}

impl Board {
    /// The columns of a deal; cards of other places are out of play.
    pub(super) fn new(instance: &Instance) -> Board {
        let (rules, deal) = (&instance.rules, &instance.deal);
        let cards: Vec<Card> = deal.columns.iter().flat_map(|pile| pile.cards.iter().copied()).collect();
        let kinds = rules.deck.kinds();
        let mut of_kind = vec![Vec::new(); kinds];
        for (number, &card) in (0..).zip(&cards) {
            of_kind[rules.deck.index(card)].push(number);
        }
        let mut board = Board {
            above: vec![NONE; cards.len()],
            below: vec![NONE; cards.len()],
            column: Vec::with_capacity(cards.len()),
            moved: vec![false; cards.len()],
            ground: vec![NONE; deal.columns.len()],
            tops: vec![NONE; deal.columns.len()],
            lands: vec![Vec::new(); kinds],
            may_land: vec![Vec::new(); kinds],
            kind: cards.iter().map(|&card| rules.deck.index(card) as u32).collect(),
            fills: vec![false; kinds],
            cells: usize::from(rules.cells) - deal.cells.iter().flatten().count(),
            made: Vec::new(),
        };
        for card in rules.deck.distinct_cards() {
            let kind = rules.deck.index(card);
            board.fills[kind] = rules.empty_column != EmptyColumn::Nothing && rules.may_fill_column(card);
            for onto in rules.may_stand_on(card).map(|onto| rules.deck.index(onto)) {
                board.lands[kind].extend(&of_kind[onto]);
                board.may_land[onto].extend(&of_kind[kind]);
            }
        }
        let mut next = 0;
        for (column, pile) in (0..).zip(&deal.columns) {
            let mut below = NONE;
            for _ in &pile.cards {
                board.column.push(column);
                match below {
                    NONE => board.ground[usize::from(column)] = next,
                    card => board.above[card as usize] = next,
                }
                board.below[next as usize] = below;
                (below, next) = (next, next + 1);
            }
            board.tops[usize::from(column)] = below;
        }
        board
    }

    /// The card that lies on another, or [`NONE`].
    pub(super) fn above(&self, card: CardNo) -> CardNo {
        self.above[card as usize]
    }

    pub(super) fn cards(&self) -> usize {
        self.above.len()
    }

    pub(super) fn columns(&self) -> usize {
        self.tops.len()
    }

    /// The uppermost card of a column, or [`NONE`].
    pub(super) fn top(&self, column: usize) -> CardNo {
        self.tops[column]
    }

    /// The cards that may be put on a card, wherever they lie.
    pub(super) fn may_land(&self, card: CardNo) -> &[CardNo] {
        &self.may_land[self.kind[card as usize] as usize]
    }

    pub(super) fn moved(&self, card: CardNo) -> bool {
        self.moved[card as usize]
    }

    /// The cards that a card may be put on, wherever they lie.
    pub(super) fn lands(&self, card: CardNo) -> &[CardNo] {
        &self.lands[self.kind[card as usize] as usize]
    }

    /// Whether a card that has moved lies in a cell.
    pub(super) fn is_in_cell(&self, card: CardNo) -> bool {
        self.moved(card)
            && self.below[card as usize] == NONE
            && self.ground[usize::from(self.column[card as usize])] != card
    }

    /// Whether each card need leave so that the wanted ones do, by some of their ways.
    pub(super) fn matters(&self, wanted: Range<CardNo>, fixed: &Range<CardNo>) -> Vec<bool> {
        let mut matters = vec![false; self.above.len()];
        let mut open: Vec<CardNo> = wanted.collect();
        while let Some(card) = open.pop() {
            if card == NONE || fixed.contains(&card) || std::mem::replace(&mut matters[card as usize], true) {
                continue;
            }
            open.push(self.above(card));
            open.extend(
                self.lands(card).iter().filter(|onto| !fixed.contains(onto)).map(|&onto| self.above(onto)),
            );
        }
        matters
    }

    pub(super) fn has_free_cell(&self) -> bool {
        self.cells > 0
    }

    /// An empty column, if there is one that the card may fill.
    pub(super) fn empty_column(&self, card: CardNo) -> Option<u16> {
        let fills = self.fills[self.kind[card as usize] as usize];
        let empty = || self.ground.iter().position(|&card| card == NONE);
        if fills { empty().map(|column| column as u16) } else { None }
    }

    pub(super) fn moves(&self) -> usize {
        self.made.len()
    }

    /// Moves a bare card that has not moved.
    pub(super) fn make(&mut self, card: CardNo, target: Target) {
        let n = card as usize;
        let (below, column) = (self.below[n], self.column[n]);
        self.made.push(Made { card, below, column, target });
        self.moved[n] = true;
        match below {
            NONE => self.ground[usize::from(column)] = NONE,
            below => self.above[below as usize] = NONE,
        }
        self.tops[usize::from(column)] = below;
        self.below[n] = NONE;
        match target {
            Target::On(onto) => {
                self.above[onto as usize] = card;
                (self.below[n], self.column[n]) = (onto, self.column[onto as usize]);
                self.tops[usize::from(self.column[n])] = card;
            }
            Target::Cell => self.cells -= 1,
            Target::EmptyColumn(to) => {
                self.ground[usize::from(to)] = card;
                self.tops[usize::from(to)] = card;
                self.column[n] = to;
            }
        }
    }

    /// Takes moves back until this number is left.
    pub(super) fn back_to(&mut self, moves: usize) {
        while self.made.len() > moves {
            let Some(Made { card, below, column, target }) = self.made.pop() else { return };
            let n = card as usize;
            match target {
                Target::On(onto) => {
                    self.above[onto as usize] = NONE;
                    self.tops[usize::from(self.column[n])] = onto;
                }
                Target::Cell => self.cells += 1,
                Target::EmptyColumn(to) => {
                    self.ground[usize::from(to)] = NONE;
                    self.tops[usize::from(to)] = NONE;
                }
            }
            (self.below[n], self.column[n], self.moved[n]) = (below, column, false);
            self.tops[usize::from(column)] = card;
            match below {
                NONE => self.ground[usize::from(column)] = card,
                below => self.above[below as usize] = card,
            }
        }
    }

    /// The moves made, as moves of the rules.
    pub(super) fn plan(&self, instance: &Instance) -> Vec<Move> {
        let taken = &instance.deal.cells;
        let mut free =
            (0..instance.rules.cells).filter(|&n| taken.get(usize::from(n)).is_none_or(Option::is_none));
        let mut column_of = self.column.clone();
        // As they were at the start: no card moves twice.
        self.made.iter().for_each(|made| column_of[made.card as usize] = made.column);
        let mut moves = Vec::with_capacity(self.made.len());
        for made in &self.made {
            let to = match made.target {
                Target::On(onto) => Place::Column(column_of[onto as usize]),
                Target::EmptyColumn(to) => Place::Column(to),
                Target::Cell => Place::Cell(free.next().unwrap_or(0)),
            };
            if let Place::Column(to) = to {
                column_of[made.card as usize] = to;
            }
            moves.push(Move::one(Place::Column(made.column), to));
        }
        moves
    }
}
