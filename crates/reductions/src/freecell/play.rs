//! From assignments to plans and back, as the proof says.

use super::{HEARTS, RankPlan, build};
use crate::{Assignment, Cnf};
use patsat_game::cards::{Card, Pile};
use patsat_game::rules::{Move, Place};
use patsat_game::state::{Instance, Plan};

/// The plan of an assignment that satisfies the formula.
///
/// At most one move a card before it goes home, and none is searched for. An empty plan if the
/// formula has no deal.
#[must_use]
pub fn lower(formula: &Cnf, cells: u16, assignment: &Assignment) -> Plan {
    let (Ok(built), Ok(shape)) = (build(formula, cells), RankPlan::new(formula, cells)) else {
        return Plan::default();
    };
    let mut hand = Hand { columns: built.deal.columns, moves: Vec::new() };
    let critical = shape.columns;
    for cell in 0..cells {
        hand.pop(critical, Place::Cell(cell));
    }
    let columns = Columns::of(formula);
    let mut spades = vec![Vec::new(); 2 * formula.variables as usize];
    for (j, clause) in formula.clauses.iter().enumerate() {
        for (t, &literal) in clause.iter().enumerate() {
            spades[columns.literal_place(literal)].push(columns.clause(j, t));
        }
    }
    for literal in assignment.literals() {
        let source = columns.literal(literal);
        hand.on(source, columns.selector(literal));
        // The lowest spade lies on top: clauses in order.
        for &target in &spades[columns.literal_place(literal)] {
            hand.on(source, target);
        }
    }
    for (j, clause) in formula.clauses.iter().enumerate() {
        let first = clause.iter().position(|&literal| assignment.holds(literal)).unwrap_or(0);
        for t in (0..first).rev() {
            hand.on(columns.clause(j, t), columns.clause(j, t + 1));
        }
        hand.on(critical, columns.clause(j, 0));
    }
    hand.home(&shape);
    Plan { moves: hand.moves }
}

/// The assignment of a winning plan: a literal is true if its head has moved when the last
/// critical card has left.
#[must_use]
pub fn lift(formula: &Cnf, cells: u16, instance: &Instance, plan: &Plan) -> Assignment {
    let columns = Columns::of(formula);
    let critical = instance.deal.columns.len().saturating_sub(1);
    let height = instance.deal.columns.last().map_or(0, |pile| pile.cards.len());
    let rest = height.saturating_sub(formula.clauses.len() + usize::from(cells));
    let mut table = instance.table();
    for &action in &plan.moves {
        if table.columns()[critical].cards.len() <= rest || table.apply(action).is_err() {
            break;
        }
    }
    let moved = |variable: u32| {
        let column = usize::from(columns.literal(variable as i32));
        let dealt = &instance.deal.columns[column].cards;
        table.columns()[column].cards.get(dealt.len() - 1) != dealt.last()
    };
    Assignment((1..=formula.variables).map(moved).collect())
}

struct Columns {
    /// The first column of each clause.
    clauses: Vec<u16>,
}

impl Columns {
    fn of(formula: &Cnf) -> Columns {
        let mut next = 3 * formula.variables as u16;
        let first = |clause: &Vec<i32>| {
            let first = next;
            next += clause.len() as u16;
            first
        };
        Columns { clauses: formula.clauses.iter().map(first).collect() }
    }

    fn literal(&self, literal: i32) -> u16 {
        self.selector(literal) - if literal > 0 { 2 } else { 1 }
    }

    fn selector(&self, literal: i32) -> u16 {
        3 * literal.unsigned_abs() as u16 - 1
    }

    /// The place of a literal in lists over all literals.
    fn literal_place(&self, literal: i32) -> usize {
        super::place_of(literal.unsigned_abs(), literal > 0)
    }

    fn clause(&self, clause: usize, place: usize) -> u16 {
        self.clauses[clause] + place as u16
    }
}

/// The columns as the plan goes on, and its moves.
struct Hand {
    columns: Vec<Pile>,
    moves: Vec<Move>,
}

impl Hand {
    fn pop(&mut self, from: u16, to: Place) -> Option<Card> {
        self.moves.push(Move::one(Place::Column(from), to));
        self.columns[usize::from(from)].cards.pop()
    }

    fn on(&mut self, from: u16, to: u16) {
        let card = self.pop(from, Place::Column(to));
        self.columns[usize::from(to)].cards.extend(card);
    }

    fn top(&self, column: u16) -> Option<Card> {
        self.columns[usize::from(column)].cards.last().copied()
    }

    /// Plays all cards home, rank by rank.
    fn home(&mut self, shape: &RankPlan) {
        let critical = shape.columns;
        // Where each card outside the critical column lies; a card in a cell has no column.
        let mut column_of = vec![[None; 4]; shape.ranks as usize + 1];
        for (pile, n) in self.columns[..usize::from(critical)].iter().zip(0u16..) {
            for card in &pile.cards {
                column_of[card.rank.0 as usize][usize::from(card.suit.0)] = Some(n);
            }
        }
        let mut heights = [0u32; 4];
        for rank in 1..=shape.ranks {
            while let Some(card) = self.top(critical).filter(|card| card.rank.0 == rank) {
                heights[usize::from(card.suit.0)] = rank;
                self.pop(critical, Place::Foundation(card.suit.0));
            }
            // Clubs last: a heart of the next rank may lie on them.
            for suit in [1, 2, 3, 0] {
                if heights[usize::from(suit)] >= rank {
                    continue;
                }
                heights[usize::from(suit)] = rank;
                let Some(column) = column_of[rank as usize][usize::from(suit)] else {
                    // The highest sink lay on top, and went first.
                    let cell = Place::Cell((shape.ranks - rank) as u16);
                    self.moves.push(Move::one(cell, Place::Foundation(suit)));
                    continue;
                };
                if self.top(column).is_some_and(|card| card.rank.0 == rank + 1) {
                    heights[usize::from(HEARTS)] = rank + 1;
                    self.pop(column, Place::Foundation(HEARTS));
                }
                self.pop(column, Place::Foundation(suit));
            }
        }
    }
}
