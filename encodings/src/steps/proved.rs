//! One single-card move a step, written by an encoder that is proved in Coq.
//!
//! `proofs/theories/Encode.v` defines these clauses for the positions of its rules, and proves that every plan within
//! the bound is a model of them. This file writes the same clauses in the same order, with variables numbered by their
//! first use, so `patsat-proved bound` checks a refutation of them without this program.
//!
//! Facts: `lies(t, c, s)`, card `c` lies on a card, at a bottom, in a cell or home at time `t`. `moves(t, c)`. `aside(c)`:
//! the card is at some time neither home nor where it was dealt. Counts of these up to a card (Sinz 2005).
//!
//! 1. *Time:* a card lies in exactly one spot; on each card lies at most one, which is in a column; no card is home before
//!    the one before it; no more lie in cells and at bottoms than there are.
//! 2. *Step:* at most one card moves; after an idle step all are idle. A card that does not move stays. One that moves is
//!    not home, nothing lies on it, and it does not go where it was dealt unless the rules allow that.
//! 3. *End:* all are home, and at most `T - n` of `n` cards were ever aside, as each of them has two moves. A card waits
//!    for another one that was dealt above a lower card of its suit; a card that waits for itself was aside, and one of
//!    two that wait for each other.
//!
//! Every model is a plan: what a card goes onto is bare, as at most one card lies on it afterwards and no other moves;
//! the same holds of cells, bottoms and foundations. UNSAT at `T`: no plan of at most `T` single-card moves.

use crate::formula::{Formula, TooLarge};
use crate::options::Options;
use crate::task::{CardId, EmptyColumn, Group, Home, Position, Spot, Step, Stock, Target, Task};
use crate::unroll::{ReadError, Unroll, Unsupported, basic, only_wins};
use rustsat::types::{Lit, Var};
use std::collections::HashMap;

const NAME: &str = "proved";

/// Where a card may come to lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Lie {
    On(CardId),
    Bottom,
    Cell,
    Home,
}

/// What is counted up to a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Counted {
    Movers(usize),
    Cells(usize),
    Bottoms(usize),
    Asides,
}

/// What a variable says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Fact {
    Lies(usize, CardId, Lie),
    Moves(usize, CardId),
    Aside(CardId),
    /// More than this number are among those up to this index.
    Count(Counted, usize, usize),
    /// Won within this bound.
    Goal(usize),
}

#[derive(Debug)]
struct Unrolling {
    task: Task,
    cards: Vec<CardId>,
    starts: Vec<Lie>,
    spots: Vec<Vec<Lie>>,
    /// The cards that may come to lie on each.
    above: Vec<Vec<CardId>>,
    variables: HashMap<Fact, Lit>,
    facts: Vec<(Var, Fact)>,
    /// Steps written.
    steps: Option<usize>,
    bound: usize,
}

/// Begins the encoding.
///
/// # Errors
/// If the game is not one of single cards of one deck in columns and cells, which all go home.
pub fn start(task: &Task, options: &Options) -> Result<Box<dyn Unroll>, Unsupported> {
    let refuse = |what| Err(Unsupported { encoding: NAME, what });
    only_wins(NAME, task)?;
    basic(NAME, task)?;
    if task.stock != Stock::None {
        return refuse("a stock");
    }
    if !matches!(task.home, Home::After(_)) {
        return refuse("complete runs that leave");
    }
    if matches!(task.group, Group::Freely(_)) {
        return refuse("runs that move as one whatever their length");
    }
    if !task.start.reserve.is_empty() {
        return refuse("a reserve");
    }
    if task.start.face_down.iter().any(|&n| n > 0) {
        return refuse("face-down cards");
    }
    let mut copies: Vec<u32> = task.kinds.iter().map(|kind| kind.home_at_start).collect();
    task.cards.iter().for_each(|kind| copies[kind.index()] += 1);
    if copies.iter().any(|&n| n > 1) {
        return refuse("several decks");
    }
    if options.moves.is_some() {
        return refuse("a limit of moves beside the bound");
    }
    Ok(Box::new(Unrolling::new(task)))
}

