//! What is known about a game without searching it.

use patsat_game::state::{Instance, Plan, Table};
use patsat_game::verify::{Verified, replay};
use patsat_planning::SelfCheck;
use patsat_states::theory::{Outside, Spider, greedy, inversions, runs, sorted};

/// The verdict of the theory on a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is won, by this plan.
    Winnable {
        /// The statement of the theory that proves it: `sorted` or `greedy`.
        by: &'static str,
        /// The plan it constructs.
        plan: Verified<Plan>,
    },
    /// It cannot be won.
    Unwinnable {
        /// The statement of the theory that proves it: `inversions` or `greedy`.
        by: &'static str,
    },
    /// The theory leaves it open.
    Open,
}

/// All results of the theory for a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Class {
    /// Whether every card lies on a higher one of its suit, face up, without a stock.
    pub sorted: bool,
    /// The inversions, where the theorem applies.
    pub inversions: Option<inversions::Inversions>,
    /// Where play ended and how many moves it took, if any order of moves decides the game.
    pub greedy: Option<(usize, Table)>,
    /// The count of maximal runs.
    pub runs: runs::Runs,
    /// The verdict that follows.
    pub verdict: Verdict,
}

/// Applies every statement of the theory to the start of an instance.
///
/// # Errors
/// If the game is not of Spider's kind (the outer error), or the verifier refuses a plan that the theory constructs.
pub fn classify(instance: &Instance) -> Result<Result<Class, Box<SelfCheck>>, Outside> {
    let table = instance.table();
    let game = Spider::new(&table)?;
    Ok(conclude(instance, &game).map_err(Box::new))
}

fn conclude(instance: &Instance, game: &Spider<'_>) -> Result<Class, SelfCheck> {
    let refused = |plan: &Plan, fault| SelfCheck::Plan { plan: plan.clone(), fault: Box::new(fault) };
    let checked = |plan: Plan| replay(instance, plan.clone()).map_err(|fault| refused(&plan, fault));
    let (plan, inversions, greedy) = (sorted::plan(game), inversions::inversions(game), greedy::decide(game));
    let sorted = plan.is_some();
    let lost_by_inversions = inversions.as_ref().is_some_and(|found| found.lost);
    let verdict = match (plan, &greedy) {
        (Some(plan), _) => Verdict::Winnable { by: "sorted", plan: checked(plan)? },
        (None, Some(decided)) if decided.won => {
            Verdict::Winnable { by: "greedy", plan: checked(decided.plan.clone())? }
        }
        _ if lost_by_inversions => Verdict::Unwinnable { by: "inversions" },
        (None, Some(_)) => Verdict::Unwinnable { by: "greedy" },
        (None, None) => Verdict::Open,
    };
    if lost_by_inversions && matches!(verdict, Verdict::Winnable { .. }) {
        return Err(SelfCheck::Winnable);
    }
    let greedy = greedy.map(|decided| (decided.plan.moves.len(), decided.last));
    Ok(Class { sorted, inversions, greedy, runs: runs::runs(game), verdict })
}
