//! Standard FreeCell notation: two characters a move, ten moves a line.
//!
//! Source: the USAGE of Freecell Solver 5.0.0 (`-sn`, and `-snx` with `vN`) and what it
//! prints. A move names its start and its target: columns `1` to `9`, cells `a` to `g` and on
//! from `k` (h, i and j are left out), `h` for home. `3h 5a 27 b4` and so on.
//!
//! Between columns as many cards move as may. Only onto an empty column is that open to
//! doubt: by the common reading as many as possible move, in `-snx` an unmarked move there is
//! of one card. `vN`, N in hexadecimal, gives the number. We write it for every move that the
//! two readings do not share, and where `-snx` would not, so that our text has one reading. A
//! text of unknown origin is read the common way, and the other way if only that is a legal
//! plan.
//!
//! Column 10 is `10`, as Freecell Solver writes it (`10b`, `210`); we write `(10)`.
//!
//! Our extensions, for games the notation was not made for: a place may be given in
//! parentheses, `(12)` column 12, `(a30)` cell 30, `(r3)` place 3 of the reserve, `(h2)`
//! foundation 2 where more than one would take the card; `W` is the waste and `S` the stock as
//! a start; `D` alone draws a card, `T` turns the waste back, `R` deals a row. `#` begins a
//! comment line.
//!
//! `f` is the foundation in games of fewer than six cells, as other programs write it (also `F`, `foundation`).
//!
//! Read are also moves with numbers (`1. 4a`), commas or arrows (`4->a`), comments after them, and
//! the sentences that `solve -v` prints ([`told`]).

use super::readings::{self, PlanText};
use super::replay::{Talk, is_board, talk};
use super::replayer::Replayer;
use super::told;
use patsat_game::rules::{Group, Home, Move, Place};
use patsat_game::state::{Instance, Plan, Table};
use patsat_text::FormatError;
use patsat_text::quoted;
use std::borrow::Cow;

/// A move as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Cards { from: Place, to: Target, count: Option<u32> },
    Other(Move),
}

/// A target as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Home,
    Place(Place),
}

/// How the verdict of a report begins that has a plan.
pub(super) const SOLVED: &str = "Solved";

const WHAT_A_MOVE_IS: &str = "a move such as 23, 5a, b4, 3h, 12v3 or D";

/// Reads a plan.
pub(super) fn read(text: &str, instance: &Instance) -> Result<PlanText, FormatError> {
    let mut tokens = Vec::new();
    let between_boards = text.lines().any(|line| move_between_boards(line).is_some());
    for (number, line) in (1..).zip(without_report(text).lines()) {
        let line = match move_between_boards(line) {
            Some(action) => action,
            None if between_boards && is_board(line) => continue,
            None => line,
        };
        match talk(line) {
            Talk::Moves => {}
            Talk::Skip => continue,
            Talk::NoPlan => {
                return Err(FormatError::unexpected(quoted(line.trim()), "the moves of a plan").at(number));
            }
        }
        let moves = moves_of(line).map_err(|(place, word)| {
            let found = format!("{} as move {}", quoted(word), tokens.len() + place + 1);
            FormatError::unexpected(found, WHAT_A_MOVE_IS).at(number)
        })?;
        tokens.extend(moves);
    }
    readings::best(instance, |replayer| -> Result<(), FormatError> {
        *replayer = play(&tokens, replayer.clone());
        Ok(())
    })
}

/// The move of a line `Move: 53`, as Freecell Solver prints them between boards (`-p -t -sn`).
fn move_between_boards(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("Move:")
}

/// The moves of a line: a sentence, or words that may be numbered, with commas between them and a
/// comment after them; else the first word that is none, and how many moves stand before it.
pub(super) fn moves_of(line: &str) -> Result<Vec<Token>, (usize, &str)> {
    let cut = ["#", "//"].iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len());
    let line = line[..cut].trim();
    if let Some(token) = told::parse(unnumbered(line).trim()) {
        return Ok(vec![token]);
    }
    let mut found = Vec::new();
    for word in line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')) {
        let bare = unnumbered(word);
        if !bare.is_empty() {
            found.push(parse(bare).or_else(|| parse_with_arrow(bare)).ok_or((found.len(), word))?);
        }
    }
    Ok(found)
}

