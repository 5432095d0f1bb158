//! Readers of games: our formats, those of other programs, boards that people paste.

use super::file;
use crate::Target;
use crate::games::games;
use crate::messages::sentence;
use patsat_formats::{self as formats, Format, Hints, Lines, Style, board, read, read_rules, write_instance};
use patsat_game::cards::DealRange;
use patsat_game::cards::{Card, DealId, Suits};
use patsat_game::rules::{PRESETS, Rules};
use patsat_game::state::Instance;

macro_rules! of {
    ($name:literal, $format:expr, $about:literal, $seeds:expr, $words:expr) => {
        Target {
            name: $name,
            about: $about,
            run: |bytes| game(bytes, $format),
            seeds: || $seeds,
            words: $words,
        }
    };
}

const CARDS: &[&str] = &[
    "AC",
    "TH",
    "10D",
    "KS",
    "2H",
    "Freecells:",
    "Foundations:",
    "H-K",
    "C-0",
    "S-J",
    ":",
    "-",
    "--",
    "??",
    "r14s5",
    "XX",
    "(5C)",
    "[KH]",
    "Stock:",
    "Waste:",
    "Reserve:",
    "Column 1:",
    "FC:",
    "\u{2665}",
    "\u{1f0a1}",
    "|",
    "#",
    "##",
    "[[",
    "],",
    "|---|",
    ",,",
    ";",
    "\t",
    "1 2 3",
    "FreeCell #617",
    "Spider 2 suits",
    "empty",
];
const JSON: &[&str] = &[
    "\"rules\"",
    "\"deck\"",
    "\"ranks\"",
    "\"suits\"",
    "\"copies\"",
    "\"columns\"",
    "\"cells\"",
    "\"deal\"",
    "\"stock\"",
    "\"waste\"",
    "\"foundations\"",
    "\"face_down\"",
    "\"build\"",
    "\"group\"",
    "\"layout\"",
    "\"made\"",
    "\"id\"",
    "\"schema\"",
    "null",
    "true",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"any-suit\"",
    "\"tableau piles\"",
    "\"stack0\"",
    "\"reserve\"",
    "\"redeals_used\"",
    "\\ud800",
    "\"spider\"",
    "\"round\"",
];
const XML: &[&str] = &[
    "<dealer",
    "<pile",
    "<card",
    "</pile>",
    "index=\"0\"",
    "suit=\"clubs\"",
    "value=\"king\"",
    "rank=\"13\"",
    "turn=\"0\"",
    "name=\"store\"",
    "<state",
    "<move",
    "<kpat-game",
    "game-type=\"spider\"",
    "<!--",
    "]]>",
    "&#x41;",
    "&lol;",
    "/>",
    "id=\"17\"",
];
const PDDL: &[&str] = &[
    "(define",
    "(problem",
    "(:domain",
    "(:init",
    "(:goal",
    "(:objects",
    "(and",
    ")",
    "(",
    "(on",
    "(bottomcol",
    "(home",
    "(value",
    "n13",
    "(successor",
    "(suit",
    "(canstack",
    "(cellspace",
    "(colspace",
    "?x",
    "- card",
    "(total-cost)",
    ";",
    "(current-deal",
    "(in-play",
    "(to-deal",
    "(clear",
    "free-cell",
    "spider",
];

