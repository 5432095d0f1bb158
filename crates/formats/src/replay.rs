//! The replay text of Freecell Solver (`-p -t -sam`): moves between boards.
//!
//! Source: what Freecell Solver 5.0.0 prints, and what the Perl module
//! `Games::Solitaire::Verify` 0.22 accepts: a line `-=-=-`, then boards and moves in turn,
//! each set off by `====`, and a verdict. Places are counted from 0 there.
//!
//! Reading takes the moves and passes over the boards; our own verifier makes them again.
//! Writing reproduces the original's text byte for byte, up to its closing statistics. In
//! games where complete runs leave by themselves the text gives that a move of its own.

use super::fcsolve::{Line, check_expressible, classify, foundations_text};
use super::replayer::Replayer;
use patsat_base::{FormatError, quoted};
use patsat_game::cards::{Card, Deal};
use patsat_game::rules::{Home, Move, Place, Rules};
use patsat_game::state::{Instance, Plan};

const HEADER: &str = "-=-=-=-=-=-=-=-=-=-=-=-";
const RULER: &str = "====================";
const SOLVED: &str = "This game is solveable.";

/// The kind of a line of Freecell Solver's output, apart from boards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Talk {
    /// Moves, to be read.
    Moves,
    /// Nothing of interest.
    Skip,
    /// The verdict that there is no plan.
    NoPlan,
}

/// Classifies a line as moves or as a remark of the program.
pub(super) fn talk(line: &str) -> Talk {
    let text = line.trim();
    let skipped = ["#", "-=-=", "====", SOLVED, "Total number of states checked is", "This scan generated"];
    if text.is_empty() || skipped.iter().any(|start| text.starts_with(start)) {
        Talk::Skip
    } else if ["I could not solve", "Iterations count exceeded"].iter().any(|start| text.starts_with(start)) {
        Talk::NoPlan
    } else {
        Talk::Moves
    }
}

/// Reads the moves. The program prints every one of them, those home too, so there is one reading.
pub(super) fn read(text: &str, instance: &Instance) -> Result<Plan, FormatError> {
    let replayer = &mut Replayer::new(instance);
    for (number, line) in (1..).zip(text.lines()) {
        match talk(line) {
            Talk::Skip => continue,
            Talk::NoPlan => {
                return Err(FormatError::unexpected(quoted(line.trim()), "the moves of a plan").at(number));
            }
            Talk::Moves => {}
        }
        if line.trim_start().starts_with("Move ") {
            read_move(line, replayer).ok_or_else(|| {
                let expected = "a move such as 'Move a card from stack 3 to freecell 0'";
                FormatError::unexpected(quoted(line), expected).at(number)
            })?;
        } else if !is_board(line) {
            return Err(FormatError::unexpected(quoted(line), "a board or a line 'Move ...'").at(number));
        }
    }
    Ok(replayer.plan())
}

pub(super) fn is_board(line: &str) -> bool {
    match classify(line) {
        Line::Nothing | Line::Foundations(_) | Line::Freecells(_) => true,
        Line::Column(_) => line.trim_start().starts_with(':'),
    }
}

fn read_move(line: &str, replayer: &mut Replayer) -> Option<()> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u16>().ok())?;
    let place = |kind: &str, text: &str| match kind {
        "stack" => number(text).map(Place::Column),
        "freecell" => number(text).map(Place::Cell),
        _ => None,
    };
    match words.as_slice() {
        ["Move", "a", "card", "from", kind, n, "to", "the", "foundations"] => {
            let from = place(kind, n)?;
            replayer.push(Move::one(from, replayer.home(from)));
        }
        ["Move", "a", "card", "from", kind, n, "to", target, m] => {
            let (from, to) = (place(kind, n)?, place(target, m)?);
            replayer.push(Move::one(from, to));
        }
        ["Move", count, "cards", "from", "stack", n, "to", "stack", m] => {
            let (from, to, count) = (number(n)?, number(m)?, number(count)?);
            replayer.push_runs(from, to, count.into());
        }
        ["Move", "the", "sequence", "on", "top", "of", "Stack", n, "to", "the", "foundations"] => {
            let from = Place::Column(number(n)?);
            if !replayer.mention_run() {
                replayer.push(Move::one(from, replayer.home(from)));
            }
        }
        _ => return None,
    }
    Some(())
}

