//! Functions that estimate how far a position is from a win.
//!
//! A heuristic returns an integer, smaller is nearer. None of these is a bound: they only order the
//! positions that a search visits first, so a search that uses them may prove nothing by them.

pub mod heineman;
pub mod joins;
