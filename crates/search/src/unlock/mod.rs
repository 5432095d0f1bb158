//! Takes cards off the top of a column, where few choices decide whether that is possible.
//!
//! For deals made from formulas: what decides such a game is far from what it does, and no score of a position sees it.
//! But most of its moves are no choices. So cards go onto each other wherever nothing speaks against it, and only where
//! two bare cards would go to one place a choice is made, and taken back if it comes to nothing. That is the search of
//! Davis, Logemann and Loveland (1962) on moves in place of literals. What stands for a clause is a look ahead: could each
//! wanted card still leave, if moves did not get into each other's way? (The relaxation is that of planning by ignoring
//! deletes, Bonet and Geffner 2001.) Each choice is tried for a moment before one is made, and what fails so is never made
//! (failed literals, Freeman 1995).
//!
//! Every card moves at most once. So it finds no plan that needs more moves of a card, and proves nothing if it finds
//! none.

mod board;
mod look_ahead;

use crate::{Budget, Limit};
use board::{Board, CardNo, NONE, Target};
use look_ahead::{LookAhead, Scene};
use patsat_game::state::{Instance, Plan};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::ops::Range;

/// How it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnlockEnd {
    /// Moves after which the cards have left.
    Left(Plan),
    /// It has tried what it tries.
    GaveUp,
    /// A limit was reached.
    Limit(Limit),
}

/// Moves after which all cards of a column above the lowest `below` have left.
///
/// Stock, waste and foundations are left alone, and cards move one at a time.
#[must_use]
pub fn unlock(
    instance: &Instance,
    column: usize,
    below: usize,
    seed: u64,
    budget: &mut Budget<'_>,
) -> UnlockEnd {
    let columns = &instance.deal.columns;
    let first: usize = columns[..column].iter().map(|pile| pile.cards.len()).sum();
    let (locked, end) = ((first + below) as CardNo, (first + columns[column].cards.len()) as CardNo);
    let fixed = first as CardNo..locked;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..ATTEMPTS {
        let board = Board::new(instance);
        let mut search = Unlocking {
            matters: board.matters(locked..end, &fixed),
            look: LookAhead::new(board.cards()),
            board,
            wanted: locked..end,
            fixed: fixed.clone(),
            refused: Vec::new(),
            rng: &mut rng,
        };
        match search.run(budget) {
            Some(Err(limit)) => return UnlockEnd::Limit(limit),
            Some(Ok(())) => return UnlockEnd::Left(search.board.plan(instance).into()),
            None => {}
        }
    }
    UnlockEnd::GaveUp
}

/// How often it begins again: a move that was taken for no choice may have been one, and is another then.
const ATTEMPTS: u32 = 4;

/// A card onto another.
type Join = (CardNo, CardNo);

/// A choice that may be taken back.
struct Choice {
    join: Join,
    moves: usize,
    refused: usize,
}

struct Unlocking<'a> {
    board: Board,
    /// The cards that are to leave.
    wanted: Range<CardNo>,
    /// Cards below them, which stay.
    fixed: Range<CardNo>,
    /// Whether each card need leave for some wanted card, by some way: the others stay.
    matters: Vec<bool>,
    /// Joins that come to nothing after the moves made, and whether the lower card had moved: if not, and it leaves later,
    /// that is another join.
    refused: Vec<(CardNo, CardNo, bool)>,
    look: LookAhead,
    rng: &'a mut ChaCha8Rng,
}

/// What may be done next.
enum Next {
    /// All wanted cards have left.
    Done,
    /// Some card can leave no more, or there is no move.
    Nothing,
    /// One of these joins.
    Choose(Vec<Join>),
}

