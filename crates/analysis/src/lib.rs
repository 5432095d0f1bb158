//! Questions about a position beyond "can it be won?".
//!
//! * [`hint`]: the next move, and the moves that lose.
//! * [`why`]: why a position is lost, and which move of a game lost it.
//! * [`rate`]: how hard a deal is for people.
//! * [`unseen`]: boards with unseen cards.
//! * [`variants`]: the most that can be reached; fair and k-easy games.

#![warn(clippy::unwrap_used)]

pub mod hint;
pub mod rate;
pub mod unseen;
pub mod variants;
pub mod why;
