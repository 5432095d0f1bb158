//! Plan files of the domain: an action a line, each of one card.
//!
//! Source: what planners write and VAL reads, `(move c4 d5 h5)`, with `;` before comments;
//! the other forms of planners ([`lines`](super::lines)) are read as well.
//!
//! An action names cards, not places, so the reader plays along. Every argument is held
//! against the board: a line that does not fit the board is refused here, a line that
//! breaks a rule is taken down for [`patsat_game::verify`] to refuse.

use super::check_expressible;
use super::lines::{self, Action};
use super::names::Namer;
use patsat_base::FormatError;
use patsat_base::{printable, quoted};
use patsat_game::cards::Card;
use patsat_game::rules::{Move, Place};
use patsat_game::state::{Instance, Plan, Table};
use std::fmt::Write as _;

/// What an action does, beside taking its first argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Onto,
    NewColumn,
    Cell,
    Home,
}

/// Operators: name, what they do, number of arguments, place of the target card among them.
const OPERATORS: [(&str, Kind, usize, usize); 10] = [
    ("move", Kind::Onto, 3, 2),
    ("move-b", Kind::Onto, 4, 1),
    ("sendtonewcol", Kind::NewColumn, 4, 0),
    ("sendtofree", Kind::Cell, 4, 0),
    ("sendtofree-b", Kind::Cell, 5, 0),
    ("sendtohome", Kind::Home, 6, 0),
    ("sendtohome-b", Kind::Home, 7, 0),
    ("homefromfreecell", Kind::Home, 7, 0),
    ("colfromfreecell", Kind::Onto, 4, 1),
    ("newcolfromfreecell", Kind::NewColumn, 5, 0),
];

/// Writes a plan in single-card moves. Moves that only rename a column or cell have no
/// action in the domain and need none.
pub(crate) fn write(instance: &Instance, plan: &Plan) -> Result<String, FormatError> {
    check_expressible(&instance.rules)?;
    let namer = Namer::new(instance);
    let mut table = instance.table();
    let single = plan.expanded(&table).map_err(|(step, illegal)| {
        let found = format!("move {} ({}), which is illegal ({illegal})", step + 1, plan.moves[step]);
        FormatError::unexpected(found, "a legal plan to write down")
    })?;
    let single = if namer.apart() { aces_go_home(&table, single) } else { single };
    let (mut text, mut actions) = (String::new(), 0);
    for &step in &single.moves {
        if let Some(words) = action(&table, &namer, step) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "({})", words.join(" ").to_ascii_lowercase());
            actions += 1;
        }
        table.apply(step).map_err(|illegal| {
            FormatError::unexpected(
                format!("an illegal move ({step}: {illegal})"),
                "a legal plan to write down",
            )
        })?;
    }
    Ok(format!("{text}; cost = {actions} (unit cost)\n"))
}

/// The same plan with each ace home as soon as it would be put on a card, and moved no more.
///
/// The Autoscale collection has no facts that let aces be put on cards. None is needed: an ace that can
/// move can go home, nothing is ever put on it, and the places that it would take later are free. So
/// every move of another card stays legal, and the plan grows no longer.
fn aces_go_home(start: &Table, plan: Plan) -> Plan {
    let (mut before, mut after) = (start.clone(), start.clone());
    let mut gone: Vec<Card> = Vec::new();
    let mut moves = Vec::new();
    for step in plan.moves {
        let Move::Cards { from, to, .. } = step else { continue };
        let card = before.top(from);
        let onto = matches!(to, Place::Column(_)) && before.top(to).is_some();
        let legal = before.apply(step).is_ok();
        debug_assert!(legal);
        let Some(card) = card else { continue };
        let ace = card.rank == start.rules().first_rank();
        if ace && gone.contains(&card) {
            continue;
        }
        let step = if ace && onto {
            gone.push(card);
            Move::one(from, Place::Foundation(start.rules().deck.foundations_of(card.suit.0).start as u16))
        } else {
            step
        };
        let legal = after.apply(step).is_ok();
        debug_assert!(legal);
        moves.push(step);
    }
    Plan { moves }
}

/// The action of a move of one card: operator and arguments. `None` for a move between
/// places without names, and for one that the counts of the board do not allow.
fn action(table: &Table, namer: &Namer<'_>, step: Move) -> Option<Vec<String>> {
    let Move::Cards { from, to, .. } = step else { return None };
    let card = table.top(from)?;
    let empty = table.columns().iter().filter(|pile| pile.cards.is_empty()).count();
    let free = table.cells().iter().filter(|cell| cell.is_none()).count();
    // Columns and cells are counted before the action, then after it.
    let columns = |next: usize| vec![namer.columns(empty), namer.columns(next)];
    let cells = |next: usize| vec![namer.cells(free), namer.cells(next)];
    let (column_more, cell_more) = (columns(empty + 1), cells(free + 1));
    let column_less = || Some(columns(empty.checked_sub(1)?));
    let cell_less = || Some(cells(free.checked_sub(1)?));
    let below = match from {
        Place::Column(n) => {
            let cards = &table.columns()[usize::from(n)].cards;
            cards.len().checked_sub(2).map(|under| namer.card(cards[under]))
        }
        _ => None,
    };
    let in_cell = matches!(from, Place::Cell(_));
    let home = || {
        let height = table.foundations()[usize::from(card.suit.0)];
        let numbers = [card.rank.0, height].map(|rank| namer.number(rank as usize));
        let [value, below] = numbers;
        vec![namer.suit(card.suit.0), value, namer.card(Card::new(height, card.suit.0)), below]
    };
    let (operator, rest) = match (to, table.top(to), below) {
        (Place::Column(_), Some(onto), Some(below)) => ("move", vec![vec![below, namer.card(onto)]]),
        (Place::Column(_), Some(onto), None) if in_cell => {
            ("colfromfreecell", vec![vec![namer.card(onto)], cell_more])
        }
        (Place::Column(_), Some(onto), None) => ("move-b", vec![vec![namer.card(onto)], column_more]),
        (Place::Column(_), None, Some(below)) => ("sendtonewcol", vec![vec![below], column_less()?]),
        (Place::Column(_), None, None) if in_cell => ("newcolfromfreecell", vec![column_less()?, cell_more]),
        (Place::Cell(_), _, Some(below)) => ("sendtofree", vec![vec![below], cell_less()?]),
        (Place::Cell(_), _, None) if !in_cell => ("sendtofree-b", vec![cell_less()?, column_more]),
        (Place::Foundation(_), _, Some(below)) => ("sendtohome", vec![vec![below], home()]),
        (Place::Foundation(_), _, None) if in_cell => ("homefromfreecell", vec![home(), cell_more]),
        (Place::Foundation(_), _, None) => ("sendtohome-b", vec![home(), column_more]),
        _ => return None,
    };
    let start = [operator.to_owned(), namer.card(card)];
    Some(start.into_iter().chain(rest.into_iter().flatten()).collect())
}

