//! `patsat man`: the manual pages, made from the command line itself.

use clap::CommandFactory;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::cannot_write;
use std::path::PathBuf;

/// Print the manual page, or write one page per command
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Write one page per command into this directory
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let command = <crate::Cli>::command().version(env!("CARGO_PKG_VERSION"));
    if let Some(dir) = &args.dir {
        clap_mangen::generate_to(command, dir).map_err(|e| cannot_write(dir, &e))?;
        return Ok(Exit::Done);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(Failure::input)?;
    context.print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Done)
}
