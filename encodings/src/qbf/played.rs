//! "This plan does not win from here" where columns have no names: the plan, played.
//!
//! A plan states which card goes where. So at any time a card that has moved lies where the plan last put it,
//! and one that has not lies where it lay, whatever is chosen. The choice leaves open only where cards lay,
//! which runs have left, and which cards have been turned. From these follows, gate by gate, whether each
//! move is allowed and whether the game is won; known values are folded away. The formula is a small part of
//! that of [`super::branch`], which also supports rows, but skips no move.
//!
//! A card that already lies where it is to go, or has left, is skipped: the plan without that move is a plan
//! too, and not longer.
//!
//! Between two moves runs leave in rounds, at most one round for each run. In each round, all complete runs at the
//! end of their columns leave. A card is turned when nothing lies on it. No gate refers to a later one, so the gates
//! have values even after a move that is not allowed. There they mean nothing, and the plan has failed already.

use super::gates::{Bit, FALSE, TRUE, and, at_least, or};
use crate::formula::Formula;
use crate::steps::sequential::{Action, Line, World};
use crate::task::{CardId, Home, Spot};

/// Writes that the plan does not win from a time of a line.
pub(super) fn does_not_win(formula: &mut Formula, world: &World, line: &Line, time: usize, plan: &[Action]) {
    let mut played = SymbolicPosition::new(world, line, time);
    let mut allowed = Vec::new();
    for &action in plan {
        played.settle(formula);
        let Action::Move { card, lie } = action else { return };
        let may = played.may_move(formula, card, lie);
        let done = [played.lies[card.index()][lie], played.gone[card.index()]];
        allowed.push(or(formula, [may, done[0], done[1]]));
        played.lies[card.index()].iter_mut().enumerate().for_each(|(n, bit)| *bit = Bit::Known(n == lie));
    }
    played.settle(formula);
    let all = allowed.into_iter().chain(played.gone.iter().copied());
    match and(formula, all) {
        Bit::Known(false) => {}
        Bit::Known(true) => formula.add(&[]),
        Bit::Open(wins) => formula.add(&[!wins]),
    }
}

/// A position.
struct SymbolicPosition<'a> {
    world: &'a World,
    /// By card and lie; of cards that are gone, where they lay last.
    lies: Vec<Vec<Bit>>,
    gone: Vec<Bit>,
    up: Vec<Bit>,
    /// For each card the cards on it. Up to date between settling and the next move.
    upon: Vec<Vec<(CardId, Bit)>>,
    clear: Vec<Bit>,
}

