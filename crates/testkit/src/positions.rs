//! All positions of a game, each with its distance to a win, by exhaustive search.

use super::Dice;
use patsat_game::state::{Instance, StateKey, Table};
use std::collections::HashMap;

/// A position, and the fewest moves from it to a win; `None` if it is lost.
pub type KnownPosition = (Table, Option<u32>);

/// Every position that can be reached; `None` if there are more than `most`.
#[must_use]
pub fn all_positions(instance: &Instance, most: usize) -> Option<Vec<KnownPosition>> {
    let start = instance.table();
    let mut numbers: HashMap<StateKey, usize> = HashMap::from([(start.key(), 0)]);
    let (mut tables, mut from) = (vec![start], vec![Vec::new()]);
    let mut next = 0;
    while next < tables.len() {
        for action in tables[next].moves() {
            let mut table = tables[next].clone();
            table.apply(action).unwrap();
            let number = *numbers.entry(table.key()).or_insert_with(|| {
                tables.push(table);
                from.push(Vec::new());
                tables.len() - 1
            });
            from[number].push(next);
        }
        if tables.len() > most {
            return None;
        }
        next += 1;
    }
    let mut left: Vec<Option<u32>> = tables.iter().map(|table| table.is_won().then_some(0)).collect();
    let mut layer: Vec<usize> = (0..left.len()).filter(|&n| left[n].is_some()).collect();
    for moves in 1.. {
        let before: Vec<usize> = layer.iter().flat_map(|&n| from[n].iter().copied()).collect();
        layer.clear();
        for n in before {
            if left[n].is_none() {
                left[n] = Some(moves);
                layer.push(n);
            }
        }
        if layer.is_empty() {
            break;
        }
    }
    Some(tables.into_iter().zip(left).collect())
}

/// A position of the game that is lost or at most `moves` from a win; `None` if there are more than `most` positions.
#[must_use]
pub fn near_end(instance: &Instance, seed: u64, moves: u32, most: usize) -> Option<Instance> {
    let positions = all_positions(instance, most)?;
    let near: Vec<&KnownPosition> =
        positions.iter().filter(|(_, left)| left.is_none_or(|left| left <= moves)).collect();
    let (table, _) = near[Dice::new(seed).below(near.len())];
    Some(Instance::new((*instance.rules).clone(), table.deal().clone()).unwrap())
}

/// The start as sample 0, then positions at random. Every other one is lost, if some are.
#[must_use]
pub fn sampled<'p>(positions: &'p [KnownPosition], sample: usize, dice: &mut Dice) -> &'p KnownPosition {
    let tries = if sample.is_multiple_of(2) { 1 } else { 40 };
    let among = if sample == 0 { 1 } else { positions.len() };
    let picked: Vec<usize> = (0..tries).map(|_| dice.below(among)).collect();
    let at = *picked.iter().find(|&&n| positions[n].1.is_none()).unwrap_or(&picked[0]);
    &positions[at]
}
