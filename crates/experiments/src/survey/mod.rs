//! Many deals of one game, one JSON line each.
//!
//! The file begins with a [`Header`] that says what is surveyed and how; a [`Record`] a
//! deal follows, and a finished survey ends with its [`Tally`]. Workers take a few deals at
//! a time and hand whole blocks of finished lines to the writer. It appends them as they
//! come, and flushes at least once a second and when it is interrupted, so that nothing
//! finished is lost. When the last deal is done the lines are put in the order of the deals:
//! a finished file depends on its input and options alone, times apart.
//!
//! What an earlier survey has decided need not be searched again ([`PriorVerdicts`]).
//! Where lines for all deals would be too large, a file keeps [`Block`]s.
//! A survey may be done in parts on many machines ([`Shard`]) and put together ([`merge`]).

mod block;
mod line;
mod log;
mod log_error;
mod merge;
mod prior_verdicts;
mod record;
pub mod report;
mod run;
mod tally;
mod units;

pub use line::{Block, Line};
pub use log::Log;
pub use log_error::LogError;
pub use merge::{MergeError, MergedSurvey, merge};
pub use patsat_cubes::shard::{Shard, ShardChoice, ShardError};
pub use prior_verdicts::PriorVerdicts;
pub use record::{Header, Record, SCHEMA};
pub use run::{Failure, run};
pub use tally::{Lengths, Tally};

use patsat_base::Limits;
use patsat_game::cards::DealRange;
use patsat_game::rules::Rules;
use patsat_search::{SearchOptions, Strategy};
use std::num::NonZeroU64;
use std::path::PathBuf;

/// What is surveyed, and how.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The deals of the whole survey.
    pub range: DealRange,
    /// Which of them are done here, if not all.
    pub shard: Option<Shard>,
    pub rules: Rules,
    pub strategy: &'static Strategy,
    pub options: SearchOptions,
    pub limits: Limits,
    /// Questions about dead patterns of each deal that the search leaves open, if they are asked.
    pub prove: Option<u64>,
    /// Games that each weak player plays to rate a deal, if deals are rated.
    pub rate: Option<u32>,
    /// Deals of a block, if the file keeps blocks instead of a line for each deal.
    pub blocks: Option<NonZeroU64>,
    pub jobs: usize,
    /// Where certificates of unwinnable deals go, if they are wanted.
    pub certify: Option<PathBuf>,
    pub decided: PriorVerdicts,
}

/// What a proof may take while it is checked, where no limit is set.
const MEMORY_MIB: u64 = 4096;

impl Survey {
    fn memory_mib(&self) -> u64 {
        self.limits.memory_mib.unwrap_or(MEMORY_MIB)
    }

    /// The deals that are done here.
    pub fn part(&self) -> Result<DealRange, ShardError> {
        part(&self.range, self.shard, self.blocks)
    }
}

/// The deals of a shard, or the whole range without one.
fn part(
    range: &DealRange,
    shard: Option<Shard>,
    blocks: Option<NonZeroU64>,
) -> Result<DealRange, ShardError> {
    match shard {
        Some(shard) => shard.part(range, blocks.unwrap_or(NonZeroU64::MIN)),
        None => Ok(range.clone()),
    }
}
