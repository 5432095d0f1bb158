//! Options of back-ends.

/// What a back-end may be told when it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BackendOptions {
    /// For solvers that take one; the same seed gives the same run.
    pub seed: u64,
}
