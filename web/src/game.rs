//! Games in the form that the page holds, and in the form that the module works with.

use crate::QuestionError;
use patsat::analysis::why;
use patsat::blind::{HiddenGame, SeenDepth};
use patsat::formats::{self, Format, Hints};
use patsat::game::rules::Move;
use patsat::game::verify::{self, Play};
use patsat::{Instance, Limits, Plan, Verified};
use serde::Deserialize;
use std::time::Duration;

/// A game as the page holds it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Game {
    /// The start, in our JSON.
    start: String,
    /// The moves since.
    #[serde(default)]
    moves: Vec<Move>,
    /// The number of moves of each step, if an encoding found them.
    #[serde(default)]
    steps: Vec<usize>,
    /// What was seen of the start, on moves that were taken back too.
    #[serde(default)]
    seen: Option<SeenDepth>,
}

/// A game whose moves were played on the rules.
pub(crate) struct ReplayedGame {
    pub(crate) start: Instance,
    pub(crate) played: Verified<Play>,
    pub(crate) steps: Vec<usize>,
    /// What was seen of the start before.
    pub(crate) before: Option<SeenDepth>,
}

impl Game {
    /// Reads the start and plays the moves.
    pub(crate) fn opened(&self) -> Result<ReplayedGame, QuestionError> {
        let start = formats::read_instance(self.start.as_bytes(), Some(Format::Json), &Hints::default())?;
        let opened = ReplayedGame::new(start, Plan::from(self.moves.clone()))?;
        Ok(ReplayedGame { steps: self.steps.clone(), before: self.seen.clone(), ..opened })
    }
}

impl ReplayedGame {
    /// Plays the moves.
    pub(crate) fn new(start: Instance, plan: Plan) -> Result<ReplayedGame, QuestionError> {
        let played = verify::play(&start, plan)?;
        Ok(ReplayedGame { start, played, steps: Vec::new(), before: None })
    }

    /// The game as its player has seen it, with what was seen before.
    pub(crate) fn seen(&self) -> Result<HiddenGame, QuestionError> {
        self.seen_after(self.before.as_ref())
    }

    /// What was seen of the start, where that is more than the moves have shown.
    pub(crate) fn seen_besides(&self) -> Result<Option<SeenDepth>, QuestionError> {
        let all = self.seen()?.seen();
        Ok((all != self.seen_after(None)?.seen()).then_some(all))
    }

    fn seen_after(&self, before: Option<&SeenDepth>) -> Result<HiddenGame, QuestionError> {
        let new = || HiddenGame::new(&self.start);
        let mut seen = before.map_or_else(new, |before| HiddenGame::remembering(&self.start, before));
        self.played.plan.moves.iter().try_for_each(|&action| seen.play(action))?;
        Ok(seen)
    }

    /// The position after the moves, as a game of its own.
    pub(crate) fn now(&self) -> Result<Instance, QuestionError> {
        Ok(why::after(&self.start, &self.played.plan, usize::MAX)?)
    }

    /// The position after the first `from` moves, and the remaining moves, played from there.
    pub(crate) fn parted(&self, from: usize) -> Result<(Instance, Verified<Play>), QuestionError> {
        let plan = &self.played.plan;
        let start = why::after(&self.start, plan, from)?;
        let rest = Plan::from(plan.moves[from.min(plan.moves.len())..].to_vec());
        let played = verify::play(&start, rest)?;
        Ok((start, played))
    }

    /// The start as the page holds it.
    pub(crate) fn start_text(&self) -> Result<String, QuestionError> {
        Ok(formats::write_instance(&self.start, Format::Json)?)
    }
}

/// The limits of a question.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryLimits {
    seconds: Option<f64>,
    nodes: Option<u64>,
    memory_mib: Option<u64>,
}

/// Default memory limit: a browser gives a module at most 4 GiB.
pub(crate) const MEMORY_MIB: u64 = 1024;

impl QueryLimits {
    pub(crate) fn limits(self) -> Limits {
        let time = self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Limits { time, nodes: self.nodes, memory_mib: Some(self.memory_mib.unwrap_or(MEMORY_MIB)) }
    }
}
