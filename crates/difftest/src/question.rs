//! A question about a game: the method and its options.
//!
//! Options are drawn from the tables of the program itself (encodings and their options, strategies, back-ends,
//! schedules), so that a new row is tested without a change here.

use crate::oracle::Oracle;
use patsat_base::Limits;
use patsat_encodings::options::{Options, RunsOptions, ThesisOptions};
use patsat_encodings::schemes;
use patsat_encodings::unroll::Encoding;
use patsat_game::rules::Cost;
use patsat_planning::parts::HybridMethod;
use patsat_planning::sat::{Config, Horizon, SatMethod, SatQueries, Schedule, ShortestBySat, schedule};
use patsat_planning::smt::SmtMethod;
use patsat_planning::{Method, PdrMethod, SearchMethod};
use patsat_search::{SearchOptions, strategies};
use patsat_smt as smt;
use patsat_solvers::smt::{BACKENDS as SMT_BACKENDS, SmtBackendChoice, SmtKind};
use patsat_solvers::{BACKENDS, BackendChoice, BackendRow, Kind};
use patsat_testkit::Dice;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Question {
    /// The method that decides the game.
    pub method: Method,
    /// The limits of the run.
    pub limits: Limits,
    /// Whether to make a certificate.
    pub certify: bool,
}

/// The time limit of a question. Games this small need far less, so reaching it is reported as a disagreement.
pub const LATE: Duration = Duration::from_secs(60);

/// The number of questions of each kind per thousand games, in addition to one search per game.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    /// Horizons by SAT.
    pub sat: usize,
    /// Horizons by SMT.
    pub smt: usize,
    /// Schedules, shortest plans by SAT, search and SAT together, property-directed reachability.
    pub others: usize,
    /// Games per thousand whose SAT and SMT questions use an external program instead of a linked solver.
    pub programs: usize,
}

impl Default for Mix {
    fn default() -> Mix {
        Mix { sat: 350, smt: 15, others: 25, programs: 5 }
    }
}

impl Question {
    fn new(method: Method, dice: &mut Dice) -> Question {
        let limits = Limits { time: Some(LATE), ..Limits::default() };
        Question { method, limits, certify: dice.below(4) == 0 }
    }

    /// Draws a search with some options; one in eight has a node limit below 51.
    pub fn search(dice: &mut Dice) -> Question {
        let all: Vec<_> = strategies().collect();
        let strategy = dice.pick(&all);
        let options = SearchOptions {
            depth: (dice.below(4) == 0).then(|| dice.below(12) as u32),
            width: (dice.below(4) == 0).then(|| 1 + dice.below(20)),
            cost: dice.pick(&[Cost::M1, Cost::M2, Cost::M3]),
            seed: dice.below(1000) as u64,
            no_dominance: dice.below(2) == 0,
        };
        let method = SearchMethod { strategy, options, optimal: strategy.name == "optimal" };
        let mut question = Question::new(Method::Search(method), dice);
        question.limits.nodes = (dice.below(8) == 0).then(|| 1 + dice.below(50) as u64);
        question
    }

    /// Horizons of a SAT encoding.
    pub fn sat(dice: &mut Dice, oracle: &Oracle, programs: bool) -> Question {
        let encoding: &'static Encoding = &schemes::ENCODINGS[dice.below(schemes::ENCODINGS.len())];
        let drawn = options(dice);
        let options = if dice.below(3) > 0 { whole(drawn) } else { drawn };
        let rows: Vec<&'static BackendRow> = BACKENDS.iter().filter(|row| is_tested(row, programs)).collect();
        let threads = dice.pick(&[1, 1, 1, 2, 3]);
        let config = |dice: &mut Dice| Config {
            encoding,
            options,
            backend: BackendChoice::Row(dice.pick(&rows)),
            seed: dice.below(100) as u64,
        };
        let configs = (0..threads).map(|_| config(dice)).collect();
        let (horizon, schedule) = horizon(dice, oracle, 22);
        let queries = SatQueries::Horizons { configs, horizon, schedule };
        Question::new(Method::Sat(SatMethod { queries, horizon_time: None, threads }), dice)
    }

    /// Horizons of an SMT encoding.
    pub fn smt(dice: &mut Dice, oracle: &Oracle, programs: bool) -> Question {
        let is_tested = |kind: SmtKind| match kind {
            SmtKind::BuiltIn(_) => !programs,
            SmtKind::Program(_) => programs,
            SmtKind::LeftOut(_) => false,
        };
        let rows: Vec<_> = SMT_BACKENDS.iter().filter(|row| is_tested(row.kind)).collect();
        let backend = if rows.is_empty() {
            SmtBackendChoice::default()
        } else {
            SmtBackendChoice::Row(dice.pick(&rows))
        };
        let (horizon, schedule) = horizon(dice, oracle, 8);
        let encoding = &smt::ENCODINGS[dice.below(smt::ENCODINGS.len())];
        // cvc5 reads no `minimize`.
        let optimizes = backend.name() != "cvc5";
        let method = SmtMethod {
            options: options(dice),
            backend,
            seed: dice.below(100) as u64,
            schedule,
            optimal: dice.below(4) == 0 && optimizes,
            ..SmtMethod::with(encoding, horizon)
        };
        Question { certify: false, ..Question::new(Method::Smt(method), dice) }
    }

