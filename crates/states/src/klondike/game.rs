//! What does not change in a game: which card fits on which, where each was dealt.

use super::{Cards, MAX_COLUMNS};
use crate::NotPackable;
use patsat_game::cards::{Card, Pile};
use patsat_game::rules::{Build, EmptyColumn, Feature, Features, Group, Redeals, Rules, Stock};
use patsat_game::state::{Instance, Table};

const SUPPORTED: Features = Features::of(&[
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::BuiltRuns,
    Feature::TopRankFills,
    Feature::NothingFills,
    Feature::CardsGoHome,
    Feature::Waste,
    Feature::PlayableStock,
    Feature::Redeals,
    Feature::WorryingBack,
    Feature::DrawsOfSeveral,
    Feature::UnlimitedRedeals,
]);

fn refused(what: &'static str) -> NotPackable {
    NotPackable { games: "Klondike and its kin", what }
}

/// How stock and waste are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drawing {
    /// Every card can be had at any time: draws of one card, unlimited redeals.
    Any,
    /// Draws of this number of cards, unlimited redeals.
    Unlimited(u8),
    /// Draws of several cards or one, counted redeals.
    Counted { draw: u8, redeals: u8 },
}

/// A column as dealt.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Column {
    /// The cards that are own when they come to the top, deepest first.
    pub(crate) own: Vec<u8>,
    /// Entry `n`: the cards that lie face up, but are not own, once `n` own cards are left.
    pub(crate) turned: Vec<Cards>,
}

/// What makes the numbers of a position one number, the key: each number times its weight, added up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Weights {
    /// Of each card that is home.
    pub(crate) home: Vec<u128>,
    /// Of the number of own cards of each column.
    pub(crate) own: Vec<u128>,
    /// Of each card of the list that is left.
    pub(crate) stock: Vec<u128>,
    /// Of the number of cards in the waste.
    pub(crate) waste: u128,
    /// Of the number of redeals.
    pub(crate) redeals: u128,
}

/// Hands out weights: each is the number of values that all before it can make together.
struct Weigher {
    next: Option<u128>,
}

impl Weigher {
    /// The weight of a number that is less than `values`.
    fn weight(&mut self, values: usize) -> u128 {
        let own = self.next.unwrap_or_default();
        self.next = self.next.and_then(|next| next.checked_mul(values as u128));
        own
    }
}

/// A game of Klondike's kind, or what is left of it where only some cards are tracked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KlondikeGame {
    pub(crate) cards: Vec<Card>,
    pub(crate) columns: Vec<Column>,
    /// Waste and stock as one list, the card to be drawn last at the end.
    pub(crate) stock: Vec<u8>,
    pub(crate) drawing: Drawing,
    pub(crate) worrying_back: bool,
    pub(crate) kings_fill: bool,
    /// Cards that are not tracked: always home, out of the way, and with room for one card.
    pub(crate) free: Cards,
    pub(crate) kings: Cards,
    /// For each card those of its class and rank, itself among them.
    pub(crate) peers: Vec<Cards>,
    /// For each card those that may be put on it.
    pub(crate) children: Vec<Cards>,
    /// For each card those that it may be put on.
    pub(crate) parents: Vec<Cards>,
    /// For each card those that must be home before it.
    pub(crate) before: Vec<Cards>,
    /// For each card those that must not be home when it comes back.
    pub(crate) after: Vec<Cards>,
    /// For each card those of which all must be home so that it goes home automatically.
    pub(crate) safe: Vec<Cards>,
    /// As `safe`; one of the two is enough. Empty sets where cards may come back.
    pub(crate) safe_for_good: Option<Vec<Cards>>,
    pub(crate) column_of: Vec<u8>,
    pub(crate) index_in_stock: Vec<u8>,
    pub(crate) weights: Weights,
    /// Keys are less than this.
    keys: u128,
    /// Cards that are home at the start.
    pub(super) home: Cards,
    /// Cards of the list that lie in the waste at the start.
    pub(super) waste: u8,
}

