//! Many games played without seeing the hidden cards, one JSON line each.

mod process;
mod program;

pub use program::{Program, ProgramError};

use crate::lines::{self, LineFault, Lines, LinesError, LockedFile};
use patsat_base::pool::{self, AHEAD, Out, Results};
use patsat_blind::{PlayError, Player, Playout, play};
use patsat_game::cards::DealId;
use patsat_game::cards::DealRange;
use patsat_game::rules::{Move, Rules};
use patsat_game::state::{Instance, InstanceError};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A player of the games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// One that is built in.
    BuiltIn(Player),
    /// A program.
    Program(Program),
}

impl Contestant {
    /// The name in results.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Contestant::BuiltIn(player) => player.name().to_owned(),
            Contestant::Program(program) => program.name(),
        }
    }

    /// The name of the player that plays this game, `None` if it cannot.
    #[must_use]
    pub fn name_for(&self, game: &Instance) -> Option<String> {
        match self {
            Contestant::BuiltIn(player) => player.of_game(game).map(|player| player.name().to_owned()),
            Contestant::Program(program) => Some(program.name()),
        }
    }
}

/// The games and their player.
#[derive(Clone, Debug)]
pub struct Plays {
    /// The deals.
    pub range: DealRange,
    /// Their rules.
    pub rules: Rules,
    /// The player.
    pub player: Contestant,
    /// Most arrangements of the hidden cards for a decision; `None`: those of the player.
    pub samples: Option<u64>,
    /// Seed of the arrangements.
    pub seed: u64,
    /// Games at a time.
    pub jobs: usize,
}

