//! Sentences that answers about proofs and about sets share.

use patsat_base::number;
use patsat_console::exit::Exit;

/// A proof or a set is not what it should be.
pub(super) fn not_valid(fault: &impl std::fmt::Display) -> (Exit, String) {
    (Exit::No, format!("not valid: {fault}\n"))
}

/// A limit ended the check: the file is neither valid nor not.
pub(super) fn undecided(fault: &impl std::fmt::Display) -> (Exit, String) {
    (Exit::Undecided, format!("undecided: {fault}, expected a larger --memory-limit\n"))
}

/// The size of a checked refutation, in words.
pub(super) fn refuted(clauses: u64, derived: u64) -> String {
    format!("refuted: {} clauses, {} proof steps", number(clauses), number(derived))
}
