//! Parallel steps for Klondike games. The state leaves out which card lies on which.
//!
//! It leaves it out because it does not matter. Any part of a built run moves. A card may be put on a card exactly if it may
//! be put on all cards like that one (a red six on both black sevens). So each card has one of four states. It is *dealt*: still
//! where it was dealt in its column. It is *listed*: in the stock or on the waste. It is *up*: face up in a column, after a
//! move or on a card that carries it. It is *home*. A dealt card is *own* if it is the deepest face-up card of its column.
//! Each card that is up, kings apart, lies on a card that is up or own.
//!
//! *Lemma.* Let `C` be the cards that may be put on those of `P`. Suppose fewer cards of `C` are up than cards of `P` are up or
//! own. Then a card of `P` is bare, and one move bares any other one: the card of `C` on it moves to the bare one with its
//! run. (The bare one is not in that run, as ranks fall along a run.) If the numbers are equal, no card of `P` is bare until a
//! card of `C` leaves. Kings need an empty column: there are as many as columns, less columns with dealt cards, less kings up.
//! So counts alone decide whether a card can come to a column or leave one.
//!
//! A step makes any number of *changes* from one state to another. First come all arrivals in columns, from the highest rank
//! down, then all moves home, from the lowest rank up. With `X0` before and `X1` after the step:
//!
//! 1. *States* (`layer`): each card has exactly one. Cards leave `dealt` and `listed` for good, dealt cards from the end of
//!    their column. They leave `home` only where the rules allow it. No more cards of a kind are home than of the kind before.
//! 2. *Arrivals:* the cards of `C` that are up in `X0` or `X1` are at most those of `P` that are up in `X0` or `X1` or own in `X0`.
//!    The kings up in `X0` or `X1` and the columns with dealt cards in `X0` are at most the columns. A dealt card that
//!    becomes up is own in `X0`.
//! 3. *Home:* the cards of `C` up in `X1` are at most those of `P` that are up in `X1`, or own in `X0` and dealt in `X1`. If a card
//!    and one dealt above it both go home, the upper one goes first.
//! 4. *List* (`stock`): a step plays one listed card, unless the rules give every listed card at any time.
//!
//! *Every model is a plan.* The changes are legal in the order given. When a card of `C` arrives, those of `P` have arrived, and by
//! 2 and the lemma one of them can be bared. When a card of `P` goes home, those of `C` that go home in this step have gone.
//! Neither side of 3 counts cards that appear only because others went home, so by 3 the card can be bared.
//!
//! *Every plan has a model* with one step for each of its changes, as 2 and 3 are exact for a single change. (A move from card to
//! card makes no change. A king at the bottom of its column stays there.) So if `T` steps have no model, no plan has at most
//! `T` changes. Where no card comes back, each card changes at most twice. This bounds the changes of every plan, and no model
//! with that many steps means that the game is lost.
//!
//! Source: exists-steps of Rintanen, Heljanko, Niemelä 2006. The moves of the list are those of Bjarnason, Tadepalli and Fern,
//! *Searching solitaire in real time*, ICGA Journal 2007. Counts in place of piles are this project's.

mod facts;
mod layer;
mod moves;
mod played;
mod stock;
mod unrolling;

pub use unrolling::start;
