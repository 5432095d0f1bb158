//! Which card is which and which column stands where.

use super::super::{BuiltGame, Cnf, Form, ReduceError};
use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{Layout, MOST_PLACES, Rules, Stock};

/// Where the cards go that no column needs: the `e4` of form A, the highest rank of form B.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Rest {
    InStock,
    /// Under the vault; there is no stock.
    UnderVault,
}

/// A block of four ranks: a suit of form A.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Block {
    /// A variable's, from 0.
    X(usize),
    /// A clause's `c`, from 0.
    C(usize),
    /// A clause's `d`.
    D(usize),
    /// A clause's `e`.
    E(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    /// `T_i`, variables from 0.
    True(usize),
    /// `F_i`.
    False(usize),
    /// `Z_i`.
    Key(usize),
    /// `Q_j`, clauses from 0.
    Q(usize),
    /// `R_j`.
    R(usize),
    /// `P_j`.
    P(usize),
    /// `W_j`.
    W(usize),
    /// `W'_j`.
    W2(usize),
    Vault,
}

/// The sizes of a formula's deal, and where everything lies in it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Shape {
    form: Form,
    rest: Rest,
    pub(super) variables: usize,
    pub(super) clauses: usize,
}

impl Shape {
    /// Of a formula; one without variables gets one, so that there are cards.
    pub(in super::super) fn new(formula: &Cnf, form: Form, rest: Rest) -> Result<Shape, ReduceError> {
        for (clause, literals) in formula.clauses.iter().enumerate() {
            let found = literals.len();
            if found != 3 {
                return Err(ReduceError::Clause { clause, found, expected: "3 (to_3cnf makes it so)" });
            }
            let variables = formula.variables;
            if let Some(&literal) = literals.iter().find(|&&l| l == 0 || l.unsigned_abs() > variables) {
                return Err(ReduceError::Literal { clause, literal, variables });
            }
        }
        let shape = Shape {
            form,
            rest,
            variables: formula.variables.max(1) as usize,
            clauses: formula.clauses.len(),
        };
        let limit = |what, needed: usize, most: u64| {
            let needed = needed as u64;
            if needed <= most { Ok(()) } else { Err(ReduceError::TooLarge { what, needed, most }) }
        };
        limit("columns", shape.columns(), MOST_PLACES.into())?;
        if form == Form::A {
            limit("suits", shape.blocks(), u64::from(MOST_PLACES) / 2)?;
        }
        Ok(shape)
    }

    fn blocks(&self) -> usize {
        self.variables + 3 * self.clauses
    }

    /// Ranks of the blocks of form B.
    fn block_ranks(&self) -> usize {
        4 * self.blocks()
    }

    pub(super) fn columns(&self) -> usize {
        3 * self.variables + 5 * self.clauses + 1
    }

    pub(super) fn place(&self, column: Column) -> usize {
        let clause = |j: usize, place: usize| 3 * self.variables + 5 * j + place;
        match column {
            Column::True(i) => 3 * i,
            Column::False(i) => 3 * i + 1,
            Column::Key(i) => 3 * i + 2,
            Column::Q(j) => clause(j, 0),
            Column::R(j) => clause(j, 1),
            Column::P(j) => clause(j, 2),
            Column::W(j) => clause(j, 3),
            Column::W2(j) => clause(j, 4),
            Column::Vault => self.columns() - 1,
        }
    }

    /// The column that a literal opens.
    pub(super) fn side(literal: i32) -> Column {
        let variable = literal.unsigned_abs() as usize - 1;
        if literal > 0 { Column::True(variable) } else { Column::False(variable) }
    }

    /// The deck; its ranks and suits fit, as [`Shape::new`] has checked.
    pub(super) fn deck(&self) -> DeckSpec {
        match self.form {
            Form::A => DeckSpec::new(4, self.blocks() as _, 2),
            Form::B => DeckSpec::new((self.block_ranks() + 4 * self.variables + 1) as _, 1, 2),
        }
    }

    /// A card of a block; its rank there is from 1 to 4.
    pub(super) fn card(&self, block: Block, rank: usize) -> Card {
        let block = match block {
            Block::X(i) => i,
            Block::D(j) => self.variables + 3 * j,
            Block::C(j) => self.variables + 3 * j + 1,
            Block::E(j) => self.variables + 3 * j + 2,
        };
        match self.form {
            Form::A => Card::new(rank as _, block as _),
            Form::B => Card::new((4 * block + rank) as _, 0),
        }
    }

