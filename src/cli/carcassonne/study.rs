//! `patsat carcassonne study`
use super::super::context::Context;
use super::super::exit::{Exit, Failure};

/// Study
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_args: &Args, _context: &Context) -> Result<Exit, Failure> {
    Ok(Exit::Done)
}
