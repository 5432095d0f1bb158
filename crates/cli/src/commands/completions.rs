//! `patsat completions`: for the shell.
//!
//! Names of games, strategies and the like are read as text, so that an unknown one is answered with a near one; the
//! shell is told the known ones here.

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_encodings::{schemes, smt};
use patsat_formats::Format;
use patsat_game::rules::PRESETS;
use patsat_planning::sat::{Schedule, schedule};
use patsat_search as search;
use patsat_solvers::{BACKENDS, smt as smt_solvers};

/// Print shell completions
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Shell
    shell: Shell,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut with_names(<crate::Cli>::command()), "patsat", &mut text);
    context.print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}

/// The command line with the names that each option knows.
fn with_names(command: Command) -> Command {
    let sat = schemes::ENCODINGS.iter().map(|row| row.name);
    let backends = BACKENDS.iter().map(|row| row.name);
    let rules = Schedule::ALL.iter().map(|schedule| schedule.1);
    let known: [(&str, Vec<&'static str>); 6] = [
        ("game", PRESETS.iter().map(|preset| preset.name).collect()),
        ("strategy", search::strategies().map(|strategy| strategy.name).collect()),
        ("encoding", sat.chain(smt::ENCODINGS.iter().map(|row| row.name)).collect()),
        ("backend", backends.chain(smt_solvers::BACKENDS.iter().map(|row| row.name)).collect()),
        ("schedule", rules.chain(schedule::TABLES.iter().map(|table| table.name)).collect()),
        ("from", Format::ALL.map(Format::name).to_vec()),
    ];
    let names = |mut command: Command| {
        for (option, names) in &known {
            // An option of files keeps them: `hard --from` is a folder.
            let text = command.get_opts().any(|o| {
                let value =
                    o.get_value_names().is_some_and(|names| !["FOLDER", "FILE"].contains(&names[0].as_str()));
                o.get_id() == *option && value && o.get_possible_values().is_empty()
            });
            if text {
                let values = PossibleValuesParser::new(names.iter().copied());
                command = command.mut_arg(*option, |arg| arg.value_parser(values));
            }
        }
        command
    };
    command.mut_subcommands(names)
}