impl<'a> SymbolicPosition<'a> {
    fn new(world: &'a World, line: &Line, time: usize) -> SymbolicPosition<'a> {
        let layer = &line.layers[time];
        let (piles, first) = (&world.piles, time == 0);
        let mut played = SymbolicPosition {
            world,
            lies: Vec::new(),
            gone: Vec::new(),
            up: Vec::new(),
            upon: Vec::new(),
            clear: Vec::new(),
        };
        for card in piles.cards() {
            // At the start a card lies where it is dealt.
            let possible = |n: usize| !first || piles.first_lies[card.index()].contains(&n);
            let known = first && piles.first_lies[card.index()].len() == 1;
            let bit = |(n, &lit)| match possible(n) {
                false => FALSE,
                true if known => TRUE,
                true => Bit::Open(lit),
            };
            let lies: Vec<Bit> = layer.of(card).iter().enumerate().map(bit).collect();
            played.gone.push(lies.last().copied().unwrap_or(FALSE));
            played.lies.push(lies);
            played.up.push(layer.up(card).map_or(TRUE, Bit::Open));
        }
        played
    }

    /// Runs leave and cards are turned.
    fn settle(&mut self, formula: &mut Formula) {
        let Home::Runs(runs) = &self.world.task.home else { return };
        let length = runs.iter().map(Vec::len).max().unwrap_or(1).max(1);
        for _ in 0..=self.lies.len() / length {
            self.look(formula);
            let leaves = self.leaving(formula, runs.iter().map(Vec::len).collect());
            if leaves.iter().all(|&leaves| leaves == FALSE) {
                return;
            }
            for (gone, leaves) in self.gone.iter_mut().zip(leaves) {
                *gone = or(formula, [*gone, leaves]);
            }
        }
        self.look(formula);
    }

    /// What lies on what, and what is turned by that.
    fn look(&mut self, formula: &mut Formula) {
        self.upon.clear();
        self.clear.clear();
        for card in self.world.piles.cards() {
            let mut upon = Vec::new();
            for &(upper, n) in &self.world.piles.upper[card.index()] {
                let on = and(formula, [self.lies[upper.index()][n], !self.gone[upper.index()]]);
                if on != FALSE {
                    upon.push((upper, on));
                }
            }
            let clear = !or(formula, upon.iter().map(|&(_, on)| on));
            self.up[card.index()] = or(formula, [self.up[card.index()], clear]);
            self.upon.push(upon);
            self.clear.push(clear);
        }
    }

    /// By card: it leaves in this round.
    fn leaving(&self, formula: &mut Formula, lengths: Vec<usize>) -> Vec<Bit> {
        let run = |card: CardId| self.world.piles.run[card.index()];
        let at = |place: usize| {
            self.world.piles.cards().filter(move |&card| run(card).is_some_and(|(_, n)| n == place))
        };
        let most = lengths.iter().max().copied().unwrap_or(0);
        // From the last card of each run down: all that follows lies on it, and nothing else.
        let mut rest = vec![FALSE; self.lies.len()];
        for (place, card) in (0..most).rev().flat_map(|place| at(place).map(move |card| (place, card))) {
            let Some((number, _)) = run(card) else { continue };
            rest[card.index()] = if place + 1 == lengths[number] {
                self.clear[card.index()]
            } else {
                let next =
                    self.upon[card.index()].iter().filter(|(b, _)| run(*b) == Some((number, place + 1)));
                let ways: Vec<Bit> = next.map(|&(b, on)| and(formula, [on, rest[b.index()]])).collect();
                or(formula, ways)
            };
        }
        // From the deepest up: its run leaves.
        let mut leaves = vec![FALSE; self.lies.len()];
        for (place, card) in (0..most).flat_map(|place| at(place).map(move |card| (place, card))) {
            let Some((number, _)) = run(card) else { continue };
            leaves[card.index()] = if place == 0 {
                let here = [rest[card.index()], self.up[card.index()], !self.gone[card.index()]];
                and(formula, here)
            } else {
                let mut ways = Vec::new();
                for below in at(place - 1).filter(|&below| run(below) == Some((number, place - 1))) {
                    let on = self.upon[below.index()].iter().find(|(upper, _)| *upper == card);
                    if let Some(&(_, on)) = on {
                        ways.push(and(formula, [on, leaves[below.index()]]));
                    }
                }
                or(formula, ways)
            };
        }
        leaves
    }

    /// Whether this move is allowed.
    fn may_move(&self, formula: &mut Formula, card: CardId, lie: usize) -> Bit {
        let piles = &self.world.piles;
        let free = self.is_free(formula, card, &mut vec![None; self.lies.len()]);
        let room = match piles.of[card.index()][lie].spot {
            Spot::On(below) => and(formula, [self.clear[below.index()], !self.gone[below.index()]]),
            Spot::Base(column) => {
                let mut bottoms = Vec::new();
                for other in piles.cards() {
                    if let Some(n) = piles.number(other, Spot::Base(column)) {
                        bottoms.push(and(formula, [self.lies[other.index()][n], !self.gone[other.index()]]));
                    }
                }
                !at_least(formula, &bottoms, self.world.task.columns as usize)
            }
            _ => FALSE,
        };
        let (up, gone) = (self.up[card.index()], self.gone[card.index()]);
        and(formula, [free, room, up, !gone])
    }

    /// Whether all cards on it move with it. What moves with a card is of lower rank.
    fn is_free(&self, formula: &mut Formula, card: CardId, known: &mut [Option<Bit>]) -> Bit {
        if let Some(free) = known[card.index()] {
            return free;
        }
        let mut all = Vec::new();
        for &(upper, on) in &self.upon[card.index()] {
            let with = match self.world.task.moves_with(upper, card) {
                true => self.is_free(formula, upper, known),
                false => FALSE,
            };
            all.push(or(formula, [!on, with]));
        }
        let free = and(formula, all);
        known[card.index()] = Some(free);
        free
    }
}
