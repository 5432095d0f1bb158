//! The best next move, for a player who sees every card and for one who does not.

use crate::QuestionError;
use crate::drag;
use crate::game::{Game, QueryLimits};
use crate::progress::{grouped, progress_watcher};
use crate::solve;
use crate::text::STYLE;
use patsat::analysis::hint::{HintRequest, hint};
use patsat::analysis::unseen::{AdvisedMove, MoveRanking, rank_moves};
use patsat::blind::{AdviceOptions, View};
use patsat::game::rules::Move;
use patsat::game::state::Table;
use patsat::{Monitor, Verdict};
use patsat_report::replay::{PileKind, kinds};
use patsat_report::{advice, hint as hints, sentences};
use serde::{Deserialize, Serialize};

/// Arrangements of the unseen cards that are tried.
const SAMPLES: u64 = 50;

/// A question about the next move.
#[derive(Debug, Deserialize)]
pub(crate) struct Hint {
    #[serde(flatten)]
    game: Game,
    /// Whether the cards that the player has not seen are used.
    #[serde(default)]
    peek: bool,
    /// Whether a search has decided this position before, so that a hint must decide it too.
    #[serde(default)]
    decided: bool,
    #[serde(default)]
    until: QueryLimits,
}

/// The best next move, and every other.
#[derive(Serialize)]
pub(crate) struct HintReply {
    verdict: Verdict,
    badge: &'static str,
    says: String,
    more: String,
    rests: String,
    /// The best move first.
    moves: Vec<HintedMove>,
}

#[derive(Serialize)]
struct HintedMove {
    #[serde(rename = "move")]
    action: Move,
    words: String,
    /// What a word or a number says of it, and of which kind that is: `winning`, `losing` or `unknown`.
    mark: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<usize>,
    /// What follows from it.
    #[serde(skip_serializing_if = "String::is_empty")]
    then: String,
    /// From which card to which pile.
    #[serde(flatten)]
    ends: Option<drag::Ends>,
}

impl Hint {
    pub(crate) fn answer(&self, on_progress: &mut dyn FnMut(&str)) -> Result<HintReply, QuestionError> {
        let game = self.game.opened()?;
        let kinds = kinds(&game.start);
        let view = game.seen()?.view();
        if !self.peek && !view.unseen().is_empty() {
            return by_sight(&view, &kinds);
        }
        let played = game.played.plan.clone();
        let usual = HintRequest { played, ..HintRequest::new(&game.start) }.within(self.until.limits());
        let further = if self.decided { Some(u64::MAX) } else { usual.further };
        let request = HintRequest { further, ..usual };
        let mut watch = progress_watcher(on_progress);
        let hint = hint(&request, &mut Monitor::default().watched_by(&mut watch))?;
        let table = hint.now.table();
        let (badge, message, more) = match (hint.answer.verdict(), table.is_won()) {
            (_, true) => ("Won", "This game is already won.".to_owned(), String::new()),
            (Verdict::Unknown | Verdict::NoPlanWithin, _) => {
                let positions = grouped(hint.searched);
                let message =
                    format!("No winning move was found in {positions} positions. Solve searches further.");
                ("Undecided", message, hints::verdict_text(&hint, &table, STYLE).1)
            }
            (verdict, _) => {
                let (message, more) = hints::verdict_text(&hint, &table, STYLE);
                (if verdict == Verdict::Solved { "Can be won" } else { "Lost" }, message, more)
            }
        };
        // The page has no field for this limit.
        let more = more.replace(" (node limit reached)", "");
        let one = |one: hints::MoveData| HintedMove {
            ends: drag::ends(&table, &kinds, one.action),
            action: one.action,
            words: one.words,
            mark: one.mark.to_owned(),
            kind: one.mark,
            left: one.left,
            then: match (one.left, one.pattern) {
                (Some(left), _) => format!("{left} left"),
                (_, Some(pattern)) => format!("then lost while {pattern}"),
                (None, None) => String::new(),
            },
        };
        let moves =
            hints::data(&hint, game.played.plan.moves.len(), STYLE).moves.into_iter().map(one).collect();
        let rests = solve::rests(&hint.answer);
        Ok(HintReply { verdict: hint.answer.verdict(), badge, says: message, more, rests, moves })
    }
}

/// By what the player has seen.
fn by_sight(view: &View, kinds: &[PileKind]) -> Result<HintReply, QuestionError> {
    let options = AdviceOptions { samples: SAMPLES, seed: 0 };
    let advised = rank_moves(view, &options)?;
    let (message, more) = advice::summary(view, &advised, options.seed, STYLE);
    let (verdict, badge) = match advised.best() {
        Some(_) => (Verdict::Unknown, "Best move"),
        None if advised.is_lost => (Verdict::Unwinnable, "Lost"),
        None => (Verdict::Unknown, "Undecided"),
    };
    let moves = advised.moves.iter().map(|one| weighed(view.table(), &advised, one, kinds)).collect();
    Ok(HintReply { verdict, badge, says: message, more, rests: String::new(), moves })
}

fn weighed(table: &Table, advised: &MoveRanking, one: &AdvisedMove, kinds: &[PileKind]) -> HintedMove {
    let (kept, all) = (one.score.kept, advised.completions);
    HintedMove {
        action: one.score.action,
        words: sentences::sentence(table, one.score.action, STYLE),
        mark: format!("{kept} of {all}"),
        kind: if one.score.lost == all { "losing" } else { "unknown" },
        left: None,
        then: advice::why_lost(advised, one).unwrap_or_default(),
        ends: drag::ends(table, kinds, one.score.action),
    }
}
