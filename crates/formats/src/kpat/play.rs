//! Moves played on the piles of a saved game, as KPatience plays them.

use super::games::{PileLayout, Role};
use super::position;
use patsat_game::cards::Card;
use patsat_game::cards::dealers::kpat::Game;
use patsat_game::rules::{Move, Place, Stock};
use patsat_game::state::{SavedCard, SavedState};

/// The states that a move of ours makes, one after the other; the last is where it leads.
///
/// Mostly one. A complete run that is still on the table leaves first, in a state of its own;
/// a card played from the stock is drawn first; and Simple Simon takes a run away by a move.
pub(super) fn play(layout: &PileLayout, from: &SavedState, action: Move) -> Option<Vec<SavedState>> {
    let mut states = Vec::new();
    let mut state = from.clone();
    while remove_run(layout, &mut state) {
        finish(layout, &mut state);
        states.push(state.clone());
    }
    let stock = layout.of_role(|role| role == Role::Stock).find(|&n| !state.piles[n].is_empty());
    match action {
        Move::Cards { from, to, count } => {
            let mut source = from;
            if from == Place::Stock {
                draw(layout, &mut state, stock?)?;
                finish(layout, &mut state);
                states.push(state.clone());
                source = Place::Waste;
            }
            let source = match source {
                Place::Foundation(n) => foundation(layout, &state, n)?,
                _ => pile(layout, source)?,
            };
            let start = state.piles[source].len().checked_sub(count as usize)?;
            let cards = state.piles[source].split_off(start);
            let target = match to {
                Place::Foundation(_) => home(layout, &state, *cards.first()?)?,
                _ => pile(layout, to)?,
            };
            state.piles[target].extend(cards);
        }
        Move::Draw => draw(layout, &mut state, stock?)?,
        Move::Redeal => {
            let (waste, talon) = (pile(layout, Place::Waste)?, layout.of_role(|r| r == Role::Stock).next()?);
            let cards = std::mem::take(&mut state.piles[waste]);
            state.piles[talon] =
                cards.into_iter().rev().map(|card| SavedCard { face_up: false, ..card }).collect();
            state.data = "1".into();
        }
        // No game of KPatience has such a move.
        Move::Collect { .. } => return None,
        Move::DealRow => {
            let row = std::mem::take(&mut state.piles[stock?]);
            let columns = layout.of_role(|role| matches!(role, Role::Column(_)));
            for (column, card) in columns.zip(row.into_iter().rev()) {
                state.piles[column].push(SavedCard { face_up: true, ..card });
            }
        }
    }
    turn(layout, &mut state);
    let by_itself = matches!(layout.game, Game::Spider(_));
    if by_itself {
        while remove_run(layout, &mut state) {}
    }
    finish(layout, &mut state);
    states.push(state.clone());
    while remove_run(layout, &mut state) {
        finish(layout, &mut state);
        states.push(state.clone());
    }
    Some(states)
}

/// Brings what the game notes beside the cards up to date.
fn finish(layout: &PileLayout, state: &mut SavedState) {
    state.data = position::noted(layout, &state.piles, &state.data);
}

fn draw(layout: &PileLayout, state: &mut SavedState, talon: usize) -> Option<()> {
    let Stock::Waste { draw, .. } = layout.rules.stock else { return None };
    let waste = pile(layout, Place::Waste)?;
    for _ in 0..state.piles[talon].len().min(draw.into()) {
        let card = state.piles[talon].pop()?;
        state.piles[waste].push(SavedCard { face_up: true, ..card });
    }
    Some(())
}

/// The pile of a place that is no foundation.
fn pile(layout: &PileLayout, place: Place) -> Option<usize> {
    let role = match place {
        Place::Column(n) => Role::Column(n),
        Place::Cell(n) => Role::Cell(n),
        Place::Waste => Role::Waste,
        Place::Stock => Role::Stock,
        Place::Foundation(_) | Place::Reserve(_) | Place::Hole => return None,
    };
    layout.of_role(|own| own == role).next()
}

/// The pile that is a foundation of ours: that of its suit, of which there is one in games whose cards come back.
fn foundation(layout: &PileLayout, state: &SavedState, n: u16) -> Option<usize> {
    let suit = layout.rules.deck.suit_of_foundation(n.into());
    let is_it = |card: &SavedCard| layout.game.card::<Card>(card.number).suit.0 == suit;
    layout.of_role(|role| role == Role::Home).find(|&pile| state.piles[pile].first().is_some_and(is_it))
}

/// The first foundation that takes a card.
fn home(layout: &PileLayout, state: &SavedState, card: SavedCard) -> Option<usize> {
    let card = layout.game.card::<Card>(card.number);
    layout.of_role(|role| role == Role::Home).find(|&n| match state.piles[n].last() {
        None => card.rank == layout.rules.first_rank(),
        Some(top) => {
            let top = layout.game.card::<Card>(top.number);
            layout.rules.in_sequence(card, top)
        }
    })
}

/// Turns face-down cards on top of columns.
pub(super) fn turn(layout: &PileLayout, state: &mut SavedState) {
    for column in layout.of_role(|role| matches!(role, Role::Column(_))) {
        if let Some(top) = state.piles[column].last_mut() {
            top.face_up = true;
        }
    }
}

/// Removes the first complete run from the table; returns whether a run was removed.
fn remove_run(layout: &PileLayout, state: &mut SavedState) -> bool {
    let ranks = layout.rules.deck.ranks as usize;
    if !matches!(layout.game, Game::Spider(_) | Game::SimpleSimon) {
        return false;
    }
    let complete = |pile: &Vec<SavedCard>| {
        let Some(start) = pile.len().checked_sub(ranks) else { return false };
        let run = &pile[start..];
        let suit = layout.game.card::<Card>(run[0].number).suit;
        run.iter()
            .zip(layout.rules.run_ranks())
            .all(|(card, rank)| card.face_up && layout.game.card::<Card>(card.number) == Card { rank, suit })
    };
    let column = layout.of_role(|role| matches!(role, Role::Column(_))).find(|&n| complete(&state.piles[n]));
    let leg = layout.of_role(|role| role == Role::Home).find(|&n| state.piles[n].is_empty());
    let (Some(column), Some(leg)) = (column, leg) else { return false };
    let start = state.piles[column].len() - ranks;
    state.piles[leg] = state.piles[column].split_off(start);
    turn(layout, state);
    true
}
