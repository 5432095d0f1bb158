//! The independent checker: of boards, and of arguments that there is no board.
//!
//! It depends on tiles, boards and questions, and not on searches, formulas or solvers. Only this
//! module makes a [`Verified`], and only `Verified` values are printed as answers.

mod argument;
mod board;

pub(super) use argument::kinds_of_cells;
pub use argument::{Argument, ArgumentFault, check_argument};
pub use board::{BoardFault, Facts, check_answer, check_board, check_tiles};

/// A result that the checker has accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified<T>(T);

impl<T> Verified<T> {
    /// Returns the accepted value.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> std::ops::Deref for Verified<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
