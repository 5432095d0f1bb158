//! Plans whose aces go home at once and stay there: the domain has no actions that put them on cards.

use patsat_base::FormatError;
use patsat_game::rules::{Move, Place};
use patsat_game::state::{Plan, Table};

/// The same plan with each ace home as soon as it would move, and moved no more.
///
/// An ace that can move can go home, nothing is ever put on it, and the places that it would take later are free. So
/// every move of another card stays legal, with fewer cards on it where an ace is home that lay there, and the plan
/// grows no longer.
pub(super) fn stay_home(start: &Table, plan: &Plan) -> Result<Plan, FormatError> {
    let (mut before, mut after) = (start.clone(), start.clone());
    let mut moves = Vec::new();
    for (step, &action) in plan.moves.iter().enumerate() {
        let instead = instead(&before, &after, action);
        before.apply(action).map_err(|illegal| {
            let found = format!("move {} ({action}), which is illegal ({illegal})", step + 1);
            FormatError::unexpected(found, "a legal plan to write down")
        })?;
        if let Some(action) = instead {
            let legal = after.apply(action).is_ok();
            debug_assert!(legal, "{action}");
            moves.push(action);
        }
    }
    Ok(Plan { moves })
}

/// What to play where aces stay home; nothing if the move takes one from there, or one that is there already.
fn instead(before: &Table, after: &Table, action: Move) -> Option<Move> {
    let Move::Cards { from, to, count } = action else { return Some(action) };
    let Place::Column(column) = from else {
        let rules = before.rules();
        return match before.top(from) {
            Some(card) if card.rank == rules.first_rank() => {
                let home = rules.deck.foundations_of(card.suit.0).start as u16;
                (from == Place::Waste).then_some(Move::one(from, Place::Foundation(home)))
            }
            _ => Some(action),
        };
    };
    let cards = &before.columns().get(usize::from(column))?.cards;
    let &card = cards.get(cards.len().checked_sub(count as usize)?)?;
    let there = &after.columns()[usize::from(column)].cards;
    let depth = there.iter().position(|&other| other == card)?;
    if card.rank == before.rules().first_rank() {
        let home = before.rules().deck.foundations_of(card.suit.0).start as u16;
        return Some(Move::one(from, Place::Foundation(home)));
    }
    Some(Move::Cards { from, to, count: (there.len() - depth) as u32 })
}
