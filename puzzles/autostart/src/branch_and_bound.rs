//! Branch and bound as the paper describes it (Heysel, section 2.2), with its fault.
//!
//! A node is a partial solution, cards sent home in order, and the top card of a column to go
//! next. *GUB* is the number of cards left by the best solution found, 40 at first. A node's *UB*
//! is the number left if its card goes home, its *LB* the number left less the cards that could
//! then follow one another home from the same column. A node whose card cannot go home, or whose
//! LB exceeds GUB, is pruned, when it is made and again when its turn comes. The pool is a stack,
//! a queue, or a heap by LB (equal ones in order of making). GUB falls when a card is moved, as
//! in the paper's example, not when a UB is computed. There are no intermediate moves.
//!
//! The fault: LB is no lower bound. A card that leaves its column may free others, so a node can
//! lead below its LB, and pruning by it loses optima. For example (`tests/autostart`), with
//! the ace of hearts home and, top card first, columns `2H 3H 4H`, `2H AS` and `2S 3S 4S`: the
//! first column leaves 36 cards, the second has LB 37 and is pruned, and leads to 34. The paper's
//! own example, figure 3, needs three twos of hearts and cannot be dealt.
//!
//! Breadth-first never goes wrong: while partial solutions of `d` cards are expanded GUB is at
//! least `n - d - 1`, and every node that can go home at all has an LB of at most that. It prunes
//! nothing, visits every order of every play, and is exact for plays without intermediate moves.

use super::game::Game;
use super::plan::{Plan, Step};
use super::state::State;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// In which order nodes are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Expansion {
    /// Last in, first out.
    Depth,
    /// First in, first out.
    Breadth,
    /// The least LB first.
    #[default]
    Best,
}

/// A partial solution and the column whose card goes next.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: Option<usize>,
    column: usize,
    lower_bound: usize,
}

/// The result of branch and bound.
#[derive(Clone, Debug)]
pub(super) struct BranchResult {
    pub(super) plan: Plan,
    /// Nodes expanded.
    pub(super) nodes: u64,
    /// Whether the pool ran empty.
    pub(super) finished: bool,
}

/// Nodes waiting, by number.
enum Pool {
    Stack(Vec<usize>),
    Queue(VecDeque<usize>),
    Heap(BinaryHeap<Reverse<(usize, usize)>>),
}

impl Pool {
    fn new(expansion: Expansion) -> Pool {
        match expansion {
            Expansion::Depth => Pool::Stack(Vec::new()),
            Expansion::Breadth => Pool::Queue(VecDeque::new()),
            Expansion::Best => Pool::Heap(BinaryHeap::new()),
        }
    }

    fn push(&mut self, number: usize, lower_bound: usize) {
        match self {
            Pool::Stack(pool) => pool.push(number),
            Pool::Queue(pool) => pool.push_back(number),
            Pool::Heap(pool) => pool.push(Reverse((lower_bound, number))),
        }
    }

    fn pop(&mut self) -> Option<usize> {
        match self {
            Pool::Stack(pool) => pool.pop(),
            Pool::Queue(pool) => pool.pop_front(),
            Pool::Heap(pool) => pool.pop().map(|Reverse((_, number))| number),
        }
    }
}

/// Runs until the pool is empty or more than `most_nodes` nodes were made.
pub(super) fn branch_and_bound(game: &Game, expansion: Expansion, most_nodes: u64) -> BranchResult {
    let mut start = State::new(game);
    let mut nodes: Vec<Node> = Vec::new();
    let mut pool = Pool::new(expansion);
    let (mut upper_bound, mut best, mut expanded) = (start.left(), None, 0);
    branch(&mut start, None, upper_bound, &mut nodes, &mut pool);
    while let Some(number) = pool.pop() {
        if nodes.len() as u64 > most_nodes {
            return BranchResult { plan: path(&nodes, best), nodes: expanded, finished: false };
        }
        if nodes[number].lower_bound > upper_bound {
            continue;
        }
        expanded += 1;
        let mut state = start.clone();
        for step in path(&nodes, Some(number)).0 {
            state.play(step);
        }
        if state.left() < upper_bound {
            (upper_bound, best) = (state.left(), Some(number));
        }
        branch(&mut state, Some(number), upper_bound, &mut nodes, &mut pool);
    }
    BranchResult { plan: path(&nodes, best), nodes: expanded, finished: true }
}

/// Makes the nodes of a state's top cards that can go home.
fn branch(
    state: &mut State<'_>,
    parent: Option<usize>,
    upper_bound: usize,
    nodes: &mut Vec<Node>,
    pool: &mut Pool,
) {
    for column in 0..state.columns.len() {
        let lower_bound = state.left() - in_a_row(state, column);
        if lower_bound < state.left() && lower_bound <= upper_bound {
            pool.push(nodes.len(), lower_bound);
            nodes.push(Node { parent, column, lower_bound });
        }
    }
}

/// How many cards can follow one another home from a column.
fn in_a_row(state: &mut State<'_>, column: usize) -> usize {
    let mut played = Vec::new();
    while state.top(column).is_some_and(|card| state.playable(card)) {
        played.extend(state.play(Step::Found { column }));
    }
    let count = played.len();
    played.into_iter().rev().for_each(|undo| state.undo(undo));
    count
}

/// The moves that lead through a node.
fn path(nodes: &[Node], last: Option<usize>) -> Plan {
    let chain = std::iter::successors(last, |&number| nodes[number].parent);
    let mut steps: Vec<Step> = chain.map(|number| Step::Found { column: nodes[number].column }).collect();
    steps.reverse();
    Plan(steps)
}
