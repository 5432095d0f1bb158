//! Whether the lines of a board are rows or columns, where nothing in the text says it.
//!
//! Both readings are made. A reading falls out that breaks what every board keeps: no card below a gap, no face-down
//! card on a face-up one, as many columns as the game has. If both are left, the dealt shape decides: a reading with
//! the column lengths of a fresh deal, all cards in their places, against one without. Then the width of a table does,
//! where its lines end in empty fields. Otherwise the board is refused: a wrong guess would give a wrong verdict.

use super::grid::{self, Column, ColumnPlaces, Line};
use super::judge::Judge;
use super::parts::{Kind, Row, cards, is_empty};
use super::words::Token;
use crate::hints::Lines;
use patsat_base::{FormatError, counted};

/// Rows as columns.
struct StackedRows {
    columns: Vec<Column>,
    /// Whether gaps of rows would be seen, so that short rows are short at their right ends.
    sure: bool,
    /// Whether a gap is seen where cards stand in no field and no mark holds the place.
    holes: bool,
}

/// The columns of lines that may be either, and how they were read if that is to be said.
pub(super) fn decide(
    rows: &[Row],
    forced: Option<Lines>,
    judge: &Judge<'_>,
) -> Result<(Vec<Column>, Option<String>), FormatError> {
    let wanted = judge.wanted();
    let mut lines: Vec<Line<'_>> = cards(rows).map(grid::line).collect();
    let mut rows = rows;
    // A line of dashes below the board is no column.
    while lines.len() > wanted
        && let Some((Row { kind: Kind::Cards(last), .. }, before)) = rows.split_last()
        && last.tokens.iter().all(is_empty)
    {
        (rows, lines) = (before, lines[..lines.len() - 1].to_vec());
    }
    let blank = blank_columns(rows, wanted);
    if let Some(found) =
        in_a_line(&lines, forced, judge).filter(|_| !blank || forced.is_some()).transpose()?
    {
        return Ok(found);
    }
    // Columns that are listed top card first are turned later.
    let stand = |columns: &[Column]| if judge.flip { Ok(()) } else { upright(columns) };
    let both = |hides| {
        let by_column = columns(rows, wanted, hides).and_then(|columns| stand(&columns).map(|()| columns));
        let by_row = stacked(&lines, wanted, hides).and_then(|found| stand(&found.columns).map(|()| found));
        (by_column, by_row)
    };
    let (mut by_column, mut by_row) = both(false);
    if judge.hides() && by_column.is_err() && by_row.is_err() {
        (by_column, by_row) = both(true);
    }
    let full = |columns: &[Column]| columns.len() == wanted || (judge.given && columns.len() < wanted);
    let note = |why: &str| {
        format!("read by rows: {}{why} (--columns-first if each is a column)", counted(lines.len(), "line"))
    };
    match forced {
        Some(Lines::Columns) => return by_column.map(|columns| (columns, None)),
        Some(Lines::Rows) => {
            let found = by_row?;
            let filled = !found.sure && !judge.fresh(&found.columns);
            let why = "read by rows: rows with fewer cards than others were filled from the left (-- holds an empty place)";
            return Ok((found.columns, filled.then(|| why.to_owned())));
        }
        None => {}
    }
    if wanted == 1 {
        return by_column.map(|columns| (columns, None));
    }
    let many = lines.len() > wanted;
    let first = by_column.as_ref().err().or(by_row.as_ref().err()).cloned();
    let by_column = by_column.ok().filter(|columns| columns.len() <= wanted);
    let by_row = by_row.ok();
    // A table is as wide as it has columns, or as its longest column.
    let width = padded(&lines);
    let by_column =
        by_column.filter(|_| width.is_none_or(|width| width != wanted || longest(&lines) == width));
    let by_row = by_row.filter(|_| width.is_none_or(|width| width == wanted || longest(&lines) != width));
    // Fewer lines than columns, and no empty ones, would leave out empty columns without a word.
    let whole_rows = by_row.as_ref().is_some_and(|found| full(&found.columns) && found.sure);
    let by_column = by_column.filter(|columns| full(columns) || blank || !whole_rows);
    let column_fresh = by_column.as_ref().is_some_and(|columns| full(columns) && judge.fresh(columns));
    let row_fresh = by_row.as_ref().is_some_and(|found| full(&found.columns) && judge.fresh(&found.columns));
    // Gaps that stand on the grid of the cards are no accident.
    let holes = by_row.as_ref().is_some_and(|found| found.holes);
    match (by_column, by_row) {
        (Some(columns), _) if column_fresh && !row_fresh => Ok((columns, None)),
        (_, Some(found)) if row_fresh && !column_fresh => {
            Ok((found.columns, Some(note(", which make a fresh deal"))))
        }
        (Some(columns), None) => Ok((columns, None)),
        (by_column, Some(found)) if by_column.is_none() || holes => {
            if !full(&found.columns) {
                // As many lines as columns: what is wrong with them as columns says more.
                let columns = first.filter(|_| lines.len() == wanted && !holes);
                return Err(judge.or_deck(columns.unwrap_or_else(|| short(&found.columns, wanted, judge))));
            }
            if !found.sure {
                return Err(judge.or_deck(unsure()));
            }
            let why =
                if holes { " with gaps where a column is shorter" } else { ", which cannot be columns" };
            Ok((found.columns, Some(note(why))))
        }
        (Some(columns), Some(found)) if !full(&columns) && !blank => match full(&found.columns) {
            true => Err(judge.or_deck(unsure())),
            // The caller reports how many there are.
            false => Ok((columns, None)),
        },
        (Some(_), Some(_)) => Err(judge.or_deck(FormatError::unexpected(
            format!("{} of cards that can be columns as well as rows", counted(lines.len(), "line")),
            "--columns-first (each line is a column) or --rows (each line is a row)",
        ))),
        (None, None) if many || first.is_none() => Err(judge.wrong_number(lines.len())),
        (None, _) => Err(first.unwrap_or_else(|| judge.wrong_number(lines.len()))),
    }
}

