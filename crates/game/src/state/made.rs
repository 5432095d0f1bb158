//! What a deal was made from, kept with the instance.

/// A deal that was made to stand for something, such as a formula.
///
/// The rules do not depend on it. A file keeps it, so that a person can read the deal and a
/// reduction can turn plans for the deal back into assignments of its formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// What each column stands for, from the left.
    pub labels: Vec<String>,
    /// From what and how it was made, as the file has it.
    pub reduction: serde_json::Value,
}
