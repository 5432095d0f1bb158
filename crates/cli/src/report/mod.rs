//! What a person or a program reads: verdicts, boards, plans, surveys as text.
//!
//! What a page says too stands in [`patsat_report`], and is named here again.
//!
//! Plans come in as [`patsat_game::verify::Verified`] only. Nothing here writes to a stream;
//! every function returns text, so that the same answer gives the same bytes.

pub mod certify;
pub mod class;
pub mod cubes;
pub mod estimate;
pub mod jsonl;
pub mod rate;
pub mod solver_lines;
pub mod two_players;
pub mod variants;

pub use patsat_report::{all_of, hint, human, notation, one_of, replay, sentences, why};

use patsat_console::envelope;
use patsat_console::exit::Exit;
use patsat_game::state::Instance;
use serde_json::Value;

/// The JSON lines of a command that says nothing on the way.
#[must_use]
pub fn lines(command: &str, instance: &Instance, result: &Value, exit: Exit) -> String {
    envelope::lines(command, instance.id.as_ref().map(ToString::to_string).as_deref(), result, exit)
}
