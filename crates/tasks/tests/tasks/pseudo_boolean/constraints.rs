//! Independent checks of the constraints: by the interpreter of domains, and by their own text.

use super::{BLOCKS, Veripb, breadth_first, certify, pddl, shortest, world};
use patsat_game::cards::Suits;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_pddl::strips::{Domain, GroundTask, State, World};
use patsat_tasks::pseudo_boolean::{OptimalityProof, OptimalityProofError};
use std::collections::BTreeSet;

/// Small deals of FreeCell and of Baker's Game.
fn small() -> impl Iterator<Item = Instance> {
    (1u16..=24).map(|number| {
        let mut rules = Rules::preset(if number % 3 == 0 { "bakers-game" } else { "freecell" }).unwrap();
        rules.deck.ranks = 2 + u32::from(number % 3);
        rules.deck.suits = Suits::First(1 + number % 2);
        rules.columns = 2 + number % 2;
        rules.cells = number % 3;
        Instance::from_id(rules, format!("random:{number}").parse().unwrap()).unwrap()
    })
}

/// All states, in the order in which they are reached.
fn reached(world: &World) -> BTreeSet<State> {
    let mut seen = BTreeSet::from([world.start()]);
    let mut queue = vec![world.start()];
    while let Some(state) = queue.pop() {
        for (_, after, _) in world.successors(&state) {
            if seen.insert(after.clone()) {
                queue.push(after);
            }
        }
    }
    seen
}

/// The successors of a state by the ground task, as names and facts.
fn ground_successors(task: &GroundTask, state: &State) -> BTreeSet<(Vec<String>, State)> {
    let holds = |fact: &usize| state.contains(&task.facts[*fact]);
    let applied = task.actions.iter().filter(|action| action.needs.iter().all(holds)).map(|action| {
        let mut after = state.clone();
        after.retain(|fact| !action.deletes.iter().any(|&n| task.facts[n] == *fact));
        after.extend(action.adds.iter().map(|&fact| task.facts[fact].clone()));
        (action.name.clone(), after)
    });
    applied.collect()
}

#[test]
fn the_ground_task_follows_the_domain_in_every_state() {
    let mut states = 0;
    for instance in small() {
        let world = world(&pddl(&instance));
        let task = world.grounded().unwrap();
        for state in reached(&world).into_iter().take(400) {
            let by_domain = world.successors(&state).into_iter().map(|(name, after, _)| (name, after));
            assert_eq!(ground_successors(&task, &state), by_domain.collect());
            let goal = task.goal.iter().all(|&fact| state.contains(&task.facts[fact]));
            assert_eq!(goal, world.missing(&state).is_none());
            states += 1;
        }
    }
    assert!(states > 2_000, "{states}");
}

/// A constraint of the text: terms of coefficient and variable, whether it is an equation, a number.
type Constraint = (Vec<(i64, usize)>, bool, i64);

fn constraints(opb: &str) -> Vec<Constraint> {
    let lines = opb.lines().filter(|line| !line.starts_with('*') && !line.starts_with("min:"));
    let parse = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| [">=", "="].contains(word)).unwrap();
        let terms =
            words[..at].chunks(2).map(|pair| (pair[0].parse().unwrap(), pair[1][1..].parse().unwrap()));
        (terms.collect(), words[at] == "=", words[at + 1].parse().unwrap())
    };
    lines.map(parse).collect()
}

fn satisfied(constraints: &[Constraint], values: &[bool]) -> bool {
    constraints.iter().all(|(terms, equation, number)| {
        let sum: i64 = terms.iter().map(|(factor, x)| factor * i64::from(values[*x])).sum();
        if *equation { sum == *number } else { sum >= *number }
    })
}

