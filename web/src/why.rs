//! Whether a game is lost, and why.

use crate::QuestionError;
use crate::drag;
use crate::game::{Game, QueryLimits, ReplayedGame};
use crate::progress::progress_watcher;
use crate::solve;
use crate::text::STYLE;
use patsat::analysis::hint::LossPoint;
use patsat::analysis::why::{self, PatternProof, PlayOutcome, PlayedRequest, WhyRequest, after, when_lost};
use patsat::game::cards::Card;
use patsat::game::rules::Place;
use patsat::{Instance, Monitor, Outcome, Request, SolveOptions, Verdict};
use patsat_report::replay::kinds;
use patsat_report::{hint as hints, why as whys};
use serde::{Deserialize, Serialize};

/// A question about a game, with limits.
#[derive(Debug, Deserialize)]
pub(crate) struct WhyQuery {
    #[serde(flatten)]
    game: Game,
    #[serde(default)]
    until: QueryLimits,
}

/// The answer to the question whether a game is lost by now.
#[derive(Serialize)]
pub(crate) struct LossReply {
    verdict: Verdict,
    /// Moves that the plan has left, if it can still be won.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<usize>,
    rests: String,
}

/// The explanation of a lost game.
#[derive(Serialize)]
pub(crate) struct WhyReply {
    #[serde(flatten)]
    verdict: solve::VerdictData,
    /// Which move lost it, where moves were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<String>,
    /// Why there are no patterns, if it is lost without.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<String>,
    patterns: Vec<Pattern>,
}

/// A pattern in words, and the cards that it names: each a pile, and how many of its cards lie beneath.
#[derive(Serialize)]
struct Pattern {
    text: String,
    marked: Vec<(usize, usize)>,
}

impl WhyQuery {
    /// The usual search; dead patterns have queries of their own.
    fn search<'a>(&self, instance: &'a Instance) -> Result<Request<'a>, QuestionError> {
        let options = SolveOptions { limits: self.until.limits(), prove: Some(0), ..SolveOptions::default() };
        Ok(options.request(instance)?)
    }

    /// Whether the game is lost by now.
    pub(crate) fn judge(&self, on_progress: &mut dyn FnMut(&str)) -> Result<LossReply, QuestionError> {
        let now = self.game.opened()?.now()?;
        let mut watch = progress_watcher(on_progress);
        let answer = patsat::run(&self.search(&now)?, &mut Monitor::default().watched_by(&mut watch))?;
        let left = answer.plan().map(|plan| plan.moves.len());
        Ok(LossReply { verdict: answer.verdict(), left, rests: solve::rests(&answer) })
    }

    /// Why it is lost.
    pub(crate) fn why(&self, on_progress: &mut dyn FnMut(&str)) -> Result<WhyReply, QuestionError> {
        let game = self.game.opened()?;
        let now = game.now()?;
        let mut watch = progress_watcher(on_progress);
        let mut monitor = Monitor::default().watched_by(&mut watch);
        let request = WhyRequest::new(self.search(&now)?);
        let by = request.search.method.name();
        let answer = why::why(&request, &mut monitor)?;
        let lost = matches!(answer.answer.outcome, Outcome::Unwinnable(_));
        let since = if lost { self.since(&game, &mut monitor)? } else { None };
        let of_cards = whys::without_patterns(&now, &answer, STYLE).map(|text| {
            let cards = answer.tracked().map(|few| few.checked.cards.as_slice()).unwrap_or_default();
            Pattern { text, marked: in_columns(&game.start, &now, cards) }
        });
        let shown_by_cards = of_cards.is_some();
        let of_patterns = answer.patterns().map(|proof| patterns(&game.start, &now, proof));
        let patterns = of_cards.map(|one| vec![one]).or(of_patterns).unwrap_or_default();
        let mut verdict = solve::verdict_data(&now, by, &answer.answer);
        match (&answer.answer.outcome, now.table().is_won()) {
            (Outcome::Solved(plan, _), false) => {
                verdict.badge = "Not lost";
                let moves = patsat_base::counted(plan.moves.len(), "move");
                verdict.says = format!("The game can still be won, for instance in {moves} (plan verified).");
            }
            (Outcome::Unwinnable(_), _) => {
                verdict.badge = "Lost";
                if let Some(message) = locked(&patterns).filter(|_| !shown_by_cards) {
                    verdict.says = message;
                }
            }
            _ => {}
        }
        Ok(WhyReply { verdict, since, without: answer.without.map(|without| without.to_string()), patterns })
    }

    fn since(&self, game: &ReplayedGame, monitor: &mut Monitor<'_>) -> Result<Option<String>, QuestionError> {
        let plan = &game.played.plan;
        if plan.moves.is_empty() {
            return Ok(None);
        }
        let lost = when_lost(&PlayedRequest { search: self.search(&game.start)?, plan }, monitor)?;
        let by = match lost {
            PlayOutcome::At { step, .. } => Some((after(&game.start, plan, step)?.table(), plan.moves[step])),
            _ => None,
        };
        Ok(hints::since(&LossPoint { lost, by }, STYLE))
    }
}

/// What the patterns mean, in a sentence or two.
fn locked(patterns: &[Pattern]) -> Option<String> {
    match patterns {
        [] => None,
        [one] => {
            let cards = one.marked.len();
            Some(format!(
                "These {cards} cards lock each other for ever. No legal move unlocks them, and in a won game they are not \
                 locked."
            ))
        }
        all => Some(format!(
            "Locked cards prove it, in {} patterns. One holds now, and one holds after every legal move, but none holds in \
             a won game.",
            all.len()
        )),
    }
}

/// Where these cards lie in columns.
fn in_columns(start: &Instance, now: &Instance, cards: &[Card]) -> Vec<(usize, usize)> {
    let kinds = kinds(start);
    let mut found = Vec::new();
    for (n, pile) in (0u16..).zip(&now.deal.columns) {
        let Some(place) = drag::pile(&kinds, Place::Column(n)) else { continue };
        let wanted = pile.cards.iter().enumerate().filter(|(_, card)| cards.contains(card));
        found.extend(wanted.map(|(depth, _)| (place, depth)));
    }
    found
}

fn patterns(start: &Instance, now: &Instance, proof: &PatternProof) -> Vec<Pattern> {
    let kinds = kinds(start);
    let mark = |(place, beneath): (Place, usize)| {
        let index = if let Place::Reserve(n) = place { n.into() } else { beneath };
        Some((drag::pile(&kinds, place)?, index))
    };
    let texts = whys::pattern_texts(now, proof, STYLE).into_iter();
    texts
        .map(|one| Pattern { text: one.text, marked: one.marked.into_iter().filter_map(mark).collect() })
        .collect()
}
