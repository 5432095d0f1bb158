//! The interpreter of domains, as the tests of tasks call it.

use patsat_pddl::strips::{self, AcceptedPlan, Domain, PlanFault};

/// A task of a domain.
pub(super) struct World(pub(super) strips::World);

impl World {
    pub(super) fn new(domain: &str, problem: &str) -> World {
        World(strips::World::read(&Domain::read(domain).unwrap(), problem).unwrap())
    }

    /// Plays a plan; its cost, or what is wrong with it.
    pub(super) fn play(&self, plan: &str) -> Result<usize, PlanFault> {
        self.0.check_plan(plan).map(|AcceptedPlan { cost, .. }| cost as usize)
    }
}

/// A domain with everything that is understood; what it says of cards is nothing.
const DOMAIN: &str = "
(define (domain toy) ; a comment
  (:requirements :strips :typing :conditional-effects :negative-preconditions :action-costs)
  (:types thing - object box - thing ball - thing)
  (:constants here - thing)
  (:predicates (in ?x - ball ?y - box) (open ?b - box) (seen ?x - thing) (fixed))
  (:functions (total-cost) - number)
  (:action put :parameters (?x - ball ?from ?to - box)
    :precondition (and (in ?x ?from) (open ?to) (not (in ?x ?to)) (fixed))
    :effect (and (not (in ?x ?from)) (in ?x ?to) (increase (total-cost) 3)
                 (when (and (open ?from) (not (seen ?x))) (and (seen ?x) (not (open ?from))))))
  (:action look :parameters (?x - thing) :precondition () :effect (seen ?x)))";
const TASK: &str = "
(define (problem p) (:domain TOY)
  (:objects A B - box c - ball)
  (:init (in c A) (open A) (open b) (fixed) (= (total-cost) 0))
  (:goal (and (in c B) (not (open a)) (seen HERE))))";

#[test]
fn effects_conditions_types_and_costs_count() {
    let world = World::new(DOMAIN, TASK);
    assert_eq!(world.0.check_plan("(put C a b)\n(look here)"), Ok(AcceptedPlan { actions: 2, cost: 3 }));
    // A condition is asked before the action: seen first, the box stays open.
    for (plan, message) in [
        ("(look c)\n(put c a b)\n(look here)", "after 3 actions the goal (open a) is not reached"),
        ("(put c a b)", "after 1 actions the goal (seen here) is not reached"),
        ("; nothing\n(put c b a)", "line 2: (put c b a) cannot be applied, for (in c b) does not hold"),
        ("(put c a a)", "line 1: (put c a a) cannot be applied, for (in c a) holds"),
        ("(put a a b)", "line 1: (put a a b) cannot be applied, for 'a' is no ball"),
        ("(put c a d)", "line 1: (put c a d) cannot be applied, for the task has no object 'd'"),
        ("(put c a)", "line 1: (put c a) cannot be applied, for put takes 3 arguments, not 2"),
        ("(jump)", "line 1: (jump) cannot be applied, for the domain has no action 'jump'"),
        ("put c a", "line 1: found 'put c a', expected an action such as (OPERATOR OBJECT ...)"),
    ] {
        assert_eq!(world.0.check_plan(plan).unwrap_err().to_string(), message);
    }
    // Names of any length are cut where an error quotes them.
    let long = format!("({} ", "c".repeat(5000));
    for (name, plan) in [("(seen ", "(put c a b)"), ("(in ", "(put c b a)")] {
        let world = World::new(&DOMAIN.replace(name, &long), &TASK.replace(name, &long));
        let message = world.0.check_plan(plan).unwrap_err().to_string();
        assert!(message.len() < 300 && message.contains("ccc..."), "{message}");
    }
    let actions: Vec<String> =
        world.0.successors(&world.0.start()).into_iter().map(|(action, ..)| action.join(" ")).collect();
    assert_eq!(actions, ["put c a b", "look a", "look b", "look c", "look here"]);
}

#[test]
fn invalid_domains_and_tasks_are_reported_with_their_line() {
    let domain = Domain::read(DOMAIN).unwrap();
    for (from, to, message) in [
        ("(domain toy)", "(problem toy)", "line 2: found no (define (domain NAME) ...)"),
        ("(:types ", "(:axioms ", "line 4: found ':axioms', expected :requirements"),
        ("(open ?to)", "(ajar ?to)", "line 9: found 'ajar', expected a predicate of the domain"),
        ("(open ?to)", "(open ?two)", "line 9: found '?two', expected a parameter of the action"),
        ("(open ?to)", "(open ?to ?to)", "line 9: found (open) with 2 arguments, expected 1"),
        ("(total-cost) 3", "(other) 3", "line 10: found another cost"),
        ("(:action look", "(:action put", "line 12: found a second action 'put'"),
        (":precondition ()", ":condition ()", "line 12: found ':condition'"),
    ] {
        assert!(DOMAIN.contains(from));
        let error = Domain::read(&DOMAIN.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
    for (from, to, message) in [
        ("TOY", "spider", "line 2: found 'spider', expected the domain toy"),
        ("- ball", "- bowl", "line 3: found 'bowl', expected a type of the domain"),
        ("(in c A)", "(in d A)", "line 4: found 'd', expected an object of the task"),
        ("A B - box", "A a - box", "line 3: found the object 'a' again"),
        ("(:init", "(:start", "found no (:init ...)"),
    ] {
        let error = strips::World::read(&domain, &TASK.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}
