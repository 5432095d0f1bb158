//! Plays the moves of a text, and finds the numbers of cards that it leaves open.
//!
//! A move between columns without a number may stand for several numbers of cards. The usual one is tried first, then
//! the others, depth first, until the plan wins. After [`MOST_MOVES`] played moves the first legal reading is taken, and
//! the verifier judges it. So the limit can refuse a plan, but never accept a wrong one.

use super::words::{Target, Token};
use crate::replayer::Replayer;
use patsat_game::rules::{Group, Home, Move, Place};
use patsat_game::state::Table;

/// Plays the moves. Where the number of cards of a move is open, the usual number is tried first, and others
/// where that does not win: the first that wins is taken, else the first that is legal, else the usual one.
pub(super) fn play(tokens: &[Token], start: Replayer) -> Replayer {
    let mut open: Vec<OpenMove> = Vec::new();
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
                open.push(OpenMove { next: at, before: replayer.clone(), from, to, others });
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
struct OpenMove {
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

/// Reads `f` as the sixth cell if the game has six cells, else as the foundation.
fn or_foundation(to: Target, table: &Table) -> Target {
    const F: u16 = 5;
    let is_f = to == Target::Place(Place::Cell(F));
    if is_f && table.cells().len() <= usize::from(F) && table.rules().home == Home::Foundations {
        Target::Home
    } else {
        to
    }
}
