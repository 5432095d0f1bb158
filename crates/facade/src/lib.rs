//! The one interface to patsat: the program, the Python package, the page in the browser and the crate `patsat` use it.
//!
//! A first program: a deal by its number, solved by search. The verifier has replayed the plan.
//!
//! ```
//! # use patsat_facade as patsat;
//! let game = patsat::deal("ms:617")?;
//! let answer = patsat::solve(&game)?;
//! let plan = answer.plan().ok_or("no plan")?;
//! println!("{} moves: {}", plan.moves.len(), patsat::notation(&game, plan)?);
//! # assert!(plan.moves.len() > 50);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # SAT, with progress
//!
//! [`SolveOptions`] chooses a method, limits and certificates. A [`Monitor`] stops a run and receives its
//! [`ProgressEvent`]s.
//!
//! ```
//! # use patsat_facade as patsat;
//! use patsat::{Horizon, MethodKind, Monitor, ProgressEvent, SolveOptions, Verdict};
//!
//! let game = patsat::read("Foundations: H-K C-K D-K S-J\n: QS KS\n:\n:\n:\n:\n:\n:\n:\n")?;
//! let options = SolveOptions {
//!     by: MethodKind::Sat,
//!     encoding: Some("exists".into()),
//!     horizon: Some(Horizon::Range(1, 4)),
//!     ..SolveOptions::default()
//! };
//! let mut horizons = Vec::new();
//! let mut watch = |event: &ProgressEvent| {
//!     if let ProgressEvent::Answered(round) = event {
//!         horizons.push(round.question.horizon);
//!     }
//! };
//! let answer = patsat::run(&options.request(&game)?, &mut Monitor::default().watched_by(&mut watch))?;
//! assert_eq!(answer.verdict(), Verdict::Solved);
//! assert!(!horizons.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A certificate
//!
//! ```
//! # use patsat_facade as patsat;
//! use patsat::{Basis, Outcome, Rules, SolveOptions, VerifiedClaim};
//!
//! let mut rules = Rules::preset("freecell")?;
//! (rules.deck.ranks, rules.columns, rules.cells) = (4, 4, 0);
//! let lost = patsat::deal_of("ms:1", rules)?;
//! let request = SolveOptions { certify: true, ..SolveOptions::default() }.request(&lost)?;
//! let Outcome::Unwinnable(Basis::ClosedSet(certificate)) = request.run()?.outcome else {
//!     return Err("expected a closed set".into());
//! };
//! assert!(matches!(patsat::verify(&lost, &certificate.bytes)?, VerifiedClaim::ClosedSet(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game of your own
//!
//! [`Rules`] are data. Each change of a preset is a game that every search and every encoding plays.
//!
//! ```
//! # use patsat_facade as patsat;
//! use patsat::{Rules, Verdict};
//!
//! let narrow = Rules { columns: 6, cells: 5, ..Rules::preset("freecell")? };
//! let game = patsat::deal_of("random:7", narrow)?;
//! assert_ne!(patsat::solve(&game)?.verdict(), Verdict::NoPlanWithin);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # More
//!
//! Each function has an example: [`deal`], [`read`], [`open`] and [`open_with`]; [`solve`] and [`run`]; [`encode`] and
//! [`decode`]; [`verify`]; [`why`] and [`hint`]; [`reduce`]; [`survey`]. The modules have what fewer programs need.
//!
//! # Features
//!
//! `cadical`, `minisat` and `z3` link these solvers in and need their libraries. Without them varisat and batsat solve,
//! and other solvers are called as programs.

#![warn(clippy::unwrap_used)]
#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

mod certificate_kind;
mod deals;
mod explain;
mod formulas;
mod method;
mod names;
mod open;
mod options;
mod options_error;
mod reduced;
mod solving;
mod surveys;
mod together;
mod verified;

