//! Reading the current dialect: a history of states.
//!
//! As in KPatience, a card named in a state leaves the pile where it lay and is put into the
//! pile named at the position named, the next card after it.

use super::super::Hints;
use super::check::Checker;
use super::games::{self, PileLayout};
use super::xml::{Element, Reader};
use super::{cards, play, position};
use patsat_base::{FormatError, quoted};
use patsat_game::cards::Card;
use patsat_game::cards::dealers::kpat::LAST;
use patsat_game::state::{Instance, SavedCard, SavedGame, SavedState};
use std::sync::Arc;

/// A file with more states than this is refused.
const MOST_STATES: usize = 100_000;

/// Reads a game.
pub(in super::super) fn read(text: &str, hints: &Hints) -> Result<Instance, FormatError> {
    let mut xml = Reader::new(text);
    let root = xml.root()?;
    if root.name != "kpat-game" {
        return Err(root.wrong(format!("<{}>", quoted(&root.name)), "<kpat-game>"));
    }
    let game = games::of_type(root.required("game-type")?, root.attribute("game-type-options"));
    let game = game.map_err(|e| e.at(root.line))?;
    let rules = games::rules(game, hints).map_err(|e| e.at(root.line))?;
    let layout = PileLayout::new(game, Arc::new(rules));
    let mut saved = SavedGame { game, deal_number: number(&root)?, states: Vec::new(), current: 0 };
    let mut state = SavedState { piles: vec![Vec::new(); layout.piles.len()], data: String::new() };
    let mut places: Vec<Option<usize>> = vec![None; layout.cards()];
    let mut current = None;
    let mut found: Option<(Instance, Checker)> = None;
    let mut unreported = None;
    while let Some(element) = xml.next_named("state")? {
        let nth = saved.states.len();
        if nth == MOST_STATES {
            return Err(element.wrong("more states", format!("at most {MOST_STATES}")));
        }
        if let Some(data) = element.attribute("game-specific-state") {
            state.data = data.to_owned();
        }
        if element.attribute("current") == Some("true") && current.replace(nth).is_some() {
            return Err(element.wrong("a second current state", "one"));
        }
        while let Some(change) = xml.next_named("move")? {
            read_change(&mut xml, &layout, &change, nth == 0, &mut state, &mut places)?;
        }
        let wrong = |problem: String| {
            let found = format!("state {}: {problem}", nth + 1);
            element.wrong(found, format!("a position of {} in each state", layout.rules.name))
        };
        let deal = position::deal(&layout, &state);
        // Where a face-down card was moved, the report that the move is illegal says more.
        let deal = match (deal, &found) {
            (Err(problem), Some(_)) => {
                let mut turned = state.clone();
                play::turn(&layout, &mut turned);
                unreported = Some(problem);
                position::deal(&layout, &turned)
            }
            (deal, _) => deal,
        };
        let deal = deal.map_err(wrong)?;
        match &mut found {
            None => {
                let start = super::super::hints::instance((*layout.rules).clone(), deal);
                let start = start.map_err(|e| FormatError { line: Some(element.line), ..e })?;
                let checker = Checker::new(&layout, &start);
                found = Some((start, checker));
            }
            Some((start, checker)) => drop(checker.follow(start, &deal).map_err(|problem| {
                let found = format!("state {}: {problem}", nth + 1);
                let expected = format!("one legal move of {} from each state to the next", layout.rules.name);
                element.wrong(found, expected)
            })?),
        }
        if let Some(problem) = unreported.take() {
            return Err(wrong(problem));
        }
        saved.states.push(state.clone());
    }
    let Some((start, _)) = found else { return Err(root.wrong("no state", "at least one")) };
    saved.current = current.unwrap_or(saved.states.len() - 1);
    instance(&layout, start, saved)
}

/// Returns the number of the deal; 0 if KPatience did not deal it.
pub(super) fn number(root: &Element) -> Result<u32, FormatError> {
    let name = if root.name == "dealer" { "number" } else { "deal-number" };
    let number = root.number(name)?;
    if number > LAST {
        return Err(root.wrong(format!("{name}=\"{number}\""), format!("at most {LAST}")));
    }
    Ok(number)
}

/// The instance whose position is the current state.
pub(super) fn instance(
    layout: &PileLayout,
    start: Instance,
    saved: SavedGame,
) -> Result<Instance, FormatError> {
    let wrong = |problem: String| FormatError::unexpected(problem, "a position");
    let deal = position::deal(layout, &saved.states[saved.current]).map_err(wrong)?;
    Ok(Instance { deal, saved: Some(Arc::new(saved)), ..start })
}

/// Reads one `move`: cards that lie in a pile from a position on.
fn read_change(
    xml: &mut Reader<'_>,
    layout: &PileLayout,
    change: &Element,
    first: bool,
    state: &mut SavedState,
    places: &mut [Option<usize>],
) -> Result<(), FormatError> {
    let name = change.required("pile")?;
    let pile = layout.piles.iter().position(|pile| pile.name == name).ok_or_else(|| {
        let expected = format!("a pile of {} such as '{}'", layout.rules.name, layout.piles[0].name);
        change.wrong(format!("pile {}", quoted(name)), expected)
    })?;
    let mut position = change.number("position")? as usize;
    while let Some(card) = xml.next_named("card")? {
        let id = card.number("id")?;
        let number = cards::number(layout.game, layout.cards(), id).ok_or_else(|| {
            let expected = format!("the id of a card of this deck, {} cards", layout.cards());
            card.wrong(format!("card id {id}"), expected)
        })?;
        let turn = match card.attribute("turn") {
            Some("face-up") => Some(true),
            Some("face-down") => Some(false),
            Some(other) => {
                return Err(card.wrong(format!("turn={}", quoted(other)), "face-up or face-down"));
            }
            None => None,
        };
        let shown = layout.game.card::<Card>(number);
        let before = places[usize::from(number)];
        let face_up = match before {
            Some(_) if first => {
                return Err(card.wrong(format!("{shown} (id {id}) twice in the deal"), "each card once"));
            }
            None if !first => {
                let found = format!("{shown} (id {id}), which the deal does not have");
                return Err(card.wrong(found, "all cards in the first state"));
            }
            Some(old) => {
                let at = state.piles[old].iter().position(|c| c.number == number).unwrap_or_default();
                state.piles[old].remove(at).face_up
            }
            None => true,
        };
        let pile_ = &mut state.piles[pile];
        if position > pile_.len() {
            let found = format!("position {position} of {name}");
            return Err(card.wrong(found, format!("at most {}, its height", pile_.len())));
        }
        pile_.insert(position, SavedCard { number, face_up: turn.unwrap_or(face_up) });
        places[usize::from(number)] = Some(pile);
        position += 1;
        xml.skip()?;
    }
    Ok(())
}
