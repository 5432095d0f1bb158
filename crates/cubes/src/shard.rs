//! Divides a survey into independent shards.
//!
//! Shard `i` of `n` holds the deals from `⌊i·len/n⌋` to before `⌊(i+1)·len/n⌋` of the range. The shards are disjoint,
//! cover the range and differ in size by at most one deal. The deals of a shard depend only on the range and these two
//! numbers, so a lost task can be run again on any machine.
//!
//! Batch systems pass the number of a task in the environment. Slurm's job arrays set `SLURM_ARRAY_TASK_ID`, `_MIN`,
//! `_MAX` and `_STEP` (sbatch's manual, "job arrays"). HyperQueue's task arrays set `HQ_TASK_ID`, but not the number of
//! tasks.

use patsat_base::printable;
use patsat_game::cards::DealRange;
use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

/// One part of a survey.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shard {
    /// The number of the shard, from 0.
    pub index: u64,
    /// The number of shards.
    pub of: u64,
}

/// The source of the shard's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShardChoice {
    /// The user.
    Given(Shard),
    /// A Slurm job array; its number of tasks, or `None` to read it from the environment.
    Slurm(Option<u64>),
    /// A HyperQueue task array; its number of tasks, which are numbered from 0.
    HyperQueue(u64),
}

/// An invalid shard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShardError {
    /// Not one of the forms.
    #[error(
        "'{0}' is no shard: expected I/N with I from 0 to N-1, such as 0/4, or slurm, slurm/N, hyperqueue/N"
    )]
    Text(String),
    /// More shards than deals.
    #[error("{shards} shards of {units} {unit}s: expected at most one shard a {unit}")]
    TooMany {
        /// Requested number of shards.
        shards: u64,
        /// Number of deals or blocks of the range.
        units: u64,
        /// "deal" or "block".
        unit: &'static str,
    },
    /// A variable of the batch system is missing or invalid.
    #[error("the variable {variable} is {found}: expected {expected}")]
    Variable {
        /// Its name.
        variable: &'static str,
        /// What it holds.
        found: String,
        /// What it should hold.
        expected: String,
    },
}

impl Shard {
    /// The deals of this shard, which begins with a whole block of `block` deals, counted from the first of the range.
    ///
    /// # Errors
    /// If there are more shards than blocks.
    pub fn part(self, range: &DealRange, block: NonZeroU64) -> Result<DealRange, ShardError> {
        let (deals, unit) = (range.len(), if block.get() == 1 { "deal" } else { "block" });
        let units = deals.div_ceil(block.get());
        let too_many = ShardError::TooMany { shards: self.of, units, unit };
        if self.of > units {
            return Err(too_many);
        }
        let begin = |index: u64| {
            let unit = u128::from(index) * u128::from(units) / u128::from(self.of);
            // At most the number of deals.
            range.first.number() + (unit * u128::from(block.get())).min(deals.into()) as u64
        };
        let first = range.first.with_number(begin(self.index)).map_err(|_| too_many)?;
        Ok(DealRange { first, last: begin(self.index + 1) - 1 })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let bad = || ShardError::Text(printable(text, 40));
        let (index, of) = text.split_once('/').ok_or_else(bad)?;
        let (index, of) = (number(index).ok_or_else(bad)?, number(of).ok_or_else(bad)?);
        if index < of { Ok(Shard { index, of }) } else { Err(bad()) }
    }
}

impl FromStr for ShardChoice {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<ShardChoice, ShardError> {
        let bad = || ShardError::Text(printable(text, 40));
        let count = |of: &str| number(of).filter(|&of| of > 0).ok_or_else(bad);
        Ok(match text.split_once('/') {
            None if text == "slurm" => ShardChoice::Slurm(None),
            Some(("slurm", of)) => ShardChoice::Slurm(Some(count(of)?)),
            Some(("hyperqueue" | "hq", of)) => ShardChoice::HyperQueue(count(of)?),
            _ => ShardChoice::Given(text.parse()?),
        })
    }
}

