//! Plans are freed of useless moves, and what is no plan is left as it is.

use super::lowering::{nth_game, small_relative};
use patsat_encodings::task::{Position, Step};
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Plan};
use patsat_lowering::decode::{tidy, tidy_plan};
use patsat_lowering::lower::lower;
use patsat_testkit::{Dice, freecell, small_game};

/// A random winning walk, or none.
fn random_win(instance: &Instance, dice: &mut Dice) -> Option<Plan> {
    let mut table = instance.table();
    let mut moves = Vec::new();
    for _ in 0..200 {
        if table.is_won() {
            return Some(Plan { moves });
        }
        let legal = table.single_moves();
        let home = legal.iter().copied().find(|m| m.goes_home()).filter(|_| dice.below(3) == 0);
        let action = home.or_else(|| (!legal.is_empty()).then(|| dice.pick(&legal)))?;
        table.apply(action).unwrap();
        moves.push(action);
    }
    None
}

#[test]
fn tidied_plans_win_in_fewer_moves() {
    let mut dice = Dice::new(4);
    let (mut plans, mut before, mut after) = (0, 0, 0);
    for seed in 0..1500 {
        let instance = match seed % 3 {
            0 => small_game(seed),
            _ => small_relative(nth_game(seed).name, seed),
        };
        let Some(plan) = random_win(&instance, &mut dice) else { continue };
        let lowered = lower(&instance).unwrap();
        let tidied = tidy_plan(&instance, &lowered, plan.clone());
        let verified =
            patsat_game::verify::replay(&instance, tidied.clone()).unwrap_or_else(|e| panic!("{e}"));
        assert!(verified.moves.len() <= plan.moves.len());
        // The same again, and nothing more to be found.
        assert_eq!(tidy_plan(&instance, &lowered, plan.clone()), tidied);
        assert_eq!(tidy_plan(&instance, &lowered, tidied.clone()).moves.len(), tidied.moves.len());
        (plans, before, after) = (plans + 1, before + plan.moves.len(), after + tidied.moves.len());
    }
    println!("{plans} plans: {before} moves before, {after} after");
    assert!(plans > 200 && after * 3 < before * 2, "{plans} plans: {before} -> {after}");
}

#[test]
fn what_is_no_plan_is_left_alone() {
    let instance = freecell(1);
    let lowered = lower(&instance).unwrap();
    let steps: Vec<Step> = Position::new(&lowered.task).steps().into_iter().take(1).collect();
    assert_eq!(tidy(&lowered.task, &steps), steps);
    let plan = Plan { moves: vec![Move::Draw] };
    assert_eq!(tidy_plan(&instance, &lowered, plan.clone()), plan);
}
