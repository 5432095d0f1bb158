//! How cards look: letters in a pipe, suit symbols and red on a terminal.

use anstyle::{AnsiColor, Style as Ansi};
use patsat_base::Style;
use patsat_game::cards::{Card, Colour};

const SYMBOLS: [char; 4] = ['\u{2663}', '\u{2666}', '\u{2665}', '\u{2660}'];

/// Cards in a [`Style`].
pub trait CardStyle {
    /// A card as it lies face up, without colour.
    #[must_use]
    fn name(self, card: Card) -> String;

    /// A card face up, right-aligned in `width` characters, red suits in red.
    #[must_use]
    fn card(self, card: Card, width: usize) -> String;

    /// A card face down, right-aligned: in small letters, or in brackets where it has these anyway.
    #[must_use]
    fn face_down(self, card: Card, width: usize) -> String;

    /// How wide a card is, in characters.
    #[must_use]
    fn width(self, card: Card, face_down: bool) -> usize;
}

impl CardStyle for Style {
    fn name(self, card: Card) -> String {
        let name = named(card);
        match SYMBOLS.get(usize::from(card.suit.0)) {
            Some(&symbol) if self.symbols && !name.starts_with(['r', '?']) => {
                let rank = &name[..name.len() - 1];
                format!("{rank}{symbol}")
            }
            _ => name,
        }
    }

    fn card(self, card: Card, width: usize) -> String {
        let text = format!("{:>width$}", self.name(card));
        match card.colour() {
            Colour::Red => self.paint(&text, Ansi::new().fg_color(Some(AnsiColor::Red.into()))),
            Colour::Black => text,
        }
    }

    fn face_down(self, card: Card, width: usize) -> String {
        self.dim(&format!("{:>width$}", face_down_name(card)))
    }

    fn width(self, card: Card, face_down: bool) -> usize {
        if face_down { face_down_name(card).len() } else { self.name(card).chars().count() }
    }
}

/// Returns the name of a card; rank 0 stands for an unseen card.
fn named(card: Card) -> String {
    if card.rank.0 == 0 { "??".into() } else { card.to_string() }
}

fn face_down_name(card: Card) -> String {
    let name = named(card);
    if name.starts_with('r') { format!("({name})") } else { name.to_ascii_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_have_the_requested_style() {
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
