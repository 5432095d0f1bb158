//! `patsat completions`: for the shell.

use super::context::Context;
use super::exit::{Exit, Failure};
use clap::CommandFactory;
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut super::Cli::command(), "patsat", &mut text);
    context.print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}
