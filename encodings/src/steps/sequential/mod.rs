//! One move a step, for every kind of rule.
//!
//! The classical encoding (Kautz and Selman 1992): a step is one single-card move, one group
//! that moves as one, one draw, one redeal, one row, or nothing. Nothing happens only at
//! the end. So a model at horizon `T` is a plan of at most `T` steps, every plan of at most `T`
//! steps has a model, and the least satisfiable horizon is the length of a shortest plan.
//!
//! Variables, beside those of a position ([`crate::fluents::PilesLayer`]): `move(c)`, card `c`
//! moves (with all on it, where groups move); `deal(r)`, row `r` is dealt; `redeal`; `draw`, several cards are
//! drawn; `busy`.
//! Where a card goes is where it is afterwards. With `X0`, `X1` before and after the step:
//!
//! 1. At most one of `move`, `deal`, `redeal`, `draw`; `busy` iff one; not busy stays not busy.
//! 2. *Frame:* a card changes its lie only if it moves, leaves with a run at `X0`, or a deal, draw or
//!    redeal takes it; if it moves, it does. Home is left only where cards may come back.
//! 3. *Source:* what moves is clear at `X0`, or is the deepest of a face-up group; in a waste
//!    nothing later is, in a stock nothing earlier. By 4 a card that comes back is the last of its suit.
//! 4. *Target:* what it goes on is open at `X0`; to go to a column, one is empty at `X0`; to a cell
//!    or home, it is clear. Cells are counted at every time, and so are the cards home: as
//!    only one goes or comes at a time, `home(k) <= home(before k)` at `X1` is the rule itself. Where any face-up card
//!    moves with all on it, columns have names, and it goes to a card of another column.
//! 5. *Stock:* `stock`.
//! 6. *Runs* that are complete at `X0` are home at `X1`, without a move; where they are collected, that is
//!    what the step does, if it does.
//! 7. *Safe* (an option; no stock, cards going home one by one, for good): while no card needs some clear
//!    card any more, the step takes a card home. No card needs it when all cards of the kind before it are
//!    home, and all cards that may stand on it are. This is exact: in a shortest plan take that card home now
//!    and leave out its other moves. Every later step is still allowed, as its place is free earlier and no
//!    card goes on it, and the plan is not longer.
//! 8. *Distance* (`distance`; invariants) and *order* (`order`; symmetry), where runs are collected.
//!
//! Cells, equal foundations and (but for rows) columns have no names. `rebuilt` means
//! nothing here. UNSAT at `T`: no plan of at most `T` steps.

mod distance;
mod line;
mod moves;
mod order;
mod starts;
mod stock;
mod unrolling;

pub use distance::distance;
pub use line::Action;
pub(crate) use line::{Line, World};
pub(crate) use starts::Starts;
pub use starts::reordered;
pub use unrolling::{Unrolling, start};

use crate::fluents::{Piles, PilesLayer};
use crate::options::Options;
use crate::task::Task;
use order::Footprint;
use rustsat::types::Lit;

/// The literals of one step.
#[derive(Clone, Debug)]
pub(crate) struct Actions {
    pub(crate) moves: Vec<Lit>,
    pub(crate) deals: Vec<Lit>,
    /// By card: a row with this card is dealt.
    taken: Vec<Option<Lit>>,
    /// The heads of runs that the step may collect; none where runs leave by force.
    collects: Vec<Lit>,
    redeal: Option<Lit>,
    /// Where a draw turns several cards: they are drawn. (One card that is drawn is a card that moves.)
    draw: Option<Lit>,
    pub(crate) busy: Lit,
    /// A card moves and does not go home.
    aside: Lit,
    /// The columns that it touches, if the order of steps is restricted by them.
    footprint: Option<Footprint>,
}

/// The positions of one step, with task and options, from which its axioms are written.
#[derive(Debug)]
struct Scene<'a> {
    task: &'a Task,
    piles: &'a Piles,
    options: &'a Options,
    starts: Option<&'a Starts>,
    before: &'a PilesLayer,
    after: &'a PilesLayer,
    actions: &'a Actions,
}
