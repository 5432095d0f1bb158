//! The optimum: depth-first search over positions, each visited once.
//!
//! Every move sends a card home or uses up a card's one intermediate move, so no play returns to
//! a position. The value of a position is the most cards that can go home from it. A table stores
//! the values under whole keys: the columns as a multiset, each card by kind with a bit for "has
//! moved". (Which cards are home follows from those that are not.) A position whose value meets
//! the [bound](super::bound) is not searched further.
//!
//! **Safe moves are forced.** If both copies of rank `r - 1` of a suit are home, a top card `c` of
//! rank `r` goes home at once. Proof: take any play from here. Move `c` first and leave out its
//! other moves. Only a copy of rank `r - 1` could ever be laid on `c`, and both are home. So in the
//! rest of the play every card is where it was, or `c` is gone from above it. Every target is the
//! same, or is empty where `c` lay alone. The twin of `c` has the other foundation, which stands at
//! `r - 1` or has the twin already. So the changed play is legal. It sends home what the old one
//! did, and `c`. With one copy of `r - 1` home this fails: the twins compete.
//!
//! The search leaves out two kinds of moves. A lone card does not go to an empty column: the
//! position after is the same with one move less to use. Of several empty columns only the first
//! is a target.

use super::bound;
use super::game::Game;
use super::heuristic::heuristic;
use super::plan::{IntermediatePlace, Plan, Step};
use super::state::{State, Undo};
use rustc_hash::FxHashMap;

/// What the search found.
#[derive(Clone, Debug)]
pub(super) struct Optimum {
    /// A plan; an optimal one if `proven`.
    pub(super) plan: Plan,
    /// Positions expanded.
    pub(super) nodes: u64,
    /// Whether the plan is proven optimal.
    pub(super) proven: bool,
}

/// Between columns in a key; no card's code.
const BETWEEN: u8 = u8::MAX;

struct Search {
    rules: IntermediatePlace,
    known: FxHashMap<Box<[u8]>, usize>,
    nodes: u64,
    most_nodes: u64,
}

/// Searches until the optimum is known or `most_nodes` positions were expanded.
pub(super) fn optimum(game: &Game, rules: IntermediatePlace, most_nodes: u64) -> Optimum {
    let mut state = State::new(game);
    let mut search = Search { rules, known: FxHashMap::default(), nodes: 0, most_nodes };
    let value = search.value(&mut state);
    let mut plan = search.plan(&mut state);
    debug_assert!(value.is_none_or(|value| value == plan.founded()));
    if value.is_none() {
        // A limit came first: take the better plan of the search and the heuristic.
        let (quick, _) = heuristic(&mut State::new(game), rules);
        plan = std::cmp::max_by_key(quick, plan, Plan::founded);
    }
    Optimum { plan, nodes: search.nodes, proven: value.is_some() }
}

impl Search {
    /// Most cards that go home from here on; `None` if the limit came first.
    fn value(&mut self, state: &mut State<'_>) -> Option<usize> {
        let forced = force(state);
        let value = self.branch(state);
        let count = forced.len();
        forced.into_iter().rev().for_each(|undo| state.undo(undo));
        value.map(|value| value + count)
    }

    /// The same where no move is forced.
    fn branch(&mut self, state: &mut State<'_>) -> Option<usize> {
        let bound = bound::most(state);
        if bound == 0 {
            return Some(0);
        }
        let key = key(state);
        if let Some(&value) = self.known.get(&key) {
            return Some(value);
        }
        if self.nodes >= self.most_nodes {
            return None;
        }
        self.nodes += 1;
        let mut best = 0;
        for step in steps(state, self.rules) {
            let Some(undo) = state.play(step) else { continue };
            let value = self.value(state);
            state.undo(undo);
            best = best.max(gain(step) + value?);
            if best == bound {
                break;
            }
        }
        self.known.insert(key, best);
        Some(best)
    }

    /// Plays along the stored values, or greedily where the limit left no value.
    fn plan(&self, state: &mut State<'_>) -> Plan {
        let mut plan = Plan::default();
        loop {
            plan.0.extend(force(state).iter().map(Undo::step));
            let wanted = self.look(state);
            let steps = steps(state, self.rules);
            let next = match wanted {
                Some(0) => None,
                Some(wanted) => steps.into_iter().find(|&step| self.worth(state, step) == Some(wanted)),
                None => steps.into_iter().find(|step| matches!(step, Step::Found { .. })),
            };
            let Some(step) = next else { return plan };
            state.play(step);
            plan.0.push(step);
        }
    }

    /// The value of a position without forced moves, if it is known.
    fn look(&self, state: &State<'_>) -> Option<usize> {
        if bound::most(state) == 0 { Some(0) } else { self.known.get(&key(state)).copied() }
    }

    /// The value that a move leads to, if it is known.
    fn worth(&self, state: &mut State<'_>, step: Step) -> Option<usize> {
        let undo = state.play(step)?;
        let forced = force(state);
        let value = self.look(state).map(|value| value + forced.len() + gain(step));
        forced.into_iter().rev().for_each(|undo| state.undo(undo));
        state.undo(undo);
        value
    }
}

fn gain(step: Step) -> usize {
    usize::from(matches!(step, Step::Found { .. }))
}

/// Plays all forced moves.
fn force(state: &mut State<'_>) -> Vec<Undo> {
    let mut played = Vec::new();
    let safe = |state: &State<'_>, column: usize| state.top(column).is_some_and(|card| state.safe(card));
    while let Some(column) = (0..state.columns.len()).find(|&column| safe(state, column)) {
        played.extend(state.play(Step::Found { column }));
    }
    played
}

/// The moves to try: home first, then onto cards, then to an empty column.
fn steps(state: &State<'_>, rules: IntermediatePlace) -> Vec<Step> {
    let columns = 0..state.columns.len();
    let home = columns.clone().filter(|&column| state.top(column).is_some_and(|card| state.playable(card)));
    let mut steps: Vec<Step> = home.map(|column| Step::Found { column }).collect();
    if rules == IntermediatePlace::None {
        return steps;
    }
    for from in columns.clone() {
        let onto = columns.clone().filter(|&to| state.top(to).is_some() && state.may_place(from, to, rules));
        steps.extend(onto.map(|to| Step::Place { from, to }));
    }
    if let Some(to) = columns.clone().find(|&to| state.top(to).is_none()) {
        let worth = |&from: &usize| state.columns[from].len() > 1 && state.may_place(from, to, rules);
        steps.extend(columns.filter(worth).map(|from| Step::Place { from, to }));
    }
    steps
}

/// A position up to the order of columns and the exchange of twins.
fn key(state: &State<'_>) -> Box<[u8]> {
    let code = |&card: &u8| state.game.kinds[usize::from(card)] << 1 | u8::from(state.has_moved(card));
    let filled = state.columns.iter().filter(|column| !column.is_empty());
    let mut columns: Vec<Vec<u8>> = filled.map(|column| column.iter().map(code).collect()).collect();
    columns.sort_unstable();
    columns.join(&BETWEEN).into_boxed_slice()
}
