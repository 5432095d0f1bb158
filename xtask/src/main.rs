//! `cargo xtask dist`: makes the files of a release.

mod dist;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.split_first() {
        Some((command, rest)) if command == "dist" => dist::run(rest),
        Some((command, _)) if ["-h", "--help", "help"].contains(&command.as_str()) => {
            print!("{}", dist::HELP);
            Ok(())
        }
        Some((command, _)) => Err(anyhow::anyhow!("unknown command '{command}': expected dist")),
        None => Err(anyhow::anyhow!("no command: expected dist (cargo xtask dist --help)")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
