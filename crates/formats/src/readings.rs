//! What a text of moves leaves out: the moves home that a program made by itself.
//!
//! Published solutions list the moves of the player. After each of them the program in which they were
//! played moved cards home, by a rule of its own, and the text does not mention these moves. So a text is
//! read in several ways, the plain one first, and the first way that wins is taken; where none wins, the
//! one that gets farthest. All of them end in single legal moves that are written out: a wrong reading may
//! refuse a plan, but no plan is accepted that the rules do not allow.

use super::automatic::Reading;
use super::replayer::Replayer;
use patsat_game::state::{Instance, Plan};

/// A plan as it was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanText {
    /// All moves, those that the text leaves out among them.
    pub plan: Plan,
    /// How the text was read.
    pub reading: Reading,
    /// Where no reading of several wins: how each failed, the one of `plan` first.
    pub failed: Vec<FailedReading>,
    /// The plan as written, where another reading wins but every move is legal as written too.
    pub(super) as_written: Option<Plan>,
}

/// A reading that does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedReading {
    /// The reading.
    pub reading: Reading,
    /// The first move of the text that is not legal, from 1; `None` if all are, but the game is not won.
    pub text_move: Option<usize>,
}

impl From<Plan> for PlanText {
    fn from(plan: Plan) -> PlanText {
        PlanText { plan, reading: Reading::AS_WRITTEN, failed: Vec::new(), as_written: None }
    }
}

impl PlanText {
    /// The same for moves that need not win: as written, if all of them are legal so.
    #[must_use]
    pub fn so_far(self) -> PlanText {
        match self.as_written {
            Some(plan) => PlanText::from(plan),
            None => self,
        }
    }

    /// Where other moves home than those of the text were added: a sentence that says which.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        (self.reading != Reading::AS_WRITTEN).then(|| format!("the plan is read {}", self.reading))
    }

    /// Where no reading wins: a sentence that names the readings that were tried and where the nearest fails.
    #[must_use]
    pub fn why_none(&self) -> Option<String> {
        let (nearest, others) = self.failed.split_first()?;
        let plain = others.iter().find(|other| other.reading == Reading::AS_WRITTEN);
        let fails = |failed: &FailedReading| match failed.text_move {
            Some(n) => format!("move {n} of the text is illegal"),
            None => "all its moves are legal, but the game is not won".to_owned(),
        };
        let mut text =
            format!("No reading fits. Nearest is the text {}: {}", nearest.reading, fails(nearest));
        if let Some(plain) = plain {
            text += &format!("; as written, {}", fails(plain));
        }
        Some(text + ".")
    }
}

/// Reads a text in all ways, and takes the first that wins, or else the one that gets farthest. `play` plays
/// the moves of the text.
pub(super) fn best<E>(
    instance: &Instance,
    play: impl Fn(&mut Replayer) -> Result<(), E>,
) -> Result<PlanText, E> {
    let mut tried: Vec<Replayer> = Vec::new();
    for reading in Reading::ALL.into_iter().filter(|reading| reading.applies_to(instance)) {
        let mut replayer = Replayer::reading(instance, reading);
        play(&mut replayer)?;
        replayer.end();
        if replayer.wins() {
            let as_written = tried.first().filter(|plain| plain.legal()).map(Replayer::plan);
            return Ok(PlanText { reading, as_written, ..PlanText::from(replayer.into_plan()) });
        }
        tried.push(replayer);
    }
    // Of several that get equally far the first; a text without a move fits every reading.
    let farthest = (0..tried.len()).max_by_key(|&n| (tried[n].distance(), std::cmp::Reverse(n))).unwrap_or(0);
    let nearest = tried.remove(farthest);
    let failed = |replayer: &Replayer| FailedReading {
        reading: replayer.own_reading(),
        text_move: replayer.failed_at(),
    };
    let all = std::iter::once(&nearest).chain(&tried).map(failed).collect();
    let (reading, failed) = (nearest.own_reading(), if tried.is_empty() { Vec::new() } else { all });
    Ok(PlanText { plan: nearest.into_plan(), reading, failed, as_written: None })
}
