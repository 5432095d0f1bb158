//! Exports the formula of one horizon and imports a model of it.
//!
//! Nothing is stored between the two steps. The import rebuilds the formula, checks the model against every clause,
//! decodes the plan and replays it on the rules.

use super::locks::{Locks, LocksError};
use super::model_fault::ModelFault;
use patsat_base::printable;
use patsat_encodings::emit::{Legend, Model, ModelError, read_model_of, write_clauses};
use patsat_encodings::formula::{Formula, FormulaSizeError};
use patsat_encodings::options::Options;
use patsat_encodings::unroll::{Encoding, Unroll, UnsupportedError};
use patsat_game::cards::Card;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{Verified, replay};
use patsat_lowering::lower::{self as encode, LowerError, LoweredGame};
use patsat_lowering::{check, decode};
use rustsat::types::Lit;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::io::{self, Write};

/// The goal that a formula asserts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FormulaGoal {
    /// A plan that wins.
    #[default]
    Win,
    /// A play that removes the locks of a game made from a formula. It exists within a known bound or not at all, and a
    /// win follows from it ([`Locks`]).
    Locks,
}

/// A request for a formula.
#[derive(Clone, Copy, Debug)]
pub struct FormulaRequest {
    /// How a plan becomes a formula.
    pub encoding: &'static Encoding,
    /// Its options.
    pub options: Options,
    /// The bound.
    pub horizon: u32,
    /// The goal to reach within the bound.
    pub wanted: FormulaGoal,
    /// Whether the literals of move costs are needed.
    pub counted: bool,
    /// The memory limit for its clauses.
    pub memory_mib: u64,
}

impl FormulaRequest {
    /// A formula for a win, with the encoding's usual options and no limit of memory.
    #[must_use]
    pub fn new(encoding: &'static Encoding, horizon: u32) -> FormulaRequest {
        FormulaRequest {
            encoding,
            options: Options::default(),
            horizon,
            wanted: FormulaGoal::Win,
            counted: false,
            memory_mib: u64::MAX >> 20,
        }
    }
}

/// A formula for "there is a plan within this horizon", including its goal.
pub struct BoundedFormula<'a> {
    instance: Cow<'a, Instance>,
    request: FormulaRequest,
    lowered: LoweredGame,
    formula: Formula,
    unroll: Box<dyn Unroll>,
    locks: Option<Locks>,
}

/// The reason why there is no formula.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FormulaError {
    /// The game is no task.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The game has no locks.
    #[error(transparent)]
    Locks(#[from] LocksError),
    /// The encoding is not for this game.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedError),
    /// It is too large.
    #[error("horizon {horizon}: {too_large} (--memory-limit)")]
    TooLarge {
        /// The bound.
        horizon: u32,
        /// How large.
        too_large: FormulaSizeError,
    },
    /// It has no costs.
    #[error("encoding '{0}' does not count moves: expected one that does, such as exists")]
    NoCosts(&'static str),
}

impl FormulaError {
    /// Whether more memory could help.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(self, FormulaError::TooLarge { .. })
    }
}

/// The reason why a text gives no plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPlanError {
    /// The text is no model.
    #[error(transparent)]
    Text(#[from] ModelError),
    /// The text names another formula.
    #[error("it is a model of formula {found}, expected one of {expected}")]
    Other {
        /// The hash that the text states.
        found: String,
        /// The hash of the formula.
        expected: String,
    },
    /// The model violates a clause, so it belongs to another formula.
    #[error(
        "it is no model of this formula, clause {clause} is violated: expected one of the same instance, \
         encoding, options and horizon ({formula})"
    )]
    Violates {
        /// The clause, from 1.
        clause: usize,
        /// The description of this formula.
        formula: String,
    },
    /// A model of the formula that is no plan. This is a bug.
    #[error("a model of every clause of the formula is no plan of the game: {0}")]
    Fault(#[from] Box<ModelFault>),
}

