//! The order of the queried bounds.

use super::*;
use Schedule::{Bisect, Fixed, Geometric, Ramp};
use patsat_base::Limit;

/// Returns all queried bounds in order, with plans from `threshold` on.
fn walk(text: &str, schedule: Option<Schedule>, lower: u32, threshold: u32) -> (Vec<u32>, Horizons) {
    let mut horizons = Horizons::new(text.parse().unwrap(), schedule, 8, lower).unwrap();
    let mut queried = Vec::new();
    while queried.len() < 50 {
        let Some(bound) = horizons.next_bound() else { break };
        queried.push(bound);
        horizons.record(
            bound,
            if bound >= threshold { SolverAnswer::Satisfiable(()) } else { SolverAnswer::Unsatisfiable },
        );
    }
    (queried, horizons)
}

#[test]
fn every_rule_walks_its_bounds() {
    let queried = |text, schedule, lower, threshold| walk(text, schedule, lower, threshold).0;
    assert_eq!(queried("6", None, 1, 4), [6]);
    assert_eq!(queried("6", None, 9, 9), [6], "what was asked as one bound is asked");
    assert_eq!(queried("3..9", None, 1, 6), [3, 4, 5, 6]);
    assert_eq!(queried("3..9", None, 5, 6), [5, 6]);
    assert_eq!(queried("3..9", None, 12, 20), [9]);
    assert_eq!(queried("9", Some(Ramp), 7, 8), [7, 8]);
    assert_eq!(queried("2..20", Some(Geometric), 1, 100), [2, 3, 4, 6, 9, 13, 19, 20]);
    assert_eq!(queried("1..16", Some(Bisect), 1, 6), [16, 8, 4, 6, 5]);
    assert_eq!(queried("1..16", Some(Bisect), 1, 17), [16]);
    assert_eq!(queried("auto", None, 1, 10), [8, 12]);
    assert_eq!(queried("auto", None, 9, 10), [9, 13]);
    assert_eq!(queried("auto", Some(Fixed), 1, 10), [8]);
    assert_eq!(queried("auto", Some(Ramp), 2, 5), [2, 3, 4, 5]);
    assert_eq!(queried("auto", Some(Bisect), 1, 5), [1, 2, 3, 4, 6, 5]);
}

#[test]
fn what_is_no_bound_is_refused_and_not_called_excluded() {
    for schedule in [None, Some(Fixed), Some(Ramp), Some(Geometric), Some(Bisect)] {
        for horizon in [Horizon::One(0), Horizon::Range(0, 0), Horizon::Range(0, 3), Horizon::Range(3, 2)] {
            assert!(Horizons::new(horizon, schedule, 8, 1).is_err(), "{horizon} {schedule:?}");
        }
    }
}

#[test]
fn ramp_and_bisect_find_the_smallest_bound() {
    for threshold in 1..=40 {
        for schedule in [Ramp, Bisect] {
            let (queried, horizons) = walk("1..40", Some(schedule), 1, threshold);
            assert_eq!(horizons.plan, Some(threshold), "{schedule:?}: {queried:?}");
            assert_eq!(horizons.excluded, threshold - 1);
        }
    }
    for schedule in [None, Some(Ramp), Some(Geometric), Some(Bisect)] {
        assert_eq!(walk("5..17", schedule, 1, 99).1.all_excluded(), Some(17), "{schedule:?}");
    }
    assert_eq!(walk("5..17", None, 1, 17).1.all_excluded(), None);
}

#[test]
fn open_horizons_are_not_queried_again_or_excluded() {
    for schedule in [Ramp, Geometric, Bisect] {
        let mut horizons = Horizons::new(Horizon::Range(1, 9), Some(schedule), 8, 1).unwrap();
        let mut queried = Vec::new();
        while let Some(bound) = horizons.next_bound() {
            assert!(!queried.contains(&bound), "{schedule:?}: {queried:?} {bound}");
            queried.push(bound);
            horizons.record(
                bound,
                if bound == 3 { SolverAnswer::Unsatisfiable } else { SolverAnswer::Unknown(Limit::Time) },
            );
        }
        assert_eq!((horizons.all_excluded(), horizons.excluded), (None, 3), "{schedule:?}");
    }
    let mut fixed = Horizons::new(Horizon::One(4), None, 8, 1).unwrap();
    assert_eq!((fixed.next_bound(), fixed.next_bound()), (Some(4), Some(4)), "for two solvers at once");
    fixed.record(4, SolverAnswer::Unknown(Limit::Time));
    assert_eq!(fixed.next_bound(), None);
}

#[test]
fn several_at_once_and_what_becomes_moot() {
    let mut horizons = Horizons::new(Horizon::Range(1, 16), Some(Bisect), 8, 1).unwrap();
    assert_eq!((horizons.next_bound(), horizons.next_bound()), (Some(16), Some(8)));
    horizons.record(8, SolverAnswer::Satisfiable(()));
    assert!(horizons.is_moot(16) && !horizons.is_moot(4));
    horizons.cancelled(16);
    assert_eq!((horizons.next_bound(), horizons.next_bound()), (Some(4), Some(6)));
    horizons.record(6, SolverAnswer::Unsatisfiable);
    assert!(horizons.is_moot(4) && !horizons.is_moot(7));
    let mut ramp = Horizons::new(Horizon::Range(1, 16), Some(Ramp), 8, 1).unwrap();
    assert_eq!((ramp.next_bound(), ramp.next_bound()), (Some(1), Some(2)));
    ramp.record(2, SolverAnswer::Satisfiable(()));
    assert!(ramp.is_moot(1), "the first answer ends it");
}

#[test]
fn a_longer_bound_has_its_turn_after_a_share_of_the_time() {
    let all = Some(Duration::from_secs(10));
    let mut auto = Horizons::new(Horizon::Auto, None, 30, 1).unwrap();
    assert_eq!(auto.next_bound(), Some(30));
    assert_eq!(auto.share(all), Some(Duration::from_secs(6)));
    assert_eq!(auto.share(None), Some(SHARE_OF_ENDLESS));
    auto.record(30, SolverAnswer::Unknown(Limit::Time));
    assert_eq!((auto.next_bound(), auto.share(all), auto.share(None)), (Some(45), all, None));
    let ramp = Horizons::new(Horizon::Auto, Some(Ramp), 30, 1).unwrap();
    assert_eq!(ramp.share(all), all);
}

#[test]
fn invalid_horizons_are_reported() {
    for text in ["0", "-1", "x", "", "0..5", "3..", "..4", "3-4", "5000000000"] {
        let error = text.parse::<Horizon>().unwrap_err().to_string();
        assert!(error.contains("expected"), "{text}: {error}");
    }
    assert_eq!("9..3".parse::<Horizon>(), Err(HorizonError::Empty(9, 3)));
    assert_eq!("auto".parse(), Ok(Horizon::Auto));
    assert_eq!(Horizons::new(Horizon::Range(1, 2), Some(Fixed), 8, 1).unwrap_err(), HorizonError::FixedRange);
}
