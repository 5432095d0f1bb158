//! `patsat completions`: completion scripts for shells.
//!
//! The parser accepts names of games, strategies and the like as plain text, so that the error for an unknown name can
//! suggest a similar one. This module adds the known names to the completion scripts.

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::cannot_write;
use patsat_encodings::schemes;
use patsat_formats::Format;
use patsat_game::rules::PRESETS;
use patsat_planning::sat::{Schedule, schedule};
use patsat_search as search;
use patsat_smt as smt;
use patsat_solvers::{BACKENDS, smt as smt_solvers};
use std::path::{Path, PathBuf};

/// Print shell completions, or install them with the manual pages
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat completions bash
  patsat completions --install ~/.local/share")]
pub(crate) struct Args {
    /// Shell
    #[arg(required_unless_present = "install")]
    shell: Option<Shell>,

    /// Write completions of bash, fish and zsh and the manual pages below this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "shell")]
    install: Option<PathBuf>,
}

/// The path of each shell's completions below `share`.
const PLACES: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions/patsat"),
    (Shell::Fish, "fish/vendor_completions.d/patsat.fish"),
    (Shell::Zsh, "zsh/site-functions/_patsat"),
];

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if let Some(share) = &args.install {
        install(share, context)?;
    }
    if let Some(shell) = args.shell {
        context.print(&completions(shell))?;
    }
    Ok(Exit::Done)
}

fn completions(shell: Shell) -> String {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut with_names(<crate::Cli>::command()), "patsat", &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

fn install(share: &Path, context: &Context) -> Result<(), Failure> {
    let mut written = String::new();
    for (shell, place) in PLACES {
        let file = share.join(place);
        let folder = file.parent().unwrap_or(share);
        std::fs::create_dir_all(folder).map_err(|e| cannot_write(folder, &e))?;
        std::fs::write(&file, completions(shell)).map_err(|e| cannot_write(&file, &e))?;
        written += &format!("{}\n", file.display());
    }
    let pages = share.join("man/man1");
    super::man::write(&pages)?;
    context.print(&format!("{written}{}\n", pages.join("patsat.1").display()))
}

/// Returns the command line with the known names as the values of each option.
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
            // An option that takes a file or a folder keeps its values: `hard --from` is a folder.
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
