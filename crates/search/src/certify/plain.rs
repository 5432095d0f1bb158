//! All positions of any game, depth first, written as they are found.

use super::CertifyError;
use crate::Budget;
use crate::classic::Scored;
use patsat_game::rules::Move;
use patsat_game::state::Instance;
use patsat_game::state::closed_set::{Claim, ClosedSetWriter};
use patsat_states::piles::PilePosition;
use patsat_states::runs::RunPosition;
use patsat_states::with_piles;
use rustc_hash::FxHashSet;

/// Walks the fast state where the game has one, else the table.
pub(super) fn certify(instance: &Instance, budget: &mut Budget<'_>) -> Result<Vec<u8>, CertifyError> {
    if let Ok(start) = RunPosition::new(instance) {
        return walk(instance, &start, budget);
    }
    with_piles!(
        instance,
        game => walk(instance, &PilePosition::of(game), budget),
        Err(_) => walk(instance, &instance.table(), budget)
    )
}

fn walk<P: Scored>(instance: &Instance, start: &P, budget: &mut Budget<'_>) -> Result<Vec<u8>, CertifyError> {
    let mut file = ClosedSetWriter::new(instance, Claim::Lost);
    if start.is_won() {
        return Err(CertifyError::Winnable);
    }
    let moves_of = |position: &P| {
        let mut moves = Vec::new();
        position.single_moves_into(&mut moves);
        moves.into_iter()
    };
    let mut seen: FxHashSet<P::Key> = FxHashSet::default();
    let mut bytes = 0;
    seen.insert(start.key());
    let mut path: Vec<(P, std::vec::IntoIter<Move>)> = vec![(start.clone(), moves_of(start))];
    // Ways up are written only when something follows them.
    let mut owed = 0;
    while let Some((position, moves)) = path.last_mut() {
        let Some(action) = moves.next() else {
            path.pop();
            owed += 1;
            continue;
        };
        let mut after = position.clone();
        after.make(action);
        let key = after.key();
        let size = P::key_heap(&key) + 32;
        if !seen.insert(key) {
            continue;
        }
        if after.is_won() {
            return Err(CertifyError::Winnable);
        }
        for _ in 0..owed {
            file.up()?;
        }
        owed = 0;
        file.down(action)?;
        bytes += size as u64;
        budget.stats.stored = seen.len() as u64;
        if let Some(limit) = budget.expand(bytes) {
            return Err(CertifyError::Limit(limit));
        }
        let moves = moves_of(&after);
        path.push((after, moves));
    }
    Ok(file.finish()?)
}
