//! Difficulty ratings, one row per deal or as JSON.

use patsat_analysis::rate::{Fates, Player, PlayerResults, Rating};
use patsat_game::state::Instance;
use patsat_planning::{Outcome, Verdict};
use serde_json::{Value, json};

/// The meaning of the columns.
pub const LEGEND: &str = "
wins      games won by each simulated player: random, hasty, careful
blind     games won by a strong player who does not see hidden cards
losing    losing moves of the legal ones: at the start, and along the plan
          ('+' adds moves that a short search leaves undecided)
plan      moves of the plan found, without moves home
room      empty cells plus twice the empty columns: mean along the plan, and minimum
";

/// The head of the table.
#[must_use]
pub fn head(games: u32) -> String {
    let players = format!("wins of {games} games");
    format!(
        "{:<28} {:<13}  {players:>20}  {:>5}  {:>18}  {:>4}  {:>8}\n",
        "deal", "level", "blind", "losing moves", "plan", "room"
    )
}

/// The row of a deal.
#[must_use]
pub fn row(instance: &Instance, name: &str, rating: &Rating) -> String {
    let name = instance.id.as_ref().map_or_else(|| name.to_owned(), ToString::to_string);
    let (Some(level), Some(traps)) = (rating.level, rating.traps) else {
        let why = match &rating.answer.outcome {
            Outcome::Unwinnable(_) => "unwinnable".to_owned(),
            Outcome::Unknown(limit) => format!("undecided: {limit}"),
            _ => "not rated".to_owned(),
        };
        return format!("{name:<28} {why}\n");
    };
    let (blind, weak): (Vec<&PlayerResults>, Vec<&PlayerResults>) =
        rating.played.iter().partition(|one| one.player == Player::Blind);
    let players: String = weak.iter().map(|played| format!("{:>7}", played.won)).collect();
    let blind = blind.first().map_or("-".to_owned(), |one| format!("{}/{}", one.won, one.games));
    let length = rating.answer.lengths.map_or(0, |lengths| lengths.m3);
    format!(
        "{name:<28} {:>2} {:<10}  {players:>20}  {blind:>5}  {:>18}  {length:>4}  {:>5.1} {:>2}\n",
        level.number,
        level.word(),
        format!("{}, {}", losing(traps.first), losing(traps.along)),
        traps.room,
        traps.least_room,
    )
}

/// Formats the number of losing moves, `+` the undecided ones, and the number of legal moves.
fn losing(fates: Fates) -> String {
    let open = if fates.open > 0 { format!("+{}", fates.open) } else { String::new() };
    format!("{}{open}/{}", fates.lose, fates.win + fates.open + fates.lose)
}

/// Returns the rating as JSON.
#[must_use]
pub fn json(instance: &Instance, rating: &Rating, seed: u64) -> Value {
    let fates = |fates: Fates| json!({"win": fates.win, "open": fates.open, "lose": fates.lose});
    let players: serde_json::Map<String, Value> = (rating.played.iter())
        .map(|played| (played.player.name().to_owned(), json!({"games": played.games, "won": played.won})))
        .collect();
    let verdict: Verdict = rating.answer.verdict();
    json!({
        "game": instance.rules.name,
        "verdict": verdict,
        "level": rating.level.map(|level| level.number),
        "word": rating.level.map(|level| level.word()),
        "score": rating.level.map(|level| (level.score * 1e4).round() / 1e4),
        "players": players,
        "first": rating.traps.map(|traps| fates(traps.first)),
        "along": rating.traps.map(|traps| fates(traps.along)),
        "m3": rating.answer.lengths.map(|lengths| lengths.m3),
        "room": rating.traps.map(|traps| (traps.room * 1e2).round() / 1e2),
        "least_room": rating.traps.map(|traps| traps.least_room),
        "seed": seed,
    })
}
