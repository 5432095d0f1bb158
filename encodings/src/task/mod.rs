//! The problem that is encoded: a card game without ranks and suits.
//!
//! A [`Task`] lists cards by [`CardId`]. Cards that no rule distinguishes (the same card of two decks) share a
//! [`KindId`]: they are twins. All relations are between kinds: what may stand on what, what moves together,
//! what goes home after what. They are plain lists, so that a task of a new game needs no new type here.
//!
//! The shape follows the static predicates of the planning competitions' card games (2018's Spider: what may
//! be placed on what, what continues a group, what is dealt next). It differs in that twins are named as such
//! and going home is counted by kind. So neither equal cards nor equal foundations need a name each.

mod check;
mod feature;
mod goal;
mod position;
mod step;

pub use check::TaskError;
pub use feature::Feature;
pub use goal::{End, Goal};
pub use position::{Position, PositionKey, Refusal};
pub use step::{Horizon, Step, Target};

/// A card in play at the start, numbered densely from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardId(pub u32);

/// A class of twins, numbered densely from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KindId(pub u32);

impl CardId {
    /// The number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl KindId {
    /// The number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A bounded planning problem about cards, but for its bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// The kind of each card; its length is the number of cards in play.
    pub cards: Vec<KindId>,
    /// Where the cards lie.
    pub start: Start,
    /// Number of columns.
    pub columns: u32,
    /// Number of cells, each for one card.
    pub cells: u32,
    /// Which cards move together.
    pub group: Group,
    /// What may fill an empty column.
    pub empty_column: EmptyColumn,
    /// How cards leave the game. It is won when none is left in play.
    pub home: Home,
    /// Whether the card that went home last may come back, onto a column or into a cell. Only where cards go home one by
    /// one.
    pub worrying_back: bool,
    /// The cards not yet in play.
    pub stock: Stock,
    /// What is to be reached.
    pub goal: Goal,
}

/// What is the same for all twins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kind {
    /// The kinds that a card of this kind may stand on in a column.
    pub may_stand_on: Vec<KindId>,
    /// How many twins are home at the start for good. They are no cards of the task.
    pub home_at_start: u32,
}

/// Where the cards lie at the start; every card lies in exactly one place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// The columns, deepest card first. Empty columns at the end may be left out.
    pub columns: Vec<Vec<CardId>>,
    /// How many of the deepest cards of each column lie face down, or nothing if none does.
    pub face_down: Vec<u32>,
    /// Cards in cells.
    pub cells: Vec<CardId>,
    /// Cards in places that can only be left.
    pub reserve: Vec<CardId>,
    /// Cards at home that may come back.
    pub home: Vec<CardId>,
}

/// Which cards move together, as one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Group {
    /// None: a step moves one card.
    Single,
    /// A run that stands as the rules allow, as a shorthand: at most
    /// `(empty cells + 1) * 2^(empty columns beside the target)` cards, the power only where
    /// any card may fill an empty column.
    BySpaces,
    /// A run of any length: entry `k` lists the kinds that a card of kind `k` follows when
    /// they move. Each is among the kinds that it may stand on.
    Freely(Vec<Vec<KindId>>),
    /// Any face-up card with all that lies on it.
    AnyFaceUp,
}

/// What may fill an empty column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EmptyColumn {
    /// Any card.
    Any,
    /// Cards of these kinds.
    Only(Vec<KindId>),
    /// Nothing.
    Nothing,
}

/// How cards leave the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Home {
    /// One by one: entry `k` is the kind after which kind `k` goes home. A card of kind `k`
    /// may go if fewer of its kind are home than of that kind; a kind without one always may.
    After(Vec<Option<KindId>>),
    /// As complete runs, each a list of kinds, deepest first. Where they lie face up at the end
    /// of a column in this order they leave at once, without a step of their own.
    Runs(Vec<Vec<KindId>>),
    /// As complete runs too, but by an optional step of their own ([`Step::Collect`]).
    Collected(Vec<Vec<KindId>>),
}

