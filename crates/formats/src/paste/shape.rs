//! From lines of cards to columns: a column a line, or a row a line.

use super::sheet::{Kind, Row};
use super::words::{Said, Token};
use patsat_text::FormatError;
use std::collections::BTreeMap;

/// A column: the line it begins on, and its cards, the deepest first.
pub(super) type Column = (usize, Vec<Token>);

/// The columns of a board, and whether its lines were rows though nothing in the text says so.
pub(super) struct Shape {
    pub(super) columns: Vec<Column>,
    pub(super) told_rows: bool,
}

/// The columns, of which the game has `wanted`.
///
/// Numbers above the cards make the lines rows; labels and colons make them columns. Else they are
/// columns if there are as many as the game has; if not, rows where the first has a card for each
/// column; else columns all the same, of which the caller says what is wrong with their number.
pub(super) fn shape(rows: &[Row], wanted: usize) -> Result<Shape, FormatError> {
    if rows.iter().any(|row| matches!(row.kind, Kind::Numbers(_))) {
        return Ok(Shape { columns: numbered(rows)?, told_rows: false });
    }
    let mut lines: Vec<(usize, &[Token])> = Vec::new();
    let (mut labels, mut colons) = (Vec::new(), false);
    for row in rows {
        if let Kind::Cards { label, colon, tokens } = &row.kind {
            lines.push((row.line, tokens));
            labels.extend(*label);
            colons |= *colon;
        }
    }
    if labels.len() == lines.len() && !labels.is_empty() {
        return Ok(Shape { columns: labelled(&lines, &labels)?, told_rows: false });
    }
    let full = lines.first().is_some_and(|(_, tokens)| tokens.len() == wanted);
    let fits = full && lines.iter().all(|(_, tokens)| tokens.len() <= wanted);
    if !colons && lines.len() != wanted && fits && wanted > 1 {
        return Ok(Shape { columns: stacked(&lines, wanted)?, told_rows: true });
    }
    let mut columns = with_gaps(rows);
    if columns.len() > wanted {
        columns = lines.iter().map(|&(line, tokens)| (line, tokens.to_vec())).collect();
    }
    Ok(Shape { columns, told_rows: false })
}

/// Lines as columns; an empty line between two is an empty column.
fn with_gaps(rows: &[Row]) -> Vec<Column> {
    let (mut columns, mut gaps) = (Vec::new(), 0);
    for row in rows {
        match &row.kind {
            Kind::Cards { tokens, .. } => {
                columns.extend((0..std::mem::take(&mut gaps)).map(|_| (row.line, Vec::new())));
                columns.push((row.line, tokens.clone()));
            }
            _ => gaps += usize::from(!columns.is_empty()),
        }
    }
    columns
}

/// Columns by their labels; one that has no line is empty.
fn labelled(lines: &[(usize, &[Token])], labels: &[usize]) -> Result<Vec<Column>, FormatError> {
    let mut columns: Vec<Column> = Vec::new();
    let mut seen = BTreeMap::new();
    for (&(line, tokens), &label) in lines.iter().zip(labels) {
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
        columns[label - 1] = (line, tokens.to_vec());
    }
    Ok(columns)
}

/// Rows below numbers: a card belongs to the number that it ends under.
fn numbered(rows: &[Row]) -> Result<Vec<Column>, FormatError> {
    let mut columns: Vec<Column> = Vec::new();
    let mut heads: &[(usize, usize)] = &[];
    let mut depth = 0;
    for row in rows {
        let problem = |found: String, expected: &str| FormatError::unexpected(found, expected).at(row.line);
        match &row.kind {
            Kind::Blank => {}
            Kind::Numbers(numbers) => {
                if numbers[0].0 != columns.len() + 1 {
                    let expected = format!("columns from {} on", columns.len() + 1);
                    return Err(problem(format!("a row of columns from {} on", numbers[0].0), &expected));
                }
                columns.extend(numbers.iter().map(|_| (row.line, Vec::new())));
                (heads, depth) = (numbers, 0);
            }
            Kind::Cards { tokens, .. } => {
                for &token in tokens {
                    let nearest = heads.iter().min_by_key(|(_, end)| end.abs_diff(token.end));
                    let Some(&(number, _)) = nearest else {
                        let expected = "the numbers of the columns above the first row";
                        return Err(problem("cards".into(), expected));
                    };
                    put(&mut columns, number - 1, depth, token).map_err(|e| e.at(row.line))?;
                }
                depth += 1;
            }
        }
    }
    Ok(columns)
}

/// Rows without numbers: each card below the card of the first row that it begins or ends under, or,
/// where the lines do not stand so, its row filled from the left.
fn stacked(lines: &[(usize, &[Token])], wanted: usize) -> Result<Vec<Column>, FormatError> {
    let first = lines[0].1;
    let mut columns: Vec<Column> = vec![(lines[0].0, Vec::new()); wanted];
    let places = |tokens: &[Token], edge: fn(&Token) -> usize| -> Option<Vec<usize>> {
        tokens.iter().map(|token| first.iter().position(|above| edge(above) == edge(token))).collect()
    };
    for (depth, &(line, tokens)) in lines.iter().enumerate() {
        let aligned = places(tokens, |token| token.start).or_else(|| places(tokens, |token| token.end));
        let distinct = aligned.filter(|at| at.windows(2).all(|pair| pair[0] < pair[1]));
        let at = distinct.unwrap_or_else(|| (0..tokens.len()).collect());
        for (&token, column) in tokens.iter().zip(at) {
            put(&mut columns, column, depth, token).map_err(|e| e.at(line))?;
        }
    }
    Ok(columns)
}

/// Puts a card of the row `depth` onto a column.
fn put(columns: &mut [Column], column: usize, depth: usize, token: Token) -> Result<(), FormatError> {
    if token.said == Said::Empty {
        return Ok(());
    }
    let cards = &mut columns[column].1;
    if cards.len() != depth {
        let found = if cards.len() > depth { "two cards" } else { "a card below a gap" };
        let found = format!("{found} in column {}", column + 1);
        return Err(FormatError::unexpected(found, "rows of cards, each below the one above it"));
    }
    cards.push(token);
    Ok(())
}
