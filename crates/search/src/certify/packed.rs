//! All positions of a packed game, breadth first, as a tree of moves.

use super::CertifyError;
use crate::Budget;
use crate::arena::{Arena, Node};
use crate::states::packed::{Game, Step};
use patsat_game::state::closed_set::ClosedSetWriter;
use patsat_game::state::{Instance, Table};

pub(super) fn certify(
    instance: &Instance,
    game: &Game,
    budget: &mut Budget<'_>,
) -> Result<Vec<u8>, CertifyError> {
    let arena = enumerate(game, budget)?;
    // Children of each position, as a linked list: first child, next sibling.
    let mut first = vec![0u32; arena.len()];
    let mut next = vec![0u32; arena.len()];
    for number in (1..arena.len() as u32).rev() {
        let parent = arena.get(number).parent as usize;
        next[number as usize] = first[parent];
        first[parent] = number;
    }
    let mut file = ClosedSetWriter::new(instance);
    let mut path: Vec<(u32, Table)> = vec![(0, instance.table())];
    let mut child = first[0];
    // Ways up are written only when something follows them.
    let mut owed = 0;
    while let Some((number, table)) = path.last() {
        if child == 0 {
            child = next[*number as usize];
            path.pop();
            owed += 1;
            continue;
        }
        for _ in 0..std::mem::take(&mut owed) {
            file.up()?;
        }
        let action = arena.get(child).step().card_move().locate(table).ok_or(CertifyError::Write)?;
        file.down(action)?;
        let mut after = table.clone();
        after.apply(action).map_err(|_| CertifyError::Write)?;
        path.push((child, after));
        child = first[child as usize];
    }
    Ok(file.finish()?)
}

/// Visits every position.
fn enumerate(game: &Game, budget: &mut Budget<'_>) -> Result<Arena, CertifyError> {
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
