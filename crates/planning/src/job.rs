//! The input of every engine: a game, limits, and whether a certificate is requested.

use patsat_base::Limits;
use patsat_game::state::Instance;
use patsat_lowering::lower::{self, LowerError, LoweredGame};
use std::sync::OnceLock;

/// A game, compiled to a task on first use.
#[derive(Clone, Debug)]
pub struct LazyTask<'a> {
    instance: &'a Instance,
    lowered: OnceLock<Result<LoweredGame, LowerError>>,
}

impl<'a> LazyTask<'a> {
    /// Returns a game that is not compiled yet.
    #[must_use]
    pub fn new(instance: &'a Instance) -> LazyTask<'a> {
        LazyTask { instance, lowered: OnceLock::new() }
    }

    /// Rules and position.
    #[must_use]
    pub fn instance(&self) -> &'a Instance {
        self.instance
    }

    /// Returns the task, and the map from it to the game.
    ///
    /// # Errors
    /// If the game is no task.
    pub fn lowered(&self) -> Result<&LoweredGame, LowerError> {
        self.lowered.get_or_init(|| lower::lower(self.instance)).as_ref().map_err(Clone::clone)
    }
}

/// A game to be solved, without the method.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job<'a> {
    /// The game.
    pub(crate) game: &'a LazyTask<'a>,
    /// The limits.
    pub(crate) limits: Limits,
    /// Whether a verdict without a plan gets a certificate.
    pub(crate) certify: bool,
}

impl<'a> Job<'a> {
    /// Rules and position.
    pub(crate) fn instance(&self) -> &'a Instance {
        self.game.instance()
    }
}
