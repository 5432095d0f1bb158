//! From the automaton to numbers: polynomials in the number of tiles, from the last value back.
//!
//! For each set of run states, the polynomial of all ends that win from there in `j` values. Going
//! backwards the polynomials are short where the sets are many, and long where they are few.

use super::automaton::Automaton;
use super::exact::Exact;

/// Returns the winning hands with `jokers` jokers by their number of tiles that are no jokers.
///
/// If `weighed`, each hand counts as often as it can be drawn from tiles that are all different.
pub(super) fn winning<N: Exact>(automaton: &Automaton, jokers: usize, weighed: bool, most: usize) -> Vec<N> {
    let layers = automaton.layers();
    let factor = |ways: u32, weight: u64| if weighed { weight } else { ways.into() };
    let mut after: Vec<Vec<N>> = Vec::new();
    for set in 0..layers.last().copied().unwrap_or(0) {
        let mut ends = Vec::new();
        for arc in automaton.last(set).iter().filter(|arc| arc.to as usize == jokers) {
            add(&mut ends, &[N::one()], arc.tiles.into(), factor(arc.ways, arc.weight), most);
        }
        after.push(ends);
    }
    for &sets in layers.iter().rev().skip(1) {
        let before = (0..sets).map(|set| {
            let mut ends = Vec::new();
            for arc in automaton.arcs(set) {
                let factor = factor(arc.ways, arc.weight);
                if let Some(more) = after.get(arc.to as usize) {
                    add(&mut ends, more, arc.tiles.into(), factor, most);
                }
            }
            ends
        });
        after = before.collect();
    }
    after.into_iter().next().unwrap_or_default()
}

/// Adds `factor * x^shift * more`, up to the power `most`.
fn add<N: Exact>(sum: &mut Vec<N>, more: &[N], shift: usize, factor: u64, most: usize) {
    let length = (more.len() + shift).min(most + 1);
    if more.is_empty() || length <= shift {
        return;
    }
    if sum.len() < length {
        sum.resize(length, N::default());
    }
    for (to, from) in sum[shift..length].iter_mut().zip(more) {
        to.add(from, factor);
    }
}
