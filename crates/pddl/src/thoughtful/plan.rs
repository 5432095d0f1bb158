//! Plan files of the thoughtful domain: an action a line.
//!
//! An action names cards, not places, so the reader plays along. A line that does not fit the board is refused here. A
//! line that breaks a rule is a move that [`patsat_game::verify`] refuses.

use super::actions::action;
use super::ring::Ring;
use super::{aces, check_expressible};
use crate::lines::{self, Action};
use crate::names::Namer;
use patsat_base::{FormatError, printable, quoted};
use patsat_game::rules::{Move, Place};
use patsat_game::state::{Instance, Plan, Table};
use std::fmt::Write as _;

/// The operators and their numbers of arguments.
const OPERATORS: [(&str, usize); 21] = [
    ("move-col-to-col", 3),
    ("move-col-to-col-b", 4),
    ("move-col-to-col-c", 4),
    ("col-to-home", 6),
    ("col-to-home-b", 7),
    ("tal-to-col", 4),
    ("tal-to-col-b", 3),
    ("tal-to-col-c", 3),
    ("tal-to-col-d", 2),
    ("tal-to-col-e", 5),
    ("tal-to-col-f", 4),
    ("tal-to-col-g", 4),
    ("tal-to-col-h", 3),
    ("tal-to-home", 7),
    ("tal-to-home-b", 6),
    ("tal-to-home-c", 6),
    ("tal-to-home-d", 5),
    ("home-to-col", 6),
    ("home-to-col-a", 7),
    ("turn-deck", 2),
    ("turn-deck-a", 2),
];

/// Where an action puts its card.
enum Target {
    /// On the card that is this argument.
    Onto(usize),
    EmptyColumn,
    Home,
}

impl Target {
    fn of(operator: &str) -> Target {
        match operator {
            "move-col-to-col" | "tal-to-col" | "home-to-col" => Target::Onto(3),
            "move-col-to-col-b" | "tal-to-col-b" | "tal-to-col-c" | "tal-to-col-d" => Target::Onto(2),
            _ if operator.contains("-to-home") => Target::Home,
            _ => Target::EmptyColumn,
        }
    }
}

/// Writes a plan. Moves that change nothing in the domain have no action and need none.
pub(crate) fn write(instance: &Instance, plan: &Plan) -> Result<String, FormatError> {
    check_expressible(&instance.rules)?;
    let namer = Namer::new(instance);
    let mut table = instance.table();
    let plan = aces::stay_home(&table, plan)?;
    let (mut text, mut actions) = (String::new(), 0);
    for &step in &plan.moves {
        if let Some(words) = action(&table, &namer, step) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "({})", words.join(" ").to_ascii_lowercase());
            actions += 1;
        }
        table.apply(step).map_err(|illegal| {
            let found = format!("an illegal move ({step}: {illegal})");
            FormatError::unexpected(found, "a legal plan to write down")
        })?;
    }
    Ok(format!("{text}; cost = {actions} (unit cost)\n"))
}

/// Reads a plan.
pub(crate) fn read(text: &str, instance: &Instance) -> Result<Plan, FormatError> {
    check_expressible(&instance.rules)?;
    let namer = Namer::new(instance);
    let mut table = Some(instance.table());
    let mut moves = Vec::new();
    for found in lines::actions(text, is_operator) {
        let Action { line, words } = found.map_err(|unread| {
            let expected = "an action such as (turn-deck c4 d5)";
            FormatError::unexpected(quoted(unread.text), expected).at(unread.line)
        })?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        lines::check(&OPERATORS, &words).map_err(|e| e.at(line))?;
        // After a move that breaks a rule nothing is played: the verifier stops there.
        let Some(board) = &mut table else { continue };
        let steps = locate(board, &namer, &words).map_err(|e| e.at(line))?;
        moves.extend_from_slice(&steps);
        if !steps.into_iter().all(|step| board.apply(step).is_ok()) {
            table = None;
        }
    }
    Ok(Plan { moves })
}

