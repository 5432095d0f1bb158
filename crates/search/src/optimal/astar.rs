//! A* that makes only the children that the present bound asks for.
//!
//! Every plan needs the same moves home, so what is minimised is the number of other
//! moves: `moves so far + bound`. Positions wait in a [`Frontier`] by that sum. Taken out
//! at sum `f`, a position makes just the children whose sum is `f`, and goes back under
//! the next sum that one of its children has (enhanced partial expansion: Goldenberg et
//! al., JAIR 50, 2014). By how much a move raises the sum is read off the deadlock graph before the
//! move is made. So no position beyond the optimum is ever stored, and the first won position is
//! optimal. The bound is consistent, so the first way to a position found is a shortest one.
//!
//! Two proven rules thin out the moves:
//!
//! * Forced steps home ([`Board::next_safe`]) are made at once.
//! * Two moves in a row that could as well be made the other way round are made in one order
//!   only. Say `x` led from `p` to `q` and `m` leads on to `t`; if `m` was possible in `p`, `x`
//!   after it, and `m` comes before `x` in a fixed order of moves, then `m` is left out in `q`.
//!   `t` is still found: by `x` from the position `m` leads to from `p`, unless that was reached by a
//!   move that commutes with `x` and comes later than `x` in the order; and so on, along a
//!   chain of moves that rise in the order, which must end. All positions of that chain
//!   are as near to the start as `q`, so by induction on the distance each of them is met.
//!   (Only moves of single cards that go elsewhere than home are compared.)
//! * A card that has just moved does not move again: it could have gone there at once.

use super::bound::Bound;
use super::frontier::Frontier;
use super::lookahead;
use super::scene::Scene;
use super::store::{Found, MOST_MOVES, Node, ROOT, Store, Trace};
use crate::states::packed::{Board, Game, IN_CELL, NONE, Step, Target};
use crate::{Budget, Limit};

/// How the search ended.
pub(super) enum End {
    /// This node is won, with the fewest moves.
    Won(u32),
    /// No plan is shorter than the bound given, or none exists at all.
    Exhausted,
    /// A limit was reached.
    Limit(Limit),
}

/// A running search.
pub(super) struct AStar<'a> {
    game: &'a Game,
    bound: &'a Bound,
    dominance: bool,
    /// Whether [`lookahead`] raises the bound.
    lookahead: bool,
    pub(super) store: Store,
    frontier: Frontier,
    steps: Vec<Step>,
}

/// Makes all forced steps home, and says whether there was one.
#[inline]
pub(super) fn settle(game: &Game, board: &mut Board) -> bool {
    let before = board.key;
    while let Some(card) = board.next_safe(game) {
        board.make(Step { card, to: Target::HOME });
    }
    board.key != before
}

/// What is known of a position's last move that lets moves be left out.
struct Last {
    trace: Trace,
    /// Whether it was the move of a single card.
    single: bool,
    /// Cells and columns that were empty before it.
    cells: u32,
    columns: u32,
}

impl Last {
    fn of(game: &Game, board: &Board, node: &Node) -> Option<Last> {
        let trace = node.trace();
        if node.parent == ROOT || trace.followed || trace.step.to == Target::HOME {
            return None;
        }
        let to = |target| u32::from(trace.step.to == target);
        Some(Last {
            single: (board.top_set | board.cell_set) >> trace.step.card & 1 != 0,
            cells: board.free_cells(game) + to(Target::CELL) - u32::from(trace.from == IN_CELL),
            columns: board.empty_columns(game) + to(Target::EMPTY) - u32::from(trace.from == NONE),
            trace,
        })
    }

    /// Whether the last move and this one could change places, and this one comes first in
    /// the order; for moves of single cards, and if no forced step follows.
    #[inline]
    fn comes_after(&self, step: Step) -> bool {
        let Trace { step: last, from, .. } = self.trace;
        self.single
            && step.card < last.card
            && step.card != from
            && match step.to {
                Target::HOME => false,
                Target::CELL => self.cells > 0,
                Target::EMPTY => self.columns > 0,
                Target(onto) => onto != from && onto != last.card,
            }
    }
}

