//! Tiles, tableaux, and the checkers of what is laid.

use super::{chosen, file};
use crate::Target;
use crate::messages::sentence;
use patsat_autostart::{IntermediatePlace, Plan, Step, Tableau, check as check_plan};
use patsat_carcassonne::check::{check_board, check_tiles};
use patsat_carcassonne::decide::proof;
use patsat_carcassonne::{Board, Shape, TileSet, format as tiles};
use patsat_rummikub::format::{Numbers, read_puzzle, read_turn, write_json, write_text};
use patsat_rummikub::{Goal, Puzzle, check};
use sha2::{Digest, Sha256};
use std::sync::OnceLock;

const XML: &[&str] = &[
    "<tiles>",
    "</tiles>",
    "<tile",
    "left=\"city\"",
    "right=\"road\"",
    "top=\"field\"",
    "bottom=\"field\"",
    "x=\"0\"",
    "y=\"-1\"",
    "/>",
    "</tile>",
    "<!-- -->",
    "&amp;",
    "x=\"9223372036854775807\"",
    "<!DOCTYPE",
];
const TILES: &[&str] = &[
    "r1",
    "b13",
    "k7",
    "o10",
    "j",
    "j=r3",
    "table:",
    "loose:",
    "rack:",
    "\n",
    ",",
    "\"rack\"",
    "\"table\"",
    "\"values\"",
    "\"colours\"",
    "\"jokers\"",
    "\"least\"",
    "[",
    "]",
    "{",
    "}",
    "\"sets\"",
    "#",
];

pub(super) const TARGETS: &[Target] = &[
    Target {
        name: "carcassonne",
        about: "a board of tiles in XML, and its checker",
        run: carcassonne,
        seeds: boards,
        words: XML,
    },
    Target {
        name: "tiles-proof",
        about: "proofs that there is no rectangle, of tiles that have some",
        run: no_rectangle,
        seeds: proofs,
        words: &[
            "\"width\"",
            "\"height\"",
            "\"argument\"",
            "\"formula\"",
            "\"area\"",
            "{\"parity\":{\"side\":1}}",
            "{\"rim\":{\"kinds\":[1,2]}}",
            "\"potential\"",
            "\"row\":[1,0,-1]",
            "\"none\":",
            "null",
            "true",
            "\"city\"",
            "-2147483648",
        ],
    },
    Target {
        name: "rummikub",
        about: "a position of Rummikub, as text and JSON",
        run: rummikub,
        seeds: positions,
        words: TILES,
    },
    Target {
        name: "rummikub-sets",
        about: "sets laid from a rack, and their checker",
        run: sets,
        seeds: laid,
        words: TILES,
    },
    Target {
        name: "tableau",
        about: "a tableau of AutoStart",
        run: tableau,
        seeds: tableaux,
        words: &["AC", "KH", ":", "#", "\n", "10D", "TH"],
    },
];

fn carcassonne(bytes: &[u8]) {
    match tiles::read(bytes) {
        Err(error) => sentence(error),
        Ok(board) => {
            let checked = check_board(&board);
            if let Ok(facts) = &checked {
                let area = facts.rectangle.0.area();
                assert!(area <= board.placed.len() && facts.square.0.pow(2) <= area);
            }
            checked.map_or_else(sentence, drop);
            check_tiles(&board, small(), true).map_or_else(sentence, drop);
            let text = tiles::write_board(&board).expect("a board is written");
            assert_eq!(tiles::read(text.as_bytes()).as_ref(), Ok(&board), "what is written reads back");
        }
    }
}

/// The tiles of a board of three by two that are all placed: this rectangle is there.
fn small() -> &'static TileSet {
    static SMALL: OnceLock<TileSet> = OnceLock::new();
    SMALL.get_or_init(|| {
        let board: Board = tiles::read(&file("instances/carcassonne/unturned-5x5.xml")).expect("a board");
        let part = board
            .placed
            .iter()
            .filter(|placed| placed.x < first(&board).0 + 3 && placed.y < first(&board).1 + 2);
        let set = TileSet { tiles: part.map(|placed| placed.tile).collect() };
        assert_eq!(set.len(), 6, "six of its tiles");
        set
    })
}

fn first(board: &Board) -> (i64, i64) {
    let least = |of: fn(&patsat_carcassonne::PlacedTile) -> i64| {
        board.placed.iter().map(of).min().unwrap_or_default()
    };
    (least(|placed| placed.x), least(|placed| placed.y))
}

