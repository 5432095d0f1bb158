//! What an encoding does: a formula that grows with its bound, and the way back from a model.

use crate::formula::{Formula, FormulaSizeError};
use crate::options::Options;
use crate::task::{Feature, Goal, Group, Step, Task};
use rustsat::types::{Lit, Var};

/// What a bound counts. A plan within a bound is also one within every larger bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unit {
    /// Steps of one task move each.
    Moves,
    /// The same, up to a game in which every run is sorted: the rest of the plan is not counted.
    MovesToSorted,
    /// Parallel steps.
    Steps,
    /// Parallel steps before each row of a stock, and after the last.
    PhaseSteps,
    /// Parallel steps between any two draws of a stock, and after the last.
    DrawSteps,
}

impl Unit {
    /// The word for `n` of them.
    #[must_use]
    pub fn word(self, n: u32) -> &'static str {
        match (self, n) {
            (Unit::Moves, 1) => "move",
            (Unit::Moves, _) => "moves",
            (Unit::MovesToSorted, 1) => "move to a sorted game",
            (Unit::MovesToSorted, _) => "moves to a sorted game",
            (Unit::Steps, 1) => "step",
            (Unit::Steps, _) => "steps",
            (Unit::PhaseSteps, 1) => "step a phase",
            (Unit::PhaseSteps, _) => "steps a phase",
            (Unit::DrawSteps, 1) => "step a draw",
            (Unit::DrawSteps, _) => "steps a draw",
        }
    }
}

/// A task that an encoding cannot express.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("encoding '{encoding}' cannot express {what}")]
pub struct UnsupportedError {
    /// The encoding.
    pub encoding: &'static str,
    /// Which part of the rules.
    pub what: &'static str,
}

/// What an encoding cannot express that has no names for all places.
pub(crate) const POSITION: &str = "a position as goal";

/// What an encoding cannot express that has no end but the win.
pub(crate) const NOTHING: &str = "a plan that ends anywhere";

/// Refuses a goal other than the win.
pub(crate) fn only_wins(encoding: &'static str, task: &Task) -> Result<(), UnsupportedError> {
    match task.goal {
        Goal::Win => Ok(()),
        Goal::End(_) => Err(UnsupportedError { encoding, what: POSITION }),
        Goal::Left(_) => Err(UnsupportedError { encoding, what: "cards that leave as goal" }),
        Goal::Open(_) => Err(UnsupportedError { encoding, what: NOTHING }),
    }
}

/// Refuses rules that only encodings with a view of their own express.
pub(crate) fn basic(encoding: &'static str, task: &Task) -> Result<(), UnsupportedError> {
    let unsupported = |what| Err(UnsupportedError { encoding, what });
    if task.worrying_back {
        return unsupported("cards that come back from the foundations");
    }
    if task.group == Group::AnyFaceUp {
        return unsupported("face-up cards that move with all that lies on them");
    }
    if task.draw() > 1 {
        return unsupported("draws of several cards");
    }
    Ok(())
}

/// A model from which no plan can be read: it belongs to another formula, or the encoding
/// is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the model describes no plan: {0}")]
pub struct ReadError(pub String);

/// A formula that grows with its bound.
pub trait Unroll: Send + Sync {
    /// Extends the formula until the bound is `bound`, and returns the literal that says
    /// "won within this bound". It is to be assumed or added as a clause.
    ///
    /// An encoding that is not incremental (see [`Encoding::incremental`]) allows only one call.
    ///
    /// # Errors
    /// If the formula reaches its memory limit.
    fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Lit, FormulaSizeError>;

    /// Whether this formula may grow again although its encoding is not incremental.
    fn grows(&self) -> bool {
        false
    }

    /// A bound within which there is a plan if there is one at all. `None` if no such bound is known.
    fn suffices(&self) -> Option<u32> {
        None
    }

    /// Returns the plan of a model of the formula with the last goal.
    ///
    /// # Errors
    /// If the model does not belong to this formula.
    fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError>;

    /// The same, each list being the moves of one step of the encoding, in an order that is legal.
    ///
    /// # Errors
    /// As [`Unroll::read`].
    fn read_steps(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Vec<Step>>, ReadError> {
        Ok(self.read(model)?.into_iter().map(|step| vec![step]).collect())
    }

    /// Names of the variables that mean something, in order.
    fn names(&self) -> Vec<(Var, String)>;

    /// What a plan decides, in groups in the order of time: literals that say what moves in a step.
    /// Empty if the encoding has no steps.
    fn decisions(&self) -> Vec<Vec<Lit>> {
        Vec::new()
    }

    /// What each single-card move costs in the plan of the last bound: literals of which as
    /// many are true as the plan has moves beside one move home a card. Empty if the encoding
    /// does not count moves.
    fn costs(&self) -> Vec<Lit> {
        Vec::new()
    }

    /// Literals of which at least as many are true as the position at the last bound has of this feature; in
    /// some model exactly as many as it has. `None` if the encoding cannot express the feature.
    fn feature(&self, _feature: Feature, _formula: &mut Formula) -> Option<Vec<Lit>> {
        None
    }
}

/// Begins a formula of a task.
pub type Start = fn(&Task, &Options) -> Result<Box<dyn Unroll>, UnsupportedError>;

/// Which moves that wait for each other one step can hold. If the length of the chains of waiting moves of a
/// plan is known, this determines how many steps suffice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepHolds {
    /// One move.
    OneMove,
    /// Also moves that wait for cards above theirs to leave, but not for a bare card to go onto.
    Peeling,
    /// Chains of waiting moves as long as option `labels` says.
    Labels,
    /// It is not known, or depends on more than the waiting.
    Unknown,
}

/// A named encoding.
#[derive(Clone, Copy, Debug)]
pub struct Encoding {
    /// Its name on the command line and in certificates.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// What its bound counts.
    pub unit: Unit,
    /// Whether [`Unroll::grow`] may be called again.
    pub incremental: bool,
    /// The first bound to query where none is given.
    pub first_bound: u32,
    /// Which moves that wait for each other one step can hold.
    pub step_holds: StepHolds,
    /// The name under which its clauses are an SMT encoding: `clauses-` and its name.
    pub as_script: &'static str,
    /// Begins a formula.
    pub start: Start,
}
