//! Heineman's evaluation of a FreeCell board, for every game with foundations.
//!
//! The idea: the cards that lie on the next needed ones stand between a position and its next foundation
//! moves. The score is the number of those burying cards, doubled if no cell and no column is vacant, plus
//! the number of cards not yet home.
//!
//! Source: George T. Heineman, "January Column: Graph Algorithms" (O'Reilly, 2009), whose
//! sources are public (`heineman/algorithms-nutshell-2ed`, `BoardScorer`). There the last
//! term is 26 less the sum of the four next ranks; that is the cards not home less a
//! constant 30 with a deck of 52, so it orders boards alike, and here it is never negative.
//!
//! What differs: his game has one deck and no stock. Where two copies of a deck leave one foundation a
//! card behind the other, only the least buried copy of the needed card counts. A card in the stock is
//! buried by the cards drawn before it, and one in the waste by the cards that lie on it. Before a row
//! that needs a card in each column, every position counts as one without a vacant place, as the row
//! leaves none. An empty column counts twenty against it.

use patsat_game::cards::{Card, Deal};
use patsat_game::rules::Stock;
use patsat_game::state::Table;

/// The score of a position of a game with foundations; 0 only where every card is home.
#[must_use]
pub fn score(table: &Table) -> u32 {
    let deal = table.deal();
    let deck = table.rules().deck;
    let mut buried = 0;
    for suit in deck.suits.iter() {
        let heights = &table.foundations()[deck.foundations_of(suit)];
        for (copy, &height) in heights.iter().enumerate() {
            // Foundations of one suit and height wait for copies of one card: count them together, at the
            // first.
            if height == deck.ranks || heights[..copy].contains(&height) {
                continue;
            }
            let waiting = heights.iter().filter(|&&h| h == height).count();
            let mut depths = depths_of(deal, Card::new(height + 1, suit));
            depths.sort_unstable();
            buried += depths.iter().take(waiting).sum::<usize>();
        }
    }
    let vacant =
        deal.cells.iter().any(Option::is_none) || deal.columns.iter().any(|pile| pile.cards.is_empty());
    let home: usize = table.foundations().iter().map(|&h| h as usize).sum();
    let (buried, lacking) = match lacking_before_row(table) {
        Some(empty) => (2 * buried, EMPTY_COLUMN * empty),
        None => (if vacant { buried } else { 2 * buried }, 0),
    };
    (buried + lacking + (deck.len() - home)) as u32
}

/// Added for each empty column before such a row. Cards go home as well, and each uncovers others: filling must weigh
/// more than that. Of sixty endings by dice a weight of 2 left six unsolved, one of 6 four, this one none.
const EMPTY_COLUMN: usize = 20;

/// Empty columns that stand for too few cards for a row.
const TOO_FEW_CARDS: usize = 1 << 16;

/// Returns the number of columns that lack a card before a row that needs one in each; `None` if no such
/// row is left.
fn lacking_before_row(table: &Table) -> Option<usize> {
    let (rules, deal) = (table.rules(), table.deal());
    if rules.stock != (Stock::Rows { onto_empty: false }) || deal.stock.is_empty() {
        return None;
    }
    let empty = deal.columns.iter().filter(|pile| pile.cards.is_empty()).count();
    let low = deal.cards_in_play().count() - deal.stock.len() < deal.columns.len();
    Some(if low { TOO_FEW_CARDS } else { empty })
}

/// How many cards lie on each copy of `wanted`.
fn depths_of(deal: &Deal, wanted: Card) -> Vec<usize> {
    let piles = deal.columns.iter().map(|pile| &pile.cards).chain([&deal.stock, &deal.waste]);
    piles
        .flat_map(|cards| {
            let above = |place: usize| cards.len() - place - 1;
            (0..cards.len()).filter(move |&n| cards[n] == wanted).map(above)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::{DealId, DeckSpec};
    use patsat_game::rules::Rules;
    use patsat_game::state::Instance;

    #[test]
    fn the_first_board_of_the_column() {
        let rules = Rules::preset("freecell").unwrap();
        let table = Instance::from_id(rules, DealId::Microsoft(14)).unwrap().table();
        let above = |text: &str| {
            let card: Card = text.parse().unwrap();
            depths_of(table.deal(), card)[0]
        };
        let buried: usize = ["AC", "AD", "AH", "AS"].into_iter().map(above).sum();
        assert_eq!(above("AC"), 0);
        assert_eq!(above("AH"), 5);
        assert_eq!(score(&table), buried as u32 + 52);
    }

    #[test]
    fn a_crowded_table_counts_twice_and_a_won_one_nothing() {
        let mut rules = Rules::preset("freecell").unwrap();
        rules.deck = DeckSpec::new(2, 2, 1);
        (rules.columns, rules.cells) = (1, 1);
        let deal = |columns: &[&str], cell: Option<&str>| Deal {
            columns: columns
                .iter()
                .map(|c| c.split(' ').map(|c| c.parse().unwrap()).collect::<Vec<Card>>().into())
                .collect(),
            cells: vec![cell.map(|c| c.parse().unwrap())],
            ..Deal::default()
        };
        let score_of = |deal| score(&Instance::new(rules.clone(), deal).unwrap().table());
        // AC is buried by three, AD by one.
        assert_eq!(score_of(deal(&["AC 2C AD 2D"], None)), 4 + 4);
        assert_eq!(score_of(deal(&["AC 2C AD"], Some("2D"))), 2 * 2 + 4);
        let won = Deal { foundations: vec![2, 2], ..Deal::default() };
        assert_eq!(score_of(won), 0);
    }
}
