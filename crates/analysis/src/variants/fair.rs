//! Fair games: won however the hidden cards lie.
//!
//! Hidden are the cards that lie face down and those of the stock; [`HiddenCards::WithTops`] adds the cards that
//! lie alone on face-down ones. (In the thesis a hidden card may lie on top and be played. Here it is turned
//! at once, and this option expresses the same.) A game is fair if it can be won for every order of them
//! (Laubersheimer 2024, 4.3). Then a player without sight of these cards can rely on the existence of a plan,
//! but cannot know which plan it is.
//!
//! All orders of the same cards in the hidden places are tried in lexicographic order, twins being alike.
//! Results for positions of one order are used for the next. Every order that is won has a plan that the
//! verifier replayed. The first order that is lost ends the search, with a closed set that the verifier checked.

use super::oracle::Oracle;
use super::{VariantError, show_lost};
use patsat_base::Limit;
use patsat_game::cards::{Card, Deal, Pile};
use patsat_game::state::Instance;
use patsat_game::verify::{ClosedSet, Verified, replay};
use patsat_planning::SelfCheck;
use patsat_search::{Budget, let_go};

/// How the question ended.
#[derive(Clone, PartialEq, Debug)]
pub enum FairEnd {
    /// Every order can be won.
    Yes,
    /// This order cannot.
    No {
        /// The game with its hidden cards in this order.
        order: Box<Instance>,
        /// Why it is lost.
        lost: Verified<ClosedSet>,
    },
    /// A limit was reached before all orders were tried.
    Unknown(Limit),
}

/// The answer to the question whether a game is fair, and the size of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct FairAnswer {
    /// The answer.
    pub end: FairEnd,
    /// Number of hidden cards.
    pub hidden: usize,
    /// Orders for which a plan was replayed.
    pub won: u64,
    /// Different positions whose outcome became known.
    pub positions: u64,
}

/// The cards that the player does not see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HiddenCards {
    /// Those that lie face down or in the stock.
    #[default]
    FaceDown,
    /// These, and each card that is the only one on the face-down cards of its column.
    WithTops,
}

impl HiddenCards {
    /// How many of the deepest cards of a column are hidden.
    pub(super) fn of(self, pile: &Pile) -> usize {
        let alone = pile.face_down > 0 && pile.cards.len() == pile.face_down + 1;
        pile.face_down + usize::from(self == HiddenCards::WithTops && alone)
    }

    /// The hidden cards, in the order of their places: columns, then the stock.
    #[must_use]
    pub fn cards(self, deal: &Deal) -> Vec<Card> {
        let columns = deal.columns.iter().flat_map(|pile| &pile.cards[..self.of(pile)]);
        columns.chain(&deal.stock).copied().collect()
    }
}

/// The same game with other cards in its hidden places.
pub(super) fn with_hidden(instance: &Instance, hidden: HiddenCards, cards: &[Card]) -> Instance {
    let mut deal = instance.deal.clone();
    let columns = deal.columns.iter_mut().flat_map(|pile| {
        let count = hidden.of(pile);
        &mut pile.cards[..count]
    });
    columns.chain(&mut deal.stock).zip(cards).for_each(|(place, &card)| *place = card);
    let same = deal == instance.deal;
    Instance { deal, id: instance.id.clone().filter(|_| same), ..instance.clone() }
}

/// The next order of the same cards; `false` after the last.
fn next_order(cards: &mut [Card]) -> bool {
    let Some(at) = cards.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    // There is one: the card after `at`.
    let other = cards.iter().rposition(|card| *card > cards[at]).unwrap_or(at);
    cards.swap(at, other);
    cards[at + 1..].reverse();
    true
}

/// Whether the game can be won for every order of its hidden cards.
///
/// # Errors
/// If the program contradicts itself.
pub fn fair(
    instance: &Instance,
    hidden: HiddenCards,
    budget: &mut Budget<'_>,
) -> Result<FairAnswer, VariantError> {
    let mut cards = hidden.cards(&instance.deal);
    cards.sort_unstable();
    let mut oracle = Oracle::default();
    let mut won = 0;
    let end = loop {
        let order = with_hidden(instance, hidden, &cards);
        match one_order(&order, &mut oracle, budget) {
            Ok(None) => won += 1,
            Ok(Some(lost)) => break FairEnd::No { order: Box::new(order), lost },
            Err(VariantError::Limit(limit)) => break FairEnd::Unknown(limit),
            Err(error) => return Err(error),
        }
        if !next_order(&mut cards) {
            break FairEnd::Yes;
        }
    };
    let positions = oracle.len();
    if let FairEnd::Unknown(limit) = &end {
        let_go(*limit, oracle);
    }
    Ok(FairAnswer { end, hidden: cards.len(), won, positions })
}

/// `None` if the order is won, else why it is lost.
fn one_order(
    order: &Instance,
    oracle: &mut Oracle,
    budget: &mut Budget<'_>,
) -> Result<Option<Verified<ClosedSet>>, VariantError> {
    // Orders may be many and all known: the clock is read for each.
    if let Some(limit) = budget.check(0) {
        return Err(limit.into());
    }
    let start = order.table();
    if !oracle.is_winnable(&start, budget)? {
        return show_lost(order, budget).map(Some);
    }
    let plan = if start.is_won() { Some(Default::default()) } else { oracle.plan(&start) };
    let plan = plan.ok_or(SelfCheck::Winnable)?;
    replay(order, plan.clone()).map_err(|fault| SelfCheck::Plan { plan, fault: Box::new(fault) })?;
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_all_different_and_all_there() {
        let mut cards = [1, 1, 2, 3].map(|rank| Card::new(rank, 0));
        let mut orders = vec![cards];
        while next_order(&mut cards) {
            orders.push(cards);
        }
        assert_eq!(orders.len(), 12);
        assert!(orders.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(!next_order(&mut []));
    }
}
