//! What does not change in such a game: its cards, its rules.

use super::super::NotPackable;
use super::step::{STOCK, WASTE};
use super::{MAX_CARDS, MAX_COLUMNS, MAX_KINDS, ThiefBoard};
use patsat_game::cards::{Card, Deal};
use patsat_game::rules::{Build, Feature, Features, Group, Stock};
use patsat_game::state::Instance;

fn refused(what: &'static str) -> NotPackable {
    NotPackable { games: "games with a waste", what }
}

const SUPPORTED: Features = Features::of(&[
    Feature::EqualCards,
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::NoBuilding,
    Feature::Supermoves,
    Feature::SuitRuns,
    Feature::BuiltRuns,
    Feature::CardsGoHome,
    Feature::Waste,
    Feature::PlayableStock,
    Feature::Redeals,
]);

/// A game with a stock that is drawn from onto a waste, and foundations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThiefGame {
    /// Ranks of the deck.
    pub ranks: u8,
    /// Number of suits; a deck may lack some of them.
    pub suits: u8,
    /// For each kind, how many cards of the deck are of it.
    pub copies: [u8; MAX_KINDS],
    /// Number of columns.
    pub columns: usize,
    /// How often the waste may become the stock again.
    pub redeals: u8,
    /// Whether the next card of the stock may be played without drawing it.
    pub playable: bool,
    /// How cards move together.
    pub group: Group,
    /// For each card its kind, `suit * ranks + rank - 1`.
    pub kinds: Vec<u8>,
    /// For each kind its cards that are in play at the start.
    of_kind: Vec<Vec<u8>>,
    /// For each kind a bit set of the kinds that it may be put on.
    pub onto: [u64; MAX_KINDS],
    /// For each suit its foundations, the highest at the start first. A card goes home to the
    /// first that waits for it, so they stay in this order.
    foundations: [Vec<u16>; 4],
    start: ThiefBoard,
}

impl ThiefGame {
    /// The game of an instance.
    ///
    /// # Errors
    /// If its rules are others, or it is too large.
    pub fn new(instance: &Instance) -> Result<ThiefGame, NotPackable> {
        let rules = &instance.rules;
        let deck = rules.deck;
        let (redeals, playable) = match rules.stock {
            Stock::Waste { redeals, playable } => (redeals, playable),
            _ => return Err(refused("games without a waste")),
        };
        if let Some(feature) = rules.unsupported(SUPPORTED) {
            return Err(refused(feature.text()));
        }
        let fits = [
            (
                rules.group != Group::SuitRun || rules.build == Build::SameSuit,
                "runs that are not built in suit",
            ),
            (instance.deal.reserve.is_empty(), "a reserve"),
            (usize::from(rules.columns) <= MAX_COLUMNS, "more than 16 columns"),
            (deck.suits.end() <= 4, "more than 4 suits"),
            (deck.len() <= MAX_CARDS, "more than 208 cards"),
            (deck.ranks as usize <= MAX_KINDS / 4, "more than 16 ranks"),
            (redeals < 100, "a hundred redeals"),
        ];
        if let Some((_, what)) = fits.iter().find(|(fits, _)| !fits) {
            return Err(refused(what));
        }
        let table = instance.table();
        let deal = table.deal();
        let ranks = deck.ranks as u8;
        let kind = |card: Card| card.suit.0 as u8 * ranks + card.rank.0 as u8 - 1;
        let mut onto = [0; MAX_KINDS];
        for card in deck.distinct_cards() {
            let places = rules.may_stand_on(card);
            onto[usize::from(kind(card))] = places.fold(0, |set, other| set | 1 << kind(other));
        }
        let mut game = ThiefGame {
            ranks,
            suits: deck.suits.end() as u8,
            copies: [0; MAX_KINDS],
            columns: rules.columns.into(),
            redeals: redeals as u8,
            playable,
            group: rules.group,
            kinds: Vec::with_capacity(deck.len()),
            of_kind: vec![Vec::new(); MAX_KINDS],
            onto,
            foundations: Default::default(),
            start: ThiefBoard::default(),
        };
        for suit in deck.suits.iter() {
            let mut own: Vec<u16> = deck.foundations_of(suit).map(|n| n as u16).collect();
            own.sort_by_key(|&n| std::cmp::Reverse(deal.foundations[usize::from(n)]));
            game.foundations[usize::from(suit)] = own;
        }
        for card in deck.distinct_cards() {
            game.copies[usize::from(kind(card))] = deck.copies_of(card.suit.0) as u8;
        }
        game.start = game.lay_out(deal, kind);
        for (card, &kind) in (0u8..).zip(&game.kinds) {
            game.of_kind[usize::from(kind)].push(card);
        }
        Ok(game)
    }

    /// The position of a deal; numbers its cards.
    fn lay_out(&mut self, deal: &Deal, kind: impl Fn(Card) -> u8) -> ThiefBoard {
        let mut board = ThiefBoard::default();
        let piles = deal.columns.iter().map(|pile| &pile.cards).enumerate();
        for (pile, cards) in piles.chain([(WASTE, &deal.waste), (STOCK, &deal.stock)]) {
            for &card in cards {
                let (number, kind) = (self.kinds.len() as u8, kind(card));
                self.kinds.push(kind);
                board.push(pile, number, kind);
            }
        }
        board.left = self.kinds.len() as u8;
        for (place, pile) in board.face_down.iter_mut().zip(&deal.columns) {
            *place = pile.face_down as u8;
        }
        board.redeals = deal.redeals_used as u8;
        let mut away = [0u8; MAX_KINDS];
        self.kinds.iter().for_each(|&kind| away[usize::from(kind)] += 1);
        for (home, (all, away)) in board.home.iter_mut().zip(self.copies.iter().zip(away)) {
            *home = all - away;
        }
        board
    }

    /// The position at the start.
    #[must_use]
    pub fn start(&self) -> &ThiefBoard {
        &self.start
    }

    /// The foundation that the next card of a kind goes to, after so many of it.
    #[must_use]
    pub fn foundation(&self, kind: u8, home: u8) -> u16 {
        let own = &self.foundations[usize::from(self.suit(kind))];
        own.get(usize::from(home)).copied().unwrap_or_default()
    }

    /// The kind of a card.
    #[inline]
    #[must_use]
    pub fn kind(&self, card: u8) -> u8 {
        self.kinds[usize::from(card)]
    }

    /// The cards of a kind that are in play at the start.
    pub(crate) fn of_kind(&self, kind: u8) -> &[u8] {
        &self.of_kind[usize::from(kind)]
    }

    /// The rank of a kind, from 1.
    #[inline]
    #[must_use]
    pub fn rank(&self, kind: u8) -> u8 {
        kind % self.ranks + 1
    }

    /// The suit of a kind.
    #[inline]
    #[must_use]
    pub fn suit(&self, kind: u8) -> u8 {
        kind / self.ranks
    }

    /// Whether a card of one kind may be put on one of another.
    #[inline]
    #[must_use]
    pub fn fits(&self, kind: u8, onto: u8) -> bool {
        self.onto[usize::from(kind)] >> onto & 1 == 1
    }
}
