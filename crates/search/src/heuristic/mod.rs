//! Functions that say how far a position looks from a win.
//!
//! A heuristic returns an integer, smaller is nearer. None of these is a bound: they only
//! order what a search looks at first, so a search that uses them may prove nothing by them.

pub mod heineman;
pub mod joins;
