//! Solves a game: by search, by SAT, or with a shortest plan.

use crate::QuestionError;
use crate::files::Bytes;
use crate::game::{Game, QueryLimits};
use crate::progress::{self, grouped, progress_watcher};
use crate::text::{on_the_page, sentence};
use patsat::analysis::why::QUESTIONS;
use patsat::game::rules::Move;
use patsat::{Answer, Instance, Monitor, Outcome, SolveOptions, Verdict};
use patsat::{Basis, Optimality, ShortestProof};
use patsat_report::{human, trust};
use serde::{Deserialize, Serialize};

/// The solving method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum MethodKind {
    /// Native search.
    Search,
    /// SAT: a schedule of formulas, solved by varisat.
    Sat,
    /// Native search for a plan of fewest moves.
    Shortest,
}

/// The question for a plan.
#[derive(Debug, Deserialize)]
pub(crate) struct Solve {
    #[serde(flatten)]
    game: Game,
    by: MethodKind,
    /// Whether to make a certificate for a verdict without a plan.
    #[serde(default)]
    certify: bool,
    #[serde(default)]
    until: QueryLimits,
}

/// A verdict, as the page shows it.
#[derive(Serialize)]
pub(crate) struct VerdictData {
    pub(crate) verdict: Verdict,
    /// The verdict in a word or two.
    pub(crate) badge: &'static str,
    /// The verdict in a sentence.
    pub(crate) says: String,
    /// What the verdict trusts.
    rests: String,
    /// The length of the plan, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<String>,
    /// The moves of the verified plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Vec<Move>>,
    /// Whether it is proved that no plan is shorter.
    shortest: bool,
    /// The number of moves of each step, if an encoding found the plan.
    steps: Vec<usize>,
    /// The queries to a solver.
    rounds: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Bytes>,
    cost: String,
}

impl Solve {
    pub(crate) fn answer(&self, on_progress: &mut dyn FnMut(&str)) -> Result<VerdictData, QuestionError> {
        let now = self.game.opened()?.now()?;
        let request = self.options().request(&now)?;
        let by = request.method.name();
        let mut watch = progress_watcher(on_progress);
        let answer = patsat::run(&request, &mut Monitor::default().watched_by(&mut watch))?;
        Ok(verdict_data(&now, by, &answer))
    }

    fn options(&self) -> SolveOptions {
        let by =
            if self.by == MethodKind::Sat { patsat::MethodKind::Sat } else { patsat::MethodKind::Search };
        SolveOptions {
            by,
            optimal: self.by == MethodKind::Shortest,
            certify: self.certify,
            // Within every limit, also of positions.
            prove: (self.by == MethodKind::Search).then_some(QUESTIONS),
            limits: self.until.limits(),
            ..SolveOptions::default()
        }
    }
}

/// An answer as the page shows it.
pub(crate) fn verdict_data(now: &Instance, by: &str, answer: &Answer) -> VerdictData {
    debug_assert!(answer.plan().is_none_or(|plan| !plan.moves.is_empty() || now.table().is_won()));
    let (badge, message) = if now.table().is_won() {
        ("Won", "This game is already won.".to_owned())
    } else {
        (badge(answer.verdict()), message(by, answer))
    };
    VerdictData {
        verdict: answer.verdict(),
        badge,
        says: message,
        rests: rests(answer),
        length: answer.lengths.map(human::counts),
        plan: answer.plan().map(|plan| plan.moves.clone()),
        shortest: matches!(answer.outcome, Outcome::Solved(_, Optimality::Shortest { .. })),
        steps: answer.sat.as_ref().map(|sat| sat.steps.clone()).unwrap_or_default(),
        rounds: answer.sat.iter().flat_map(|sat| sat.rounds.iter().map(progress::answered)).collect(),
        certificate: certificate(answer),
        cost: cost(answer),
    }
}

/// What must be trusted for a verdict.
pub(crate) fn rests(answer: &Answer) -> String {
    let option = " --proof writes a certificate for a separate checker.";
    trust::rests_on(answer).replace(option, " A certificate is for a separate checker.")
}

/// A verdict in a word or two.
fn badge(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Solved => "Solved",
        Verdict::Unwinnable => "Unwinnable",
        Verdict::NoPlanWithin => "No plan within",
        Verdict::Unknown => "Undecided",
    }
}

/// A verdict in a sentence for a player.
fn message(by: &str, answer: &Answer) -> String {
    match &answer.outcome {
        Outcome::Unwinnable(Basis::Search { without }) => {
            let why = without.as_ref().map(|why| format!(" No certificate: {why}.")).unwrap_or_default();
            let positions = grouped(answer.stats.expanded);
            format!("This game cannot be won: all {positions} positions were searched.{why}")
        }
        _ => {
            let message = on_the_page(&human::verdict(by, answer));
            // The badge has the first word already.
            message.strip_prefix("Unknown: ").map_or_else(|| message.clone(), sentence)
        }
    }
}

fn cost(answer: &Answer) -> String {
    let seconds = answer.time.as_secs_f64();
    let positions = answer.stats.expanded;
    let searched = if positions > 0 { format!("{} positions, ", grouped(positions)) } else { String::new() };
    format!("{searched}{seconds:.2} s")
}

fn certificate(answer: &Answer) -> Option<Bytes> {
    match (&answer.outcome, &answer.shortest_proof) {
        (Outcome::Unwinnable(Basis::ClosedSet(set)), _) => Some(Bytes::new("closed-set.proof", &set.bytes)),
        (Outcome::Unwinnable(Basis::SweptSet(set)), _) => Some(Bytes::new("swept-set.txt", &set.bytes)),
        (Outcome::Unwinnable(Basis::TrackedCards(set)), _) => {
            Some(Bytes::new("tracked-cards.txt", &set.bytes))
        }
        (Outcome::Unwinnable(Basis::HeightGame(set)), _) => Some(Bytes::new("height-game.txt", &set.bytes)),
        (Outcome::Unwinnable(Basis::Patterns(proof)), _) => {
            Some(Bytes::new("patterns.txt", proof.text.as_bytes()))
        }
        (_, Some(ShortestProof::BoundedSet(set))) => Some(Bytes::new("shortest.proof", &set.bytes)),
        _ => None,
    }
}
