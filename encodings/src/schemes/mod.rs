//! The named SAT encodings, in one table.
//!
//! # A new SAT encoding
//!
//! It is one file and one row:
//!
//! 1. A file in [`crate::steps`] (or beside it, if it has no steps) with a
//!    function of type [`Start`](crate::unroll::Start). It takes a task and options, refuses what it cannot express
//!    with an [`UnsupportedError`](crate::unroll::UnsupportedError) by its name, and returns a boxed [`Unroll`](crate::unroll::Unroll). Views of a position
//!    that others share are in [`crate::fluents`]; take one of them if it fits.
//! 2. `Unroll::grow` writes the formula up to a bound: `formula.new_lit()` is a new variable,
//!    `formula.add(&[a, !b])` a clause, `formula.imply(&[a, b], &[c])` an implication; counts and "at most one"
//!    come from [`crate::constraints`] in the form that the options name. After each step it asks
//!    `formula.check()?`, so that a memory limit ends in an error. It returns the *goal*, a literal that implies
//!    that the game is won within the bound; the caller assumes it or adds it as a clause. A plan
//!    within a bound must also be one within every larger bound: let steps be idle.
//! 3. `Unroll::read` turns a model into steps. It walks a [`Position`](crate::task::Position) and answers whatever is no
//!    plan with a [`ReadError`](crate::unroll::ReadError); every step is checked again on the rules afterwards. `names` says
//!    what variables mean, `decisions` what a plan decides (cubes are split there), `costs` its moves.
//! 4. Options of its own are a struct in a file of [`crate::options`] with a constant row each, as
//!    [`DrawsOptions`](crate::options::DrawsOptions) has; `Options` gets a field and the table there a line. An option that leaves
//!    out plans is marked as a streamliner.
//! 5. A row in `table.rs`: name, a line about it, its source, what its bound counts, whether `grow` may be
//!    called again, and the first bound to query. Then which moves that wait for each other a step holds, its
//!    name as a script, and the function of 1. The command line, the listings, the SMT encoding
//!    `clauses-NAME` and the tests of agreement with exhaustive search read the table.
//! 6. A section in `README.md`: state, axioms, size, what no model means, sources. The argument that every model
//!    is a plan and every plan has a model stands at the head of the file.
//!
//! Formulas are named by their hash in kept proofs: once an encoding is in use, clauses and the numbers
//! of variables stay as they are, or it becomes a new encoding or an option.

mod table;

pub use table::{DEFAULT, ENCODINGS, UnknownEncodingError, encoding};