    /// The card below the literal cards of a side.
    fn bottom(&self, variable: usize, side: usize) -> Card {
        match self.form {
            Form::A => self.card(Block::X(variable), 4),
            Form::B => Card::new((self.block_ranks() + 4 * variable + 2 * side + 2) as _, 0),
        }
    }

    /// The columns but the vault, which is empty here.
    fn gadgets(&self, formula: &Cnf) -> Vec<Vec<Card>> {
        use Block::{C, D, E, X};
        let mut columns: Vec<Vec<Card>> = vec![Vec::new(); self.columns()];
        let mut put = |column: Column, card: Card| columns[self.place(column)].push(card);
        for i in 0..self.variables {
            put(Column::True(i), self.bottom(i, 0));
            put(Column::False(i), self.bottom(i, 1));
            put(Column::Key(i), self.card(X(i), 3));
        }
        // The highest block lies deepest.
        for (j, clause) in formula.clauses.iter().enumerate().rev() {
            for (&literal, block) in clause.iter().zip([C(j), D(j), D(j)]) {
                put(Shape::side(literal), self.card(block, 3));
            }
            for (column, block, rank) in [
                (Column::Q(j), E(j), 3),
                (Column::Q(j), C(j), 2),
                (Column::R(j), C(j), 4),
                (Column::R(j), C(j), 3),
                (Column::R(j), D(j), 2),
                (Column::P(j), C(j), 4),
                (Column::W(j), D(j), 4),
                (Column::W2(j), D(j), 4),
            ] {
                put(column, self.card(block, rank));
            }
        }
        for i in 0..self.variables {
            put(Column::True(i), self.card(X(i), 2));
            put(Column::False(i), self.card(X(i), 2));
        }
        columns
    }

    /// The cards that no column needs, those of the first clause last.
    fn rest(&self) -> Vec<Card> {
        match self.form {
            Form::A => (0..self.clauses).rev().flat_map(|j| [self.card(Block::E(j), 4); 2]).collect(),
            Form::B => vec![Card::new(self.deck().ranks, 0); 2],
        }
    }

    /// The columns and the stock.
    pub(super) fn piles(&self, formula: &Cnf) -> (Vec<Vec<Card>>, Vec<Card>) {
        let mut columns = self.gadgets(formula);
        let mut stock = self.rest();
        let locks: Vec<Card> = (0..self.clauses).rev().map(|j| self.card(Block::E(j), 2)).collect();
        let deck = self.deck();
        let mut missing = vec![2u8; deck.kinds()];
        for &card in columns.iter().flatten().chain(&stock).chain(&locks) {
            missing[deck.index(card)] -= 1;
        }
        let mut vault = if self.rest == Rest::UnderVault { std::mem::take(&mut stock) } else { Vec::new() };
        // Rank by rank, the highest deepest.
        let mut left: Vec<Card> = deck.distinct_cards().collect();
        left.reverse();
        for card in left {
            vault.extend((0..missing[deck.index(card)]).map(|_| card));
        }
        vault.extend(locks);
        columns[self.place(Column::Vault)] = vault;
        (columns, stock)
    }

    /// The deal, under these rules with its sizes.
    pub(in super::super) fn build(&self, formula: &Cnf, rules: Rules) -> Result<BuiltGame, ReduceError> {
        let (columns, stock) = self.piles(formula);
        let rules = Rules {
            deck: self.deck(),
            columns: self.columns() as u16,
            // The position is given; nothing is dealt.
            layout: Layout::open(),
            stock: if self.rest == Rest::UnderVault { Stock::None } else { rules.stock },
            ..rules
        };
        rules.check().map_err(|e| ReduceError::Instance(e.into()))?;
        let columns = columns.into_iter().map(Pile::from).collect();
        Ok(BuiltGame { rules, deal: Deal { columns, stock, ..Deal::default() }, labels: self.labels() })
    }

    /// What each column stands for.
    fn labels(&self) -> Vec<String> {
        let variables =
            (1..=self.variables).flat_map(|i| ["true", "false", "key"].map(|s| format!("x{i} {s}")));
        let clauses =
            (1..=self.clauses).flat_map(|j| ["Q", "R", "P", "W", "W'"].map(|s| format!("clause {j}, {s}")));
        variables.chain(clauses).chain(["vault".to_owned()]).collect()
    }
}
