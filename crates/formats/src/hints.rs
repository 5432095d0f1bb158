//! What a caller knows beyond the file, and how a position becomes an instance.

use patsat_base::FormatError;
use patsat_game::cards::{Deal, DeckSpec, Suits};
use patsat_game::rules::{FaceUp, Redeals, Rules, Sizes, Stock};
use patsat_game::state::Instance;
use patsat_pddl::TaskHints;
use std::borrow::Cow;
use std::sync::Arc;

/// What the caller says of the game, which most files do not.
///
/// Where both say something a field takes precedence over the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// The rules; where neither they nor the file say, FreeCell.
    pub game: Option<Rules>,
    /// Number of columns, if other than the game's.
    pub columns: Option<u16>,
    /// Number of cells, if other than the game's.
    pub cells: Option<u16>,
    /// Ranks of the deck, if other than the game's.
    pub ranks: Option<u32>,
    /// Suits of the deck, if other than the game's. A game of complete runs keeps its number of cards, and there a
    /// number means KPatience's suits. For a file they change [`Hints::game`], which must be given.
    pub suits: Option<Suits>,
    /// Whether rows are dealt only when no column is empty.
    pub strict_deal: bool,
    /// Whether every card lies face up.
    pub face_up: bool,
    /// Whether columns are listed top card first, in boards that do not say otherwise.
    pub flip: bool,
    /// What a line of a board is, where the board does not show it.
    pub lines: Option<Lines>,
}

/// What a line of cards is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lines {
    /// A row across the columns.
    Rows,
    /// A column.
    Columns,
}

impl std::str::FromStr for Lines {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "rows" => Ok(Lines::Rows),
            "columns" => Ok(Lines::Columns),
            _ => {
                Err(format!("unknown kind of lines {}: expected rows or columns", patsat_base::quoted(text)))
            }
        }
    }
}

/// What the caller says of a game that it cannot be true of.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HintError {
    /// The suits do not divide the runs of the game.
    #[error("--suits {suits}: {listed} suits do not divide the {runs} runs of {game}")]
    Suits {
        /// What the caller says.
        suits: Suits,
        /// The number of suits that this lists.
        listed: usize,
        /// Number of runs.
        runs: usize,
        /// The game.
        game: String,
    },
    /// Suits without the game of a file.
    #[error("--suits needs --game, for instance --game spider, where the instance is a file")]
    SuitsWithoutGame,
    /// The game deals no rows.
    #[error("--strict-deal: {game} deals no rows, expected a game such as spider")]
    NoRows {
        /// The game.
        game: String,
    },
}

impl Hints {
    /// The rules to play by: the caller's game or else `file`'s, with the caller's numbers.
    ///
    /// A layout that these numbers contradict is replaced by the plain one, since the
    /// position is given and nothing is to be dealt.
    ///
    /// # Errors
    /// That of `file`.
    pub(super) fn rules(
        &self,
        file: impl FnOnce() -> Result<Rules, FormatError>,
    ) -> Result<Rules, FormatError> {
        let mut rules = self.game.clone().map_or_else(file, Ok)?;
        self.change_numbers(&mut rules);
        rules.keep_layout_possible();
        Ok(rules)
    }

    /// Changes the rules of a game that is to be dealt.
    ///
    /// # Errors
    /// If the game cannot be changed so.
    pub fn change(&self, rules: &mut Rules) -> Result<(), HintError> {
        self.change_numbers(rules);
        if let Some(suits) = self.suits {
            set_suits(rules, suits)?;
        }
        self.change_deal(rules)
    }

