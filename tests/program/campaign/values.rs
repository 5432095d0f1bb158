//! Campaigns as values: statistics against hand-computed ones, contradictions, the matrix.

use super::TINY;
use patsat_experiments::campaign::stats::{fit, par2, quantile};
use patsat_experiments::campaign::{Campaign, KnownNames, Outcome, Run, contradictions};
use std::collections::BTreeSet;

#[test]
fn numbers_are_as_computed_by_hand() {
    let times = [Some(1.0), Some(2.0), None, Some(4.0)];
    // (1 + 2 + 20 + 4) / 4
    assert_eq!(par2(&times, 10.0), Some(6.75));
    assert_eq!(par2(&[], 10.0), None);
    // Sorted 1, 2, 4, infinite: places 0.75, 1.5, 2.25.
    assert_eq!(quantile(&times, 0.25), Some(1.75));
    assert_eq!(quantile(&times, 0.5), Some(3.0));
    assert_eq!(quantile(&times, 0.75), Some(f64::INFINITY));
    assert_eq!(quantile(&times, 0.0), Some(1.0));
    // x 1..4, y 2, 4, 5, 4: means 2.5 and 3.75, slope 3.5 / 5 = 0.7, intercept 2; residuals -0.7, 0.6,
    // 0.9, -0.8 of squares 2.3; the slope's error sqrt(2.3 / 2 / 5) = 0.47958, times 4.3027.
    let line = fit(&[(1.0, 2.0), (2.0, 4.0), (3.0, 5.0), (4.0, 4.0)]).unwrap();
    assert!((line.slope - 0.7).abs() < 1e-12 && (line.intercept - 2.0).abs() < 1e-12);
    assert!((line.high - line.slope - 4.3027 * 0.479_583).abs() < 1e-4);
    assert!((line.high + line.low - 1.4).abs() < 1e-12);
    assert!(fit(&[(1.0, 2.0), (1.0, 3.0), (1.0, 4.0)]).is_none() && fit(&[(1.0, 2.0), (2.0, 3.0)]).is_none());
    // Many points: Student's t is near the normal's 1.96; t of 98 is 1.9845.
    let noisy: Vec<(f64, f64)> = (0..100).map(|n| (f64::from(n), f64::from(n % 2))).collect();
    let line = fit(&noisy).unwrap();
    let left: f64 = noisy.iter().map(|p| (p.1 - line.intercept - line.slope * p.0).powi(2)).sum();
    let error = (left / 98.0 / (0..100).map(|n| (f64::from(n) - 49.5).powi(2)).sum::<f64>()).sqrt();
    assert!(((line.high - line.slope) / error - 1.9845).abs() < 2e-4);
}

#[test]
fn contradictions_are_found_and_agreement_is_none() {
    let run = |approach: &str, change: &dyn Fn(&mut Run)| {
        let mut run = Run { approach: approach.into(), outcome: Outcome::Solved, ..Run::default() };
        change(&mut run);
        run
    };
    let shortest = |length| {
        move |run: &mut Run| (run.optimal, run.cost, run.m1) = (Some(true), Some("m1".into()), Some(length))
    };
    let within = |run: &mut Run| {
        (run.encoding, run.options, run.horizon) = (Some("e".into()), Some("o".into()), Some(7));
    };
    let none = |bound| {
        move |run: &mut Run| {
            (run.encoding, run.options) = (Some("e".into()), Some("o".into()));
            (run.outcome, run.bound) = (Outcome::NoPlanWithin, Some(bound));
        }
    };
    let count = |a: Run, b: Run| contradictions(&[a, b]).len();
    assert_eq!(count(run("a", &|_| ()), run("b", &|r| r.outcome = Outcome::Unwinnable)), 1);
    assert_eq!(count(run("a", &|_| ()), run("b", &|r| r.outcome = Outcome::Unknown)), 0);
    assert_eq!(count(run("a", &shortest(5)), run("b", &shortest(6))), 1);
    assert_eq!(count(run("a", &shortest(5)), run("b", &shortest(5))), 0);
    assert_eq!(count(run("a", &within), run("b", &none(7))), 1);
    assert_eq!(count(run("a", &within), run("b", &none(6))), 0);
    let elsewhere = |r: &mut Run| (r.outcome, r.instance) = (Outcome::Unwinnable, "other".into());
    assert_eq!(count(run("a", &|_| ()), run("b", &elsewhere)), 0);
}

#[test]
fn a_matrix_has_every_pair_once() {
    let known = KnownNames { strategies: vec!["auto".into()], ..KnownNames::default() };
    let twice = TINY.replace("title", "repeat = 2\ntitle");
    let campaign = Campaign::read("t", &twice, &known).unwrap();
    let names: Vec<&str> = campaign.approaches.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(names, ["auto", "sat exists", "sat sequential", "optimal m1", "gone"]);
    let jobs = campaign.jobs().unwrap();
    assert_eq!(jobs.len(), 2 * 6 * 5);
    assert_eq!(jobs[0].item.args, ["--ranks", "2"]);
    let keys: BTreeSet<_> = jobs.iter().map(|j| (j.item.label.clone(), j.approach, j.repeat)).collect();
    assert_eq!(keys.len(), jobs.len());
    assert!(jobs.iter().enumerate().all(|(n, job)| job.n == n));
}

#[test]
fn a_group_without_its_files_is_left_out_where_it_may_be() {
    let known = KnownNames { strategies: vec!["auto".into()], ..KnownNames::default() };
    let text = |optional: &str| {
        format!(
            "title = \"t\"\nlimits = {{ cpu_s = 1 }}\n\
             [[group]]\nname = \"deals\"\ninstances = [\"ms:1\"]\napproaches = [\"auto\"]\n\
             [[group]]\nname = \"files\"\n{optional}instances = [\"ms:2\", \"a.pddl\"]\napproaches = [\"auto\"]\n"
        )
    };
    let left = |text: &str, there: bool| {
        let mut campaign = Campaign::read("t", text, &known).unwrap();
        let out = campaign.leave_out_missing(|_| there);
        (campaign.groups.len(), out)
    };
    assert_eq!(left(&text("optional = true\n"), false), (1, vec![("files".into(), "a.pddl".into())]));
    assert_eq!(left(&text("optional = true\n"), true), (2, vec![]));
    assert_eq!(left(&text(""), false), (2, vec![]));
}
