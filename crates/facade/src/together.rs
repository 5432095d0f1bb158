//! Which options of [`SolveOptions`] go together: one table.

use crate::options::{MethodKind, SolveOptions};
use patsat_game::rules::Cost;

/// A way of solving. Each takes options of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Way {
    /// A native search.
    Search,
    /// SAT, one formula for each horizon.
    Horizons,
    /// SAT, by a schedule of that name.
    Schedule(&'static str),
    /// SAT, by the one query that decides a deal made from a formula.
    Complete,
    /// SAT, for a plan of fewest single-card moves.
    ShortestBySat,
    /// SMT.
    Smt,
    /// Search and SAT together.
    Hybrid,
    /// Property-directed reachability.
    Pdr,
}

/// How options are written in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// As the fields of [`SolveOptions`].
    Rust,
    /// As options of the program.
    CommandLine,
    /// As keyword arguments.
    Python,
}

use Way::{Complete, Horizons, Hybrid, Pdr, Search, ShortestBySat, Smt};

const SCHEDULE: Way = Way::Schedule("");

struct Row {
    /// The field.
    option: &'static str,
    /// The name on the command line, without dashes.
    argument: &'static str,
    given: fn(&SolveOptions) -> bool,
    ways: &'static [Way],
    /// Why only these.
    note: Option<&'static str>,
}

const fn row(
    option: &'static str,
    argument: &'static str,
    given: fn(&SolveOptions) -> bool,
    ways: &'static [Way],
) -> Row {
    Row { option, argument, given, ways, note: None }
}

/// The options that not every way of solving takes.
const TABLE: &[Row] = &[
    row("strategy", "strategy", |o| o.strategy.is_some(), &[Search]),
    row("short", "short", |o| o.short, &[Search]),
    row("width", "width", |o| o.width.is_some(), &[Search]),
    row("depth", "depth", |o| o.depth.is_some(), &[Search]),
    row("no_dominance", "no-dominance", |o| o.no_dominance, &[Search]),
    row("optimal", "optimal", |o| o.optimal, &[Search, ShortestBySat, Smt]),
    Row {
        note: Some("other methods count single cards (m1)"),
        ..row("cost", "cost", |o| o.cost.is_some_and(|cost| !o.optimal || cost != Cost::M1), &[Search])
    },
    row("node_limit", "node-limit", |o| o.limits.nodes.is_some(), &[Search]),
    Row {
        note: Some("it starts where a search ends undecided"),
        ..row("prove", "prove", |o| o.prove.is_some(), &[Search])
    },
    row("encoding", "encoding", |o| o.encoding.is_some(), &[Horizons, Complete, Smt]),
    row("encoding_options", "options", |o| o.encoding_options.is_some(), &[Horizons, Complete, Smt]),
    row("horizon", "horizon", |o| o.horizon.is_some(), &[Horizons, Smt]),
    row("complete", "horizon complete", |o| o.complete, &[Complete]),
    row("schedule", "schedule", |o| o.schedule.is_some(), &[Horizons, SCHEDULE, Smt]),
    row("backend", "backend", |o| o.backend.is_some(), &[Horizons, Complete, ShortestBySat, Smt, Hybrid]),
    row("threads", "threads", |o| o.threads.is_some_and(|threads| threads > 1), &[Horizons, SCHEDULE]),
    row("horizon_time", "horizon-time-limit", |o| o.horizon_time.is_some(), &[Horizons, SCHEDULE, Smt]),
    Row {
        note: Some("the others write no proofs"),
        ..row("certify", "proof", |o| o.certify, &[Search, Horizons, SCHEDULE, Complete, ShortestBySat, Pdr])
    },
];

impl Way {
    fn is(self, other: Way) -> bool {
        matches!((self, other), (Way::Schedule(_), Way::Schedule(_))) || self == other
    }

    fn by(self) -> MethodKind {
        match self {
            Search => MethodKind::Search,
            Smt => MethodKind::Smt,
            Hybrid => MethodKind::Hybrid,
            Pdr => MethodKind::Pdr,
            _ => MethodKind::Sat,
        }
    }
}

/// An option that does not go together with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The option, by its name in [`SolveOptions`].
    pub option: &'static str,
    /// The way of solving that the other options chose.
    pub way: Way,
    note: Option<&'static str>,
}

/// A cost to minimise, where nothing is to be minimised.
pub(crate) const COST_WITHOUT_OPTIMAL: Conflict = Conflict { option: "cost", way: Search, note: None };

/// The first option that is given and does not go together with a way of solving.
pub(crate) fn conflict(options: &SolveOptions, way: Way) -> Option<Conflict> {
    let wrong = |row: &&Row| (row.given)(options) && !row.ways.iter().any(|other| other.is(way));
    let row = TABLE.iter().find(wrong)?;
    Some(Conflict { option: row.option, way, note: row.note })
}

/// Whether a method takes an option, in some way of solving by it.
pub(crate) fn takes(option: &str, by: MethodKind) -> bool {
    TABLE.iter().any(|row| row.option == option && row.ways.iter().any(|way| way.by() == by))
}