impl Unrolling {
    fn new(task: &Task) -> Unrolling {
        let cards: Vec<CardId> = task.card_ids().collect();
        let mut starts = vec![Lie::Bottom; cards.len()];
        for (card, spot) in task.natives() {
            starts[card.index()] = match spot {
                Spot::On(below) => Lie::On(below),
                Spot::Cell => Lie::Cell,
                _ => Lie::Bottom,
            };
        }
        let mut unrolling = Unrolling {
            task: task.clone(),
            starts,
            spots: Vec::new(),
            above: Vec::new(),
            variables: HashMap::default(),
            facts: Vec::new(),
            steps: None,
            bound: 0,
            cards: cards.clone(),
        };
        let may_lie = |card: CardId, lie: Lie| {
            unrolling.may_be_put(card, lie) || unrolling.starts[card.index()] == lie
        };
        let all = |card: &CardId| {
            let spots = cards.iter().map(|&on| Lie::On(on)).chain([Lie::Bottom, Lie::Cell, Lie::Home]);
            spots.filter(|&lie| may_lie(*card, lie)).collect()
        };
        let above = |on: &CardId| cards.iter().copied().filter(|&card| may_lie(card, Lie::On(*on))).collect();
        let (spots, above) = (cards.iter().map(all).collect(), cards.iter().map(above).collect());
        unrolling.spots = spots;
        unrolling.above = above;
        unrolling
    }

    /// Whether a move may lead there.
    fn may_be_put(&self, card: CardId, lie: Lie) -> bool {
        match lie {
            Lie::On(below) => self.task.may_stand(card, below),
            Lie::Bottom => self.task.empty_column != EmptyColumn::Nothing && self.task.may_fill(card),
            Lie::Cell | Lie::Home => true,
        }
    }

    /// The cards that are home before this one.
    fn before(&self, card: CardId) -> impl Iterator<Item = CardId> + '_ {
        let before = match &self.task.home {
            Home::After(before) => before[self.task.cards[card.index()].index()],
            _ => None,
        };
        self.cards.iter().copied().filter(move |other| Some(self.task.cards[other.index()]) == before)
    }
}

/// Writes clauses of facts.
struct Writer<'a> {
    formula: &'a mut Formula,
    variables: &'a mut HashMap<Fact, Lit>,
    facts: &'a mut Vec<(Var, Fact)>,
}

impl Writer<'_> {
    fn lit(&mut self, fact: Fact) -> Lit {
        *self.variables.entry(fact).or_insert_with(|| {
            let lit = self.formula.new_lit();
            self.facts.push((lit.var(), fact));
            lit
        })
    }

    /// At least one of the facts holds whose flag is true, or one does not whose flag is false.
    fn add(&mut self, clause: &[(Fact, bool)]) {
        let lits: Vec<Lit> =
            clause.iter().map(|&(fact, holds)| if holds { self.lit(fact) } else { !self.lit(fact) }).collect();
        self.formula.add(&lits);
    }

    /// Not all of the first, or one of the second.
    fn imply(&mut self, all: &[Fact], one: &[Fact]) {
        let not = all.iter().map(|&fact| (fact, false));
        let clause: Vec<(Fact, bool)> = not.chain(one.iter().map(|&fact| (fact, true))).collect();
        self.add(&clause);
    }

    fn pairwise(&mut self, facts: &[Fact]) {
        for (n, &fact) in facts.iter().enumerate() {
            for &other in &facts[n + 1..] {
                self.imply(&[fact, other], &[]);
            }
        }
    }

    /// At most `most` of the facts, if the condition holds.
    fn at_most(&mut self, condition: Option<Fact>, counted: Counted, most: usize, facts: &[Fact]) {
        let mut imply = |all: &[Fact], one: &[Fact]| {
            let all: Vec<Fact> = condition.iter().chain(all).copied().collect();
            self.imply(&all, one);
        };
        let count = |up_to, more_than| Fact::Count(counted, up_to, more_than);
        for (i, &fact) in facts.iter().enumerate() {
            let Some(less) = most.checked_sub(1) else {
                imply(&[fact], &[]);
                continue;
            };
            imply(&[fact], &[count(i, 0)]);
            let Some(before) = i.checked_sub(1) else { continue };
            for j in 0..most {
                imply(&[count(before, j)], &[count(i, j)]);
            }
            for j in 0..less {
                imply(&[fact, count(before, j)], &[count(i, j + 1)]);
            }
            imply(&[fact, count(before, less)], &[]);
        }
    }
}

