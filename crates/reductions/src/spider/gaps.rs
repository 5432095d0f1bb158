//! Formulas as Spider deals whose best reachable result is either high or low.
//!
//! Unless P = NP, no polynomial algorithm approximates the number of runs that can be taken off within
//! any factor, and none decides whether one can be. The same holds for approximating the longest run
//! within any factor (Laubersheimer 2024, section 4.5). The deals are those of the [module's
//! head](super), with more cards below the two piles.
//!
//! **Runs.** If the formula is satisfiable, all runs leave; else none: a run needs `N - 1` on `N`, and both
//! `N - 1` lie below the locks, which by the claims (1) to (4) do not all leave.
//!
//! **One run of many** ([`one_run`]). With `d` copies of each card the other `d - 2` lie as complete runs
//! deepest in the large pile. As with the runs of other suits, a card of theirs is open only when
//! all above has gone, and then they leave at once: `d` runs can be taken off or none.
//!
//! **The longest run** ([`long_run`]). `M` ranks are added above the end card: one of each by *rising* rank
//! deepest in the large pile, the other one in the rest pile. If the formula is satisfiable, the
//! game is played as before, except that the two runs `N .. 1` do not leave. They lie on the columns
//! of the end cards, the two piles are down to the added cards and all else is empty. The added
//! cards of a pile go one by one into an empty column, where they fall; a run `N .. 1` goes onto
//! them and all `N + M` ranks leave; the same again. Else the added cards, and `N - 1`, never move,
//! and no run is longer than `N - 1`. With `M` from [`padding`] the two lie apart by any given factor. ∎

use super::super::{BuiltGame, Cnf, ReduceError};
use super::shape::{Construction, check};
use super::{Ranks, build_shape};

/// Returns the deal with `copies` copies of each card.
///
/// # Errors
/// As [`super::build`]; also with fewer than two copies.
pub fn one_run(formula: &Cnf, copies: u16) -> Result<BuiltGame, ReduceError> {
    build_shape(formula, Construction { decks: copies, ..Construction::default() })
}

/// Returns the deal with `padding` more ranks above the end card.
///
/// # Errors
/// As [`super::build`].
pub fn long_run(formula: &Cnf, padding: u32) -> Result<BuiltGame, ReduceError> {
    build_shape(formula, Construction { padding, ..Construction::default() })
}

/// Returns the number of ranks to add so that a run of `part / whole` of all ranks is longer than any run
/// in the game of an unsatisfiable formula.
///
/// # Errors
/// As [`super::build`]; also if `part` is 0.
pub fn padding(formula: &Cnf, part: u32, whole: u32) -> Result<u32, ReduceError> {
    check(formula, Construction::default())?;
    if part == 0 {
        return Err(ReduceError::Option("a factor of 0: expected a positive one".into()));
    }
    let ranks = u64::from(Ranks::new(formula, Construction::default()).end);
    let needed = (ranks * u64::from(whole)).div_ceil(part.into());
    u32::try_from(needed).map_err(|_| ReduceError::TooLarge { what: "ranks", needed, most: u32::MAX.into() })
}