/// Whether an option is given that only a search takes, or that names what to search for.
pub(crate) fn searches(options: &SolveOptions) -> bool {
    let own = |row: &&Row| row.ways.contains(&Search) && !matches!(row.option, "prove" | "certify");
    options.cost.is_some() || TABLE.iter().filter(own).any(|row| (row.given)(options))
}

impl Conflict {
    /// The conflict in a sentence.
    #[must_use]
    pub fn sentence(&self, spelling: Spelling) -> String {
        let Some(row) = TABLE.iter().find(|row| row.option == self.option) else {
            return self.option.to_owned();
        };
        let name = spelling.option(row);
        if *self == COST_WITHOUT_OPTIMAL {
            return format!("{name} needs {}, which minimises it", spelling.flag("optimal"));
        }
        let mut methods: Vec<String> = row.ways.iter().map(|way| spelling.by(way.by())).collect();
        methods.dedup();
        let by = spelling.by(self.way.by());
        if !methods.contains(&by) {
            let note = self.note.map(|note| format!(": {note}")).unwrap_or_default();
            return format!("{name} needs {}{note}", alternatives(&methods));
        }
        match self.way {
            Way::Schedule(schedule) => format!(
                "schedule '{schedule}' has its own encodings, back-ends and horizons: expected no {name}"
            ),
            Complete => format!("{name} is not for {}, which asks one query", spelling.complete()),
            _ => format!(
                "{name} is not for {by} with {}, which has its own encoding and horizons",
                spelling.flag("optimal")
            ),
        }
    }
}

/// The names as a list: `a`, `a or b`, `a, b or c`.
fn alternatives(names: &[String]) -> String {
    match names {
        [first @ .., before, last] => {
            let first: String = first.iter().map(|name| format!("{name}, ")).collect();
            format!("{first}{before} or {last}")
        }
        _ => names.concat(),
    }
}

impl Spelling {
    fn option(self, row: &Row) -> String {
        match self {
            Spelling::CommandLine => format!("--{}", row.argument),
            _ => row.option.to_owned(),
        }
    }

    fn flag(self, option: &str) -> String {
        match self {
            Spelling::Rust => option.to_owned(),
            Spelling::CommandLine => format!("--{option}"),
            Spelling::Python => format!("{option}=True"),
        }
    }

    fn complete(self) -> &'static str {
        match self {
            Spelling::Rust => "complete",
            Spelling::CommandLine => "--horizon complete",
            Spelling::Python => "horizon=\"complete\"",
        }
    }

    fn by(self, by: MethodKind) -> String {
        let name = format!("{by:?}");
        match self {
            Spelling::Rust => format!("MethodKind::{name}"),
            Spelling::CommandLine => format!("--by {}", name.to_lowercase()),
            Spelling::Python => format!("by=\"{}\"", name.to_lowercase()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_refused_by_some_way_and_taken_by_another() {
        let ways = [Search, Horizons, Way::Schedule("mixed"), Complete, ShortestBySat, Smt, Hybrid, Pdr];
        for row in TABLE {
            let taken = ways.iter().filter(|way| row.ways.iter().any(|other| other.is(**way))).count();
            assert!(taken > 0 && taken < ways.len(), "{}", row.option);
            assert!(!(row.given)(&SolveOptions::default()), "{} is given by default", row.option);
            for way in ways.iter().filter(|way| !row.ways.iter().any(|other| other.is(**way))) {
                for spelling in [Spelling::Rust, Spelling::CommandLine, Spelling::Python] {
                    let text = Conflict { option: row.option, way: *way, note: row.note }.sentence(spelling);
                    assert!(
                        text.contains(" needs ") || text.contains("not for") || text.contains("no "),
                        "{text}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_sentence_names_the_methods_that_take_the_option() {
        let of = |option, way, spelling| Conflict { option, way, note: None }.sentence(spelling);
        assert_eq!(of("encoding", Search, Spelling::CommandLine), "--encoding needs --by sat or --by smt");
        assert_eq!(
            of("optimal", Hybrid, Spelling::CommandLine),
            "--optimal needs --by search, --by sat or --by smt"
        );
        assert_eq!(of("strategy", Horizons, Spelling::Python), "strategy needs by=\"search\"");
        assert_eq!(of("node_limit", Smt, Spelling::Rust), "node_limit needs MethodKind::Search");
        assert_eq!(
            of("schedule", Complete, Spelling::CommandLine),
            "--schedule is not for --horizon complete, which asks one query"
        );
        assert_eq!(
            of("horizon", Way::Schedule("mixed"), Spelling::CommandLine),
            "schedule 'mixed' has its own encodings, back-ends and horizons: expected no --horizon"
        );
        assert_eq!(
            COST_WITHOUT_OPTIMAL.sentence(Spelling::CommandLine),
            "--cost needs --optimal, which minimises it"
        );
    }
}
