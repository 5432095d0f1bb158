//! Campaigns run: each run in a process of its own, its account the operating system's.
//!
//! [`process`] starts a command under limits and reads its account, [`prepare`] writes what it is
//! given before the clock starts, [`answer`] reads what it says and checks it apart, [`run()`] goes
//! through the matrix, [`machine`] says where.

pub mod answer;
pub mod machine;
mod own_output;
pub mod prepare;
pub mod process;
pub mod run;

pub use run::{Bench, Failure, run};

use patsat_game::state::Instance;

/// Reads an instance from its text and the arguments that refine it.
pub type Load<'a> = &'a (dyn Fn(&str, &[String]) -> Result<Instance, String> + Sync);
