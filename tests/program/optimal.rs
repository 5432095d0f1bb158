//! Every line of `instances/optimal`: its plan is legal and as long as it says, no longer than what an outside search
//! has proved, and the certificate of that is made again to the byte.

use patsat_base::Limits;
use patsat_formats::read_plan;
use patsat_game::cards::DealId;
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::Instance;
use patsat_game::verify::{check_none_shorter, replay};
use patsat_search::{Budget, certify_shortest};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// A line: a shortest plan, with its certificate and whether that was checked; or the interval of an open one, with
/// the best plan known and the limit that was reached.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    deal: u64,
    cost: String,
    moves: Option<u32>,
    plan: Option<String>,
    positions: Option<u64>,
    bytes: Option<usize>,
    sha256: Option<String>,
    checked: Option<bool>,
    limit: Option<String>,
    lower: Option<u32>,
    upper: Option<u32>,
}

impl Line {
    fn instance(&self) -> Instance {
        Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(self.deal)).unwrap()
    }

    fn cost(&self) -> Cost {
        self.cost.parse().unwrap()
    }
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances")
}

fn lines() -> Vec<Line> {
    let text = std::fs::read_to_string(folder().join("optimal/microsoft.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

/// The costs of shortest plans that another program's search has found, by deal and cost.
fn known_elsewhere() -> BTreeMap<(u64, String), u32> {
    let text = std::fs::read_to_string(folder().join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&text).unwrap();
    let entries = manifest["instances"].as_array().unwrap().iter();
    let whole =
        entries.filter(|e| e["game"] == "freecell" && e.get("cells").is_none() && e.get("columns").is_none());
    let mut known = BTreeMap::new();
    for entry in whole {
        let source = entry["source"].as_str().unwrap();
        let Some(deal) = source.strip_prefix("deal ms:").and_then(|n| n.parse::<u64>().ok()) else {
            continue;
        };
        let costs = entry["known"].get("cost").and_then(Value::as_object);
        for (cost, moves) in costs.into_iter().flatten() {
            known.insert((deal, cost.clone()), moves.as_u64().unwrap() as u32);
        }
    }
    known
}

/// Lengths in m2 of plans that another program's beam search has published (macroxue/freecell, `solutions/block.1`: 52
/// moves home and what is listed).
const PUBLISHED: &[(u64, u32)] = &[
    (101, 77),
    (102, 76),
    (103, 77),
    (104, 74),
    (105, 79),
    (106, 79),
    (107, 82),
    (108, 76),
    (109, 76),
    (110, 83),
    (111, 82),
    (112, 79),
    (113, 74),
    (114, 82),
    (115, 81),
    (116, 74),
    (117, 83),
    (118, 78),
    (119, 80),
    (120, 84),
    (121, 76),
    (122, 83),
    (124, 82),
    (125, 73),
    (126, 84),
    (127, 79),
    (128, 73),
    (129, 83),
    (130, 79),
    (131, 73),
    (136, 75),
    (140, 80),
    (142, 74),
    (146, 75),
    (147, 72),
    (148, 80),
    (150, 76),
    (155, 72),
    (156, 72),
    (158, 76),
    (162, 82),
    (164, 76),
    (166, 72),
    (170, 79),
    (180, 75),
    (190, 82),
    (192, 74),
    (199, 71),
    (200, 73),
    (203, 74),
    (218, 75),
    (219, 69),
    (240, 68),
    (246, 79),
    (257, 74),
    (264, 75),
];

#[test]
fn no_published_plan_is_shorter_than_a_shortest() {
    let kept: BTreeMap<(u64, String), Line> =
        lines().into_iter().map(|line| ((line.deal, line.cost.clone()), line)).collect();
    let mut longer = 0;
    for &(deal, moves) in PUBLISHED {
        let shortest = kept[&(deal, "m2".to_owned())].moves.unwrap();
        assert!(shortest <= moves, "{deal}: {shortest} is no shortest plan, {moves} are published");
        longer += moves - shortest;
    }
    // A beam's plans are nearly shortest, so this would fail soon if the optima were too low, too.
    assert!(longer <= 10, "{longer}");
}

#[test]
fn kept_plans_have_their_stated_lengths() {
    let known = known_elsewhere();
    let (mut compared, mut certificates, mut last) = (0, 0, (0, String::new()));
    for line in lines() {
        let here = (line.deal, line.cost.clone());
        assert!(last < here, "in order, each once: {here:?}");
        let instance = line.instance();
        if let Some(plan) = &line.plan {
            let plan = read_plan(plan.as_bytes(), &instance).unwrap_or_else(|e| panic!("{here:?}: {e}"));
            let plan = replay(&instance, plan).unwrap_or_else(|e| panic!("{here:?}: {e}"));
            let cost = plan.cost(&instance.table(), line.cost()).unwrap() as u32;
            assert_eq!(Some(cost), line.moves.or(line.upper), "{here:?}");
            if let Some(&moves) = known.get(&here) {
                assert!(line.moves.is_none_or(|here| here == moves), "{here:?}");
                compared += u32::from(line.moves.is_some());
            }
        }
        let certified = line.sha256.is_some();
        assert!([line.moves.is_some(), line.bytes.is_some(), line.positions.is_some()] == [certified; 3]);
        assert!(line.checked.is_some() == certified && line.limit.is_some() != certified, "{here:?}");
        if !certified {
            assert!(line.lower.unwrap() <= line.upper.unwrap_or(u32::MAX), "{here:?}");
        }
        certificates += u32::from(certified);
        last = here;
    }
    assert!(compared >= 6 && certificates > 700, "{compared} {certificates}");
}

/// Makes the certificates with at most `most` positions again, for the first deals and a sample of the others.
fn remade(most: u64, at_least: u32) {
    let mut made = 0;
    let sample = |line: &&Line| line.deal <= 32 || line.deal.is_multiple_of(50);
    for line in lines().iter().filter(sample).filter(|line| line.positions.is_some_and(|count| count <= most))
    {
        let (instance, moves) = (line.instance(), line.moves.unwrap());
        let mut budget = Budget::new(Limits::default());
        let file = certify_shortest(&instance, line.cost(), moves, &mut budget).unwrap();
        let hash = Sha256::digest(&file).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        assert_eq!(
            (Some(file.len()), Some(&hash)),
            (line.bytes, line.sha256.as_ref()),
            "{} {}",
            line.deal,
            line.cost
        );
        let checked = check_none_shorter(&instance, &file).unwrap();
        assert_eq!((checked.least, Some(checked.positions)), (moves, line.positions));
        made += 1;
    }
    assert!(made >= at_least, "{made}");
}

#[test]
fn small_certificates_are_made_again_to_the_byte() {
    remade(30_000, 4);
}

#[test]
#[ignore = "a minute; CI runs it"]
fn certificates_are_made_again_to_the_byte_at_length() {
    remade(100_000, 8);
}
