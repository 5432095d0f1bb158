//! The JSON of Solvitaire (Blake and Gent): deals here, [rules] beside.
//!
//! Source: Solvitaire 0.10.1, its schema and its program. In a deal columns, stock and waste list the
//! deepest card first. A suit in lower case means a face-down card in games that have them.
//! `foundations` is one flat list, each card put on a foundation of its suit in turn. Our reader
//! accepts three things that the original refuses: `cells`, the second foundation of a suit, and the
//! empty strings that its own `--deal-only` prints for empty piles.
//!
//! The file does not name its game. One deck in columns alone is taken for FreeCell.
//! For anything else the caller must name the game or provide the rules.
//!
//! The format cannot express redeals already used, so such a position is not written.

mod document;
mod rules;
mod rules_written;

pub(super) use rules::read as read_rules;
pub use rules_written::solvitaire_differs;
pub(super) use rules_written::write as write_rules;

use super::Hints;
use super::hints::{freecell, instance};
use super::json::one_line;
use patsat_base::{FormatError, quoted};
use patsat_game::cards::{Card, Deal, Pile};
use patsat_game::rules::{FaceUp, FirstCard, Home, Rules};
use patsat_game::state::Instance;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "tableau piles")]
    columns: Vec<Vec<String>>,
    #[serde(default)]
    foundations: Vec<String>,
    #[serde(default)]
    cells: Vec<String>,
    #[serde(default)]
    reserve: Vec<String>,
    #[serde(default)]
    stock: Vec<String>,
    #[serde(default)]
    waste: Vec<String>,
    #[serde(default)]
    hole: Option<String>,
}

/// A card, and whether its suit is in lower case.
fn card(name: &str) -> Result<(Card, bool), FormatError> {
    if name == "##" {
        let expected = "every card named (this program plays with all cards known)";
        return Err(FormatError::unexpected("a hidden card '##'", expected));
    }
    let card = name.parse().map_err(|_| FormatError::unexpected(quoted(name), "a card such as 10H"))?;
    Ok((card, name.ends_with(|c: char| c.is_ascii_lowercase())))
}

fn cards(names: &[String]) -> Result<Vec<Card>, FormatError> {
    names.iter().filter(|name| !name.is_empty()).map(|name| Ok(card(name)?.0)).collect()
}

fn column(names: &[String], hidden: bool, number: usize) -> Result<Pile, FormatError> {
    let mut pile = Pile::default();
    for name in names.iter().filter(|name| !name.is_empty()) {
        let (card, lower) = card(name)?;
        if hidden && lower {
            if pile.face_down < pile.cards.len() {
                let found =
                    format!("the face-down card {} on a face-up one in column {number}", quoted(name));
                return Err(FormatError::unexpected(
                    found,
                    "face-down cards (suit in lower case) below the others",
                ));
            }
            pile.face_down += 1;
        }
        pile.cards.push(card);
    }
    Ok(pile)
}

/// The heights of the foundations that a flat list builds.
fn foundations(names: &[String], rules: &Rules) -> Result<Vec<u32>, FormatError> {
    let mut heights = vec![0u32; rules.foundations()];
    for card in cards(names)? {
        let own = heights.get_mut(rules.deck.foundations_of(card.suit.0)).unwrap_or_default();
        let mut places = own.iter_mut().filter(|height| rules.next_home(card.suit.0, **height) == Some(card));
        // An ace opens the first free foundation; what follows goes where the list last built.
        let place = if card.rank == rules.first_rank() { places.next() } else { places.next_back() };
        let Some(height) = place else {
            let expected = "each suit from its ace upwards, as often as there are decks";
            return Err(FormatError::unexpected(format!("{card} in the foundations"), expected));
        };
        *height += 1;
    }
    Ok(heights)
}

