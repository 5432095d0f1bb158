//! Long columns and many columns of a drawing: what is left out, and what goes below.

use super::picture::{Picture, Slot};

/// Most columns side by side.
const ACROSS: usize = 24;
/// Cards of the longest column that is drawn whole. FreeCell's columns have at most 19, Spider's rarely more.
const LONGEST: usize = 28;
/// Fewest and most cards at either end of a longer column that are drawn.
const ENDS: (usize, usize) = (4, 11);

/// A row of a column that is drawn.
#[derive(Clone, Copy)]
pub(super) enum Row {
    Slot(Slot),
    /// The number of cards that are not drawn.
    Fold(usize),
}

/// The number of columns side by side, from 1 on: more than fit go into bands of about the same width.
pub(super) fn across(columns: usize) -> usize {
    columns.div_ceil(columns.div_ceil(ACROSS).max(1)).max(1)
}

/// Cards at either end of a long column, so that it is about as high as the others.
pub(super) fn end(picture: &Picture) -> usize {
    let whole = picture.columns.iter().map(Vec::len).filter(|&cards| cards <= LONGEST).max();
    whole.map_or(ENDS.1, |cards| (cards / 2).clamp(ENDS.0, ENDS.1))
}

/// The rows of a column: of a long one its ends and all marked cards.
pub(super) fn fold(column: &[Slot], end: usize) -> Vec<Row> {
    let mut rows = Vec::with_capacity(column.len().min(LONGEST));
    let middle = end..column.len().saturating_sub(end);
    for (n, slot) in column.iter().enumerate() {
        if column.len() <= LONGEST || slot.marked || !middle.contains(&n) {
            rows.push(Row::Slot(*slot));
        } else if let Some(Row::Fold(cards)) = rows.last_mut() {
            *cards += 1;
        } else {
            rows.push(Row::Fold(1));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folded_column_is_about_as_high_as_the_others() {
        let columns = |sizes: &[usize]| Picture {
            whole: true,
            columns: sizes.iter().map(|&cards| vec![Slot { card: None, marked: false }; cards]).collect(),
            cells: Vec::new(),
            home: Vec::new(),
            reserve: Vec::new(),
            stock: Vec::new(),
            waste: Vec::new(),
        };
        for (sizes, cards) in [(&[3, 130][..], 4), (&[14, 130], 7), (&[28, 130], 11), (&[130], 11)] {
            assert_eq!(end(&columns(sizes)), cards, "{sizes:?}");
        }
    }

    #[test]
    fn marked_cards_are_not_folded() {
        let slot = |marked| Slot { card: None, marked };
        let mut column = vec![slot(false); 100];
        column[50] = slot(true);
        let folds = |column: &[Slot]| -> Vec<usize> {
            let of = |row| if let Row::Fold(cards) = row { Some(cards) } else { None };
            fold(column, 11).into_iter().filter_map(of).collect()
        };
        assert_eq!(folds(&column), [39, 38]);
        assert_eq!(fold(&column, 11).len(), 25);
        assert!(folds(&column[..LONGEST]).is_empty());
    }
}
