//! What a deal was made from, kept with the instance.

/// What a deal stands for, such as a formula, and how it was made.
///
/// The rules do not depend on it. A file keeps it, so that a person can read the deal and a
/// reduction can turn plans for the deal back into assignments of its formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// What each column stands for, from the left.
    pub labels: Vec<String>,
    /// From what and how it was made, as the file has it.
    pub reduction: serde_json::Value,
}
