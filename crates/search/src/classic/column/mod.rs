//! The FreeCell of Heineman's column, so that its figures can be held against ours.
//!
//! The idea: the column prints counts (Tables 1 and 2, the branching factor, the positions
//! of deal 11982) that depend on details it does not give. Its sources are public
//! (`heineman/algorithms-nutshell-2ed`, folder `Blogs`); this module plays by the facts
//! found there, written anew. `tests/search/column.rs` asserts each figure.
//!
//! What is listed, and in which order ([`ColumnBoard`] does exactly this):
//! 1. a cell's card to its foundation, highest card code first (rank-major, clubs first);
//! 2. a column's top card to its foundation;
//! 3. a cell's card to a column, column by column, lowest code first, *every* empty column
//!    listed;
//! 4. runs of one to n cards from column to column: at most (vacant places + 1) cards, a
//!    vacant place being an empty cell or column, and one less onto an empty column; whole
//!    columns never go to an empty one; of several empty targets only the first is listed;
//! 5. a column's top card to a cell.
//!
//! No foundation move is forced.
//!
//! What the figures turn out to be, deal 14:
//! - **Table 2** (109, 1,111, 11,615, 93,339 moves) is the number of move *sequences* of at
//!   most 2, 3, 4, 5 moves, 10 + 99 + 1,002 + 10,504 + 81,724 of them. Nothing was ever
//!   recognised as visited: the visited set is a hash table whose hash is that of a Java
//!   array, which is its address. Were the set working, his listing would make 679, 2,929 and
//!   8,289 moves at bounds 3 to 5 (and miss plans, see [`super::depth_bounded`]; ours makes
//!   679, 3,276 and 10,926). Bound 6 needs 628,197 where memory ran out at 493,678.
//! - **Table 1** is not an estimate of these numbers but of 10, 97, 953, 9,642, 81,806,
//!   513,720, 3,157,199: the loop that picks "one valid move at random" takes the first
//!   move twice as often as others and never the last
//!   ([`crate::estimate::Choice::ColumnSlip`]). Its last entry, -1963544077451,
//!   is a sum of 524,288 trials that left 64 bits twice over: adding 2^65 / 2^19 back gives
//!   68,405,200,100,213, which is where the estimate lies.
//! - **7.78** is the mean number of moves seen by the probes of that table, all depths 1 to
//!   16, so that positions near the start weigh most: 7.784 with the slip. An honest choice
//!   gives 7.594; neither is the growth of the tree, which is near 6.
//! - **180,045** positions of deal 11982 is 83,239 positions counted by a key that should
//!   list the columns in order of their deepest cards but lists them in whatever order the
//!   last sorting left ([`stale`]).

mod board;
pub mod stale;

pub use board::ColumnBoard;
