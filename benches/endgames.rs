//! Endings of Spider deals by SAT, horizon after horizon, beside an earlier prototype's figures.
//!
//! `cargo bench --bench endgames [-- OPTIONS [BACKEND]]` plays the native search's plan of a deal up to
//! its last L moves, and solves `exists-runs` for 1, 2, 3, ... steps from there. If the last L moves include
//! dealing a row, the ending starts after the last dealt row. Each table row shows the steps needed, the size of the
//! last formula, the CPU seconds of all horizons, and the number of decoded moves. The time covers writing and
//! solving the formulas, and decoding and replaying the models.
//!
//! The prototype, a script that wrote DIMACS for CaDiCaL 1.5.3, used other positions: endings of
//! KPatience's plans of the same deals. Only endings of equal length are comparable.

mod cpu;

use cpu::cpu_s;
use patsat_base::Limits;
use patsat_encodings::schemes;
use patsat_game::rules::{Move, Rules};
use patsat_game::state::Instance;
use patsat_planning::sat::{Config, Horizon, SatMethod, SatQueries};
use patsat_planning::{Method, Monitor, Outcome, Request, solve};
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use patsat_solvers::{DEFAULT, backend};
use std::time::Duration;

/// Deal, number of last moves, and the prototype's CPU seconds for an ending of that length.
const ROWS: &[(&str, usize, f64)] = &[
    ("kpat:spider1:1", 5, 0.01),
    ("kpat:spider1:1", 10, 0.01),
    ("kpat:spider1:1", 15, 0.2),
    ("kpat:spider1:1", 20, 1.7),
    ("kpat:spider1:1", 28, 2.0),
    ("kpat:spider1:2", 30, 0.6),
    ("kpat:spider4:1", 20, 0.05),
    ("kpat:spider4:1", 30, 2.5),
    ("kpat:spider4:1", 40, 40.0),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let options = arguments.first().map_or("", String::as_str).parse()?;
    let backend = backend(arguments.get(1).map_or(DEFAULT, String::as_str))?;
    println!(
        "| deal, last moves | cards / hidden | steps | variables / clauses | CPU s | prototype's | moves |"
    );
    println!("|---|---|---|---|---|---|---|");
    for &(deal, last, before) in ROWS {
        let id = deal.parse::<patsat_game::cards::DealId>()?;
        let instance = Instance::from_id(Rules::preset(id.game().unwrap_or("spider"))?, id)?;
        let report = (strategy("auto")?.run)(
            &instance,
            &SearchOptions::default(),
            &mut Budget::new(Limits::default()),
        );
        let SearchEnd::Solved(plan) = report.end else { return Err(format!("{deal} is not solved").into()) };
        let after = plan.moves.iter().rposition(|&action| action == Move::DealRow).map_or(0, |row| row + 1);
        let from = plan.moves.len().saturating_sub(last).max(after);
        let mut table = instance.table();
        for &action in &plan.moves[..from] {
            table.apply(action)?;
        }
        let ending = Instance { deal: table.deal().clone(), id: None, ..instance };
        let config = Config {
            encoding: schemes::encoding("exists-runs")?,
            options,
            backend: backend.clone(),
            seed: 0,
        };
        let queries =
            SatQueries::Horizons { configs: vec![config], horizon: Horizon::Range(1, 40), schedule: None };
        let method = Method::Sat(SatMethod { queries, horizon_time: None, threads: 1 });
        let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
        let request = Request { limits, ..Request::new(&ending, method) };
        let began = cpu_s();
        let answer = solve(&request, &mut Monitor::default())?;
        let spent = cpu_s() - began;
        let round = answer.sat.as_ref().and_then(|sat| sat.rounds.last());
        let (steps, variables, clauses) =
            round.map_or((0, 0, 0), |r| (r.question.horizon, r.question.variables, r.question.clauses));
        let found = match &answer.outcome {
            Outcome::Solved(plan, _) => plan.moves.len().to_string(),
            _ => "none in 60 s".into(),
        };
        let hidden: usize = table.columns().iter().map(|pile| pile.face_down).sum();
        println!(
            "| {deal}, {} | {} / {hidden} | {steps} | {variables} / {clauses} | {spent:.2} | {before} | {found} |",
            plan.moves.len() - from,
            table.deal().cards_in_play().count(),
        );
    }
    Ok(())
}
