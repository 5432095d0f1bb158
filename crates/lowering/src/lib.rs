//! From a card game to a task of the encodings, and from the steps of a model back to verified moves.
//!
//! [`lower`] turns a game into a [`Task`](patsat_encodings::task::Task): ids and relations, without suits or ranks.
//! [`decode`] turns steps of the task into moves at the table, and makes plans shorter. [`check`] replays the moves on
//! the rules.

#![warn(clippy::unwrap_used)]

pub mod check;
pub mod decode;
pub mod lower;