    /// The hints to read a file by, in which the suits are part of the game.
    pub(super) fn for_file(&self) -> Result<Cow<'_, Hints>, HintError> {
        let Some(suits) = self.suits else { return Ok(Cow::Borrowed(self)) };
        let mut game = self.game.clone().ok_or(HintError::SuitsWithoutGame)?;
        set_suits(&mut game, suits)?;
        Ok(Cow::Owned(Hints { game: Some(game), ..self.clone() }))
    }

    /// What a task in PDDL is read by.
    pub(super) fn of_task(&self) -> TaskHints<'_> {
        TaskHints { game: self.game.as_ref(), columns: self.columns, cells: self.cells, ranks: self.ranks }
    }

    /// Changes what a board is read by no differently: how rows are dealt, and which cards lie face up.
    pub(super) fn change_board(&self, instance: &mut Instance) -> Result<(), HintError> {
        if self.strict_deal || self.face_up {
            self.change_deal(Arc::make_mut(&mut instance.rules))?;
        }
        if self.face_up {
            // What was dealt and saved face down is another game.
            instance.deal.columns.iter_mut().for_each(|pile| pile.face_down = 0);
            (instance.id, instance.saved) = (None, None);
        }
        Ok(())
    }

    /// Changes how rows are dealt and which cards are dealt face up.
    fn change_deal(&self, rules: &mut Rules) -> Result<(), HintError> {
        match &mut rules.stock {
            Stock::Rows { onto_empty } => *onto_empty &= !self.strict_deal,
            _ if self.strict_deal => return Err(HintError::NoRows { game: rules.name.clone() }),
            _ => {}
        }
        if self.face_up {
            rules.layout.face_up = FaceUp::All;
        }
        Ok(())
    }

    /// Puts the caller's numbers of columns, cells and ranks in place of the game's. Klondike's columns of
    /// 1, 2, 3, ... cards stay so.
    fn change_numbers(&self, rules: &mut Rules) {
        let triangle = |columns: u16| Sizes::Listed((1..=u32::from(columns)).collect());
        // Without a stock such columns leave cards over.
        if let Some(columns) = self.columns
            && matches!(rules.stock, Stock::Waste { .. })
            && rules.layout.sizes == triangle(rules.columns)
        {
            rules.layout.sizes = triangle(columns);
        }
        rules.columns = self.columns.unwrap_or(rules.columns);
        rules.cells = self.cells.unwrap_or(rules.cells);
        rules.deck.ranks = self.ranks.unwrap_or(rules.deck.ranks);
    }

    /// Checks the number of columns found in a file that lists them all; `line_of` is the line of
    /// a column, where there are lines.
    ///
    /// Too many are an error. Too few are one as well, since a forgotten line and an empty
    /// column look alike, unless the caller gives the number: then the rest is empty.
    pub(super) fn check_columns(
        &self,
        rules: &Rules,
        found: usize,
        line_of: impl Fn(usize) -> Option<usize>,
    ) -> Result<(), FormatError> {
        let most = usize::from(rules.columns);
        let game = match self.columns {
            Some(_) => format!("{most}"),
            None => format!("{most} as in {}", rules.name),
        };
        if found > most {
            let error = FormatError::unexpected(format!("column {}", most + 1), format!("at most {game}"))
                .with_help(format!("--columns {found} reads a board of this size"));
            return Err(FormatError { line: line_of(most), ..error });
        }
        if found < most && self.columns.is_none() {
            let error = FormatError::unexpected(patsat_base::counted(found, "column"), game);
            let help = format!("add the empty columns, or say --columns {found}");
            return Err(if found == 0 { error } else { error.with_help(help) });
        }
        Ok(())
    }

    /// Sets the ranks of the deck to those of the position, if it holds a smaller deck
    /// completely and the caller has not fixed them.
    pub(super) fn infer_ranks(&self, rules: &mut Rules, deal: &Deal) {
        if self.ranks.is_some() || self.game.as_ref().is_some_and(|game| game.deck.ranks != 13) {
            return;
        }
        let in_play = deal.cards_in_play().map(|card| card.rank.0);
        let in_hole = deal.hole.iter().map(|card| card.rank.0);
        let highest = in_play.chain(in_hole).chain(deal.foundations.iter().copied()).max().unwrap_or(0);
        let deck = DeckSpec { ranks: highest, ..rules.deck };
        let mut smaller = Rules { deck, ..rules.clone() };
        smaller.keep_layout_possible();
        // A file may name any rank: the deck's size is looked at before its cards are counted.
        if smaller.check().is_ok() && smaller.check_deal(deal).is_ok() {
            *rules = smaller;
        }
    }
}

