//! Rows that need a card in every column, where runs must be split first.

use patsat_game::state::{Instance, Plan};
use patsat_game::verify::replay;
use patsat_search::{Budget, Limits, SearchEnd, SearchOptions, SearchReport, strategy};
use patsat_testkit::Dice;
use patsat_testkit::endings::{Ending, EndingShape};

fn run(name: &str, instance: &Instance, nodes: u64) -> SearchReport {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    (strategy(name).unwrap().run)(instance, &SearchOptions::default(), &mut Budget::new(limits))
}

fn finish(instance: &Instance) -> Option<Plan> {
    match run("auto", instance, 3000).end {
        SearchEnd::Solved(plan) => Some(plan),
        _ => None,
    }
}

fn ending(seed: u64) -> Option<(EndingShape, Ending)> {
    let mut dice = Dice::new(seed);
    let shape = EndingShape::any(&mut dice);
    let ending = shape.ending(&mut dice, finish)?;
    replay(&ending.instance, ending.plan.clone()).unwrap();
    Some((shape, ending))
}

#[test]
#[ignore = "experiment"]
fn experiment() {
    let (from, to) = (var("FROM", 0), var("TO", 100));
    let nodes = var("NODES", 20_000);
    let name = std::env::var("NAME").unwrap_or("auto".into());
    let (mut made, mut won) = (0, 0);
    for seed in from..to {
        let Some((shape, ending)) = ending(seed) else { continue };
        made += 1;
        let before = std::time::Instant::now();
        let report = run(&name, &ending.instance, nodes);
        let solved = matches!(report.end, SearchEnd::Solved(_));
        won += usize::from(solved);
        println!(
            "{seed} {} rows {} empty {} more {} pieces {} down {} tries {} known {}: {} {} {} {:?}",
            shape.rules.name,
            shape.rows,
            shape.empty,
            shape.more_runs,
            shape.pieces,
            shape.face_down,
            ending.tries,
            ending.plan.moves.len(),
            match &report.end {
                SearchEnd::Solved(plan) => format!("won {}", plan.moves.len()),
                end => format!("{end:?}"),
            },
            report.stats.expanded,
            report.stats.generated,
            before.elapsed()
        );
    }
    println!("{won} of {made}");
}

fn var(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
