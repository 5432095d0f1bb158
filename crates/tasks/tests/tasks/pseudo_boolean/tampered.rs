//! The checker refuses a proof or constraints in which a number is changed.

use super::{Veripb, certify, pddl, shortest, world};
use patsat_game::cards::Suits;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_tasks::pseudo_boolean::{Certificate, OptimalityProof};

/// The first, or last, line that a change applies to is changed.
fn changed(text: &str, last: bool, change: impl Fn(&str) -> Option<String>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut numbers: Box<dyn Iterator<Item = usize>> = Box::new(0..lines.len());
    if last {
        numbers = Box::new((0..lines.len()).rev());
    }
    let (n, line) = numbers.find_map(|n| change(lines[n]).map(|line| (n, line))).expect("a line to change");
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    assert_ne!(lines[n], line);
    lines[n] = line;
    lines.join("\n") + "\n"
}

/// The constraints with the numbers of the last of them, which are the goal, changed. (Of some tasks a
/// part of the goal holds from the start, and could go.)
fn without_goal(opb: &str) -> String {
    let lines: Vec<&str> = opb.lines().collect();
    let rest = lines.iter().rposition(|line| !line.ends_with(">= 1 ;")).unwrap() + 1;
    let goal = lines[rest..].iter().map(|line| line.replace(">= 1", ">= 0"));
    lines[..rest].iter().map(ToString::to_string).chain(goal).map(|line| line + "\n").collect()
}

/// The proof and the constraints with one number changed each, and what was changed.
pub(super) fn variants(certificate: &Certificate, length: usize) -> Vec<(&'static str, String, String)> {
    let Certificate { opb, proof, .. } = certificate;
    let conclusion = |lower: usize, upper: usize| {
        changed(proof, true, |line| {
            let id = line.strip_prefix("conclusion BOUNDS ")?.split(' ').nth(2)?;
            Some(format!("conclusion BOUNDS {lower} : {id} {upper};"))
        })
    };
    let in_proof = |last: bool, change: &dyn Fn(&str) -> Option<String>| changed(proof, last, change);
    let in_opb = |last: bool, change: &dyn Fn(&str) -> Option<String>| changed(opb, last, change);
    let with = |proof: String| (opb.clone(), proof);
    let of = |opb: String| (opb, proof.clone());
    let constraint = |line: &str| !line.starts_with('*') && !line.starts_with("min:");
    let named = [
        ("the lower bound is one more", with(conclusion(length + 1, length))),
        ("both bounds are one less", with(conclusion(length - 1, length - 1))),
        ("the upper bound is one less", with(conclusion(length, length - 1))),
        (
            "another action in the plan",
            with(in_proof(false, &|line| {
                let rest = line.strip_prefix("soli x")?;
                let (number, rest) = rest.split_once(' ')?;
                Some(format!("soli x{} {rest}", number.parse::<usize>().ok()? + 1))
            })),
        ),
        (
            "the number of constraints",
            with(in_proof(false, &|line| {
                let number: usize = line.strip_prefix("f ")?.strip_suffix(';')?.parse().ok()?;
                Some(format!("f {};", number + 1))
            })),
        ),
        (
            "a group of which no fact may hold",
            with(in_proof(false, &|line| {
                let (head, tail) = line.split_once(">= ")?;
                let number: usize = tail.strip_suffix(';')?.parse().ok()?;
                (head.starts_with("rup 1 ~") && head.matches('~').count() > 2)
                    .then(|| format!("{head}>= {};", number + 1))
            })),
        ),
        (
            "the threshold of a variable",
            with(in_proof(true, &|line| {
                let (head, tail) = line.strip_prefix("red ")?.split_once(">= ")?;
                let (number, rest) = tail.split_once(' ')?;
                let number: usize = number.parse().ok()?;
                (number > 1 && head.contains(" ~v")).then(|| format!("red {head}>= {} {rest}", number + 1))
            })),
        ),
        (
            "a constraint that is added",
            with(in_proof(true, &|line| {
                let rest = line.strip_prefix("pol ")?;
                let (number, rest) = rest.split_once(' ')?;
                Some(format!("pol {} {rest}", number.parse::<usize>().ok()? + 1))
            })),
        ),
        (
            "a divisor",
            with(in_proof(false, &|line| {
                (line.starts_with("pol ") && line.contains(" 2 d")).then(|| line.replacen(" 2 d", " 3 d", 1))
            })),
        ),
        (
            "the objective",
            of(in_opb(false, &|line| line.starts_with("min: ").then(|| line.replacen("+1", "+2", 1)))),
        ),
        (
            "a fact of the start",
            of(in_opb(false, &|line| {
                (constraint(line) && line.ends_with(">= 1 ;"))
                    .then(|| line.replace("+1", "-1").replace(">= 1", ">= 0"))
            })),
        ),
        ("the goal is not asked for", of(without_goal(opb))),
        (
            "two actions at once",
            of(in_opb(false, &|line| {
                let (head, go) = line.strip_suffix(" = 0 ;")?.rsplit_once("-1 x")?;
                Some(format!("{head}-2 x{go} = 0 ;"))
            })),
        ),
    ];
    named.into_iter().map(|(name, (opb, proof))| (name, opb, proof)).collect()
}

#[test]
fn every_changed_number_is_refused() {
    let Some(veripb) = Veripb::new() else { return };
    let mut rules = Rules::preset("freecell").unwrap();
    rules.deck.ranks = 3;
    rules.deck.suits = Suits::First(3);
    (rules.columns, rules.cells) = (3, 2);
    let instance = Instance::from_id(rules, "random:5".parse().unwrap()).unwrap();
    let task = world(&pddl(&instance)).grounded().unwrap();
    let plan = shortest(&instance, &task).unwrap();
    let shown = OptimalityProof::prove(&task, &plan, 5_000).unwrap();
    assert!(shown.length() > shown.counted(), "a task with patterns");
    let certificate = certify(&task, &plan).unwrap();
    veripb.accepts(&certificate, plan.len());
    let variants = variants(&certificate, plan.len());
    assert!(variants.len() > 10);
    for (name, opb, proof) in variants {
        let verified = veripb.check(&opb, &proof);
        assert!(verified.is_none(), "{name}: {verified:?}");
    }
    // The proof is refused if one of its lines is left out.
    for (n, line) in certificate.proof.lines().enumerate().filter(|(_, line)| line.starts_with("rup ")) {
        if n % 23 == 0 {
            let without: String =
                certificate.proof.lines().filter(|l| *l != line).map(|l| format!("{l}\n")).collect();
            assert!(veripb.check(&certificate.opb, &without).is_none(), "without {line}");
        }
    }
}