/// Reads a deal.
pub(super) fn read(text: &str, hints: &Hints) -> Result<Instance, FormatError> {
    if document::names_rules(text) {
        let expected = "a deal (rules are read with --rules)";
        return Err(FormatError::unexpected("rules of Solvitaire", expected));
    }
    let file: File = serde_json::from_str(text)?;
    let plain = file.stock.is_empty() && file.waste.is_empty() && file.reserve.is_empty();
    let mut rules = hints.rules(|| {
        let cards = file.columns.iter().chain([&file.cells, &file.foundations]).flatten();
        if plain && cards.filter(|name| !name.is_empty()).count() <= 52 {
            return freecell();
        }
        let found = if plain { "more than one deck" } else { "a stock, waste or reserve" };
        Err(FormatError::unexpected(found, "a game's name, which files of Solvitaire do not hold")
            .with_help("--game NAME names the game"))
    })?;
    hints.check_columns(&rules, file.columns.len(), |_| None)?;
    let hidden = rules.layout.face_up != FaceUp::All;
    let cell = |name: &String| if name.is_empty() { Ok(None) } else { Ok(Some(card(name)?.0)) };
    let columns = file.columns.iter().enumerate();
    begin(&mut rules, &file.foundations)?;
    let deal = Deal {
        columns: columns.map(|(n, names)| column(names, hidden, n + 1)).collect::<Result<_, _>>()?,
        cells: file.cells.iter().map(cell).collect::<Result<_, FormatError>>()?,
        reserve: cards(&file.reserve)?,
        foundations: foundations(&file.foundations, &rules)?,
        stock: cards(&file.stock)?,
        waste: cards(&file.waste)?,
        hole: cards(file.hole.as_slice())?,
        redeals_used: 0,
    };
    let deal = with_hole(&rules, deal);
    hints.infer_ranks(&mut rules, &deal);
    instance(rules, deal)
}

/// Sets the rank that foundations begin with where a deal decides it: that of the first card on one, as there.
fn begin(rules: &mut Rules, foundations: &[String]) -> Result<(), FormatError> {
    if rules.layout.first_card != FirstCard::Dealt && rules.home == Home::Foundations {
        let Some(first) = cards(foundations)?.first().copied() else {
            return Err(FormatError::unexpected(
                "no card on the foundations",
                "the one that they begin with",
            ));
        };
        rules.base = first.rank.0;
        rules.check().map_err(FormatError::content)?;
    }
    Ok(())
}

/// The file names the top card of the hole; the cards that are nowhere else lie under it.
fn with_hole(rules: &Rules, mut deal: Deal) -> Deal {
    if rules.home.is_hole() {
        let under = rules.deck.without(deal.cards_in_play().chain(deal.hole.iter().copied()));
        deal.hole.splice(0..0, under);
    }
    deal
}

/// Writes a deal, a column a line.
pub(super) fn write(instance: &Instance) -> Result<String, FormatError> {
    let (rules, deal) = (&instance.rules, &instance.deal);
    let only = |what: &str| {
        FormatError::unexpected(what, "what Solvitaire's files can express (json can express every game)")
    };
    if rules.deck.suits.end() > 4 || rules.deck.ranks > 13 {
        return Err(only("a deck of more than 4 suits or 13 ranks"));
    }
    if deal.redeals_used > 0 {
        return Err(only("a redeal already used"));
    }
    if rules.layout.face_up == FaceUp::All && deal.columns.iter().any(|pile| pile.face_down > 0) {
        return Err(only("face-down cards in a game without them"));
    }
    let name = |card: Card| card.to_string().replace('T', "10");
    let names = |cards: &[Card]| one_line(&cards.iter().map(|&card| name(card)).collect::<Vec<_>>());
    let pile = |pile: &Pile| {
        let turned = |(n, card): (usize, &Card)| {
            let name = name(*card);
            // Rank names are digits and capitals; only the last letter is the suit.
            let (rank, suit) = name.split_at(name.len() - 1);
            if n < pile.face_down { format!("{rank}{}", suit.to_ascii_lowercase()) } else { name }
        };
        one_line(&pile.cards.iter().enumerate().map(turned).collect::<Vec<_>>())
    };
    let columns = deal.columns.iter().map(pile).collect::<Result<Vec<_>, _>>()?;
    let mut parts = vec![format!("\"tableau piles\": [\n    {}\n  ]", columns.join(",\n    "))];
    let suit = |place| rules.deck.suit_of_foundation(place);
    let home: Vec<Card> = (deal.foundations.iter().enumerate())
        .flat_map(|(n, &height)| rules.on_foundation(suit(n), height))
        .collect();
    let lists =
        [("foundations", &home), ("reserve", &deal.reserve), ("stock", &deal.stock), ("waste", &deal.waste)];
    for (key, cards) in lists.into_iter().filter(|(_, cards)| !cards.is_empty()) {
        parts.push(format!("\"{key}\": {}", names(cards)?));
    }
    if let Some(&top) = deal.hole.last() {
        parts.push(format!("\"hole\": \"{}\"", name(top)));
    }
    if deal.cells.iter().any(Option::is_some) {
        let cells: Vec<String> = deal.cells.iter().map(|cell| cell.map_or(String::new(), name)).collect();
        parts.push(format!("\"cells\": {}", one_line(&cells)?));
    }
    Ok(format!("{{\n  {}\n}}\n", parts.join(",\n  ")))
}
