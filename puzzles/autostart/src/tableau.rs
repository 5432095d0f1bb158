//! What is dealt: columns of cards of two decks, deepest card first.

use patsat_game::cards::dealers::random;
use patsat_game::cards::{Card, DeckSpec};

/// Most cards of a tableau; two decks have 104.
pub(super) const MOST_CARDS: usize = 127;

/// Columns of face-up cards, each card at most twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tableau {
    columns: Vec<Vec<Card>>,
}

/// How many columns of how many cards are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub columns: usize,
    /// Cards in each.
    pub rows: usize,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape { columns: 10, rows: 4 }
    }
}

/// Why columns are no tableau.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableauError {
    /// A card that two decks do not have so often.
    #[error("{card} occurs {found} times: expected at most 2, as in two decks")]
    TooMany {
        card: Card,
        /// How often.
        found: usize,
    },
    /// More cards than the searches have room for.
    #[error("the columns hold {0} cards: expected at most {MOST_CARDS}")]
    TooLarge(usize),
    /// Nothing.
    #[error("there is no card in the columns: expected a column of cards a line, deepest card first")]
    Empty,
    /// More cards to deal than two decks have.
    #[error("{} columns of {} cards are more than two decks have: expected at most 104 cards", .0.columns, .0.rows)]
    Shape(Shape),
    #[error("line {line}: {error}")]
    Card {
        /// The line, from 1.
        line: usize,
        /// What was found.
        error: patsat_game::cards::CardParseError,
    },
}

/// Two ordinary decks.
const DECK: DeckSpec = DeckSpec { copies: 2, ..DeckSpec::STANDARD };

impl Shape {
    /// The cards it takes.
    ///
    /// # Errors
    /// If it takes none, or more than two decks have.
    pub fn check(self) -> Result<(), TableauError> {
        match self.columns.checked_mul(self.rows) {
            Some(0) => Err(TableauError::Empty),
            Some(cards) if cards <= DECK.len() => Ok(()),
            _ => Err(TableauError::Shape(self)),
        }
    }
}

impl Tableau {
    /// Checks the columns, deepest card first.
    ///
    /// # Errors
    /// If there is no card, there are too many, or one occurs more than twice.
    pub fn new(columns: Vec<Vec<Card>>) -> Result<Tableau, TableauError> {
        let mut cards: Vec<Card> = columns.iter().flatten().copied().collect();
        if cards.is_empty() {
            return Err(TableauError::Empty);
        }
        if cards.len() > MOST_CARDS {
            return Err(TableauError::TooLarge(cards.len()));
        }
        cards.sort_unstable();
        match cards.chunk_by(PartialEq::eq).find(|same| same.len() > 2) {
            Some(same) => Err(TableauError::TooMany { card: same[0], found: same.len() }),
            None => Ok(Tableau { columns }),
        }
    }

    /// Reads a column a line, deepest card first. Empty lines and what follows `#` are skipped,
    /// `:` at the beginning of a line as well; a line with `:` alone is an empty column.
    ///
    /// # Errors
    /// What is no card, and whatever [`Tableau::new`] finds.
    pub fn parse(text: &str) -> Result<Tableau, TableauError> {
        let mut columns = Vec::new();
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.split('#').next().unwrap_or_default().trim();
            if content.is_empty() {
                continue;
            }
            let cards = content.strip_prefix(':').unwrap_or(content).split_whitespace();
            let cards: Result<Vec<Card>, _> = cards.map(str::parse).collect();
            columns.push(cards.map_err(|error| TableauError::Card { line, error })?);
        }
        Tableau::new(columns)
    }

    /// The deal `random:forty-thieves:SEED`: the first cards of the shuffled decks, row by row.
    ///
    /// A shape that is larger than two decks ([`Shape::check`]) gets what there is.
    #[must_use]
    pub fn random(seed: u64, shape: Shape) -> Tableau {
        let cards = random::order(DECK.all_cards(), seed);
        let column =
            |c| cards.iter().skip(c).step_by(shape.columns.max(1)).take(shape.rows).copied().collect();
        Tableau { columns: (0..shape.columns).map(column).collect() }
    }

    /// The columns, deepest card first.
    #[must_use]
    pub fn columns(&self) -> &[Vec<Card>] {
        &self.columns
    }

    /// Number of cards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    /// A tableau holds at least one card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_and_checked() {
        let tableau = Tableau::parse("# two columns\nAS 10h\n\n: 2S\n:\n").unwrap();
        assert_eq!(tableau.columns().iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 0]);
        for (text, wrong) in [
            ("AS AS\nAS", "AS occurs 3 times: expected at most 2, as in two decks"),
            ("AS\nXY", "line 2: 'XY' is not a card"),
            ("\n# nothing", "there is no card"),
        ] {
            let error = Tableau::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(wrong), "{error}");
        }
        let many = (1..=128).map(|rank| vec![Card::new(rank, 0)]).collect();
        assert_eq!(Tableau::new(many), Err(TableauError::TooLarge(128)));
        for (columns, rows) in [(0, 4), (11, 10), (usize::MAX, 2)] {
            assert!(Shape { columns, rows }.check().is_err());
        }
        assert_eq!(Shape { columns: 13, rows: 8 }.check(), Ok(()));
    }
}
