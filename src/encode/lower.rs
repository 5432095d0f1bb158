//! Lowering: a game becomes a [`Task`].
//!
//! A kind is a card of the deck, by its rank-major index; what a card may stand on, what moves
//! with it and what goes home after it are written out as relations. Cards in play are
//! numbered by kind, twins by where they lie. Columns and reserve keep their order, so that a
//! walk on the task can be followed on the table; only cells are closed up.
//!
//! What a task means is [`patsat_encodings::task::Position`]; `tests/lowering.rs` holds it
//! against [`Table`](crate::state::Table) move by move.

use crate::cards::{Card, DeckSpec};
use crate::rules::{EmptyColumn, Group, Home, RankStep, Rules, Stock};
use crate::state::{Instance, Table};
use patsat_encodings::task::{self, CardId, End, Kind, KindId, Start, Task};

/// A game as a task, and the way back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lowered {
    /// The task.
    pub task: Task,
    /// The card of each [`CardId`].
    pub cards: Vec<Card>,
}

/// A position that is no task, because some card in it can never leave by any rule.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LowerError {
    /// Cards lie where the game has no place.
    #[error("{cards} cards lie in the {place}, but this game has none: they can never leave")]
    DeadCards {
        /// How many.
        cards: usize,
        /// Where.
        place: &'static str,
    },
    /// Part of a run is home in a game of whole runs.
    #[error("a foundation holds {height} cards, but cards leave this game only {ranks} at a time")]
    PartOfARun {
        /// The foundation's height.
        height: u32,
        /// The length of a run.
        ranks: u32,
    },
}

/// Lowers a game, at its start or in the middle, to a task.
///
/// Complete runs that leave before the first move are already home in the task.
///
/// # Errors
/// If the position is lost for a reason that a task has no words for.
pub fn lower(instance: &Instance) -> Result<Lowered, LowerError> {
    let table = instance.table();
    let (rules, deal) = (table.rules(), table.deal());
    let dead = |cards: usize, place| {
        if cards == 0 { Ok(()) } else { Err(LowerError::DeadCards { cards, place }) }
    };
    if rules.stock == Stock::None {
        dead(deal.stock.len(), "stock")?;
    }
    if !matches!(rules.stock, Stock::Waste { .. }) {
        dead(deal.waste.len(), "waste")?;
    }
    let ranks = rules.deck.ranks;
    if rules.home == Home::Runs
        && let Some(&height) = deal.foundations.iter().find(|&&height| height % ranks != 0)
    {
        return Err(LowerError::PartOfARun { height, ranks });
    }
    Ok(Numbering::new(&table).task(&table))
}

/// Gives each card in play its number.
struct Numbering {
    deck: DeckSpec,
    cards: Vec<Card>,
    /// The next number of each kind.
    next: Vec<u32>,
}

impl Numbering {
    fn new(table: &Table) -> Numbering {
        let deck = table.rules().deck;
        let mut cards: Vec<Card> = table.deal().cards_in_play().collect();
        cards.sort_unstable_by_key(|&card| deck.index(card));
        let mut next = vec![0; deck.kinds()];
        for (n, &card) in cards.iter().enumerate().rev() {
            next[deck.index(card)] = n as u32;
        }
        Numbering { deck, cards, next }
    }

    /// The number of the next twin of this card.
    fn id(&mut self, card: Card) -> CardId {
        let next = &mut self.next[self.deck.index(card)];
        *next += 1;
        CardId(*next - 1)
    }

    fn ids<'a>(&mut self, cards: impl IntoIterator<Item = &'a Card>) -> Vec<CardId> {
        cards.into_iter().map(|&card| self.id(card)).collect()
    }

    fn task(mut self, table: &Table) -> Lowered {
        let (rules, deal, deck) = (table.rules(), table.deal(), self.deck);
        let kind = |card: Card| KindId(deck.index(card) as u32);
        let start = Start {
            columns: deal.columns.iter().map(|pile| self.ids(&pile.cards)).collect(),
            face_down: deal.columns.iter().map(|pile| pile.face_down as u32).collect(),
            cells: self.ids(deal.cells.iter().flatten()),
            reserve: self.ids(&deal.reserve),
        };
        let stock = match rules.stock {
            Stock::None => task::Stock::None,
            Stock::Waste { redeals, playable } => task::Stock::Waste {
                order: self.ids(deal.stock.iter().rev()),
                waste: self.ids(&deal.waste),
                redeals: u32::from(redeals)
                    .saturating_sub(u32::try_from(deal.redeals_used).unwrap_or(u32::MAX)),
                playable,
            },
            Stock::Rows { onto_empty } => {
                let order = self.ids(deal.stock.iter().rev());
                task::Stock::Rows {
                    rows: order.chunks(rules.columns.into()).map(<[CardId]>::to_vec).collect(),
                    onto_empty,
                }
            }
        };
        let task = Task {
            kinds: kinds(table),
            cards: self.cards.iter().map(|&card| kind(card)).collect(),
            start,
            columns: rules.columns.into(),
            cells: rules.cells.into(),
            group: group(table),
            empty_column: match rules.empty_column {
                EmptyColumn::Any => task::EmptyColumn::Any,
                EmptyColumn::TopRank => task::EmptyColumn::Only(deck.of_rank(deck.ranks).map(kind).collect()),
                EmptyColumn::Nothing => task::EmptyColumn::Nothing,
            },
            home: home(rules),
            stock,
            goal: task::Goal::Win,
        };
        Lowered { task, cards: self.cards }
    }
}

