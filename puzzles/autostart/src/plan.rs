//! What a plan is: moves by column, counted from 0 inside and from 1 in text.

use std::fmt;

/// The places to which a card that cannot go home may go, once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum IntermediatePlace {
    /// Nowhere.
    None,
    /// Onto a top card of its suit one rank higher.
    #[default]
    Suit,
    /// There, or to an empty column.
    SuitOrEmpty,
}

/// One move of the top card of a column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// To a foundation of its suit.
    Found {
        /// The column, from 0.
        column: usize,
    },
    /// To another column: the card's one intermediate move.
    Place {
        /// The column it leaves, from 0.
        from: usize,
        /// The column it goes to, from 0.
        to: usize,
    },
}

/// Moves in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Plan(pub Vec<Step>);

impl Plan {
    /// How many of its moves go home.
    #[must_use]
    pub fn founded(&self) -> usize {
        self.0.iter().filter(|step| matches!(step, Step::Found { .. })).count()
    }
}

/// As in the standard notation of FreeCell: `3h` home from column 3, `37` from 3 to 7, columns
/// from 10 on in brackets.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = |f: &mut fmt::Formatter<'_>, column: usize| match column + 1 {
            one @ 1..=9 => write!(f, "{one}"),
            more => write!(f, "({more})"),
        };
        match *self {
            Step::Found { column: from } => {
                column(f, from)?;
                f.write_str("h")
            }
            Step::Place { from, to } => {
                column(f, from)?;
                column(f, to)
            }
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        itertools::join(&self.0, " ").fmt(f)
    }
}
