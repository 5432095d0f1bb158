//! Readers of plans, and the checker of plans: in small games whose answers are known.

use super::{chosen, file};
use crate::Target;
use crate::games::{game, games};
use crate::messages::sentence;
use patsat_formats::{Format, Hints, played, read_instance, read_plan_as, read_steps, write_plan};
use patsat_game::rules::Cost;
use patsat_game::state::{Instance, Plan, Table};
use patsat_game::verify::{play, replay};
use patsat_planning::Lengths;
use patsat_testkit::Dice;
use std::sync::OnceLock;

macro_rules! of {
    ($name:literal, $format:ident, $about:literal, $words:expr) => {
        Target {
            name: $name,
            about: $about,
            run: |bytes| plan(bytes, Some(Format::$format)),
            seeds: || written(Format::$format),
            words: $words,
        }
    };
}

pub(super) const TARGETS: &[Target] = &[
    of!(
        "plan-standard",
        Standard,
        "moves in standard notation, and the checker of plans",
        &["1a", "ah", "12", "#xab", "23v4", "deal", "draw", "redeal", "1h", "r2", "(v)"]
    ),
    of!(
        "plan-replay",
        Replay,
        "moves as Freecell Solver prints them, and the checker of plans",
        &[
            "Move",
            "a card",
            "from stack",
            "to freecell",
            "onto stack",
            "the foundations",
            "from freecell",
            "cards",
            "0",
            "Freecells:",
            "Foundations:",
            "===="
        ]
    ),
    of!(
        "plan-json",
        PlanJson,
        "a plan in our JSON, and the checker of plans",
        &[
            "\"moves\"",
            "\"from\"",
            "\"to\"",
            "\"count\"",
            "\"column\"",
            "\"cell\"",
            "\"foundation\"",
            "\"steps\"",
            "\"deal-row\"",
            "\"draw\"",
            "\"schema\"",
            "{",
            "}",
            "[",
            "]",
            ",",
            ":"
        ]
    ),
    of!(
        "plan-ipc",
        IpcPlan,
        "a plan of a planner, and the checker of plans",
        &[
            "(move",
            "(sendtohome",
            "(sendtofree",
            "(newcolfromfreecell",
            "(homefromfreecell",
            ")",
            "n1",
            "diamonda",
            "clubs",
            ";",
            "cost",
            "(start-dealing)",
            "(collect-deck"
        ]
    ),
    Target {
        name: "plan-kpat",
        about: "a saved game as a plan, and the checker of plans",
        run: saved,
        seeds: saved_games,
        words: &[
            "<state",
            "<move",
            "<pile",
            "<card",
            "/>",
            "id=\"3\"",
            "name=\"store1\"",
            "turn=\"1\"",
            "current=\"true\"",
        ],
    },
];

/// Saved games of KPatience, which have whole decks: nothing is known of them but their rules.
const SAVED: [&str; 3] = ["kpat-freecell-1-played", "kpat-spider1-5-played", "kpat-fortyeight-1-played"];

fn saved(bytes: &[u8]) {
    static STARTS: OnceLock<Vec<Instance>> = OnceLock::new();
    let starts = STARTS.get_or_init(|| {
        let start = |text: &Vec<u8>| {
            let game = read_instance(&text[1..], Some(Format::Kpat), &Hints::default()).ok()?;
            Some(played(&game).ok()?.map_or(game, |(start, _)| start))
        };
        saved_games().iter().filter_map(start).collect()
    });
    let (byte, text) = chosen(bytes);
    let instance = &starts[usize::from(byte) % starts.len()];
    match read_plan_as(text, Some(Format::Kpat), instance) {
        Err(error) => sentence(error),
        Ok(plan) => {
            play(instance, plan).map_or_else(sentence, drop);
        }
    }
}

fn saved_games() -> Vec<Vec<u8>> {
    let text = |(number, name): (usize, &&str)| {
        [&[number as u8][..], &file(&format!("instances/boards/{name}.kpat"))].concat()
    };
    SAVED.iter().enumerate().map(text).collect()
}

/// The plan says for which game in its first byte.
fn plan(bytes: &[u8], format: Option<Format>) {
    let (byte, text) = chosen(bytes);
    let known = game(byte);
    read_steps(text).map_or_else(sentence, drop);
    for from in [format, None] {
        let plan = match read_plan_as(text, from, &known.instance) {
            Ok(plan) => plan,
            Err(error) => {
                sentence(error);
                continue;
            }
        };
        let legal = play(&known.instance, plan.clone());
        match replay(&known.instance, plan) {
            Err(fault) => sentence(fault),
            Ok(plan) => {
                assert!(legal.is_ok(), "a plan wins whose moves are not legal");
                let lengths = Lengths::of(&known.instance, &plan);
                for cost in [Cost::M1, Cost::M2, Cost::M3] {
                    let least = known.cheapest(cost).expect("a plan wins a game that is lost");
                    assert!(lengths.get(cost) >= least, "a plan is shorter than the shortest ({cost:?})");
                }
            }
        }
    }
}

/// Random legal moves, up to a win if they come to one.
fn walk(instance: &Instance, seed: u64) -> Plan {
    let mut dice = Dice::new(seed);
    let mut table: Table = instance.table();
    let mut moves = Vec::new();
    while moves.len() < 30 && !table.is_won() {
        let legal = table.moves();
        if legal.is_empty() {
            break;
        }
        let action = legal[dice.below(legal.len())];
        table.apply(action).expect("a move of the table is legal");
        moves.push(action);
    }
    Plan::from(moves)
}

fn written(format: Format) -> Vec<Vec<u8>> {
    let of = |(number, known): (usize, &crate::games::SolvedGame)| {
        let walks = (0..12).map(|seed| walk(&known.instance, seed)).collect::<Vec<_>>();
        let texts = walks.into_iter().filter_map(move |plan| write_plan(&known.instance, &plan, format).ok());
        texts.map(move |text| [&[number as u8][..], text.as_bytes()].concat()).collect::<Vec<_>>()
    };
    games().iter().enumerate().flat_map(of).collect()
}
