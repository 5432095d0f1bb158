//! How many cards move as one through free places.

use super::Table;
use crate::rules::EmptyColumn;

/// The most cards of a run that cells and empty columns let move onto column `target`:
/// `(empty cells + 1) * 2^(empty columns)`, the target not counted.
///
/// Only where any card may fill an empty column do columns help.
#[must_use]
pub fn supermove_capacity(table: &Table, target: u16) -> u64 {
    let cells = table.cells().iter().filter(|c| c.is_none()).count() as u64;
    let columns = spare_columns(table, target).len().min(32);
    (cells + 1) << columns
}

/// The empty columns that a supermove onto `target` may pass through.
pub(in crate::state) fn spare_columns(table: &Table, target: u16) -> Vec<u16> {
    if table.rules().empty_column != EmptyColumn::Any {
        return Vec::new();
    }
    let columns = table.columns().iter().enumerate();
    columns
        .filter(|&(n, pile)| n != usize::from(target) && pile.cards.is_empty())
        .map(|(n, _)| n as u16)
        .collect()
}
