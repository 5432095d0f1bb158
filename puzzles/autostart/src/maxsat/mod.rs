//! The optimum by MaxSAT: a formula without time steps.
//!
//! A card has at most two events, its intermediate move and its way home. A model chooses which
//! of them happen (`formula`) and puts all of them into one order, which is a strict total
//! order by its clauses (`order`); so the formula has no horizon. Read in that order the events
//! are a play, and every play is a model. The formula has only events that a fixed point cannot
//! rule out, and of these only the ones of use (`reach`). The MaxSAT problem minimizes the cards
//! that stay. [`Problem::write_wcnf`] writes it for any solver. [`Problem::optimum`] solves it with
//! a SAT solver, a totalizer and a bound that falls until there is no model.

mod formula;
mod order;
mod reach;

use super::bound;
use super::check::{MoveError, check};
use super::game::Game;
use super::plan::{IntermediatePlace, Plan, Step};
use super::state::State;
use super::tableau::Tableau;
use formula::{Events, Target};
use patsat_encodings::constraints::Count;
use patsat_encodings::emit::{self, Legend};
use patsat_encodings::formula::{Formula, Size};
use patsat_encodings::options::Cardinality;
use patsat_solvers::{Backend, BackendError, SolverAnswer};
use rustsat::types::Lit;
use std::io;

/// A tableau as a MaxSAT problem.
#[derive(Clone, Debug)]
pub struct Problem {
    tableau: Tableau,
    rules: IntermediatePlace,
    game: Game,
    formula: Formula,
    events: Events,
}

/// The reason why there is no optimum.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptimumError {
    /// The solver failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// A model is no play: the formula is wrong.
    #[error("a model of the formula is no play: {0}")]
    NoPlay(#[from] MoveError),
}

/// The result of the solver's bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaxSatResult {
    /// Cards home, as the checker counts them.
    pub cards: usize,
    /// The plan that sends them home.
    pub plan: Plan,
    /// Whether the plan is proven optimal; false if the solver stopped first.
    pub proven: bool,
}

impl Problem {
    /// Writes the formula.
    #[must_use]
    pub fn new(tableau: &Tableau, rules: IntermediatePlace) -> Problem {
        let game = Game::new(tableau);
        let mut formula = Formula::default();
        let events = formula::write(&mut formula, &game, rules);
        Problem { tableau: tableau.clone(), rules, game, formula, events }
    }

    /// How large the formula is.
    #[must_use]
    pub fn size(&self) -> Size {
        self.formula.size()
    }

    /// Writes it as WCNF: the cost is the number of cards that stay in the columns.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_wcnf(&self, out: &mut impl io::Write) -> io::Result<()> {
        let columns = self.tableau.columns().iter().map(|c| itertools::join(c, " "));
        let header =
            ["AutoStart: as few cards as possible stay in the columns (deepest card first)".to_owned()]
                .into_iter()
                .chain(columns.map(|cards| format!("  {cards}")))
                .collect();
        let legend = Legend { header, names: self.events.names(&self.game) };
        let costs: Vec<Lit> = self.events.home.iter().map(|&home| !home).collect();
        emit::write_wcnf(out, &legend, &self.formula, &costs)
    }

    /// Returns the play of a model, checked, and its number of cards home.
    ///
    /// # Errors
    /// If the checker refuses the play.
    pub fn read(&self, is_true: impl Fn(Lit) -> bool) -> Result<(Plan, usize), MoveError> {
        let mut column = self.game.column.clone();
        let mut plan = Plan::default();
        for event in self.events.in_order(&is_true) {
            let card = usize::from(event.card);
            let from = usize::from(column[card]);
            plan.0.push(match event.target {
                Target::Home => Step::Found { column: from },
                Target::Card(onto) => {
                    column[card] = column[usize::from(onto)];
                    Step::Place { from, to: column[card].into() }
                }
                Target::Column(to) => {
                    column[card] = to;
                    Step::Place { from, to: to.into() }
                }
            });
        }
        let cards = check(&self.tableau, self.rules, &plan)?;
        Ok((plan, cards))
    }

    /// The play without intermediate moves that it does not need.
    fn without_useless_moves(&self, mut plan: Plan, cards: usize) -> Plan {
        for at in (0..plan.0.len()).rev() {
            let mut less = plan.clone();
            less.0.remove(at);
            if check(&self.tableau, self.rules, &less) == Ok(cards) {
                plan = less;
            }
        }
        plan
    }

    /// Finds the optimum: requires more cards home until the SAT solver finds no model.
    ///
    /// # Errors
    /// If the solver breaks, or a model is no play.
    pub fn optimum(&self, backend: &mut dyn Backend) -> Result<MaxSatResult, OptimumError> {
        let mut formula = self.formula.clone();
        let stay: Vec<Lit> = self.events.home.iter().map(|&home| !home).collect();
        let count = Count::new(&mut formula, Cardinality::Totalizer, &stay, stay.len());
        for clause in formula.clauses_from(0) {
            backend.add(clause)?;
        }
        let mut best = MaxSatResult { cards: 0, plan: Plan::default(), proven: false };
        let most = bound::most(&State::new(&self.game));
        loop {
            if best.cards == most {
                return Ok(MaxSatResult { proven: true, ..best });
            }
            // One more home: fewer stay than at the best so far.
            let fewer = count.at_least(stay.len() - best.cards).map(|lit| !lit);
            let Some(fewer) = fewer else { return Ok(MaxSatResult { proven: true, ..best }) };
            match backend.solve(&[fewer])? {
                SolverAnswer::Satisfiable(()) => {
                    let (plan, cards) = self.read(|lit| backend.value(lit))?;
                    debug_assert!(cards > best.cards);
                    let plan = self.without_useless_moves(plan, cards);
                    best = MaxSatResult { cards, plan, proven: false };
                }
                SolverAnswer::Unsatisfiable => return Ok(MaxSatResult { proven: true, ..best }),
                SolverAnswer::Unknown(_) => return Ok(best),
            }
        }
    }
}
