//! Dead patterns, in small games whose answers are known.
//!
//! The target fills in the header that binds a file to its game, so that changes reach the patterns.

use super::chosen;
use crate::Target;
use crate::games::{SolvedGame, game, games};
use crate::messages::sentence;
use patsat_base::Limits;
use patsat_game::cards::Card;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{Patterns, read, write};
use patsat_game::verify::{Backtracking, check_bound, check_patterns_by};
use patsat_patterns::Options;
use patsat_search::Budget;

pub(super) const TARGETS: &[Target] = &[
    Target {
        name: "patterns",
        about: "dead patterns: nothing that can be won is lost, by both ways of going back",
        run: patterns,
        seeds: proved,
        words: &[
            "AC",
            "2H",
            "3S",
            " on ",
            "on hidden ",
            " in a cell",
            " at a bottom",
            " at the bottom of column 1",
            " in the reserve",
            " in the stock",
            " in the waste",
            " home",
            ", ",
            "\n",
            "#",
        ],
    },
    Target {
        name: "circles",
        about: "circles of waiting cards: no bound is above the shortest",
        run: circles,
        seeds: rings,
        words: &["AC", "2C", "3C", "AH", "2H", "AS", "AD", "\n", " "],
    },
];

fn patterns(bytes: &[u8]) {
    let (byte, lines) = chosen(bytes);
    let known = game(byte);
    let mut text = write(&known.instance, &Patterns::default()).into_bytes();
    text.extend(lines);
    let patterns = match read(&known.instance, &text) {
        Ok(patterns) => patterns,
        Err(error) => return sentence(error),
    };
    let again = read(&known.instance, write(&known.instance, &patterns).as_bytes());
    assert_eq!(again.as_ref(), Ok(&patterns), "what is written reads back");
    let answers = [Backtracking::Learning, Backtracking::Plain]
        .map(|how| check_patterns_by(&known.instance, &patterns, how));
    match &answers {
        [Ok(_), Ok(_)] => assert!(!known.winnable, "patterns are accepted of a game that can be won"),
        [Err(one), Err(other)] => {
            sentence(one);
            sentence(other);
        }
        _ => panic!("the two searches disagree: {answers:?}"),
    }
}

/// A circle a line.
fn circles(bytes: &[u8]) {
    let (byte, text) = chosen(bytes);
    let known = game(byte);
    let text = String::from_utf8_lossy(text);
    let circle =
        |line: &str| line.split_whitespace().filter_map(|word| word.parse::<Card>().ok()).take(16).collect();
    let circles: Vec<Vec<Card>> = text.lines().take(24).map(circle).collect();
    match check_bound(&known.instance, &circles) {
        Err(fault) => sentence(fault),
        Ok(bound) => {
            let least = known.cheapest.map(|[m1, ..]| m1 as usize);
            assert!(
                least.is_none_or(|least| bound.moves <= least),
                "no plan has fewer than {}, but one has {least:?}",
                bound.moves
            );
        }
    }
}

fn found(known: &SolvedGame) -> Option<Patterns> {
    let mut budget = Budget::new(Limits { nodes: Some(10_000), ..Limits::default() });
    let options = Options { questions: Some(2_000), ..Options::default() };
    patsat_patterns::find(&known.instance, &options, &mut budget, &mut |_| {}).ok()
}

fn lines(instance: &Instance, patterns: &Patterns) -> Vec<u8> {
    let text = write(instance, patterns);
    let at = text.find("\ninstance ").map_or(0, |at| at + 1);
    text[at..].split_once('\n').map_or_else(Vec::new, |(_, rest)| rest.as_bytes().to_vec())
}

/// Returns patterns of lost games, each with its own game and with every game that can be won.
fn proved() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (number, known) in games().iter().enumerate().filter(|(_, known)| !known.winnable) {
        let Some(patterns) = found(known) else { continue };
        let text = lines(&known.instance, &patterns);
        all.push([&[number as u8][..], &text].concat());
        for (other, _) in games().iter().enumerate().filter(|(_, other)| other.winnable) {
            all.push([&[other as u8][..], &text].concat());
        }
    }
    all
}

/// All circles of one and of two cards that wait for each other.
fn rings() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (number, known) in games().iter().enumerate() {
        let cards: Vec<Card> = known.instance.deal.cards_in_play().collect();
        let is_one = |circle: &[Card]| check_bound(&known.instance, &[circle.to_vec()]).is_ok();
        let mut text = String::new();
        for &one in &cards {
            if is_one(&[one]) {
                text += &format!("{one}\n");
            }
            for &other in cards.iter().filter(|&&other| other > one) {
                if is_one(&[one, other]) {
                    text += &format!("{one} {other}\n");
                }
            }
        }
        all.push([&[number as u8][..], text.as_bytes()].concat());
    }
    all
}
