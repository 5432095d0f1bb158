//! Games saved by KDE's KPatience, in both of its dialects.
//!
//! Source: KPatience's loader and saver (`dealer.cpp`; there is no other specification), and
//! files that Debian's 22.12.3 wrote. The current dialect (`*.kpat`, root `kpat-game`, since
//! 2012) is a history: each state lists the cards that changed their place since the one
//! before, one state is marked as current, and those after it can be redone. The legacy one
//! (`*.kpatience`, root `dealer`) is a single position without card numbers.
//!
//! KPatience does not check what it loads; this reader does. Card numbers must be those of the
//! game's deck, each card once, and every state must follow from the one before by one legal
//! move ([`check`]). The position is the current state; the history stays with the instance,
//! so that a saved game is written back byte for byte, and a plan is written as a history that
//! KPatience opens ([`play`]).
//!
//! Read and written: Spider, FreeCell, Forty & Eight, Simple Simon. A FreeCell file does not
//! say which variant it is (cells, columns, rule of building), so the caller must.

mod cards;
mod check;
mod games;
mod history;
mod ids;
mod legacy;
mod plan;
mod play;
mod played;
mod position;
mod successors;
mod write;
mod xml;

pub(super) use cards::{names, rank, suit};
pub(super) use history::read;
pub(super) use ids::ids_of;
pub(super) use legacy::{read as read_legacy, write as write_legacy};
pub(super) use plan::read_plan;
pub(super) use played::played;
pub(super) use write::{write, write_plan};

use patsat_text::{FormatError, printable};

/// Whether an XML text is a saved game in the legacy dialect; false for the current one.
pub(super) fn is_legacy(text: &str) -> Result<bool, FormatError> {
    let mut reader = xml::Reader::new(text);
    let root = reader.root()?;
    match root.name.as_str() {
        "kpat-game" => Ok(false),
        "dealer" => Ok(true),
        other => {
            let expected = "a saved game of KPatience (<kpat-game> or <dealer>)";
            Err(FormatError::unexpected(format!("<{}>", printable(other, 20)), expected).at(root.line))
        }
    }
}
