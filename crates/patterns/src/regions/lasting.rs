//! Which cards are never played, guessed from games played at random and from beams.
//!
//! In a game with too many positions to visit, the facts that hold in all of them are unknown. But some cards stay
//! where they were dealt in each of hundreds of games and in beams of a million positions; they mostly stay there
//! for good. Cards of the stock that leave the waste in none of them mostly stay on it. A proof that supposes so
//! is far shorter: it ends where one of these cards would be played, not where the game is won, and that is some
//! hundred moves nearer. For a card of the stock this is one of two facts: it is in the stock or on the waste.
//!
//! Positions visited in the order of a search do not serve: they lie near the start, and all cards deep in
//! the stock seem to last. (Guesses of an invariant from runs are those of Daikon, Ernst et al. 2001. Taking
//! back the ones that fail is Houdini, Flanagan and Leino 2001, where what was inferred from the others is
//! kept.) The proof itself shows whether the guess was right: it finds a way to play a card, or none.

use super::visit::{Numbers, moves};
use crate::facts::Facts;
use crate::spots::{Spot, Spots};
use patsat_encodings::task::CardId;
use patsat_game::rules::Move;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Cards};
use patsat_search::{Budget, piles};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Maximum number of moves of a game, since some run in circles.
const MOVES: u32 = 300;

/// Number of search beams in games with a waste; they dig deeper than random games and take some seconds.
const BEAMS: u64 = 16;

/// Returns, for each card that no game plays, the facts of which it has one until it is played: the place
/// where it was dealt, or the places in the stock and on the waste.
pub(super) fn lasting(instance: &Instance, spots: &Spots, games: u32, budget: &mut Budget<'_>) -> Vec<Facts> {
    let numbers = Numbers::of(spots);
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut lasting: Vec<(CardNo, Facts)> =
        spots.cards().map(|card| (CardNo(card.0), unplayed(spots, card))).collect();
    let cards = Cards::of(instance);
    let start = cards.track();
    if let Some(unplayed) = piles::unplayed(instance, BEAMS, budget) {
        let piles = start.columns().iter().map(Vec::as_slice).chain([start.waste(), start.stock()]);
        let never: Vec<CardNo> =
            piles.flatten().zip(unplayed).filter_map(|(&card, unplayed)| unplayed.then_some(card)).collect();
        lasting.retain(|(card, _)| never.contains(card));
    }
    'games: for _ in 0..games {
        let mut position = start.clone();
        for _ in 0..MOVES {
            if budget.over().is_some() {
                break 'games;
            }
            let legal = moves(position.table(), !spots.rows.is_empty());
            let Some(action) = choose(&legal, &mut rng) else { break };
            if position.apply(action).is_err() {
                break;
            }
            let now = position.spots();
            lasting.retain(|(card, facts)| {
                numbers.fact(*card, now[card.index()]).is_some_and(|fact| facts.contains(&fact))
            });
        }
        if lasting.is_empty() || budget.expand(0).is_some() {
            break;
        }
    }
    lasting.into_iter().map(|(_, facts)| facts).collect()
}

/// The facts of which a card has one until it is played.
fn unplayed(spots: &Spots, card: CardId) -> Facts {
    let drawn = |fact: u32| {
        let place = spots.facts[fact as usize].1;
        matches!(place, Spot::Stock | Spot::StockLeft(_) | Spot::Waste | Spot::WasteLeft(_))
    };
    let start = spots.start[card.index()];
    // Rows are dealt, not drawn.
    if drawn(start) && spots.rows.is_empty() {
        spots.of(card).filter(|&fact| drawn(fact)).collect()
    } else {
        [start].into()
    }
}

/// Chooses a move home mostly, else one on the table in three of four cases, so that games get far before the
/// stock ends.
fn choose(legal: &[Move], rng: &mut ChaCha8Rng) -> Option<Move> {
    let mut one_of =
        |moves: &[Move]| (!moves.is_empty()).then(|| moves[(rng.next_u64() % moves.len() as u64) as usize]);
    let home: Vec<Move> = legal.iter().copied().filter(|action| action.goes_home()).collect();
    let played: Vec<Move> =
        legal.iter().copied().filter(|action| matches!(action, Move::Cards { .. })).collect();
    let (first, second) = (one_of(&home), one_of(&played));
    let any = one_of(legal);
    let dice = rng.next_u32();
    first.filter(|_| !dice.is_multiple_of(8)).or(second.filter(|_| (dice >> 8) % 4 < 3)).or(any)
}

#[cfg(test)]
mod tests {
    use super::super::{common, visit};
    use super::*;
    use patsat_base::Limits;
    use patsat_game::cards::{DealId, DeckSpec};
    use patsat_game::rules::{Rules, Sizes};
    use patsat_lowering::lower::lower;

    #[test]
    fn guesses_include_all_invariants_and_few_others() {
        let [mut all, mut more, mut moved] = [0, 0, 0];
        for seed in 0..60 {
            let mut rules = Rules::preset("forty-thieves").unwrap();
            (rules.deck, rules.columns) = (DeckSpec::new(3, 2, 2), 3);
            rules.layout.sizes = Sizes::Round(9);
            let instance = Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap();
            let Ok(lowered) = lower(&instance) else { continue };
            let spots = Spots::new(&instance, lowered.task).unwrap();
            let mut budget = Budget::new(Limits::default());
            let visited = visit::plain(&instance, &spots, 200_000, &mut budget);
            if !visited.complete {
                continue;
            }
            let every: Vec<u32> = (0..visited.len()).collect();
            let holds = common(&visited, &every);
            let pins = lasting(&instance, &spots, 300, &mut budget);
            let guessed: Vec<u32> =
                pins.iter().filter_map(|pin| if let [only] = pin[..] { Some(only) } else { None }).collect();
            assert!(holds.iter().all(|fact| guessed.contains(fact)), "{seed}");
            all += holds.len();
            more += guessed.len() - holds.len();
            moved += spots.start.len() - guessed.len();
        }
        assert!(all > 20 && moved > 100 && more * 5 < all, "{all} {more} {moved}");
    }
}
