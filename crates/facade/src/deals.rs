//! Deals by number and from text, plans as text.

use patsat_formats::{DealName, Format, FormatError, Hints};
use patsat_game::cards::{DealId, DealIdError};
use patsat_game::rules::{Rules, UnknownGame};
use patsat_game::state::{Instance, InstanceError, Plan};

/// Why a name stands for no deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// It is no name of a deal.
    #[error(transparent)]
    Name(#[from] DealIdError),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The dealer cannot deal this game.
    #[error(transparent)]
    Instance(#[from] InstanceError),
    /// The text is no board.
    #[error(transparent)]
    Text(#[from] FormatError),
    /// The dealer's number belongs to another game.
    #[error("{id} is a deal of {own}: expected no other game, or the same one")]
    OtherGame {
        /// The deal.
        id: DealId,
        /// Its game.
        own: String,
    },
}

impl DealError {
    /// The next step for the user, where there is an obvious one.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        match self {
            DealError::Text(error) => error.help.as_deref(),
            _ => None,
        }
    }
}

/// A game as it was opened: where it began, and what was played since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenedGame {
    /// Where it began.
    pub start: Instance,
    /// The moves since then, of a saved game with its history; else none.
    pub played: Plan,
    /// What the reader had to conclude, in sentences.
    pub notes: Vec<String>,
}

/// Opens the name of a deal, in any spelling that [`DealName`] reads, or the text of a board in any format. The hints
/// change the rules of either.
///
/// ```
/// # use patsat_facade as patsat;
/// use patsat::Hints;
///
/// let two_cells = Hints { cells: Some(2), ..Hints::default() };
/// let opened = patsat::open("ms:617", &two_cells)?;
/// assert_eq!(opened.start.rules.cells, 2);
/// let board = "Foundations: H-K C-K D-K S-J\n: QS KS\n:\n:\n:\n:\n:\n:\n:\n";
/// assert!(patsat::open(board, &Hints::default())?.played.moves.is_empty());
/// # Ok::<(), patsat::DealError>(())
/// ```
///
/// # Errors
/// What is wrong with it, or that a card was not seen.
pub fn open(text: &str, hints: &Hints) -> Result<OpenedGame, DealError> {
    if let Some(name) = DealName::of(text) {
        let DealName { id, note } = name?;
        let start = Instance::from_id(rules_of(&id, hints)?, id)?;
        return Ok(OpenedGame { start, played: Plan::default(), notes: note.into_iter().collect() });
    }
    let read = patsat_formats::read(text.as_bytes(), None, hints)?;
    let notes = read.notes.iter().map(ToString::to_string).collect();
    let instance = read.complete()?;
    let (start, played) = patsat_formats::played(&instance)?.unwrap_or((instance, Plan::default()));
    Ok(OpenedGame { start, played, notes })
}

/// The rules of a deal by number: those of the game in its name, else of the hints, else FreeCell's, with the
/// numbers of the hints.
///
/// # Errors
/// If the name and the hints say different games.
pub fn rules_of(id: &DealId, hints: &Hints) -> Result<Rules, DealError> {
    let own = id.game().map(Rules::preset).transpose()?;
    let mut rules = match (own, hints.game.clone()) {
        (Some(own), Some(asked)) if own != asked => {
            return Err(DealError::OtherGame { id: id.clone(), own: own.name });
        }
        (Some(rules), _) | (None, Some(rules)) => rules,
        (None, None) => Rules::preset("freecell")?,
    };
    hints.change(&mut rules);
    Ok(rules)
}

/// The deal of a name: `ms:617` is FreeCell's, `kpat:spider4:1`, `solvitaire:forty-thieves:6` and
/// `random:eight-off:7` say which game they are of.
///
/// ```
/// # use patsat_facade as patsat;
/// let spider = patsat::deal("kpat:spider4:1")?;
/// assert_eq!((spider.rules.columns, spider.deal.stock.len()), (10, 50));
/// # Ok::<(), patsat::DealError>(())
/// ```
///
/// # Errors
/// If it is no name of a deal, or the dealer cannot deal the game.
pub fn deal(name: &str) -> Result<Instance, DealError> {
    let id: DealId = name.parse()?;
    let rules = Rules::preset(id.game().unwrap_or("freecell"))?;
    Ok(Instance::from_id(rules, id)?)
}

/// The deal of a name under rules of one's own.
///
/// ```
/// # use patsat_facade as patsat;
/// use patsat::Rules;
///
/// let rules = Rules { cells: 2, ..Rules::preset("freecell")? };
/// let game = patsat::deal_of("ms:617", rules)?;
/// assert_eq!(game.table().cells().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If it is no name of a deal, or the dealer cannot deal the game.
pub fn deal_of(name: &str, rules: Rules) -> Result<Instance, DealError> {
    Ok(Instance::from_id(rules, name.parse()?)?)
}

/// A position from a text in any format that is told from its content: a board with a column a
/// line (deepest card first), our JSON, Solvitaire's, a saved game of KPatience, a PDDL problem.
///
/// ```
/// # use patsat_facade as patsat;
/// let game = patsat::read("Foundations: H-K C-K D-K S-J\n: QS KS\n:\n:\n:\n:\n:\n:\n:\n")?;
/// assert_eq!(game.deal.cards_in_play().count(), 2); // the others are home
/// # Ok::<(), patsat::FormatError>(())
/// ```
///
/// # Errors
/// What is wrong with it, and in which line.
pub fn read(text: &str) -> Result<Instance, FormatError> {
    patsat_formats::read_instance(text.as_bytes(), None, &Hints::default())
}

/// A plan in standard notation: two characters a move, columns from 1, cells from `a`, `h` home.
///
/// # Errors
/// If the game has no standard notation.
pub fn notation(game: &Instance, plan: &Plan) -> Result<String, FormatError> {
    patsat_formats::write_plan(game, plan, Format::Standard)
}