impl<'a> BoundedFormula<'a> {
    /// Builds the formula.
    ///
    /// # Errors
    /// If the encoding does not support the game, or the formula is too large.
    pub fn build(
        instance: &'a Instance,
        request: FormulaRequest,
    ) -> Result<BoundedFormula<'a>, FormulaError> {
        let mut lowered = encode::lower(instance)?;
        let mut request = request;
        let locks = match request.wanted {
            FormulaGoal::Win => None,
            FormulaGoal::Locks => Some(Locks::of(instance)?),
        };
        if let Some(locks) = &locks {
            lowered.task.goal = locks.goal(&lowered.task);
        }
        let options = request.options;
        // Encodings by steps write move costs only if an option uses them.
        request.options.exists.landmarks |= request.counted && options.moves.is_none();
        let mut unroll = (request.encoding.start)(&lowered.task, &request.options)?;
        let mut formula = Formula::with_limit(Some(request.memory_mib));
        let horizon = request.horizon;
        let too_large = |too_large| FormulaError::TooLarge { horizon, too_large };
        let goal = unroll.grow(horizon, &mut formula).map_err(too_large)?;
        formula.add(&[goal]);
        formula.check().map_err(too_large)?;
        if request.counted && unroll.costs().is_empty() {
            return Err(FormulaError::NoCosts(request.encoding.name));
        }
        Ok(BoundedFormula { instance: Cow::Borrowed(instance), request, lowered, formula, unroll, locks })
    }

    /// Returns the formula with a copy of the game, for a caller that keeps it longer than the game.
    #[must_use]
    pub fn into_owned(self) -> BoundedFormula<'static> {
        BoundedFormula { instance: Cow::Owned(self.instance.into_owned()), ..self }
    }

    /// The formula.
    #[must_use]
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Returns the bound within which the locks are removed or never, `None` if it is unknown; the outer `None` if the
    /// goal is a win.
    #[must_use]
    pub fn complete_bound(&self) -> Option<Option<u32>> {
        let FormulaRequest { encoding, options, .. } = &self.request;
        self.locks.as_ref().map(|locks| locks.bound(encoding, options))
    }

    /// Whether every plan of the game is within the bound.
    #[must_use]
    pub fn bounds_every_plan(&self) -> bool {
        let suffices = self.unroll.suffices().filter(|_| self.request.wanted == FormulaGoal::Win);
        suffices.is_some_and(|suffices| suffices <= self.request.horizon)
    }

    /// Returns the decisions of a plan, in order of time if the encoding has one, for splitting the formula.
    #[must_use]
    pub fn decisions(&self) -> Vec<Vec<Lit>> {
        let decisions = self.unroll.decisions();
        if !decisions.is_empty() {
            return decisions;
        }
        let named: Vec<Lit> = self.unroll.names().iter().map(|(var, _)| var.pos_lit()).collect();
        named.chunks(64).map(<[Lit]>::to_vec).collect()
    }

    /// Returns the literals of move costs.
    #[must_use]
    pub fn costs(&self) -> Vec<Lit> {
        self.unroll.costs()
    }

    /// Returns a one-line description of the formula.
    #[must_use]
    pub fn describe(&self) -> String {
        let FormulaRequest { encoding, options, horizon, .. } = self.request;
        let goal = match self.request.wanted {
            FormulaGoal::Win => "",
            FormulaGoal::Locks => ", goal locks",
        };
        format!(
            "encoding {}, horizon {horizon} {}, options {options}{goal}",
            encoding.name,
            encoding.unit.word(horizon)
        )
    }

    /// Returns a hash of the clauses.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.formula)
    }

    /// Returns the comments for a file of the formula.
    #[must_use]
    pub fn legend(&self, instance: &str) -> Legend {
        let mut header = vec![
            format!(
                "patsat {}: satisfiable if {instance} has {} within the horizon",
                env!("CARGO_PKG_VERSION"),
                match self.request.wanted {
                    FormulaGoal::Win => "a plan",
                    FormulaGoal::Locks => "a play that takes its locks off",
                }
            ),
            format!("instance {instance}"),
            format!("game {}", self.instance.rules.name),
            self.describe(),
            format!("formula {}", self.fingerprint()),
        ];
        if self.request.counted {
            let homes = self.lowered.homes_to_make();
            header.push(format!("cost N: the plan has N + {homes} single-card moves, {homes} of them home"));
        }
        let card = |(n, card): (usize, &Card)| format!("card-{n} is {card}");
        header.extend(self.lowered.cards.iter().enumerate().map(card));
        Legend { header, names: self.unroll.names() }
    }

    /// Returns the formula in DIMACS; comments before it explain its variables.
    #[must_use]
    pub fn dimacs(&self) -> String {
        let name = self.instance.id.as_ref().map(ToString::to_string).unwrap_or_default();
        let mut bytes = Vec::new();
        // Writing to memory does not fail.
        let _ = patsat_encodings::emit::write_dimacs(&mut bytes, &self.legend(&name), &self.formula);
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// Returns the plan of a model as a solver printed it, replayed on the rules and without useless moves.
    ///
    /// # Errors
    /// The first error in the text.
    pub fn plan(&self, text: &str) -> Result<Verified<Plan>, NoPlanError> {
        let expected = self.fingerprint();
        // Checked first, so that an answer without a model for another formula is refused as well.
        let stated = text.lines().filter_map(|line| line.trim().strip_prefix("c formula "));
        if let Some(found) = stated.map(str::trim).find(|found| *found != expected) {
            return Err(NoPlanError::Other { found: printable(found, 80), expected });
        }
        let model: Model = read_model_of(text, &self.formula)?;
        if let Some(clause) = model.first_violated(&self.formula) {
            return Err(NoPlanError::Violates { clause, formula: self.describe() });
        }
        let value = |lit: Lit| model.is_true(lit);
        Ok(self.won(&value).map_err(Box::new)?)
    }

    /// Returns the plan of a model, replayed on the rules. Useless moves are removed, unless moves are counted. If the
    /// goal is the locks, it is the plan of the assignment that the model's moves give.
    ///
    /// # Errors
    /// The reason why the model is no plan, which is a bug.
    pub fn won(&self, value: &dyn Fn(Lit) -> bool) -> Result<Verified<Plan>, ModelFault> {
        let steps = self.unroll.read(value)?;
        let Some(locks) = &self.locks else {
            // A tidied plan may have fewer moves, but more single-card moves than the formula counts.
            let decoded = if self.request.counted { check::plan_as_read } else { check::plan };
            return Ok(decoded(&self.instance, &self.lowered, &steps)?);
        };
        let plan = decode::decode(&self.instance, &self.lowered, &steps)?;
        Ok(replay(&self.instance, locks.win(&plan)?)?)
    }
}

/// Returns a hash of the clauses of a formula.
pub fn fingerprint(formula: &Formula) -> String {
    let mut hasher = Hasher(Sha256::new());
    // Writing to a hash does not fail.
    let _ = write_clauses(&mut io::BufWriter::new(&mut hasher), formula);
    hasher.0.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

struct Hasher(Sha256);

impl Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl std::fmt::Debug for BoundedFormula<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BoundedFormula").field("request", &self.request).finish_non_exhaustive()
    }
}
