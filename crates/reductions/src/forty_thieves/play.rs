//! The plan of the proof, and the assignment of a plan.

use super::super::{Assignment, Cnf};
use super::shape::{Column, Shape};
use patsat_game::cards::Card;
use patsat_game::rules::{Move, Place};
use patsat_game::state::Plan;

/// The piles while the plan is made.
struct Game<'s> {
    shape: &'s Shape,
    columns: Vec<Vec<Card>>,
    plan: Vec<Move>,
}

impl Game<'_> {
    /// Moves the top card of one column to another.
    fn put(&mut self, from: Column, to: Column) {
        let (from, to) = (self.shape.place(from), self.shape.place(to));
        let card = self.columns[from].pop();
        self.columns[to].extend(card);
        self.plan.push(Move::one(Place::Column(from as u16), Place::Column(to as u16)));
    }
}

impl Shape {
    /// The plan of the proof.
    pub(in super::super) fn lower(&self, formula: &Cnf, assignment: &Assignment) -> Plan {
        let (columns, stock) = self.piles(formula);
        let mut game = Game { shape: self, columns, plan: Vec::new() };
        self.choose(formula, assignment, &mut game);
        for (j, clause) in formula.clauses.iter().enumerate() {
            if clause.first().is_some_and(|&literal| assignment.holds(literal)) {
                game.put(Column::Q(j), Column::P(j));
            } else {
                game.put(Column::R(j), Column::W(j));
                game.put(Column::Q(j), Column::R(j));
            }
        }
        for j in 0..self.clauses {
            game.put(Column::Vault, Column::Q(j));
        }
        self.choose_idle(formula, assignment, &mut game);
        self.send_home(&mut game, stock);
        game.plan.into()
    }

    /// Opens the true side of each variable that occurs and parks its literal cards.
    fn choose(&self, formula: &Cnf, assignment: &Assignment, game: &mut Game<'_>) {
        // Where the literal cards go, in the order in which they lie, side by side.
        let mut parked: Vec<[Vec<Column>; 2]> = vec![Default::default(); self.variables];
        let mut waiting = vec![false; self.clauses];
        for (j, clause) in formula.clauses.iter().enumerate().rev() {
            for (position, &literal) in clause.iter().enumerate() {
                let to = match position {
                    0 => Column::P(j),
                    _ if assignment.holds(literal) && !std::mem::replace(&mut waiting[j], true) => {
                        Column::W(j)
                    }
                    _ => Column::W2(j),
                };
                let variable = literal.unsigned_abs() as usize - 1;
                parked[variable][usize::from(literal < 0)].push(to);
            }
        }
        let occurs = |sides: &[Vec<Column>; 2]| sides.iter().any(|side| !side.is_empty());
        for (i, sides) in parked.iter().enumerate().filter(|(_, sides)| occurs(sides)) {
            let value = assignment.0.get(i).copied().unwrap_or_default();
            let side = if value { Column::True(i) } else { Column::False(i) };
            game.put(side, Column::Key(i));
            for &to in sides[usize::from(!value)].iter().rev() {
                game.put(side, to);
            }
        }
    }

    /// Opens the sides of the variables that do not occur, so that the plan shows their values.
    fn choose_idle(&self, formula: &Cnf, assignment: &Assignment, game: &mut Game<'_>) {
        let mut idle = vec![true; self.variables];
        for &literal in formula.clauses.iter().flatten() {
            idle[literal.unsigned_abs() as usize - 1] = false;
        }
        for i in (0..self.variables).filter(|&i| idle[i]) {
            let value = assignment.0.get(i).copied().unwrap_or_default();
            game.put(if value { Column::True(i) } else { Column::False(i) }, Column::Key(i));
        }
    }

    /// Sends everything home, rank by rank, in time linear in cards and ranks.
    fn send_home(&self, game: &mut Game<'_>, stock: Vec<Card>) {
        let deck = self.deck();
        // The stock is one more pile.
        let stock_pile = game.columns.len();
        game.columns.push(stock);
        let rank_of = |card: &Card| card.rank.0 as usize;
        let mut tops: Vec<Vec<usize>> = vec![Vec::new(); deck.ranks as usize + 1];
        for (n, pile) in game.columns.iter().enumerate() {
            if let Some(card) = pile.last() {
                tops[rank_of(card)].push(n);
            }
        }
        let mut second = vec![false; deck.kinds()];
        for rank in 1..tops.len() {
            while let Some(n) = tops[rank].pop() {
                let Some(card) = game.columns[n].pop() else { continue };
                let copy = std::mem::replace(&mut second[deck.index(card)], true);
                let home = deck.foundations_of(card.suit.0).start + usize::from(copy);
                let from = if n == stock_pile { Place::Stock } else { Place::Column(n as u16) };
                game.plan.push(Move::one(from, Place::Foundation(home as u16)));
                if let Some(next) = game.columns[n].last() {
                    tops[rank_of(next).max(rank)].push(n);
                }
            }
        }
        game.columns.pop();
    }
}

/// Returns the assignment of a plan: each variable's side that a card leaves first is true.
pub(in super::super) fn lift(formula: &Cnf, plan: &Plan) -> Assignment {
    let variables = formula.variables as usize;
    let mut values: Vec<Option<bool>> = vec![None; variables];
    for action in &plan.moves {
        let Move::Cards { from: Place::Column(n), .. } = *action else { continue };
        let (variable, part) = (usize::from(n) / 3, n % 3);
        if variable < variables && part < 2 {
            values[variable].get_or_insert(part == 0);
        }
    }
    Assignment(values.into_iter().map(Option::unwrap_or_default).collect())
}
