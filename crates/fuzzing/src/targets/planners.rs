//! The interpreter of planners' domains: a domain, a task and a plan in one text; and plans for tasks that are known.

use super::chosen;
use crate::Target;
use crate::games::games;
use crate::messages::sentence;
use patsat_formats::{Format, write_instance, write_plan};
use patsat_game::rules::Cost;
use patsat_game::state::Plan;
use patsat_pddl::strips::{Domain, World};
use patsat_pddl::{DOMAINS, domain_of_task};
use std::sync::OnceLock;

const WORDS: &[&str] = &[
    "(define",
    "(domain",
    ":requirements",
    ":types",
    ":constants",
    ":predicates",
    ":functions",
    "(:action",
    ":parameters",
    ":precondition",
    ":effect",
    "(and",
    "(not",
    "(increase",
    "(total-cost)",
    "(forall",
    "(when",
    "(either",
    "?x",
    "-",
    "object",
    ")",
    "(",
    ";",
    "(:init",
    "(:goal",
    "(:objects",
    "(=",
    "0",
    ";;;;\n",
];

pub(super) const TARGETS: &[Target] = &[
    Target {
        name: "domain",
        about: "a domain of planners, a task and a plan for it",
        run: whole,
        seeds: all,
        words: WORDS,
    },
    Target {
        name: "domain-plan",
        about: "plans for small tasks by the domain's word: none wins a lost game, none is shorter than the shortest",
        run: plan,
        seeds: plans,
        words: &[
            "(move",
            "(sendtohome",
            "(sendtofree",
            "(newcolfromfreecell",
            "(homefromfreecell",
            ")",
            "n1",
            "n0",
            "club2",
            "heart1",
            ";",
        ],
    },
];

/// What stands between the three.
const BETWEEN: &str = ";;;;\n";

fn whole(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut parts = text.split(BETWEEN);
    let [domain, task, plan] = [(); 3].map(|()| parts.next().unwrap_or_default());
    domain_of_task(task).map_or_else(sentence, drop);
    let domain = match Domain::read(domain) {
        Ok(domain) => domain,
        Err(error) => return sentence(error),
    };
    match World::read(&domain, task) {
        Err(error) => sentence(error),
        Ok(world) => {
            world.check_plan(plan).map_or_else(sentence, drop);
        }
    }
}

struct Task {
    number: u8,
    text: String,
    world: World,
}

fn tasks() -> &'static [Task] {
    static TASKS: OnceLock<Vec<Task>> = OnceLock::new();
    TASKS.get_or_init(|| {
        let task = |(number, known): (usize, &crate::games::SolvedGame)| {
            let text = write_instance(&known.instance, Format::Pddl).ok()?;
            let domain = Domain::read(domain_of_task(&text).ok()?).ok()?;
            let world = World::read(&domain, &text).ok()?;
            Some(Task { number: number as u8, text, world })
        };
        games().iter().enumerate().filter_map(task).collect()
    })
}

fn plan(bytes: &[u8]) {
    let (byte, text) = chosen(bytes);
    let tasks = tasks();
    let task = &tasks[usize::from(byte) % tasks.len()];
    let known = &games()[usize::from(task.number)];
    match task.world.check_plan(&String::from_utf8_lossy(text)) {
        Err(fault) => sentence(fault),
        Ok(accepted) => {
            let least = known.cheapest(Cost::M1).expect("the domain accepts a plan of a lost game");
            // An action moves a card, or collects a run.
            assert!(accepted.actions as u64 >= u64::from(least.min(1)), "a plan without actions wins");
        }
    }
}

/// A shortest plan, by search.
fn shortest(known: &crate::games::SolvedGame) -> Option<Plan> {
    use patsat_planning::{Method, Monitor, Request, SearchMethod, solve};
    known.cheapest?;
    let request = Request::new(&known.instance, Method::Search(SearchMethod::default()));
    solve(&request, &mut Monitor::default()).ok()?.plan().map(|plan| (**plan).clone())
}

fn plans() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (at, task) in tasks().iter().enumerate() {
        let known = &games()[usize::from(task.number)];
        let plan = shortest(known).unwrap_or_default();
        if let Ok(text) = write_plan(&known.instance, &plan, Format::IpcPlan) {
            all.push([&[at as u8][..], text.as_bytes()].concat());
        }
    }
    all
}

fn all() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for task in tasks() {
        let known = &games()[usize::from(task.number)];
        let plan = shortest(known).unwrap_or_default();
        let plan = write_plan(&known.instance, &plan, Format::IpcPlan).unwrap_or_default();
        if let Ok(domain) = domain_of_task(&task.text) {
            all.push([domain, BETWEEN, &task.text, BETWEEN, &plan].concat().into_bytes());
        }
    }
    all.extend(DOMAINS.iter().map(|(_, text)| text.as_bytes().to_vec()));
    all
}