/// The header's JSON first; what follows an empty line is the proofs, unpacked. The digests are put right.
fn no_rectangle(bytes: &[u8]) {
    let set = small();
    let at = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let mut names: Vec<String> = set
        .tiles
        .iter()
        .map(|tile| tile.sides().map(patsat_carcassonne::Side::letter).iter().collect())
        .collect();
    names.sort_unstable();
    let digest = Sha256::digest(names.join(" ").as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect::<String>();
    let header = String::from_utf8_lossy(&bytes[..at]).replace("SET", &digest);
    let mut body = b"patsat tiles-proof 1\n".to_vec();
    body.extend(header.as_bytes());
    body.push(b'\n');
    body.extend(bytes.get(at + 1..).unwrap_or_default());
    let digest: [u8; 32] = Sha256::digest(&body).into();
    body.extend(digest);
    match proof::check(set, &body, Some(16)) {
        Err(fault) => sentence(fault),
        Ok(shown) => {
            // As they lay, the tiles fill three by two.
            let there = Shape { width: 3, height: 2 };
            let ruled_out =
                shown.border.is_none() && shown.none.iter().any(|(other, _)| there.contains(*other));
            assert!(!ruled_out, "a rectangle that is there is ruled out");
        }
    }
}

fn rummikub(bytes: &[u8]) {
    match read_puzzle(bytes, &Numbers::default()) {
        Err(error) => sentence(error),
        Ok(puzzle) => {
            let again = read_puzzle(write_json(&puzzle).as_bytes(), &Numbers::default());
            let again = again.unwrap_or_else(|error| panic!("what is written reads back: {error}"));
            assert_eq!(write_json(&again), write_json(&puzzle));
            assert!(!write_text(&puzzle).is_empty());
        }
    }
}

fn sets(bytes: &[u8]) {
    static PUZZLE: OnceLock<Puzzle> = OnceLock::new();
    let puzzle = PUZZLE.get_or_init(|| {
        read_puzzle(b"r1 r2 r3 r4 b4 k4 o4 k5 *\ntable: b7 k7 o7\n", &Numbers::default()).expect("a position")
    });
    match read_turn(bytes, puzzle.palette(), puzzle.shape()).map(|turn| turn.sets) {
        Err(error) => sentence(error),
        Ok(melds) => match check(puzzle, &Goal::default(), melds) {
            Err(fault) => sentence(fault),
            Ok(checked) => {
                let laid: usize = checked.melds().iter().map(|meld| meld.0.len()).sum();
                assert!(
                    (3..=12).contains(&laid) && laid + checked.left().len() == 12,
                    "no tile comes or goes"
                );
                assert!(checked.melds().iter().all(|meld| meld.check(puzzle.shape()).is_ok()));
            }
        },
    }
}

fn tableau(bytes: &[u8]) {
    let (byte, rest) = chosen(bytes);
    let Ok(text) = std::str::from_utf8(rest) else { return };
    match Tableau::parse(text) {
        Err(error) => sentence(error),
        Ok(tableau) => {
            let rules = [IntermediatePlace::None, IntermediatePlace::Suit, IntermediatePlace::SuitOrEmpty]
                [usize::from(byte) % 3];
            // Moves that the columns alone choose.
            let step = |n: usize| match (usize::from(byte) + n) % 3 {
                0 => Step::Place { from: n % 4, to: (n + usize::from(byte)) % 4 },
                _ => Step::Found { column: n % tableau.columns().len().max(1) },
            };
            let plan = Plan((0..usize::from(byte) % 6).map(step).collect());
            check_plan(&tableau, rules, &plan).map_or_else(sentence, |founded| {
                assert_eq!(founded, plan.founded());
            });
        }
    }
}

fn boards() -> Vec<Vec<u8>> {
    let mut all = vec![file("instances/carcassonne/unturned-5x5.xml")];
    let small = Board { left_over: small().tiles.clone(), ..Board::default() };
    all.extend(tiles::write_board(&small).ok().map(String::into_bytes));
    all
}

fn proofs() -> Vec<Vec<u8>> {
    let claim = |claims: &str, rotation: bool| {
        format!("{{\"game\":\"carcassonne-solitaire\",\"tiles\":6,\"set\":\"SET\",\"rotation\":{rotation},\"border\":null,\"none\":[{claims}]}}\n").into_bytes()
    };
    vec![
        claim("{\"width\":4,\"height\":2,\"argument\":\"area\"}", false),
        claim(
            "{\"width\":3,\"height\":2,\"argument\":{\"potential\":{\"row\":[1,-1,2],\"column\":[0,1,-1]}}}",
            false,
        ),
        claim("{\"width\":3,\"height\":2,\"argument\":{\"parity\":{\"side\":1}}}", true),
        claim("{\"width\":2,\"height\":2,\"argument\":{\"rim\":{\"kinds\":[1,2,3,9]}}}", true),
        claim(
            "{\"width\":3,\"height\":2,\"formula\":{\"variables\":30,\"clauses\":99,\"hash\":\"00\",\"bytes\":3}}",
            true,
        ),
        claim("", true),
    ]
}

fn positions() -> Vec<Vec<u8>> {
    let mut all =
        vec![file("instances/tiles/rummikub-hand.json"), file("instances/tiles/rummikub-table.txt")];
    all.push(b"rack: r1 r2 r3 *\ntable: b7 k7 o7\nloose: k1\n".to_vec());
    all
}

fn laid() -> Vec<Vec<u8>> {
    [
        "r1 r2 r3\nb7 k7 o7\n",
        "r4 b4 k4 o4\nr1 r2 r3\nb7 k7 o7\n",
        "{\"sets\": [[\"r1\", \"r2\", \"r3\", \"*\"], [\"b7\", \"k7\", \"o7\"]]}\n",
        "r4 b4 k4\nk5 * k7\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}

fn tableaux() -> Vec<Vec<u8>> {
    ["\0AC 2C KH\n: 3D TH\n# nothing\n:\n", "\u{1}AH AH\n2H 3H 10D\n", "\0: KS QS JS\n"]
        .map(|text| text.as_bytes().to_vec())
        .into()
}
