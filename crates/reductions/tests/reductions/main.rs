//! Formulas as deals: satisfiable exactly if the deal can be won.
#![allow(clippy::unwrap_used, reason = "tests")]

mod bounded;
mod freecell;
mod spider;
mod thieves;
mod two_players;
mod unlock;
