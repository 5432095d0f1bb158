//! A simple score for games whose cards leave as complete runs.
//!
//! The idea: Spider and Simple Simon are won by joining every card but the highest to the
//! next higher one of its suit. The score is the number of cards in play that are not so
//! joined: cards that do not lie, face up, directly on the next higher card of their suit.
//! A card of the stock is never joined; a complete run leaves the count altogether.
//!
//! While a row is left that needs a card in each column, joins beyond one sequence a column must be undone
//! before it. So no position counts less than one card a column then. Among those that come to this, positions
//! with fewer empty columns count less, and so do positions where more cards of the row join.
//!
//! Source: none needed; it is the break count known from sorting by reversals, with the suits kept apart.

use patsat_game::cards::{Card, Pile};
use patsat_game::rules::Stock;
use patsat_game::state::Table;

/// Added where no row can ever be dealt any more: such a position comes last.
const TOO_FEW_CARDS: u32 = 1 << 20;

/// The columns of a position with a row left that needs a card in each of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeforeRow {
    /// All columns.
    pub(crate) columns: usize,
    /// Columns without a card.
    pub(crate) empty: usize,
    /// Cards in columns.
    pub(crate) cards: usize,
    /// Cards of the next row that land on the next higher one of their suit.
    pub(crate) fits: usize,
}

impl BeforeRow {
    /// The replacement for the number of cards in columns that are not joined.
    pub(crate) fn score(self, loose: usize) -> u32 {
        if self.cards < self.columns {
            return TOO_FEW_CARDS + loose as u32;
        }
        if loose > self.columns {
            return loose as u32;
        }
        (self.columns + self.empty - self.fits) as u32
    }

    /// Returns `None` if no such row is left.
    fn of(table: &Table) -> Option<BeforeRow> {
        let (rules, deal) = (table.rules(), table.deal());
        let columns = &deal.columns;
        let strict = rules.stock == Stock::Rows { onto_empty: false } && !deal.stock.is_empty();
        let fits = |(pile, &card): (&Pile, &Card)| {
            pile.cards.last().is_some_and(|&onto| rules.in_sequence(onto, card))
        };
        strict.then(|| BeforeRow {
            columns: columns.len(),
            empty: columns.iter().filter(|pile| pile.cards.is_empty()).count(),
            cards: columns.iter().map(|pile| pile.cards.len()).sum(),
            fits: columns.iter().zip(deal.stock.iter().rev()).filter(|&both| fits(both)).count(),
        })
    }
}

/// Cards in play that do not lie on the next higher card of their suit; 0 only where every
/// card is home. See above for positions before a row that needs a card in each column.
#[must_use]
pub fn score(table: &Table) -> u32 {
    let deal = table.deal();
    let joined: usize = deal
        .columns
        .iter()
        .map(|pile| {
            let open = &pile.cards[pile.face_down..];
            open.windows(2).filter(|pair| table.rules().in_sequence(pair[0], pair[1])).count()
        })
        .sum();
    let loose = deal.cards_in_play().count() - joined;
    match BeforeRow::of(table) {
        Some(row) => deal.stock.len() as u32 + row.score(loose - deal.stock.len()),
        None => loose as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
    use patsat_game::rules::Rules;
    use patsat_game::state::Instance;

    #[test]
    fn joins_need_suit_rank_and_open_cards() {
        let mut rules = Rules::preset("simple-simon").unwrap();
        rules.deck = DeckSpec::new(3, 2, 1);
        rules.columns = 2;
        rules.layout.sizes = patsat_game::rules::Sizes::All;
        let pile = |text: &str, face_down| Pile {
            cards: text.split(' ').map(|c| c.parse().unwrap()).collect::<Vec<Card>>(),
            face_down,
        };
        let score_of = |columns: Vec<Pile>| {
            let deal = Deal { columns, ..Deal::default() };
            score(&Instance::new(rules.clone(), deal).unwrap().table())
        };
        assert_eq!(score_of(vec![pile("3C 2C AD", 0), pile("3D 2D AC", 0)]), 4);
        assert_eq!(score_of(vec![pile("3C 2C AD", 1), pile("3D 2D AC", 0)]), 5);
        assert_eq!(score_of(vec![pile("AC 2C 3C", 0), pile("2D AD 3D", 0)]), 5);
        // A complete run is gone before it can be counted.
        assert_eq!(score_of(vec![pile("3C 2C AC", 0), pile("2D AD 3D", 0)]), 2);
    }
}
