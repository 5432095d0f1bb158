//! Files that a person takes away: boards, plans, formulas, the page to watch a plan.

use crate::QuestionError;
use crate::game::Game;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use patsat::formats::{self, Format};
use patsat_report::replay::{Film, page};
use serde::{Deserialize, Serialize};

/// A file for the page, which cannot hold bytes in JSON.
#[derive(Serialize)]
pub(crate) struct Bytes {
    name: String,
    base64: String,
}

impl Bytes {
    pub(crate) fn new(name: &str, bytes: &[u8]) -> Bytes {
        Bytes { name: name.to_owned(), base64: BASE64_STANDARD.encode(bytes) }
    }
}

/// The kind of file that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FileKind {
    /// The position after the moves, as a board.
    Board,
    /// The moves in standard notation, or in sentences where the game has none.
    Moves,
    /// The moves in our JSON.
    MovesJson,
    /// A page to watch the moves.
    Page,
}

/// A file that is asked for.
#[derive(Debug, Deserialize)]
pub(crate) struct File {
    #[serde(flatten)]
    game: Game,
    what: FileKind,
    /// How many of the moves were played before the plan begins.
    #[serde(default)]
    from: usize,
}

impl File {
    pub(crate) fn answer(&self) -> Result<Bytes, QuestionError> {
        let game = self.game.opened()?;
        let (start, played) = game.parted(self.from)?;
        let plan = &played.plan;
        let write = |name: &str, text: String| Ok(Bytes::new(name, text.as_bytes()));
        match self.what {
            FileKind::Board => write("board.txt", formats::write_instance(&game.now()?, Format::Board)?),
            FileKind::Moves => match formats::write_plan(&start, plan, Format::Standard) {
                Ok(text) => write("moves.txt", text),
                Err(_) => write("moves.json", formats::write_plan(&start, plan, Format::PlanJson)?),
            },
            FileKind::MovesJson => write("moves.json", formats::write_plan(&start, plan, Format::PlanJson)?),
            FileKind::Page => write("replay.html", page(&Film::new(&start, &played, &[])?)?),
        }
    }
}

/// A formula that is asked for: is there a plan within this horizon?
#[derive(Debug, Deserialize)]
pub(crate) struct FormulaQuery {
    #[serde(flatten)]
    game: Game,
    /// The usual one of the game where none is named.
    #[serde(default)]
    encoding: Option<String>,
    horizon: u32,
}

#[derive(Serialize)]
pub(crate) struct Formula {
    says: String,
    file: Bytes,
}

impl FormulaQuery {
    pub(crate) fn formula(&self) -> Result<Formula, QuestionError> {
        let now = self.game.opened()?.now()?;
        let usual = || patsat::sat::usual_encoding(&patsat::LazyTask::new(&now)).name;
        let encoding = self.encoding.as_deref().unwrap_or_else(usual);
        let bounded = patsat::encode(&now, encoding, self.horizon)?;
        let size = bounded.formula().size();
        let (variables, clauses) = (
            crate::progress::grouped(u64::from(size.variables)),
            crate::progress::grouped(size.clauses as u64),
        );
        let name = format!("{encoding}-{}.cnf", self.horizon);
        Ok(Formula {
            says: format!("{encoding}, horizon {}: {variables} variables, {clauses} clauses", self.horizon),
            file: Bytes::new(&name, bounded.dimacs().as_bytes()),
        })
    }
}
