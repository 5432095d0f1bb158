//! Verdicts, their evidence and their costs.

use crate::certificate::{Certificate, PatternProof};
use crate::proof::BoundProof;
use crate::rounds::{EncodingUnit, HybridStats, PdrStats, SatStats};
use patsat_base::Limit;
use patsat_game::rules::{Cost, EmptyColumn, Group, Move, Place, Stock};
use patsat_game::state::{Instance, Plan, Table, expand, supermove_length};
use patsat_game::verify::{CostLowerBound, HeightLoss, SweepResult, TrackedLoss, Verified};
use patsat_search::{CertifyError, Stats};
use serde::{Deserialize, Serialize};
use web_time::Duration;

/// The four verdicts.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// A plan, replayed from rules and deal, and its optimality.
    Solved(Verified<Plan>, Optimality),
    /// No plan is this short; longer ones were not excluded.
    NoPlanWithin {
        /// The longest length that is excluded.
        bound: u32,
        /// In which count.
        of: Measure,
        /// A proof that the verifier has checked, if one was requested and could be made.
        proof: Option<Box<BoundProof>>,
    },
    /// No sequence of moves wins.
    Unwinnable(Basis),
    /// Undecided.
    Unknown(Limit),
}

/// What a bound counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The moves of a plan.
    Cost(Cost),
    /// The unit of an encoding, such as steps.
    Encoding(EncodingUnit),
}

/// How short a plan is known to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimality {
    /// Optimality was not requested.
    NotRequested,
    /// No plan is shorter.
    Shortest {
        /// In which count.
        cost: Cost,
        /// Its length.
        length: u32,
    },
    /// The shortest plan lies between these lengths, both included.
    Between {
        /// In which count.
        cost: Cost,
        /// No plan is shorter than this.
        lower: u32,
        /// The length of the plan found.
        upper: u32,
        /// The limit that ended the search.
        limit: Option<Limit>,
    },
}

/// The evidence that no plan is shorter, beside the claim of the search or the solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShortestProof {
    /// A bounded closed set of positions, checked against the rules alone.
    BoundedSet(Box<Certificate<CostLowerBound>>),
    /// A proof about a formula, checked by the verifier. Trusts the encoder too.
    Refutation(Box<BoundProof>),
    /// No evidence, for this reason.
    None(CertifyError),
}

/// The evidence for the verdict "unwinnable".
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Basis {
    /// A complete search that visited every position it could not exclude. Trusts the search.
    Search {
        /// The reason why there is no certificate, if one was requested.
        without: Option<CertifyError>,
    },
    /// A closed set of positions without a win, checked against the rules alone.
    ClosedSet(Box<Certificate>),
    /// All positions, visited by the verifier on the rules alone. Their number at each level of progress is that of the
    /// search.
    SweptSet(Box<Certificate<SweepResult>>),
    /// Tracked cards: the game is lost even if all other cards are free. Checked against the rules alone.
    TrackedCards(Box<Certificate<TrackedLoss>>),
    /// A lost height game, checked against the rules alone.
    HeightGame(Box<Certificate<HeightLoss>>),
    /// Dead patterns, checked against the rules alone.
    Patterns(Box<PatternProof>),
    /// There is no plan within a bound that suffices for every plan. Trusts the encoder and, without a proof, the
    /// solver.
    Bound {
        /// The bound.
        bound: u32,
        /// In what it counts.
        of: EncodingUnit,
        /// A proof that the verifier has checked, if one was requested and could be made.
        proof: Option<Box<BoundProof>>,
    },
    /// The game was made from a formula, and no play removes its locks within a bound that suffices for every such
    /// play. Trusts the argument of the reduction, the encoder and, without a proof, the solver.
    Locks {
        /// The bound.
        bound: u32,
        /// In what it counts.
        of: EncodingUnit,
        /// A proof that the verifier has checked, if one was requested and could be made.
        proof: Option<Box<BoundProof>>,
    },
}

/// The name of a verdict, as in JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// A verified plan was found.
    Solved,
    /// No plan of some length.
    NoPlanWithin,
    /// No plan at all.
    Unwinnable,
    /// Undecided.
    Unknown,
}

