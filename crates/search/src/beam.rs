//! Short plans fast: a beam search that counts what a player does.
//!
//! Every card goes home once, so in the cost M2 only the other moves differ between plans.
//! Layer `n` holds positions after `n` of those; moves home are free and lead to further
//! positions of the same layer. Of each layer only the best are kept (`width`), so the
//! search is incomplete and its plans are short, not shortest. (Breadth-synchronised beam
//! search as in macroxue/freecell; the score is that of the default search with weights of
//! its own.)

use super::arena::{Arena, Node};
use super::score::{Scorer, Weights};
use super::{Budget, Limit};
use patsat_states::packed::{Board, CardSet, Game, Size, Step, Target};

/// How a beam ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BeamEnd {
    /// The steps to a win, safe moves home not listed.
    Won(Vec<Step>),
    /// No position is left, or the bound was reached, though no layer was cut: a wider beam sees the same.
    /// Not a proof: of several cards that could go home, not each alone is tried.
    Exhausted,
    /// The last layer had no new child, or the bound was reached.
    Faded,
    /// A limit was reached.
    Limit(Limit),
}

/// What a position of a beam is judged by; see [`Weights`].
const WEIGHTS: Weights = Weights {
    not_home: 10,
    cell: 8,
    no_space: 20,
    one_space: 10,
    empty_column: 5,
    unjoined: 10,
    disorder: 6,
    buried: 2,
    ..Weights::NONE
};

/// The memory of a beam search.
#[derive(Debug, Default)]
pub(crate) struct Beam<S: Size> {
    arena: Arena<S>,
    layer: Vec<u32>,
    next: Vec<(i32, u32)>,
}

impl<S: Size> Beam<S> {
    /// Searches from the start of `game`, keeping `width` positions a layer and making fewer than
    /// `fewer_than` moves besides those home.
    pub(crate) fn run(
        &mut self,
        game: &Game<S>,
        width: usize,
        fewer_than: u32,
        budget: &mut Budget<'_>,
    ) -> BeamEnd {
        self.arena.clear();
        let start = game.start().settled(game);
        let mut scorer = Scorer::new(game, &WEIGHTS);
        let root = Node { key: start.key, parent: 0, depth: 0, card: 0, to: 0 };
        if self.arena.insert(root).is_err() || start.is_won() {
            return BeamEnd::Won(Vec::new());
        }
        self.layer.clear();
        self.layer.push(0);
        let mut whole = true;
        for _ in 1..fewer_than {
            self.next.clear();
            for at in 0..self.layer.len() {
                if let Some(number) = self.expand(game, &mut scorer, self.layer[at], budget) {
                    return BeamEnd::Won(self.arena.steps_to(number));
                }
                budget.stats.stored = budget.stats.stored.max(self.arena.len() as u64);
                if let Some(limit) = budget.expand(self.arena.bytes()) {
                    return BeamEnd::Limit(limit);
                }
            }
            if self.next.is_empty() {
                break;
            }
            if self.next.len() > width {
                whole = false;
                self.next.select_nth_unstable(width);
                self.next.truncate(width);
            }
            self.layer.clear();
            self.layer.extend(self.next.iter().map(|&(_, number)| number));
        }
        if whole { BeamEnd::Exhausted } else { BeamEnd::Faded }
    }

    /// Makes every child of a position; the number of one that is won.
    fn expand(
        &mut self,
        game: &Game<S>,
        scorer: &mut Scorer<'_, S>,
        number: u32,
        budget: &mut Budget<'_>,
    ) -> Option<u32> {
        let key = self.arena.get(number).key;
        let board = game.board(key);
        scorer.read(&board, None);
        let next = board.next_cards(game);
        // While a card could go home, every child has children of its own at no cost.
        let homeward = next.meets(board.free_cards());
        let mut won = None;
        let mut visit = |step: Step, count: u32| {
            budget.stats.generated += 1;
            let Step { card, to } = step;
            if to == Target::HOME {
                return;
            }
            let from = board.below[usize::from(card)];
            let uncovers = next.has(from);
            if !homeward && !uncovers {
                let mut key = key;
                key.change(card, from, to.0);
                if let Ok(child) = self.arena.insert(Node { key, parent: number, depth: 0, card, to: to.0 }) {
                    self.next.push((scorer.after(&board, step, count), child));
                }
                return;
            }
            let mut child = board;
            child.make(step);
            won = won.or(self.insert_with_homes(game, scorer, child, number, step));
        };
        board.single_steps(game, |step| visit(step, 1));
        board.supermoves(game, visit);
        won
    }

    /// Adds a position, and those that further moves home make of it, one after the other.
    fn insert_with_homes(
        &mut self,
        game: &Game<S>,
        scorer: &Scorer<'_, S>,
        child: Board<S>,
        parent: u32,
        step: Step,
    ) -> Option<u32> {
        let (mut child, mut parent, mut step) = (child.settled(game), parent, step);
        loop {
            let node = Node { key: child.key, parent, depth: 0, card: step.card, to: step.to.0 };
            parent = match self.arena.insert(node) {
                Ok(number) if child.is_won() => return Some(number),
                Ok(number) => {
                    self.next.push((scorer.whole(&child), number));
                    number
                }
                Err(number) => number,
            };
            let ready = child.next_cards(game) & child.free_cards();
            if ready.is_empty() {
                return None;
            }
            step = Step { card: ready.lowest(), to: Target::HOME };
            child.make(step);
            child = child.settled(game);
        }
    }
}
