use patsat::reductions::{Assignment, Cnf, Target, lift, lower, reduce};
use patsat::search::{Budget, Limits, SearchOptions, strategy};
use patsat::verify::replay;

#[test]
fn try_it() {
    let formulas: Vec<Vec<Vec<i32>>> = vec![
        vec![vec![1], vec![-1]],
        vec![vec![1, 1, 1], vec![-1, -1, -1]],
        vec![vec![1, 2], vec![-1], vec![-2]],
        vec![vec![1, 2, 2], vec![-1, -1, 2], vec![-2, -2, -2]],
        vec![vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]],
        vec![vec![1, 2, 2], vec![-1, -1, 2], vec![-2, 1, 2]],
    ];
    for clauses in formulas {
        for cells in 0..=1 {
            let formula = Cnf { variables: 2, clauses: clauses.clone() };
            let sat = formula.satisfied_by_trying();
            let reduced = reduce(&formula, Target::Freecell { cells }).unwrap();
            if let Some(a) = &sat {
                let plan = lower(&reduced, a).unwrap();
                let plan = replay(&reduced.instance, plan).unwrap();
                assert!(lift(&reduced, &plan).is_ok());
            }
            let t = std::time::Instant::now();
            let limits = Limits { nodes: Some(400_000), ..Limits::default() };
            let report = (strategy("depth-first").unwrap().run)(
                &reduced.instance,
                &SearchOptions::default(),
                &mut Budget::new(limits),
            );
            eprintln!(
                "{clauses:?} cells {cells} ranks {} sat {} expanded {} {:?} {}",
                reduced.instance.rules.deck.ranks,
                sat.is_some(),
                report.stats.expanded,
                t.elapsed(),
                format!("{:?}", report.end).chars().take(20).collect::<String>()
            );
        }
    }
}
