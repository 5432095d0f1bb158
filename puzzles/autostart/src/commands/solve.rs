//! One deal: every algorithm and its plan.

use super::deal::tableau;
use super::{PlayArgs, RuleArgs, many};
use crate::maxsat::{OptimumError, Problem};
use crate::report::{self, Answer as PlayAnswer};
use crate::{Algorithm, AlgorithmResult, IntermediatePlace, Tableau};
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::{input, signals};
use patsat_puzzle::solvers::{control, failed, sat};
use patsat_puzzle::{Answer, Question, bug};
use patsat_solvers::{BackendOptions, Control};
use std::path::Path;

/// The conflict limit of the SAT solver. Where many columns can be emptied the formula is hard to
/// refute, and search is much faster.
const MOST_CONFLICTS: u64 = 20_000;

/// Print the plans of all algorithms, or their means over a range
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// A deal such as random:forty-thieves:1, a range of deals, a file (JSON, or one column per line, deepest card
    /// first), or - for standard input
    instance: String,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

impl Question for Args {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        let text = &self.instance;
        if text.contains("..") && !Path::new(text).exists() {
            return many::answer(&self.play, &self.rules, text, context);
        }
        let tableau = tableau(text, &self.rules)?;
        let answers = self.answers(&tableau)?;
        let exit = signals::unfinished(Exit::Done);
        Ok(Answer { exit, ..shown(text, &tableau, &answers, context) })
    }
}

/// The answer about one deal.
pub(super) fn shown(text: &str, tableau: &Tableau, answers: &[PlayAnswer], context: &Context) -> Answer {
    let style = context.style(None, When::Auto);
    let shown = report::text(input::name(text), tableau, answers, style);
    Answer::new(Exit::Done, shown, report::json(tableau, answers)).about(text)
}

impl Args {
    /// Runs the selected algorithms.
    fn answers(&self, tableau: &Tableau) -> Result<Vec<PlayAnswer>, Failure> {
        let mut answers = Vec::new();
        let variants = [IntermediatePlace::None, IntermediatePlace::Suit, IntermediatePlace::SuitOrEmpty];
        let named = &self.play.algorithm;
        let wanted = |algorithm: &Algorithm| named.is_empty() || named.contains(algorithm);
        for algorithm in Algorithm::ALL.into_iter().filter(wanted) {
            for rules in variants {
                let meant = match (algorithm, rules) {
                    (Algorithm::Heuristic, IntermediatePlace::None) => false,
                    (_, IntermediatePlace::None) => true,
                    _ => algorithm.uses_intermediate(),
                };
                if meant {
                    let found = algorithm.run(tableau, rules, self.play.node_limit);
                    answers.push(played(algorithm, rules, found.map_err(|e| bug(&self.instance, e))?));
                }
            }
        }
        if wanted(&Algorithm::Exact) {
            for rules in variants {
                answers.push(self.by_maxsat(tableau, rules)?);
            }
            self.agree(&answers)?;
        }
        Ok(answers)
    }

    /// Search and MaxSAT must find the same optima.
    fn agree(&self, answers: &[PlayAnswer]) -> Result<(), Failure> {
        let optima = |name: &'static str| {
            answers.iter().filter(move |answer| answer.name == name && answer.remark == "optimum")
        };
        for search in optima("exact") {
            let mut others = optima("maxsat").filter(|other| other.rules == search.rules);
            if let Some(maxsat) = others.find(|other| other.cards != search.cards) {
                let (text, search, maxsat) = (&self.instance, search.cards, maxsat.cards);
                let text = format!("{text}: the optimum is {search} by search and {maxsat} by MaxSAT");
                return Err(Failure::self_check(text));
            }
        }
        Ok(())
    }

    /// The optimum by the SAT solver of this build.
    fn by_maxsat(&self, tableau: &Tableau, rules: IntermediatePlace) -> Result<PlayAnswer, Failure> {
        let control = Control { conflicts: Some(MOST_CONFLICTS), ..control(None) };
        let mut backend = sat(None)?.start(&BackendOptions::default(), control).map_err(failed)?;
        let bounded = Problem::new(tableau, rules).optimum(&mut *backend).map_err(|error| match error {
            OptimumError::Backend(error) => failed(error),
            OptimumError::NoPlay(refused) => bug(&self.instance, refused),
        })?;
        let remark = if bounded.proven { "optimum" } else { "not proved within the limit" };
        let (cards, plan) = (bounded.cards, bounded.plan);
        Ok(PlayAnswer { name: "maxsat".into(), rules, cards, plan, work: None, remark })
    }
}

fn played(algorithm: Algorithm, rules: IntermediatePlace, found: AlgorithmResult) -> PlayAnswer {
    let remark = match (found.finished, algorithm) {
        (false, _) => "stopped by --node-limit",
        (true, Algorithm::Exact) => "optimum",
        (true, _) => "",
    };
    let AlgorithmResult { cards, plan, work, .. } = found;
    PlayAnswer { name: algorithm.name().into(), rules, cards, plan, work: Some(work), remark }
}
