//! Queries to solvers, their results, and the bounds that follow.

use patsat_base::Limit;
use patsat_encodings::formula::Size;
use patsat_encodings::options::Options;
use patsat_encodings::unroll::{Encoding, Unit};
use patsat_lowering::lower::LoweredGame;
use patsat_solvers::BackendChoice;
use serde::Serialize;

/// The settings of a query.
#[derive(Clone, Debug)]
pub struct Config {
    /// How a bounded plan becomes a formula.
    pub encoding: &'static Encoding,
    /// Its options.
    pub options: Options,
    /// The solver.
    pub backend: BackendChoice,
    /// Its seed.
    pub seed: u64,
}

impl Config {
    /// Returns the unit of a bound of this encoding.
    #[must_use]
    pub fn within(&self) -> EncodingUnit {
        EncodingUnit { encoding: self.encoding.name, unit: self.encoding.unit, options: self.options }
    }

    /// Returns a bound within which every plan of a game lies, if one is known.
    pub(crate) fn suffices(&self, lowered: &LoweredGame) -> Option<u32> {
        (self.encoding.start)(&lowered.task, &self.options).ok()?.suffices()
    }
}

/// The language of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Logic {
    /// Clauses.
    #[default]
    Sat,
    /// An SMT-LIB script.
    Smt,
}

/// A query to a solver.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// The language; JSON has it only if it is not SAT.
    #[serde(skip_serializing_if = "is_sat")]
    pub logic: Logic,
    /// The encoding.
    pub encoding: &'static str,
    /// All its options.
    pub options: String,
    /// The back-end, or its command.
    pub backend: String,
    /// Its seed.
    pub seed: u64,
    /// The bound.
    pub horizon: u32,
    /// What it counts.
    pub unit: &'static str,
    /// Variables of the formula; constants of an SMT script.
    pub variables: u32,
    /// Its clauses; assertions of an SMT script.
    pub clauses: usize,
    /// Literals in them; bytes of an SMT script.
    pub literals: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_sat(logic: &Logic) -> bool {
    *logic == Logic::Sat
}

impl Question {
    pub(crate) fn new(config: &Config, horizon: u32) -> Question {
        Question {
            logic: Logic::Sat,
            encoding: config.encoding.name,
            options: config.options.to_string(),
            backend: config.backend.name().to_owned(),
            seed: config.seed,
            horizon,
            unit: config.encoding.unit.word(2),
            variables: 0,
            clauses: 0,
            literals: 0,
        }
    }
}

impl Question {
    /// Records the size of the formula.
    pub(crate) fn measured(&mut self, size: Size) {
        (self.variables, self.clauses, self.literals) = (size.variables, size.clauses, size.literals);
    }

    /// Returns the options that differ from the defaults, as a suffix of the encoding: ` with sorted-goal=on`.
    #[must_use]
    pub fn with(&self) -> String {
        let changed = self.options.parse().map_or(String::new(), |options| changed_options(&options));
        if changed.is_empty() { changed } else { format!(" with {changed}") }
    }

    /// Returns the options that leave out plans, as a suffix of "no plan": ` (perm leaves out plans)`.
    #[must_use]
    pub fn leaves_out(&self) -> String {
        self.options.parse::<Options>().map_or(String::new(), |options| leaves_out(&options))
    }
}

/// The result of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundEnd {
    /// There is a plan, and it was verified.
    Plan,
    /// There is no plan within this horizon.
    None,
    /// The time limit was reached.
    Time,
    /// The conflict limit was reached.
    Conflicts,
    /// The memory limit was reached.
    Memory,
    /// The user stopped it.
    Interrupted,
    /// The solver gave up.
    GaveUp,
    /// Another answer made the query unnecessary.
    Idle,
    /// The query failed.
    Failed,
    /// The best end found is the start of the next stage of a chain.
    Committed,
}

impl From<Limit> for RoundEnd {
    /// Converts the limit that stopped the solver; a limit that solvers do not have counts as giving up.
    fn from(limit: Limit) -> RoundEnd {
        match limit {
            Limit::Time => RoundEnd::Time,
            Limit::Conflicts => RoundEnd::Conflicts,
            Limit::Memory => RoundEnd::Memory,
            Limit::Interrupted => RoundEnd::Interrupted,
            _ => RoundEnd::GaveUp,
        }
    }
}

impl RoundEnd {
    /// Returns a short description for the user.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            RoundEnd::Plan => "a plan",
            RoundEnd::None => "no plan",
            RoundEnd::Time => "out of time",
            RoundEnd::Conflicts => "out of conflicts",
            RoundEnd::Memory => "out of memory",
            RoundEnd::Interrupted => "interrupted",
            RoundEnd::GaveUp => "the solver gave up",
            RoundEnd::Idle => "no longer needed",
            RoundEnd::Failed => "failed",
            RoundEnd::Committed => "committed",
        }
    }
}

/// The stage of a chain that a query was about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct StageEnd {
    /// The number of the attempt, from 1.
    pub attempt: u64,
    /// The stage, from 1.
    pub stage: u32,
    /// The number of stages.
    pub stages: u32,
    /// The value of its first position, if values are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<u32>,
    /// The value of the committed end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<u32>,
    /// Whether the solver reports that no end of this shape has a smaller value.
    pub optimal: bool,
}

