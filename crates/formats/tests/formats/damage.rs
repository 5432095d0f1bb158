//! Damaged files and files that never were any.

use super::walk::{Lcg, random_walk};
use super::{MIDGAME, ms, random};
use patsat_base::FormatError;
use patsat_formats::{Format, Hints, read_instance, read_plan_as, write_instance, write_plan};
use patsat_game::rules::Rules;
use proptest::prelude::*;

/// Files of every format, to be damaged.
fn good_files() -> Vec<Vec<u8>> {
    let forty = random("forty-thieves", 1);
    let (plan, _) = random_walk(&ms(1), 30, 1);
    let mut files: Vec<String> = [Format::FcSolve, Format::Json, Format::Solvitaire, Format::Pddl]
        .iter()
        .map(|&format| write_instance(&ms(1), format).unwrap())
        .collect();
    files.push(MIDGAME.to_owned());
    files.push(write_instance(&forty, Format::Json).unwrap());
    files.push(write_instance(&forty, Format::Solvitaire).unwrap());
    for format in [Format::Standard, Format::Replay, Format::PlanJson, Format::IpcPlan] {
        files.push(write_plan(&ms(1), &plan, format).unwrap());
    }
    files.into_iter().map(String::into_bytes).collect()
}

/// Gives the bytes to every reader. Whatever comes back is a value, and an error one line.
fn feed(bytes: &[u8]) {
    let instance = ms(1);
    let one_line = |error: FormatError| {
        let text = error.to_string();
        assert!(!text.is_empty() && text.len() < 800 && !text.contains('\n'), "{text:?}");
    };
    let games = [None, Some("spider"), Some("forty-thieves"), Some("king-albert")];
    for game in games.map(|name| name.map(|name| Rules::preset(name).unwrap())) {
        let hints = Hints { game, ..Hints::default() };
        for from in std::iter::once(None).chain(Format::ALL.map(Some)) {
            read_instance(bytes, from, &hints).map_err(one_line).ok();
        }
    }
    for from in std::iter::once(None).chain(Format::ALL.map(Some)) {
        read_plan_as(bytes, from, &instance).map_err(one_line).ok();
    }
    Format::sniff(bytes).map_err(one_line).ok();
}

#[test]
fn damaged_files_are_answered_not_crashed_on() {
    let mut lcg = Lcg::new(7);
    for file in good_files() {
        for _ in 0..40 {
            let mut bytes = file.clone();
            for _ in 0..=lcg.below(3) {
                let at = lcg.below(bytes.len());
                match lcg.below(4) {
                    0 => bytes[at] = lcg.below(256) as u8,
                    1 => bytes.truncate(at + 1),
                    2 => bytes.insert(at, b"0123456789-(v)hTK{}[]\",:"[lcg.below(24)]),
                    _ => drop(bytes.remove(at)),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            feed(&bytes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        feed(&bytes);
    }

    #[test]
    fn any_words_are_answered(text in "(\\{|Foundations: |FC: |Move |: |\\(define |\\(:init |\\(move |;|[0-9A-Za-z]{1,3} ?|\\n|\\(|\\)|v|-|[0-9]{6,30}|é){0,60}") {
        feed(text.as_bytes());
    }
}
