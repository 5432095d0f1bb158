//! Counts over a set of deals, for each algorithm.

use super::super::{Algorithm, IntermediatePlace, MoveError, Tableau};

/// An algorithm with the intermediate moves it may make.
pub type Contender = (Algorithm, IntermediatePlace);

/// Counts over deals. The same deals in any order give the same tally.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Deals by number of cards home: entry `n` counts the deals with `n` cards home.
    pub histogram: Vec<u64>,
    /// Columns checked, or nodes expanded, in all deals.
    pub work: u64,
    /// The most work in one deal.
    pub most_work: u64,
    /// Deals whose search was cut short.
    pub unfinished: u64,
    /// Deals in which as many cards went home as can, if the optimum is among the contenders.
    pub optimal: u64,
}

impl Tally {
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// Mean number of cards home; 0 without a deal.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: u64 = (0..).zip(&self.histogram).map(|(cards, deals)| cards * deals).sum();
        sum as f64 / self.deals().max(1) as f64
    }

    /// The standard error of the mean; 0 with fewer than two deals.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        let (deals, mean) = (self.deals() as f64, self.mean());
        if deals < 2.0 {
            return 0.0;
        }
        let square = |(cards, &count): (usize, &u64)| (cards as f64 - mean).powi(2) * count as f64;
        let sum: f64 = self.histogram.iter().enumerate().map(square).sum();
        (sum / (deals - 1.0) / deals).sqrt()
    }

    /// Returns the number of deals with at least `cards` cards home.
    #[must_use]
    pub fn at_least(&self, cards: usize) -> u64 {
        self.histogram.iter().skip(cards).sum()
    }

    /// The most cards home in a deal.
    #[must_use]
    pub fn most(&self) -> usize {
        self.histogram.iter().rposition(|&deals| deals > 0).unwrap_or(0)
    }

    /// Adds what another tally counted.
    pub fn merge(&mut self, other: &Tally) {
        let longer = self.histogram.len().max(other.histogram.len());
        self.histogram.resize(longer, 0);
        for (count, more) in self.histogram.iter_mut().zip(&other.histogram) {
            *count += more;
        }
        self.work += other.work;
        self.most_work = self.most_work.max(other.most_work);
        self.unfinished += other.unfinished;
        self.optimal += other.optimal;
    }
}

/// Adds one deal to the tally of each contender.
///
/// # Errors
/// If the checker refuses a plan: a bug.
pub fn tally(
    tableau: &Tableau,
    contenders: &[Contender],
    most_nodes: u64,
    tallies: &mut [Tally],
) -> Result<(), MoveError> {
    let found = contenders.iter().map(|&(algorithm, rules)| algorithm.run(tableau, rules, most_nodes));
    let found = found.collect::<Result<Vec<_>, _>>()?;
    for ((tally, this), &(algorithm, rules)) in tallies.iter_mut().zip(&found).zip(contenders) {
        if tally.histogram.len() <= this.cards {
            tally.histogram.resize(this.cards + 1, 0);
        }
        tally.histogram[this.cards] += 1;
        tally.work += this.work;
        tally.most_work = tally.most_work.max(this.work);
        tally.unfinished += u64::from(!this.finished);
        let best = reference(contenders, algorithm.rules(rules)).map(|best| &found[best]);
        tally.optimal += u64::from(best.is_some_and(|best| best.finished && best.cards == this.cards));
    }
    Ok(())
}

/// The optimum with these moves, among the contenders.
#[must_use]
pub fn reference(contenders: &[Contender], rules: IntermediatePlace) -> Option<usize> {
    contenders.iter().position(|&contender| contender == (Algorithm::Exact, rules))
}
