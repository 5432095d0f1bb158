//! From lines of cards to columns, where the text says what a line is: numbers above the columns, labels, colons.
//! Where it does not, [`super::evidence`] decides.

use super::evidence;
use super::grid::{self, Column, Line};
use super::judge::Judge;
use super::label::Mark;
use super::parts::{Cards, Kind, Row, cards};
use crate::hints::{Hints, Lines};
use patsat_base::FormatError;
use std::collections::BTreeMap;

/// The columns of a board.
pub(super) struct Shape {
    pub(super) columns: Vec<Column>,
    /// Whether the text itself says how many there are.
    pub(super) numbered: bool,
    /// How the lines were read, where the text does not say it.
    pub(super) note: Option<String>,
}

/// The columns of these lines.
pub(super) fn shape(rows: &[Row], hints: &Hints, judge: &Judge<'_>) -> Result<Shape, FormatError> {
    let numbered_shape = |columns, note| Shape { columns, numbered: true, note };
    let contrary = |found: &str, option: &str, line: usize| {
        FormatError::unexpected(found, format!("no {option} with them")).at(line)
    };
    if let Some(row) = rows.iter().find(|row| matches!(row.kind, Kind::Numbers { .. })) {
        if hints.lines == Some(Lines::Columns) {
            return Err(contrary("numbers of columns above rows", "--columns-first", row.line));
        }
        return Ok(numbered_shape(numbered(rows, judge)?, None));
    }
    let lines: Vec<(usize, &Cards)> = cards(rows).collect();
    let labels: Vec<usize> = lines.iter().filter_map(|(_, cards)| cards.label).collect();
    if let Some(&(line, _)) = lines.iter().find(|(_, cards)| cards.mark == Mark::Column) {
        if hints.lines == Some(Lines::Rows) {
            return Err(contrary("a label or a colon before a column", "--rows", line));
        }
        if labels.len() == lines.len() {
            return Ok(numbered_shape(labelled(&lines, &labels, judge.hides())?, None));
        }
        let columns = evidence::columns(rows, judge.wanted(), judge.hides());
        return Ok(numbered_shape(columns?, None));
    }
    let rows_by_label = lines.iter().any(|(_, cards)| cards.mark == Mark::Row).then_some(Lines::Rows);
    let (columns, note) = evidence::decide(rows, hints.lines.or(rows_by_label), judge)?;
    Ok(Shape { columns, numbered: false, note })
}

/// Columns by their labels; one that has no line is empty.
fn labelled(lines: &[(usize, &Cards)], labels: &[usize], hides: bool) -> Result<Vec<Column>, FormatError> {
    let mut columns: Vec<Column> = Vec::new();
    let mut seen = BTreeMap::new();
    for (&(line, cards), &label) in lines.iter().zip(labels) {
        let problem =
            |found: String| FormatError::unexpected(found, "each column once, counted from 1").at(line);
        if let Some(before) = seen.insert(label, line) {
            return Err(problem(format!("column {label} again (before on line {before})")));
        }
        // A number far beyond the others is a slip of the pen.
        if label > 2 * lines.len() + 64 {
            return Err(problem(format!("column {label}")));
        }
        if columns.len() < label {
            columns.resize(label, (line, Vec::new()));
        }
        columns[label - 1] = evidence::column(label - 1, line, &cards.tokens, hides)?;
    }
    Ok(columns)
}

/// Rows below numbers: blocks of columns, each with its numbers above.
fn numbered(rows: &[Row], judge: &Judge<'_>) -> Result<Vec<Column>, FormatError> {
    let mut columns: Vec<Column> = Vec::new();
    let heads = |row: &Row| matches!(row.kind, Kind::Numbers { .. });
    let begin = rows.iter().position(heads).unwrap_or(0);
    if let Some((line, _)) = cards(&rows[..begin]).next() {
        let expected = "the numbers of the columns above the first row";
        return Err(FormatError::unexpected("cards", expected).at(line));
    }
    let blocks = rows[begin..].iter().enumerate().filter(|(_, row)| heads(row)).map(|(n, _)| begin + n);
    let blocks: Vec<usize> = blocks.chain([rows.len()]).collect();
    for block in blocks.windows(2) {
        let row = &rows[block[0]];
        let Kind::Numbers { numbers, fields } = &row.kind else { continue };
        if numbers[0].number != columns.len() + 1 {
            let expected = format!("columns from {} on", columns.len() + 1);
            let found = format!("a row of columns from {} on", numbers[0].number);
            return Err(FormatError::unexpected(found, expected).at(row.line));
        }
        let lines: Vec<Line<'_>> = cards(&rows[block[0] + 1..block[1]]).map(grid::line).collect();
        let placed = match fields {
            true => grid::by_order(&lines, numbers.len()),
            false => grid::under(&lines, numbers).or_else(|error| {
                // Numbers that stand closer than cards: full rows need no place.
                let full = lines.iter().all(|(_, tokens, _)| tokens.len() == numbers.len());
                if full { grid::by_order(&lines, numbers.len()) } else { Err(error) }
            }),
        }?;
        columns.extend(grid::settled(placed, row.line, judge.hides())?);
    }
    Ok(columns)
}