/// Why games cannot be played, or their file not be used.
#[derive(Debug, thiserror::Error)]
pub enum PlaysError {
    #[error(transparent)]
    Lines(#[from] LinesError),
    #[error(transparent)]
    Content(#[from] LineFault),
    #[error("'{path}' was made with {difference}: expected the same deals and options", path = .path.display())]
    Other { path: PathBuf, difference: String },
    #[error("'{path}' exists: add --resume to continue it, or --force to write over it", path = .0.display())]
    Exists(PathBuf),
    #[error("{0}: {1}")]
    Instance(DealId, #[source] InstanceError),
    #[error("the player '{0}' does not play {1}: expected another one")]
    Player(String, String),
    #[error("{0}: {1}")]
    Illegal(DealId, #[source] PlayError),
    #[error("{0}: {1}")]
    Program(DealId, #[source] ProgramError),
    #[error("cannot start a worker: {0}")]
    Thread(#[source] std::io::Error),
}

/// The first line of a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Header {
    schema: u32,
    version: String,
    range: String,
    rules: Rules,
    player: String,
    samples: Option<u64>,
    seed: u64,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayRecord {
    /// The deal.
    pub deal: String,
    /// Whether it was won.
    pub won: bool,
    /// Moves made.
    pub moves: usize,
    /// Decisions of the player.
    pub decisions: u64,
    /// The first 16 hexadecimal digits of the SHA-256 of the moves, a line each: equal if the game was played alike.
    pub digest: String,
    /// Time in milliseconds.
    pub time_ms: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", content = "data", rename_all = "lowercase")]
enum Line {
    Begin(Header),
    Result(PlayRecord),
}

/// Sums over games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlayTally {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Decisions of all games.
    pub decisions: u64,
    /// Time of all games in milliseconds.
    pub time_ms: f64,
}

impl PlayTally {
    fn add(&mut self, record: &PlayRecord) {
        self.games += 1;
        self.won += u64::from(record.won);
        self.decisions += record.decisions;
        self.time_ms += record.time_ms;
    }
}

/// The treatment of a file that exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverwritePolicy {
    /// Refuse it.
    Refuse,
    /// Continue it.
    Resume,
    /// Write over it.
    Overwrite,
}

/// Plays all games, in order in the file, and returns the sums; fewer games than deals if it was stopped.
///
/// # Errors
/// The first failure; what was played before it is in the file.
pub fn run(
    plays: &Plays,
    file: Option<(&Path, OverwritePolicy)>,
    stop: &AtomicBool,
    on_game: &mut dyn FnMut(&PlayTally),
) -> Result<PlayTally, PlaysError> {
    let first = instance(plays, plays.range.first.number())?;
    if plays.player.name_for(&first).is_none() {
        return Err(PlaysError::Player(plays.player.name(), plays.rules.name.clone()));
    }
    let mut tally = PlayTally::default();
    let mut lines = match file {
        Some((path, existing)) => Some(open(plays, path, existing, &mut tally)?),
        None => None,
    };
    on_game(&tally);
    let numbers = plays.range.first.number() + tally.games..=plays.range.last;
    let work = |number, out: &Out<Result<PlayRecord, PlaysError>>| {
        out.send(one(plays, number, &|| stop.load(Ordering::Relaxed) || out.is_stopped()));
    };
    let read = |results: &mut Results<Result<PlayRecord, PlaysError>>| -> Result<(), PlaysError> {
        for record in results {
            let record = match record {
                // The game that was interrupted is not in the file.
                Err(PlaysError::Program(_, ProgramError::Stopped)) => break,
                record => record?,
            };
            tally.add(&record);
            if let Some(lines) = &mut lines {
                lines.add(&Line::Result(record))?;
            }
            on_game(&tally);
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(())
    };
    pool::run(plays.jobs.max(1), AHEAD, numbers, work, read).map_err(PlaysError::Thread)??;
    Ok(tally)
}

fn instance(plays: &Plays, number: u64) -> Result<Instance, PlaysError> {
    let id = plays.range.first.with_number(number);
    let id = id.map_err(|error| PlaysError::Instance(plays.range.first.clone(), error.into()))?;
    Instance::from_id(plays.rules.clone(), id.clone()).map_err(|error| PlaysError::Instance(id, error))
}

impl Plays {
    /// Plays a game.
    ///
    /// # Errors
    /// If the player does not play such games, makes an illegal move, or is a program that fails or is stopped.
    pub fn play(&self, game: &Instance, is_stopped: &dyn Fn() -> bool) -> Result<Playout, PlaysError> {
        let id = || game.id.clone().unwrap_or_else(|| self.range.first.clone());
        match &self.player {
            Contestant::BuiltIn(player) => {
                let refused = || PlaysError::Player(self.player.name(), self.rules.name.clone());
                let mut policy = player.policy(game, self.samples, self.seed).ok_or_else(refused)?;
                play(game, &mut *policy).map_err(|error| PlaysError::Illegal(id(), error))
            }
            Contestant::Program(program) => {
                program.play(game, self.seed, is_stopped).map_err(|error| match error {
                    ProgramError::Illegal(error) => PlaysError::Illegal(id(), error),
                    other => PlaysError::Program(id(), other),
                })
            }
        }
    }
}

fn one(plays: &Plays, number: u64, is_stopped: &dyn Fn() -> bool) -> Result<PlayRecord, PlaysError> {
    let game = instance(plays, number)?;
    let started = Instant::now();
    let played = plays.play(&game, is_stopped)?;
    Ok(PlayRecord {
        deal: game.id.map_or_else(String::new, |id| id.to_string()),
        won: played.won.is_some(),
        moves: played.plan.moves.len(),
        decisions: played.decisions,
        digest: digest(&played.plan.moves),
        time_ms: (started.elapsed().as_secs_f64() * 1e6).round() / 1e3,
    })
}

fn digest(moves: &[Move]) -> String {
    let mut sha = Sha256::new();
    moves.iter().for_each(|action| sha.update(format!("{action}\n")));
    sha.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

const NO_GAMES: &str = "found no games, expected the header of some";

/// Opens the file, and counts the games in it.
fn open(
    plays: &Plays,
    path: &Path,
    existing: OverwritePolicy,
    tally: &mut PlayTally,
) -> Result<Lines, PlaysError> {
    let header = Header {
        schema: 1,
        version: env!("CARGO_PKG_VERSION").into(),
        range: plays.range.to_string(),
        rules: plays.rules.clone(),
        player: plays.player.name(),
        samples: plays.samples,
        seed: plays.seed,
    };
    let begin = Line::Begin(header.clone());
    let held = LockedFile::take(path)?;
    let is_there = path.metadata().is_ok_and(|file| file.is_file() && file.len() > 0);
    if is_there && existing == OverwritePolicy::Refuse {
        return Err(PlaysError::Exists(path.into()));
    }
    let mut kept = 0;
    if is_there && existing == OverwritePolicy::Resume {
        lines::read(path, |number, text| -> Result<bool, PlaysError> {
            let bad = |what: &str| PlaysError::from(LineFault::new(path, number, what));
            if !text.ends_with(b"\n") {
                // Perhaps not even the header was written to its end.
                let ours = number > 1 || lines::line(&begin).starts_with(text);
                return if ours { Ok(false) } else { Err(bad(NO_GAMES)) };
            }
            match serde_json::from_slice(text) {
                Ok(Line::Begin(found)) if number == 1 => {
                    if let Some(difference) = lines::difference(&found, &header) {
                        return Err(PlaysError::Other { path: path.into(), difference });
                    }
                }
                Ok(Line::Result(record)) if number > 1 => {
                    let next = plays.range.first.with_number(plays.range.first.number() + tally.games);
                    if !next.is_ok_and(|next| next.to_string() == record.deal) {
                        return Err(bad(&format!("found deal {}, expected the games in order", record.deal)));
                    }
                    tally.add(&record);
                }
                _ if number == 1 => return Err(bad(NO_GAMES)),
                _ => return Err(bad("found no record of a game, expected one line a game")),
            }
            kept += text.len() as u64;
            Ok(true)
        })?;
    }
    Ok(held.open(kept, &begin)?)
}
