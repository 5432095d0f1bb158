//! Assigns each move of a plan to a step of the encoding.
//!
//! The printed plan is not the model's own: useless moves are removed, some moves are made earlier, and pairs are
//! joined. So its moves are assigned to steps in non-decreasing order. The assignment maximises the number of moves
//! whose step in the model takes the same card to the same place (an alignment by dynamic programming, moves times
//! steps).

use patsat_encodings::task::Step;
use patsat_game::state::{Instance, Plan};
use patsat_lowering::decode;
use patsat_lowering::lower::LoweredGame;
use std::collections::HashMap;

/// Returns the number of moves of the plan in each step, without empty steps. The result is empty if no step has more
/// than one move.
pub(super) fn grouped(
    instance: &Instance,
    lowered: &LoweredGame,
    steps: &[Vec<Step>],
    plan: &Plan,
) -> Vec<usize> {
    let Ok(made) = decode::recode(instance, lowered, plan) else { return Vec::new() };
    let mut of: HashMap<Step, Vec<usize>> = HashMap::new();
    for (number, step) in steps.iter().enumerate() {
        step.iter().for_each(|&action| of.entry(action).or_default().push(number));
    }
    let belongs = aligned(
        &made.iter().map(|action| of.get(action).map_or(&[][..], |n| n)).collect::<Vec<_>>(),
        steps.len(),
    );
    let mut counts = vec![0; steps.len()];
    belongs.iter().for_each(|&number| counts[number] += 1);
    counts.retain(|&count| count > 0);
    if counts.iter().any(|&count| count > 1) { counts } else { Vec::new() }
}

/// Returns non-decreasing numbers below `most`, one for each list, so that the maximum number of them is in their list.
fn aligned(wanted: &[&[usize]], most: usize) -> Vec<usize> {
    if most == 0 {
        return Vec::new();
    }
    // The most hits of the first lists if the last of them has number n or less, and the least number that reaches
    // them.
    let mut best: Vec<(usize, usize)> = vec![(0, 0); most];
    let mut rows: Vec<Vec<usize>> = Vec::with_capacity(wanted.len());
    for list in wanted {
        let hits: Vec<usize> = (0..most).map(|n| best[n].0 + usize::from(list.contains(&n))).collect();
        rows.push(best.iter().map(|&(_, at)| at).collect());
        let mut top = (hits[0], 0);
        for (n, &hit) in hits.iter().enumerate() {
            if hit > top.0 {
                top = (hit, n);
            }
            best[n] = top;
        }
    }
    let mut numbers = vec![0; wanted.len()];
    let mut bound = most - 1;
    let mut after = best;
    for n in (0..wanted.len()).rev() {
        numbers[n] = after[bound].1;
        bound = numbers[n];
        // The choices of the lists before this one.
        after = rows[n].iter().map(|&at| (0, at)).collect();
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::aligned;

    /// The most hits of any non-decreasing sequence.
    fn most_hits(wanted: &[&[usize]], from: usize, most: usize) -> usize {
        let Some((list, rest)) = wanted.split_first() else { return 0 };
        let choose = |n: usize| usize::from(list.contains(&n)) + most_hits(rest, n, most);
        (from..most).map(choose).max().unwrap_or(0)
    }

    #[test]
    fn alignments_are_the_best() {
        let lists: [&[usize]; 5] = [&[], &[0], &[2], &[0, 3], &[1]];
        for code in 0..5_usize.pow(5) {
            let wanted: Vec<&[usize]> = (0..5).map(|n| lists[code / 5_usize.pow(n) % 5]).collect();
            let numbers = aligned(&wanted, 4);
            assert!(numbers.is_sorted() && numbers.iter().all(|&n| n < 4), "{wanted:?}: {numbers:?}");
            let hits = wanted.iter().zip(&numbers).filter(|(list, n)| list.contains(n)).count();
            assert_eq!(hits, most_hits(&wanted, 0, 4), "{wanted:?}: {numbers:?}");
        }
        assert!(aligned(&[], 3).is_empty() && aligned(&[], 0).is_empty());
    }
}
