//! A best-first search of few steps, for a quick win or none.
//!
//! Two things make a win short. After every step come the moves of a hasty player
//! ([`AutoMoves::Hasty`](patsat_states::packed::AutoMoves::Hasty)): cards go home wherever they can, cards in cells and
//! whole runs go onto what they fit on. And steps that seldom help are left out: a card that lies on one that it
//! fits on goes to no cell and to no empty column. So half of all deals of FreeCell are won in two dozen expansions.
//! Both lose wins, and a dive that runs out of positions proves nothing.
//!
//! Children wait in the queue as they are after the step alone, with a score that guesses what follows
//! (`sends_home`, `lets_move`); the hasty moves are made where a child is taken out, which most never are. (Deferred
//! evaluation: Richter and Westphal, JAIR 39, 2010; here the score is a child's own and only its end is
//! deferred.)

use super::dive::{DiveEnd, Recent};
use super::queue::Queue;
use crate::Budget;
use crate::arena::{Arena, Node};
use crate::score::{Scorer, Weights};
use patsat_states::packed::{Board, CardId, CardSet, Game, HastyBoard, NONE, Size, Step, Target};

/// The memory of a narrow dive, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct NarrowDive<S: Size> {
    /// Positions after a step, and where hasty moves followed, those after them.
    arena: Arena<S>,
    queue: Queue,
    recent: Recent<HastyBoard<S>>,
    /// The position expanded last.
    last: Option<u32>,
}

/// What a step may set off in the position that is expanded.
#[derive(Clone, Copy)]
struct SetOff<'a, S: Size> {
    game: &'a Game<S>,
    board: &'a Board<S>,
    /// The next card of each foundation.
    next: S::Set,
    /// Cards in cells, and the deepest cards of runs.
    movers: S::Set,
}

impl<'a, S: Size> SetOff<'a, S> {
    fn new(game: &'a Game<S>, from: &'a HastyBoard<S>) -> SetOff<'a, S> {
        let board = from.board();
        let movers = board.cell_set | from.run_bottoms(game);
        SetOff { game, board, next: board.next_cards(game), movers }
    }

    /// What the score of a step is lowered by for what it sets off; `from` is what the card lay on.
    #[inline]
    fn gain(&self, weights: &Weights, card: CardId, from: u8) -> i32 {
        let onto = |top: u8| self.movers.meets(self.game.carries[usize::from(top)]);
        if usize::from(from) >= S::CARDS {
            // A card from a cell is a new top.
            return if from != NONE && onto(card) { weights.lets_move } else { 0 };
        }
        let home = if self.next.has(from) { weights.sends_home } else { 0 };
        let run = self.board.run_bottom(self.game, from);
        let goes = self.game.onto[usize::from(run)].meets(self.board.top_set);
        home + if goes || onto(from) { weights.lets_move } else { 0 }
    }
}

impl<S: Size> NarrowDive<S> {
    /// Searches from the start of a game until `quota` positions are expanded.
    pub(super) fn run(
        &mut self,
        game: &Game<S>,
        weights: &Weights,
        quota: u64,
        budget: &mut Budget<'_>,
    ) -> DiveEnd {
        let mut start = HastyBoard::new(game.start(), game);
        start.hasten(game);
        self.arena.clear();
        self.queue.clear(S::SCORES);
        self.recent.forget(&start);
        self.last = None;
        let root = Node { key: start.board().key, parent: 0, depth: 0, card: 0, to: 0 };
        if self.arena.insert(root).is_ok() {
            self.queue.push(0, 0);
        }
        let mut scorer = Scorer::new(game, weights);
        let mut expanded = 0;
        while expanded < quota {
            let Some(number) = self.queue.pop() else { return DiveEnd::Exhausted };
            let Some((number, hasty, gained)) = self.reached(game, number) else { continue };
            let board = hasty.board();
            if board.is_won() {
                return DiveEnd::Won(self.arena.steps_to(number));
            }
            let child = (self.last == Some(self.arena.get(number).parent)).then_some(gained);
            scorer.read(board, child);
            self.last = Some(number);
            self.recent.keep(number, &hasty);
            budget.stats.generated += self.expand(game, &scorer, number, &hasty);
            budget.stats.stored = budget.stats.stored.max(self.arena.len() as u64);
            expanded += 1;
            if let Some(limit) = budget.expand(self.bytes()) {
                return DiveEnd::Limit(limit);
            }
        }
        budget.stats.peak_bytes = budget.stats.peak_bytes.max(self.bytes());
        DiveEnd::Quota
    }

