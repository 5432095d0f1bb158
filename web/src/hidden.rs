//! Boards with hidden cards: what holds whatever they are, how many arrangements of them are won, and the best move.

use crate::QuestionError;
use crate::board::Board;
use crate::game::{QueryLimits, ReplayedGame};
use crate::open::OpenQuery;
use crate::page_game::cards_are;
use crate::text::{STYLE, sentence};
use crate::{board, progress};
use patsat::analysis::unseen::{CompletionCounts, Reach, judge, orders, rank_moves, reach};
use patsat::blind::{AdviceOptions, View};
use patsat::formats::PartialBoard;
use patsat::game::rules::Move;
use patsat::search::Budget;
use patsat::{Limits, Method, Plan, Verdict};
use patsat_base::{counted, number};
use patsat_report::sentences;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// Positions that are visited for each arrangement, and without turning a card.
const NODES: u64 = 100_000;
/// Arrangements that are solved.
const SAMPLES: u64 = 20;

/// A board with hidden cards, as it was opened, and limits.
#[derive(Debug, Deserialize)]
pub(crate) struct HiddenQuery {
    #[serde(flatten)]
    open: OpenQuery,
    #[serde(default)]
    until: QueryLimits,
}

/// The answer about such a board.
#[derive(Serialize)]
pub(crate) struct HiddenReply {
    verdict: Verdict,
    badge: &'static str,
    says: String,
    lines: Vec<String>,
    /// The board after each move that turns the first card.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
}

impl HiddenQuery {
    pub(crate) fn answer(&self, tell: &mut dyn FnMut(&str)) -> Result<HiddenReply, QuestionError> {
        let read = self.open.read()?;
        let limits = self.until.limits();
        let limits = Limits { nodes: limits.nodes.or(Some(NODES)), ..limits };
        let reached = reach(&read, &mut Budget::new(limits))?;
        if let Reach::Lost { positions, .. } = reached {
            let message = format!("{} hidden, and the game is lost whatever they are.", cards_are(&read));
            let why = format!(
                "Legal moves reach {}. They turn none of these cards and never win.",
                counted(positions, "position")
            );
            return Ok(HiddenReply {
                verdict: Verdict::Unwinnable,
                badge: "Unwinnable",
                says: message,
                lines: vec![why],
                board: None,
            });
        }
        let samples = orders(&read, SAMPLES);
        let on_progress = |judged: &CompletionCounts| {
            progress::now(tell, &format!("arrangement {} of {}", judged.orders(), number(samples)));
        };
        let judged =
            judge(&read, (SAMPLES, 0), (&Method::default(), limits), &AtomicBool::new(false), on_progress)?;
        let lost = judged.all && judged.lost == judged.orders();
        let (moves, what) = turned(&reached);
        let (mut lines, board) = walked(&read, moves, what);
        lines.insert(0, arrangements(judged));
        let view = View::of(&read);
        let advised = rank_moves(&view, &AdviceOptions { samples: SAMPLES, seed: 0 })?;
        if let Some((best, why)) = patsat_report::advice::best(&view, &advised, STYLE) {
            lines.insert(1, format!("{best} {why}"));
        }
        Ok(HiddenReply {
            verdict: if lost { Verdict::Unwinnable } else { Verdict::Unknown },
            badge: if lost { "Unwinnable" } else { "Undecided" },
            says: if lost {
                format!("{} hidden, and every arrangement of them is lost.", cards_are(&read))
            } else {
                format!("{} hidden.", cards_are(&read))
            },
            lines,
            board,
        })
    }
}

fn arrangements(CompletionCounts { won, lost, open, all }: CompletionCounts) -> String {
    let tried = counted((won + lost + open) as usize, "arrangement");
    let which = if all {
        format!("Tried every arrangement of them ({tried})")
    } else {
        format!("Tried {tried} at random")
    };
    format!("{which}: {won} winnable, {lost} lost, {open} undecided.")
}

/// The moves to the first card that matters, and what happens then.
fn turned(reached: &Reach) -> (&[Move], String) {
    match reached {
        Reach::Turns { moves } => {
            (moves, format!("You can turn one over in {}:", counted(moves.len(), "move")))
        }
        Reach::Depends { moves } => (
            moves,
            format!("After {} the play depends on one that lies face up:", counted(moves.len(), "move")),
        ),
        Reach::Unknown(limit) => (
            &[],
            format!("{} before one was turned over.", sentence(&limit.to_string()).trim_end_matches('.')),
        ),
        Reach::Lost { .. } => (&[], String::new()),
    }
}

/// The moves in sentences, and the board after each.
fn walked(read: &PartialBoard, moves: &[Move], what: String) -> (Vec<String>, Option<Board>) {
    let shown = read.shown();
    let mut table = shown.table();
    let mut lines = vec![what];
    for &action in moves {
        lines.push(sentence(&sentences::sentence(&table, action, STYLE)));
        if table.apply(action).is_err() {
            break;
        }
    }
    let played = ReplayedGame::new(shown, Plan::from(moves.to_vec())).ok().filter(|_| !moves.is_empty());
    let board = played.and_then(|played| board::board(&played).ok()).map(Board::watched);
    (lines, board)
}
