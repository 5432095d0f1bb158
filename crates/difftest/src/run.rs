//! Tests many games, in blocks that it records in a file.
//!
//! The file has one line of JSON per block: seed, settings, first game, number of games, disagreements, tally. A
//! recorded block is not repeated, so a second call with the same seed and settings resumes the run. A line that an
//! interruption cut short is discarded and its block repeated. Blocks are independent: files of several machines may
//! be concatenated.

use crate::question::Mix;
use crate::{Finding, Settings, SystemUnderTest, Tally, compare, game, reference, shrink};
use anyhow::Context;
use patsat_formats::{Format, write_instance};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The number of games of a block.
pub const BLOCK: u64 = 500;

/// The games of a run, its settings and its files.
#[derive(Clone, Debug)]
pub struct Task {
    /// The seed of all games.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// The number of games, rounded up to whole blocks.
    pub games: u64,
    /// The sizes of the games, and the mix of questions.
    pub settings: Settings,
    /// N: the reference decides every N-th game too; 0 disables it.
    pub reference: u64,
    /// The file of finished blocks.
    pub out: PathBuf,
    /// The folder of disagreements.
    pub failures: PathBuf,
}

/// A finished block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct FinishedBlock {
    seed: u64,
    settings: String,
    first: u64,
    games: u64,
    disagreements: u64,
    tally: Tally,
}

/// All blocks of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Total {
    pub games: u64,
    /// Disagreements, each with a folder.
    pub disagreements: u64,
    /// The counts of all comparisons.
    pub tally: Tally,
}

/// Runs the blocks that the file does not have yet.
///
/// Calls `watch` with the total after each block, and stops when it returns `false`.
///
/// # Errors
/// If files cannot be read or written, or the reference fails.
pub fn run(
    tested: &SystemUnderTest,
    task: &Task,
    watch: &mut dyn FnMut(&Total) -> bool,
) -> anyhow::Result<Total> {
    let settings = described(task);
    let (mut file, done) = open(&task.out)?;
    let mut total = Total::default();
    for block in &done {
        total.games += block.games;
        total.disagreements += block.disagreements;
        total.tally.merge(&block.tally);
    }
    let same = |block: &&FinishedBlock| block.seed == task.seed && block.settings == settings;
    let known: BTreeSet<u64> = done.iter().filter(same).map(|block| block.first).collect();
    let blocks = (task.first..task.first + task.games).step_by(BLOCK as usize);
    for first in blocks.filter(|first| !known.contains(first)) {
        let mut tally = Tally::default();
        let found = block(tested, task, first, &mut tally)?;
        for one in &found {
            keep(tested, task, one)?;
        }
        let disagreements = found.len() as u64;
        let line = FinishedBlock {
            seed: task.seed,
            settings: settings.clone(),
            first,
            games: BLOCK,
            disagreements,
            tally,
        };
        writeln!(file, "{}", serde_json::to_string(&line)?)
            .with_context(|| format!("{} cannot be written", task.out.display()))?;
        total.games += BLOCK;
        total.disagreements += disagreements;
        total.tally.merge(&line.tally);
        if !watch(&total) {
            break;
        }
    }
    Ok(total)
}

/// Describes the settings. Blocks of equal seed and description belong to the same run.
fn described(task: &Task) -> String {
    let Settings { cards, positions, mix, certificates } = task.settings;
    let Mix { sat, smt, others, programs } = mix;
    format!(
        "cards {cards}, positions {positions}, sat {sat}, smt {smt}, others {others}, programs {programs}, \
         certificates 1 in {certificates}, reference 1 in {}",
        task.reference
    )
}

/// Opens the file to append to and reads its blocks. An incomplete last line is removed.
fn open(path: &Path) -> anyhow::Result<(File, Vec<FinishedBlock>)> {
    let context = || format!("{} cannot be opened", path.display());
    let mut file =
        OpenOptions::new().read(true).append(true).create(true).open(path).with_context(context)?;
    let mut text = String::new();
    file.read_to_string(&mut text).with_context(context)?;
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let mut done = Vec::new();
    for (n, line) in text[..whole].lines().enumerate() {
        let block = serde_json::from_str(line);
        done.push(block.with_context(|| format!("{} line {}: no block of games", path.display(), n + 1))?);
    }
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    Ok((file, done))
}

fn block(
    tested: &SystemUnderTest,
    task: &Task,
    first: u64,
    tally: &mut Tally,
) -> anyhow::Result<Vec<Finding>> {
    let mut found = Vec::new();
    for number in first..first + BLOCK {
        found.extend(compare(tested, task.seed, number, &task.settings, tally));
    }
    if task.reference > 0 {
        let chosen = (first..first + BLOCK).filter(|number| number % task.reference == 0);
        let games: Vec<_> = chosen.filter_map(|number| game(task.seed, number, &task.settings)).collect();
        match reference::compare(&reference::script(), &games, tally)? {
            None => tally.add("reference: no python3"),
            Some(compared) => {
                for ((instance, _), wrong) in games.into_iter().zip(compared) {
                    found.extend(wrong.map(|disagreement| Finding {
                        instance,
                        question: None,
                        disagreement,
                    }));
                }
            }
        }
    }
    Ok(found)
}

/// Shrinks a disagreement and writes it to a folder of its own.
fn keep(tested: &SystemUnderTest, task: &Task, found: &Finding) -> anyhow::Result<()> {
    let small = shrink::smallest(tested, found, &task.settings);
    let number = fs::read_dir(&task.failures).map_or(0, Iterator::count);
    let name = found.disagreement.kind.replace(' ', "-");
    let folder = task.failures.join(format!("{number:04}-{name}"));
    let context = || format!("{} cannot be written", folder.display());
    fs::create_dir_all(&folder).with_context(context)?;
    let question = |found: &Finding| {
        found
            .question
            .as_ref()
            .map_or("the certificates of the game\n".to_owned(), |q| format!("{}\n", q.words()))
    };
    for (file, text) in [
        ("game.json", write_instance(&small.instance, Format::Json)?),
        ("question.txt", question(&small)),
        ("said.txt", format!("{}: {}\n", small.disagreement.kind, small.disagreement.message)),
        ("first-game.json", write_instance(&found.instance, Format::Json)?),
        ("first-question.txt", question(found)),
        ("first-said.txt", format!("{}: {}\n", found.disagreement.kind, found.disagreement.message)),
    ] {
        fs::write(folder.join(file), text).with_context(context)?;
    }
    Ok(())
}
