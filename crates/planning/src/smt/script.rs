//! One script of one horizon, to be given away, and a model of it taken back.
//!
//! A model is values of constants by name. It is read as moves, and every move is made on the task and on
//! the rules: whoever changed a value hears which move is none.

use crate::model_fault::ModelFault;
use patsat_encodings::options::Options;
use patsat_encodings::smt::answer::{AnswerError, read_model};
use patsat_encodings::smt::{Bounded, BuildError, Size, SmtEncoding, Values};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_lowering::check;
use patsat_lowering::lower::{self as encode, LowerError, Lowered};

/// What is to be written as a script.
#[derive(Clone, Copy, Debug)]
pub struct ScriptRequest {
    /// How a plan becomes a script.
    pub encoding: &'static SmtEncoding,
    /// Its options.
    pub options: Options,
    /// The bound.
    pub horizon: u32,
    /// The most memory for its text.
    pub memory_mib: u64,
}

/// A script that says "there is a plan within this horizon".
#[derive(Debug)]
pub struct BoundedScript<'a> {
    instance: &'a Instance,
    request: ScriptRequest,
    lowered: Lowered,
    bounded: Bounded,
}

/// Why there is no script.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScriptError {
    /// The game is no task.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The encoding is not for this game, or the script is too large.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Why a text gives no plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPlan {
    /// It is no model.
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
        /// Which script this is.
        script: String,
    },
}

impl<'a> BoundedScript<'a> {
    /// Writes the script.
    ///
    /// # Errors
    /// If the encoding cannot say the game, or the script is too large.
    pub fn build(instance: &'a Instance, request: ScriptRequest) -> Result<BoundedScript<'a>, ScriptError> {
        let lowered = encode::lower(instance)?;
        let ScriptRequest { encoding, options, horizon, memory_mib } = request;
        let bounded = encoding.build(&lowered.task, &options, horizon, Some(memory_mib))?;
        Ok(BoundedScript { instance, request, lowered, bounded })
    }

    /// How large it is.
    #[must_use]
    pub fn size(&self) -> Size {
        self.bounded.script.size()
    }

    /// Which script it is, in a line.
    #[must_use]
    pub fn describe(&self) -> String {
        let ScriptRequest { encoding, options, horizon, .. } = self.request;
        format!(
            "encoding {}, horizon {horizon} {}, options {options}",
            encoding.name,
            encoding.unit_with(&options).word(horizon)
        )
    }

    /// The logic of SMT-LIB that it is in.
    #[must_use]
    pub fn logic(&self) -> &'static str {
        self.bounded.script.logic()
    }

    /// Declarations and assertions alone, for who writes another head and asks for no values.
    #[must_use]
    pub fn assertions(&self) -> &str {
        self.bounded.script.text()
    }

    /// The whole script, with comments that a person needs to understand it.
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

    /// The plan of a model, as a solver printed it, replayed on the rules; useless moves are
    /// taken out.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn plan(&self, text: &str) -> Result<Verified<Plan>, NoPlan> {
        let values = read_model(text)?;
        self.won(&values).map_err(|what| NoPlan::Refused { what: Box::new(what), script: self.describe() })
    }

    fn won(&self, values: &Values) -> Result<Verified<Plan>, ModelFault> {
        let steps = self.bounded.read(&self.lowered.task, values)?;
        Ok(check::plan(self.instance, &self.lowered, &steps)?)
    }
}