/// A query and its answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Round {
    /// The query.
    #[serde(flatten)]
    pub question: Question,
    /// The result.
    pub answer: RoundEnd,
    /// Conflicts of the solver for it.
    pub conflicts: u64,
    /// Time to write the formula, in milliseconds.
    pub encode_ms: f64,
    /// Time in all, in milliseconds.
    pub time_ms: f64,
    /// The stage, if the query belongs to a chain. Such an answer does not decide the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<StageEnd>,
}

/// All queries of a run, in the order of their answers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SatStats {
    /// The queries.
    pub rounds: Vec<Round>,
    /// The number of moves in each step of the encoding, if it is known and some step has more than one.
    pub steps: Vec<usize>,
}

impl SatStats {
    /// Returns the decisive round, if there is one: that of the shortest horizon with a plan, else that of the longest
    /// without one.
    #[must_use]
    pub fn decisive(&self) -> Option<&Round> {
        let whole = |r: &&Round| r.stage.is_none() || r.answer == RoundEnd::Plan;
        let of = |end| self.rounds.iter().filter(whole).filter(move |r| r.answer == end);
        of(RoundEnd::Plan)
            .min_by_key(|r| r.question.horizon)
            .or_else(|| of(RoundEnd::None).max_by_key(|r| r.question.horizon))
    }

    /// Returns the number of ends that an attempt of a chain committed to.
    #[must_use]
    pub fn committed(&self, attempt: u64) -> usize {
        let of = |round: &&Round| round.stage.is_some_and(|end| end.attempt == attempt);
        self.rounds.iter().filter(of).filter(|round| round.answer == RoundEnd::Committed).count()
    }

    /// Returns the longest horizon without a plan, for the encoding and options of this query.
    #[must_use]
    pub fn excluded(&self, of: &Question) -> Option<u32> {
        let same = |r: &&Round| {
            r.answer == RoundEnd::None
                && r.stage.is_none()
                && r.question.encoding == of.encoding
                && r.question.options == of.options
        };
        self.rounds.iter().filter(same).map(|r| r.question.horizon).max()
    }

    /// Returns the conflicts of all queries.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.rounds.iter().map(|r| r.conflicts).sum()
    }
}

/// The unit of a bound of an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EncodingUnit {
    /// The encoding.
    pub encoding: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Its options.
    pub options: Options,
}

impl EncodingUnit {
    /// Returns the bound as text, such as `6 steps of encoding exists-loose`, with the options that differ from the
    /// defaults and those that leave out plans.
    #[must_use]
    pub fn words(&self, bound: u32) -> String {
        let changed = changed_options(&self.options);
        let with = if changed.is_empty() { String::new() } else { format!(" with {changed}") };
        let less = leaves_out(&self.options);
        format!("{bound} {} of encoding {}{with}{less}", self.unit.word(bound), self.encoding)
    }
}

/// Returns ` (perm leaves out plans)`, if some option does.
fn leaves_out(options: &Options) -> String {
    match options.streamliners().as_slice() {
        [] => String::new(),
        [one] => format!(" ({one} leaves out plans)"),
        some => format!(" ({} leave out plans)", some.join(" and ")),
    }
}

/// Returns the options that differ from the defaults, as on the command line.
#[must_use]
pub fn changed_options(options: &Options) -> String {
    let (all, usual) = (options.to_string(), Options::default().to_string());
    let changed = all.split(',').zip(usual.split(',')).filter(|(now, usual)| now != usual);
    changed.map(|(now, _)| now).collect::<Vec<_>>().join(",")
}

/// A query about a part of a plan and its result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PartAttempt {
    /// Its first move, from 0.
    pub from: usize,
    /// Its number of moves before.
    pub moves: usize,
    /// Its number of moves now, if others were found.
    pub found: Option<usize>,
    /// Whether the solver reports that there are no such moves within this horizon.
    pub none: bool,
    /// The steps before each row of the stock, and those after the last row.
    pub horizon: (u32, u32),
    /// The back-end.
    pub backend: String,
    /// Variables of the formula.
    pub variables: u32,
    /// Its clauses.
    pub clauses: usize,
    /// Conflicts.
    pub conflicts: u64,
    /// Milliseconds to write the formula and to solve it.
    pub time_ms: f64,
}

/// The work of property-directed reachability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PdrStats {
    /// Number of queries to the solver, without those that reduce the number of patterns.
    pub queries: u64,
    /// Number of layers.
    pub layers: usize,
}

/// Statistics of the hybrid of search and SAT.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HybridStats {
    /// Moves of the native plan.
    pub native_moves: u32,
    /// Native positions that were fixed.
    pub boundaries: u32,
    /// Boundaries that were freed for a shorter plan.
    pub freed: u32,
    /// Parts that keep the moves of the native search, because no solver found others in time.
    pub native_parts: u32,
    /// The queries.
    pub tried: Vec<PartAttempt>,
}