impl Outcome {
    /// The name of the verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self {
            Outcome::Solved(..) => Verdict::Solved,
            Outcome::NoPlanWithin { .. } => Verdict::NoPlanWithin,
            Outcome::Unwinnable(_) => Verdict::Unwinnable,
            Outcome::Unknown(_) => Verdict::Unknown,
        }
    }
}

/// The lengths of a plan in the three counts (see [`Cost`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lengths {
    /// Single-card moves.
    pub m1: u32,
    /// Moves, a supermove being one.
    pub m2: u32,
    /// Moves without those to a foundation.
    pub m3: u32,
}

impl Lengths {
    /// The lengths of a verified plan of this instance.
    #[must_use]
    pub fn of(instance: &Instance, plan: &Verified<Plan>) -> Lengths {
        let total = plan.moves.len();
        let home = plan.moves.iter().filter(|m| m.goes_home()).count();
        Lengths {
            m1: (total + in_supermoves(instance, plan)) as u32,
            m2: total as u32,
            m3: (total - home) as u32,
        }
    }

    /// The length in one count.
    #[must_use]
    pub fn get(&self, cost: Cost) -> u32 {
        match cost {
            Cost::M1 => self.m1,
            Cost::M2 => self.m2,
            Cost::M3 => self.m3,
        }
    }
}

/// Returns the number of single moves in a plan's supermoves, minus one for each supermove.
///
/// The count is that of [`Plan::cost`]. It depends only on the numbers of empty cells and columns, so this function
/// counts cards instead of playing the plan. In a survey of many deals, a replay would cost more than the check.
fn in_supermoves(instance: &Instance, plan: &Plan) -> usize {
    let rules = &instance.rules;
    let many = |action: &Move| matches!(action, Move::Cards { count: 2.., .. });
    let last = plan.moves.iter().rposition(many).filter(|_| rules.group == Group::BySpaces);
    let Some(last) = last else { return 0 };
    // Rows and complete runs change columns too. No built-in game has both them and supermoves, but rules can.
    if rules.home.of_runs() || matches!(rules.stock, Stock::Rows { .. }) {
        return by_table(instance.table(), plan);
    }
    let mut heights: Vec<usize> = instance.deal.columns.iter().map(|pile| pile.cards.len()).collect();
    let mut free = instance.deal.cells.iter().filter(|cell| cell.is_none()).count();
    let mut extra = 0;
    for &action in &plan.moves[..=last] {
        let Move::Cards { from, to, count } = action else { continue };
        let cards = count as usize;
        if let (2.., Place::Column(target)) = (count, to) {
            let mut columns = 0;
            if rules.empty_column == EmptyColumn::Any {
                let others = (0u16..).zip(&heights).filter(|&(n, _)| n != target);
                columns = others.filter(|&(_, &height)| height == 0).count();
            }
            extra += supermove_length(cards, free, columns).saturating_sub(1);
        }
        match from {
            Place::Column(n) => heights[usize::from(n)] -= cards,
            Place::Cell(_) => free += 1,
            _ => {}
        }
        match to {
            Place::Column(n) => heights[usize::from(n)] += cards,
            Place::Cell(_) => free -= 1,
            _ => {}
        }
    }
    extra
}

/// Counts as [`in_supermoves`] does, by playing the plan.
fn by_table(mut table: Table, plan: &Plan) -> usize {
    let mut extra = 0;
    for &action in &plan.moves {
        extra += expand(&table, action).len().saturating_sub(1);
        // A verified plan is legal throughout.
        let _ = table.apply(action);
    }
    extra
}

