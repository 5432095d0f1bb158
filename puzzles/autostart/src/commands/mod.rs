//! `patsat puzzle autostart`: how many cards of a fresh Forty Thieves deal can go home at once.

mod deal;
mod many;
mod maxsat;
mod solve;
mod study;

use crate::{Algorithm, IntermediatePlace, Shape, TableauError};
use clap::builder::TypedValueParser;
use patsat_console::args::{at_least_one, known};
use patsat_console::exit::Failure;
use patsat_puzzle::{Puzzle, PuzzleCommand};
use std::num::NonZeroUsize;

/// The puzzle.
pub const PUZZLE: Puzzle = Puzzle {
    name: "autostart",
    about: "Send Forty Thieves cards home from a fresh deal (AutoStart)",
    more: "The aim is to send as many cards home as possible. A deal has ten columns of four cards from two decks, \
           and nothing else. A top card goes home, or once onto a top card of its suit one rank higher; with \
           --empties also to an empty column. The algorithms are those of Heysel's \"Forty Thieves AutoStart\" \
           (2018), and the optimum by search and by MaxSAT.",
    examples: "\
Examples:
  patsat puzzle autostart solve random:forty-thieves:253
  patsat puzzle autostart solve random:forty-thieves:1..20000
  patsat puzzle autostart study --trials 50 --at-least 15 --seed 1 -o autostart/",
    commands: &[
        PuzzleCommand::new::<solve::Args>("solve"),
        PuzzleCommand::writing::<maxsat::EncodeArgs>("encode"),
        PuzzleCommand::new::<maxsat::DecodeArgs>("decode"),
        PuzzleCommand::new::<study::Args>("study"),
    ],
};

/// What is dealt, and which moves are allowed.
#[derive(Clone, Debug, clap::Args)]
struct RuleArgs {
    /// Allow the intermediate move of a card to an empty column
    #[arg(long)]
    empties: bool,
    /// Columns dealt [default: 10]
    #[arg(long, value_name = "N")]
    columns: Option<u16>,
    /// Cards dealt to each column [default: 4]
    #[arg(long, value_name = "N")]
    rows: Option<u16>,
}

impl RuleArgs {
    fn moves(&self) -> IntermediatePlace {
        if self.empties { IntermediatePlace::SuitOrEmpty } else { IntermediatePlace::Suit }
    }

    /// What is dealt.
    fn shape(&self) -> Result<Shape, Failure> {
        let plain = Shape::default();
        let shape = Shape {
            columns: self.columns.map_or(plain.columns, Into::into),
            rows: self.rows.map_or(plain.rows, Into::into),
        };
        match shape.check() {
            Ok(()) => Ok(shape),
            Err(TableauError::Empty) => Err(Failure::input("--columns and --rows must be 1 at least")),
            Err(error) => Err(Failure::input(error)),
        }
    }

    /// The same, if it is not the deal's own.
    fn other_shape(&self) -> Result<Option<Shape>, Failure> {
        let shape = self.shape()?;
        Ok((self.columns.is_some() || self.rows.is_some()).then_some(shape))
    }
}

/// The algorithms and their limits.
#[derive(Clone, Debug, clap::Args)]
struct PlayArgs {
    /// Algorithm; may be repeated [default: heuristic and exact for a study, else all]
    #[arg(long, value_name = "NAME", value_parser = algorithm())]
    algorithm: Vec<Algorithm>,
    /// Number of cards home that are enough
    #[arg(long, value_name = "N", default_value_t = 15)]
    at_least: usize,
    /// Search nodes per deal; after that the best so far is reported
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    node_limit: u64,
    /// Number of worker threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<NonZeroUsize>,
}

fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    known(Algorithm::ALL.map(|algorithm| (algorithm.name(), algorithm)))
}

impl PlayArgs {
    fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        let jobs = self.jobs.map_or(0, NonZeroUsize::get).min(1024);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
        pool.map_err(|error| Failure::missing(format!("no threads can be started: {error}")))
    }
}
