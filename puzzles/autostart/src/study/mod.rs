//! The paper's experiment (Heysel, section 4), and what many deals say on average.
//!
//! [`Trials`] deals until an algorithm sends enough cards home, again and again; [`Tally`] counts
//! what an algorithm does over a set of deals. Both depend on seeds alone, times apart.

mod clock;
mod tally;
mod trials;

pub use tally::{Contender, Tally, reference, tally};
pub use trials::{MOST_DEALS, MOST_SEED, MOST_TRIALS, Trial, Trials};
