//! Puzzles of tiles: each with a native algorithm, formulations as formulas, and a checker that
//! knows nothing of how an answer was found.

pub mod rummikub;
