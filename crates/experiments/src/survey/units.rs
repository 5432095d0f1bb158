//! The lines of a survey file in units: a deal, or a block of deals with one line for their counts.

use super::log_error::{NO_RECORD, content, number_of};
use super::{Block, Header, Line, LogError, Record, ShardError, Tally, part};
use patsat_game::cards::DealRange;
use std::num::NonZeroU64;
use std::path::Path;

/// The unit that a line completes, if it completes one.
pub(super) enum LineOutcome {
    /// Nothing: the line of a deal whose block is not complete.
    More,
    Unit(Unit),
    /// The last line of a finished survey.
    End,
}

/// Complete lines of consecutive deals.
pub(super) struct Unit {
    pub(super) first: u64,
    pub(super) count: u64,
    /// Bytes of its lines in the file.
    pub(super) bytes: u64,
    sums: Sums,
}

enum Sums {
    Deal(Box<Record>),
    Block(Box<Tally>),
}

impl Unit {
    pub(super) fn add_to(&self, tally: &mut Tally) {
        match &self.sums {
            Sums::Deal(record) => tally.add(record),
            Sums::Block(block) => tally.merge(block),
        }
    }

    /// The record of a unit that is one deal.
    pub(super) fn record(self) -> Option<Record> {
        match self.sums {
            Sums::Deal(record) => Some(*record),
            Sums::Block(_) => None,
        }
    }
}

/// Reads the lines after the header of one file.
pub(super) struct Units {
    range: DealRange,
    blocks: Option<NonZeroU64>,
    /// The deals that precede the line of their block, and the bytes of their lines.
    listed: Vec<u64>,
    bytes: u64,
}

impl Units {
    /// # Errors
    /// If the shard or the range of the header cannot be parsed.
    pub(super) fn of(header: &Header, path: &Path) -> Result<Units, LogError> {
        let bad = |what: String| content(path, 1, what);
        let range: DealRange = header.range.parse().map_err(|e| bad(format!("{e}")))?;
        let shard = header.shard.as_ref().map(|shard| shard.parse()).transpose();
        let shard = shard.map_err(|e: ShardError| bad(e.to_string()))?;
        let range = part(&range, shard, header.blocks).map_err(|e| bad(e.to_string()))?;
        Ok(Units { range, blocks: header.blocks, listed: Vec::new(), bytes: 0 })
    }

    /// The deals of the file when it is finished.
    pub(super) fn range(&self) -> &DealRange {
        &self.range
    }

    /// Takes a line that ends with a line feed.
    ///
    /// # Errors
    /// A sentence, if the line does not belong there.
    pub(super) fn take(&mut self, text: &[u8]) -> Result<LineOutcome, String> {
        let bytes = text.len() as u64;
        match (serde_json::from_slice(text), self.blocks) {
            (Ok(Line::Result(record)), None) => {
                let first = number_of(&record, &self.range)?;
                Ok(LineOutcome::Unit(Unit { first, count: 1, bytes, sums: Sums::Deal(Box::new(record)) }))
            }
            (Ok(Line::Result(record)), Some(_)) => {
                let number = number_of(&record, &self.range)?;
                if self.listed.last().is_some_and(|&last| last >= number) {
                    return Err(format!("found {} again or out of order in its block", record.deal));
                }
                self.listed.push(number);
                self.bytes += bytes;
                Ok(LineOutcome::More)
            }
            (Ok(Line::Block(block)), Some(size)) => {
                let unit = self.block(block, size, bytes)?;
                self.listed.clear();
                self.bytes = 0;
                Ok(LineOutcome::Unit(unit))
            }
            (Ok(Line::End(_)), _) if self.listed.is_empty() => Ok(LineOutcome::End),
            _ => Err(NO_RECORD.into()),
        }
    }

    fn block(&self, block: Block, size: NonZeroU64, bytes: u64) -> Result<Unit, String> {
        let found = format!("found the block {} to {}", block.first, block.last);
        let number = |deal: &str| number_of(&Record::bare(deal.into(), block.verdict()), &self.range);
        let (first, last) = (number(&block.first)?, number(&block.last)?);
        let start = self.range.first.number();
        if !(first - start).is_multiple_of(size.get())
            || last != self.range.last.min(first.saturating_add(size.get() - 1))
        {
            return Err(format!("{found}, expected blocks of {size} deals from {} on", self.range.first));
        }
        let (count, tally) = (last - first + 1, block.tally);
        if tally.deals() != count {
            return Err(format!("{found} with {} deals, expected {count}", tally.deals()));
        }
        let listed = (self.listed.len() as u64, tally.unwinnable + tally.unknown);
        let outside = self.listed.iter().find(|deal| !(first..=last).contains(deal));
        if listed.0 != listed.1 || outside.is_some() {
            return Err(format!(
                "{found} after the lines of {} deals, expected those of its {} unsolved deals",
                listed.0, listed.1
            ));
        }
        Ok(Unit { first, count, bytes: bytes + self.bytes, sums: Sums::Block(Box::new(tally)) })
    }
}