pub(super) const TARGETS: &[Target] = &[
    of!("game-any", None, "a game in any format, told from its content", any(), CARDS),
    of!(
        "game-fc-solve",
        Some(Format::FcSolve),
        "a board as Freecell Solver reads it",
        written(Format::FcSolve),
        CARDS
    ),
    of!(
        "game-board",
        Some(Format::Board),
        "a board as show prints it or as people paste one",
        pasted(),
        CARDS
    ),
    of!("game-json", Some(Format::Json), "a game in our JSON", ours(), JSON),
    of!(
        "game-solvitaire",
        Some(Format::Solvitaire),
        "a deal of Solvitaire",
        written(Format::Solvitaire),
        JSON
    ),
    of!("game-pddl", Some(Format::Pddl), "a task of planners", tasks(), PDDL),
    of!("game-kpat", Some(Format::Kpat), "a saved game of KPatience", saved(), XML),
    of!(
        "game-klondike-solver",
        Some(Format::KlondikeSolver),
        "a deal of Klondike-Solver",
        written(Format::KlondikeSolver),
        &["013", "134", "#", "0", "\n"]
    ),
    Target { name: "rules", about: "rules, ours or Solvitaire's", run: rules, seeds: all_rules, words: JSON },
    Target {
        name: "words",
        about: "names on a command line: cards, deals, ranges, suits, options of encodings",
        run: words,
        seeds: some_words,
        words: &[
            "ms:",
            "kpat:",
            "random:",
            "spider",
            "..",
            ":",
            "solvitaire:",
            "s",
            "r",
            "amo=",
            ",",
            "=",
            "-",
        ],
    },
];

/// Hints that change with the content.
fn hints(bytes: &[u8]) -> Hints {
    let sum = bytes.iter().fold(0u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(*byte));
    let game = ["freecell", "spider", "forty-thieves", "king-albert"].get(usize::from(sum % 8));
    let game = game.map(|name| Rules::preset(name).expect("a game with a name"));
    let columns = (sum.is_multiple_of(5)).then_some(u16::from(sum % 12));
    let ranks = (sum.is_multiple_of(7)).then_some(u32::from(sum % 16));
    let lines = [Lines::Rows, Lines::Columns].get(usize::from(sum % 13)).copied();
    Hints { game, columns, ranks, flip: sum.is_multiple_of(11), lines, ..Hints::default() }
}

fn game(bytes: &[u8], from: Option<Format>) {
    for hints in [Hints::default(), hints(bytes)] {
        match read(bytes, from, &hints) {
            Err(error) => sentence(error),
            Ok(board) if !board.unseen.is_empty() => {
                board.complete().map_or_else(sentence, drop);
            }
            Ok(board) => read_whole(&board.complete().expect("nothing is unseen"), from),
        }
    }
}

/// A game that was read can be played, shown and written, and what is written reads back.
fn read_whole(instance: &Instance, from: Option<Format>) {
    let table = instance.table();
    if let Some(&first) = table.moves().first() {
        table.clone().apply(first).expect("a move of the table is legal");
    }
    assert!(!table.key().as_bytes().is_empty());
    drop(board::board(&table, Style::PLAIN));
    formats::played(instance).map_or_else(sentence, drop);
    let json = write_instance(instance, Format::Json).expect("our JSON says every game");
    let again = formats::read_instance(json.as_bytes(), Some(Format::Json), &Hints::default());
    let again = again.unwrap_or_else(|error| panic!("our JSON of a game reads back: {error}\n{json}"));
    assert!(again.deal == instance.deal && again.rules == instance.rules, "our JSON changes a game: {json}");
    let Some(format) = from else { return };
    match write_instance(instance, format) {
        Err(error) => sentence(error),
        Ok(text) => {
            let hints = Hints { game: Some((*instance.rules).clone()), ..Hints::default() };
            let again = formats::read_instance(text.as_bytes(), Some(format), &hints);
            let again = again
                .unwrap_or_else(|error| panic!("{format} of a game reads back: {error}\n{text}\n{json}"));
            // Complete runs leave before the first move, and are not written.
            assert!(
                again.table().deal() == instance.table().deal(),
                "{format} changes a game:\n{json}\n{text}"
            );
        }
    }
}

fn rules(bytes: &[u8]) {
    match read_rules(bytes) {
        Err(error) => sentence(error),
        Ok(rules) => {
            formats::write_solvitaire_rules(&rules).map_or_else(sentence, drop);
            if rules.deck.len() <= 500 {
                Instance::from_id(rules, DealId::Random { game: None, seed: 1 }).map_or_else(sentence, |i| {
                    read_whole(&i, None);
                });
            }
        }
    }
}

