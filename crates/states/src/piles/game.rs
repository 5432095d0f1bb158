//! What does not change in such a game: its cards, its rules.

use super::{PileBoard, Room, Small};
use crate::packed::{CardSet, Slots};
use crate::{NotPackable, all_in_play};
use patsat_game::cards::{Card, Deal};
use patsat_game::rules::{EmptyColumn, Feature, Features, Group, RankStep, Stock};
use patsat_game::state::Instance;

fn refused(what: &'static str) -> NotPackable {
    NotPackable { games: "games whose cards go home one by one", what }
}

const SUPPORTED: Features = Features::of(&[
    Feature::EqualCards,
    Feature::Cells,
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::SameColour,
    Feature::AnySuit,
    Feature::NoBuilding,
    Feature::AnyLowerRank,
    Feature::Supermoves,
    Feature::SuitRuns,
    Feature::BuiltRuns,
    Feature::TopRankFills,
    Feature::NothingFills,
    Feature::CardsGoHome,
    Feature::Waste,
    Feature::PlayableStock,
    Feature::Redeals,
    Feature::Rows,
    Feature::RowsOntoEmpty,
    Feature::AnyFaceUp,
]);

/// A game whose cards go home one by one, with or without a stock.
#[derive(Clone, Debug)]
pub struct PileGame<R: Room = Small> {
    /// Ranks of the deck.
    pub ranks: u8,
    /// Number of suits; a deck may lack some of them.
    pub suits: u8,
    /// For each kind, how many cards of the deck are of it.
    pub copies: R::Kinds<u8>,
    /// Number of columns.
    pub columns: usize,
    /// Number of cells.
    pub cells: u8,
    /// Cards of the reserve at the start.
    pub reserve: u8,
    /// How often the waste may become the stock again.
    pub redeals: u8,
    /// Whether the next card of the stock may be played without drawing it.
    pub playable: bool,
    /// Whether the stock is dealt in rows.
    pub rows: bool,
    /// Whether a row may be dealt while a column is empty.
    pub onto_empty: bool,
    /// How cards move together; singly where runs cannot be moved card by card.
    pub group: Group,
    /// Whether any card may fill an empty column.
    pub any_fills: bool,
    /// The kinds that may fill an empty column.
    pub fills: R::Set,
    /// For each card its kind, `suit * ranks + rank - 1`.
    pub kinds: Vec<u8>,
    /// For each kind its cards that are in play at the start.
    of_kind: Vec<Vec<u8>>,
    /// For each kind the kinds that it may be put on.
    pub onto: R::Kinds<R::Set>,
    /// For each kind the kinds on which it moves with them.
    with: R::Kinds<R::Set>,
    /// For each kind those of which all cards must be home before it goes home automatically.
    pub(super) before: Vec<Vec<u8>>,
    /// Whether cards go home automatically at all.
    pub(super) safe: bool,
    /// For each suit its foundations, the highest at the start first. A card goes home to the
    /// first that waits for it, so they stay in this order.
    foundations: Vec<Vec<u16>>,
    start: PileBoard<R>,
}

impl PileGame {
    /// The game of an instance, in the small size.
    ///
    /// # Errors
    /// If its rules are others, or it is too large.
    pub fn new(instance: &Instance) -> Result<PileGame, NotPackable> {
        PileGame::sized(instance)
    }
}