impl Unlocking<'_> {
    /// Nothing if there is no such play.
    fn run(&mut self, budget: &mut Budget<'_>) -> Option<Result<(), Limit>> {
        let mut choices: Vec<Choice> = Vec::new();
        loop {
            if let Some(limit) = budget.expand(0) {
                return Some(Err(limit));
            }
            let choice = match self.propagate(budget) {
                Next::Done => return Some(Ok(())),
                Next::Choose(joins) => self.choose(joins, budget),
                Next::Nothing => None,
            };
            match choice {
                Some(Ok(join)) => {
                    choices.push(Choice { join, moves: self.board.moves(), refused: self.refused.len() });
                    self.board.make(join.0, Target::On(join.1));
                }
                Some(Err(limit)) => return Some(Err(limit)),
                None => {
                    let Choice { join, moves, refused } = choices.pop()?;
                    self.board.back_to(moves);
                    self.refused.truncate(refused);
                    self.refuse(join);
                }
            }
        }
    }

    fn refuse(&mut self, (card, onto): Join) {
        self.refused.push((card, onto, self.board.moved(onto)));
    }

    fn is_refused(&self, (card, onto): Join) -> bool {
        self.refused.contains(&(card, onto, self.board.moved(onto)))
    }

    /// A join that may lead on; those that do not are refused. None if none is left.
    fn choose(&mut self, mut joins: Vec<Join>, budget: &mut Budget<'_>) -> Option<Result<Join, Limit>> {
        let moves = self.board.moves();
        let refused = self.refused.len();
        let mut over = None;
        joins.retain(|&(card, onto)| {
            // With thousands of joins this takes long.
            over = over.or_else(|| budget.check(0));
            if over.is_some() {
                return false;
            }
            self.board.make(card, Target::On(onto));
            let leads_on = !matches!(self.propagate(budget), Next::Nothing);
            self.board.back_to(moves);
            if !leads_on {
                self.refuse((card, onto));
            }
            leads_on
        });
        if let Some(limit) = over {
            return Some(Err(limit));
        }
        // What was refused may leave the others without a choice.
        if self.refused.len() > refused && !self.all_may_leave() {
            return None;
        }
        match joins.len() {
            0 => None,
            n => Some(Ok(joins[self.rng.next_u32() as usize % n])),
        }
    }

    /// Makes all moves that are no choices.
    fn propagate(&mut self, budget: &mut Budget<'_>) -> Next {
        let mut choices = Vec::new();
        loop {
            let before = self.board.moves();
            choices.clear();
            let mut late = Vec::new();
            for column in 0..self.board.columns() {
                let card = self.board.top(column);
                if card == NONE || !self.may_move(card) {
                    continue;
                }
                self.move_or_note(card, &mut choices, &mut late);
            }
            if self.wanted.clone().all(|card| self.board.moved(card)) {
                return Next::Done;
            }
            if self.board.moves() == before {
                if choices.is_empty() {
                    choices = late;
                }
                break;
            }
        }
        budget.stats.generated += 1;
        if choices.is_empty() || !self.all_may_leave() { Next::Nothing } else { Next::Choose(choices) }
    }

    /// Moves a bare card if there is nothing to choose, or notes the joins that there are.
    fn move_or_note(&mut self, card: CardNo, choices: &mut Vec<Join>, late: &mut Vec<Join>) {
        let mut has_place = false;
        for n in 0..self.board.lands(card).len() {
            let onto = self.board.lands(card)[n];
            if self.board.above(onto) != NONE {
                has_place |= !self.fixed.contains(&onto);
                continue;
            }
            if self.board.is_in_cell(onto) || self.is_refused((card, onto)) {
                continue;
            }
            has_place = true;
            // With a card on it, it does not leave.
            if self.may_move(onto) && self.may_leave_before(onto, card) {
                late.push((card, onto));
            } else if self.is_contested(card, onto) {
                choices.push((card, onto));
            } else {
                return self.board.make(card, Target::On(onto));
            }
        }
        if !has_place && self.wanted.contains(&card) {
            match self.board.empty_column(card) {
                Some(column) => self.board.make(card, Target::EmptyColumn(column)),
                None if self.board.has_free_cell() => self.board.make(card, Target::Cell),
                None => {}
            }
        }
    }

    /// Whether a card is one of those that move, and has not moved.
    fn may_move(&self, card: CardNo) -> bool {
        self.matters[card as usize] && !self.board.moved(card)
    }

    /// Whether a card could leave while another stays.
    fn may_leave_before(&mut self, card: CardNo, other: CardNo) -> bool {
        self.look.again_without(other);
        let scene =
            Scene { board: &self.board, fixed: &self.fixed, matters: &self.matters, refused: &self.refused };
        self.look.may_leave(scene, card)
    }

    /// Whether another bare card could go there.
    fn is_contested(&self, card: CardNo, onto: CardNo) -> bool {
        let board = &self.board;
        let others = board.may_land(onto).iter().filter(|&&other| other != card);
        others.into_iter().any(|&other| {
            board.above(other) == NONE && self.may_move(other) && !self.is_refused((other, onto))
        })
    }

    fn all_may_leave(&mut self) -> bool {
        self.look.again();
        let scene =
            Scene { board: &self.board, fixed: &self.fixed, matters: &self.matters, refused: &self.refused };
        let mut wanted = self.wanted.clone().filter(|&card| !self.board.moved(card));
        wanted.all(|card| self.look.has_way(scene, card))
    }
}