impl Home {
    /// The complete runs, each a list of kinds, deepest first, where cards leave as such.
    #[must_use]
    pub fn runs(&self) -> Option<&[Vec<KindId>]> {
        match self {
            Home::After(_) => None,
            Home::Runs(runs) | Home::Collected(runs) => Some(runs),
        }
    }
}

/// The cards not yet in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stock {
    /// No stock.
    None,
    /// A chain drawn onto a waste, of which the last card is in play.
    Waste {
        /// The cards, next one first.
        order: Vec<CardId>,
        /// The cards on the waste at the start, deepest first.
        waste: Vec<CardId>,
        /// How often the waste may still be turned back; `None` if without limit.
        redeals: Option<u32>,
        /// How many cards a draw turns, 1 or more; the last draw turns what is left.
        draw: u32,
        /// Whether the next card may be played without drawing it.
        playable: bool,
    },
    /// Rows, next one first: entry `c` of a row goes onto column `c`. Short rows end early.
    Rows {
        /// The rows.
        rows: Vec<Vec<CardId>>,
        /// Whether a row may be dealt while a column is empty.
        onto_empty: bool,
    },
}

/// Where a card lies, at the start or later.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spot {
    /// Directly on this card in a column.
    On(CardId),
    /// Deepest in this column.
    Base(u32),
    /// In a cell.
    Cell,
    /// In the reserve.
    Reserve,
    /// In the stock.
    Stock,
    /// On the waste.
    Waste,
    /// Home.
    Home,
}

impl Task {
    /// All cards in order.
    pub fn card_ids(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.cards.len() as u32).map(CardId)
    }

    /// Whether `card` may stand on `on` in a column.
    #[must_use]
    pub fn may_stand(&self, card: CardId, on: CardId) -> bool {
        let kind = &self.kinds[self.cards[card.index()].index()];
        kind.may_stand_on.contains(&self.cards[on.index()])
    }

    /// Whether `card`, standing on `on`, moves with it.
    #[must_use]
    pub fn moves_with(&self, card: CardId, on: CardId) -> bool {
        match &self.group {
            Group::Single => false,
            Group::AnyFaceUp => true,
            Group::BySpaces => self.may_stand(card, on),
            Group::Freely(follows) => {
                follows[self.cards[card.index()].index()].contains(&self.cards[on.index()])
            }
        }
    }

    /// Whether `card` may fill an empty column.
    #[must_use]
    pub fn may_fill(&self, card: CardId) -> bool {
        match &self.empty_column {
            EmptyColumn::Any => true,
            EmptyColumn::Only(kinds) => kinds.contains(&self.cards[card.index()]),
            EmptyColumn::Nothing => false,
        }
    }

    /// How many cards a draw turns; 1 where nothing is drawn.
    #[must_use]
    pub fn draw(&self) -> u32 {
        match self.stock {
            Stock::Waste { draw, .. } => draw,
            _ => 1,
        }
    }

    /// Each place of the start with the card there, in the order columns, cells, reserve, stock, waste, home.
    pub fn natives(&self) -> impl Iterator<Item = (CardId, Spot)> + '_ {
        let start = &self.start;
        let columns = (0..).zip(&start.columns).flat_map(|(n, column)| {
            let below = column.iter().map(|&card| Spot::On(card));
            column.iter().copied().zip(std::iter::once(Spot::Base(n)).chain(below))
        });
        let (chain, rows, waste): (&[CardId], &[Vec<CardId>], &[CardId]) = match &self.stock {
            Stock::None => (&[], &[], &[]),
            Stock::Waste { order, waste, .. } => (order, &[], waste),
            Stock::Rows { rows, .. } => (&[], rows, &[]),
        };
        let stock = chain.iter().chain(rows.iter().flatten());
        columns
            .chain(start.cells.iter().map(|&card| (card, Spot::Cell)))
            .chain(start.reserve.iter().map(|&card| (card, Spot::Reserve)))
            .chain(stock.map(|&card| (card, Spot::Stock)))
            .chain(waste.iter().map(|&card| (card, Spot::Waste)))
            .chain(start.home.iter().map(|&card| (card, Spot::Home)))
    }
}
