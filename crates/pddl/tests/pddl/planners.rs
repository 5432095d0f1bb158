//! Tasks and plans in the forms in which planners and their users have them.

use super::read;
use patsat_formats::{Format, read_plan, read_plan_as, write_plan};
use patsat_game::state::Plan;
use patsat_game::verify::replay;
use patsat_pddl::world_of_task;

const TYPED: &str = include_str!("../../../../tests/planners/typed.pddl");
const OBJECT: &str = include_str!("../../../../tests/planners/object-types.pddl");
const UNIFIED: &str = include_str!("../../../../tests/planners/unified-planning.pddl");
const MINIMAL: &str = include_str!("../../../../tests/planners/minimal.pddl");
const FF: &str = include_str!("../../../../tests/planners/ff.txt");
const METRIC_FF: &str = include_str!("../../../../tests/planners/metric-ff.txt");
const UNIFIED_PLAN: &str = include_str!("../../../../tests/planners/unified-planning.txt");

/// The plan of the files, an action a line.
fn plain() -> String {
    let action = |line: &str| Some(format!("({})\n", line.split_once('(')?.1.split_once(')')?.0));
    METRIC_FF.lines().filter_map(action).collect()
}

/// The task of the files, typed in other ways.
fn tasks() -> Vec<String> {
    let without = |types: &[&str]| types.iter().fold(TYPED.to_owned(), |text, kind| text.replace(kind, " "));
    vec![
        TYPED.to_owned(),
        OBJECT.to_owned(),
        UNIFIED.to_owned(),
        without(&["- suit", "- num", "- card"]),
        without(&["- card"]),
        TYPED.replace("- card", "- (either card suit)"),
        TYPED.replace("- suit", "- colour"),
        TYPED.replace("(:domain freecell)", "(:domain typed-FreeCell-strips)"),
        TYPED.replace("(:domain freecell)", "(:domain cards)"),
        without(&["- suit", "- num", "- card"])
            .replace("(:domain freecell)", "(:domain grounded-strips-cards)"),
    ]
}

#[test]
fn a_task_is_the_same_with_types_and_without() {
    let expected = read(TYPED).unwrap();
    for task in tasks() {
        let instance = read(&task).unwrap_or_else(|e| panic!("{e}\n{task}"));
        assert_eq!((&instance.deal, &instance.rules), (&expected.deal, &expected.rules), "{task}");
        let plan = plain();
        let moves = replay(&instance, read_plan(plan.as_bytes(), &instance).unwrap()).unwrap();
        assert_eq!(moves.moves.len(), 8);
        let world = world_of_task(&task).unwrap_or_else(|e| panic!("{e}\n{task}"));
        assert_eq!(world.check_plan(&plan).unwrap().actions, 8, "{task}");
        assert_eq!(world.grounded().unwrap().plan(&plan).unwrap().len(), 8, "{task}");
        let written = write_plan(&instance, &moves, Format::IpcPlan).unwrap();
        assert_eq!(world.check_plan(&written).unwrap().actions, 8, "{task}");
    }
    let one = read(MINIMAL).unwrap();
    let plan = "(sendtohome-b ca c n1 c0 n0 n0 n1)";
    replay(&one, read_plan(plan.as_bytes(), &one).unwrap()).unwrap();
    assert_eq!(world_of_task(MINIMAL).unwrap().check_plan(plan).unwrap().actions, 1);
}

/// Each road refuses each plan with two actions exchanged, one left out, or another card, unless both take it.
#[test]
fn a_plan_that_was_changed_is_refused_by_both_roads() {
    let lines: Vec<String> = plain().lines().map(str::to_owned).collect();
    let mut changed: Vec<Vec<String>> = Vec::new();
    for n in 0..lines.len() {
        let without =
            |gap: usize| lines.iter().enumerate().filter(move |&(m, _)| m != gap).map(|(_, l)| l.clone());
        changed.push(without(n).collect());
        let mut other = lines.clone();
        other[n] = other[n].replace("heart", "spade");
        changed.push(other);
        for m in 0..n {
            let mut other = lines.clone();
            other.swap(m, n);
            changed.push(other);
        }
    }
    for task in tasks() {
        let instance = read(&task).unwrap();
        let world = world_of_task(&task).unwrap();
        let mut refused = 0;
        for plan in &changed {
            let text = plan.join("\n");
            let by_rules =
                read_plan(text.as_bytes(), &instance).is_ok_and(|plan| replay(&instance, plan).is_ok());
            assert_eq!(world.check_plan(&text).is_ok(), by_rules, "{task}\n{text}");
            refused += usize::from(!by_rules);
        }
        assert!(refused > changed.len() / 2, "{refused} of {}", changed.len());
    }
}

#[test]
fn types_that_contradict_the_facts_are_refused() {
    for (from, to, expected) in [
        ("N4 - num", "N4 - card", "line 12: found 'N1' of type card, expected an object of type num"),
        (
            "spade - suit",
            "spade - num",
            "line 21: found 'spade' of type num, expected an object of type suit",
        ),
    ] {
        let task = TYPED.replace(from, to);
        let error = read(&task).unwrap_err().to_string();
        let sentence = expected.split_once(": ").unwrap().1;
        assert!(error.contains(sentence) && error.starts_with("line "), "{error}");
    }
    assert!(
        read(&TYPED.replace("(:domain freecell)", "(:domain blocks)")).is_ok(),
        "its facts are FreeCell's"
    );
    let other = "(define (problem p) (:domain blocks) (:objects a) (:init (clear a)) (:goal (clear a)))";
    assert!(read(other).unwrap_err().to_string().contains("found 'blocks', expected (:domain freecell)"));
}

