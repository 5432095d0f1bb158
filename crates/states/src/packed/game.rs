//! What does not change during a packed game.

use super::key::Meanings;
use super::{AT_HOME, Board, CardId, CardSet, IN_CELL, IN_RESERVE, NONE, PackedKey, Size, Slots, Small};
use patsat_game::cards::{Deal, Suits};
use patsat_game::rules::{Build, EmptyColumn, Feature, Features, Group};
use patsat_game::state::Instance;

/// Why a game has no packed state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the fast state of games without equal cards does not hold {0}")]
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
pub struct Game<S: Size = Small> {
    /// Number of columns.
    pub columns: usize,
    /// Number of cells.
    pub cells: u32,
    /// Highest rank.
    pub ranks: u8,
    /// Number of suits.
    pub suits: usize,
    /// What may fill an empty column.
    pub empty_column: EmptyColumn,
    /// Whether runs move through spare places as one.
    pub supermoves: bool,
    /// What may be put on what.
    pub build: Build,
    /// For each card the set of cards that it may be put on.
    pub onto: S::Cards<S::Set>,
    /// For each card the set of cards that may be put on it.
    pub carries: S::Cards<S::Set>,
    /// For each card up to the highest rank, what its codes mean.
    places: Vec<Meanings<S>>,
    /// The position at the start.
    start: Board<S>,
}

impl Game {
    /// The game of an instance in the small state.
    ///
    /// # Errors
    /// If the game does not fit it.
    pub fn new(instance: &Instance) -> Result<Game, Unpackable> {
        Game::sized(instance)
    }
}

impl<S: Size> Game<S> {
    /// The game of an instance in a state of this size.
    ///
    /// # Errors
    /// If the game does not fit it.
    pub fn sized(instance: &Instance) -> Result<Game<S>, Unpackable> {
        let rules = &*instance.rules;
        let fail = |text| Err(Unpackable(text));
        if let Some(feature) = rules.unsupported(SUPPORTED) {
            return fail(feature.text());
        }
        if rules.deck.ranks > S::RANKS.into() {
            return fail("this number of ranks");
        }
        if !matches!(rules.deck.suits, Suits::First(suits) if suits <= S::SUITS.into()) {
            return fail("this number of suits");
        }
        if !crate::all_in_play(instance) {
            return fail("cards where the rules have no place for them");
        }
        if usize::from(rules.columns) > S::COLUMNS {
            return fail("this number of columns");
        }
        if instance.deal.columns.iter().any(|pile| pile.face_down > 0) {
            return fail("cards face down");
        }
        let mut game: Game<S> = Game {
            columns: rules.columns.into(),
            cells: rules.cells.into(),
            ranks: rules.deck.ranks as u8,
            suits: rules.deck.suits.iter().count(),
            empty_column: rules.empty_column,
            supermoves: rules.group == Group::BySpaces,
            build: rules.build,
            onto: S::Cards::filled(S::Set::default()),
            carries: S::Cards::filled(S::Set::default()),
            places: Vec::new(),
            start: Board::empty(),
        };
        for card in rules.deck.distinct_cards() {
            for onto in rules.may_stand_on(card) {
                game.onto[usize::from(S::id(card))] |= S::Set::one(S::id(onto));
                game.carries[usize::from(S::id(onto))] |= S::Set::one(S::id(card));
            }
        }
        game.start = game.read(&instance.deal);
        Ok(game)
    }

    /// The position at the start.
    #[must_use]
    pub fn start(&self) -> Board<S> {
        self.start
    }

    /// Reads the first position, which also fixes where each card is native.
    fn read(&mut self, deal: &Deal) -> Board<S> {
        let mut board = Board::<S>::empty();
        let mut native = S::Cards::<u8>::filled(AT_HOME);
        for (column, pile) in deal.columns.iter().enumerate() {
            let mut below = NONE;
            for &card in &pile.cards {
                native[usize::from(S::id(card))] = below;
                board.below[usize::from(S::id(card))] = below;
                below = S::id(card);
            }
            board.tops[column] = below;
            if below != NONE {
                board.top_set |= S::Set::one(below);
            }
        }
        for &card in deal.cells.iter().flatten() {
            board.below[usize::from(S::id(card))] = IN_CELL;
            board.cell_set |= S::Set::one(S::id(card));
        }
        for &card in &deal.reserve {
            native[usize::from(S::id(card))] = IN_RESERVE;
            board.below[usize::from(S::id(card))] = IN_RESERVE;
            board.reserve_set |= S::Set::one(S::id(card));
        }
        // Suits that the deck lacks count as complete, so that every sum over suits is right.
        board.home = S::Suits::filled(self.ranks);
        for (suit, &height) in deal.foundations.iter().enumerate() {
            board.home[suit] = height as u8;
        }
        self.places =
            (0..S::of(self.ranks, 0)).map(|card| Meanings::of(card, native[usize::from(card)])).collect();
        board.key = PackedKey::of(&board.below);
        board
    }

    /// What the codes of each card mean.
    pub(super) fn places(&self) -> &[Meanings<S>] {
        &self.places
    }

    /// Whether any card, or this one, may fill an empty column.
    #[must_use]
    pub fn may_fill(&self, card: CardId) -> bool {
        match self.empty_column {
            EmptyColumn::Any => true,
            EmptyColumn::TopRank => S::rank(card) == self.ranks - 1,
            // The last three are not among these games.
            EmptyColumn::Nothing
            | EmptyColumn::ReserveThenAny
            | EmptyColumn::ReserveThenWaste
            | EmptyColumn::WasteThenStock => false,
        }
    }
}
