//! A checker of LRAT proofs, and of lists of cubes that must leave no case out.
//!
//! A SAT solver that reports "unsatisfiable" can write a proof. [`check_refutation`] checks that proof, text or binary,
//! against the caller's clauses; it follows the proof's hints and needs no search. [`check_cover`] checks that cubes
//! are the leaves of a tree of decisions, so that a formula refuted under each of them is refuted. Neither shares code
//! with a solver. Neither checks that the clauses encode the caller's problem.
//!
//! ```
//! // (a or b), (a or not b), (not a or b), (not a or not b): no model.
//! let formula = [[1, 2], [1, -2], [-1, 2], [-1, -2]];
//! let proof = "5 1 0 1 2 0\n6 0 5 3 4 0\n";
//! let refutation = patsat_lrat::check_refutation(formula.iter().map(|c| &c[..]), proof.as_bytes())?;
//! assert_eq!((refutation.clauses(), refutation.derived()), (4, 2));
//!
//! let cover = patsat_lrat::check_cover(&[vec![1, 2], vec![1, -2], vec![-1]])?;
//! assert_eq!(cover.cubes(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Literals are `i32` as in DIMACS, or any type that implements [`Literal`]. The feature `rustsat` implements it for
//! the literals of that crate.

#![warn(clippy::unwrap_used)]
#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

mod check;
mod cover;
mod literal;
mod read;

pub use check::{LratFault, Refutation, check_refutation, check_refutation_within};
pub use cover::{Cover, CoverFault, check_cover};
pub use literal::Literal;