/// A spider task without types: its facts say what is a card, a pile and a deal.
#[test]
fn a_spider_task_needs_no_types() {
    let game = super::random("ipc-spider", 1);
    let text = patsat_formats::write_instance(&game, Format::Pddl).unwrap();
    let plain =
        ["- card", "- tableau", "- deal"].iter().fold(text.clone(), |text, kind| text.replace(kind, " "));
    assert_ne!(plain, text);
    assert_eq!(read(&plain).unwrap().deal, read(&text).unwrap().deal);
    world_of_task(&plain).unwrap();
}

fn forms() -> Vec<String> {
    let plain = plain();
    let each = |form: &dyn Fn(usize, &str) -> String| -> String {
        plain.lines().enumerate().map(|(n, line)| form(n, line.trim_matches(['(', ')'])) + "\n").collect()
    };
    vec![
        plain.clone(),
        FF.to_owned(),
        METRIC_FF.to_owned(),
        UNIFIED_PLAN.to_owned(),
        plain.to_uppercase(),
        plain.replace('\n', " "),
        format!("{plain}; cost = 8 (unit cost)\n"),
        "; Version LPG-td-1.4\nTime: (ACTION) [action Duration; action Cost]\n".to_owned()
            + &each(&|n, action| format!("{n}.0003:   ({}) [D:1.00; C:1.00]", action.to_uppercase())),
        "; States evaluated: 9\n; Cost: 8.000\n".to_owned()
            + &each(&|n, action| format!("{n}.000: ({action})  [0.001]")),
        "[t=0.002s, 9876 KB] Solution found!\n".to_owned()
            + &each(&|_, action| format!("{action} (1)"))
            + "[t=0.002s, 9876 KB] Plan length: 8 step(s).\n[t=0.002s, 9876 KB] Plan cost: 8\n",
        each(&|n, action| format!("step {n}: {action}")) + "        8: REACH-GOAL\n",
        each(&|_, action| action.to_owned()),
        format!("SequentialPlan([{}])", plain.lines().map(call).collect::<Vec<_>>().join(", ")),
        format!(
            "SequentialPlan:\n{}",
            plain.lines().map(|line| format!("    {}\n", call(line))).collect::<String>()
        ),
        format!(
            "ff: found legal plan as follows\n\n{}",
            each(&|n, action| format!("   {n}: {}", action.to_uppercase()))
        ) + "\n\ntime spent:    0.00 seconds instantiating 9 easy, 0 hard action templates\n"
            + "               0.00 seconds total time\n\nplan cost: 8.000000\n",
    ]
}

/// `(move a b c)` as `move(a, b, c)`.
fn call(line: &str) -> String {
    let (name, arguments) = line.trim_matches(['(', ')']).split_once(' ').unwrap();
    format!("{name}({})", arguments.replace(' ', ", "))
}

#[test]
fn plans_are_read_in_the_forms_of_planners() {
    let instance = read(TYPED).unwrap();
    let world = world_of_task(TYPED).unwrap();
    let expected: Plan = read_plan(plain().as_bytes(), &instance).unwrap();
    replay(&instance, expected.clone()).unwrap();
    for form in forms() {
        assert_eq!(Format::sniff(form.as_bytes()), Ok(Format::IpcPlan), "{form}");
        assert_eq!(read_plan(form.as_bytes(), &instance).unwrap_or_else(|e| panic!("{e}\n{form}")), expected);
        assert_eq!(world.check_plan(&form).unwrap_or_else(|e| panic!("{e}\n{form}")).actions, 8, "{form}");
        // Another card in the first action, and no road takes it.
        let other = form.to_lowercase().replacen("diamonda", "spade2", 1);
        assert!(
            !read_plan(other.as_bytes(), &instance).is_ok_and(|plan| replay(&instance, plan).is_ok()),
            "{other}"
        );
        assert!(world.check_plan(&other).is_err(), "{other}");
    }
}

#[test]
fn errors_about_plans_of_tasks_name_actions() {
    let instance = read(TYPED).unwrap();
    let error = |text: &str| read_plan(text.as_bytes(), &instance).unwrap_err().to_string();
    assert_eq!(
        error("fly diamonda hearta\n"),
        "line 1: found 'fly diamonda hearta', expected an action such as (move c4 d5 h5)"
    );
    assert_eq!(
        error("SequentialPlan:\n    fly(diamonda)\n").split(", expected").next(),
        Some("line 2: found the action 'fly'")
    );
    assert_eq!(
        error("0: SENDTOHOME DIAMONDA HEARTA DIAMOND N1 DIAMOND0\n"),
        "line 1: found sendtohome with 5 arguments, expected 6"
    );
    // Standard notation is taken for such a game too.
    let moves = read_plan(b"2h 2h 1h 4h 4h 3h 3h 1h", &instance).unwrap();
    replay(&instance, moves).unwrap();
    assert!(read_plan_as(b"2h ??", Some(Format::Standard), &instance).is_err());
}
