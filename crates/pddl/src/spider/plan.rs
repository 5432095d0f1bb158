//! Plan files of the spider domain: an action a line, the bookkeeping of the domain among them.
//!
//! Four operators are moves of the game: `move-to-card`, `move-to-tableau`, `start-dealing` and
//! `start-collecting-deck`. What follows each of them is the domain's own business; whether a plan
//! does it right is for [`strips`](crate::strips) to say, and the reader only takes down the
//! moves.

use super::actions::actions;
use super::check_expressible;
use super::names::Namer;
use super::walk::Walk;
use crate::lines::{self, Action};
use patsat_base::{FormatError, printable, quoted};
use patsat_game::rules::{Move, Place};
use patsat_game::state::{Instance, Plan};

/// The operators and their numbers of arguments, the four that are moves first.
const OPERATORS: [(&str, usize); 16] = [
    ("move-to-card", 4),
    ("move-to-tableau", 3),
    ("start-dealing", 0),
    ("start-collecting-deck", 1),
    ("deal-card", 5),
    ("finish-dealing", 2),
    ("collect-card", 3),
    ("finish-collecting-deck", 3),
    ("change-tableau-and-continue", 4),
    ("change-tableau-and-stop", 3),
    ("make-unmovable-and-continue", 2),
    ("make-unmovable-and-stop-at-tableau", 2),
    ("make-unmovable-and-stop-at-unmovable", 2),
    ("make-movable-and-continue", 2),
    ("make-movable-and-stop", 2),
    ("make-movable-ignore-pile", 1),
];

/// Writes a plan. Its cost is the number of its moves: all else costs nothing.
pub(crate) fn write(instance: &Instance, plan: &Plan) -> Result<String, FormatError> {
    check_expressible(&instance.rules)?;
    let namer = Namer::new(instance);
    let mut walk = Walk::new(instance);
    let mut text = String::new();
    for (step, &action) in plan.moves.iter().enumerate() {
        if let Err(illegal) = walk.table().check(action) {
            let found = format!("move {} ({action}), which is illegal ({illegal})", step + 1);
            return Err(FormatError::unexpected(found, "a legal plan to write down"));
        }
        for line in actions(&walk, &namer, action) {
            text += &line;
            text.push('\n');
        }
        walk.apply(action);
    }
    Ok(format!("{text}; cost = {} (general cost)\n", plan.moves.len()))
}

/// Reads a plan.
pub(crate) fn read(text: &str, instance: &Instance) -> Result<Plan, FormatError> {
    check_expressible(&instance.rules)?;
    let namer = Namer::new(instance);
    let mut walk = Some(Walk::new(instance));
    let mut moves = Vec::new();
    for found in lines::actions(text, is_operator) {
        let Action { line, words } = found.map_err(|unread| {
            FormatError::unexpected(quoted(unread.text), "an action such as (start-dealing)").at(unread.line)
        })?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        lines::check(&OPERATORS, &words).map_err(|e| e.at(line))?;
        // After a move that breaks a rule nothing is played: the verifier stops there.
        let Some(board) = &mut walk else { continue };
        let Some(action) = locate(board, &namer, &words).map_err(|e| e.at(line))? else { continue };
        moves.push(action);
        if !board.apply(action) {
            walk = None;
        }
    }
    Ok(Plan { moves })
}

/// Whether the domain has an operator of that name and number of arguments.
pub(crate) fn is_operator(name: &str, arguments: usize) -> bool {
    OPERATORS.contains(&(name, arguments))
}

/// The move that an action begins, if it begins one.
fn locate(walk: &Walk, namer: &Namer<'_>, words: &[&str]) -> Result<Option<Move>, FormatError> {
    let line = printable(&words.join(" "), 80);
    let wrong = |expected: String| FormatError::unexpected(format!("({line})"), expected);
    let find = |name: &str| {
        let place = |(n, cards): (usize, &Vec<super::names::Copy>)| {
            let depth = cards.iter().position(|&card| namer.card(card).eq_ignore_ascii_case(name))?;
            Some((n, cards.len() - depth))
        };
        (walk.columns.iter().enumerate().find_map(place))
            .ok_or_else(|| wrong(format!("{} to lie in a pile", quoted(name))))
    };
    let pile = |name: &str| {
        let known = (0..walk.columns.len()).find(|&n| namer.pile(n).eq_ignore_ascii_case(name));
        known.ok_or_else(|| wrong(format!("{} to be a pile", quoted(name))))
    };
    let column = |n: usize| Place::Column(n as u16);
    let cards = |words: &[&str], to: usize| -> Result<Move, FormatError> {
        let (from, count) = find(words[1])?;
        let left = walk.columns[from].len() - count;
        let beneath = match left {
            0 => namer.pile(from),
            n => namer.card(walk.columns[from][n - 1]),
        };
        if !beneath.eq_ignore_ascii_case(words[2]) {
            return Err(wrong(format!("{} to lie on {}", quoted(words[1]), quoted(&beneath))));
        }
        Ok(Move::Cards { from: column(from), to: column(to), count: count as u32 })
    };
    Ok(match words[0] {
        "move-to-card" => {
            let (to, count) = find(words[3])?;
            if count != 1 {
                return Err(wrong(format!("{} to be on top of its pile", quoted(words[3]))));
            }
            if pile(words[4])? != to {
                return Err(wrong(format!("{} to lie in {}", quoted(words[3]), namer.pile(to))));
            }
            Some(cards(words, to)?)
        }
        "move-to-tableau" => {
            let to = pile(words[3])?;
            if !walk.columns[to].is_empty() {
                return Err(wrong(format!("{} to be empty", quoted(words[3]))));
            }
            Some(cards(words, to)?)
        }
        "start-dealing" => Some(Move::DealRow),
        "start-collecting-deck" => {
            let (from, count) = find(words[1])?;
            if count != 1 {
                return Err(wrong(format!("{} to be on top of its pile", quoted(words[1]))));
            }
            Some(Move::Collect { column: from as u16 })
        }
        _ => None,
    })
}
