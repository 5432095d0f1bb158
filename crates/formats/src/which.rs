//! Finds the number of a board: compares the deals of a dealer with the board card by card.
//!
//! Almost every number fails at its first card. The search thus takes some nanoseconds per number for Microsoft's
//! and KPatience's dealers, which need one multiplication per card, and some microseconds for dealers that
//! fill a Mersenne Twister first.

use patsat_game::cards::dealers::{kpat, microsoft};
use patsat_game::cards::{Card, Deal, DealId, DeckSpec};
use patsat_game::rules::{Rules, Sizes};
use std::ops::RangeInclusive;

/// Which order of columns counts as the same board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Columns {
    /// The dealer's own.
    AsDealt,
    /// Any.
    InAnyOrder,
}

/// The first deal of each dealer of a game, the likeliest dealer first.
#[must_use]
pub fn dealers(rules: &Rules) -> Vec<DealId> {
    let name = &rules.name;
    let mut firsts = vec![DealId::Microsoft(1), DealId::MicrosoftNegative(1)];
    // KPatience deals Klondike alike, however many cards are drawn and whether they come back from the foundations.
    let of_game = kpat::Game::ALL.into_iter().filter(|game| {
        let has_its_draw = || Rules::preset(game.preset()).is_ok_and(|own| own.stock == rules.stock);
        game.preset() == name || matches!(game, kpat::Game::Klondike(_)) && has_its_draw()
    });
    firsts.extend(of_game.map(|game| DealId::KPatience { game, number: 1 }));
    // Of one deck dealt round the columns the numbers before are Microsoft's.
    let as_microsoft = rules.deck == DeckSpec::STANDARD && rules.layout.sizes == Sizes::All;
    firsts.push(DealId::PySol(if as_microsoft { 32_001 } else { 1 }));
    if rules.dealt_as_klondike() {
        firsts.extend([DealId::KlondikeSolver(0), DealId::Greenfelt(1)]);
    }
    firsts.push(DealId::Solvitaire { game: Some(name.clone()), seed: 0 });
    firsts.push(DealId::Random { game: Some(name.clone()), seed: 0 });
    firsts
}

/// A place that a card is dealt to.
#[derive(Clone, Copy, Debug)]
enum Place {
    Column(usize, usize),
    /// Any other place, and the card that is to lie there.
    Beside(Option<Card>),
}

/// A board whose number under a dealer is sought.
#[derive(Clone, Debug)]
pub struct NumberSearch<'a> {
    rules: &'a Rules,
    deal: Deal,
    dealer: DealId,
    /// Where each card goes, in the order in which the dealer gives them.
    places: Vec<Place>,
}

