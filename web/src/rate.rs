//! How hard a deal is for people, in words.

use crate::QuestionError;
use crate::game::{Game, QueryLimits};
use crate::progress::progress_watcher;
use patsat::analysis::rate::{Fates, NODES, Player, PlayerResults, RateRequest, rate};
use patsat::{Limits, Monitor, Verdict};
use patsat_report::human;
use serde::{Deserialize, Serialize};

/// The rating of a deal.
#[derive(Debug, Deserialize)]
pub(crate) struct Rate {
    #[serde(flatten)]
    game: Game,
    #[serde(default)]
    until: QueryLimits,
}

/// The rating in sentences.
#[derive(Serialize)]
pub(crate) struct RatingReply {
    verdict: Verdict,
    badge: String,
    says: String,
    lines: Vec<String>,
}

impl Rate {
    pub(crate) fn answer(&self, on_progress: &mut dyn FnMut(&str)) -> Result<RatingReply, QuestionError> {
        let start = self.game.opened()?.start;
        let limits = self.until.limits();
        let limits = Limits { nodes: limits.nodes.or(Some(NODES)), ..limits };
        let request = RateRequest { limits, ..RateRequest::new(&start) };
        let mut watch = progress_watcher(on_progress);
        let rating = rate(&request, &mut Monitor::default().watched_by(&mut watch))?;
        let verdict = rating.answer.verdict();
        let (Some(level), Some(traps)) = (rating.level, rating.traps) else {
            let badge = if verdict == Verdict::Unwinnable { "Unwinnable" } else { "Not rated" };
            let message = crate::text::on_the_page(&human::verdict("rate", &rating.answer));
            let lines = vec![crate::solve::rests(&rating.answer)];
            return Ok(RatingReply { verdict, badge: badge.into(), says: message, lines });
        };
        let (blind, weak): (Vec<&PlayerResults>, Vec<&PlayerResults>) =
            rating.played.iter().partition(|one| one.player == Player::Blind);
        let won = weak.iter().map(|played| format!("{} {}", played.player.name(), played.won));
        let games = request.games;
        let mut lines = vec![format!(
            "Simulated players won, of {games} games each: {}.",
            won.collect::<Vec<_>>().join(", ")
        )];
        lines.extend(blind.first().map(|one| {
            format!("A strong player who does not see the hidden cards won {} of {}.", one.won, one.games)
        }));
        lines.push(format!(
            "Losing moves: {} at the start, {} along the plan.",
            losing(traps.first),
            losing(traps.along)
        ));
        if let Some(lengths) = rating.answer.lengths {
            lines.push(format!("The plan has {} moves besides those home.", lengths.m3));
        }
        let word = level.word();
        let badge = crate::text::sentence(word).trim_end_matches('.').to_owned();
        Ok(RatingReply { verdict, badge, says: format!("Level {} of 10 for people.", level.number), lines })
    }
}

/// How many moves lose, and how many a short search leaves undecided.
fn losing(Fates { win, open, lose }: Fates) -> String {
    let undecided = if open > 0 { format!(" ({open} undecided)") } else { String::new() };
    format!("{lose} of {}{undecided}", win + open + lose)
}
