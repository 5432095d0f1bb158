//! Parallel steps for games of Klondike's kind, without saying which card lies on which.
//!
//! Where any part of a built run moves and the cards that may be put on a card are the same as those that may be put on its
//! like (two red sixes on two black sevens), it does not matter which lies on which. Of a card it is only told whether it is
//! where it was *dealt*, in the *list* of stock and waste, face *up* in a column otherwise, or *home*. Call a dealt card *own*
//! if it is the deepest face-up card of its column. Cards that are up lie on cards that are up or own, one on one.
//!
//! *Lemma.* Let `C` be the cards that may be put on those of `P`. If fewer of `C` are up than of `P` are up or own, some card of
//! `P` is bare, and any other one can be bared by one move: what lies on it is of `C` and goes, with its run, onto the bare one,
//! which is not in that run, as ranks fall along it. If as many are, none is bare until one of `C` leaves. So a card can come
//! to a column, and can leave one, by counts alone. A king takes an empty column: columns without dealt cards, less kings up.
//!
//! A step changes any number of cards: first all that come into columns, from the highest rank down, then all that go home, from
//! the lowest up. With `X0` and `X1` before and after it:
//!
//! 1. *States* (`layer`): exactly one a card. Dealt cards leave from the end of their column and do not return; neither do
//!    those of the list. Home is left only where the rules say so. Of a kind no more are home than of the kind before it.
//! 2. *Arrivals:* those of `C` up in `X0` or `X1` are at most those of `P` up in `X0` or `X1`, or own in `X0`. Kings up in `X0` or
//!    `X1` and columns with dealt cards in `X0` are at most the columns. Who leaves its place for another column is own in `X0`.
//! 3. *Home:* those of `C` up in `X1` are at most those of `P` up in `X1`, or own in `X0` and still dealt in `X1`. Who was dealt onto
//!    a card goes home before it, or left for another column.
//! 4. *List* (`stock`): one card a step, unless every card can be had at any time.
//!
//! *Every model is a plan.* In the order said each change is allowed: when a card of `C` arrives all of `P` have, by 2 one of them is
//! bare, and by the lemma it can go there. When one of `P` goes home, all of `C` that do so have gone; cards
//! that came to light only by others' going home are counted in neither side of 3, so by 3 it can be bared.
//!
//! *Every plan has a model* with as many steps as it has such changes, as 2 and 3 are exact for one. (Moves from card to card that
//! bare nothing are left out. A king at the bottom of its column stays.) So no model with `T` steps means: no plan of at
//! most `T` changes. Where no card comes back each changes at most twice, which bounds the changes of every plan: no model with so
//! many steps means that the game is lost.
//!
//! Source: exists-steps of Rintanen, Heljanko, Niemelä 2006; the list and its positions are the moves of Bjarnason, Tadepalli, Fern,
//! *Searching solitaire in real time*, ICGA Journal 2007; the counts in place of piles are this project's.

mod facts;
mod layer;
mod moves;
mod played;
mod stock;
mod unrolling;

pub use unrolling::start;
