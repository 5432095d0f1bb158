//! Positions with the moves that led to them, written as a tree.

use super::CertifyError;
use patsat_game::rules::Move;
use patsat_game::state::Table;
use patsat_game::state::closed_set::ClosedSetWriter;

/// Positions by number, of which 0 is the start, each with the one before it.
pub(crate) struct Tree<P, F> {
    /// How many there are.
    pub(crate) len: usize,
    /// The number of the position before.
    pub(crate) parent: P,
    /// The move that led to a position, and that position, from the one before it.
    pub(crate) follow: F,
}

impl<P: Fn(u32) -> u32, F> Tree<P, F> {
    /// The finished file.
    pub(crate) fn write<T>(&self, start: T, mut file: ClosedSetWriter) -> Result<Vec<u8>, CertifyError>
    where
        F: Fn(u32, &T) -> Option<(Move, T)>,
    {
        // Children of each position, as a linked list: first child, next sibling.
        let mut first = vec![0u32; self.len];
        let mut next = vec![0u32; self.len];
        for number in (1..self.len as u32).rev() {
            let parent = (self.parent)(number) as usize;
            next[number as usize] = first[parent];
            first[parent] = number;
        }
        let mut path: Vec<(u32, T)> = vec![(0, start)];
        let mut child = first.first().copied().unwrap_or(0);
        // Ways up are written only when something follows them.
        let mut owed = 0;
        while let Some((number, position)) = path.last() {
            if child == 0 {
                child = next[*number as usize];
                path.pop();
                owed += 1;
                continue;
            }
            for _ in 0..std::mem::take(&mut owed) {
                file.up()?;
            }
            let (action, after) = (self.follow)(child, position).ok_or(CertifyError::Write)?;
            file.down(action)?;
            path.push((child, after));
            child = first[child as usize];
        }
        Ok(file.finish()?)
    }
}

/// The table after a move.
pub(crate) fn after(table: &Table, action: Move) -> Option<(Move, Table)> {
    let mut after = table.clone();
    after.apply(action).ok()?;
    Some((action, after))
}
