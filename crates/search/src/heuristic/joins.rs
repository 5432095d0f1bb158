//! A simple score for games whose cards leave as complete runs.
//!
//! The idea: Spider and Simple Simon are won by joining every card but the highest to the
//! next higher one of its suit. The score is the number of cards in play that are not so
//! joined: cards that do not lie, face up, directly on the next higher card of their suit.
//! A card of the stock is never joined; a complete run leaves the count altogether.
//!
//! Source: none needed; it is the break count known from sorting by reversals, with the
//! suits told apart.

use patsat_game::state::Table;

/// Cards in play that do not lie on the next higher card of their suit; 0 only where every
/// card is home.
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
    (deal.cards_in_play().count() - joined) as u32
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
