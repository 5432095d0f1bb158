//! Why no certificate was made.

use crate::Limit;

/// Why no certificate was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CertifyError {
    /// The game can be won.
    #[error("the game can be won: there is no closed set without a win")]
    Winnable,
    /// There is a cheaper plan.
    #[error("there is a shorter plan than that")]
    Shorter,
    /// The bound that is trusted is not for this game.
    #[error("no bound is known for this game whose certificate could be checked")]
    Game,
    /// A sweep is not for this game.
    #[error("swept sets are for games whose cards go home one by one")]
    NotSwept,
    /// Tracked cards are not for this game.
    #[error("tracked cards are for games of Klondike's kind")]
    NotTracked,
    /// The height game is for another kind of game, is won, or has too many positions.
    #[error("the height game does not show that this game is lost")]
    NoHeights,
    /// A limit was reached.
    #[error("{0} before the set was closed")]
    Limit(Limit),
    /// The file could not be put together.
    #[error("the certificate could not be written to memory")]
    Write,
}

impl From<std::io::Error> for CertifyError {
    fn from(_: std::io::Error) -> Self {
        CertifyError::Write
    }
}
