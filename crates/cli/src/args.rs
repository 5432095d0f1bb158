//! Arguments that several commands share.

use clap::Args;
use patsat_console::args::{MEMORY_MIB, SHARED, at_least_one, seconds};
use patsat_console::exit::{Exit, Failure};
use patsat_facade::{Limits, OptionsError, SearchMethod, SolveOptions, Spelling};
use patsat_formats::Lines;
use patsat_game::cards::Suits;
use patsat_game::rules::Cost;
use std::path::PathBuf;
use std::time::Duration;

/// How a command that decides a game ends.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ExitArgs {
    /// Exit codes: those of SAT solvers, or 0 for every answer and 5 for none
    #[arg(long, value_name = "KIND", value_enum, default_value = "solver", help_heading = SHARED)]
    exit_code: ExitCodes,
}

/// A convention of exit codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ExitCodes {
    /// 10 solved, 20 unwinnable, 21 no plan within the bound, 0 undecided
    Solver,
    /// 0 solved, unwinnable or no plan within the bound, 5 undecided
    Plain,
}

impl ExitArgs {
    /// The exit code in the convention that was chosen, of one in the convention of solvers.
    pub(super) fn of(self, exit: Exit) -> Exit {
        match (self.exit_code, exit) {
            (ExitCodes::Plain, Exit::Solved | Exit::ProvedNone | Exit::NoneWithin) => Exit::Done,
            (ExitCodes::Plain, Exit::Done) => Exit::Undecided,
            _ => exit,
        }
    }
}

/// Rule options, which override the instance's own rules.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Rules")]
pub(super) struct GameArgs {
    /// Name of the game; 'patsat games' lists them [default: detected, else freecell]
    #[arg(long, value_name = "NAME")]
    pub(super) game: Option<String>,
    /// File with the rules of the game: JSON from 'patsat games NAME', or Solvitaire's
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    pub(super) rules: Option<PathBuf>,
    /// Number of cells
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) cells: Option<u16>,
    /// Number of columns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    pub(super) columns: Option<u16>,
    /// Ranks in each suit; fewer than 13 leave out the high cards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub(super) ranks: Option<u32>,
    /// Number of suits, or a list such as HS or CHSS; games of complete runs keep their number of cards
    #[arg(long, value_name = "N|LIST")]
    pub(super) suits: Option<Suits>,
    /// Deal every card face up (Spider and similar games)
    #[arg(long)]
    pub(super) face_up: bool,
    /// Deal a row only when no column is empty (Spider)
    #[arg(long)]
    pub(super) strict_deal: bool,
    /// The file lists each column from its top card down
    #[arg(long)]
    pub(super) flip: bool,
    /// Of a board in a file: each line of cards is a row across the columns
    #[arg(long, conflicts_with = "columns_first")]
    pub(super) rows: bool,
    /// Of a board in a file: each line of cards is a column
    #[arg(long)]
    pub(super) columns_first: bool,
}

impl GameArgs {
    /// What a line of a board is, where the options say it.
    pub(super) fn lines(&self) -> Option<Lines> {
        match (self.rows, self.columns_first) {
            (true, _) => Some(Lines::Rows),
            (_, true) => Some(Lines::Columns),
            _ => None,
        }
    }

    /// The first option that is given and has a meaning for boards in files only.
    pub(super) fn of_files(&self) -> Option<&'static str> {
        let given = [("--flip", self.flip), ("--rows", self.rows), ("--columns-first", self.columns_first)];
        given.iter().find(|(_, given)| *given).map(|(name, _)| *name)
    }

    /// The first of these arguments that is given.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--game", self.game.is_some()),
            ("--rules", self.rules.is_some()),
            ("--cells", self.cells.is_some()),
            ("--columns", self.columns.is_some()),
            ("--ranks", self.ranks.is_some()),
            ("--suits", self.suits.is_some()),
            ("--face-up", self.face_up),
            ("--strict-deal", self.strict_deal),
        ];
        given.iter().find(|(_, given)| *given).map(|(name, _)| *name).or(self.of_files())
    }
}

/// Limits of a run.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits (reaching one ends in 'unknown')")]
pub(super) struct LimitArgs {
    /// Stop after this many seconds of wall-clock time (0.5 is allowed)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Memory for search tables or for the solver, for each job [default: 4096]
    #[arg(long, value_name = "MIB")]
    memory_limit: Option<u64>,
    /// Stop after expanding this many positions
    #[arg(long, value_name = "N")]
    node_limit: Option<u64>,
}

/// The fallback for a search that ends without a verdict.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Search")]
pub(super) struct ProveArgs {
    /// If the search ends undecided, look for dead patterns with at most N solver queries (about 1,000 a second); 0
    /// turns this off [default: 300000 without other search options and node limit, else 0]
    #[arg(long, value_name = "N")]
    prove: Option<u64>,
}

impl ProveArgs {
    /// The number of queries, if it is given.
    pub(super) fn queries(&self) -> Option<u64> {
        self.prove
    }
}

/// The search strategy and its settings.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchArgs {
    /// Search strategy; 'patsat --list strategies' describes them [default: auto]
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// Find a shortest plan
    #[arg(long, conflicts_with_all = ["strategy", "short"])]
    optimal: bool,
    /// Find a short plan quickly; it need not be shortest
    #[arg(long, conflicts_with = "strategy")]
    short: bool,
    /// Cost that --optimal minimises: m1 single-card moves, m2 a supermove as one, m3 as m2 without moves home
    /// [default: m2; m1 for planning tasks]
    #[arg(long, value_name = "COST")]
    cost: Option<Cost>,
    /// Beam width, for strategies that use a beam
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    width: Option<std::num::NonZeroUsize>,
    /// Depth bound in moves, for strategies that use one
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Seed of random choices, also of the solver
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Turn off the dominance rules (for comparisons)
    #[arg(long)]
    no_dominance: bool,
}

impl LimitArgs {
    /// The first of these that is given and that only searches take.
    pub(super) fn of_searches(&self) -> Option<&'static str> {
        self.node_limit.map(|_| "--node-limit")
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            time: self.time_limit,
            nodes: self.node_limit,
            memory_mib: Some(self.memory_limit.unwrap_or(MEMORY_MIB)),
        }
    }
}

impl SearchArgs {
    /// The seed.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// The first of these that is given, the seed apart.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--strategy", self.strategy.is_some()),
            ("--short", self.short),
            ("--cost", self.cost.is_some()),
            ("--width", self.width.is_some()),
            ("--depth", self.depth.is_some()),
            ("--no-dominance", self.no_dominance),
            ("--optimal", self.optimal),
        ];
        given.iter().find(|(_, given)| *given).map(|(name, _)| *name)
    }

    /// Options with these arguments.
    pub(super) fn options(&self) -> SolveOptions {
        SolveOptions {
            strategy: self.strategy.clone(),
            short: self.short,
            optimal: self.optimal,
            cost: self.cost,
            width: self.width.map(Into::into),
            depth: self.depth,
            seed: self.seed,
            no_dominance: self.no_dominance,
            ..SolveOptions::default()
        }
    }

    /// The native search that the arguments describe.
    pub(super) fn method(&self) -> Result<SearchMethod, Failure> {
        self.options().search().map_err(wrong_options)
    }
}

/// Options that make no method, in the words of the command line.
#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
pub(super) fn wrong_options(error: OptionsError) -> Failure {
    let failure = Failure::input(error.sentence(Spelling::CommandLine));
    match error.help() {
        Some(help) => failure.with_help(help),
        None => failure,
    }
}