impl Unrolling {
    fn time(&self, to: &mut Writer<'_>, t: usize) {
        for &card in &self.cards {
            let all: Vec<Fact> = self.spots[card.index()].iter().map(|&s| Fact::Lies(t, card, s)).collect();
            to.imply(&[], &all);
            to.pairwise(&all);
        }
        for &on in &self.cards {
            let all: Vec<Fact> =
                self.above[on.index()].iter().map(|&card| Fact::Lies(t, card, Lie::On(on))).collect();
            to.pairwise(&all);
        }
        for &card in &self.cards {
            for &spot in &self.spots[card.index()] {
                if let Lie::On(below) = spot {
                    to.imply(&[Fact::Lies(t, card, spot), Fact::Lies(t, below, Lie::Cell)], &[]);
                    to.imply(&[Fact::Lies(t, card, spot), Fact::Lies(t, below, Lie::Home)], &[]);
                }
            }
            for before in self.before(card) {
                to.imply(&[Fact::Lies(t, card, Lie::Home)], &[Fact::Lies(t, before, Lie::Home)]);
            }
        }
        let lie = |spot| self.cards.iter().map(move |&card| Fact::Lies(t, card, spot)).collect::<Vec<_>>();
        to.at_most(None, Counted::Cells(t), self.task.cells as usize, &lie(Lie::Cell));
        to.at_most(None, Counted::Bottoms(t), self.task.columns as usize, &lie(Lie::Bottom));
    }

    fn first(&self, to: &mut Writer<'_>) {
        for &card in &self.cards {
            for &spot in &self.spots[card.index()] {
                to.add(&[(Fact::Lies(0, card, spot), spot == self.starts[card.index()])]);
            }
        }
    }

    fn step(&self, to: &mut Writer<'_>, t: usize) {
        let movers: Vec<Fact> = self.cards.iter().map(|&card| Fact::Moves(t, card)).collect();
        to.at_most(None, Counted::Movers(t), 1, &movers);
        let busy = |t| Fact::Count(Counted::Movers(t), self.cards.len().saturating_sub(1), 0);
        if let Some(earlier) = t.checked_sub(1) {
            to.imply(&[busy(t)], &[busy(earlier)]);
        }
        for &card in &self.cards {
            let (spots, start) = (&self.spots[card.index()], self.starts[card.index()]);
            let moves = Fact::Moves(t, card);
            for &s in spots {
                to.imply(&[Fact::Lies(t, card, s)], &[Fact::Lies(t + 1, card, s), moves]);
            }
            to.imply(&[moves, Fact::Lies(t, card, Lie::Home)], &[]);
            for &above in &self.above[card.index()] {
                to.imply(&[moves, Fact::Lies(t, above, Lie::On(card))], &[]);
            }
            for &s in spots.iter().filter(|&&s| !self.may_be_put(card, s)) {
                to.imply(&[moves, Fact::Lies(t + 1, card, s)], &[]);
            }
            for &s in spots.iter().filter(|&&s| s != start && s != Lie::Home) {
                to.imply(&[Fact::Lies(t + 1, card, s)], &[Fact::Aside(card)]);
            }
        }
    }

    /// For each card those that it waits for.
    fn waits(&self) -> Vec<Vec<CardId>> {
        let mut waits = vec![Vec::new(); self.cards.len()];
        for &card in &self.cards {
            let mut lower: Vec<CardId> = self.before(card).collect();
            let mut n = 0;
            while n < lower.len() {
                lower.extend(self.before(lower[n]));
                n += 1;
            }
            for column in &self.task.start.columns {
                let above = column.iter().skip_while(|other| !lower.contains(other)).skip(1);
                waits[card.index()].extend(above);
            }
        }
        waits
    }

