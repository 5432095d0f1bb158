//! The moves of a player who does not see every card.

use super::sentences;
use patsat_analysis::unseen::{AdvisedMove, MoveRanking};
use patsat_base::{Style, counted, number, wilson};
use patsat_blind::{Foresight, View};
use patsat_formats::board;
use serde_json::{Value, json};
use std::fmt::Write;

/// The board, the best move with its reason, and every legal move with the number of arrangements that it keeps.
#[must_use]
pub fn text(title: &str, view: &View, advised: &MoveRanking, seed: u64, style: Style) -> String {
    let table = view.table();
    let words = |one: &AdvisedMove| sentences::sentence(table, one.score.action, style);
    let mut text = format!("{}\n\n{}\n", style.bold(title), board::board(table, style));
    let (first, more) = summary(view, advised, seed, style);
    let _ = writeln!(text, "{}", style.bold(&first));
    if !more.is_empty() {
        let _ = writeln!(text, "{more}");
    }
    if advised.moves.is_empty() {
        return text;
    }
    text.push('\n');
    let width = advised.completions.to_string().len();
    for one in &advised.moves {
        let lost = why_lost(advised, one).map(|why| format!("; {why}")).unwrap_or_default();
        let (low, high) = interval(advised, one);
        let _ =
            writeln!(text, "  {:>width$}  {low:>3.0}..{high:<3.0} %  {}{lost}", one.score.kept, words(one));
    }
    text
}

/// The first sentence, and the sentences below it.
#[must_use]
pub fn summary(view: &View, advised: &MoveRanking, seed: u64, style: Style) -> (String, String) {
    let unseen = match view.unseen().len() {
        1 => "1 card is unseen".to_owned(),
        n => format!("{n} cards are unseen"),
    };
    let (first, reason) = match best(view, advised, style) {
        _ if view.table().is_won() => ("The game is won: every card is home.".to_owned(), None),
        Some((first, reason)) => (first, Some(reason)),
        None if advised.is_lost => (format!("Lost, whatever the unseen cards are: {unseen}."), None),
        None => {
            let words = |one: &AdvisedMove| sentences::sentence(view.table(), one.score.action, style);
            let looks = advised.moves.first().map(|one| format!("What looks best is {}.", words(one)));
            (format!("Unknown: no move was found to win in any arrangement; {unseen}."), looks)
        }
    };
    let method = (!advised.moves.is_empty()).then(|| method(advised, &unseen, seed));
    (first, reason.into_iter().chain(method).collect::<Vec<_>>().join("\n"))
}

/// Of a move that loses in every arrangement: what follows. `None` for other moves.
#[must_use]
pub fn why_lost(advised: &MoveRanking, one: &AdvisedMove) -> Option<String> {
    (one.score.lost == advised.completions).then(|| match one.closed {
        Some(positions) => format!(
            "then no unseen card can be turned and the game cannot be won ({} reachable)",
            counted(positions, "position")
        ),
        None => "then lost in each of them".to_owned(),
    })
}

/// The best move in a sentence, and why it is the best. `None` if no move keeps an arrangement.
#[must_use]
pub fn best(view: &View, advised: &MoveRanking, style: Style) -> Option<(String, String)> {
    let best = advised.best()?;
    let words = sentences::sentence(view.table(), best.score.action, style);
    Some((format!("Best: {words}."), reason(advised, best)))
}

fn reason(advised: &MoveRanking, best: &AdvisedMove) -> String {
    if advised.looks {
        return "Looking through the stock costs nothing, because redeals are unlimited, and it shows every card of it."
            .to_owned();
    }
    let turns = if best.turns { "It turns over a card. " } else { "" };
    let kept = best.score.kept;
    let next = advised.moves[1..].iter().map(|next| next.score.kept).max();
    let than = match next {
        None => ": it is the only legal move".to_owned(),
        Some(next) if next == kept => ", as many as after another move".to_owned(),
        Some(next) if next > kept => {
            format!(
                ", {} fewer than after another move: within chance, and this one leaves a tidier position",
                next - kept
            )
        }
        Some(next) => format!(", {} more than after any other move", number(kept - next)),
    };
    let (low, high) = interval(advised, best);
    let interval = if advised.all {
        String::new()
    } else {
        format!(" ({low:.0} to {high:.0} % of all, 95 % confidence)")
    };
    format!("{turns}The game can then be won in {kept} of {}{interval}{than}.", arrangements(advised))
}

fn arrangements(advised: &MoveRanking) -> String {
    counted(usize::try_from(advised.completions).unwrap_or(usize::MAX), "arrangement")
}

/// What the numbers count.
fn method(advised: &MoveRanking, unseen: &str, seed: u64) -> String {
    let tried = match advised.all {
        true => format!("{unseen}: all {} were tried", arrangements(advised)),
        false => format!("{unseen}: {} were tried at random (seed {seed})", arrangements(advised)),
    };
    let foresight = match advised.foresight {
        Foresight::Now => "Each was played on as by a player who sees every card.".to_owned(),
        Foresight::After(cards) => format!(
            "Those that look alike were played in the same way until {cards} more cards were turned, then as by a player \
             who sees every card."
        ),
        Foresight::None => "Those that look alike were played in the same way.".to_owned(),
    };
    format!("{tried}. {foresight}")
}

/// The 95 % interval of the share of arrangements that a move keeps, in per cent. Where all were tried there is only one
/// value.
fn interval(advised: &MoveRanking, one: &AdvisedMove) -> (f64, f64) {
    let (kept, all) = (one.score.kept, advised.completions);
    let (low, high) = match advised.all {
        true => (kept as f64 / all.max(1) as f64, kept as f64 / all.max(1) as f64),
        false => wilson(kept, all),
    };
    (100.0 * low, 100.0 * high)
}

/// The data of an `advice` line of JSON.
#[must_use]
pub fn data(view: &View, advised: &MoveRanking, seed: u64) -> Value {
    let table = view.table();
    let one = |one: &AdvisedMove| {
        let (low, high) = interval(advised, one);
        let mut value = json!({
            "move": one.score.action,
            "words": sentences::sentence(table, one.score.action, Style::PLAIN),
            "kept": one.score.kept,
            "lost": one.score.lost,
            "interval": [low / 100.0, high / 100.0],
            "turns": one.turns,
        });
        if let Some(positions) = one.closed {
            value["closed"] = json!(positions);
        }
        value
    };
    let foresight = match advised.foresight {
        Foresight::Now => json!(0),
        Foresight::After(cards) => json!(cards),
        Foresight::None => Value::Null,
    };
    let mut value = json!({
        "unseen": view.unseen().len(),
        "arrangements": advised.completions,
        "all": advised.all,
        "foresight": foresight,
        "looks": advised.looks,
        "seed": seed,
        "moves": advised.moves.iter().map(one).collect::<Vec<_>>(),
    });
    if let Some(best) = advised.best() {
        value["best"] = json!(best.score.action);
        value["words"] = json!(sentences::sentence(table, best.score.action, Style::PLAIN));
    }
    value
}
