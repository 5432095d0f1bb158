//! One HTML file that needs nothing else: no network, no library, opened from a disk.
//!
//! The page's styles and scripts are files of their own in `page`, modules of which the page in a browser uses some
//! too; what they show is data in the page ([`super::data`]). A content security policy forbids it to fetch anything.

use super::Film;
use super::data::Data;
use patsat_game::state::Instance;
use quick_xml::escape::partial_escape;

/// A page holds an element a card; with more of them than this a browser stops being pleasant.
const MOST_CARDS: usize = 2000;

/// A game that no page can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this game has {cards} cards: expected at most {MOST_CARDS} on a page")]
pub struct PageSizeError {
    pub cards: usize,
}

/// Checks that a page can show the game.
///
/// # Errors
/// If the game has too many cards.
pub fn fits_a_page(game: &Instance) -> Result<(), PageSizeError> {
    let cards = game.rules.deck.len();
    if cards > MOST_CARDS { Err(PageSizeError { cards }) } else { Ok(()) }
}

/// The film as a page.
///
/// # Errors
/// If the game has too many cards.
pub fn page(film: &Film<'_>) -> Result<String, PageSizeError> {
    fits_a_page(film.instance)?;
    // Plain data always has a JSON form. In a script element only '<' could end it early.
    let data = serde_json::to_string(&Data::new(film)).unwrap_or_default().replace('<', "\\u003c");
    let title = crate::title::title(film.instance);
    Ok(include_str!("page/page.html")
        .replace("{{title}}", &partial_escape(&title))
        .replace("{{style}}", concat!(include_str!("page/page.css"), include_str!("page/cards.css")))
        .replace("{{script}}", &script())
        .replace("{{film}}", &data))
}

/// The modules of the script, each after those that it imports, as one script.
fn script() -> String {
    let modules = [
        include_str!("page/film.js"),
        include_str!("page/table.js"),
        include_str!("page/controls.js"),
        include_str!("page/page.js"),
    ];
    let mut text = String::from("\"use strict\";\n");
    for line in modules.iter().flat_map(|module| module.lines()).filter(|line| !line.starts_with("import ")) {
        text.push_str(line.strip_prefix("export ").unwrap_or(line));
        text.push('\n');
    }
    text
}
