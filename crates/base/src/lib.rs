//! What every part shares: limits of long work, threads, errors of readers, and the look of text.
//!
//! * [`Limits`] end a search or a solver, and a [`Limit`] names the one that was reached. Solvers, searches, verdicts
//!   and output use the same type, so a reason to stop is never converted.
//! * [`FormatError`] is an error in a file: one sentence, the line, and a hint for the next step.
//! * [`wilson`] gives the interval of a rate.
//! * [`SplitMix64`] gives pseudorandom numbers.
//! * [`Style`], [`wrapped`] and [`counted`] format text for a terminal.
//! * [`threads`] runs work in parallel where the target has threads, [`pool`] works on many items in parallel.
//!
//! ```
//! use patsat_base::{Limit, Limits};
//! use std::time::Duration;
//!
//! let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
//! assert_eq!(limits.nodes, None);
//! assert_eq!(Limit::Time.to_string(), "time limit reached");
//! ```

#![warn(clippy::unwrap_used)]

mod count;
mod decode;
mod error;
mod interval;
mod limits;
mod near;
pub mod pool;
mod random;
mod style;
pub mod threads;
mod wrap;

pub use count::{counted, number};
pub use decode::{is_blank, text};
pub use error::{FormatError, Problem, printable, quoted};
pub use interval::wilson;
pub use limits::{Limit, Limits};
pub use near::nearest;
pub use random::{SplitMix64, mixed};
pub use style::Style;
pub use wrap::{filled, wrapped};
