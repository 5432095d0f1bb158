//! A pattern in words: what lies where, what that holds down, and which suits it stops.

use patsat_base::Style;
use patsat_formats::CardStyle;
use patsat_game::cards::Card;
use patsat_game::rules::Home;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Cards, Fact, Pattern, Spot};
use patsat_game::verify::{Implied, implied};
use std::fmt::Write;

/// The name of a card, coloured where that is wanted: `3H`, `KS.2`.
pub(super) fn name(cards: &Cards, card: CardNo, style: Style) -> String {
    let shown = style.card(cards.card(card), 0);
    match cards.twin(card) {
        0 => shown,
        twin => format!("{shown}.{twin}"),
    }
}

fn names(cards: &Cards, list: &[CardNo], style: Style) -> String {
    list.iter().map(|&card| name(cards, card, style)).collect::<Vec<_>>().join(" ")
}

/// The facts on a line, those of one kind together.
pub(super) fn one_line(cards: &Cards, pattern: &Pattern, style: Style) -> String {
    facts_line(cards, pattern, "still where dealt", style)
}

/// The same for a position in the middle of a game, without reference to the deal.
pub(super) fn as_it_lies(cards: &Cards, pattern: &Pattern, style: Style) -> String {
    let still = if split(cards, pattern).0.len() == 1 { "stays where it is" } else { "stay where they are" };
    facts_line(cards, pattern, still, style)
}

fn facts_line(cards: &Cards, pattern: &Pattern, words: &str, style: Style) -> String {
    let (still, others) = split(cards, pattern);
    let mut parts = Vec::new();
    if !still.is_empty() {
        let all: Vec<CardNo> = still.iter().map(|fact| fact.card).collect();
        parts.push(format!("{} {words}", names(cards, &all, style)));
    }
    parts.extend(others.iter().map(|&fact| fact_in_words(cards, fact, style)));
    parts.join(", ")
}

/// The facts that the deal made true in a column, and the others.
fn split(cards: &Cards, pattern: &Pattern) -> (Vec<Fact>, Vec<Fact>) {
    pattern.facts().iter().partition(|fact| fact.spot == cards.dealt(fact.card) && fact.spot.in_a_column())
}

fn fact_in_words(cards: &Cards, fact: Fact, style: Style) -> String {
    let card = name(cards, fact.card, style);
    match fact.spot {
        Spot::On(below) => format!("{card} on {}", name(cards, below, style)),
        Spot::Bottom => format!("{card} at the bottom of a column"),
        other => format!("{card} {}", cards.spot_in_words(other)),
    }
}

/// The pattern in a few lines.
pub(super) fn pattern(instance: &Instance, cards: &Cards, pattern: &Pattern, style: Style) -> String {
    let mut text = String::new();
    let (still, others) = split(cards, pattern);
    let start = cards.track();
    let Some(implied) = implied(instance, pattern) else {
        return format!("  {}: no position matches\n", one_line(cards, pattern, style));
    };
    for (n, column) in start.columns().iter().enumerate() {
        let here: Vec<CardNo> =
            column.iter().copied().filter(|&c| still.iter().any(|fact| fact.card == c)).collect();
        let Some(top) = here.last() else { continue };
        let depth = column.iter().position(|c| c == top).unwrap_or(0);
        let beneath: Vec<CardNo> = column[..depth]
            .iter()
            .copied()
            .filter(|&c| !here.contains(&c) && implied.spots[c.index()] == Some(cards.dealt(c)))
            .collect();
        let lie = if here.len() == 1 { "lies" } else { "lie" };
        let with = if beneath.is_empty() {
            String::new()
        } else {
            format!(", so {} below cannot have moved", names(cards, &beneath, style))
        };
        let _ = writeln!(
            text,
            "  column {}: {} still {lie} where dealt{with}",
            n + 1,
            names(cards, &here, style)
        );
    }
    for &fact in &others {
        let _ = writeln!(text, "  {}", fact_in_words(cards, fact, style));
    }
    text.push_str(&counts(cards, &implied));
    if cards.rules().home == Home::Foundations {
        text.push_str(&suits(cards, pattern, &implied, style));
    }
    text
}

/// What is left of cells and columns.
fn counts(cards: &Cards, implied: &Implied) -> String {
    let lies = |wanted: Spot| move |spot: &&Option<Spot>| spot.is_some_and(|at| wanted.covers(at));
    let count = |wanted: Spot| implied.spots.iter().filter(lies(wanted)).count();
    let rules = cards.rules();
    let (cells, columns) = (count(Spot::Cell), count(Spot::Bottom));
    let mut parts = Vec::new();
    if cells > 0 {
        parts.push(format!("{cells} of {} cells", rules.cells));
    }
    if columns > 0 {
        parts.push(format!("{columns} of {} columns", rules.columns));
    }
    if parts.is_empty() { String::new() } else { format!("  This occupies {}.\n", parts.join(" and ")) }
}

/// How far each suit may have come, and which card stops it.
fn suits(cards: &Cards, pattern: &Pattern, implied: &Implied, style: Style) -> String {
    let deck = cards.rules().deck;
    let mut parts = Vec::new();
    for suit in deck.suits.iter() {
        // The lowest rank of which no card may be home is what the suit waits for.
        let stopped = (1..=deck.ranks).find(|&rank| {
            let card = Card::new(rank, suit);
            let mut all = cards.numbers(card).peekable();
            all.peek().is_some() && all.all(|c| !implied.may_be_home[c.index()])
        });
        let Some(rank) = stopped else { continue };
        let stops: Vec<CardNo> = cards.numbers(Card::new(rank, suit)).collect();
        let shown = style.card(Card::new(rank, suit), 0);
        let [only] = stops[..] else {
            parts.push(format!("no {shown}"));
            continue;
        };
        let why = match pattern.spot(only) {
            Some(_) => String::new(),
            None => covered_by(cards, pattern, only)
                .map_or_else(String::new, |above| format!(" (under {})", name(cards, above, style))),
        };
        parts.push(format!("{shown}{why}"));
    }
    if parts.is_empty() {
        String::new()
    } else {
        format!("  Not home yet, nor any higher card of their suits: {}.\n", parts.join(", "))
    }
}

/// The nearest card of the pattern above one in the column that both were dealt to.
fn covered_by(cards: &Cards, pattern: &Pattern, card: CardNo) -> Option<CardNo> {
    let start = cards.track();
    let column = start.columns().iter().find(|column| column.contains(&card))?;
    let at = column.iter().position(|&c| c == card)?;
    column[at + 1..].iter().copied().find(|&c| pattern.spot(c) == Some(cards.dealt(c)))
}
