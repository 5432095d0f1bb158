//! The `patsat` program: arguments in, exit code out. Everything else is in [`patsat::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    patsat::cli::main(std::env::args_os())
}
