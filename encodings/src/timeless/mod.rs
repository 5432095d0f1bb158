//! The timeless encoding: no steps, an order of events.
//!
//! Every card has at most `M` placements: up to `M - 1` places where it rests, then home. Event
//! `(c, j)` is "`c` leaves its place number `j`", place 0 being where it was dealt, and one
//! variable for each pair of events says which comes first. A rest that is not used takes no
//! time: nothing lies between its two events, so they are one move.
//!
//! The idea of events in a partial order instead of steps is that of causal-link encodings
//! (Kautz, McAllester and Selman 1996) and of Rintanen's orderings inside a step, here
//! stretched over the whole plan. It differs in that a bound is on what one card does, not on
//! time; that what the deal makes certain (a column is left from above, a suit goes home from
//! below) is closed under transitivity beforehand and costs nothing; and that cells and
//! columns are counted at the moments when one is taken, without names.
//!
//! **Every model is a plan.** The order is total and without cycles; the events of unused
//! rests stand next to the move they belong to. Carry the moves out in that order. A card
//! leaves the place it was dealt to after all that lay on it there (certain), and a rest after
//! all that came to stand on it there (their stays lie within its own). It finds the card it
//! goes to in its place, bare of what was dealt on it, and of other cards, since stays at one
//! spot do not overlap. A cell or column that it takes is one of those not in use. It goes home
//! after a partner of the kind before it, a different one for each twin; so in every moment
//! no more of its kind are home than of that kind. Any order that agrees with the pairs used in this argument
//! does as well; [`Unroll::read`] takes only those, and with `acyclicity=lazy` only their
//! cycles are forbidden.
//!
//! **Every plan with so few rests is a model.** Take a plan in single-card moves in which no
//! card moves more than `M` times, of those the one with fewest moves. It has no two moves of
//! one card that one could replace, so it never goes from cell to cell, from column to empty
//! column, or to where it is; and with `safe` no card rests that might as well go home for
//! good, as all of the kind before it and all that may stand on it are home. Its moves in
//! order, unused rests beside the way home, satisfy each clause. Hence no model for `M` means:
//! **no plan exists in which every card rests at most `M - 1` times** (a run moved at once
//! counts for each of its cards as often as it rests on the way). Some larger `M` may still have a plan.
//!
//! Options: `safe`; `symmetry` (rooms counted; off: named); `moves`; `cardinality`;
//! `at-most-one`; `acyclicity`. The others mean nothing here, `rebuilt` among them.

mod acyclic;
mod facts;
mod homes;
mod order;
mod places;
mod read;
mod rooms;

use crate::constraints::Count;
use crate::formula::{Formula, TooLarge};
use crate::options::{Acyclicity, Options};
use crate::task::{Step, Task};
use crate::unroll::{Encoding, ReadError, StepHolds, Unit, Unroll, Unsupported, only_wins};
use facts::Facts;
use order::{Draft, Order};
use places::Places;
use rustsat::types::{Lit, Var};

/// The encoding without steps.
pub const TIMELESS: Encoding = Encoding {
    name: NAME,
    about: "no steps: an order of events, a few places per card",
    source: "encodings/README.md, timeless",
    unit: Unit::Placements,
    incremental: false,
    first_bound: 2,
    step_holds: StepHolds::Unknown,
    as_script: "clauses-timeless",
    start: |task, options| Ok(Box::new(Timeless::start(task, options)?)),
};

const NAME: &str = "timeless";

/// A formula of the encoding, once written.
#[derive(Debug)]
pub struct Timeless {
    facts: Facts,
    options: Options,
    written: Option<Written>,
}

#[derive(Debug)]
struct Written {
    truth: Lit,
    order: Order,
    places: Places,
    names: Vec<(Lit, String)>,
}

impl Timeless {
    /// Begins a formula.
    ///
    /// # Errors
    /// If the task has a stock, runs that leave the game, or runs of any length that move as one.
    pub fn start(task: &Task, options: &Options) -> Result<Timeless, Unsupported> {
        only_wins(NAME, task)?;
        Ok(Timeless { facts: Facts::of(task, NAME)?, options: *options, written: None })
    }

    /// The events of each card and what is certain of them.
    fn events(&self, draft: &mut Draft<'_>, bound: usize) -> Order {
        let facts = &self.facts;
        let mut of_card: Vec<Vec<usize>> = Vec::new();
        let mut next = 0..;
        for card in 0..facts.cards() {
            let straight = self.options.safe && facts.goes_straight_home(card);
            let mut own: Vec<usize> = next.by_ref().take(if straight { 1 } else { bound }).collect();
            own.resize(bound, own[0]);
            of_card.push(own);
        }
        let mut arcs = homes::certain(facts, |card| of_card[card][bound - 1]);
        let dealt =
            facts.above.iter().enumerate().filter_map(|(card, above)| above.map(|above| (above, card)));
        arcs.extend(dealt.map(|(above, card)| (of_card[above][0], of_card[card][0])));
        Order::new(draft, of_card, arcs)
    }
}

