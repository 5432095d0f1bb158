//! What every plan from a position costs at least, as the rules alone show it.

mod runs;

pub use runs::bound as runs_bound;
