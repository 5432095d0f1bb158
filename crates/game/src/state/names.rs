//! The names that a file gives to the parts of its game.

use crate::cards::Card;
use std::collections::BTreeMap;

/// Names of cards, suits, numbers and places, for files that choose their own. A plan for such a file must use them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Each card's name; rank 0 is the empty foundation of its suit.
    pub cards: BTreeMap<Card, String>,
    /// Each suit's name, in our order of suits.
    pub suits: Vec<String>,
    /// The names of the numbers, from 0 on.
    pub numbers: Vec<String>,
    /// In games of runs: the names of each card's copies, in the order columns, stock (the next card
    /// first), home.
    pub copies: BTreeMap<Card, Vec<String>>,
    /// The names of the columns, or of their numbers where these are counted apart.
    pub columns: Vec<String>,
    /// The names of the numbers of cells, where these are counted apart.
    pub cells: Vec<String>,
    /// The names of the rows yet to be dealt, and of what comes after the last.
    pub rows: Vec<String>,
}