impl KlondikeGame {
    /// The game of an instance.
    ///
    /// # Errors
    /// If its rules are others, or it is too large.
    pub fn new(instance: &Instance) -> Result<KlondikeGame, NotPackable> {
        let rules = &instance.rules;
        if let Some(feature) = rules.unsupported(SUPPORTED) {
            return Err(refused(feature.text()));
        }
        let table = instance.table();
        let deal = table.deal();
        let draw = draw(rules);
        let fits = [
            (rules.group == Group::BuiltRun, "games that do not move built runs as one"),
            (rules.empty_column != EmptyColumn::Any, "games in which any card fills an empty column"),
            (deal.reserve.is_empty(), "a reserve"),
            (usize::from(rules.columns) <= MAX_COLUMNS, "more than 16 columns"),
            (rules.deck.len() <= 64, "more than 64 cards"),
            (crate::all_in_play(instance), "cards in a stock or waste that they do not have"),
            (draw <= 64, "draws of more than 64 cards"),
        ];
        if let Some((_, what)) = fits.iter().find(|(fits, _)| !fits) {
            return Err(refused(what));
        }
        let cards: Vec<Card> = rules.deck.distinct_cards().collect();
        let set = |wanted: &dyn Fn(&Card) -> bool| {
            (0u8..).zip(&cards).filter(|(_, card)| wanted(card)).fold(0, |set, (n, _)| set | 1 << n)
        };
        let each = |wanted: &dyn Fn(&Card, &Card) -> bool| -> Vec<Cards> {
            cards.iter().map(|card| set(&|other| wanted(card, other))).collect()
        };
        let below = |a: Card, ranks: u32, b: Card| b.rank.0 + ranks <= a.rank.0;
        let mut game = KlondikeGame {
            columns: Vec::new(),
            stock: Vec::new(),
            drawing: Drawing::Any,
            worrying_back: rules.worrying_back,
            kings_fill: rules.empty_column == EmptyColumn::TopRank,
            free: 0,
            kings: set(&|card| card.rank == rules.last_rank()),
            peers: each(&|a, b| a.rank == b.rank && class(rules, *a) == class(rules, *b)),
            children: each(&|a, b| rules.fits(*b, *a)),
            parents: each(&|a, b| rules.fits(*a, *b)),
            before: each(&|a, b| a.suit == b.suit && below(*a, 1, *b)),
            after: each(&|a, b| a.suit == b.suit && below(*b, 1, *a)),
            safe: each(&|a, b| {
                let beneath = beneath(rules, *a, *b);
                (beneath.0 && below(*a, 2, *b)) || (beneath.1 && below(*a, 3, *b))
            }),
            safe_for_good: (!rules.worrying_back)
                .then(|| each(&|a, b| beneath(rules, *a, *b).0 && below(*a, 1, *b))),
            column_of: Vec::new(),
            index_in_stock: Vec::new(),
            weights: Weights::default(),
            keys: 0,
            home: 0,
            waste: 0,
            cards,
        };
        game.deal(&table)?;
        Ok(game)
    }

    /// The game of another position of the same rules.
    ///
    /// # Errors
    /// If it is too large.
    pub fn with_deal(&self, table: &Table) -> Result<KlondikeGame, NotPackable> {
        let mut game = self.clone();
        game.deal(table)?;
        Ok(game)
    }

    /// Puts the cards where a table has them.
    fn deal(&mut self, table: &Table) -> Result<(), NotPackable> {
        let (rules, deal) = (table.rules(), table.deal());
        let number = |card: &Card| rules.deck.index(*card) as u8;
        let list = deal.stock.len() + deal.waste.len();
        let draw = draw(rules) as u8;
        self.drawing = match rules.stock.redeals() {
            Redeals::Unlimited if draw == 1 => Drawing::Any,
            Redeals::Unlimited => Drawing::Unlimited(draw),
            // No play needs more redeals than there are cards in the list.
            redeals => {
                let left = redeals.left(deal.redeals_used).unwrap_or_default();
                Drawing::Counted { draw, redeals: left.min(list as u16) as u8 }
            }
        };
        self.columns = table.columns().iter().map(|pile| column(rules, pile, &number)).collect();
        self.stock = deal.waste.iter().chain(deal.stock.iter().rev()).map(number).collect();
        self.waste = deal.waste.len() as u8;
        let home = deal
            .foundations
            .iter()
            .enumerate()
            .flat_map(|(n, &height)| rules.on_foundation(rules.deck.suit_of_foundation(n), height));
        self.home = home.fold(0, |set, card| set | 1 << number(&card));
        self.finish(false)
    }

    /// The game that is left if only these cards are tracked, in which everything is possible that is possible here.
    ///
    /// All other cards are home and out of the way at any time, and each of them still has room for a card. If one of
    /// them is in the list of stock and waste, the tracked cards of it can be had at any time.
    #[must_use]
    pub fn tracking(&self, tracked: Cards) -> Option<KlondikeGame> {
        let mut game = self.clone();
        game.free = !tracked & self.all();
        let is_tracked = |card: &u8| tracked & 1 << card != 0;
        for column in &mut game.columns {
            let (mut own, mut turned) = (Vec::new(), vec![column.turned[0] & tracked]);
            for (&card, &with) in column.own.iter().zip(&column.turned[1..]) {
                if is_tracked(&card) {
                    own.push(card);
                    turned.push(with & tracked);
                } else {
                    // Once it is not in the way, what lay on it and what is turned beneath it come together.
                    let last = turned.len() - 1;
                    turned[last] |= with & tracked;
                }
            }
            *column = Column { own, turned };
        }
        let whole_stock = self.stock.iter().all(is_tracked);
        game.stock.retain(is_tracked);
        if !whole_stock {
            game.drawing = Drawing::Any;
        }
        game.home &= tracked;
        game.waste = if whole_stock { self.waste } else { 0 };
        game.finish(true).ok()?;
        Some(game)
    }

