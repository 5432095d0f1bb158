//! The best sets by SMT: numbers of runs and groups as integers.
//!
//! A formulation of its own, with neither sets nor states. For each colour and value, integers: `run`,
//! pieces in runs; `stand`, jokers among them; `begin`, runs that begin; `group`, tiles in groups. For
//! each value `groups`, the number of groups, and `wild`, jokers in groups. With least size `s`, for
//! each colour and value `v`:
//!
//! * `begin(v) + .. + begin(v-s+1) <= run(v) <= run(v-1) + begin(v)`: a run that began at one of the
//!   last `s` values is still there, and what is there went on or began. Runs can be laid so if and only if
//!   these hold: let the ones that began first end first.
//! * `group(c,v) <= groups(v)` and `s groups(v) <= group(1,v) + .. + wild(v) <= k groups(v)`, as in
//!   `groups`.
//! * No more tiles than there are, no fewer than the table has; the same of jokers. A kept set of the table (`keep`,
//!   a truth value) takes its tiles and jokers away from all of that.
//!
//! A query decides whether the worth can reach a bound. Bounds are bisected, each in a script of its own in `QF_LIA`,
//! so any SMT-LIB solver is suitable.

use super::build::{self, Column};
use super::check::{TurnError, VerifiedMelds, check};
use super::goal::{Goal, Objective};
use super::meld::Meld;
use super::puzzle::Puzzle;
use super::tile::Tile;
use patsat_base::Limit;
use patsat_smt::term::{Bool, Int, and};
use patsat_smt::{PlanScript, Script, Sort, Term, Values};
use patsat_solvers::SolverAnswer;
use patsat_solvers::smt::SmtBackendChoice;
use patsat_solvers::{BackendError, Control};
use std::sync::Arc;

/// The values to reach: of the goal's objective, and of sets kept.
pub type Bound = (u64, u32);

/// The reason why there is no optimum.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptimumError {
    /// The solver failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// A model is no answer: the script is wrong.
    #[error("a model of the script is no answer: {0}")]
    NoAnswer(#[from] TurnError),
}

/// The result of a solver's search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmtResult {
    /// The best sets; `None` if nothing that is allowed was found.
    pub best: Option<VerifiedMelds>,
    /// The limit that stopped the solver before it proved the optimum.
    pub stopped: Option<Limit>,
}

/// Returns a script that is satisfiable exactly if the bound can be reached.
#[must_use]
pub fn script(puzzle: &Puzzle, goal: &Goal, bound: Bound) -> PlanScript {
    let mut writing = Writing::new(puzzle, goal);
    writing.columns();
    writing.jokers();
    writing.bounds(goal, bound);
    let Writing { script, wanted, .. } = writing;
    // A script of this puzzle has no plan, so its reader returns no steps; `read` reads the model.
    let reader = Arc::new(|_: &_, _: u32, _: &Values| Ok(Vec::new()));
    PlanScript { script, wanted, bound: 0, reader, cost: None, minimized: false }
}

/// Returns the sets of a model, checked.
///
/// # Errors
/// If they cannot be laid.
pub fn read(puzzle: &Puzzle, goal: &Goal, values: &Values) -> Result<VerifiedMelds, TurnError> {
    let shape = puzzle.shape();
    let number = |name: String| values.int(&name).and_then(|n| u8::try_from(n).ok()).unwrap_or(0);
    let column = |value: u16| Column {
        runs: (0..shape.colours)
            .map(|colour| {
                let tile = Tile { colour, value };
                let stand = number(format!("stand_{tile}"));
                (number(format!("run_{tile}")).saturating_sub(stand), stand)
            })
            .collect(),
        groups: (0..shape.colours)
            .map(|colour| number(format!("group_{}", Tile { colour, value })))
            .collect(),
        group_jokers: number(format!("wild_{value}")).into(),
    };
    let columns: Vec<Column> = (1..=shape.values).map(column).collect();
    let kept = (0..).zip(puzzle.sets()).filter(|(n, _)| values.bool(&keep_name(*n)) == Some(true));
    let mut melds: Vec<Meld> = kept.map(|(_, set)| set.clone()).collect();
    melds.extend(build::melds(shape, &columns));
    check(puzzle, goal, melds)
}