impl Unroll for Timeless {
    fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Lit, TooLarge> {
        let truth = formula.new_lit();
        formula.add(&[truth]);
        let mut draft = Draft { formula, truth };
        if bound == 0 {
            let goal = if self.facts.cards() == 0 { truth } else { !truth };
            return Ok(goal);
        }
        let mut order = self.events(&mut draft, bound as usize);
        let places = Places::new(&mut draft, &self.facts, &order);
        places.constrain(&mut draft, &mut order, &self.facts, &self.options);
        let mut names = homes::partners(&mut draft, &mut order, &self.facts, &self.options);
        if self.options.safe {
            homes::safe(&mut draft, &order, &self.facts, &places);
        }
        if self.options.symmetry {
            rooms::counted(&mut draft, &mut order, &self.facts, &places, self.options.cardinality);
        } else {
            let form = self.options.at_most_one;
            names.extend(rooms::named(&mut draft, &mut order, &self.facts, &places, form));
        }
        acyclic::write(&mut draft, &order, self.options.timeless.acyclicity)?;
        if let Some(moves) = self.options.moves {
            let costs: Vec<Lit> = places.rests.iter().map(|rest| rest.active).collect();
            match (moves as usize).checked_sub(self.facts.cards()) {
                None => draft.imply(&[], &[]),
                Some(most) => Count::new(draft.formula, self.options.cardinality, &costs, most + 1)
                    .at_most(draft.formula, most),
            }
        }
        draft.formula.check()?;
        self.written = Some(Written { truth, order, places, names });
        Ok(truth)
    }

    fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        match &self.written {
            Some(written) => read::plan(&written.order, &written.places, model),
            None if self.facts.cards() == 0 => Ok(Vec::new()),
            None => Err(ReadError("no formula was written".into())),
        }
    }

    /// Where cards rest, one resting place after the other.
    fn decisions(&self) -> Vec<Vec<Lit>> {
        let rests = self.written.iter().flat_map(|written| &written.places.rests);
        let of = |rest: &places::Rest| {
            std::iter::once(rest.active).chain(rest.on.iter().map(|&(_, on)| on)).collect()
        };
        rests.map(of).collect()
    }

    fn names(&self) -> Vec<(Var, String)> {
        let Some(Written { order, places, names, .. }) = &self.written else { return Vec::new() };
        let mut names: Vec<(Var, String)> =
            names.iter().map(|(lit, name)| (lit.var(), name.clone())).collect();
        let mut event = vec![String::new(); order.events];
        for (card, own) in order.of_card.iter().enumerate() {
            for (place, &number) in own.iter().enumerate() {
                event[number] = format!("({card},{place})");
            }
        }
        for v in 0..order.events {
            for u in (0..v).filter(|&u| order.open(u, v)) {
                names.push((order.before(u, v).var(), format!("before({},{})", event[u], event[v])));
            }
        }
        for rest in &places.rests {
            let (card, number) = (rest.card, rest.number);
            let mut say = |lit: Lit, what: String| names.push((lit.var(), what));
            say(rest.active, format!("rests({card},{number})"));
            rest.cell.into_iter().for_each(|lit| say(lit, format!("cell({card},{number})")));
            rest.column.into_iter().for_each(|lit| say(lit, format!("column({card},{number})")));
            for (support, lit) in &rest.on {
                let place = support.rest.map_or(0, |n| places.rests[n].number);
                say(*lit, format!("on({card},{number},{},{place})", support.card));
            }
        }
        names.sort();
        names
    }

    fn refine(&mut self, formula: &mut Formula, model: &dyn Fn(Lit) -> bool) -> bool {
        let Some(Written { truth, order, places, .. }) = &self.written else { return false };
        if self.options.timeless.acyclicity != Acyclicity::Lazy {
            return false;
        }
        let cycles = read::cycles(order, places, model);
        let mut draft = Draft { formula, truth: *truth };
        cycles.iter().for_each(|&cycle| acyclic::forbid(&mut draft, order, cycle));
        !cycles.is_empty()
    }

    fn costs(&self) -> Vec<Lit> {
        let rests = self.written.iter().flat_map(|written| &written.places.rests);
        rests.map(|rest| rest.active).collect()
    }
}
