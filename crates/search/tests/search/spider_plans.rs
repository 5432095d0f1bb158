//! Every line of `instances/spider/plans.jsonl`: its plan wins and has the stated length, and the bound is computed
//! again.

use patsat_formats::read_plan;
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::Instance;
use patsat_game::verify::{replay, runs_bound};
use patsat_search::optimal::RunBound;
use patsat_states::runs::RunGame;
use std::path::Path;

/// The best plan that is known of a deal, and a lower bound.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    deal: String,
    lower: u32,
    moves: usize,
    plan: String,
}

fn lines() -> Vec<Line> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances/spider/plans.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

impl Line {
    fn instance(&self) -> Instance {
        let id: patsat_game::cards::DealId = self.deal.parse().unwrap();
        Instance::from_id(Rules::preset(id.game().unwrap()).unwrap(), id).unwrap()
    }
}

#[test]
fn kept_plans_win_and_no_bound_exceeds_one() {
    let lines = lines();
    assert_eq!(lines.len(), 10);
    for line in &lines {
        let Line { deal, lower, moves, plan } = line;
        let instance = line.instance();
        assert_eq!(instance.deal.cards_in_play().count(), 104, "{deal}");
        let plan = replay(&instance, read_plan(plan.as_bytes(), &instance).unwrap()).unwrap();
        assert_eq!(plan.cost(&instance.table(), Cost::M2), Ok(*moves), "{deal}");
        let game = RunGame::new(&instance).unwrap();
        let bound = RunBound::new(&game).unwrap();
        let (usual, whole) = (bound.of(&game.start()), bound.of_deal(&game.start()));
        assert_eq!(whole, *lower, "{deal}");
        assert!(runs_bound(&instance.table(), Cost::M2) < whole && usual < whole, "{deal}");
        assert!((whole as usize) < *moves, "{deal}");
    }
}
