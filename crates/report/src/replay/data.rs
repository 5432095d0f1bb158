//! A film as the data that its page reads.

use super::Film;
use super::cards::{Change, NumberedPiles, PileKind, kinds};
use crate::sentences;
use patsat_base::Style;
use patsat_game::cards::{Card, Colour};
use serde::Serialize;

/// All that a page's script knows of the game.
#[derive(Debug, Serialize)]
pub struct Data {
    title: String,
    /// By number.
    cards: Vec<CardData>,
    piles: Vec<PileData>,
    /// For each pile the numbers of its cards, lowest first.
    start: Vec<Vec<usize>>,
    /// For each pile how many of them lie face down.
    down: Vec<usize>,
    moves: Vec<MoveData>,
    /// After how many moves each step ends.
    steps: Vec<usize>,
}

#[derive(Debug, Serialize)]
struct CardData {
    name: String,
    rank: String,
    /// The suit's symbol, or its number where it has none.
    suit: String,
    red: bool,
    /// How many pips; 0 for court cards and ranks beyond the king.
    pips: u32,
}

#[derive(Debug, Serialize)]
struct PileData {
    kind: &'static str,
    label: String,
}

#[derive(Debug, Serialize)]
struct MoveData {
    word: String,
    text: String,
    /// Pile, how many cards stay, which come on top, how many of all lie face down.
    changes: Vec<(usize, usize, Vec<usize>, usize)>,
}

const SYMBOLS: [&str; 4] = ["\u{2663}", "\u{2666}", "\u{2665}", "\u{2660}"];

fn card_data(card: Card) -> CardData {
    // Rank 0 is a card that was not seen.
    if card.rank.0 == 0 {
        return CardData { name: "??".into(), rank: "?".into(), suit: String::new(), red: false, pips: 0 };
    }
    let name = card.to_string();
    let plain = !name.starts_with('r');
    let (rank, suit) = match name.strip_suffix(['C', 'D', 'H', 'S']) {
        Some(rank) if plain => (rank.to_owned(), SYMBOLS[usize::from(card.suit.0 % 4)].to_owned()),
        _ => (card.rank.0.to_string(), suit_name(card.suit.0)),
    };
    let pips = if plain && card.rank.0 <= 10 { card.rank.0 } else { 0 };
    CardData { name, rank, suit, red: card.colour() == Colour::Red, pips }
}

fn suit_name(suit: u16) -> String {
    SYMBOLS.get(usize::from(suit)).map_or_else(|| format!("s{}", suit + 1), |&symbol| symbol.to_owned())
}

impl Data {
    /// The film, card by card.
    #[must_use]
    pub fn new(film: &Film<'_>) -> Data {
        let kinds = kinds(film.instance);
        let of_runs = film.instance.rules.home.of_runs();
        let mut column = 0;
        let piles = kinds
            .iter()
            .map(|kind| {
                let (kind, label) = match kind {
                    PileKind::Cell => ("cell", String::new()),
                    // A complete run may lie on any of these places.
                    PileKind::Home(_) if of_runs => ("home", String::new()),
                    PileKind::Home(suit) => ("home", suit_name(*suit)),
                    PileKind::Hole => ("home", "hole".into()),
                    PileKind::Reserve => ("reserve", "reserve".into()),
                    PileKind::Stock => ("stock", "stock".into()),
                    PileKind::Waste => ("waste", "waste".into()),
                    PileKind::Column => {
                        column += 1;
                        ("column", column.to_string())
                    }
                };
                PileData { kind, label }
            })
            .collect();
        let mut table = film.instance.table();
        let mut tracked = NumberedPiles::new(&table, kinds);
        let (start, down) = (tracked.piles.clone(), tracked.face_down.clone());
        let style = Style { colour: false, symbols: true };
        let mut moves = Vec::with_capacity(film.len());
        for (number, &action) in film.moves.iter().enumerate() {
            let text = sentences::sentence(&table, action, style);
            // Played before: every move is legal.
            let _ = table.apply(action);
            let tuple = |Change { pile, keep, then, face_down }| (pile, keep, then, face_down);
            moves.push(MoveData {
                word: film.words.get(number).cloned().unwrap_or_default(),
                text,
                changes: tracked.follow(&table).into_iter().map(tuple).collect(),
            });
        }
        let cards = tracked.cards.iter().map(|&card| card_data(card)).collect();
        Data { title: film.title(), cards, piles, start, down, moves, steps: film.steps.clone() }
    }
}
