//! The `patsat` program: arguments in, exit code out. Everything else is in [`patsat_cli`].

use patsat_cli::Build;
use patsat_cli::memory::LastWord;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: LastWord = LastWord;

fn main() -> ExitCode {
    let build = Build { commit: env!("PATSAT_COMMIT"), target: env!("PATSAT_TARGET"), program: None };
    patsat_cli::main(std::env::args_os(), build)
}
