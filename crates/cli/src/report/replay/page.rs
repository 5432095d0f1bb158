//! One HTML file that needs nothing else: no network, no library, opened from a disk.
//!
//! The page's style and script are files of their own beside this one; what they show is data in
//! the page ([`super::data`]). A content security policy forbids it to fetch anything.

use super::Film;
use super::data::Data;

/// A page holds an element a card; with more of them than this a browser stops being pleasant.
const MOST_CARDS: usize = 2000;

/// A game that no page can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this game has {cards} cards: expected at most {MOST_CARDS} on a page")]
pub struct TooLarge {
    /// Its cards.
    pub cards: usize,
}

/// The film as a page.
///
/// # Errors
/// If the game has too many cards.
pub fn page(film: &Film<'_>) -> Result<String, TooLarge> {
    let cards = film.instance.rules.deck.len();
    if cards > MOST_CARDS {
        return Err(TooLarge { cards });
    }
    // Plain data always has a JSON form. In a script element only '<' could end it early.
    let data = serde_json::to_string(&Data::new(film)).unwrap_or_default().replace('<', "\\u003c");
    let title = film.title().replace('&', "&amp;").replace('<', "&lt;");
    Ok(include_str!("page.html")
        .replace("{{title}}", &title)
        .replace("{{style}}", include_str!("page.css"))
        .replace("{{script}}", include_str!("page.js"))
        .replace("{{film}}", &data))
}