    /// The cards by their numbers.
    #[inline]
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The numbers of the cards of waste and stock as one list, the card to be drawn last at the end.
    #[inline]
    #[must_use]
    pub fn stock(&self) -> &[u8] {
        &self.stock
    }

    /// The set of all cards.
    #[must_use]
    pub fn all(&self) -> Cards {
        Cards::MAX >> (64 - self.cards.len())
    }

    /// Works out what follows from the rest.
    fn finish(&mut self, any_home: bool) -> Result<(), NotPackable> {
        let mut weigher = Weigher { next: Some(1) };
        // The cards of a suit go home in their order, if all of them are tracked: their number says which they are.
        let suits = self.cards.iter().map(|card| usize::from(card.suit.0) + 1).max().unwrap_or(0);
        let ranks = self.cards.iter().map(|card| card.rank.0 as usize).max().unwrap_or(0);
        let heights: Vec<u128> =
            (0..suits).map(|_| if any_home { 0 } else { weigher.weight(ranks + 1) }).collect();
        let cards = self.cards.iter().enumerate();
        self.weights.home = cards
            .map(|(n, card)| match self.free & 1 << n {
                0 if any_home => weigher.weight(2),
                0 => heights[usize::from(card.suit.0)],
                _ => 0,
            })
            .collect();
        self.weights.own = self.columns.iter().map(|column| weigher.weight(column.own.len() + 1)).collect();
        self.weights.stock = self.stock.iter().map(|_| weigher.weight(2)).collect();
        (self.weights.waste, self.weights.redeals) = match self.drawing {
            Drawing::Any => (0, 0),
            Drawing::Unlimited(_) => (weigher.weight(self.stock.len() + 1), 0),
            Drawing::Counted { redeals, .. } => {
                (weigher.weight(self.stock.len() + 1), weigher.weight(usize::from(redeals) + 1))
            }
        };
        self.keys = weigher.next.ok_or_else(|| refused("more positions than 128 bits can name"))?;
        self.column_of = vec![u8::MAX; self.cards.len()];
        for (n, column) in (0u8..).zip(&self.columns) {
            column.own.iter().for_each(|&card| self.column_of[usize::from(card)] = n);
        }
        self.index_in_stock = vec![u8::MAX; self.cards.len()];
        for (n, &card) in (0u8..).zip(&self.stock) {
            self.index_in_stock[usize::from(card)] = n;
        }
        Ok(())
    }

    /// Whether the key of every position fits into this number of bits.
    #[must_use]
    pub fn keys_fit(&self, bits: u32) -> bool {
        (self.keys - 1).checked_shr(bits).unwrap_or_default() == 0
    }
}

/// Cards of a draw from the stock.
fn draw(rules: &Rules) -> usize {
    match rules.stock {
        Stock::Waste { draw, .. } => draw.into(),
        _ => 1,
    }
}

/// A number that cards share which may be put on the same cards, if they are of one rank.
fn class(rules: &Rules, card: Card) -> u16 {
    match rules.build {
        Build::AlternateColour | Build::SameColour => card.colour() as u16,
        Build::SameSuit => card.suit.0,
        Build::AnySuit | Build::Nothing => 0,
    }
}

/// Whether `b` is of the class beneath that of `a`, and of the class beneath that one, by suits alone.
fn beneath(rules: &Rules, a: Card, b: Card) -> (bool, bool) {
    let same = class(rules, a) == class(rules, b);
    match rules.build {
        Build::AlternateColour => (!same, same),
        _ => (same, same),
    }
}

/// What a column was dealt as.
fn column(rules: &Rules, pile: &Pile, number: &dyn Fn(&Card) -> u8) -> Column {
    let mut column = Column { own: Vec::new(), turned: vec![0] };
    for (depth, card) in pile.cards.iter().enumerate() {
        let is_joined = depth > pile.face_down && rules.fits(*card, pile.cards[depth - 1]);
        let stays = depth == 0 && card.rank == rules.last_rank();
        if is_joined || stays {
            *column.turned.last_mut().expect("one more than own cards") |= 1 << number(card);
        } else {
            column.own.push(number(card));
            column.turned.push(0);
        }
    }
    column
}
