//! Games opened from the name of a deal or from the content of a file.

use crate::deals::DealError;
use patsat_formats::{DealName, Format, FormatError, Hints, PartialBoard};
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::{Instance, Plan};
use std::borrow::Cow;
use std::path::Path;

/// What a game is opened from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source<'a> {
    /// A deal by number.
    Deal(DealId),
    /// The content of a file.
    File(Cow<'a, [u8]>),
}

impl Source<'_> {
    /// The content of a file.
    #[must_use]
    pub fn bytes(&self) -> Option<&[u8]> {
        match self {
            Source::Deal(_) => None,
            Source::File(bytes) => Some(bytes),
        }
    }
}

/// The deal that an argument names, in any spelling that [`DealName`] reads. `None` for the path of a file: one that
/// is there comes before a deal in another spelling than its own name.
///
/// # Errors
/// As [`DealName::of`].
#[must_use]
pub fn deal_name(argument: &str) -> Option<Result<DealName, FormatError>> {
    let named = DealId::looks_like_one(argument) || !Path::new(argument).exists();
    named.then(|| DealName::of(argument)).flatten()
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

impl TryFrom<PartialBoard> for OpenedGame {
    type Error = FormatError;

    /// # Errors
    /// If a card was not seen, or the history cannot be played.
    fn try_from(read: PartialBoard) -> Result<OpenedGame, FormatError> {
        let notes = read.notes.clone();
        let instance = read.complete()?;
        let (start, played) = patsat_formats::played(&instance)?.unwrap_or((instance, Plan::default()));
        Ok(OpenedGame { start, played, notes })
    }
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
    let Some(name) = DealName::of(text) else {
        return Ok(open_with(&Source::File(text.as_bytes().into()), None, hints)?.try_into()?);
    };
    let DealName { id, note } = name?;
    let start = open_with(&Source::Deal(id), None, hints)?.instance;
    Ok(OpenedGame { start, played: Plan::default(), notes: note.into_iter().collect() })
}

/// As [`open`], from a deal or a file, in this format or else the one that its content has. Cards of a board may be
/// unseen, and a saved game is at its position, not at its start.
///
/// ```
/// # use patsat_facade as patsat;
/// use patsat::{Hints, Source};
///
/// let hints = Hints { suits: Some("HS".parse()?), strict_deal: true, ..Hints::default() };
/// let opened = patsat::open_with(&Source::Deal("random:spider:1".parse()?), None, &hints)?;
/// assert_eq!(opened.instance.rules.deck.copies, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is wrong with it.
pub fn open_with(
    source: &Source<'_>,
    format: Option<Format>,
    hints: &Hints,
) -> Result<PartialBoard, DealError> {
    match source {
        Source::Deal(id) => {
            let instance = Instance::from_id(rules_of(id, hints)?, id.clone())?;
            Ok(PartialBoard { instance, unseen: Vec::new(), notes: Vec::new() })
        }
        Source::File(bytes) => Ok(patsat_formats::read(bytes, format, hints)?),
    }
}

/// Returns the rules of a deal by number: those of the game in its name, else of the hints, else of the dealer's usual
/// game, with the changes of the hints.
///
/// # Errors
/// If the name and the hints name different games, or if the hints do not fit the game.
pub fn rules_of(id: &DealId, hints: &Hints) -> Result<Rules, DealError> {
    let own = id.game().map(Rules::preset).transpose()?;
    let mut rules = match (own, hints.game.clone()) {
        (Some(own), Some(wanted)) if own != wanted => {
            return Err(DealError::OtherGame { id: id.clone(), own: own.name });
        }
        (Some(rules), _) | (None, Some(rules)) => rules,
        (None, None) => Rules::preset(id.usual_game())?,
    };
    hints.change(&mut rules)?;
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::Suits;
    use patsat_game::rules::Stock;

    fn opened(name: &str, hints: &Hints) -> Result<Instance, DealError> {
        Ok(open_with(&Source::Deal(name.parse()?), None, hints)?.instance)
    }

    #[test]
    fn hints_change_the_rules_of_a_deal() {
        let usual = Hints::default;
        let two = opened("ms:1", &Hints { cells: Some(2), ..usual() }).unwrap();
        assert_eq!((two.rules.cells, two.rules.columns), (2, 8));
        let suits = |text: &str| Hints { suits: Some(text.parse().unwrap()), ..usual() };
        let spider = opened("random:spider:1", &suits("2")).unwrap();
        assert_eq!(spider.rules.deck, Rules::preset("spider2").unwrap().deck);
        let task = Hints { ranks: Some(9), columns: Some(6), ..suits("2") };
        let task = opened("random:ipc-spider:1", &task).unwrap();
        assert_eq!((task.deal.stock.len(), task.deal.columns[0].cards.len()), (12, 4));
        let three = opened("random:spider:1", &suits("CHSS")).unwrap();
        assert_eq!(three.rules.deck, Rules::preset("spider3").unwrap().deck);
        let strict = opened("random:spider:1", &Hints { strict_deal: true, ..usual() }).unwrap();
        assert_eq!(strict.rules.stock, Stock::Rows { onto_empty: false });
        let open = opened("random:spider:1", &Hints { face_up: true, ..usual() }).unwrap();
        assert!(open.deal.columns.iter().all(|pile| pile.face_down == 0));
        let game = |name: &str| Hints { game: Some(Rules::preset(name).unwrap()), ..usual() };
        for (name, wrong) in [
            ("ms:1", Hints { strict_deal: true, ..usual() }),
            ("random:spider:1", suits("HSS")),
            ("random:spider:1", game("freecell")),
            ("ms:1", game("spider")),
            ("ms:1", Hints { ranks: Some(14), ..usual() }),
        ] {
            assert!(opened(name, &wrong).is_err(), "{name} {wrong:?}");
        }
    }

    #[test]
    fn hints_change_a_board_as_they_change_its_deal() {
        let game = Rules::preset("spider").ok();
        let dealt = opened("random:spider:1", &Hints::default()).unwrap();
        let board = patsat_formats::write_instance(&dealt, Format::Board).unwrap();
        let open = |hints: &Hints| open_with(&Source::File(board.as_bytes().into()), None, hints);
        let hints = Hints { game, strict_deal: true, face_up: true, ..Hints::default() };
        let read = open(&hints).unwrap().instance;
        assert_eq!(read.rules.stock, Stock::Rows { onto_empty: false });
        assert!(read.deal.columns.iter().all(|pile| pile.face_down == 0));
        assert_eq!(read.id, None);
        let suits = Hints { game: None, suits: Some(Suits::First(2)), ..hints };
        assert!(open(&suits).unwrap_err().to_string().starts_with("--suits needs --game"));
    }
}
