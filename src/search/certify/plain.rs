//! All positions of any game, depth first on the table, written as they are found.

use super::CertifyError;
use crate::rules::Move;
use crate::search::Budget;
use crate::state::closed_set::ClosedSetWriter;
use crate::state::{Instance, StateKey, Table};
use rustc_hash::FxHashSet;

pub(super) fn certify(instance: &Instance, budget: &mut Budget<'_>) -> Result<Vec<u8>, CertifyError> {
    let mut file = ClosedSetWriter::new(instance);
    let start = instance.table();
    if start.is_won() {
        return Err(CertifyError::Winnable);
    }
    let mut seen: FxHashSet<StateKey> = FxHashSet::default();
    let mut bytes = 0;
    seen.insert(start.key());
    let mut path: Vec<(Table, std::vec::IntoIter<Move>)> =
        vec![(start.clone(), start.single_moves().into_iter())];
    // Ways up are written only when something follows them.
    let mut owed = 0;
    while let Some((table, moves)) = path.last_mut() {
        let Some(action) = moves.next() else {
            path.pop();
            owed += 1;
            continue;
        };
        let mut after = table.clone();
        if after.apply(action).is_err() {
            continue;
        }
        let key = after.key();
        let size = key.as_bytes().len() + 32;
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
        let moves = after.single_moves().into_iter();
        path.push((after, moves));
    }
    Ok(file.finish()?)
}
