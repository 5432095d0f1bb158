//! Positions with the moves that led to them, written as a tree.

use super::CertifyError;
use patsat_game::rules::Move;
use patsat_game::state::closed_set::ClosedSetWriter;
use patsat_game::state::{Instance, Table};

/// Positions by number, of which 0 is the start, each with the one before it.
pub(crate) struct Tree<P, M, S> {
    /// How many there are.
    pub(crate) len: usize,
    /// The number of the position before.
    pub(crate) parent: P,
    /// The move that led to a position, on the table before it.
    pub(crate) action: M,
    /// Makes the moves that are not in the tree.
    pub(crate) settle: S,
}

impl<P, M, S> Tree<P, M, S>
where
    P: Fn(u32) -> u32,
    M: Fn(u32, &Table) -> Option<Move>,
    S: Fn(&mut Table),
{
    /// The finished file.
    pub(crate) fn write(
        &self,
        instance: &Instance,
        mut file: ClosedSetWriter,
    ) -> Result<Vec<u8>, CertifyError> {
        // Children of each position, as a linked list: first child, next sibling.
        let mut first = vec![0u32; self.len];
        let mut next = vec![0u32; self.len];
        for number in (1..self.len as u32).rev() {
            let parent = (self.parent)(number) as usize;
            next[number as usize] = first[parent];
            first[parent] = number;
        }
        let mut start = instance.table();
        (self.settle)(&mut start);
        let mut path: Vec<(u32, Table)> = vec![(0, start)];
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
            let action = (self.action)(child, table).ok_or(CertifyError::Write)?;
            file.down(action)?;
            let mut after = table.clone();
            after.apply(action).map_err(|_| CertifyError::Write)?;
            (self.settle)(&mut after);
            path.push((child, after));
            child = first[child as usize];
        }
        Ok(file.finish()?)
    }
}