    fn waiting(&self, to: &mut Writer<'_>, goal: Fact) {
        let waits = self.waits();
        let waits = |one: CardId, other: CardId| waits[one.index()].contains(&other);
        let (must, others): (Vec<CardId>, Vec<CardId>) = self.cards.iter().partition(|&&card| waits(card, card));
        for card in must {
            to.imply(&[goal], &[Fact::Aside(card)]);
        }
        for (n, &one) in others.iter().enumerate() {
            for &other in others[n + 1..].iter().filter(|&&other| waits(one, other) && waits(other, one)) {
                to.imply(&[goal], &[Fact::Aside(one), Fact::Aside(other)]);
            }
        }
    }

    fn last(&self, to: &mut Writer<'_>, bound: usize) -> Lit {
        let goal = Fact::Goal(bound);
        match bound.checked_sub(self.cards.len()) {
            None => to.imply(&[goal], &[]),
            Some(most) => {
                self.waiting(to, goal);
                let asides: Vec<Fact> = self.cards.iter().map(|&card| Fact::Aside(card)).collect();
                to.at_most(Some(goal), Counted::Asides, most, &asides);
            }
        }
        for &card in &self.cards {
            to.imply(&[goal], &[Fact::Lies(bound, card, Lie::Home)]);
        }
        to.lit(goal)
    }

    fn lies(&self, t: usize, card: CardId, model: &dyn Fn(Lit) -> bool) -> Result<Lie, ReadError> {
        let holds = |spot: &&Lie| self.variables.get(&Fact::Lies(t, card, **spot)).is_some_and(|&lit| model(lit));
        let fault = || ReadError(format!("at time {t} card {} lies nowhere", card.0));
        self.spots[card.index()].iter().find(holds).copied().ok_or_else(fault)
    }
}

impl Unroll for Unrolling {
    fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Lit, TooLarge> {
        let bound = bound as usize;
        let (mut variables, mut facts) = (std::mem::take(&mut self.variables), std::mem::take(&mut self.facts));
        let mut to = Writer { formula, variables: &mut variables, facts: &mut facts };
        let mut steps = match self.steps {
            Some(steps) => steps,
            None => {
                self.time(&mut to, 0);
                self.first(&mut to);
                0
            }
        };
        while steps < bound && to.formula.check().is_ok() {
            self.time(&mut to, steps + 1);
            self.step(&mut to, steps);
            steps += 1;
        }
        let goal = self.last(&mut to, bound);
        (self.variables, self.facts, self.steps, self.bound) = (variables, facts, Some(steps), bound);
        formula.check()?;
        Ok(goal)
    }

    fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        let mut position = Position::new(&self.task);
        let mut steps = Vec::with_capacity(self.bound);
        for t in 0..self.bound {
            for &card in &self.cards {
                let (from, to) = (self.lies(t, card, model)?, self.lies(t + 1, card, model)?);
                if from == to {
                    continue;
                }
                let to = match to {
                    Lie::On(below) => Target::On(below),
                    Lie::Bottom => Target::EmptyColumn,
                    Lie::Cell => Target::Cell,
                    Lie::Home => Target::Home,
                };
                let step = Step::Move { card, to };
                let refused = |refusal| ReadError(format!("step {t} is not allowed: {refusal}"));
                position.apply(step).map_err(refused)?;
                steps.push(step);
            }
        }
        Ok(steps)
    }

    fn names(&self) -> Vec<(Var, String)> {
        let place = |spot: Lie| match spot {
            Lie::On(below) => format!("on-{}", below.0),
            Lie::Bottom => "bottom".into(),
            Lie::Cell => "cell".into(),
            Lie::Home => "home".into(),
        };
        let name = |fact: Fact| match fact {
            Fact::Lies(t, card, spot) => Some(format!("card-{} {} time-{t}", card.0, place(spot))),
            Fact::Moves(t, card) => Some(format!("card-{} moves step-{t}", card.0)),
            Fact::Aside(card) => Some(format!("card-{} aside", card.0)),
            Fact::Count(..) | Fact::Goal(_) => None,
        };
        self.facts.iter().filter_map(|&(var, fact)| Some((var, name(fact)?))).collect()
    }

    fn decisions(&self) -> Vec<Vec<Lit>> {
        let moves = |t| self.cards.iter().filter_map(move |&card| self.variables.get(&Fact::Moves(t, card)).copied());
        (0..self.bound).map(|t| moves(t).collect()).collect()
    }
}
