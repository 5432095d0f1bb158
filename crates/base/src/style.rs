//! How a text looks: plain in a pipe, in colour and with symbols on a terminal.

use anstyle::Style as Ansi;

/// How a text is to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether escape codes for colour may be used.
    pub colour: bool,
    /// Whether the four suits are written as symbols.
    pub symbols: bool,
}

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
}
