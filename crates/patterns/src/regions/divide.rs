//! Divides the positions by whether rarely moved cards have moved.
//!
//! A card that lies where it was dealt and may not be built there never returns once it has moved. So
//! the positions in which one of some such cards has moved are closed under moves. They are proved
//! lost first, without regard to the others; the proof for the others then ends where it reaches one
//! of them. In both parts more facts hold throughout than in the whole. The second part is
//! divided again.

use super::{Region, StateGraph};
use crate::spots::{Spots, State};

/// Most regions.
const MOST: usize = 8;

/// The regions, the one with the start last; cards that at most one of `rare` positions has moved are set
/// apart.
pub(super) fn divide(spots: &Spots, visited: &StateGraph, rare: Option<usize>) -> Vec<Region> {
    let mut near: Vec<u32> = (0..visited.len()).collect();
    let mut regions = Vec::new();
    while visited.complete
        && let Some(rare) = rare
        && regions.len() + 1 < MOST
    {
        let most = near.len() / rare.max(1);
        let Some(far) = split(spots, visited, &mut near, most) else { break };
        let starts = entered(visited, &near, &far);
        regions.push(Region::new(spots, visited, &far, starts));
    }
    regions.push(Region::new(spots, visited, &near, vec![spots.start.clone()]));
    regions
}

/// Splits off the positions in which a card has moved that cannot return and that at most `most` positions
/// have moved. Returns `None` if no position is split off.
fn split(spots: &Spots, visited: &StateGraph, near: &mut Vec<u32>, most: usize) -> Option<Vec<u32>> {
    let mut moved = vec![0; spots.start.len()];
    for &number in near.iter() {
        for (moved, (now, was)) in moved.iter_mut().zip(visited.state(number).iter().zip(&spots.start)) {
            *moved += usize::from(now != was);
        }
    }
    let rare = |card: &usize| moved[*card] <= most && spots.leave_only[spots.start[*card] as usize];
    let rare: Vec<usize> = (0..moved.len()).filter(rare).collect();
    let inside = |&number: &u32| rare.iter().all(|&card| visited.state(number)[card] == spots.start[card]);
    let (inner, far): (Vec<u32>, Vec<u32>) = near.iter().copied().partition(inside);
    *near = inner;
    (!far.is_empty()).then_some(far)
}

/// Returns the positions of `far` that a move from `near` leads to.
fn entered(visited: &StateGraph, near: &[u32], far: &[u32]) -> Vec<State> {
    let mut is_far = vec![false; visited.len() as usize];
    far.iter().for_each(|&number| is_far[number as usize] = true);
    let mut starts = Vec::new();
    for &number in near {
        for &to in visited.next(number) {
            if std::mem::take(&mut is_far[to as usize]) {
                starts.push(visited.state(to).into());
            }
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::super::visit;
    use super::*;
    use patsat_base::Limits;
    use patsat_game::cards::{DealId, DeckSpec};
    use patsat_game::rules::Rules;
    use patsat_game::state::Instance;
    use patsat_lowering::lower::lower;
    use patsat_search::Budget;
    use patsat_states::packed::Game;
    use std::collections::BTreeSet;

    /// The positions of a small game, by both ways of visiting them.
    fn visits(seed: u64) -> (Spots, [StateGraph; 2]) {
        let mut rules = Rules { cells: 1, columns: 4, ..Rules::preset("freecell").unwrap() };
        rules.deck = DeckSpec::new(4, 3, 1);
        let instance = Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap();
        let spots = Spots::new(&instance, lower(&instance).unwrap().task).unwrap();
        let mut budget = Budget::new(Limits::default());
        let packed = visit::packed(&instance, &Game::new(&instance).unwrap(), &spots, 100_000, &mut budget);
        let plain = visit::plain(&instance, &spots, 10_000, &mut budget);
        (spots, [packed, plain])
    }

    fn states(visited: &StateGraph) -> BTreeSet<&[u32]> {
        (0..visited.len()).map(|number| visited.state(number)).collect()
    }

    #[test]
    fn the_fast_state_and_the_table_reach_the_same_positions() {
        for seed in 0..40 {
            let (_, [packed, plain]) = visits(seed);
            assert!(packed.complete && plain.complete);
            assert_eq!(states(&packed), states(&plain));
        }
    }

    #[test]
    fn nothing_leads_out_of_a_region_but_to_starts_of_those_before() {
        let mut divided = 0;
        for seed in 0..40 {
            let (spots, [visited, _]) = visits(seed);
            let mut near: Vec<u32> = (0..visited.len()).collect();
            let most = near.len();
            let Some(far) = split(&spots, &visited, &mut near, most) else { continue };
            divided += 1;
            let starts = entered(&visited, &near, &far);
            let starts: BTreeSet<&[u32]> = starts.iter().map(|state| &state[..]).collect();
            assert_eq!(near.len() + far.len(), visited.len() as usize);
            for &number in &far {
                assert!(visited.next(number).iter().all(|to| far.contains(to)));
            }
            for &number in &near {
                let enters = |&to: &u32| starts.contains(visited.state(to));
                assert!(visited.next(number).iter().all(|to| near.contains(to) || enters(to)));
            }
        }
        assert!(divided > 10, "{divided}");
    }

    #[test]
    fn what_always_holds_does() {
        for seed in 0..40 {
            let (spots, [visited, _]) = visits(seed);
            let regions = divide(&spots, &visited, Some(1));
            assert_eq!(regions.last().unwrap().starts, std::slice::from_ref(&spots.start));
            assert_eq!(regions.iter().map(|region| region.size).sum::<usize>(), visited.len() as usize);
            for region in &regions {
                let all = region.all();
                let always: Vec<u32> = region.always().collect();
                let holding = region.matching(&always);
                assert_eq!(holding.shared(&all), region.size as u64);
                assert!(region.starts.iter().all(|start| spots.holds(&always, start)));
            }
        }
    }
}
