//! Deals by number, positions and plans as text.

use patsat_base::nearest;
use patsat_formats::{Format, FormatError, HintError, Hints};
use patsat_game::cards::{DealId, DealIdError};
use patsat_game::rules::{PRESETS, Rules, UnknownGameError};
use patsat_game::state::{Instance, InstanceError, Plan};

/// Why a name or a text stands for no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// It is no name of a deal.
    #[error(transparent)]
    Name(#[from] DealIdError),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGameError),
    /// The dealer cannot deal this game.
    #[error(transparent)]
    Instance(#[from] InstanceError),
    /// The text is no board.
    #[error(transparent)]
    Text(#[from] FormatError),
    /// The changes of the caller do not fit the game.
    #[error(transparent)]
    Hint(#[from] HintError),
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
    pub fn help(&self) -> Option<String> {
        match self {
            DealError::Text(error) => error.help.clone(),
            DealError::Game(error) => {
                let near = nearest(&error.name, PRESETS.iter().map(|preset| preset.name));
                near.map(|near| format!("did you mean '{near}'?"))
            }
            _ => None,
        }
    }
}

/// Returns the deal of a name. `ms:617` is a deal of FreeCell; `kpat:spider4:1`, `solvitaire:forty-thieves:6` and
/// `random:eight-off:7` name their game.
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
    let rules = Rules::preset(id.usual_game())?;
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

/// Reads a position from a text in any format that the content identifies. These are a board with a column a line
/// (deepest card first), patsat's JSON, Solvitaire's JSON, a saved game of KPatience and a PDDL problem.
///
/// ```
/// # use patsat_facade as patsat;
/// let game = patsat::read("Foundations: H-K C-K D-K S-J\n: QS KS\n:\n:\n:\n:\n:\n:\n:\n")?;
/// assert_eq!(game.deal.cards_in_play().count(), 2); // the others are home
/// # Ok::<(), patsat::FormatError>(())
/// ```
///
/// # Errors
/// If the text is in none of these formats or has an error; the error names the line.
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
