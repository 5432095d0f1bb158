//! Positions near the end of a real game: the last ones of a short plan of native search, replayed on the rules.

use crate::AWAY;
use patsat_base::Limits;
use patsat_formats::{Format, Hints, read_instance, write_instance};
use patsat_game::cards::DealId;
use patsat_game::rules::{Move, Rules};
use patsat_game::state::{Instance, Table};
use patsat_planning::{Method, Monitor, Outcome, Request, SearchMethod, solve};
use patsat_states::theory::Spider;
use patsat_states::theory::sorted::is_sorted;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The deals.
pub(crate) const GAMES: [&str; 2] = ["kpat:spider1:1", "kpat:spider4:1"];

/// A position near the end.
pub(crate) struct Ending {
    pub(crate) instance: Instance,
    /// Moves from winning, or from being sorted.
    pub(crate) away: u32,
    /// Runs that have not left.
    pub(crate) runs: u32,
    /// Runs that leave before the game is sorted.
    pub(crate) leaving: u32,
}

fn path(game: &str, kind: &str, away: u32) -> PathBuf {
    let name = game.replace("kpat:", "").replace(':', "-");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("instances/boards/ending-{name}-{kind}{away}.json"))
}

fn runs(table: &Table) -> u32 {
    (table.deal().cards_in_play().count() / table.rules().deck.ranks as usize) as u32
}

impl Ending {
    pub(crate) fn read(game: &str, kind: &str, away: u32) -> Result<Ending, String> {
        let read = |path: PathBuf| -> Result<Instance, String> {
            let bytes = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            read_instance(&bytes, None, &Hints::default()).map_err(|e| e.to_string())
        };
        let instance = read(path(game, kind, away))?;
        let sorted = runs(&read(path(game, "sorted-", 0))?.table());
        let runs = runs(&instance.table());
        Ok(Ending { instance, away, runs, leaving: runs.saturating_sub(sorted) })
    }
}

/// A short verified plan of a deal.
fn plan(game: &str) -> Result<(Instance, Vec<Move>), String> {
    let id: DealId = game.parse().map_err(|e| format!("{game}: {e}"))?;
    let preset = game.split(':').nth(1).unwrap_or_default();
    let rules = Rules::preset(preset).or_else(|_| Rules::preset("spider")).map_err(|e| e.to_string())?;
    let instance = Instance::from_id(rules, id).map_err(|e| e.to_string())?;
    let method = SearchMethod::named("short").map_err(|e| e.to_string())?;
    let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
    let request = Request { limits, ..Request::new(&instance, Method::Search(method)) };
    let answer = solve(&request, &mut Monitor::default()).map_err(|e| e.to_string())?;
    match answer.outcome {
        Outcome::Solved(plan, _) => Ok((instance.clone(), plan.into_inner().moves)),
        _ => Err(format!("{game}: no plan in a minute")),
    }
}

/// Generates all positions and writes their files.
pub(crate) fn write() -> Result<(), String> {
    for game in GAMES {
        let (instance, moves) = plan(game)?;
        let mut tables = vec![instance.table()];
        for &action in &moves {
            let mut next = tables[tables.len() - 1].clone();
            next.apply(action).map_err(|e| e.to_string())?;
            tables.push(next);
        }
        let sorted = |table: &Table| Spider::new(table).is_ok_and(|game| is_sorted(&game));
        let first_sorted = tables.iter().position(sorted).ok_or("no sorted position")?;
        println!("{game}: {} moves, sorted after {first_sorted}", moves.len());
        let ends = AWAY.map(|away| ("", moves.len(), away));
        let before_sorted = [0, 1, 2, 3, 4].map(|away| ("sorted-", first_sorted, away));
        for (kind, end, away) in ends.into_iter().chain(before_sorted) {
            let table = end.checked_sub(away as usize).map(|n| &tables[n]).ok_or("a plan too short")?;
            let ending =
                Instance::new(table.rules().clone(), table.deal().clone()).map_err(|e| e.to_string())?;
            let text = write_instance(&ending, Format::Json).map_err(|e| e.to_string())?;
            let path = path(game, kind, away);
            std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
            println!("{}", path.display());
        }
    }
    Ok(())
}
