//! All positions of a packed game, breadth first, as a tree of moves.

use super::CertifyError;
use super::tree::Tree;
use crate::Budget;
use crate::arena::{Arena, Node};
use patsat_game::state::Instance;
use patsat_game::state::closed_set::{Claim, ClosedSetWriter};
use patsat_states::packed::{Game, Placed, Places, Size, Step};

pub(super) fn certify<S: Size>(
    instance: &Instance,
    game: &Game<S>,
    budget: &mut Budget<'_>,
) -> Result<Vec<u8>, CertifyError> {
    let arena = enumerate(game, budget)?;
    let places = Places::new(instance);
    let tree = Tree {
        len: arena.len(),
        parent: |node| arena.get(node).parent,
        follow: |node, before: &Placed<S>| {
            let step = arena.get(node).step();
            let mut after = before.clone();
            after.make(step);
            Some((before.action(&places, step)?, after))
        },
    };
    tree.write(Placed::start(instance, game), ClosedSetWriter::new(instance, Claim::Lost))
}

/// Visits every position.
fn enumerate<S: Size>(game: &Game<S>, budget: &mut Budget<'_>) -> Result<Arena<S>, CertifyError> {
    let start = game.start();
    let mut arena = Arena::default();
    let _ = arena.insert(Node { key: start.key, parent: 0, depth: 0, card: 0, to: 0 });
    if start.is_won() {
        return Err(CertifyError::Winnable);
    }
    let mut number = 0;
    while (number as usize) < arena.len() {
        let Node { key, depth, .. } = *arena.get(number);
        let board = game.board(key);
        let mut won = false;
        board.single_steps(game, |step: Step| {
            let mut child = board;
            child.make(step);
            won |= child.is_won();
            let depth = depth.saturating_add(1);
            let _ =
                arena.insert(Node { key: child.key, parent: number, depth, card: step.card, to: step.to.0 });
        });
        if won {
            return Err(CertifyError::Winnable);
        }
        budget.stats.stored = arena.len() as u64;
        if let Some(limit) = budget.expand(arena.bytes()) {
            return Err(CertifyError::Limit(limit));
        }
        number += 1;
    }
    Ok(arena)
}
