//! A picture in characters: the pattern's cards in brackets, and in bold where colour may be used.

use super::picture::{Picture, Slot};
use patsat_base::Style;
use patsat_formats::CardStyle;
use patsat_game::state::patterns::{CardNo, Cards};
use std::fmt::Write;

/// The widest line.
const WIDTH: usize = 80;
/// Cards of stock and waste that are shown.
const MOST: usize = 16;

/// The picture as text.
pub(super) fn picture(cards: &Cards, picture: &Picture, style: Style) -> String {
    let mut text = String::new();
    let mut above = Vec::new();
    if !picture.cells.is_empty() {
        let cell = |cell: &Option<Slot>| match cell {
            Some(slot) => self::slot(cards, slot, 2, style),
            None => style.dim(if picture.whole { " -- " } else { "  . " }),
        };
        above.push(format!("cells{}", picture.cells.iter().map(cell).collect::<String>()));
    }
    if picture.whole {
        above.push(home(cards, style));
    } else if !picture.home.is_empty() {
        above.push(format!("home{}", line(cards, &picture.home, style)));
    }
    for (name, pile) in [("reserve", &picture.reserve), ("stock", &picture.stock), ("waste", &picture.waste)]
    {
        if !pile.is_empty() {
            above.push(format!("{name}{}", line(cards, pile, style)));
        }
    }
    for part in above {
        let _ = writeln!(text, "{}", part.trim_end());
    }
    text.push('\n');
    columns(&mut text, cards, picture, style);
    let note = if picture.whole {
        "([ ]: the cards of the pattern)"
    } else {
        "([ ]: the cards of the pattern; the others are forced by them, what is not shown is open)"
    };
    let _ = writeln!(text, "{}", style.dim(note));
    text
}

fn home(cards: &Cards, style: Style) -> String {
    let (deck, heights) = (cards.rules().deck, cards.table().foundations());
    let top = |(place, &height): (usize, &u32)| {
        (height > 0).then(|| patsat_game::cards::Card::new(height, deck.suit_of_foundation(place)))
    };
    let tops: Vec<String> =
        heights.iter().enumerate().filter_map(top).map(|card| format!(" {}", style.card(card, 2))).collect();
    if tops.is_empty() { "home  (none)".into() } else { format!("home {}", tops.concat()) }
}

fn line(cards: &Cards, slots: &[Slot], style: Style) -> String {
    let mut text = String::new();
    let mut left_out = false;
    for (n, slot) in slots.iter().enumerate() {
        if n < MOST || slot.marked {
            if std::mem::take(&mut left_out) {
                text.push_str(" ..");
            }
            text.push_str(&self::slot(cards, slot, 2, style));
        } else {
            left_out = true;
        }
    }
    if left_out { text + " .." } else { text }
}

/// ` 3H `, or `[3H]`.
fn slot(cards: &Cards, slot: &Slot, width: usize, style: Style) -> String {
    let Some(card) = slot.card else { return format!(" {} ", style.dim(&format!("{:>width$}", ".."))) };
    let shown = style.card(cards.card(card), 0);
    let pad = " ".repeat(width.saturating_sub(width_of(cards, card, style)));
    if slot.marked {
        format!("{pad}{}{shown}{}", style.bold("["), style.bold("]"))
    } else {
        format!("{pad} {shown} ")
    }
}

fn width_of(cards: &Cards, card: CardNo, style: Style) -> usize {
    style.width(cards.card(card), false)
}

fn columns(text: &mut String, cards: &Cards, picture: &Picture, style: Style) {
    let width = |slot: &Slot| slot.card.map_or(2, |card| width_of(cards, card, style));
    let width = picture.columns.iter().flatten().map(width).max().unwrap_or(2).max(2);
    let at_once = (WIDTH / (width + 2)).max(1);
    for (block, piles) in picture.columns.chunks(at_once).enumerate() {
        if block > 0 {
            text.push('\n');
        }
        let numbers: String =
            (1..=piles.len()).map(|n| format!(" {:>width$} ", block * at_once + n)).collect();
        let _ = writeln!(text, "{}", style.dim(numbers.trim_end()));
        for row in 0..piles.iter().map(Vec::len).max().unwrap_or(0) {
            let shown = |pile: &Vec<Slot>| match pile.get(row) {
                Some(one) => slot(cards, one, width, style),
                None => " ".repeat(width + 2),
            };
            let line: String = piles.iter().map(shown).collect();
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
}