/// Finds the best sets by queries to an SMT solver.
///
/// # Errors
/// If the solver breaks, or a model is no answer.
pub fn optimum(
    puzzle: &Puzzle,
    goal: &Goal,
    solver: &SmtBackendChoice,
    seed: u64,
    control: Control<'_>,
) -> Result<SmtResult, OptimumError> {
    let plain = Goal { keep: false, ..*goal };
    let query = |goal: &Goal, bound: Bound| -> Result<Reply, OptimumError> {
        Ok(match solver.query(&script(puzzle, goal, bound), seed, control)? {
            SolverAnswer::Satisfiable(values) => Reply::Yes(read(puzzle, goal, &values)?),
            SolverAnswer::Unsatisfiable => Reply::No,
            SolverAnswer::Unknown(limit) => Reply::Stopped(limit),
        })
    };
    let mut best = match query(&plain, (0, 0))? {
        Reply::Yes(first) => first,
        Reply::No => return Ok(SmtResult { best: None, stopped: None }),
        Reply::Stopped(limit) => return Ok(SmtResult { best: None, stopped: Some(limit) }),
    };
    let mut high = puzzle.most(goal.objective);
    loop {
        let low = best.score().by(&plain).0;
        if low >= high {
            break;
        }
        let middle = low + (high - low).div_ceil(2);
        match query(&plain, (middle, 0))? {
            Reply::Yes(found) => best = found,
            Reply::No => high = middle - 1,
            Reply::Stopped(limit) => return Ok(SmtResult { best: Some(best), stopped: Some(limit) }),
        }
    }
    while goal.keep && (best.score().kept as usize) < puzzle.sets().len() {
        match query(goal, (high, best.score().kept + 1))? {
            Reply::Yes(found) => best = found,
            Reply::No => break,
            Reply::Stopped(limit) => return Ok(SmtResult { best: Some(best), stopped: Some(limit) }),
        }
    }
    Ok(SmtResult { best: Some(best), stopped: None })
}

enum Reply {
    Yes(VerifiedMelds),
    No,
    Stopped(Limit),
}

fn keep_name(set: usize) -> String {
    format!("keep_{}", set + 1)
}

/// A script in the making.
struct Writing<'a> {
    puzzle: &'a Puzzle,
    script: Script,
    wanted: Vec<String>,
    /// Table sets that may be kept, with their truth values.
    keep: Vec<(&'a Meld, Term<Bool>)>,
    jokers_used: Vec<Term<Int>>,
    /// Pieces laid and their worth in value.
    pieces: Vec<Term<Int>>,
    worth: Vec<Term<Int>>,
}

fn number(n: impl Into<u64>) -> Term<Int> {
    Term::int(i64::try_from(n.into()).unwrap_or(i64::MAX))
}

fn sum(terms: &[Term<Int>]) -> Term<Int> {
    match terms {
        [] => Term::int(0),
        [one] => one.clone(),
        some => Term::apply("+", some.iter().map(Term::text)),
    }
}

fn times(factor: u64, term: &Term<Int>) -> Term<Int> {
    Term::apply("*", [number(factor).text(), term.text()])
}

fn either(set: &Term<Bool>, then: u64) -> Term<Int> {
    number(then).where_else(set, &Term::int(0))
}

