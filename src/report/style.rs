//! How cards look: letters in a pipe, suit symbols and red on a terminal.

use crate::cards::{Card, Colour};
use anstyle::{AnsiColor, Style as Ansi};

/// How a text is to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether escape codes for colour may be used.
    pub colour: bool,
    /// Whether the four suits are written as symbols.
    pub symbols: bool,
}

const SYMBOLS: [char; 4] = ['\u{2663}', '\u{2666}', '\u{2665}', '\u{2660}'];

impl Style {
    /// Letters, no colour.
    pub const PLAIN: Style = Style { colour: false, symbols: false };

    /// A text in some look, if colour may be used.
    #[must_use]
    pub fn paint(self, text: &str, look: Ansi) -> String {
        if self.colour { format!("{look}{text}{look:#}") } else { text.to_owned() }
    }

    /// A bold text.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        self.paint(text, Ansi::new().bold())
    }

    /// A text that steps back.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.paint(text, Ansi::new().dimmed())
    }

    /// A card as it lies face up, without colour.
    #[must_use]
    pub fn name(self, card: Card) -> String {
        let name = card.to_string();
        match SYMBOLS.get(usize::from(card.suit.0)) {
            Some(&symbol) if self.symbols && !name.starts_with('r') => {
                let rank = &name[..name.len() - 1];
                format!("{rank}{symbol}")
            }
            _ => name,
        }
    }

    /// A card face up, right-aligned in `width` characters, red suits in red.
    #[must_use]
    pub fn card(self, card: Card, width: usize) -> String {
        let text = format!("{:>width$}", self.name(card));
        match card.colour() {
            Colour::Red => self.paint(&text, Ansi::new().fg_color(Some(AnsiColor::Red.into()))),
            Colour::Black => text,
        }
    }

    /// A card face down, right-aligned: in small letters, or in brackets where it has these anyway.
    #[must_use]
    pub fn face_down(self, card: Card, width: usize) -> String {
        self.dim(&format!("{:>width$}", face_down_name(card)))
    }

    /// How wide a card is, in characters.
    #[must_use]
    pub fn width(self, card: Card, face_down: bool) -> usize {
        if face_down { face_down_name(card).len() } else { self.name(card).chars().count() }
    }
}

fn face_down_name(card: Card) -> String {
    let name = card.to_string();
    if name.starts_with('r') { format!("({name})") } else { name.to_ascii_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_look_as_asked() {
        let ten: Card = "TH".parse().unwrap();
        assert_eq!(Style::PLAIN.card(ten, 3), " TH");
        let rich = Style { colour: true, symbols: true };
        assert_eq!(rich.card(ten, 2), "\u{1b}[31mT\u{2665}\u{1b}[0m");
        assert_eq!(rich.card("KS".parse().unwrap(), 2), "K\u{2660}");
        assert_eq!(Style::PLAIN.face_down(ten, 2), "th");
        let wide: Card = "r137s5".parse().unwrap();
        assert_eq!((rich.name(wide), Style::PLAIN.face_down(wide, 0)), ("r137s5".into(), "(r137s5)".into()));
    }
}