/// Whether the domain has an operator of that name and number of arguments.
pub(super) fn is_operator(name: &str, arguments: usize) -> bool {
    OPERATORS.iter().any(|&(known, _, arity, _)| known == name && arity == arguments)
}

/// Reads a plan.
pub(crate) fn read(text: &str, instance: &Instance) -> Result<Plan, FormatError> {
    check_expressible(&instance.rules)?;
    let namer = Namer::new(instance);
    let mut table = Some(instance.table());
    let mut moves = Vec::new();
    for found in lines::actions(text, is_operator) {
        let Action { line, words } = found.map_err(|unread| {
            FormatError::unexpected(quoted(unread.text), "an action such as (move c4 d5 h5)").at(unread.line)
        })?;
        let target = parse(&words).map_err(|e| e.at(line))?;
        // After a move that breaks a rule nothing is played: the verifier stops there.
        let Some(board) = &mut table else { continue };
        let step = locate(board, &namer, &words, target).map_err(|e| e.at(line))?;
        moves.push(step);
        if board.apply(step).is_err() {
            table = None;
        }
    }
    Ok(Plan { moves })
}

/// What the operator of an action does, and the place of its target card.
fn parse(words: &[String]) -> Result<(Kind, usize), FormatError> {
    let name = words.first().map_or("", String::as_str);
    let Some(&(_, kind, arity, target)) = OPERATORS.iter().find(|(known, ..)| *known == name) else {
        let known = itertools::join(OPERATORS.map(|(name, ..)| name), ", ");
        return Err(FormatError::unexpected(
            format!("the action {}", quoted(name)),
            format!("one of {known}"),
        ));
    };
    if words.len() != arity + 1 {
        let found = format!("{name} with {} arguments", words.len() - 1);
        return Err(FormatError::unexpected(found, arity));
    }
    Ok((kind, target))
}

/// The move that an action means on this board.
fn locate(
    table: &Table,
    namer: &Namer<'_>,
    words: &[String],
    target: (Kind, usize),
) -> Result<Move, FormatError> {
    let called = |card: Card, name: &str| namer.card(card).eq_ignore_ascii_case(name);
    let columns = || (0u16..).zip(table.columns());
    let column_with_top = |name: &str| {
        columns().find(|(_, pile)| pile.cards.last().is_some_and(|&top| called(top, name))).map(|(n, _)| n)
    };
    let line = printable(&words.join(" "), 60);
    let wrong = |expected: String| FormatError::unexpected(format!("({line})"), expected);
    let in_cell =
        (0u16..).zip(table.cells()).find(|(_, cell)| cell.is_some_and(|card| called(card, &words[1])));
    let from = match (column_with_top(&words[1]), in_cell) {
        (Some(n), _) => Place::Column(n),
        (None, Some((n, _))) => Place::Cell(n),
        (None, None) => {
            let expected = format!("{} to be on top of a column or in a cell", quoted(&words[1]));
            return Err(wrong(expected));
        }
    };
    let to = match target {
        (Kind::Onto, at) => column_with_top(&words[1 + at])
            .map(Place::Column)
            .ok_or_else(|| wrong(format!("{} to be on top of a column", quoted(&words[1 + at]))))?,
        (Kind::NewColumn, _) => columns()
            .find(|(_, pile)| pile.cards.is_empty())
            .map(|(n, _)| Place::Column(n))
            .ok_or_else(|| wrong("an empty column".into()))?,
        (Kind::Cell, _) => (0u16..)
            .zip(table.cells())
            .find(|(_, cell)| cell.is_none())
            .map(|(n, _)| Place::Cell(n))
            .ok_or_else(|| wrong("a free cell".into()))?,
        (Kind::Home, _) => Place::Foundation(table.top(from).map_or(0, |card| card.suit.0)),
    };
    let step = Move::one(from, to);
    let same = |meant: &[String]| {
        meant.len() == words.len() && meant.iter().zip(words).all(|(a, b)| a.eq_ignore_ascii_case(b))
    };
    match action(table, namer, step) {
        Some(meant) if same(&meant) => Ok(step),
        Some(meant) => Err(wrong(format!("({}) on that board", meant.join(" ")))),
        None => Err(wrong("an action that the board allows".into())),
    }
}
