//! Shortest plans, proved to VeriPB. Tests that call it are skipped, with a message, where the program
//! is not installed.

mod constraints;
mod tampered;
mod tasks;

use patsat_game::rules::Cost;
use patsat_game::state::Instance;
use patsat_pddl::domain_of_task;
use patsat_pddl::strips::{Domain, GroundTask, World};
use patsat_planning::{Method, Outcome, Request, SearchMethod};
use patsat_tasks::pseudo_boolean::{Certificate, OptimalityProof, OptimalityProofError};
use std::collections::{BTreeSet, VecDeque};
use std::process::Command;

const BYTES: usize = 1 << 30;

/// Another domain than one of cards.
const BLOCKS: &str = "(define (domain blocks) (:requirements :strips)
 (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (handempty) (holding ?x))
 (:action pick-up :parameters (?x) :precondition (and (clear ?x) (ontable ?x) (handempty))
  :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
 (:action put-down :parameters (?x) :precondition (holding ?x)
  :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
 (:action stack :parameters (?x ?y) :precondition (and (holding ?x) (clear ?y))
  :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
 (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (handempty))
  :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))";

/// A game as a task in PDDL.
fn pddl(instance: &Instance) -> String {
    patsat_formats::write_instance(instance, patsat_formats::Format::Pddl).unwrap()
}

fn world(task: &str) -> World {
    World::read(&Domain::read(domain_of_task(task).unwrap()).unwrap(), task).unwrap()
}

/// A shortest plan by our search, which knows cards and no facts, as actions of the task; `None` if
/// the game cannot be won.
fn shortest(instance: &Instance, task: &GroundTask) -> Option<Vec<usize>> {
    let mut method = SearchMethod::named("optimal").unwrap();
    method.options.cost = Cost::M1;
    match Request::new(instance, Method::Search(method)).run().unwrap().outcome {
        Outcome::Solved(plan, _) => {
            let text = patsat_formats::write_plan(instance, &plan, patsat_formats::Format::IpcPlan).unwrap();
            Some(task.plan(&text).unwrap())
        }
        Outcome::Unwinnable(_) => None,
        other => panic!("{other:?}"),
    }
}

fn certify(task: &GroundTask, plan: &[usize]) -> Result<Certificate, OptimalityProofError> {
    OptimalityProof::prove(task, plan, 5_000)?.certificate(BYTES)
}

/// A shortest plan of a task by breadth-first search over sets of facts.
fn breadth_first(task: &GroundTask) -> Option<Vec<usize>> {
    let start: BTreeSet<usize> = task.start.iter().copied().collect();
    let mut seen = BTreeSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, Vec::new())]);
    while let Some((state, plan)) = queue.pop_front() {
        if task.goal.iter().all(|fact| state.contains(fact)) {
            return Some(plan);
        }
        for (n, action) in task.actions.iter().enumerate() {
            if action.needs.iter().all(|fact| state.contains(fact)) {
                let mut after = state.clone();
                after.retain(|fact| !action.deletes.contains(fact));
                after.extend(&action.adds);
                if seen.insert(after.clone()) {
                    queue.push_back((after, plan.iter().copied().chain([n]).collect()));
                }
            }
        }
    }
    None
}

/// The checker, if it is there.
struct Veripb(tempfile::TempDir);

impl Veripb {
    fn new() -> Option<Veripb> {
        if Command::new("veripb").arg("--version").output().is_err() {
            eprintln!("skipped: the proof checker 'veripb' is not installed");
            return None;
        }
        Some(Veripb(tempfile::tempdir().unwrap()))
    }

    /// What it says is verified, if it accepts.
    fn check(&self, opb: &str, proof: &str) -> Option<String> {
        let file = |name: &str, text: &str| {
            let path = self.0.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let files = [file("f.opb", opb), file("f.pbp", proof)];
        let output = Command::new("veripb").args(files).output().unwrap();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        let verified = out.lines().find_map(|line| line.strip_prefix("s VERIFIED "));
        verified.filter(|_| output.status.success()).map(str::to_owned)
    }

    #[track_caller]
    fn accepts(&self, certificate: &Certificate, length: usize) {
        let verified = self.check(&certificate.opb, &certificate.proof);
        assert_eq!(verified, Some(format!("BOUNDS {length} <= obj <= {length}")));
    }
}