impl<'a> NumberSearch<'a> {
    /// Seeks this board among the deals of the dealer of `dealer`; a card of rank 0 may be any.
    ///
    /// `None` if that dealer does not deal this game, or the board cannot be fresh from it: cards lie
    /// where it deals none, or it deals aces home.
    #[must_use]
    pub fn new(rules: &'a Rules, deal: &Deal, dealer: &DealId) -> Option<NumberSearch<'a>> {
        // A deck whose cards are their own numbers shows where each goes.
        let (cards, order) = rules.deck.dealt(dealer).ok()?;
        let numbers: Vec<Card> = (1..=cards.len()).map(|n| Card::new(n as u32, u16::MAX)).collect();
        let shape = rules.place(dealer, &numbers, order).ok()?;
        let mut deal = deal.clone();
        // In which cells cards lie does not matter, only which cards.
        let held: Vec<Card> = deal.cells.iter().flatten().copied().collect();
        deal.cells = held.into_iter().map(Some).collect();
        let cells: Vec<Card> = shape.cells.iter().flatten().copied().collect();
        let sizes = |deal: &Deal| {
            let mut sizes: Vec<usize> = deal.columns.iter().map(|pile| pile.cards.len()).collect();
            sizes.sort_unstable();
            sizes
        };
        let fresh = shape.foundations.is_empty()
            && deal.foundations.iter().all(|&height| height == 0)
            && sizes(&shape) == sizes(&deal)
            && cells.len() == deal.cells.len()
            && (shape.reserve.len(), shape.stock.len(), shape.waste.len())
                == (deal.reserve.len(), deal.stock.len(), deal.waste.len());
        if !fresh || deal.columns.len() > 64 {
            return None;
        }
        let mut places = vec![Place::Beside(None); cards.len()];
        for (n, pile) in shape.columns.iter().enumerate() {
            for (depth, card) in pile.cards.iter().enumerate() {
                places[card.rank.0 as usize - 1] = Place::Column(n, depth);
            }
        }
        let held: Vec<Card> = deal.cells.iter().flatten().copied().collect();
        let beside = [
            (&cells, &held),
            (&shape.reserve, &deal.reserve),
            (&shape.stock, &deal.stock),
            (&shape.waste, &deal.waste),
        ];
        for (numbers, cards) in beside {
            for (number, &card) in numbers.iter().zip(cards) {
                places[number.rank.0 as usize - 1] = Place::Beside((card.rank.0 > 0).then_some(card));
            }
        }
        if let DealId::KPatience { game, .. } = dealer {
            // These come as they were shuffled, and are arranged for our layout afterwards.
            let arranged = kpat::arrange(*game, (0..places.len()).collect());
            let ours = places.clone();
            arranged.into_iter().zip(ours).for_each(|(from, place)| places[from] = place);
        }
        Some(NumberSearch { rules, deal, dealer: dealer.clone(), places })
    }

    /// The first of these numbers whose deal is the board.
    #[must_use]
    pub fn find(&self, numbers: RangeInclusive<u64>, columns: Columns) -> Option<u64> {
        let mut numbers = numbers;
        numbers.find(|&number| self.is(number, columns))
    }

    fn is(&self, number: u64, columns: Columns) -> bool {
        // For each dealt column those of the board that it may be, by what was dealt so far.
        let mut may_be = [0u64; 64];
        let take = |dealt: usize, card: Card| match self.places[dealt] {
            Place::Beside(wanted) => wanted.is_none_or(|wanted| wanted == card),
            Place::Column(n, depth) => {
                let fits = |column: usize| {
                    let there = self.deal.columns[column].cards.get(depth);
                    there.is_some_and(|&there| there == card || there.rank.0 == 0)
                };
                if columns == Columns::AsDealt {
                    return fits(n);
                }
                let before = if depth == 0 { u64::MAX } else { may_be[n] };
                let all = 0..self.deal.columns.len();
                may_be[n] = all.filter(|&c| before >> c & 1 == 1 && fits(c)).map(|c| 1 << c).sum();
                may_be[n] != 0
            }
        };
        self.dealt(number, take) && (columns == Columns::AsDealt || self.matched(&may_be))
    }

    /// Deals the number card by card, as long as they are taken; whether all were.
    fn dealt(&self, number: u64, mut take: impl FnMut(usize, Card) -> bool) -> bool {
        match &self.dealer {
            DealId::Microsoft(_) => microsoft::deal(number, take),
            DealId::KPatience { game, .. } => {
                kpat::deal(*game, number as u32, |dealt, card| take(dealt, game.card(card)))
            }
            dealer => {
                let cards = dealer.with_number(number).ok().and_then(|id| self.rules.deck.dealt(&id).ok());
                cards.is_some_and(|(cards, _)| cards.iter().enumerate().all(|(n, &card)| take(n, card)))
            }
        }
    }

    /// Whether each dealt column can be another column of the board, whole columns being compared.
    fn matched(&self, may_be: &[u64; 64]) -> bool {
        let mut length = [0; 64];
        for place in &self.places {
            if let Place::Column(n, depth) = *place {
                length[n] = length[n].max(depth + 1);
            }
        }
        let own = |n: usize| {
            let all = 0..self.deal.columns.len();
            let fits = |&c: &usize| may_be[n] >> c & 1 == 1 && self.deal.columns[c].cards.len() == length[n];
            all.filter(fits).map(|c| 1u64 << c).sum::<u64>()
        };
        let own: Vec<u64> = (0..self.deal.columns.len()).map(own).collect();
        let mut held = [None; 64];
        (0..own.len()).all(|n| length[n] == 0 || settle(n, &own, &mut held, &mut 0))
    }
}

/// Matches dealt column `n` to a column of the board, and rematches other columns if necessary (augmenting paths, Kuhn
/// 1955). A dealt column can fit several columns with unseen cards.
fn settle(n: usize, own: &[u64], held: &mut [Option<usize>; 64], tried: &mut u64) -> bool {
    (0..own.len()).any(|c| {
        let new = own[n] >> c & 1 == 1 && *tried >> c & 1 == 0;
        *tried |= u64::from(new) << c;
        let settled = new && held[c].is_none_or(|other| settle(other, own, held, tried));
        if settled {
            held[c] = Some(n);
        }
        settled
    })
}
