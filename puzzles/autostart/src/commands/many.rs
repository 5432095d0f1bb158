//! A range of deals: what each algorithm does on average.

use super::deal::{dealt, range};
use super::{PlayArgs, RuleArgs};
use crate::report;
use crate::study::{Contender, Tally, tally};
use crate::{Algorithm, Expansion, IntermediatePlace};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_puzzle::{Answer, bug};
use rayon::prelude::*;
use std::sync::atomic::Ordering;

/// The number of deals in one unit of work.
const PIECE: u64 = 256;

/// The default contenders. Depth-first and breadth-first branch and bound run only if named: the
/// second visits every order of every play.
const DEFAULT: [Contender; 7] = [
    (Algorithm::Greedy, IntermediatePlace::None),
    (Algorithm::Heuristic, IntermediatePlace::Suit),
    (Algorithm::Heuristic, IntermediatePlace::SuitOrEmpty),
    (Algorithm::BranchAndBound(Expansion::Best), IntermediatePlace::None),
    (Algorithm::Exact, IntermediatePlace::None),
    (Algorithm::Exact, IntermediatePlace::Suit),
    (Algorithm::Exact, IntermediatePlace::SuitOrEmpty),
];

pub(super) fn answer(
    play: &PlayArgs,
    rules: &RuleArgs,
    text: &str,
    context: &Context,
) -> Result<Answer, Failure> {
    let contenders = contenders(play, rules);
    let (range, rules) = range(text, rules.other_shape()?)?;
    let (first, last) = (range.first.number(), range.last);
    let stop = signals::stop_flag();
    let live = LiveLine::pieces(context, range.len());
    let piece = |start: u64| -> Result<Vec<Tally>, Failure> {
        let mut tallies = vec![Tally::default(); contenders.len()];
        for number in (start..=last).take(PIECE as usize) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let id = range.first.with_number(number).map_err(Failure::input)?;
            let counted = tally(&dealt(&id, &rules)?, &contenders, play.node_limit, &mut tallies);
            counted.map_err(|refused| bug(&id.to_string(), refused))?;
            live.advance(1);
        }
        Ok(tallies)
    };
    let pieces = range.len().div_ceil(PIECE);
    let none = || vec![Tally::default(); contenders.len()];
    let merged = play.pool()?.install(|| {
        let all = (0..pieces).into_par_iter().map(|n| piece(first + n * PIECE));
        all.try_reduce(none, |mut sum, more| {
            sum.iter_mut().zip(&more).for_each(|(sum, more)| sum.merge(more));
            Ok(sum)
        })
    });
    live.done();
    let tallies = merged?;
    let deals = tallies.first().map_or(0, Tally::deals);
    if deals < range.len() {
        context.note(&format!("interrupted: {deals} of {} deals are counted", range.len()));
    }
    let enough = play.at_least;
    let table = report::markdown(&contenders, &tallies, enough);
    let histograms = report::csv(&contenders, &tallies);
    let text = format!("{range}: {deals} deals\n\n{table}\nDeals by cards home:\n\n{histograms}");
    let data = report::tally_json(&contenders, &tallies, enough);
    Ok(Answer::new(signals::unfinished(Exit::Done), text, data).about(&range.to_string()))
}

/// The algorithms and the moves that they may make.
fn contenders(play: &PlayArgs, rules: &RuleArgs) -> Vec<Contender> {
    let variants = |algorithm: Algorithm| match algorithm.uses_intermediate() {
        true => vec![IntermediatePlace::Suit, IntermediatePlace::SuitOrEmpty],
        false => vec![IntermediatePlace::None],
    };
    let named = play
        .algorithm
        .iter()
        .flat_map(|&algorithm| variants(algorithm).into_iter().map(move |rules| (algorithm, rules)));
    let all: Vec<Contender> = if play.algorithm.is_empty() { DEFAULT.to_vec() } else { named.collect() };
    let kept = all.into_iter().filter(|(algorithm, moves)| {
        !rules.empties || !algorithm.uses_intermediate() || *moves == IntermediatePlace::SuitOrEmpty
    });
    kept.collect()
}