/// A verdict and its cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The verdict.
    pub outcome: Outcome,
    /// The lengths of the plan, if there is one.
    pub lengths: Option<Lengths>,
    /// The statistics of the search.
    pub stats: Stats,
    /// A lower bound on single-card moves that the verifier has checked, if one was made.
    pub checked_bound: Option<u32>,
    /// The evidence that no plan is shorter, if it was requested.
    pub shortest_proof: Option<ShortestProof>,
    /// The queries to solvers, if there were any.
    pub sat: Option<Box<SatStats>>,
    /// The result of the solvers on parts of the native search's plan, if they were queried.
    pub hybrid: Option<Box<HybridStats>>,
    /// The work of property-directed reachability, if that was the method.
    pub pdr: Option<PdrStats>,
    /// Wall-clock time, certificate included.
    pub time: Duration,
}

impl Answer {
    /// The name of the verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.outcome.verdict()
    }

    /// The verified plan, if there is one.
    #[must_use]
    pub fn plan(&self) -> Option<&Verified<Plan>> {
        match &self.outcome {
            Outcome::Solved(plan, _) => Some(plan),
            _ => None,
        }
    }

    /// Returns an answer with this outcome and time, the lengths of its plan, and no other statistics.
    #[must_use]
    pub fn new(instance: &Instance, outcome: Outcome, time: Duration) -> Answer {
        let lengths = match &outcome {
            Outcome::Solved(plan, _) => Some(Lengths::of(instance, plan)),
            _ => None,
        };
        Answer {
            outcome,
            lengths,
            stats: Stats::default(),
            checked_bound: None,
            shortest_proof: None,
            sat: None,
            hybrid: None,
            pdr: None,
            time,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::{DealId, DeckSpec};
    use patsat_game::rules::{Home, Rules, Sizes};

    /// Random walks that prefer supermoves. The games have empty columns for any card, for kings alone or for no card;
    /// one has complete runs that leave and rows that are dealt.
    #[test]
    fn supermoves_are_counted_as_the_table_expands_them() {
        let mut spider = Rules::preset("spider").unwrap();
        (spider.group, spider.columns, spider.layout.sizes) = (Group::BySpaces, 4, Sizes::Round(12));
        (spider.deck, spider.stock) = (DeckSpec::new(4, 1, 4), Stock::Rows { onto_empty: true });
        let names = ["freecell", "eight-off", "seahaven-towers"];
        let mut games: Vec<Rules> = names.iter().map(|name| Rules::preset(name).unwrap()).collect();
        games.push(Rules { empty_column: EmptyColumn::Nothing, ..games[0].clone() });
        // Short columns are soon empty.
        games.push(Rules { columns: 12, cells: 5, ..games[0].clone() });
        games.push(spider);
        let (mut longer, mut through_columns, mut left) = (0, 0, 0);
        for rules in games {
            for seed in 0..60 {
                let id = DealId::Random { game: None, seed };
                let instance = Instance::from_id(rules.clone(), id).unwrap();
                let (mut table, mut moves) = (instance.table(), Vec::new());
                for turn in 0..150usize {
                    let of = |least: u32| {
                        let fits = move |m: &Move| matches!(*m, Move::Cards { count, .. } if count >= least);
                        table.moves().into_iter().filter(fits).collect::<Vec<_>>()
                    };
                    let mut legal = [of(3), of(2)].into_iter().find(|m| !m.is_empty() && turn % 3 > 0);
                    let legal = legal.get_or_insert_with(|| table.moves());
                    let Some(&action) = legal.get((turn * 31 + seed as usize) % legal.len().max(1)) else {
                        break;
                    };
                    let cells = table.cells().iter().filter(|cell| cell.is_none()).count();
                    if let Move::Cards { count, to: Place::Column(_), .. } = action {
                        through_columns += u32::from(count as usize > cells + 1);
                    }
                    table.apply(action).unwrap();
                    moves.push(action);
                }
                let plan = Plan { moves };
                let single = plan.cost(&instance.table(), Cost::M1).unwrap();
                assert_eq!(
                    plan.moves.len() + in_supermoves(&instance, &plan),
                    single,
                    "{} {seed}",
                    rules.name
                );
                longer += u32::from(single > plan.moves.len());
                left += u32::from(rules.home == Home::Runs && table.foundations().iter().any(|&h| h > 0));
            }
        }
        assert!(longer > 100 && through_columns > 20 && left > 2, "{longer} {through_columns} {left}");
    }
}
