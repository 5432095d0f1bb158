//! Moves played on the piles of a saved game, as KPatience plays them.

use super::games::{Role, Shape};
use super::position;
use crate::cards::shuffle::kpat::Game;
use crate::rules::{Move, Place};
use crate::state::{SavedCard, SavedState};

/// The states that a move of ours makes, one after the other; the last is where it leads.
///
/// Mostly one. A complete run that is still on the table leaves first, in a state of its own;
/// a card played from the stock is drawn first; and Simple Simon takes a run away by a move.
pub(super) fn play(shape: &Shape, from: &SavedState, action: Move) -> Option<Vec<SavedState>> {
    let mut states = Vec::new();
    let mut state = from.clone();
    while remove_run(shape, &mut state) {
        finish(shape, &mut state);
        states.push(state.clone());
    }
    let stock = shape.of_role(|role| role == Role::Stock).find(|&n| !state.piles[n].is_empty());
    match action {
        Move::Cards { from, to, count } => {
            let mut source = from;
            if from == Place::Stock {
                draw(shape, &mut state, stock?)?;
                finish(shape, &mut state);
                states.push(state.clone());
                source = Place::Waste;
            }
            let source = pile(shape, source)?;
            let start = state.piles[source].len().checked_sub(count as usize)?;
            let cards = state.piles[source].split_off(start);
            let target = match to {
                Place::Foundation(_) => home(shape, &state, *cards.first()?)?,
                _ => pile(shape, to)?,
            };
            state.piles[target].extend(cards);
        }
        Move::Draw => draw(shape, &mut state, stock?)?,
        Move::Redeal => {
            let (waste, talon) = (pile(shape, Place::Waste)?, shape.of_role(|r| r == Role::Stock).next()?);
            let cards = std::mem::take(&mut state.piles[waste]);
            state.piles[talon] =
                cards.into_iter().rev().map(|card| SavedCard { face_up: false, ..card }).collect();
            state.data = "1".into();
        }
        Move::DealRow => {
            let row = std::mem::take(&mut state.piles[stock?]);
            let columns = shape.of_role(|role| matches!(role, Role::Column(_)));
            for (column, card) in columns.zip(row.into_iter().rev()) {
                state.piles[column].push(SavedCard { face_up: true, ..card });
            }
        }
    }
    turn(shape, &mut state);
    let by_itself = matches!(shape.game, Game::Spider(_));
    if by_itself {
        while remove_run(shape, &mut state) {}
    }
    finish(shape, &mut state);
    states.push(state.clone());
    while remove_run(shape, &mut state) {
        finish(shape, &mut state);
        states.push(state.clone());
    }
    Some(states)
}

/// Brings what the game notes beside the cards up to date.
fn finish(shape: &Shape, state: &mut SavedState) {
    state.data = position::noted(shape, &state.piles, &state.data);
}

fn draw(shape: &Shape, state: &mut SavedState, talon: usize) -> Option<()> {
    let card = state.piles[talon].pop()?;
    state.piles[pile(shape, Place::Waste)?].push(SavedCard { face_up: true, ..card });
    Some(())
}

/// The pile of a place that is no foundation.
fn pile(shape: &Shape, place: Place) -> Option<usize> {
    let role = match place {
        Place::Column(n) => Role::Column(n),
        Place::Cell(n) => Role::Cell(n),
        Place::Waste => Role::Waste,
        Place::Stock => Role::Stock,
        Place::Foundation(_) | Place::Reserve(_) => return None,
    };
    shape.of_role(|own| own == role).next()
}

/// The first foundation that takes a card.
fn home(shape: &Shape, state: &SavedState, card: SavedCard) -> Option<usize> {
    let card = shape.game.card(card.number);
    shape.of_role(|role| role == Role::Home).find(|&n| match state.piles[n].last() {
        None => card.rank.0 == 1,
        Some(top) => {
            let top = shape.game.card(top.number);
            top.suit == card.suit && top.rank.0 + 1 == card.rank.0
        }
    })
}

/// Turns face-down cards on top of columns.
pub(super) fn turn(shape: &Shape, state: &mut SavedState) {
    for column in shape.of_role(|role| matches!(role, Role::Column(_))) {
        if let Some(top) = state.piles[column].last_mut() {
            top.face_up = true;
        }
    }
}

/// Takes the first complete run off the table; false if there is none.
fn remove_run(shape: &Shape, state: &mut SavedState) -> bool {
    let ranks = shape.rules.deck.ranks as usize;
    if !matches!(shape.game, Game::Spider(_) | Game::SimpleSimon) {
        return false;
    }
    let complete = |pile: &Vec<SavedCard>| {
        let Some(start) = pile.len().checked_sub(ranks) else { return false };
        let run = &pile[start..];
        let suit = shape.game.card(run[0].number).suit;
        run.iter().zip((1..=shape.rules.deck.ranks).rev()).all(|(card, rank)| {
            let own = shape.game.card(card.number);
            card.face_up && own.suit == suit && own.rank.0 == rank
        })
    };
    let column = shape.of_role(|role| matches!(role, Role::Column(_))).find(|&n| complete(&state.piles[n]));
    let leg = shape.of_role(|role| role == Role::Home).find(|&n| state.piles[n].is_empty());
    let (Some(column), Some(leg)) = (column, leg) else { return false };
    let start = state.piles[column].len() - ranks;
    state.piles[leg] = state.piles[column].split_off(start);
    turn(shape, state);
    true
}
