//! What does not change during a packed game.

use super::key::Meanings;
use super::{AT_HOME, Board, CardId, IN_CELL, IN_RESERVE, MAX_CARDS, MAX_COLUMNS, NONE, PackedKey, id};
use patsat_game::cards::{Deal, Suits};
use patsat_game::rules::{Build, EmptyColumn, Feature, Features, Group};
use patsat_game::state::Instance;

/// Why a game has no packed state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the fast state of one deck does not hold {0}")]
pub struct Unpackable(pub &'static str);

/// What a packed state holds.
const SUPPORTED: Features = Features::of(&[
    Feature::Cells,
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::NoBuilding,
    Feature::Supermoves,
    Feature::TopRankFills,
    Feature::NothingFills,
    Feature::CardsGoHome,
]);

/// Rules and deal, in the form that packed states need them.
#[derive(Clone, Debug)]
pub struct Game {
    /// Number of columns.
    pub columns: usize,
    /// Number of cells.
    pub cells: u32,
    /// Highest rank.
    pub ranks: u8,
    /// What may fill an empty column.
    pub empty_column: EmptyColumn,
    /// Whether runs move through spare places as one.
    pub supermoves: bool,
    /// What may be put on what.
    pub build: Build,
    /// For each card the set of cards that it may be put on.
    pub onto: [u64; MAX_CARDS],
    /// For each card the set of cards that may be put on it.
    pub(crate) carries: [u64; MAX_CARDS],
    /// For each card up to the highest rank, what its codes mean.
    places: Vec<Meanings>,
    /// The position at the start.
    start: Board,
}

impl Game {
    /// The packed game of an instance.
    ///
    /// # Errors
    /// If the game does not fit a packed state; then only [`Table`](patsat_game::state::Table) holds it.
    pub fn new(instance: &Instance) -> Result<Game, Unpackable> {
        let rules = &*instance.rules;
        let fail = |text| Err(Unpackable(text));
        if let Some(feature) = rules.unsupported(SUPPORTED) {
            return fail(feature.text());
        }
        if rules.deck.ranks > 13 || !matches!(rules.deck.suits, Suits::First(0..=4)) {
            return fail("more than 13 ranks, or other suits than the first 4");
        }
        if !super::super::all_in_play(instance) {
            return fail("cards where the rules have no place for them");
        }
        if usize::from(rules.columns) > MAX_COLUMNS {
            return fail("more than 16 columns");
        }
        if instance.deal.columns.iter().any(|pile| pile.face_down > 0) {
            return fail("cards face down");
        }
        let mut game = Game {
            columns: rules.columns.into(),
            cells: rules.cells.into(),
            ranks: rules.deck.ranks as u8,
            empty_column: rules.empty_column,
            supermoves: rules.group == Group::BySpaces,
            build: rules.build,
            onto: [0; MAX_CARDS],
            carries: [0; MAX_CARDS],
            places: Vec::new(),
            start: Board::empty(),
        };
        for card in rules.deck.distinct_cards() {
            for onto in rules.may_stand_on(card) {
                game.onto[usize::from(id(card))] |= 1 << id(onto);
                game.carries[usize::from(id(onto))] |= 1 << id(card);
            }
        }
        game.start = game.read(&instance.deal);
        Ok(game)
    }

    /// The position at the start.
    #[must_use]
    pub fn start(&self) -> Board {
        self.start
    }

    /// Reads the first position, which also says where each card is native.
    fn read(&mut self, deal: &Deal) -> Board {
        let mut board = Board::empty();
        let mut native = [AT_HOME; MAX_CARDS];
        for (column, pile) in deal.columns.iter().enumerate() {
            let mut below = NONE;
            for &card in &pile.cards {
                native[usize::from(id(card))] = below;
                board.below[usize::from(id(card))] = below;
                below = id(card);
            }
            board.tops[column] = below;
            if below != NONE {
                board.top_set |= 1 << below;
            }
        }
        for &card in deal.cells.iter().flatten() {
            board.below[usize::from(id(card))] = IN_CELL;
            board.cell_set |= 1 << id(card);
        }
        for &card in &deal.reserve {
            native[usize::from(id(card))] = IN_RESERVE;
            board.below[usize::from(id(card))] = IN_RESERVE;
            board.reserve_set |= 1 << id(card);
        }
        // Suits that the deck lacks count as complete, so that every sum over suits is right.
        board.home = [self.ranks; 4];
        for (suit, &height) in deal.foundations.iter().enumerate() {
            board.home[suit] = height as u8;
        }
        self.places = (0..4 * self.ranks).map(|card| Meanings::of(card, native[usize::from(card)])).collect();
        board.key = PackedKey::of(&board.below);
        board
    }

    /// What the codes of each card mean.
    pub(super) fn places(&self) -> &[Meanings] {
        &self.places
    }

    /// Whether any card, or this one, may fill an empty column.
    #[must_use]
    pub fn may_fill(&self, card: CardId) -> bool {
        match self.empty_column {
            EmptyColumn::Any => true,
            EmptyColumn::TopRank => card >> 2 == self.ranks - 1,
            EmptyColumn::Nothing => false,
        }
    }
}
