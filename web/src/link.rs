//! A link that holds a game: its start and the moves since, squeezed into what an address may say.
//!
//! A deal by number under the rules of its game is its name, so that such a link can be read and written by hand:
//! `#freecell-617`, `#spider-4-1`, or `#ms:617`. Everything else is JSON, deflated, in the letters of an address: `#g=…`.

use crate::game::ReplayedGame;
use crate::page_game::{PageGame, page_game};
use crate::{QuestionError, name};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use patsat::blind::SeenDepth;
use patsat::formats::{self, Format, Hints};
use patsat::game::rules::Move;
use patsat::{Instance, Plan};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};

/// The content of a compressed link.
#[derive(Deserialize, Serialize)]
struct LinkContent {
    #[serde(rename = "s")]
    start: String,
    #[serde(rename = "m", default)]
    moves: Vec<Move>,
    /// What was seen on moves that were taken back.
    #[serde(rename = "k", default, skip_serializing_if = "Option::is_none")]
    seen: Option<SeenDepth>,
}

/// A link is never read into more than this: a few bytes can stand for many.
const MOST: u64 = 4 << 20;

/// What stands behind the `#`.
pub(crate) fn link(game: &ReplayedGame) -> Result<String, QuestionError> {
    let id = game.start.id.as_ref();
    let plain = id.filter(|id| patsat::deal(&id.to_string()).is_ok_and(|deal: Instance| deal == game.start));
    let moves = game.played.plan.moves.clone();
    let seen = game.seen_besides()?;
    if let (Some(id), true) = (plain, moves.is_empty() && seen.is_none()) {
        return Ok(name::in_link(&game.start.rules.name, id));
    }
    let start = plain.map_or_else(|| game.start_text(), |id| Ok(id.to_string()))?;
    let json = serde_json::to_vec(&LinkContent { start, moves, seen })?;
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
    deflated.write_all(&json)?;
    Ok(format!("g={}", BASE64_URL_SAFE_NO_PAD.encode(deflated.finish()?)))
}

pub(crate) fn open(link: &str) -> Result<PageGame, QuestionError> {
    let (start, moves, seen) = match link.strip_prefix("g=") {
        None => (link.to_owned(), Vec::new(), None),
        Some(squeezed) => {
            let broken =
                |_| QuestionError("the link is broken: expected all that stands behind its #".into());
            let bytes = BASE64_URL_SAFE_NO_PAD.decode(squeezed.trim()).map_err(|e| broken(e.to_string()))?;
            let mut json = Vec::new();
            let mut read = DeflateDecoder::new(&bytes[..]).take(MOST);
            read.read_to_end(&mut json).map_err(|e| broken(e.to_string()))?;
            let held: LinkContent = serde_json::from_slice(&json).map_err(|e| broken(e.to_string()))?;
            (held.start, held.moves, held.seen)
        }
    };
    let start = if start.starts_with('{') {
        formats::read_instance(start.as_bytes(), Some(Format::Json), &Hints::default())?
    } else {
        let named = name::named(&start, None).transpose()?;
        patsat::deal(&named.map_or(start, |id| id.to_string()))?
    };
    page_game(&ReplayedGame { before: seen, ..ReplayedGame::new(start, Plan::from(moves))? }, Vec::new())
}
