//! Lowering: a game becomes a [`Task`].
//!
//! A kind is a card of the deck, by its rank-major index; what a card may stand on, what moves
//! with it and what goes home after it are written out as relations. Cards in play are
//! numbered by kind, twins by where they lie. Columns and reserve keep their order, so that a
//! walk on the task can be followed on the table; only cells are closed up.
//!
//! What a task means is [`patsat_encodings::task::Position`]; `tests/lowering/lowering.rs` holds it
//! against [`Table`] move by move.

use patsat_encodings::task::{self, CardId, End, Kind, KindId, Start, Task};
use patsat_game::cards::{Card, DeckSpec, Rank, Suit};
use patsat_game::rules::{EmptyColumn, Feature, Features, Group, Home, Redeals, Rules, Stock};
use patsat_game::state::{Instance, Table};

/// What tasks express.
pub const SUPPORTED: Features = Features::BASIC.with(Features::of(&[
    Feature::WorryingBack,
    Feature::DrawsOfSeveral,
    Feature::UnlimitedRedeals,
    Feature::AnyFaceUp,
    Feature::SameColour,
    Feature::OtherBase,
]));

/// A game as a task, and the way back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoweredGame {
    pub task: Task,
    /// The card of each [`CardId`].
    pub cards: Vec<Card>,
}

impl LoweredGame {
    /// How many moves take a card home, whatever the plan: encodings that count moves leave them out.
    pub fn homes_to_make(&self) -> u32 {
        match self.task.home {
            task::Home::After(_) if self.task.worrying_back => 0,
            task::Home::After(_) => self.task.homes_to_make() as u32,
            // Whole runs leave, and no move takes a single card home.
            task::Home::Runs(_) | task::Home::Collected(_) => 0,
        }
    }
}

/// A position that is no task, because some card in it can never leave by any rule.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LowerError {
    /// The rules use what no task expresses.
    #[error("a game with {0} cannot be expressed as a formula")]
    Unsupported(Feature),
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
pub fn lower(instance: &Instance) -> Result<LoweredGame, LowerError> {
    let table = instance.table();
    let (rules, deal) = (table.rules(), table.deal());
    if let Some(feature) = rules.unsupported(SUPPORTED) {
        return Err(LowerError::Unsupported(feature));
    }
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
    if rules.home.of_runs()
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
        if table.rules().worrying_back {
            cards.extend(cards_home(table));
        }
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

    fn task(mut self, table: &Table) -> LoweredGame {
        let (rules, deal, deck) = (table.rules(), table.deal(), self.deck);
        let kind = |card: Card| KindId(deck.index(card) as u32);
        let start = Start {
            columns: deal.columns.iter().map(|pile| self.ids(&pile.cards)).collect(),
            face_down: deal.columns.iter().map(|pile| pile.face_down as u32).collect(),
            cells: self.ids(deal.cells.iter().flatten()),
            reserve: self.ids(&deal.reserve),
            home: if rules.worrying_back { self.ids(&cards_home(table)) } else { Vec::new() },
        };
        let stock = match rules.stock {
            // Games with a hole are refused.
            Stock::None | Stock::Hole => task::Stock::None,
            Stock::Waste { redeals, playable, draw } => task::Stock::Waste {
                order: self.ids(deal.stock.iter().rev()),
                waste: self.ids(&deal.waste),
                redeals: match redeals {
                    Redeals::Unlimited => None,
                    _ => Some(redeals.left(deal.redeals_used).unwrap_or_default().into()),
                },
                playable,
                draw: draw.into(),
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
            group: group(rules),
            empty_column: match rules.empty_column {
                EmptyColumn::Any => task::EmptyColumn::Any,
                EmptyColumn::TopRank => {
                    task::EmptyColumn::Only(deck.of_rank(rules.last_rank().0).map(kind).collect())
                }
                // Columns that are filled by themselves are refused.
                EmptyColumn::Nothing
                | EmptyColumn::ReserveThenAny
                | EmptyColumn::ReserveThenWaste
                | EmptyColumn::WasteThenStock => task::EmptyColumn::Nothing,
            },
            home: home(rules),
            worrying_back: rules.worrying_back,
            stock,
            goal: task::Goal::Win,
        };
        LoweredGame { task, cards: self.cards }
    }
}

/// The cards on the foundations.
fn cards_home(table: &Table) -> Vec<Card> {
    let rules = table.rules();
    let on =
        |(place, &height): (usize, &u32)| rules.on_foundation(rules.deck.suit_of_foundation(place), height);
    table.foundations().iter().enumerate().flat_map(on).collect()
}

fn kinds(table: &Table) -> Vec<Kind> {
    let rules = table.rules();
    let mut kinds: Vec<Kind> = (rules.deck.distinct_cards())
        .map(|card| Kind {
            may_stand_on: (rules.may_stand_on(card))
                .map(|onto| KindId(rules.deck.index(onto) as u32))
                .collect(),
            home_at_start: 0,
        })
        .collect();
    for (place, &height) in table.foundations().iter().enumerate().filter(|_| !rules.worrying_back) {
        let suit = rules.deck.suit_of_foundation(place);
        for card in rules.on_foundation(suit, height) {
            kinds[rules.deck.index(card)].home_at_start += 1;
        }
    }
    kinds
}

fn group(rules: &Rules) -> task::Group {
    let moves_with = |card: Card| {
        (rules.deck.distinct_cards())
            .filter(|&lower| rules.moves_with(lower, card))
            .map(|lower| KindId(rules.deck.index(lower) as u32))
            .collect()
    };
    match rules.group {
        Group::Single => task::Group::Single,
        Group::BySpaces => task::Group::BySpaces,
        Group::AnyFaceUp => task::Group::AnyFaceUp,
        // The last two are refused.
        Group::SuitRun | Group::BuiltRun | Group::WholeColumn | Group::PartForHome => {
            task::Group::Freely(rules.deck.distinct_cards().map(moves_with).collect())
        }
    }
}

fn home(rules: &Rules) -> task::Home {
    let deck = rules.deck;
    let kind = |rank: Rank, suit: Suit| KindId(deck.index(Card { rank, suit }) as u32);
    let run = |suit| rules.run_ranks().map(|rank| kind(rank, Suit(suit))).collect();
    let runs = || deck.suits.iter().map(run).collect();
    match rules.home {
        // A hole is refused, and runs that leave as whole columns only.
        Home::Foundations | Home::Hole | Home::HoleAroundCorner => task::Home::After(
            deck.distinct_cards()
                .map(|card| rules.previous_rank(card.rank).map(|rank| kind(rank, card.suit)))
                .collect(),
        ),
        Home::Runs | Home::WholeColumns => task::Home::Runs(runs()),
        Home::RunsByMove => task::Home::Collected(runs()),
    }
}

/// Returns the position `to` as a goal of a task that starts at `from`, an earlier position of the same game.
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
