//! `patsat completions`: for the shell.

use clap::CommandFactory;
use clap_complete::Shell;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};

/// Print completions for a shell
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut <crate::Cli>::command(), "patsat", &mut text);
    context.print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}
