//! The independent checker: of boards, and of arguments that there is no board.
//!
//! It knows tiles, boards and questions, and nothing of searches, formulas or solvers. Only here
//! can a [`Checked`] be made, and only what is `Checked` is printed as an answer.

mod argument;
mod board;

pub(super) use argument::kinds_of_cells;
pub use argument::{Argument, ArgumentFault, check_argument};
pub use board::{BoardFault, Facts, check_answer, check_board, check_tiles};

/// Something that the checker has accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked<T>(T);

impl<T> Checked<T> {
    /// What was accepted.
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
