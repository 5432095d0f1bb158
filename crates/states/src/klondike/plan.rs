//! Steps as moves of the rules: with the draws and redeals before a card of the stock, and with the run that lies on a
//! card moved elsewhere before that goes home.

use super::{KlondikeGame, Step};
use patsat_game::cards::Card;
use patsat_game::rules::{Move, Place, Stock};
use patsat_game::state::{Instance, Plan, Table};

/// The plan that steps from the start of an instance are. It ends early where a step cannot be made, which the verifier
/// then finds.
#[must_use]
pub fn plan(instance: &Instance, game: &KlondikeGame, steps: &[Step]) -> Plan {
    moves(instance.table(), game, steps).into()
}

/// Returns the legal moves from a table that these steps are. They end early where a step cannot be made.
#[must_use]
pub fn moves(table: Table, game: &KlondikeGame, steps: &[Step]) -> Vec<Move> {
    let mut player = Player { table, moves: Vec::new() };
    for &step in steps {
        if player.make(game, step).is_none() {
            break;
        }
    }
    player.moves
}

struct Player {
    table: Table,
    moves: Vec<Move>,
}

impl Player {
    fn make(&mut self, game: &KlondikeGame, step: Step) -> Option<()> {
        let card_of = |n: u8| game.cards[usize::from(n)];
        match step {
            Step::Home(n) => {
                let card = card_of(n);
                let (column, depth) = self.place_of(card)?;
                let above = self.table.columns()[column].cards.len() - depth - 1;
                if above > 0 {
                    let to = self.target(self.table.columns()[column].cards[depth + 1])?;
                    self.play(cards(Place::Column(column as u16), to, above))?;
                }
                self.play(Move::one(Place::Column(column as u16), self.foundation(card)))
            }
            Step::Across(n) => {
                let card = card_of(n);
                let (column, depth) = self.place_of(card)?;
                let count = self.table.columns()[column].cards.len() - depth;
                let to = self.target(card)?;
                self.play(cards(Place::Column(column as u16), to, count))
            }
            Step::StockHome(n) => {
                let card = card_of(n);
                self.turn_to(card)?;
                self.play(Move::one(Place::Waste, self.foundation(card)))
            }
            Step::StockDown(n) => {
                let card = card_of(n);
                self.turn_to(card)?;
                let to = self.target(card)?;
                self.play(Move::one(Place::Waste, to))
            }
            Step::Back(n) => {
                let card = card_of(n);
                let to = self.target(card)?;
                self.play(Move::one(self.foundation(card), to))
            }
        }
    }

    fn play(&mut self, action: Move) -> Option<()> {
        self.table.apply(action).ok()?;
        self.moves.push(action);
        Some(())
    }

    /// The column in which a card lies, and how many cards lie under it there.
    fn place_of(&self, card: Card) -> Option<(usize, usize)> {
        let columns = self.table.columns().iter().enumerate();
        columns
            .into_iter()
            .find_map(|(n, pile)| Some((n, pile.cards.iter().position(|&other| other == card)?)))
    }

    /// The first column that a card may be put on.
    fn target(&self, card: Card) -> Option<Place> {
        let rules = self.table.rules();
        let takes = self.table.columns().iter().position(|pile| match pile.cards.last() {
            Some(&onto) => rules.fits(card, onto),
            None => rules.may_fill_column(card),
        });
        takes.map(|column| Place::Column(column as u16))
    }

    fn foundation(&self, card: Card) -> Place {
        Place::Foundation(self.table.rules().deck.foundations_of(card.suit.0).start as u16)
    }

    /// Draws, with one redeal if need be, until a card lies on top of the waste.
    fn turn_to(&mut self, card: Card) -> Option<()> {
        let most = self.table.deal().stock.len() + self.table.deal().waste.len();
        let Stock::Waste { .. } = self.table.rules().stock else { return None };
        // Twice through the list, and the redeal.
        for _ in 0..=2 * most + 1 {
            if self.table.top(Place::Waste) == Some(card) {
                return Some(());
            }
            let turn = if self.table.deal().stock.is_empty() { Move::Redeal } else { Move::Draw };
            self.play(turn)?;
        }
        None
    }
}

fn cards(from: Place, to: Place, count: usize) -> Move {
    Move::Cards { from, to, count: count as u32 }
}