fn number(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

impl ShardChoice {
    /// Returns the shard; `variable` reads an environment variable of the batch system.
    ///
    /// # Errors
    /// If a variable is missing or invalid.
    pub fn resolve(self, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, ShardError> {
        let read = |name: &'static str, expected: &str| {
            let found = variable(name);
            found.as_deref().and_then(number).ok_or_else(|| ShardError::Variable {
                variable: name,
                found: found.map_or_else(|| "not set".into(), |text| format!("'{text}'")),
                expected: expected.into(),
            })
        };
        let within = |name: &'static str, index: u64, first: u64, of: u64| {
            let inside = index.checked_sub(first).filter(|&index| index < of);
            inside.map(|index| Shard { index, of }).ok_or_else(|| ShardError::Variable {
                variable: name,
                found: index.to_string(),
                expected: format!("{first} to {}", (first + of).saturating_sub(1)),
            })
        };
        match self {
            ShardChoice::Given(shard) => Ok(shard),
            ShardChoice::HyperQueue(of) => {
                let task = "a number: run it as a task of 'hq submit --array'";
                within("HQ_TASK_ID", read("HQ_TASK_ID", task)?, 0, of)
            }
            ShardChoice::Slurm(of) => {
                let task = "a number: run it as a task of 'sbatch --array'";
                let id = "SLURM_ARRAY_TASK_ID";
                let index = read(id, task)?;
                match of {
                    // A resubmitted task keeps its number, but the array is then another one.
                    Some(of) => within(id, index, 0, of),
                    None => {
                        let first = read("SLURM_ARRAY_TASK_MIN", task)?;
                        let last = read("SLURM_ARRAY_TASK_MAX", task)?;
                        if variable("SLURM_ARRAY_TASK_STEP").is_some_and(|step| step != "1") {
                            let found = variable("SLURM_ARRAY_TASK_STEP").unwrap_or_default();
                            return Err(ShardError::Variable {
                                variable: "SLURM_ARRAY_TASK_STEP",
                                found,
                                expected: "1, or --shard slurm/N".into(),
                            });
                        }
                        within(id, index, first, last.saturating_sub(first) + 1)
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_a_range_and_do_not_meet() {
        for (range, of, block) in [
            ("ms:1..2000", 4, 1),
            ("ms:7..19", 5, 1),
            ("ms:3..3", 1, 1),
            ("ms:1..8589934591", 997, 1),
            ("ms:7..2000", 6, 300),
            ("ms:1..8589934591", 997, 100_000),
        ] {
            let range: DealRange = range.parse().unwrap();
            let block = NonZeroU64::new(block).unwrap();
            let mut next = range.first.number();
            let mut sizes = Vec::new();
            for index in 0..of {
                let part = Shard { index, of }.part(&range, block).unwrap();
                assert_eq!(part.first.number(), next);
                assert!((next - range.first.number()).is_multiple_of(block.get()));
                next = part.last + 1;
                sizes.push(part.len().div_ceil(block.get()));
            }
            assert_eq!(next, range.last + 1);
            assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        }
        let few: DealRange = "ms:1..3".parse().unwrap();
        let part = |block| Shard { index: 0, of: 4 }.part(&few, NonZeroU64::new(block).unwrap());
        assert!(part(1).unwrap_err().to_string().contains("4 shards of 3 deals"));
        assert!(part(2).unwrap_err().to_string().contains("4 shards of 2 blocks"));
    }

    #[test]
    fn engines_name_the_shard() {
        let env = |pairs: &'static [(&str, &str)]| {
            move |name: &str| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned())
        };
        let choose = |text: &str, pairs| text.parse::<ShardChoice>().unwrap().resolve(env(pairs));
        assert_eq!(choose("2/4", &[]), Ok(Shard { index: 2, of: 4 }));
        let array: &[_] =
            &[("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_MIN", "1"), ("SLURM_ARRAY_TASK_MAX", "4")];
        assert_eq!(choose("slurm", array), Ok(Shard { index: 2, of: 4 }));
        assert_eq!(choose("slurm/9", array), Ok(Shard { index: 3, of: 9 }));
        assert!(choose("slurm/3", array).unwrap_err().to_string().contains("expected 0 to 2"));
        assert!(choose("slurm", &[]).unwrap_err().to_string().contains("SLURM_ARRAY_TASK_ID is not set"));
        assert_eq!(choose("hyperqueue/2", &[("HQ_TASK_ID", "1")]), Ok(Shard { index: 1, of: 2 }));
        assert!(choose("hq/2", &[("HQ_TASK_ID", "two")]).unwrap_err().to_string().contains("'two'"));
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for text in
            ["", "4", "4/4", "1/0", "-1/2", "+1/2", "a/b", "1/2/3", "slurm/0", "slurm/x", "hyperqueue"]
        {
            assert!(text.parse::<ShardChoice>().is_err(), "{text}");
        }
    }
}