/// Whether the domain has an operator of that name and number of arguments.
pub(crate) fn is_operator(name: &str, arguments: usize) -> bool {
    OPERATORS.contains(&(name, arguments))
}

/// The moves that an action means on this board: its own, and draws onto an empty waste before it.
fn locate(table: &Table, namer: &Namer<'_>, words: &[&str]) -> Result<Vec<Move>, FormatError> {
    let line = printable(&words.join(" "), 80);
    let wrong = |expected: String| FormatError::unexpected(format!("({line})"), expected);
    let same = |meant: &[String]| {
        meant.len() == words.len() && meant.iter().zip(words).all(|(a, b)| a.eq_ignore_ascii_case(b))
    };
    let mut board = table.clone();
    let mut steps = Vec::new();
    let is_of_talon = words[0].starts_with("tal-") || words[0].starts_with("turn-");
    // The bottom card of the ring is playable before it is drawn.
    if is_of_talon && board.deal().waste.is_empty() && board.apply(Move::Draw).is_ok() {
        steps.push(Move::Draw);
    }
    let step = match words[0] {
        "turn-deck" => Some(Move::Draw),
        "turn-deck-a" if Ring::of(&board).cards.len() == 1 => None,
        "turn-deck-a" if board.deal().stock.is_empty() => Some(Move::Redeal),
        "turn-deck-a" => return Err(wrong("the card on top of the talon to be playable".into())),
        _ => Some(of_card(&board, namer, words).map_err(wrong)?),
    };
    let Some(step) = step else { return Ok(steps) };
    match action(&board, namer, step) {
        Some(meant) if same(&meant) => {
            steps.push(step);
            Ok(steps)
        }
        Some(meant) => Err(wrong(format!("({}) on that board", meant.join(" ")))),
        None => Err(wrong("an action that the board allows".into())),
    }
}

/// The move of a card that an action means, or what it expects of the board.
fn of_card(table: &Table, namer: &Namer<'_>, words: &[&str]) -> Result<Move, String> {
    let called = |card, name: &str| namer.card(card).eq_ignore_ascii_case(name);
    let columns = || (0u16..).zip(table.columns());
    let (operator, name) = (words[0], words[1]);
    let deck = &table.rules().deck;
    let (from, count) = if operator.starts_with("tal-") {
        let is_playable = table.top(Place::Waste).is_some_and(|card| called(card, name));
        (Place::Waste, is_playable.then_some(1).ok_or_else(|| format!("{} to be playable", quoted(name)))?)
    } else if operator.starts_with("home-") {
        let home = (0u16..).take(table.foundations().len()).map(Place::Foundation);
        let found = home.into_iter().find(|&place| table.top(place).is_some_and(|card| called(card, name)));
        (found.ok_or_else(|| format!("{} to be the last card home", quoted(name)))?, 1)
    } else {
        let place = |(n, pile): (u16, &patsat_game::cards::Pile)| {
            let depth = pile.cards.iter().position(|&card| called(card, name))?;
            Some((Place::Column(n), pile.cards.len() - depth))
        };
        columns().find_map(place).ok_or_else(|| format!("{} to lie in a column", quoted(name)))?
    };
    let to = match Target::of(operator) {
        Target::Onto(argument) => {
            let onto = words[argument];
            let is_it = |(_, pile): &(u16, &patsat_game::cards::Pile)| {
                pile.cards.last().is_some_and(|&top| called(top, onto))
            };
            let found = columns().find(is_it);
            Place::Column(found.ok_or_else(|| format!("{} to be on top of a column", quoted(onto)))?.0)
        }
        Target::EmptyColumn => {
            let found = columns().find(|(_, pile)| pile.cards.is_empty());
            Place::Column(found.ok_or("an empty column")?.0)
        }
        Target::Home if count > 1 => return Err(format!("{} to be on top of its column", quoted(name))),
        Target::Home => {
            let card = table.top(from).ok_or("a card")?;
            Place::Foundation(deck.foundations_of(card.suit.0).start as u16)
        }
    };
    Ok(Move::Cards { from, to, count: count as u32 })
}