/// The text without a number and a full stop, bracket or colon before it.
fn unnumbered(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['.', ')', ':']) {
        Some(after) if rest.len() < text.len() => after,
        _ => text,
    }
}

/// A move with something between its places: `4-a`, `4->a`.
fn parse_with_arrow(word: &str) -> Option<Token> {
    let bare = word.replace("->", "").replace(['-', '>', '\u{2192}'], "");
    if bare.len() < word.len() { parse(&bare) } else { None }
}

/// The plan in a report that `solve` printed: what stands above it becomes empty lines, so that
/// lines keep their numbers, and the same plan once more in sentences is left out. Any other text
/// stays as it is.
fn without_report(text: &str) -> Cow<'_, str> {
    let lines: Vec<&str> = text.lines().collect();
    let Some(verdict) = lines.iter().position(|line| line.starts_with(SOLVED)) else {
        return text.into();
    };
    let Some(blank) = lines[verdict..].iter().position(|line| line.trim().is_empty()) else {
        return text.into();
    };
    let above = verdict + blank;
    let plan = lines[above..].iter().skip_while(|line| line.trim().is_empty());
    let length = plan.take_while(|line| !line.trim().is_empty()).count();
    let blank = lines[above..].iter().take_while(|line| line.trim().is_empty()).count();
    ("\n".repeat(above) + &lines[above..above + blank + length].join("\n")).into()
}

/// Plays the moves. Where the number of cards of a move is open, the usual number is tried first, and others
/// where that does not win: the first that wins is taken, else the first that is legal, else the usual one.
fn play(tokens: &[Token], start: Replayer) -> Replayer {
    let mut open: Vec<Open> = Vec::new();
    let (mut first, mut first_legal): (Option<Replayer>, Option<Replayer>) = (None, None);
    let (mut replayer, mut at) = (start.clone(), 0);
    let mut left = MOST_MOVES.max(tokens.len());
    loop {
        while let Some(&token) = tokens.get(at).filter(|_| left > 0 && (replayer.legal() || first.is_none()))
        {
            (left, at) = (left - 1, at + 1);
            let Some((from, to, counts)) = step(&mut replayer, token) else { continue };
            let count = counts.first().copied().unwrap_or(1);
            if counts.len() > 1 {
                let others = counts[1..].to_vec();
                open.push(Open { next: at, before: replayer.clone(), from, to, others });
            }
            replayer.push_cards(from, to, count);
        }
        let ended = at == tokens.len();
        if ended && replayer.wins_at_end() {
            return replayer;
        }
        if ended && replayer.legal() && first_legal.is_none() {
            first_legal = Some(replayer.clone());
        }
        first.get_or_insert(replayer);
        let Some(last) = open.last_mut().filter(|_| left > 0) else { break };
        (replayer, at) = (last.before.clone(), last.next);
        replayer.push_cards(last.from, last.to, last.others.remove(0));
        if last.others.is_empty() {
            open.pop();
        }
    }
    first_legal.or(first).unwrap_or(start)
}

/// The most moves that are played to find out how many cards moves without a number stand for.
const MOST_MOVES: usize = 20_000;

/// A move between columns that may be of several numbers of cards.
struct Open {
    /// The move after it.
    next: usize,
    /// The position before it.
    before: Replayer,
    from: Place,
    to: Place,
    /// The numbers that were not tried.
    others: Vec<u32>,
}

/// Plays a move, but for one between columns without a number: that is returned with the numbers that it may
/// stand for.
fn step(replayer: &mut Replayer, token: Token) -> Option<(Place, Place, Vec<u32>)> {
    let home = replayer.table().rules().home;
    if let (Token::Cards { to: Target::Home, .. }, Home::Runs) = (token, home)
        && replayer.mention_run()
    {
        return None;
    }
    replayer.begin();
    let (from, to, count) = match token {
        Token::Other(action) => {
            replayer.push(action);
            return None;
        }
        Token::Cards { from, to, count } => (from, to, count),
    };
    let to = or_foundation(to, replayer.table());
    if let (Place::Column(column), Target::Home, Home::RunsByMove) = (from, to, home) {
        replayer.push(Move::Collect { column });
        return None;
    }
    let to = match to {
        Target::Home => replayer.home(from),
        Target::Place(place) => place,
    };
    match (count, from, to) {
        (Some(count), ..) => replayer.push_cards(from, to, count),
        (None, Place::Column(_), Place::Column(_)) => {
            return Some((from, to, unmarked_counts(replayer, from, to)));
        }
        _ => replayer.push(Move::Cards { from, to, count: 1 }),
    }
    None
}