impl<'a> Writing<'a> {
    fn new(puzzle: &'a Puzzle, goal: &Goal) -> Writing<'a> {
        let mut script = Script::new("QF_LIA", None);
        let mut wanted = Vec::new();
        let mut keep = Vec::new();
        if goal.keep {
            for (n, set) in puzzle.sets().iter().enumerate() {
                wanted.push(keep_name(n));
                keep.push((set, script.constant(keep_name(n), &Sort::bool())));
            }
        }
        let (jokers_used, pieces, worth) = (Vec::new(), Vec::new(), Vec::new());
        Writing { puzzle, script, wanted, keep, jokers_used, pieces, worth }
    }

    /// A number from 0 to `most`.
    fn number(&mut self, name: String, most: u64) -> Term<Int> {
        let constant = self.script.constant(name.clone(), &Sort::int());
        self.wanted.push(name);
        self.script.assert(&and([Term::int(0).at_most(&constant), constant.at_most(&number(most))]));
        constant
    }

    /// How much of something kept sets take.
    fn taken(&self, of: impl Fn(&Meld) -> u64) -> Vec<Term<Int>> {
        let sets = self.keep.iter().map(|(set, lit)| (of(set), lit));
        sets.filter(|(taken, _)| *taken > 0).map(|(taken, lit)| either(lit, taken)).collect()
    }

    fn columns(&mut self) {
        let shape = *self.puzzle.shape();
        let (rack_jokers, table_jokers) = self.puzzle.jokers();
        let jokers = u64::from(rack_jokers + table_jokers);
        let least = usize::from(shape.least);
        let mut groups: Vec<Vec<Term<Int>>> = vec![Vec::new(); usize::from(shape.values) + 1];
        for colour in 0..shape.colours {
            let mut begun: Vec<Term<Int>> = Vec::new();
            let mut before = Term::int(0);
            for value in 1..=shape.values {
                let tile = Tile { colour, value };
                let kind = shape.kind(tile);
                let (free, must) = (u64::from(self.puzzle.available(kind)), self.puzzle.on_table(kind));
                let run = self.number(format!("run_{tile}"), free + jokers);
                let stand = self.number(format!("stand_{tile}"), jokers);
                let begin = self.number(format!("begin_{tile}"), free + jokers);
                let group = self.number(format!("group_{tile}"), free);
                begun.push(begin.clone());
                let young = sum(&begun[begun.len().saturating_sub(least)..]);
                let room = usize::from(shape.values - value) + 1 >= least;
                let of_runs = [
                    stand.at_most(&run),
                    young.at_most(&run),
                    run.at_most(&before.plus(&begin)),
                    if room { Term::truth(true) } else { begin.at_most(&Term::int(0)) },
                ];
                self.script.assert(&and(of_runs));
                let reals =
                    |set: &Meld| set.0.iter().filter(|laid| laid.tile == tile && !laid.joker).count() as u64;
                let mut laid = vec![run.minus(&stand), group.clone()];
                laid.extend(self.taken(reals));
                let laid = sum(&laid);
                self.script.assert(&and([number(must).at_most(&laid), laid.at_most(&number(free))]));
                self.jokers_used.push(stand);
                self.pieces.extend([run.clone(), group.clone()]);
                self.worth.extend([times(value.into(), &run), times(value.into(), &group)]);
                groups[usize::from(value)].push(group);
                before = run;
            }
        }
        for (value, tiles) in (0u64..).zip(groups).skip(1) {
            let count = self.number(format!("groups_{value}"), 1000);
            let wild = self.number(format!("wild_{value}"), jokers);
            let all = sum(&[&tiles[..], std::slice::from_ref(&wild)].concat());
            let enough = times(shape.least.into(), &count).at_most(&all);
            let few = all.at_most(&times(shape.colours.into(), &count));
            let no_twins = tiles.iter().map(|tile| tile.at_most(&count));
            self.script.assert(&and(no_twins.chain([enough, few])));
            self.worth.push(times(value, &wild));
            self.pieces.push(wild.clone());
            self.jokers_used.push(wild);
        }
    }

    fn jokers(&mut self) {
        let (rack, table) = self.puzzle.jokers();
        let kept = self.taken(|set| set.0.iter().filter(|laid| laid.joker).count() as u64);
        self.jokers_used.extend(kept);
        let used = sum(&self.jokers_used);
        self.script.assert(&and([number(table).at_most(&used), used.at_most(&number(rack + table))]));
        self.worth.extend(self.taken(Meld::value));
        self.pieces.extend(self.taken(|set| set.0.len() as u64));
    }

    fn bounds(&mut self, goal: &Goal, (least, kept): Bound) {
        let (worth, pieces) = (sum(&self.worth), sum(&self.pieces));
        match goal.objective {
            Objective::Value => self.script.assert(&number(least).at_most(&worth)),
            Objective::Tiles => {
                let all = number(least + u64::from(self.puzzle.table_count()));
                self.script.assert(&all.at_most(&pieces));
            }
        }
        if let Some(least) = goal.at_least {
            self.script.assert(&number(least).at_most(&worth));
        }
        if kept > 0 {
            let sets: Vec<Term<Int>> = self.keep.iter().map(|(_, lit)| either(lit, 1)).collect();
            self.script.assert(&number(kept).at_most(&sum(&sets)));
        }
    }
}