pub use certificate_kind::CertificateKind;
pub use deals::{DealError, deal, deal_of, notation, read};
pub use explain::{hint, why};
pub use formulas::{EncodeError, decode, encode};
pub use names::{encoding, encoding_options, smt_encoding};
pub use open::{OpenedGame, Source, deal_name, open, open_with, rules_of};
pub use options::{MethodKind, SolveOptions};
pub use options_error::OptionsError;
pub use patsat_base::{Limit, Limits};
pub use patsat_blind as blind;
pub use patsat_formats::{Format, FormatError, HintError, Hints};
pub use patsat_game::cards::DealId;
pub use patsat_game::rules::{Cost, Move, Place, Rules};
pub use patsat_game::state::{Instance, Plan};
pub use patsat_game::verify::Verified;
pub use patsat_planning::formula::BoundedFormula;
pub use patsat_planning::sat::Horizon;
pub use patsat_planning::solve as run;
pub use patsat_planning::{
    Answer, Basis, Failure, LazyTask, Lengths, Measure, Method, Monitor, Optimality, Outcome, PdrMethod,
    ProgressEvent, Request, SearchMethod, ShortestProof, Verdict,
};
pub use patsat_reductions::{Cnf, Target};
pub use reduced::{assignment_of, plan_of, reduce};
pub use solving::solve;
pub use surveys::{Survey, SurveyError, SurveyedDeal, survey};
pub use together::{Conflict, Spelling, Way};
pub use verified::{VerifiedClaim, VerifyError, VerifyOptions, verify, verify_with};

/// Cards, rules, positions, and the verifier.
pub mod game {
    /// Cards and numbered deals.
    pub mod cards {
        pub use patsat_game::cards::{
            Card, Colour, Deal, DealId, DealIdError, DealRange, DeckSpec, Rank, Suit, Suits,
        };
    }
    /// Rules and moves.
    pub mod rules {
        pub use patsat_game::rules::{
            Build, Cost, EmptyColumn, Group, Home, Move, PRESETS, Place, RankStep, Rules, Stock,
            UnknownGameError,
        };
    }
    /// Positions and plans.
    pub mod state {
        pub use patsat_game::state::{Instance, InstanceError, MoveError, Plan, Table};
    }
    /// Checks by the rules alone.
    pub mod verify {
        pub use patsat_game::verify::{Fault, Play, Verified, play, replay};
    }
}

/// Boards and plans as text.
pub mod formats {
    pub use patsat_formats::{
        AutomaticMoves, CardStyle, DealName, Format, FormatError, Hints, PartialBoard, Style, board,
        first_deal, next_home, read, read_instance, read_plan, read_plan_text, which, write_instance,
        write_plan,
    };
    pub use patsat_pddl as pddl;
}

/// Queries to SAT solvers.
pub mod sat {
    pub use patsat_planning::sat::{Question, Round, SatMethod, usual_encoding};
}

/// Formulas for other solvers.
pub mod formula {
    pub use patsat_planning::formula::{BoundedFormula, FormulaRequest, NoPlanError};
}

/// Encodings of plans as formulas.
pub mod encodings {
    pub use patsat_encodings::formula::{Formula, Size};
    pub use patsat_encodings::options::Options;
    pub use patsat_encodings::schemes;
    pub use patsat_smt as smt;
}

/// SAT and SMT solvers.
pub mod solvers {
    pub use patsat_solvers::{BACKENDS, left_out, smt};
}

/// Limits of a search that is called directly.
pub mod search {
    pub use patsat_search::Budget;
}

/// Hints, explanations, ratings and hidden cards, with their settings.
pub mod analysis {
    pub use patsat_analysis::{hint, rate, unseen, why};
    /// The search for dead patterns.
    pub use patsat_patterns as patterns;
}

/// Formulas as deals.
pub mod reductions {
    pub use patsat_reductions::{Assignment, Form, LowerError, Reduction, dimacs, lift, lower, reduce_any};
}
