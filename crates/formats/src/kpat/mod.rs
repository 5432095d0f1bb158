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
//! Read and written: Spider, FreeCell, Forty & Eight, Simple Simon, Klondike. A FreeCell file does not
//! say which variant it is (cells, columns, rule of building): the caller says it, or its moves show it.

mod cards;
mod check;
mod games;
mod history;
mod legacy;
mod plan;
mod play;
mod played;
mod position;
mod successors;
mod write;
mod xml;

pub(super) use plan::read_plan;
pub(super) use played::played;
pub(super) use write::{write, write_plan};

use super::Hints;
use patsat_base::{FormatError, printable};
use patsat_game::cards::dealers::kpat::Game;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;

/// Reads a game in either dialect.
///
/// A FreeCell file does not say which variant it is. Where the caller does not either, it is the first one of
/// which its layout and all its moves are: FreeCell itself, or else one of the variants by name.
pub(super) fn read(text: &str, hints: &Hints) -> Result<Instance, FormatError> {
    let root = root(text)?;
    if root.name == "dealer" {
        return legacy::read(text, hints);
    }
    let found = history::read(text, hints);
    let Err(error) = &found else { return found };
    let open = hints.game.is_none() && root.attribute("game-type") == Some("freecell");
    let as_variant = |name: &&str| {
        let game = Rules::preset(name).ok()?;
        history::read(text, &Hints { game: Some(game), ..hints.clone() }).ok()
    };
    match open.then(|| VARIANTS.iter().find_map(as_variant)).flatten() {
        Some(instance) => Ok(instance),
        None => Err(error.clone()),
    }
}

/// The outermost element, that of a saved game.
fn root(text: &str) -> Result<xml::Element, FormatError> {
    let root = xml::Reader::new(text).root()?;
    if ["kpat-game", "dealer"].contains(&root.name.as_str()) {
        return Ok(root);
    }
    let expected = "a saved game of KPatience (<kpat-game> or <dealer>)";
    Err(root.wrong(format!("<{}>", printable(&root.name, 20)), expected))
}

/// Where a FreeCell file was read without a variant: a sentence that says which was taken.
pub(super) fn variant_note(instance: &Instance, hints: &Hints) -> Option<String> {
    let saved = instance.saved.as_ref()?;
    let open = hints.game.is_none() && saved.game == Game::FreeCell;
    open.then(|| {
        let name = &instance.rules.name;
        format!("a saved FreeCell game does not name its variant: read as {name} (--game NAME reads another)")
    })
}

/// The games that KPatience deals as FreeCell, the usual one first.
const VARIANTS: [&str; 4] = ["freecell", "bakers-game", "eight-off", "fore-cell"];
