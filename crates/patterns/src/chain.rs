//! A plan from a chain of positions, each one step after the one before.

use crate::regions::{Numbers, moves};
use crate::spots::{Spots, State};
use patsat_game::rules::Move;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{Cards, TrackedTable};
use rustc_hash::FxHashSet;

/// Returns the moves along a chain that begins with the start of the game.
///
/// A step of several moves leaves their order open, and positions do not distinguish cells and columns. So a
/// depth-first search connects two positions. It moves a card only to its place in the second one. The moves end
/// early where it fails, which would be a fault of the relation.
pub(super) fn plan(instance: &Instance, spots: &Spots, chain: &[State]) -> Vec<Move> {
    let between = Connector { numbers: Numbers::of(spots), named: !spots.rows.is_empty() };
    // The rules take away complete runs in the move that completes them, the relation in the steps after it.
    let runs = spots.task.home.runs().is_some();
    let leaves =
        |pair: &[State]| (0..pair[0].len()).all(|n| pair[0][n] == pair[1][n] || spots.is_home(pair[1][n]));
    let (mut position, mut at, mut plan) = (Cards::of(instance).track(), 0, Vec::new());
    while at + 1 < chain.len() {
        let later = chain[at + 1..].windows(2).take_while(|pair| runs && leaves(pair)).count();
        let targets = &chain[at + 1..=at + 1 + later];
        let (mut seen, mut moves) = (FxHashSet::default(), Vec::new());
        let Some(reached) = between.connect(&position, &chain[at], targets, &mut seen, &mut moves) else {
            break;
        };
        for &action in &moves {
            // The moves were made before, from the same position.
            let _ = position.apply(action);
        }
        plan.append(&mut moves);
        at += 1 + reached;
    }
    plan
}

struct Connector {
    numbers: Numbers,
    /// Whether columns have numbers.
    named: bool,
}

impl Connector {
    /// Appends moves to one of the targets, and returns its index.
    fn connect(
        &self,
        position: &TrackedTable,
        state: &State,
        targets: &[State],
        seen: &mut FxHashSet<State>,
        found: &mut Vec<Move>,
    ) -> Option<usize> {
        if let Some(reached) = targets.iter().position(|target| target == state) {
            return Some(reached);
        }
        if !seen.insert(state.clone()) {
            return None;
        }
        for action in moves(position.table(), self.named) {
            let mut after = position.clone();
            if after.apply(action).is_err() {
                continue;
            }
            let Some(next) = self.numbers.state(&after.spots()) else { continue };
            let fits = |n: usize| next[n] == state[n] || targets.iter().any(|target| target[n] == next[n]);
            if !(0..next.len()).all(fits) {
                continue;
            }
            found.push(action);
            if let Some(reached) = self.connect(&after, &next, targets, seen, found) {
                return Some(reached);
            }
            found.pop();
        }
        None
    }
}