/// What is wrong with short rows whose gaps may have been lost.
fn unsure() -> FormatError {
    FormatError::unexpected(
        "rows of different lengths, without a mark for the columns that end",
        "-- for each empty place, or numbers above the columns",
    )
    .with_help("--rows fills each row from the left")
}

/// How many cards the longest line has.
fn longest(lines: &[Line<'_>]) -> usize {
    let last = |tokens: &[Token]| tokens.iter().rposition(|token| !is_empty(token)).map_or(0, |at| at + 1);
    lines.iter().map(|(_, tokens, _)| last(tokens)).max().unwrap_or(0)
}

/// The width of a table whose lines all have the same number of places, some of them empty at the end.
fn padded(lines: &[Line<'_>]) -> Option<usize> {
    let width = lines.first()?.1.len();
    let padded = lines.iter().any(|(_, tokens, _)| tokens.last().is_some_and(is_empty));
    (padded && lines.iter().all(|(_, tokens, _)| tokens.len() == width)).then_some(width)
}

/// What is wrong with rows that show fewer columns than the game has.
fn short(columns: &[Column], wanted: usize, judge: &Judge<'_>) -> FormatError {
    let expected = format!("{wanted} as in {} (-- for each place of an empty column)", judge.rules.name);
    FormatError::unexpected(format!("rows of {}", counted(columns.len(), "column")), expected)
        .with_help(format!("--columns {} reads a board of this size", columns.len()))
}

/// Whether the lines without cards around and between those with cards may be the empty columns.
fn blank_columns(rows: &[Row], wanted: usize) -> bool {
    let filled = |row: &Row| matches!(row.kind, Kind::Cards(_));
    let (Some(first), Some(last)) = (rows.iter().position(filled), rows.iter().rposition(filled)) else {
        return false;
    };
    last + 1 - first < wanted && last + 1 - first + first.max(rows.len() - last - 1) >= wanted
}

/// Columns, and a note on how they were read.
type NotedColumns = (Vec<Column>, Option<String>);

/// All cards of the deck on one line, in the order in which they are dealt: across the columns.
fn in_a_line(
    lines: &[Line<'_>],
    forced: Option<Lines>,
    judge: &Judge<'_>,
) -> Option<Result<NotedColumns, FormatError>> {
    let &[(line, tokens, _)] = lines else { return None };
    let columns = judge.wanted();
    let whole = judge.dealt.iter().sum::<usize>();
    if columns < 2 || tokens.len() <= columns || whole != judge.rules.deck.len() {
        return None;
    }
    if tokens.len() != whole {
        let expected =
            format!("{whole} (a deal across the columns), or a line for each of {columns} columns");
        return Some(Err(
            FormatError::unexpected(format!("{} cards in a line", tokens.len()), expected).at(line)
        ));
    }
    let mut dealt: Vec<Column> = vec![(line, Vec::new()); columns];
    let mut cards = tokens.iter().copied();
    if forced == Some(Lines::Columns) {
        for (column, &length) in dealt.iter_mut().zip(&judge.dealt) {
            column.1.extend(cards.by_ref().take(length));
        }
        return Some(Ok((dealt, None)));
    }
    for row in 0..judge.dealt.iter().copied().max().unwrap_or(0) {
        for (column, _) in dealt.iter_mut().zip(&judge.dealt).filter(|(_, length)| row < **length) {
            column.1.extend(cards.next());
        }
    }
    let note = format!(
        "read by rows: one line of {} cards, dealt across the {columns} columns (--columns-first if they are listed \
         column by column)",
        tokens.len()
    );
    Some(Ok((dealt, Some(note))))
}

/// Lines as columns; an empty line between two is an empty column if the game has that number of columns.
pub(super) fn columns(rows: &[Row], wanted: usize, hides: bool) -> Result<Vec<Column>, FormatError> {
    let (mut found, mut gaps): (Vec<Column>, usize) = (Vec::new(), 0);
    let between = rows.iter().skip_while(|row| !matches!(row.kind, Kind::Cards(_)));
    for row in between {
        match &row.kind {
            Kind::Cards(cards) => {
                found.extend((0..std::mem::take(&mut gaps)).map(|_| (row.line, Vec::new())));
                found.push((row.line, cards.tokens.clone()));
            }
            _ => gaps += 1,
        }
    }
    if found.len() > wanted {
        found = cards(rows).map(|(line, cards)| (line, cards.tokens.clone())).collect();
    }
    found.into_iter().enumerate().map(|(n, (line, tokens))| column(n, line, &tokens, hides)).collect()
}

/// A line as a column, without the empty places at its end.
pub(super) fn column(
    number: usize,
    line: usize,
    tokens: &[Token],
    hides: bool,
) -> Result<Column, FormatError> {
    let places = tokens.iter().map(|token| (line, Some(*token))).collect();
    let mut settled = grid::settled(vec![places], line, hides).map_err(|_| {
        let found = format!("a card behind an empty place in column {}", number + 1);
        FormatError::unexpected(found, "columns without gaps")
            .at(line)
            .with_help("--rows reads each line as a row")
    })?;
    Ok(settled.pop().unwrap_or((line, Vec::new())))
}

/// Lines as rows.
fn stacked(lines: &[Line<'_>], wanted: usize, hides: bool) -> Result<StackedRows, FormatError> {
    let mut lines = lines;
    // Rows of empty places at the end do not count, but a line with a single empty place stands for a column.
    while let Some(((_, tokens, _), before)) = lines.split_last()
        && tokens.iter().all(is_empty)
        && tokens.len() > 1
    {
        lines = before;
    }
    let first = lines.first().map_or(0, |line| line.0);
    let wide = longest(lines);
    let places = lines.iter().map(|(_, tokens, _)| tokens.len()).max().unwrap_or(0);
    if lines.iter().any(|(_, tokens, _)| tokens.iter().all(is_empty)) && !hides {
        return Err(FormatError::unexpected("a line without a card", "a card in each row"));
    }
    if wide > wanted {
        return Err(wrong_width(lines, wanted));
    }
    let fields = lines.iter().all(|(_, _, fields)| *fields);
    let ordered = grid::by_order(lines, places.min(wanted).max(wide));
    let order = |placed: &ColumnPlaces| ordered.as_ref().is_ok_and(|ordered| same(ordered, placed));
    let positioned = if fields { None } else { grid::by_position(lines, wanted) };
    let holes = positioned.as_ref().is_some_and(|placed| !order(placed));
    let marked = lines.iter().any(|(_, tokens, _)| tokens.iter().any(is_empty));
    let even = lines.iter().all(|(_, tokens, _)| tokens.len() == places);
    let spaced = !fields
        && lines.iter().any(|(_, tokens, _)| tokens.windows(2).any(|pair| pair[1].start > pair[0].end + 1));
    let aligned = positioned.is_some();
    let settle = |placed: ColumnPlaces| grid::settled(placed, first, hides);
    let columns = match positioned {
        Some(placed) => settle(placed),
        None => ordered.and_then(settle),
    }?;
    Ok(StackedRows { columns, sure: marked || even || holes || (spaced && aligned), holes })
}

fn wrong_width(lines: &[Line<'_>], wanted: usize) -> FormatError {
    let long = lines.iter().find(|(_, tokens, _)| tokens.len() > wanted);
    let (line, cards) = long.map_or((1, 0), |(line, tokens, _)| (*line, tokens.len()));
    FormatError::unexpected(
        format!("{cards} cards in a row"),
        format!("at most {wanted}, one for each column"),
    )
    .at(line)
}

/// Whether two ways to place rows give the same columns.
fn same(one: &ColumnPlaces, other: &ColumnPlaces) -> bool {
    let cards = |placed: &ColumnPlaces, n: usize, row: usize| {
        placed
            .get(n)
            .and_then(|column| column.get(row)?.1)
            .filter(|token| !is_empty(token))
            .map(|token| token.content)
    };
    let columns = one.len().max(other.len());
    let rows = one.iter().chain(other).map(Vec::len).max().unwrap_or(0);
    (0..columns).all(|n| (0..rows).all(|row| cards(one, n, row) == cards(other, n, row)))
}

/// Checks that face-down cards lie below the others, with one of these on top.
fn upright(columns: &[Column]) -> Result<(), FormatError> {
    for (n, (line, cards)) in columns.iter().enumerate() {
        let hidden = cards.iter().take_while(|token| token.down).count();
        let problem = |found: &str, expected: &str| {
            Err(FormatError::unexpected(format!("{found} column {}", n + 1), expected).at(*line))
        };
        if cards[hidden..].iter().any(|token| token.down) {
            return problem("a face-down card on a face-up one in", "face-down cards below the others");
        }
        if hidden > 0 && hidden == cards.len() {
            return problem("nothing but face-down cards in", "a card face up on top of each column");
        }
    }
    Ok(())
}
