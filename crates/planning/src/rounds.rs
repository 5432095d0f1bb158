//! Questions to solvers, how they ended, and what they say about a bound.

use patsat_encodings::formula::Size;
use patsat_encodings::options::Options;
use patsat_encodings::unroll::{Encoding, Unit};
use patsat_lowering::lower::Lowered;
use patsat_solvers::{Chosen, Limit};
use serde::Serialize;

/// One way to ask.
#[derive(Clone, Debug)]
pub struct Config {
    /// How a bounded plan becomes a formula.
    pub encoding: &'static Encoding,
    /// Its options.
    pub options: Options,
    /// The solver.
    pub backend: Chosen,
    /// Its seed.
    pub seed: u64,
}

impl Config {
    /// What a bound of it counts.
    #[must_use]
    pub fn within(&self) -> Within {
        Within { encoding: self.encoding.name, unit: self.encoding.unit, options: self.options }
    }

    /// A bound within which every plan of a game is, if one is known.
    pub(crate) fn suffices(&self, lowered: &Lowered) -> Option<u32> {
        (self.encoding.start)(&lowered.task, &self.options).ok()?.suffices()
    }
}

/// What a question is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Logic {
    /// Clauses.
    #[default]
    Sat,
    /// An SMT-LIB script.
    Smt,
}

/// A question to a solver.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// What it is written in; JSON names it where it is not SAT.
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
    /// Notes how large the formula is.
    pub(crate) fn measured(&mut self, size: Size) {
        (self.variables, self.clauses, self.literals) = (size.variables, size.clauses, size.literals);
    }

    /// The options that are not as usual, to stand behind the encoding: ` with sorted-goal=on`.
    #[must_use]
    pub fn with(&self) -> String {
        let changed = self.options.parse().map_or(String::new(), |options| changed_options(&options));
        if changed.is_empty() { changed } else { format!(" with {changed}") }
    }

    /// What its options leave out, to stand behind "there is none": ` (perm leaves out plans)`.
    #[must_use]
    pub fn leaves_out(&self) -> String {
        self.options.parse::<Options>().map_or(String::new(), |options| leaves_out(&options))
    }
}

/// How a question ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundEnd {
    /// There is a plan, and it was verified.
    Plan,
    /// There is no plan within this horizon.
    None,
    /// Its time was over.
    Time,
    /// Its conflicts were spent.
    Conflicts,
    /// It was too large for the memory limit.
    Memory,
    /// The user stopped it.
    Interrupted,
    /// The solver gave up by itself.
    GaveUp,
    /// Another answer made it idle.
    Idle,
    /// It could not be asked.
    Failed,
    /// The best end that was found is where the next stage of a chain begins.
    Committed,
}

impl From<Limit> for RoundEnd {
    /// What stopped the solver; a limit that solvers do not have counts as giving up.
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
    /// A few words for a person.
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

/// The stage of a chain that a question was about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct StageEnd {
    /// How often the chain was begun, this time included.
    pub attempt: u64,
    /// The stage, from 1.
    pub stage: u32,
    /// Of so many.
    pub stages: u32,
    /// The value of the position where it began, where one is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<u32>,
    /// The value of the end that was committed to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<u32>,
    /// Whether the solver reports that no end of this shape has a smaller one.
    pub optimal: bool,
}

/// A question and its answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Round {
    /// The question.
    #[serde(flatten)]
    pub question: Question,
    /// How it ended.
    pub answer: RoundEnd,
    /// Conflicts of the solver for it.
    pub conflicts: u64,
    /// Time to write the formula, in milliseconds.
    pub encode_ms: f64,
    /// Time in all, in milliseconds.
    pub time_ms: f64,
    /// The stage that it was about, in a chain. Such an answer says nothing of the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<StageEnd>,
}

/// All questions of a run, in the order of their answers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SatStats {
    /// The questions.
    pub rounds: Vec<Round>,
    /// How many moves of the plan each step of the encoding has, where that is known and steps have
    /// more than one.
    pub steps: Vec<usize>,
}

impl SatStats {
    /// The round that decided, if one did: that of the shortest horizon with a plan, else that of
    /// the longest without one.
    #[must_use]
    pub fn decisive(&self) -> Option<&Round> {
        let whole = |r: &&Round| r.stage.is_none() || r.answer == RoundEnd::Plan;
        let of = |end| self.rounds.iter().filter(whole).filter(move |r| r.answer == end);
        of(RoundEnd::Plan)
            .min_by_key(|r| r.question.horizon)
            .or_else(|| of(RoundEnd::None).max_by_key(|r| r.question.horizon))
    }

    /// How many ends an attempt of a chain committed to.
    #[must_use]
    pub fn committed(&self, attempt: u64) -> usize {
        let of = |round: &&Round| round.stage.is_some_and(|end| end.attempt == attempt);
        self.rounds.iter().filter(of).filter(|round| round.answer == RoundEnd::Committed).count()
    }

    /// The longest horizon without a plan of this round's encoding and options.
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

    /// Conflicts in all.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.rounds.iter().map(|r| r.conflicts).sum()
    }
}

/// What a bound of an encoding counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Within {
    /// The encoding.
    pub encoding: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Its options.
    pub options: Options,
}

impl Within {
    /// `6 steps of encoding exists-loose`, with the options that are not as usual, and which of
    /// them leave out plans.
    #[must_use]
    pub fn words(&self, bound: u32) -> String {
        let changed = changed_options(&self.options);
        let with = if changed.is_empty() { String::new() } else { format!(" with {changed}") };
        let less = leaves_out(&self.options);
        format!("{bound} {} of encoding {}{with}{less}", self.unit.word(bound), self.encoding)
    }
}

/// ` (perm leaves out plans)`, if some option does.
fn leaves_out(options: &Options) -> String {
    match options.streamliners().as_slice() {
        [] => String::new(),
        [one] => format!(" ({one} leaves out plans)"),
        some => format!(" ({} leave out plans)", some.join(" and ")),
    }
}

/// The options that are not as usual, as they are written on the command line.
#[must_use]
pub fn changed_options(options: &Options) -> String {
    let (all, usual) = (options.to_string(), Options::default().to_string());
    let changed = all.split(',').zip(usual.split(',')).filter(|(now, usual)| now != usual);
    changed.map(|(now, _)| now).collect::<Vec<_>>().join(",")
}

/// What was asked about a part of a plan, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tried {
    /// Its first move, from 0.
    pub from: usize,
    /// Its moves before.
    pub moves: usize,
    /// Its moves now, if others were found.
    pub found: Option<usize>,
    /// Whether there are none, of this kind within this horizon.
    pub none: bool,
    /// Steps, those before each row of the stock and those after the last.
    pub horizon: (u32, u32),
    /// The back-end.
    pub backend: String,
    /// Variables of the formula.
    pub variables: u32,
    /// Its clauses.
    pub clauses: usize,
    /// Conflicts.
    pub conflicts: u64,
    /// Milliseconds to write it and to answer.
    pub time_ms: f64,
}

/// What a hybrid of search and SAT did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HybridStats {
    /// Moves of the native plan.
    pub native_moves: u32,
    /// Native positions that were fixed.
    pub boundaries: u32,
    /// Boundaries that were freed for something shorter.
    pub freed: u32,
    /// Parts whose moves are the native search's own, as no solver found others in time.
    pub native_parts: u32,
    /// The questions.
    pub tried: Vec<Tried>,
}
