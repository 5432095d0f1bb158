//! `patsat man`: the manual pages, made from the command line itself.

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::cannot_write;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Print the manual page, or write one page per command
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat man | man -l -
  patsat man --dir ~/.local/share/man/man1; man patsat-solve")]
pub(crate) struct Args {
    /// Write one page per command into this folder, which is made if it is not there
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

const SOURCE: &str = concat!("patsat ", env!("CARGO_PKG_VERSION"));

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    match &args.dir {
        Some(dir) => write(dir)?,
        None => context.print(&page("patsat", &command()).map_err(Failure::self_check)?)?,
    }
    Ok(Exit::Done)
}

fn command() -> Command {
    let mut command = <crate::Cli>::command().disable_help_subcommand(true);
    command.build();
    command
}

/// Writes one page per command into a folder, which is made if it is missing.
pub(super) fn write(dir: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(|e| cannot_write(dir, &e))?;
    for (name, command) in crate::with_all_below("patsat", &command()) {
        let name = name.replace(' ', "-");
        let file = dir.join(format!("{name}.1"));
        let text = page(&name, &command).map_err(Failure::self_check)?;
        std::fs::write(&file, text).map_err(|e| cannot_write(&file, &e))?;
    }
    Ok(())
}

/// A page in the markup of `man`. Title, synopsis and examples are ours: the library prints options without their
/// values in the synopsis and leaves the examples out.
fn page(name: &str, command: &Command) -> io::Result<String> {
    let mut command = command.clone();
    let usage = command.render_usage().to_string();
    let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
    let man = Man::new(command.display_name(name.to_owned())).title(name).source(SOURCE).manual("patsat");
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    writeln!(text, ".SH SYNOPSIS\n{}", escaped(usage.trim_start_matches("Usage: ").trim()))?;
    man.render_description_section(&mut text)?;
    text.extend(example_section(&examples).into_bytes());
    man.render_options_section(&mut text)?;
    if usage.contains("COMMAND") {
        man.render_subcommands_section(&mut text)?;
    }
    man.render_extra_section(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The examples as they are in the help, without their heading.
fn example_section(examples: &str) -> String {
    let lines = examples.lines().skip_while(|line| line.starts_with("Examples"));
    let lines: String = lines.map(|line| escaped(line.trim_start()) + "\n").collect();
    if lines.is_empty() { String::new() } else { format!(".SH EXAMPLES\n.nf\n{lines}.fi\n") }
}

/// A line in which nothing is markup.
fn escaped(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
}
