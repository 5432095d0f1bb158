//! Exports the script of one horizon and imports a model of it.
//!
//! A model is a list of values of constants by name. It is decoded to moves, and every move is made on the task and on
//! the rules. If a value was changed, the error names the invalid move.

use crate::model_fault::ModelFault;
use patsat_encodings::options::Options;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_lowering::check;
use patsat_lowering::lower::{self as encode, LowerError, LoweredGame};
use patsat_smt::answer::{AnswerError, read_model};
use patsat_smt::{BuildError, PlanScript, Size, SmtEncoding, Values};

/// A request for a script.
#[derive(Clone, Copy, Debug)]
pub struct ScriptRequest {
    /// How a plan becomes a script.
    pub encoding: &'static SmtEncoding,
    /// Its options.
    pub options: Options,
    /// The bound.
    pub horizon: u32,
    /// The memory limit for its text.
    pub memory_mib: u64,
}

/// A script for "there is a plan within this horizon".
#[derive(Debug)]
pub struct BoundedScript<'a> {
    instance: &'a Instance,
    request: ScriptRequest,
    lowered: LoweredGame,
    bounded: PlanScript,
}

/// The reason why there is no script.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScriptError {
    /// The game is no task.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The encoding is not for this game, or the script is too large.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// The reason why a text gives no plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPlanError {
    /// The text is no model.
    #[error(transparent)]
    Text(#[from] AnswerError),
    /// Its values are no plan of this game within this horizon.
    #[error(
        "{what}: expected an unchanged model of the same instance, encoding, options and horizon ({script})"
    )]
    Refused {
        /// What is wrong.
        #[source]
        what: Box<ModelFault>,
        /// The description of this script.
        script: String,
    },
}

impl<'a> BoundedScript<'a> {
    /// Writes the script.
    ///
    /// # Errors
    /// If the encoding does not support the game, or the script is too large.
    pub fn build(instance: &'a Instance, request: ScriptRequest) -> Result<BoundedScript<'a>, ScriptError> {
        let lowered = encode::lower(instance)?;
        let ScriptRequest { encoding, options, horizon, memory_mib } = request;
        let bounded = encoding.build(&lowered.task, &options, horizon, Some(memory_mib))?;
        Ok(BoundedScript { instance, request, lowered, bounded })
    }

    /// Returns the size of the script.
    #[must_use]
    pub fn size(&self) -> Size {
        self.bounded.script.size()
    }

    /// Returns a one-line description of the script.
    #[must_use]
    pub fn describe(&self) -> String {
        let ScriptRequest { encoding, options, horizon, .. } = self.request;
        format!(
            "encoding {}, horizon {horizon} {}, options {options}",
            encoding.name,
            encoding.unit_with(&options).word(horizon)
        )
    }

    /// Returns the SMT-LIB logic of the script.
    #[must_use]
    pub fn logic(&self) -> &'static str {
        self.bounded.script.logic()
    }

    /// Returns only the declarations and assertions, for callers that add their own header and commands.
    #[must_use]
    pub fn assertions(&self) -> &str {
        self.bounded.script.text()
    }

    /// Returns the whole script, with comments that explain it.
    #[must_use]
    pub fn text(&self, instance: &str) -> String {
        let mut lines = vec![
            format!(
                "patsat {}: satisfiable if {instance} has a plan within the horizon",
                env!("CARGO_PKG_VERSION")
            ),
            format!("instance {instance}"),
            format!("game {}", self.instance.rules.name),
            self.describe(),
        ];
        lines.extend(self.lowered.cards.iter().enumerate().map(|(n, card)| format!("card {n} is {card}")));
        let comments: String =
            lines.iter().flat_map(|line| line.lines()).map(|line| format!("; {line}\n")).collect();
        comments + &self.bounded.whole()
    }

    /// Returns the plan of a model as a solver printed it, replayed on the rules and without useless moves.
    ///
    /// # Errors
    /// The first error in the text.
    pub fn plan(&self, text: &str) -> Result<Verified<Plan>, NoPlanError> {
        let values = read_model(text)?;
        self.won(&values)
            .map_err(|what| NoPlanError::Refused { what: Box::new(what), script: self.describe() })
    }

    fn won(&self, values: &Values) -> Result<Verified<Plan>, ModelFault> {
        let steps = self.bounded.read(&self.lowered.task, values)?;
        Ok(check::plan(self.instance, &self.lowered, &steps)?)
    }
}