    /// A schedule, a shortest plan by SAT, search and SAT together, or property-directed reachability.
    pub fn other(dice: &mut Dice, oracle: &Oracle) -> Question {
        let built_in: Vec<&'static BackendRow> =
            BACKENDS.iter().filter(|row| is_tested(row, false)).collect();
        let (backend, seed) = (BackendChoice::Row(dice.pick(&built_in)), dice.below(100) as u64);
        let method = match dice.below(4) {
            // Neither this nor a schedule can prove a game lost: they would search for longer and longer plans.
            0 if oracle.is_won() => Method::ShortestBySat(ShortestBySat { backend, seed }),
            1 if oracle.is_won() => {
                let table = &schedule::TABLES[dice.below(schedule::TABLES.len())];
                let queries = SatQueries::Table { table, seed };
                Method::Sat(SatMethod { queries, horizon_time: None, threads: dice.pick(&[1, 1, 2]) })
            }
            2 => Method::Pdr(PdrMethod { seed }),
            _ => Method::Hybrid(HybridMethod { backend, seed }),
        };
        Question { certify: dice.below(3) == 0, ..Question::new(method, dice) }
    }

    /// The questions about a game.
    pub fn some(dice: &mut Dice, oracle: &Oracle, mix: Mix) -> Vec<Question> {
        let mut all = vec![Question::search(dice)];
        let programs = dice.below(1000) < mix.programs;
        if dice.below(1000) < mix.sat {
            all.push(Question::sat(dice, oracle, programs));
        }
        if dice.below(1000) < mix.smt {
            all.push(Question::smt(dice, oracle, programs));
        }
        if dice.below(1000) < mix.others {
            all.push(Question::other(dice, oracle));
        }
        all
    }

