//! The legacy dialect: a single position, cards without numbers. It is read, not written.
//!
//! KPatience wrote it before 2012 and still does for "save as" under another ending. Twins get
//! the numbers that KPatience gives them: the last one of the new deck first. FreeCell is left
//! out: its cells, columns and foundations bear the same pile numbers there.

use super::super::Hints;
use super::games::{self, PileLayout};
use super::xml::{Element, Reader};
use super::{history, position};
use patsat_base::FormatError;
use patsat_game::cards::Card;
use patsat_game::cards::dealers::kpat::Game;
use patsat_game::state::{Instance, SavedCard, SavedGame, SavedState};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Reads a game.
pub(super) fn read(text: &str, hints: &Hints) -> Result<Instance, FormatError> {
    let mut xml = Reader::new(text);
    let root = xml.root()?;
    let id = root.number("id")?;
    let mut piles = Vec::new();
    while let Some(pile) = xml.next_named("pile")? {
        let mut cards = Vec::new();
        while let Some(card) = xml.next_named("card")? {
            cards.push((value(&card)?, card));
            xml.skip()?;
        }
        piles.push((pile, cards));
    }
    let suits: BTreeSet<u16> =
        piles.iter().flat_map(|(_, cards)| cards).map(|(card, _)| card.suit.0).collect();
    let game = games::of_legacy_id(id, root.attribute("options"), suits.len());
    let game = game.map_err(|e| e.at(root.line))?;
    if game == Game::FreeCell {
        let found = "FreeCell in the legacy dialect, whose pile numbers have several meanings";
        return Err(root.wrong(found, "a .kpat file with <kpat-game>"));
    }
    let rules = games::rules(game, hints).map_err(|e| e.at(root.line))?;
    let layout = PileLayout::new(game, Arc::new(rules));
    let data = root.attribute("data").unwrap_or_default().to_owned();
    let mut state = SavedState { piles: vec![Vec::new(); layout.piles.len()], data };
    let mut free: Vec<u16> = (0..layout.cards() as u16).collect();
    let mut seen = BTreeSet::new();
    for (element, cards) in piles {
        let index = element.number("index")?;
        let pile = layout.piles.iter().position(|pile| pile.legacy == index).ok_or_else(|| {
            element.wrong(format!("pile {index}"), format!("a pile number of {}", layout.rules.name))
        })?;
        if !seen.insert(pile) {
            return Err(element.wrong(format!("a second pile {index}"), "one"));
        }
        for (found, card) in cards {
            let at = free.iter().rposition(|&n| layout.game.card::<Card>(n) == found).ok_or_else(|| {
                let times = layout.rules.deck.copies_of(found.suit.0);
                card.wrong(format!("{found} once too often"), format!("{times} times, as in this deck"))
            })?;
            let face_up = card.number("faceup")? != 0;
            state.piles[pile].push(SavedCard { number: free.remove(at), face_up });
        }
    }
    if state.data.is_empty() {
        state.data = position::noted(&layout, &state.piles, "");
    }
    let deal = position::deal(&layout, &state);
    let deal = deal.map_err(|problem| root.wrong(problem, format!("a position of {}", layout.rules.name)))?;
    let start = super::super::hints::instance((*layout.rules).clone(), deal)?;
    let saved = SavedGame { game, deal_number: history::number(&root)?, states: vec![state], current: 0 };
    history::instance(&layout, start, saved)
}

fn value(card: &Element) -> Result<Card, FormatError> {
    let (suit, rank) = (card.number("suit")?, card.number("value")?);
    if suit > 3 || !(1..=13).contains(&rank) {
        let found = format!("suit=\"{suit}\" value=\"{rank}\"");
        return Err(card.wrong(found, "a suit from 0 to 3 and a value from 1 to 13"));
    }
    Ok(Card::new(rank, suit as u16))
}
