//! Options of back-ends.

/// The options of a back-end at its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BackendOptions {
    /// For solvers that take one; the same seed gives the same run.
    pub seed: u64,
}
