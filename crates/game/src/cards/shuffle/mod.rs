//! How other programs turn a deal number into an order of cards, one dealer a file.
//!
//! Every dealer returns the cards in the order in which they are dealt; where each
//! goes is a matter of the game's layout.

pub mod kpat;
pub mod microsoft;
pub mod pysol;
pub mod random;
pub mod solvitaire;
