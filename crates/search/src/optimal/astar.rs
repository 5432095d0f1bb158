//! A* that makes only the children that the present bound asks for.
//!
//! Every plan needs the same moves home, so what is minimised is the number of other
//! moves: `moves so far + bound`. Positions wait in a [`Frontier`] by that sum. Taken out
//! at sum `f`, a position makes just the children whose sum is `f`, and goes back under
//! the next sum that one of its children has (enhanced partial expansion: Goldenberg et
//! al., JAIR 50, 2014). By how much a move raises the sum is read off the deadlock graph before the
//! move is made, once a position ([`Rises`]). So no position beyond the optimum is ever stored, and the first
//! won position is optimal. The bound is consistent, so the first way to a position found is a shortest one.
//!
//! Proven rules thin out the moves: forced steps home ([`Board::next_safe`]) are made at once, and see
//! [`Last`].

use super::bound::Bound;
use super::frontier::Frontier;
use super::last::Last;
use super::lookahead;
use super::scene::{Departure, Scene};
use super::store::{Found, MOST_MOVES, Node, Store, Trace};
use super::waiting::{Rise, Rises, Waiting};
use crate::{Budget, Limit};
use patsat_states::packed::{Board, Game, IN_CELL, MAX_CARDS, NONE, Step, Target};

/// How the search ended.
pub(crate) enum End {
    /// This node is won, with the fewest moves.
    Won(u32),
    /// No plan is shorter than the bound given, or none exists at all.
    Exhausted,
    /// A limit was reached.
    Limit(Limit),
}

/// A running search.
pub(crate) struct AStar<'a> {
    pub(super) game: &'a Game,
    pub(super) bound: &'a Bound,
    dominance: bool,
    /// Whether [`lookahead`] raises the bound.
    lookahead: bool,
    pub(crate) store: Store,
    /// How many positions have a sum below the present one.
    pub(crate) below: usize,
    frontier: Frontier<Waiting>,
    steps: Vec<Step>,
}

/// Makes all forced steps home, and returns whether there was one.
#[inline]
pub(super) fn settle(game: &Game, board: &mut Board) -> bool {
    let before = board.key;
    while let Some(card) = board.next_safe(game) {
        board.make(Step { card, to: Target::HOME });
    }
    board.key != before
}

/// A position that is being expanded.
struct Parent {
    number: u32,
    node: Node,
    board: Board,
    last: Option<Last>,
    /// Cards that go home at once when nothing lies on them.
    safe: u64,
    /// The sum that children are made for, and by how much it is above the position's bound.
    sum: u32,
    slack: u32,
}

/// What came of a move.
enum Made {
    /// There is no more to do.
    Done,
    /// It is for another sum.
    Later(Rise),
    /// The search ends.
    End(End),
}

