//! Steps of several moves, with an order inside the step, and a stock drawn onto a waste.
//!
//! For games of Forty Thieves' kind: cards go home one by one, the stock is drawn one card at a
//! time onto a waste of which the last card is in play, there are no cells. A step is a number of
//! draws and then a set of moves, one a card, that can be made in the order of their labels, moves
//! of one label from the lowest rank upwards. A run of a few cards may move as one: those that
//! ride wait in columns that are empty throughout the step.
//!
//! With `X0` and `X1` the positions before and after a step (`layer`, `moves`):
//!
//! 1. *Uncovering:* a card leaves its first place after what lay dealt on it; what was built
//!    on a mover moves with its label or a smaller one, or rides.
//! 2. *Arrivals:* a card comes to `q` after `q` itself moved, after the card built on it left,
//!    and after what lay dealt on it.
//! 3. *Home:* for each label, not more cards of a kind are home than of the kind before it. So a
//!    whole cascade fits in one label.
//! 4. *The waste* (`waste`) is left from its end: a card leaves after all that were drawn later.
//! 5. *Columns* are counted: those that have their first deepest card before the step, and the cards
//!    that were or will be deepest in another. A column that is freed in a step is filled in a later
//!    one: counting columns several times in a step, which would allow it sooner, solved none of 30 runs.
//!
//! *Every model is a plan.* Order the moves by label, then by rank. A card that can be tied in a
//! label (built on a mover, next to go home) is of lower rank than the card it must precede; all
//! other dependencies are strict.
//!
//! *Every plan has a model* with enough steps: a step with one draw or one move is a step. (Moving a
//! whole column to an empty one changes nothing and is left out.) With a fixed number of steps a
//! draw this holds when it is large enough.
//!
//! Source: exists-steps of Rintanen, Heljanko, Niemelä 2006, with an order inside the step as in
//! Wehrle and Rintanen 2007; links instead of columns, counted foundations and the waste in
//! linear size are this project's.

mod facts;
mod features;
mod layer;
mod moves;
mod unrolling;
mod waste;

pub use unrolling::{start_fixed, start_free};
