//! How a bounded plan becomes a formula. This crate knows ids and relations, no suits.
//!
//! What is to be encoded is a [`task::Task`]: cards as numbers, the relations between their
//! kinds, and where they lie at the start. A game is lowered to it once, outside this crate;
//! every encoding reads nothing else. So games and encodings add and do not multiply, and a
//! deck of hundreds of ranks is only a larger relation. `README.md` has the mathematics.
//!
//! `task -> formula, constraints -> fluents -> steps -> schemes`: an [`unroll::Encoding`]
//! of [`schemes`] begins an [`unroll::Unroll`], which writes a [`formula::Formula`] up to a bound
//! and reads a model back to steps. [`cubes`] splits a formula for many machines; [`qbf`] asks for a plan for every choice
//! of a second player. The crate `patsat-smt` does the same as [`schemes`] in SMT-LIB, for solvers that know more than
//! clauses. How to add an encoding stands at the head of [`schemes`].
//!
//! # Example
//!
//! A two lies on the ace of its suit; there is one cell. The shortest plan has three moves.
//!
//! ```
//! use patsat_encodings::formula::Formula;
//! use patsat_encodings::options::Options;
//! use patsat_encodings::schemes::encoding;
//! use patsat_encodings::task::{CardId, EmptyColumn, Goal, Group, Home, Kind, KindId, Start, Step, Stock, Target, Task};
//! use rustsat::types::Lit;
//! use varisat::ExtendFormula;
//!
//! let (ace, two) = (CardId(0), CardId(1));
//! let task = Task {
//!     kinds: vec![Kind::default(); 2],
//!     cards: vec![KindId(0), KindId(1)],
//!     start: Start { columns: vec![vec![ace, two]], ..Start::default() },
//!     columns: 1,
//!     cells: 1,
//!     group: Group::Single,
//!     empty_column: EmptyColumn::Nothing,
//!     home: Home::After(vec![None, Some(KindId(0))]),
//!     worrying_back: false,
//!     stock: Stock::None,
//!     goal: Goal::Win,
//! };
//! task.check()?;
//!
//! // The clauses of "there is a plan of at most three moves".
//! let mut formula = Formula::default();
//! let mut unrolling = (encoding("sequential")?.start)(&task, &Options::default())?;
//! let goal = unrolling.grow(3, &mut formula)?;
//! formula.add(&[goal]);
//!
//! // Any SAT solver takes them.
//! let mut solver = varisat::Solver::new();
//! for clause in formula.clauses_from(0) {
//!     let clause: Vec<_> = clause.iter().map(|lit| varisat::Lit::from_dimacs(lit.to_ipasir() as isize)).collect();
//!     solver.add_clause(&clause);
//! }
//! assert!(solver.solve()?);
//!
//! // The steps of the model.
//! let model = solver.model().ok_or("no model")?;
//! let is_true = |lit: Lit| model.contains(&varisat::Lit::from_dimacs(lit.to_ipasir() as isize));
//! let steps = unrolling.read(&is_true)?;
//! let expected = [(two, Target::Cell), (ace, Target::Home), (two, Target::Home)];
//! assert_eq!(steps, expected.map(|(card, to)| Step::Move { card, to }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

pub mod constraints;
pub mod cubes;
pub mod emit;
pub mod fluents;
pub mod formula;
pub mod lower_bound;
pub mod objective;
pub mod options;
pub mod qbf;
pub mod schemes;
pub mod steps;
pub mod sums;
pub mod task;
pub mod unroll;