    /// Returns the kind of question, for counting.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match &self.method {
            Method::Search(_) => "search",
            Method::Sat(SatMethod { queries: SatQueries::Horizons { .. }, .. }) => "sat",
            Method::Sat(_) => "schedule",
            Method::ShortestBySat(_) => "shortest-by-sat",
            Method::Hybrid(_) => "hybrid",
            Method::Pdr(_) => "pdr",
            Method::Smt(_) => "smt",
            _ => "other",
        }
    }

    /// Returns the strategies, encodings, back-ends and schedules of the question, for counting.
    #[must_use]
    pub fn parts(&self) -> Vec<String> {
        match &self.method {
            Method::Search(search) => vec![format!("strategy {}", search.strategy.name)],
            Method::Sat(SatMethod {
                queries: SatQueries::Horizons { configs, schedule, .. },
                threads,
                ..
            }) => {
                let mut parts: Vec<String> =
                    configs.iter().map(|config| format!("back-end {}", config.backend.name())).collect();
                parts.extend(configs.first().map(|config| format!("encoding {}", config.encoding.name)));
                parts.extend(schedule.map(|schedule| format!("order {}", schedule.name())));
                parts.push(format!("threads {threads}"));
                parts
            }
            Method::Sat(SatMethod { queries: SatQueries::Table { table, .. }, .. }) => {
                vec![format!("schedule {}", table.name)]
            }
            Method::Smt(smt) => {
                vec![
                    format!("back-end {}", smt.backend.name()),
                    format!("encoding smt {}", smt.encoding.name),
                ]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the questions that differ by one simplification, to shrink a question that shows a fault.
    #[must_use]
    pub fn simpler(&self) -> Vec<Question> {
        let mut all = Vec::new();
        let mut add = |method: Method| all.push(Question { method, ..self.clone() });
        match &self.method {
            Method::Search(search) => {
                let o = &search.options;
                let usual = SearchOptions { cost: o.cost, ..SearchOptions::default() };
                for options in [
                    usual.clone(),
                    SearchOptions { depth: None, ..o.clone() },
                    SearchOptions { width: None, ..o.clone() },
                    SearchOptions { seed: 0, ..o.clone() },
                    SearchOptions { no_dominance: false, ..o.clone() },
                ] {
                    if options != *o {
                        add(Method::Search(SearchMethod { options, ..search.clone() }));
                    }
                }
            }
            Method::Sat(sat) => {
                if let SatQueries::Horizons { configs, horizon, schedule } = &sat.queries {
                    let with = |configs: Vec<Config>, horizon, schedule| {
                        let threads = configs.len();
                        let queries = SatQueries::Horizons { configs, horizon, schedule };
                        Method::Sat(SatMethod { queries, threads, ..sat.clone() })
                    };
                    if configs.len() > 1 {
                        add(with(configs[..1].to_vec(), *horizon, *schedule));
                    }
                    for options in less(configs[0].options) {
                        let configs = configs.iter().map(|c| Config { options, ..c.clone() }).collect();
                        add(with(configs, *horizon, *schedule));
                    }
                    for (horizon, schedule) in shorter(*horizon, *schedule) {
                        add(with(configs.clone(), horizon, schedule));
                    }
                }
            }
            Method::Smt(smt) => {
                for options in less(smt.options) {
                    add(Method::Smt(SmtMethod { options, ..smt.clone() }));
                }
                for (horizon, schedule) in shorter(smt.horizon, smt.schedule) {
                    add(Method::Smt(SmtMethod { horizon, schedule, ..smt.clone() }));
                }
            }
            _ => {}
        }
        if self.certify {
            all.push(Question { certify: false, ..self.clone() });
        }
        if self.limits.nodes.is_some() {
            all.push(Question { limits: Limits { nodes: None, ..self.limits }, ..self.clone() });
        }
        all
    }
}

fn is_tested(row: &BackendRow, programs: bool) -> bool {
    match row.kind {
        Kind::BuiltIn(_) => !programs,
        Kind::Program(command) => programs && is_installed(command),
        Kind::LeftOut(_) => false,
    }
}

/// Whether a command's program is on the path.
fn is_installed(command: &str) -> bool {
    let program = command.split(' ').next().unwrap_or_default();
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// The usual options with some of them changed.
fn options(dice: &mut Dice) -> Options {
    let mut options = Options::default();
    for (name, _, _, expected) in Options::list() {
        if dice.below(3) > 0 {
            continue;
        }
        let value = value(dice, &expected);
        assert!(options.set(name, &value).is_ok(), "option {name} refuses '{value}' of '{expected}'");
    }
    options
}

/// Removes the options that leave out plans, so that "no plan within" holds for all plans.
fn whole(options: Options) -> Options {
    let thesis = ThesisOptions { minimal_index: false, ..options.thesis };
    let runs = RunsOptions::default();
    Options { rebuilt: None, moves: None, phase_steps: None, runs, thesis, ..options }
}

/// Draws a value that matches the description of the expected ones.
fn value(dice: &mut Dice, expected: &str) -> String {
    if expected == "on or off" {
        return dice.pick(&["on", "off"]).to_owned();
    }
    if let Some((from, to)) = expected.strip_prefix("a number from ").and_then(|text| text.split_once(" to "))
    {
        let (from, to): (usize, usize) = (from.parse().unwrap_or(0), to.parse().unwrap_or(0));
        return (from + dice.below(to - from + 1)).to_string();
    }
    if let Some(none) = expected.strip_prefix("a number or ") {
        return if dice.below(2) == 0 { none.to_owned() } else { dice.below(10).to_string() };
    }
    dice.pick(&expected.split(", ").collect::<Vec<_>>()).to_owned()
}

/// Draws a horizon, in general not much longer than a shortest plan.
fn horizon(dice: &mut Dice, oracle: &Oracle, most: u32) -> (Horizon, Option<Schedule>) {
    let about = match oracle.least(Cost::M1) {
        Some(length) => (2 * length + 3).min(most) as usize,
        None => most.min(7) as usize,
    };
    let to = 1 + dice.below(about.max(1)) as u32;
    if dice.below(2) == 0 {
        return (Horizon::One(to), None);
    }
    let order = dice.pick(Schedule::ALL).0;
    // A fixed schedule has a single bound, which `Horizon::One` covers.
    let order = (order != Schedule::Fixed).then_some(order);
    (Horizon::Range(1 + dice.below(to as usize) as u32, to), order)
}

/// Returns the default options, then the given ones with one of them set to its default.
fn less(options: Options) -> Vec<Options> {
    let mut all = vec![Options::default()];
    for (name, _, usual, _) in Options::list() {
        let mut fewer = options;
        if fewer.set(name, &usual).is_ok() {
            all.push(fewer);
        }
    }
    all.retain(|fewer| *fewer != options);
    all
}

fn shorter(horizon: Horizon, schedule: Option<Schedule>) -> Vec<(Horizon, Option<Schedule>)> {
    match horizon {
        Horizon::Auto | Horizon::One(0 | 1) => Vec::new(),
        Horizon::One(n) => vec![(Horizon::One(n - 1), schedule)],
        Horizon::Range(_, to) => vec![(Horizon::One(to), None)],
    }
}