impl<'a> AStar<'a> {
    pub(super) fn new(game: &'a Game, bound: &'a Bound, dominance: bool) -> AStar<'a> {
        let (store, frontier) = (Store::new(), Frontier::default());
        AStar { game, bound, dominance, lookahead: true, store, frontier, steps: Vec::new() }
    }

    /// The same with the bound alone, as the checker of certificates knows it.
    pub(super) fn without_lookahead(self) -> AStar<'a> {
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
    pub(super) fn run(&mut self, below: u32, budget: &mut Budget<'_>) -> End {
        let mut board = self.game.start();
        let homeward = self.bound.homeward(self.game, &board);
        if self.dominance {
            settle(self.game, &mut board);
        }
        self.store.insert(Node::root(board.key));
        if let Some(raise) = self.raise(&board) {
            self.frontier.push(self.bound.scene(self.game, &board).hits + raise, 0, 0);
        }
        let mut proven = None;
        while let Some((sum, number)) = self.frontier.pop() {
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
            if let Some(end) = self.expand(sum, number, budget) {
                return end;
            }
        }
        End::Exhausted
    }

    /// By how much a step raises the sum, and the child if it had to be made for that.
    #[inline]
    fn rise(&self, board: &Board, scene: &Scene, step: Step, single: bool) -> (u32, Option<Board>) {
        if step.to == Target::HOME {
            return (0, None);
        }
        let beside = (board.cell_set | board.reserve_set) >> step.card & 1 != 0;
        let deadlocks = &self.bound.deadlocks;
        if self.bound.by_runs() {
            if single && scene.is_idle_after(deadlocks, step) {
                // Nothing is added where it goes: what counts is the vertex that it leaves.
                let below = board.below[usize::from(step.card)];
                if beside || scene.is_idle(step.card) {
                    return (1, None);
                }
                if below == NONE || self.game.onto[usize::from(step.card)] >> below & 1 == 0 {
                    return (1 + scene.without(step.card) - scene.hits, None);
                }
            }
            let mut child = *board;
            child.make(step);
            let hits = self.bound.scene(self.game, &child).hits;
            return (1 + hits - scene.hits, Some(child));
        }
        let without = if beside { scene.hits } else { scene.without(step.card) };
        let hits = match step.to {
            Target::EMPTY | Target::CELL => without,
            Target(onto) => scene.with_on(deadlocks, step.card, onto, without),
        };
        (1 + hits - scene.hits, None)
    }

    /// Makes the children of a node whose sum is `sum`.
    fn expand(&mut self, sum: u32, number: u32, budget: &mut Budget<'_>) -> Option<End> {
        let game = self.game;
        let node = *self.store.get(number);
        let board = game.board(node.key);
        if board.is_won() {
            return Some(End::Won(number));
        }
        let scene = self.bound.scene(game, &board);
        let floor = node.moves() + scene.hits;
        let slack = sum - floor;
        let last = if self.dominance { Last::of(game, &board, &node) } else { None };
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        board.single_steps(game, |step| steps.push(step));
        let singles = steps.len();
        if self.bound.by_runs() {
            board.supermoves(game, |step, _| steps.push(step));
        }
        let mut next = None;
        let mut put_off = |rise: u32| next = Some(next.map_or(rise, |least: u32| least.min(rise)));
        for (n, &step) in steps.iter().enumerate() {
            if last.as_ref().is_some_and(|last| last.trace.step.card == step.card) {
                continue;
            }
            let (rise, made) = self.rise(&board, &scene, step, n < singles);
            if rise > slack {
                put_off(rise);
                continue;
            }
            // The look ahead adds one at most.
            if rise + 1 < slack {
                continue;
            }
            let mut child = made.unwrap_or_else(|| {
                let mut child = board;
                child.make(step);
                child
            });
            debug_assert_eq!(
                node.moves() + u32::from(step.to != Target::HOME) + self.bound.scene(game, &child).hits,
                floor + rise
            );
            let followed = self.dominance && settle(game, &mut child);
            if !followed && n < singles && last.as_ref().is_some_and(|last| last.comes_after(step)) {
                continue;
            }
            budget.stats.generated += 1;
            let Some(raise) = self.raise(&child) else { continue };
            if rise + raise > slack {
                put_off(rise + raise);
            }
            if rise + raise != slack {
                continue;
            }
            let moves = node.moves() + u32::from(step.to != Target::HOME);
            if moves > MOST_MOVES {
                return Some(End::Limit(Limit::Memory));
            }
            let trace = Trace { step, from: board.below[usize::from(step.card)], followed };
            match self.store.insert(Node::new(child.key, number, moves, trace)) {
                Found::New(new) if child.is_won() => return Some(End::Won(new)),
                Found::New(new) => {
                    let rest = 4 * u32::from(game.ranks) - child.cards_home() + sum - raise - moves;
                    self.frontier.push(sum, rest, new);
                }
                Found::Old(old) => debug_assert!(self.store.get(old).moves() <= moves),
                Found::Full => return Some(End::Limit(Limit::Memory)),
            }
        }
        if let Some(rise) = next {
            let rest = 4 * u32::from(game.ranks) - board.cards_home() + scene.hits;
            self.frontier.push(floor + rise, rest, number);
        }
        self.steps = steps;
        None
    }
}