impl<R: Room> PileGame<R> {
    /// The game of an instance, in some size.
    ///
    /// # Errors
    /// If its rules are others, or it is too large.
    pub fn sized(instance: &Instance) -> Result<PileGame<R>, NotPackable> {
        let rules = &instance.rules;
        let deck = rules.deck;
        if let Some(feature) = rules.unsupported(SUPPORTED) {
            return Err(refused(feature.text()));
        }
        let table = instance.table();
        let deal = table.deal();
        let redeals = rules.stock.redeals().left(0).unwrap_or_default();
        let playable = matches!(rules.stock, Stock::Waste { playable: true, .. });
        let kinds = (deck.ranks as usize).saturating_mul(deck.suits.end().into());
        let fits = [
            (all_in_play(instance), "cards out of play"),
            (usize::from(rules.columns) <= R::COLUMNS, "more columns than it has room for"),
            (
                usize::from(rules.cells) + deal.reserve.len() <= R::SPOTS,
                "more cells and reserve than it has room for",
            ),
            (usize::from(deck.suits.end()) <= R::SUITS, "more suits than it has room for"),
            (kinds <= R::KINDS, "more kinds of cards than it has room for"),
            (deck.len() <= R::CARDS, "more cards than it has room for"),
            (redeals < 100, "a hundred redeals"),
        ];
        if let Some((_, what)) = fits.iter().find(|(fits, _)| !fits) {
            return Err(refused(what));
        }
        let ranks = deck.ranks as u8;
        let kind = |card: Card| card.suit.0 as u8 * ranks + card.rank.0 as u8 - 1;
        // Where a card lies on any higher one, the rules have no shorthand for moving several one by one.
        let alone = rules.group == Group::Single && rules.step == RankStep::Any;
        let mut onto: R::Kinds<R::Set> = Slots::filled(R::Set::default());
        let (mut with, mut fills) = (onto, R::Set::default());
        let mut before = vec![Vec::new(); R::KINDS];
        for card in deck.distinct_cards() {
            let own = usize::from(kind(card));
            fills |= R::Set::one_if(rules.may_fill_column(card), kind(card));
            before[own].extend(rules.previous_rank(card.rank).map(|_| kind(card) - 1));
            if rules.group == Group::AnyFaceUp {
                with[own] =
                    deck.distinct_cards().fold(with[own], |with, below| with | R::Set::one(kind(below)));
            }
            for below in rules.may_stand_on(card) {
                let place = R::Set::one(kind(below));
                onto[own] |= place;
                let together = match rules.group {
                    Group::Single => !alone,
                    _ => rules.moves_with(below, card),
                };
                with[own] |= if together { place } else { R::Set::default() };
                before[usize::from(kind(below))].push(kind(card));
            }
        }
        before.iter_mut().for_each(dedup);
        let mut game = PileGame::<R> {
            ranks,
            suits: deck.suits.end() as u8,
            copies: Slots::filled(0),
            columns: rules.columns.into(),
            cells: rules.cells as u8,
            reserve: deal.reserve.len() as u8,
            redeals: redeals as u8,
            playable,
            rows: matches!(rules.stock, Stock::Rows { .. }),
            onto_empty: matches!(rules.stock, Stock::Rows { onto_empty: true }),
            group: rules.group,
            any_fills: rules.empty_column == EmptyColumn::Any,
            fills,
            kinds: Vec::with_capacity(deck.len()),
            of_kind: vec![Vec::new(); R::KINDS],
            onto,
            with,
            before,
            safe: match rules.stock {
                Stock::Rows { onto_empty } => onto_empty && rules.group != Group::AnyFaceUp,
                Stock::None | Stock::Waste { .. } | Stock::Hole => true,
            },
            foundations: vec![Vec::new(); R::SUITS],
            start: PileBoard::default(),
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
    fn lay_out(&mut self, deal: &Deal, kind: impl Fn(Card) -> u8) -> PileBoard<R> {
        let columns = (0u8..).zip(&deal.columns).map(|(pile, cards)| (pile, &cards.cards));
        let piles = columns.chain([(R::WASTE, &deal.waste), (R::STOCK, &deal.stock)]);
        let of_piles = piles.flat_map(|(pile, cards)| cards.iter().map(move |&card| (pile, card)));
        let cells = (R::FIRST_SPOT..).zip(&deal.cells).filter_map(|(spot, &card)| Some((spot, card?)));
        let reserve = (R::FIRST_SPOT + self.cells..).zip(deal.reserve.iter().copied());
        let placed: Vec<(u8, Card)> = of_piles.chain(cells).chain(reserve).collect();
        self.kinds.extend(placed.iter().map(|&(_, card)| kind(card)));
        let mut board = PileBoard::default();
        for (number, &(pile, _)) in (0u8..).zip(&placed) {
            board.lay(self, pile, number);
        }
        for (place, pile) in board.face_down.as_mut().iter_mut().zip(&deal.columns) {
            *place = pile.face_down as u8;
        }
        board.redeals = deal.redeals_used as u8;
        board.count_home(self);
        board
    }

    /// The position at the start.
    #[must_use]
    pub fn start(&self) -> &PileBoard<R> {
        &self.start
    }

    /// After the last spot that was taken at the start or may be taken.
    #[inline]
    #[must_use]
    pub fn end_of_spots(&self) -> u8 {
        R::FIRST_SPOT + self.cells + self.reserve
    }

    /// The foundation that the next card of a kind goes to, after `home` cards of it.
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
        self.onto[usize::from(kind)].has(onto)
    }

    /// Whether a card of one kind, lying on one of another, moves with it.
    #[inline]
    #[must_use]
    pub(super) fn moves_with(&self, kind: u8, below: u8) -> bool {
        self.with[usize::from(kind)].has(below)
    }
}

fn dedup(kinds: &mut Vec<u8>) {
    kinds.sort_unstable();
    kinds.dedup();
}