/// How many cards a move between columns without a number may stand for, the usual number first: as many as may
/// go, and where the rules move single cards, one if it may go.
fn unmarked_counts(replayer: &Replayer, from: Place, to: Place) -> Vec<u32> {
    let group = replayer.table().rules().group;
    let mut counts = replayer.counts(from, to);
    let empty = replayer.is_empty_column(to);
    let through = match group {
        Group::Single | Group::SuitRun if counts.is_empty() || empty => replayer.counts_through(from, to),
        _ => Vec::new(),
    };
    if !empty {
        // Of several numbers that fit only the largest is ever meant.
        return counts.last().or(through.last()).copied().into_iter().collect();
    }
    // `-snx` of Freecell Solver means one card where it gives no number.
    let usual = if group == Group::Single { counts.first() } else { counts.last() };
    let first: Vec<u32> = usual.into_iter().chain(counts.first()).copied().collect();
    counts.reverse();
    let all = first.into_iter().chain(through.into_iter().rev()).chain(counts);
    let mut found: Vec<u32> = Vec::new();
    for count in all {
        if !found.contains(&count) {
            found.push(count);
        }
    }
    found
}

/// `f` is a cell only where there are so many; else it is the foundation.
fn or_foundation(to: Target, table: &Table) -> Target {
    const F: u16 = 5;
    let is_f = to == Target::Place(Place::Cell(F));
    if is_f && table.cells().len() <= usize::from(F) && table.rules().home == Home::Foundations {
        Target::Home
    } else {
        to
    }
}

/// Writes a plan, ten moves a line.
pub(super) fn write(instance: &Instance, plan: &Plan) -> Result<String, FormatError> {
    let mut replayer = Replayer::new(instance);
    let mut words = Vec::with_capacity(plan.moves.len());
    for (step, &action) in plan.moves.iter().enumerate() {
        words.push(word(&replayer, action));
        if let Err(illegal) = replayer.table().check(action) {
            let found = format!("move {} ({action}), which is illegal ({illegal})", step + 1);
            return Err(FormatError::unexpected(found, "a legal plan to write down"));
        }
        replayer.push(action);
    }
    if words.is_empty() {
        return Ok("# no move is needed\n".to_owned());
    }
    Ok(words.chunks(10).map(|line| line.join(" ") + "\n").collect())
}

fn word(replayer: &Replayer, action: Move) -> String {
    let (from, to, count) = match action {
        Move::Draw => return "D".to_owned(),
        Move::Redeal => return "T".to_owned(),
        Move::DealRow => return "R".to_owned(),
        Move::Collect { column } => return place_name(Place::Column(column)) + "h",
        Move::Cards { from, to, count } => (from, to, count),
    };
    let target = if replayer.home(from) == to { "h".to_owned() } else { place_name(to) };
    let mut word = place_name(from) + &target;
    if let (Place::Column(_), Place::Column(_)) = (from, to) {
        let counts = replayer.counts(from, to);
        let plain = counts.len() == 1 || (!replayer.is_empty_column(to) && counts.last() == Some(&count));
        if !plain {
            word += &format!("v{count:x}");
        }
    }
    word
}

/// The name of a place, as in the module's text.
pub(super) fn place_name(place: Place) -> String {
    match place {
        Place::Column(n @ 0..9) => char::from(b'1' + n as u8).to_string(),
        Place::Column(n) => format!("({})", u32::from(n) + 1),
        Place::Cell(n @ 0..7) => char::from(b'a' + n as u8).to_string(),
        Place::Cell(n @ 7..23) => char::from(b'k' + (n - 7) as u8).to_string(),
        Place::Cell(n) => format!("(a{})", u32::from(n) + 1),
        Place::Reserve(n) => format!("(r{})", u32::from(n) + 1),
        Place::Foundation(n) => format!("(h{})", u32::from(n) + 1),
        Place::Waste => "W".to_owned(),
        Place::Stock => "S".to_owned(),
    }
}

