//! The `patsat` program: arguments in, exit code out. Everything else is in [`patsat_cli`].

use patsat_cli::Build;
use std::process::ExitCode;

fn main() -> ExitCode {
    let build = Build { commit: env!("PATSAT_COMMIT"), target: env!("PATSAT_TARGET"), program: None };
    patsat_cli::main(std::env::args_os(), build)
}