    fn bytes(&self) -> u64 {
        self.arena.bytes() + self.queue.bytes()
    }

    /// The position of this number after its hasty moves, its number then, and the columns that got cards by
    /// them; `None` if it was reached before.
    #[inline]
    fn reached(&mut self, game: &Game<S>, number: u32) -> Option<(u32, HastyBoard<S>, u64)> {
        let node = *self.arena.get(number);
        let read = |key| HastyBoard::new(game.board(key), game);
        if number == 0 {
            return Some((number, read(node.key), 0));
        }
        let mut hasty = match self.recent.get(node.parent) {
            Some(near) => *near,
            None => read(self.arena.get(node.parent).key),
        };
        hasty.make(game, node.step());
        let gained = hasty.hasten(game);
        if hasty.board().key == node.key {
            return Some((number, hasty, gained));
        }
        let number = self.arena.insert(Node { key: hasty.board().key, ..node }).ok()?;
        Some((number, hasty, gained))
    }

    /// Adds every child of a position to the queue; how many there are.
    #[inline]
    fn expand(&mut self, game: &Game<S>, scorer: &Scorer<'_, S>, number: u32, hasty: &HastyBoard<S>) -> u64 {
        let (set_off, board) = (SetOff::new(game, hasty), hasty.board());
        let depth = self.arena.get(number).depth.saturating_add(1);
        let made = scorer.weights.depth * i32::from(depth);
        let mut generated = 0;
        let mut visit = |step: Step, count: u32| {
            let Step { card, to } = step;
            let from = board.below[usize::from(card)];
            let fits = game.onto[usize::from(card)].has(from);
            if fits && matches!(to, Target::CELL | Target::EMPTY) {
                return;
            }
            generated += 1;
            let mut key = board.key;
            key.change(card, from, to.0);
            if let Ok(child) = self.arena.insert(Node { key, parent: number, depth, card, to: to.0 }) {
                let score = scorer.after(board, step, count) - set_off.gain(scorer.weights, card, from);
                self.queue.push(child, score + made);
            }
        };
        board.single_steps(game, |step| visit(step, 1));
        board.supermoves(game, visit);
        generated
    }
}

#[cfg(test)]
mod tests {
    use super::super::AUTO;
    use super::super::schedule::STAGES;
    use super::*;
    use crate::{Limits, SearchEnd, SearchOptions};
    use patsat_game::cards::DealId;
    use patsat_game::rules::Rules;
    use patsat_game::state::Instance;
    use patsat_game::verify::replay;
    use patsat_states::packed::{AutoMoves, plan};

    fn small(ranks: u32, columns: u16, cells: u16, seed: u64) -> Instance {
        let mut rules = Rules::preset("freecell").unwrap();
        (rules.deck.ranks, rules.columns, rules.cells) = (ranks, columns, cells);
        Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
    }

    /// Narrow dives lose wins: where one runs out of positions the strategy goes on, and often wins.
    #[test]
    fn a_narrow_dive_without_positions_is_no_verdict() {
        let weights = &STAGES.iter().find(|stage| stage.narrow).unwrap().weights;
        let (mut missed, mut won) = (0, 0);
        for seed in 0..1500 {
            let instance = small(5, 4, 1 + (seed % 2) as u16, seed);
            let game = Game::new(&instance).unwrap();
            let mut budget = Budget::new(Limits::default());
            match NarrowDive::default().run(&game, weights, u64::MAX, &mut budget) {
                DiveEnd::Won(steps) => {
                    let plan = plan(&instance, &game, &steps, AutoMoves::Hasty).unwrap();
                    replay(&instance, plan).unwrap();
                    won += 1;
                }
                end => {
                    assert_eq!(end, DiveEnd::Exhausted);
                    let mut budget = Budget::new(Limits::default());
                    match (AUTO.run)(&instance, &SearchOptions::default(), &mut budget).end {
                        SearchEnd::Solved(plan) => {
                            replay(&instance, plan).unwrap();
                            missed += 1;
                        }
                        end => assert_eq!(end, SearchEnd::Exhausted),
                    }
                }
            }
        }
        assert!(missed > 3 && won > 300, "{missed} {won}");
    }
}
