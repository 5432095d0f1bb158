//! Puzzles of tiles: how large a board they make. Each has native algorithms, one a file, an encoding for SAT
//! solvers, and a checker that knows only tiles and board and nothing of how an answer was found.

pub mod carcassonne;