/// A move as written, or nothing if the text is none.
pub(super) fn parse(word: &str) -> Option<Token> {
    match word {
        "D" => return Some(Token::Other(Move::Draw)),
        "T" => return Some(Token::Other(Move::Redeal)),
        "R" => return Some(Token::Other(Move::DealRow)),
        // Freecell Solver counts columns from 0 where it mentions that a run has left by itself; there the column
        // does not matter, and no other move comes from it.
        "0h" => {
            let from = Place::Column(u16::MAX);
            return Some(Token::Cards { from, to: Target::Home, count: None });
        }
        _ => {}
    }
    let (from, rest) = target(word)?;
    let (to, rest) = target(rest)?;
    let Target::Place(from) = from else { return None };
    let count = match rest.strip_prefix('v') {
        None if rest.is_empty() => None,
        None => return None,
        Some(hex) if hex.bytes().all(|b| b.is_ascii_hexdigit()) => Some(u32::from_str_radix(hex, 16).ok()?),
        Some(_) => return None,
    };
    (!matches!(from, Place::Foundation(_))).then_some(Token::Cards { from, to, count })
}

/// The place that a text begins with, and what follows.
fn target(text: &str) -> Option<(Target, &str)> {
    if let Some(rest) = text.strip_prefix('(') {
        let (inside, rest) = rest.split_once(')')?;
        let (kind, digits) =
            inside.split_at_checked(usize::from(!inside.starts_with(|c: char| c.is_ascii_digit())))?;
        let number = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<u16>().ok())??;
        let index = number.checked_sub(1)?;
        let place = match kind {
            "" => Place::Column(index),
            "a" => Place::Cell(index),
            "r" => Place::Reserve(index),
            "h" => Place::Foundation(index),
            _ => return None,
        };
        return Some((Target::Place(place), rest));
    }
    let named = ["foundations", "foundation", "home"].into_iter().find_map(|name| {
        text.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name)).map(|_| &text[name.len()..])
    });
    if let Some(rest) = named {
        return Some((Target::Home, rest));
    }
    // No place is called 0, so this is the tenth column, as Freecell Solver writes it.
    if let Some(rest) = text.strip_prefix("10") {
        return Some((Target::Place(Place::Column(9)), rest));
    }
    let first = *text.as_bytes().first()?;
    let place = match first {
        b'1'..=b'9' => Place::Column(u16::from(first - b'1')),
        b'a'..=b'g' | b'A'..=b'G' => Place::Cell(u16::from(first.to_ascii_lowercase() - b'a')),
        b'k'..=b'z' => Place::Cell(u16::from(first - b'k') + 7),
        b'W' => Place::Waste,
        b'S' => Place::Stock,
        b'h' | b'H' => return Some((Target::Home, &text[1..])),
        _ => return None,
    };
    Some((Target::Place(place), &text[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_reads_back() {
        let mut places = vec![Place::Waste, Place::Stock];
        for n in [0, 1, 6, 7, 8, 9, 21, 22, 23, 24, 99, u16::MAX - 1] {
            places.extend([Place::Column(n), Place::Cell(n), Place::Reserve(n)]);
        }
        for &from in &places {
            for &to in &places {
                let text = place_name(from) + &place_name(to);
                let expected = Token::Cards { from, to: Target::Place(to), count: None };
                assert_eq!(parse(&text), Some(expected), "{text}");
            }
        }
        let names: String = (0..23).map(|n| place_name(Place::Cell(n))).collect();
        assert_eq!(names, "abcdefgklmnopqrstuvwxyz");
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for word in [
            "",
            "1",
            "h",
            "hh",
            "h1",
            "10",
            "1i",
            "1j",
            "123",
            "12v",
            "12vg",
            "12v+3",
            "12v100000000",
            "(0)1",
        ] {
            assert_eq!(parse(word), None, "{word}");
        }
        for word in
            ["(1", "()1", "(x3)1", "(99999)1", "(+1)2", "(h1)2", "é1", "1é", "(é)1", "(é1)1", "d", "1W2"]
        {
            assert_eq!(parse(word), None, "{word}");
        }
    }
}
