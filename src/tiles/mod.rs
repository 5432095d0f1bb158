//! Puzzles of tiles: each with native algorithms, one a file, formulations as formulas, and a checker that
//! knows only the puzzle and nothing of how an answer was found.

pub mod carcassonne;
pub mod rummikub;
