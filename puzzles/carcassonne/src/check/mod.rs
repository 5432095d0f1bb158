//! The independent checker: of boards, and of arguments that there is no board.
//!
//! It depends on tiles, boards and questions, and not on searches, formulas or solvers. Only this
//! module makes a [`Checked`], and only `Checked` values are printed as answers.

mod argument;
mod board;

pub(super) use argument::kinds_of_cells;
pub use argument::{Argument, ArgumentFault, check_argument};
pub use board::{BoardFault, Facts, check_answer, check_board, check_tiles};

/// Something that the checker has accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked<T>(T);

impl<T> Checked<T> {
    /// Returns the accepted value.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> std::ops::Deref for Checked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