/// Returns the values of all variables for a plan after `waits` steps of waiting, by the interpreter.
fn values(world: &World, task: &GroundTask, plan: &[usize], waits: usize) -> Vec<bool> {
    let mut values = vec![false];
    let mut state = world.start();
    for step in 0..=waits + plan.len() {
        values.extend(task.facts.iter().map(|fact| state.contains(fact)));
        if step < waits + plan.len() {
            let action = step.checked_sub(waits).map(|n| plan[n]);
            values.extend((0..task.actions.len()).map(|n| Some(n) == action));
            values.push(action.is_some());
            if let Some(action) = action {
                world.apply(&mut state, &task.actions[action].name).unwrap();
            }
        }
    }
    values
}

/// A plan is a model. A change of any one variable makes it no model, so no fact, action or step is
/// left free. Steps that are left over must wait first.
#[test]
fn plans_are_models_and_with_any_variable_changed_none() {
    let mut changed = 0;
    for instance in small() {
        let world = world(&pddl(&instance));
        let task = world.grounded().unwrap();
        let Some(plan) = shortest(&instance, &task).filter(|plan| !plan.is_empty()) else { continue };
        let constraints = constraints(&certify(&task, &plan).unwrap().opb);
        let mut model = values(&world, &task, &plan, 0);
        assert!(satisfied(&constraints, &model));
        for variable in 1..model.len() {
            model[variable] ^= true;
            assert!(!satisfied(&constraints, &model), "x{variable}");
            model[variable] ^= true;
            changed += 1;
        }
        // One action less: the goal is missed, waiting or not.
        let short = values(&world, &task, &plan[..plan.len() - 1], 1);
        assert!(!satisfied(&constraints, &short));
    }
    assert!(changed > 2_000, "{changed}");
}

/// On small games the search on cards, the search on facts and the checker agree on the shortest
/// length.
#[test]
fn three_roads_agree_on_the_length() {
    let Some(veripb) = Veripb::new() else { return };
    let (mut won, mut lost, mut priced) = (0, 0, 0);
    for instance in small() {
        let task = world(&pddl(&instance)).grounded().unwrap();
        let plan = shortest(&instance, &task);
        let other = breadth_first(&task);
        assert_eq!(plan.as_ref().map(Vec::len), other.as_ref().map(Vec::len));
        let (Some(plan), Some(other)) = (plan, other) else {
            lost += 1;
            continue;
        };
        if plan.is_empty() {
            continue;
        }
        let shown = OptimalityProof::prove(&task, &plan, 5_000).unwrap();
        priced += usize::from(shown.length() > shown.counted());
        veripb.accepts(&certify(&task, &plan).unwrap(), plan.len());
        veripb.accepts(&certify(&task, &other).unwrap(), plan.len());
        won += 1;
        // Half a plan is refused, and so is an empty one.
        assert!(matches!(
            certify(&task, &plan[1..]),
            Err(OptimalityProofError::Action(_) | OptimalityProofError::Goal)
        ));
        assert_eq!(certify(&task, &[]).unwrap_err(), OptimalityProofError::Empty);
    }
    assert!(won >= 8 && priced >= 4, "{won} won, {lost} lost, {priced} with patterns");
}

/// Another domain, in which nothing is counted: patterns alone price a whole plan. A detour is
/// detected.
#[test]
fn towers_of_blocks_are_proved_too() {
    let domain = Domain::read(BLOCKS).unwrap();
    let text = "(define (problem b) (:domain blocks) (:objects a b c d)
        (:init (on c a) (ontable a) (ontable b) (on d b) (clear c) (clear d) (handempty))
        (:goal (and (on a b) (on b c))))";
    let task = World::read(&domain, text).unwrap().grounded().unwrap();
    let plan = breadth_first(&task).unwrap();
    let shown = OptimalityProof::prove(&task, &plan, 5_000).unwrap();
    assert_eq!((shown.length(), shown.counted()), (8, 0));
    if let Some(veripb) = Veripb::new() {
        veripb.accepts(&certify(&task, &plan).unwrap(), 8);
    }
    let more = task.plan("(pick-up d)\n(put-down d)").unwrap();
    let detour: Vec<usize> = plan.into_iter().chain(more).collect();
    assert_eq!(certify(&task, &detour).unwrap_err(), OptimalityProofError::Shorter);
}