/// Sets the suits of the deck; in games of complete runs the deck keeps its size.
fn set_suits(rules: &mut Rules, suits: Suits) -> Result<(), HintError> {
    let runs = rules.foundations();
    rules.deck.suits = suits;
    if rules.home.of_runs() {
        if let Suits::First(n) = suits {
            rules.deck.suits = Suits::of_spider(n);
        }
        let listed = rules.deck.suits.len();
        if !runs.is_multiple_of(listed) {
            return Err(HintError::Suits { suits, listed, runs, game: rules.name.clone() });
        }
        rules.deck.copies = (runs / listed) as u16;
    }
    Ok(())
}

/// The game where neither the file nor the caller names one.
pub(super) fn freecell() -> Result<Rules, FormatError> {
    Rules::preset("freecell").map_err(|e| FormatError::unexpected(e.name, e.known))
}

/// The instance of these rules and this position, with every check that a file needs.
///
/// Beyond [`Instance::new`]: no cards in places that the game does not have, no half
/// foundations in a game whose cards leave as complete runs, and no more cards in stock and
/// waste than were dealt into the stock.
pub(super) fn instance(rules: Rules, deal: Deal) -> Result<Instance, FormatError> {
    let name = &rules.name;
    let stray = |place: &str, cards: usize| {
        FormatError::unexpected(
            format!("{cards} cards in the {place}"),
            format!("none, for {name} has no {place}"),
        )
    };
    if rules.stock == Stock::None && !deal.stock.is_empty() {
        return Err(stray("stock", deal.stock.len()));
    }
    if !matches!(rules.stock, Stock::Waste { .. }) && !deal.waste.is_empty() {
        return Err(stray("waste", deal.waste.len()));
    }
    if let Redeals::Number(most) = rules.stock.redeals()
        && deal.redeals_used > most.into()
    {
        let found = format!("{} redeals used", deal.redeals_used);
        return Err(FormatError::unexpected(found, format!("at most {most} as in {name}")));
    }
    check_stock(&rules, &deal)?;
    let whole = |&height: &u32| height == 0 || height == rules.deck.ranks;
    if rules.home.of_runs() && !deal.foundations.iter().all(whole) {
        return Err(FormatError::unexpected(
            "a foundation that is neither empty nor full",
            format!("complete runs only, as cards leave {name}"),
        ));
    }
    Instance::new(rules, deal).map_err(FormatError::content)
}

/// Checks that stock and waste hold no more cards than a fresh deal puts into the stock: no
/// move puts a card back there.
///
/// Which cards they are a position does not show. There is no check where the sizes of a fresh deal
/// are unknown: for a preset with other columns or another deck the layout says nothing.
fn check_stock(rules: &Rules, deal: &Deal) -> Result<(), FormatError> {
    let own = |preset: Rules| {
        (preset.deck, preset.columns, preset.cells, &preset.layout)
            == (rules.deck, rules.columns, rules.cells, &rules.layout)
    };
    let (found, most) = (deal.stock.len() + deal.waste.len(), rules.dealt_stock());
    match most {
        Some(most) if found > most && Rules::preset(&rules.name).map_or(true, own) => {
            let places =
                if matches!(rules.stock, Stock::Waste { .. }) { "stock and waste" } else { "the stock" };
            let expected = format!("at most {most}, as {} deals into the stock", rules.name);
            Err(FormatError::unexpected(format!("{found} cards in {places}"), expected))
        }
        _ => Ok(()),
    }
}