/// Writes a plan as Freecell Solver would, with every board.
pub(super) fn write(instance: &Instance, plan: &Plan) -> Result<String, FormatError> {
    let rules = &*instance.rules;
    check_expressible(rules, &instance.deal)?;
    let mut table = instance.table();
    let mut text = format!("{HEADER}\n\n{}\n\n{RULER}\n\n", board(rules, table.deal()));
    for (step, &action) in plan.moves.iter().enumerate() {
        let before = table.deal().clone();
        if let Err(illegal) = table.apply(action) {
            let found = format!("move {} ({action}), which is illegal ({illegal})", step + 1);
            return Err(FormatError::unexpected(found, "a legal plan to write down"));
        }
        let mut show = |sentence: String, deal: &Deal| {
            text += &format!("{sentence}\n\n{}\n\n{RULER}\n\n", board(rules, deal));
        };
        let sentence = sentence(action)?;
        match run_that_left(rules, action, before, table.deal()) {
            Some((column, complete)) => {
                show(sentence, &complete);
                show(format!("Move the sequence on top of Stack {column} to the foundations"), table.deal());
            }
            None => show(sentence, table.deal()),
        }
    }
    if table.is_won() {
        text += SOLVED;
        text.push('\n');
    }
    Ok(text)
}

fn sentence(action: Move) -> Result<String, FormatError> {
    let name = |place: Place| match place {
        Place::Column(n) => Some(format!("stack {n}")),
        Place::Cell(n) => Some(format!("freecell {n}")),
        Place::Foundation(_) => Some("the foundations".to_owned()),
        Place::Reserve(_) | Place::Waste | Place::Stock | Place::Hole => None,
    };
    let text = match action {
        Move::Cards { from: Place::Column(n), to: Place::Column(m), count } => {
            Some(format!("Move {count} cards from stack {n} to stack {m}"))
        }
        // Freecell Solver plays no game in which cards come back.
        Move::Cards { from: Place::Foundation(_), .. } => None,
        Move::Cards { from, to, .. } => {
            name(from).zip(name(to)).map(|(from, to)| format!("Move a card from {from} to {to}"))
        }
        Move::Draw | Move::Redeal | Move::DealRow | Move::Collect { .. } => None,
    };
    text.ok_or_else(|| FormatError::unexpected(action, "a move between columns, cells and foundations"))
}

/// Where a move completed a run that left at once: the column, and the position before it left.
fn run_that_left(rules: &Rules, action: Move, before: Deal, after: &Deal) -> Option<(u16, Deal)> {
    let Move::Cards { from: Place::Column(n), to: Place::Column(m), count } = action else { return None };
    if rules.home != Home::Runs || before.foundations == after.foundations {
        return None;
    }
    let mut complete = before;
    let source = &mut complete.columns[usize::from(n)].cards;
    let moved = source.split_off(source.len() - count as usize);
    complete.columns[usize::from(m)].cards.extend(moved);
    Some((m, complete))
}

/// A board as the original prints it, blanks at line ends included.
fn board(rules: &Rules, deal: &Deal) -> String {
    let cell = |cell: &Option<Card>| format!("  {:2}", cell.map_or(String::new(), |card| card.to_string()));
    let column = |cards: &[Card]| format!(": {}\n", itertools::join(cards, " "));
    let cells: String = deal.cells.iter().map(cell).collect();
    let columns: String = deal.columns.iter().map(|pile| column(&pile.cards)).collect();
    format!("Foundations: {} \nFreecells:{cells}\n{columns}", foundations_text(rules, deal))
}
