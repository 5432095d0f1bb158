//! Piles of numbered cards as a position of ours.

use super::games::{PileLayout, Role};
use patsat_base::printable;
use patsat_game::cards::dealers::kpat::Game;
use patsat_game::cards::{Card, Deal, Pile};
use patsat_game::rules::Home;
use patsat_game::state::{SavedCard, SavedState};

/// The position that the piles show, or what makes them no position of this game.
pub(super) fn deal(layout: &PileLayout, state: &SavedState) -> Result<Deal, String> {
    let mut deal = Deal { foundations: vec![0; layout.rules.foundations()], ..Deal::default() };
    let mut rows: Vec<&[SavedCard]> = Vec::new();
    for (spec, pile) in layout.piles.iter().zip(&state.piles) {
        let cards: Vec<Card> = pile.iter().map(|card| layout.game.card(card.number)).collect();
        let face_down = pile.iter().take_while(|card| !card.face_up).count();
        let hidden = pile.iter().filter(|card| !card.face_up).count();
        let name = &spec.name;
        if hidden > 0 && !matches!(spec.role, Role::Column(_) | Role::Stock) {
            return Err(format!("a face-down card in {name}"));
        }
        match spec.role {
            Role::Column(_) => {
                if face_down != hidden {
                    return Err(format!("a face-down card on a face-up one in {name}"));
                }
                if hidden > 0 && hidden == cards.len() {
                    return Err(format!("a face-down card on top of {name}"));
                }
                deal.columns.push(Pile { cards, face_down });
            }
            Role::Cell(_) if cards.len() > 1 => return Err(format!("{} cards in {name}", cards.len())),
            Role::Cell(_) => deal.cells.push(cards.first().copied()),
            Role::Home => home(layout, &mut deal, name, &cards)?,
            Role::Stock => {
                if hidden != cards.len() {
                    return Err(format!("a face-up card in {name}"));
                }
                rows.push(pile);
            }
            Role::Waste => deal.waste = cards,
        }
    }
    // The next row is the first pile that is left; the top of a pile is dealt first.
    deal.stock = rows.iter().rev().flat_map(|row| row.iter().map(|c| layout.game.card(c.number))).collect();
    if let Game::Spider(_) = layout.game {
        let gone = rows.iter().take_while(|row| row.is_empty()).count();
        if rows[gone..].iter().any(|row| row.len() != usize::from(layout.rules.columns)) {
            return Err("rows of the stock that are neither whole nor dealt in order".into());
        }
    }
    let data = noted(layout, &state.piles, &state.data);
    if data != state.data {
        let found = printable(&state.data, 40);
        return Err(format!("game-specific-state '{found}' where the cards say '{data}'"));
    }
    if let (Game::FortyEight, "1") = (layout.game, state.data.as_str()) {
        deal.redeals_used = 1;
    }
    Ok(deal)
}

/// What a game notes beside the cards. Whether Forty & Eight has used its redeal is not to be
/// seen, so there it stays what it was.
pub(super) fn noted(layout: &PileLayout, piles: &[Vec<SavedCard>], before: &str) -> String {
    match layout.game {
        Game::Spider(_) => {
            let legs = layout.of_role(|role| role == Role::Home).filter(|&n| !piles[n].is_empty()).count();
            let dealt = layout.of_role(|role| role == Role::Stock).filter(|&n| piles[n].is_empty()).count();
            (10 * legs + dealt).to_string()
        }
        Game::FortyEight => if before == "1" { "1" } else { "0" }.into(),
        Game::FreeCell | Game::SimpleSimon | Game::Klondike(_) => String::new(),
    }
}

/// A foundation's cards: from the ace upwards, or a complete run with its ace on top.
fn home(layout: &PileLayout, deal: &mut Deal, name: &str, cards: &[Card]) -> Result<(), String> {
    let Some(&first) = cards.first() else { return Ok(()) };
    let (ranks, runs) = (layout.rules.deck.ranks, layout.rules.home == Home::Runs);
    let whole = !runs || cards.len() == ranks as usize;
    let mut expected: Vec<Card> = layout.rules.on_foundation(first.suit.0, ranks).collect();
    if runs {
        expected.reverse();
    }
    if !whole || !expected.starts_with(cards) {
        let kind = if runs { "a complete run" } else { "a suit from its ace upwards" };
        return Err(format!("{name} that is not {kind}"));
    }
    let own = layout.rules.deck.foundations_of(first.suit.0);
    let free = deal.foundations[own].iter_mut().find(|height| **height == 0);
    *free.ok_or_else(|| format!("one pile too many of the suit in {name}"))? = cards.len() as u32;
    Ok(())
}
