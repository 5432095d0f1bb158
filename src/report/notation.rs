//! Standard notation of a plan, ten moves a line.

use crate::rules::{Move, Place};
use crate::state::Plan;
use crate::verify::Verified;

/// The plan in standard notation, ten moves a line; `None` for a game that has none.
///
/// Two characters a move: columns `1`..`9`, cells `a`..`f` and `k` on, `h` home.
#[must_use]
pub fn standard(plan: &Verified<Plan>) -> Option<String> {
    let tokens: Option<Vec<String>> = plan.moves.iter().map(|&action| token(action)).collect();
    Some(tokens?.chunks(10).map(|line| line.join(" ") + "\n").collect())
}

fn token(action: Move) -> Option<String> {
    let Move::Cards { from, to, .. } = action else { return None };
    Some([place(from)?, place(to)?].iter().collect())
}

fn place(place: Place) -> Option<char> {
    match place {
        Place::Column(n @ 0..9) => char::from_digit(u32::from(n) + 1, 10),
        Place::Column(9) => Some('0'),
        Place::Cell(n @ 0..7) => Some((b'a' + n as u8) as char),
        Place::Cell(n @ 7..23) => Some((b'k' + (n - 7) as u8) as char),
        Place::Foundation(_) => Some('h'),
        _ => None,
    }
}
