//! Blocks: one line for the counts of many deals, after a line for each deal of them that is not solved.
//!
//! A line for each deal takes 117 bytes, a terabyte for all deals of FreeCell Pro. A block keeps the sums, the unsolved
//! deals, and a digest by which the lines left out can be compared with those of another run.

use super::{Block, Line, Record, Tally};
use patsat_planning::Verdict;
use patsat_solvers::proof_file::hex;
use sha2::{Digest, Sha256};

/// Collects the deals of a block in their order.
#[derive(Debug, Default)]
pub(super) struct BlockBuilder {
    first: Option<String>,
    last: String,
    count: u64,
    digest: Sha256,
    unsolved: Vec<u8>,
    tally: Tally,
}

impl BlockBuilder {
    pub(super) fn add(&mut self, record: Record) {
        self.first.get_or_insert_with(|| record.deal.clone());
        self.last.clone_from(&record.deal);
        self.count += 1;
        self.tally.add(&record);
        if record.verdict != Verdict::Solved {
            self.unsolved.extend(crate::lines::line(&Line::Result(record.clone())));
        }
        self.digest.update(crate::lines::line(&Line::Result(Record { time_ms: 0.0, ..record })));
    }

    /// Number of deals that were added since the last block.
    pub(super) fn len(&self) -> u64 {
        self.count
    }

    /// The lines of the block and their sums; the next block begins. `None` without a deal.
    pub(super) fn take(&mut self) -> Option<(Vec<u8>, Tally)> {
        let BlockBuilder { first, last, digest, unsolved, tally, .. } = std::mem::take(self);
        let block = Block { first: first?, last, sha256: hex(&digest.finalize()), tally };
        let mut lines = unsolved;
        let tally = block.tally.clone();
        lines.extend(crate::lines::line(&Line::Block(block)));
        Some((lines, tally))
    }
}