impl<'a> AStar<'a> {
    pub(crate) fn new(game: &'a Game, bound: &'a Bound, dominance: bool) -> AStar<'a> {
        let (store, frontier) = (Store::new(), Frontier::default());
        AStar { game, bound, dominance, lookahead: true, store, below: 0, frontier, steps: Vec::new() }
    }

    /// The same with the bound alone, as the checker of certificates knows it.
    pub(crate) fn without_lookahead(self) -> AStar<'a> {
        AStar { lookahead: false, ..self }
    }

    /// By how much the bound of a settled position may be raised; `None` if it is lost.
    fn raise(&self, board: &Board) -> Option<u32> {
        if self.lookahead { lookahead::raise(self.game, board) } else { Some(0) }
    }

    /// Bytes of all tables.
    fn bytes(&self) -> u64 {
        self.store.bytes() + self.frontier.bytes()
    }

    /// Searches for a plan of fewer than `below` moves besides those home.
    pub(crate) fn run(&mut self, below: u32, budget: &mut Budget<'_>) -> End {
        let mut board = self.game.start();
        let homeward = self.bound.homeward(self.game, &board);
        if self.dominance {
            settle(self.game, &mut board);
        }
        self.store.insert(Node::root(board.key));
        if let Some(raise) = self.raise(&board) {
            let sum = self.bound.scene(self.game, &board).hits + raise;
            self.frontier.push(sum, 0, Waiting::new(0, Rises::UNKNOWN));
        }
        let mut proven = None;
        while let Some((sum, rest, waiting)) = self.frontier.pop() {
            if proven != Some(sum) {
                self.below = self.store.len();
            }
            if sum >= below {
                break;
            }
            if proven != Some(sum) {
                proven = Some(sum);
                budget.stats.lower_bound = Some(homeward + sum);
                budget.check(self.bytes());
            }
            budget.stats.stored = self.store.len() as u64;
            if let Some(limit) = budget.expand(self.bytes()) {
                return End::Limit(limit);
            }
            if let Some(end) = self.expand((sum, rest), waiting, budget) {
                return end;
            }
        }
        self.below = self.store.len();
        End::Exhausted
    }

    /// By how much a step raises the sum by the bound alone.
    #[inline]
    fn rise(&self, board: &Board, scene: &Scene, away: &mut Departure, step: Step, single: bool) -> u32 {
        if step.to == Target::HOME {
            return 0;
        }
        let deadlocks = &self.bound.deadlocks;
        let beside = (board.cell_set | board.reserve_set) >> step.card & 1 != 0;
        let hits = if self.bound.by_runs() {
            let idle = scene.is_idle_after(deadlocks, board, step);
            let after = || scene.after(deadlocks, board, step);
            if idle {
                // Nothing is added where it goes: what counts is what it leaves, wherever it goes.
                let leave = || scene.without_run(self.game, board, step.card).unwrap_or_else(after);
                match (beside, single) {
                    (true, _) => scene.hits,
                    (false, true) => away.hits(step.card, leave),
                    (false, false) => leave(),
                }
            } else {
                after()
            }
        } else {
            let without = if beside { scene.hits } else { away.hits(step.card, || scene.without(step.card)) };
            match step.to {
                Target::EMPTY | Target::CELL => without,
                Target(onto) => scene.with_on(deadlocks, step.card, onto, without),
            }
        };
        #[cfg(debug_assertions)]
        {
            let mut child = *board;
            child.make(step);
            assert_eq!(hits, self.bound.scene(self.game, &child).hits);
        }
        1 + hits - scene.hits
    }

    /// Makes the children of a node whose sum is `sum`.
    fn expand(&mut self, (sum, rest): (u32, u32), waiting: Waiting, budget: &mut Budget<'_>) -> Option<End> {
        let (game, number) = (self.game, waiting.node);
        let node = *self.store.get(number);
        let board = game.board(node.key);
        if board.is_won() {
            return Some(End::Won(number));
        }
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        board.single_steps(game, |step| steps.push(step));
        let singles = steps.len();
        if self.bound.by_runs() {
            board.supermoves(game, |step, _| steps.push(step));
        }
        let last = if self.dominance { Last::of(game, &board, &node) } else { None };
        let safe = if self.dominance { board.safe_set(game) } else { 0 };
        let mut parent = Parent { number, node, board, last, safe, sum, slack: 0 };
        let (mut kept, mut next) = (Rises::NONE, None);
        let mut put_off = |n: usize, rise: Rise| {
            kept.keep(n, rise);
            next = Some(next.map_or(rise.total(), |least: u32| least.min(rise.total())));
        };
        let mut end = None;
        let mut rest = rest;
        if waiting.rises() == Rises::UNKNOWN {
            let scene = self.bound.scene(game, &board);
            parent.slack = sum - node.moves() - scene.hits;
            rest = 4 * u32::from(game.ranks) - board.cards_home() + scene.hits;
            let mut away = Departure::default();
            for (n, &step) in steps.iter().enumerate() {
                if parent.last.as_ref().is_some_and(|last| last.moved(step)) {
                    continue;
                }
                let rise =
                    Rise { bound: self.rise(&board, &scene, &mut away, step, n < singles), raised: false };
                if rise.bound > parent.slack {
                    put_off(n, rise);
                } else if rise.bound + 1 >= parent.slack {
                    // The look ahead adds one at most; with less there is nothing left to do.
                    match self.make(&parent, step, n < singles, rise, budget) {
                        Made::Done => {}
                        Made::Later(rise) => put_off(n, rise),
                        Made::End(found) => end = end.or(Some(found)),
                    }
                }
                if end.is_some() {
                    break;
                }
            }
        } else {
            parent.slack = waiting.rises().each().map(|(_, rise)| rise.total()).min().unwrap_or(0);
            for (n, rise) in waiting.rises().each() {
                if rise.total() > parent.slack {
                    put_off(n, rise);
                    continue;
                }
                match self.make(&parent, steps[n], n < singles, rise, budget) {
                    Made::Done => {}
                    Made::Later(rise) => put_off(n, rise),
                    Made::End(found) => end = end.or(Some(found)),
                }
                if end.is_some() {
                    break;
                }
            }
        }
        self.steps = steps;
        if let (None, Some(rise)) = (&end, next) {
            self.frontier.push(sum - parent.slack + rise, rest, Waiting::new(number, kept));
        }
        end
    }

    /// Makes a move if its position has the requested sum.
    #[inline]
    fn make(
        &mut self,
        parent: &Parent,
        step: Step,
        single: bool,
        rise: Rise,
        budget: &mut Budget<'_>,
    ) -> Made {
        let (game, board, sum) = (self.game, &parent.board, parent.sum);
        let from = board.below[usize::from(step.card)];
        let bared = usize::from(from) < MAX_CARDS && parent.safe >> from & 1 != 0;
        let whole = || {
            let mut child = *board;
            child.make(step);
            child
        };
        // A whole position is made only where forced steps may follow, or one has to look ahead.
        let (mut child, mut followed) = (None, false);
        if bared || step.to == Target::HOME {
            let mut made = whole();
            followed = self.dominance && settle(game, &mut made);
            child = Some(made);
        }
        if !followed && single && parent.last.as_ref().is_some_and(|last| last.comes_after(step)) {
            return Made::Done;
        }
        let key = child.map_or_else(
            || {
                let mut key = board.key;
                key.change(step.card, from, step.to.0);
                key
            },
            |child| child.key,
        );
        #[cfg(debug_assertions)]
        {
            let mut made = whole();
            assert_eq!(self.dominance && settle(game, &mut made), followed);
            assert_eq!(made.key, key);
        }
        budget.stats.generated += 1;
        let moves = parent.node.moves() + u32::from(step.to != Target::HOME);
        let place = match self.store.look(key) {
            Found::Old(old) => {
                debug_assert!(self.store.get(old).moves() <= moves);
                return Made::Done;
            }
            Found::New(place) => place,
        };
        let raise = if rise.raised {
            Some(1)
        } else if let Some(child) = &child {
            self.raise(child)
        } else {
            let to = |target| u32::from(step.to == target);
            let cells = board.free_cells(game) + u32::from(from == IN_CELL) > to(Target::CELL);
            let columns = board.empty_columns(game) + u32::from(from == NONE) > to(Target::EMPTY);
            if !self.lookahead || cells || columns { Some(0) } else { self.raise(&whole()) }
        };
        let Some(raise) = raise else { return Made::Done };
        if rise.bound + raise != parent.slack {
            // Less than the slack has been done before.
            let later = rise.bound + raise > parent.slack;
            return if later { Made::Later(Rise { raised: raise > 0, ..rise }) } else { Made::Done };
        }
        if moves > MOST_MOVES {
            return Made::End(End::Limit(Limit::Memory));
        }
        let trace = Trace { step, from, followed };
        let Some(new) = self.store.fill(place, Node::new(key, parent.number, moves, trace)) else {
            return Made::End(End::Limit(Limit::Memory));
        };
        let home = child.as_ref().unwrap_or(board).cards_home();
        if child.is_some_and(|child| child.is_won()) {
            return Made::End(End::Won(new));
        }
        let rest = 4 * u32::from(game.ranks) - home + sum - raise - moves;
        self.frontier.push(sum, rest, Waiting::new(new, Rises::UNKNOWN));
        Made::Done
    }
}
