//! Rows of cards: which column each card of a row belongs to.

use super::label::Head;
use super::parts::{Cards, is_empty};
use super::words::{Content, Token};
use patsat_base::FormatError;
use std::collections::BTreeSet;

/// A column: the line it begins on, and its cards, the deepest first.
pub(super) type Column = (usize, Vec<Token>);

/// A line: its number, its places, and whether they are fields of a table.
pub(super) type Line<'a> = (usize, &'a [Token], bool);

/// The places of each column from the first row on; nothing where a row has a gap.
pub(super) type ColumnPlaces = Vec<Vec<(usize, Option<Token>)>>;

/// A line of a board as a row.
pub(super) fn line((number, cards): (usize, &Cards)) -> Line<'_> {
    (number, &cards.tokens, cards.fields)
}

/// Each place in the column of its number in the line.
pub(super) fn by_order(lines: &[Line<'_>], columns: usize) -> Result<ColumnPlaces, FormatError> {
    place(lines, columns, |_, n, _| Some(n))
}

/// Each place in the column whose number it stands under: all begin where a number begins, or all end where one ends,
/// or each is nearest to one by its end.
pub(super) fn under(lines: &[Line<'_>], heads: &[Head]) -> Result<ColumnPlaces, FormatError> {
    let all = || lines.iter().flat_map(|(_, tokens, _)| *tokens);
    let exact = |token: &Token| {
        let begins = heads.iter().position(|head| head.start == token.start);
        (begins, heads.iter().position(|head| head.end == token.end))
    };
    // Half of the smallest distance between two numbers: beyond it a card stands under none of them.
    let reach = heads.windows(2).map(|pair| pair[1].end - pair[0].end).min().unwrap_or(usize::MAX) / 2;
    let (left, right) = (all().all(|t| exact(t).0.is_some()), all().all(|t| exact(t).1.is_some()));
    place(lines, heads.len(), |token, _, _| match (left, right) {
        (true, true) => exact(token).0.filter(|begin| Some(*begin) == exact(token).1),
        (true, false) => exact(token).0,
        (false, true) => exact(token).1,
        (false, false) => {
            let nearest = (0..heads.len()).min_by_key(|&n| heads[n].end.abs_diff(token.end))?;
            (heads[nearest].end.abs_diff(token.end) <= reach).then_some(nearest)
        }
    })
}

/// Each place in the column that it begins, or ends, under; `None` where the lines do not stand so.
///
/// The columns are as wide as the smallest distance of two places, and a card stands nowhere between them. Columns of
/// different widths do where each of the `wanted` has a card in some row.
pub(super) fn by_position(lines: &[Line<'_>], wanted: usize) -> Option<ColumnPlaces> {
    let edges: [fn(&Token) -> usize; 2] = [|token| token.start, |token| token.end];
    let found = edges.map(|edge| {
        let all: BTreeSet<usize> = lines.iter().flat_map(|(_, tokens, _)| tokens.iter().map(edge)).collect();
        let all: Vec<usize> = all.into_iter().collect();
        let widest =
            lines.iter().flat_map(|(_, tokens, _)| *tokens).map(|token| token.end - token.start).max()?;
        let apart = all.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(widest + 1);
        let even = all.iter().all(|at| (at - all[0]).is_multiple_of(apart));
        let columns = if even { (all[all.len() - 1] - all[0]) / apart + 1 } else { all.len() };
        if apart <= widest.min(2) || columns > wanted || (!even && columns != wanted) {
            return None;
        }
        let placed = place(lines, columns, |token, _, _| {
            let at = edge(token);
            if even { Some((at - all[0]) / apart) } else { all.binary_search(&at).ok() }
        });
        placed.ok()
    });
    found.into_iter().flatten().max_by_key(Vec::len)
}

/// Places the cards of each row; the closure maps the number of a place in its row to a column.
fn place(
    lines: &[Line<'_>],
    columns: usize,
    column_of: impl Fn(&Token, usize, usize) -> Option<usize>,
) -> Result<ColumnPlaces, FormatError> {
    let mut placed: ColumnPlaces = vec![Vec::with_capacity(lines.len()); columns];
    for (depth, &(line, tokens, _)) in lines.iter().enumerate() {
        placed.iter_mut().for_each(|column| column.push((line, None)));
        for (n, token) in tokens.iter().enumerate() {
            let wrong = |found: String| {
                FormatError::unexpected(found, "rows of cards, each below the one above it").at(line)
            };
            match column_of(token, n, tokens.len()).and_then(|n| Some((n, placed.get_mut(n)?))) {
                Some((_, column)) if column[depth].1.is_none() => column[depth].1 = Some(*token),
                Some((n, _)) => return Err(wrong(format!("two cards in column {}", n + 1))),
                // An empty field behind the last column does not count.
                None if is_empty(token) => {}
                None => return Err(wrong(format!("a card outside the {columns} columns"))),
            }
        }
    }
    Ok(placed)
}

/// The columns without the empty places at their ends. An empty place below another card is an error, or a card that
/// was not seen where the game `hides` some and the place is marked.
pub(super) fn settled(placed: ColumnPlaces, first: usize, hides: bool) -> Result<Vec<Column>, FormatError> {
    let settle = |(n, mut places): (usize, Vec<(usize, Option<Token>)>)| {
        while places.last().is_some_and(|(_, token)| token.as_ref().is_none_or(is_empty)) {
            places.pop();
        }
        let mut cards = Vec::with_capacity(places.len());
        for (line, token) in places {
            cards.push(match token {
                Some(token) if !is_empty(&token) => token,
                Some(token) if hides => Token { content: Content::Unseen, down: true, ..token },
                _ => {
                    let found = format!("a card below a gap in column {}", n + 1);
                    let expected = "rows of cards, each below the one above it";
                    return Err(FormatError::unexpected(found, expected).at(line + 1));
                }
            });
        }
        Ok((first, cards))
    };
    placed.into_iter().enumerate().map(settle).collect()
}
