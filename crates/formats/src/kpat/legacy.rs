//! The legacy dialect: a single position, cards without numbers.
//!
//! KPatience wrote it before 2012 and still does for "save as" under another ending. Twins get
//! the numbers that KPatience gives them: the last one of the new deck first. FreeCell is left
//! out: its cells, columns and foundations bear the same pile numbers there.

use super::super::Hints;
use super::games::{self, PileLayout};
use super::xml::{Element, Next, Reader};
use super::{history, position};
use patsat_base::{FormatError, quoted};
use patsat_game::cards::Card;
use patsat_game::cards::shuffle::kpat::Game;
use patsat_game::state::{Instance, Saved, SavedCard, SavedState};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Reads a game.
pub(in super::super) fn read(text: &str, hints: &Hints) -> Result<Instance, FormatError> {
    let mut xml = Reader::new(text);
    let root = xml.root()?;
    if root.name != "dealer" {
        return Err(root.wrong(format!("<{}>", quoted(&root.name)), "<dealer>"));
    }
    let (id, options) = (root.number("id")?, root.attribute("options"));
    let suits = if options.is_none_or(str::is_empty) { count_suits(text)? } else { 0 };
    let game = games::of_legacy_id(id, options, suits).map_err(|e| e.at(root.line))?;
    refuse_freecell(game).map_err(|e| e.at(root.line))?;
    let rules = games::rules(game, hints).map_err(|e| e.at(root.line))?;
    let layout = PileLayout::new(game, Arc::new(rules));
    let deal_number = history::number(&root)?;
    let moves_before = if root.attribute("moves").is_some() { root.number("moves")? } else { 0 };
    let data = root.attribute("data").unwrap_or_default().to_owned();
    let mut state = SavedState { piles: vec![Vec::new(); layout.piles.len()], data };
    let mut free: Vec<u16> = (0..layout.cards() as u16).collect();
    let mut seen = BTreeSet::new();
    while let Some(element) = xml.next_named("pile")? {
        let index = element.number("index")?;
        let pile = layout.piles.iter().position(|pile| pile.legacy == index).ok_or_else(|| {
            element.wrong(format!("pile {index}"), format!("a pile number of {}", layout.rules.name))
        })?;
        if !seen.insert(pile) {
            return Err(element.wrong(format!("a second pile {index}"), "one"));
        }
        while let Some(card) = xml.next_named("card")? {
            let found = read_card(&card)?;
            let at = free.iter().rposition(|&n| layout.game.card::<Card>(n) == found).ok_or_else(|| {
                let times = layout.rules.deck.copies_of(found.suit.0);
                card.wrong(format!("{found} once too often"), format!("{times} times, as in this deck"))
            })?;
            let face_up = card.number("faceup")? != 0;
            state.piles[pile].push(SavedCard { number: free.remove(at), face_up });
            xml.skip()?;
        }
    }
    if state.data.is_empty() {
        state.data = position::noted(&layout, &state.piles, "");
    }
    let deal = position::deal(&layout, &state);
    let deal = deal.map_err(|problem| root.wrong(problem, format!("a position of {}", layout.rules.name)))?;
    let start = super::super::hints::instance((*layout.rules).clone(), deal)?;
    let saved = Saved { game, deal_number, moves_before, states: vec![state], current: 0 };
    history::instance(&layout, start, saved)
}

fn read_card(card: &Element) -> Result<Card, FormatError> {
    let (suit, rank) = (card.number("suit")?, card.number("value")?);
    if suit > 3 || !(1..=13).contains(&rank) {
        let found = format!("suit=\"{suit}\" value=\"{rank}\"");
        return Err(card.wrong(found, "a suit from 0 to 3 and a value from 1 to 13"));
    }
    Ok(Card::new(rank, suit as u16))
}

/// The number of suits that the cards of a file have.
fn count_suits(text: &str) -> Result<usize, FormatError> {
    let mut xml = Reader::new(text);
    xml.root()?;
    let mut suits = BTreeSet::new();
    let mut depth = 1;
    while depth > 0 {
        match xml.next()? {
            Next::Child(element) => {
                depth += 1;
                suits.extend(element.attribute("suit").map(str::to_owned));
            }
            Next::End => depth -= 1,
        }
    }
    Ok(suits.len())
}

fn refuse_freecell(game: Game) -> Result<(), FormatError> {
    if game == Game::FreeCell {
        let found = "FreeCell in the legacy dialect, whose pile numbers have several meanings";
        return Err(FormatError::unexpected(found, "a .kpat file with <kpat-game>"));
    }
    Ok(())
}

/// Writes the position.
pub(in super::super) fn write(instance: &Instance) -> Result<String, FormatError> {
    let layout = super::write::layout(instance)?;
    refuse_freecell(layout.game)?;
    let saved = super::write::saved(&layout, instance)?;
    let state = &saved.states[saved.current];
    let (_, options, id) = games::names(layout.game);
    let moves = u64::from(saved.moves_before) + saved.current as u64;
    let mut xml = Writer::new_with_indent(Vec::new(), b'\t', 1);
    let failed = |e: std::io::Error| FormatError::unexpected(e, "memory to write to");
    let mut put = |event: Event<'_>| xml.write_event(event).map_err(failed);
    let element = |name: &'static str, attributes: &[(&str, &str)]| {
        BytesStart::new(name).with_attributes(attributes.iter().copied())
    };
    put(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    put(Event::DocType(BytesText::new("kpat")))?;
    put(Event::Start(element(
        "dealer",
        &[
            ("id", &id.to_string()),
            ("options", options.as_deref().unwrap_or_default()),
            ("number", &saved.deal_number.to_string()),
            ("moves", &moves.to_string()),
            ("started", if moves > 0 { "1" } else { "0" }),
            ("data", &state.data),
        ],
    )))?;
    for (spec, pile) in layout.piles.iter().zip(&state.piles) {
        let start = element("pile", &[("index", &spec.legacy.to_string()), ("z", "0")]);
        if pile.is_empty() {
            put(Event::Empty(start))?;
            continue;
        }
        put(Event::Start(start))?;
        for card in pile {
            let value = layout.game.card::<Card>(card.number);
            put(Event::Empty(element(
                "card",
                &[
                    ("suit", &value.suit.0.to_string()),
                    ("value", &value.rank.0.to_string()),
                    ("faceup", if card.face_up { "1" } else { "0" }),
                    ("z", "0"),
                ],
            )))?;
        }
        put(Event::End(BytesEnd::new("pile")))?;
    }
    put(Event::End(BytesEnd::new("dealer")))?;
    super::write::finished(xml)
}