/// The cards that a card of this rank might stand on, whatever their suit.
fn above(rules: &Rules, card: Card) -> impl Iterator<Item = Card> {
    let deck = rules.deck;
    let most = match rules.step {
        RankStep::One => deck.ranks.min(card.rank.0.saturating_add(1)),
        RankStep::Any => deck.ranks,
    };
    (card.rank.0 + 1..=most).flat_map(move |rank| deck.of_rank(rank))
}

fn kinds(table: &Table) -> Vec<Kind> {
    let rules = table.rules();
    let mut kinds: Vec<Kind> = (rules.deck.distinct_cards())
        .map(|card| Kind {
            may_stand_on: (above(rules, card).filter(|&onto| table.fits(card, onto)))
                .map(|onto| KindId(rules.deck.index(onto) as u32))
                .collect(),
            home_at_start: 0,
        })
        .collect();
    for (place, &height) in table.foundations().iter().enumerate() {
        let suit = rules.deck.suit_of_foundation(place);
        for rank in 1..=height {
            kinds[rules.deck.index(Card::new(rank, suit))].home_at_start += 1;
        }
    }
    kinds
}

/// Whether two cards are neighbours in a run of one suit.
fn next_in_suit(card: Card, onto: Card) -> bool {
    onto.suit == card.suit && card.rank.0 + 1 == onto.rank.0
}

fn group(table: &Table) -> task::Group {
    let rules = table.rules();
    let follows = |same_suit: bool| {
        let follow = |card: Card| {
            (above(rules, card))
                .filter(|&onto| table.fits(card, onto) && (!same_suit || next_in_suit(card, onto)))
                .map(|onto| KindId(rules.deck.index(onto) as u32))
                .collect()
        };
        task::Group::Freely(rules.deck.distinct_cards().map(follow).collect())
    };
    match rules.group {
        Group::Single => task::Group::Single,
        Group::BySpaces => task::Group::BySpaces,
        Group::SuitRun => follows(true),
        Group::BuiltRun => follows(false),
    }
}

fn home(rules: &Rules) -> task::Home {
    let deck = rules.deck;
    let kind = |rank, suit| KindId(deck.index(Card::new(rank, suit)) as u32);
    match rules.home {
        Home::Foundations => task::Home::After(
            deck.distinct_cards()
                .map(|card| (card.rank.0 > 1).then(|| kind(card.rank.0 - 1, card.suit.0)))
                .collect(),
        ),
        Home::Runs => task::Home::Runs(
            (deck.suits.iter())
                .map(|suit| (1..=deck.ranks).rev().map(|rank| kind(rank, suit)).collect())
                .collect(),
        ),
    }
}

/// The position `to` as a goal for whoever starts at `from`, an earlier position of the same game.
#[must_use]
pub fn end(from: &Table, to: &Table) -> End {
    let deck = from.rules().deck;
    let kind = |card: &Card| KindId(deck.index(*card) as u32);
    let deal = to.deal();
    let columns = from.columns().len().max(1);
    let left = |table: &Table| table.deal().stock.len().div_ceil(columns);
    let rows = match from.rules().stock {
        Stock::Rows { .. } => left(from).saturating_sub(left(to)) as u32,
        _ => 0,
    };
    End {
        columns: deal.columns.iter().map(|pile| pile.cards.iter().map(kind).collect()).collect(),
        face_down: deal.columns.iter().map(|pile| pile.face_down as u32).collect(),
        cells: deal.cells.iter().flatten().map(kind).collect(),
        reserve: deal.reserve.iter().map(kind).collect(),
        rows,
    }
}