fn words(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for word in text.split_whitespace() {
        word.parse::<Card>().map_or_else(sentence, drop);
        word.parse::<Suits>().map_or_else(sentence, drop);
        word.parse::<DealRange>().map_or_else(sentence, drop);
        word.parse::<patsat_encodings::options::Options>().map_or_else(sentence, drop);
        word.parse::<patsat_cubes::shard::ShardChoice>().map_or_else(sentence, drop);
        word.parse::<Format>().map_or_else(sentence, drop);
        match word.parse::<DealId>() {
            Err(error) => sentence(error),
            Ok(id) => {
                assert_eq!(id.to_string().parse::<DealId>().as_ref(), Ok(&id), "{word}");
                match Rules::preset(id.usual_game()) {
                    Err(error) => sentence(error),
                    Ok(rules) => Instance::from_id(rules, id).map_or_else(sentence, drop),
                }
            }
        }
    }
}

fn presets() -> impl Iterator<Item = Instance> {
    PRESETS.iter().filter_map(|preset| {
        let rules = Rules::preset(preset.name).ok()?;
        Instance::from_id(rules, DealId::Random { game: None, seed: 1 }).ok()
    })
}

/// Small games and those with names, in a format, where it can say them.
fn written(format: Format) -> Vec<Vec<u8>> {
    let small = games().iter().map(|known| known.instance.clone());
    small
        .chain(presets())
        .filter_map(|game| write_instance(&game, format).ok())
        .map(String::into_bytes)
        .collect()
}

fn pasted() -> Vec<Vec<u8>> {
    let files = [
        "boards/eight-off-1.txt",
        "boards/ms-617-middle.txt",
        "text/forty-and-eight.txt",
        "text/spider.txt",
        "text/unseen.txt",
    ];
    let mut all = written(Format::Board);
    all.extend(files.map(|name| file(&format!("instances/{name}"))));
    all
}

fn ours() -> Vec<Vec<u8>> {
    let mut all = written(Format::Json);
    all.extend(
        ["formula-contradiction-freecell", "small-spider", "king-albert-1"]
            .map(|name| file(&format!("instances/boards/{name}.json"))),
    );
    all
}

fn tasks() -> Vec<Vec<u8>> {
    let mut all = written(Format::Pddl);
    all.push(file("instances/boards/ipc-spider-4-ranks.pddl"));
    all
}

fn saved() -> Vec<Vec<u8>> {
    let mut all = written(Format::Kpat);
    let files =
        ["kpat-freecell-1-played", "kpat-spider1-5-played", "kpat-spider4-1", "kpat-fortyeight-1-played"];
    all.extend(files.map(|name| file(&format!("instances/boards/{name}.kpat"))));
    all.push(file("instances/boards/kpat-spider1-18.kpatience"));
    all
}

fn any() -> Vec<Vec<u8>> {
    let mut all = [pasted(), tasks(), saved(), ours()].concat();
    all.extend(written(Format::FcSolve));
    all.extend(written(Format::Solvitaire));
    all
}

fn all_rules() -> Vec<Vec<u8>> {
    let rules = || PRESETS.iter().filter_map(|preset| Rules::preset(preset.name).ok());
    let mut all: Vec<Vec<u8>> = rules().filter_map(|rules| serde_json::to_vec(&rules).ok()).collect();
    all.extend(
        rules().filter_map(|rules| formats::write_solvitaire_rules(&rules).ok()).map(String::into_bytes),
    );
    all.push(file("instances/rules/three-cells.json"));
    all
}

fn some_words() -> Vec<Vec<u8>> {
    [
        "ms:617 ms:1..32000 ms:-3",
        "kpat:spider4:1 kpat:freecell:12..20",
        "random:forty-thieves:9 solvitaire:spider:7",
        "AC TH 10D r14s5 KS",
        "HSS CHSD 4 12",
        "amo=pairwise,order=on",
        "0/4 slurm/9 hyperqueue/2",
        "fc-solve json",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}
