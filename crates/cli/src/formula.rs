//! Arguments that say which formula is meant, shared by `encode`, `decode`, `solve --by sat` and
//! `solve --by smt`.

use crate::args::wrong_options;
use patsat_console::exit::Failure;
use patsat_encodings::options::Options;
use patsat_encodings::unroll::Encoding;
use patsat_game::state::Instance;
use patsat_planning::LazyTask;
use patsat_planning::formula::{FormulaGoal, FormulaRequest};
use patsat_planning::lock_formula::lock_formula;
use patsat_planning::locks::Locks;
use patsat_planning::sat;
use patsat_planning::smt::script::ScriptRequest;
use patsat_planning::smt::usual_encoding;
use patsat_smt::{self as smt, SmtEncoding};

/// The encoding and its horizon.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Formula")]
pub(super) struct FormulaArgs {
    /// Encoding; an unknown name lists the known ones [default: exists-loose; thesis for --to smtlib, or the first
    /// that supports the game]
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// Bound on the plan, in the encoding's unit (steps or moves), or complete for deals made from formulas
    /// [default: where its schedule starts]
    #[arg(long, value_name = "N", value_parser = bound)]
    horizon: Option<Horizon>,
    /// Encoding options such as safe=off,rebuilt=all; 'patsat --list options'
    #[arg(long, value_name = "LIST")]
    options: Option<String>,
    /// Memory for the clauses, and for the checker of a certificate
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    memory_limit: u64,
}

impl FormulaArgs {
    /// Memory for the clauses, and for a checker.
    pub(super) fn memory_mib(&self) -> u64 {
        self.memory_limit
    }

    /// The first of these that is given.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--encoding", self.encoding.is_some()),
            ("--horizon", self.horizon.is_some()),
            ("--options", self.options.is_some()),
        ];
        given.iter().find(|(_, given)| *given).map(|(name, _)| *name)
    }

    /// Whether an SMT encoding is named.
    pub(super) fn is_smt(&self) -> bool {
        self.encoding.as_deref().is_some_and(|name| smt::encoding(name).is_ok())
    }

    /// The bound, which must be a number.
    fn number(&self) -> Result<Option<u32>, Failure> {
        match self.horizon {
            Some(Horizon::Bound(number)) => Ok(Some(number)),
            None => Ok(None),
            Some(Horizon::Complete) => {
                Err(Failure::input("--horizon complete is for clauses: expected a number here".to_owned()))
            }
        }
    }

    /// The request for a script.
    pub(super) fn script(&self, instance: &Instance) -> Result<ScriptRequest, Failure> {
        let encoding = match &self.encoding {
            Some(name) => smt_encoding(name)?,
            None => usual_encoding(&LazyTask::new(instance), false),
        };
        let horizon = self.number()?.unwrap_or(encoding.first_bound.max(1));
        let options = options(self.options.as_deref().unwrap_or_default())?;
        Ok(ScriptRequest { encoding, options, horizon, memory_mib: self.memory_limit })
    }

    /// The request that the arguments make; `counted` if costs are needed.
    pub(super) fn request(&self, instance: &Instance, counted: bool) -> Result<FormulaRequest, Failure> {
        let options = options(self.options.as_deref().unwrap_or_default())?;
        let named = self.encoding.as_deref().map(encoding).transpose()?;
        if self.horizon == Some(Horizon::Complete) {
            let locks = Locks::of(instance).map_err(Failure::input)?;
            let question = lock_formula(&locks, instance, named, &options).map_err(Failure::input)?;
            return Ok(FormulaRequest { counted, memory_mib: self.memory_limit, ..question });
        }
        let encoding = named.unwrap_or_else(|| sat::usual_encoding(&LazyTask::new(instance)));
        let horizon = self.number()?.unwrap_or(encoding.first_bound.max(1));
        let wanted = FormulaGoal::Win;
        Ok(FormulaRequest { encoding, options, horizon, wanted, counted, memory_mib: self.memory_limit })
    }
}

/// A bound on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Horizon {
    Bound(u32),
    Complete,
}

fn bound(text: &str) -> Result<Horizon, String> {
    match text.parse() {
        _ if text == "complete" => Ok(Horizon::Complete),
        Ok(number @ 1..=100_000) => Ok(Horizon::Bound(number)),
        _ => Err("expected a number from 1 to 100000, or complete".to_owned()),
    }
}

/// A formula of a question other than for a plan.
pub(super) struct Bound {
    pub(super) horizon: u32,
    pub(super) options: Options,
    pub(super) memory_mib: u64,
}

impl FormulaArgs {
    /// What the arguments say where the encoding is `sequential`.
    pub(super) fn sequential(&self) -> Result<Bound, Failure> {
        if let Some(name) = self.encoding.as_deref().filter(|name| *name != "sequential") {
            return Err(Failure::input(format!(
                "encoding '{name}' has no formula for this question: expected sequential"
            )));
        }
        let horizon = self.number()?.ok_or_else(|| {
            Failure::input("--horizon is missing: expected the most moves of a plan".to_owned())
        })?;
        let options = options(self.options.as_deref().unwrap_or_default())?;
        Ok(Bound { horizon, options, memory_mib: self.memory_limit })
    }
}

/// The SMT encoding of that name.
fn smt_encoding(name: &str) -> Result<&'static SmtEncoding, Failure> {
    patsat_facade::smt_encoding(name).map_err(wrong_options)
}

/// The encoding of that name.
fn encoding(name: &str) -> Result<&'static Encoding, Failure> {
    patsat_facade::encoding(name).map_err(wrong_options)
}

/// The options of a list.
pub(super) fn options(text: &str) -> Result<Options, Failure> {
    patsat_facade::encoding_options(text).map_err(wrong_options)
}
