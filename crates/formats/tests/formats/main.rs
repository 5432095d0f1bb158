//! Every format: read back what is written, agree with the programs it comes from, and
//! answer anything else with one sentence.

mod boards;
mod damage;
mod jsons;
mod klondike_boards;
mod klondike_solver;
mod kpat;
mod kpat_klondike;
mod paste;
mod paste_spellings;
mod pasted;
mod peer_deals;
mod peers;
mod plans;
mod printed;
mod printers;
mod readings;
mod walk;
mod which;

use itertools::Itertools;
use patsat_base::{FormatError, Limits};
use patsat_formats::{Format, Hints, read_instance, write_instance, write_plan};
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{PRESETS, Rules};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::replay;
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use walk::random_walk;

fn freecell() -> Rules {
    Rules::preset("freecell").unwrap()
}

fn ms(number: u64) -> Instance {
    Instance::from_id(freecell(), DealId::Microsoft(number)).unwrap()
}

fn random(game: &str, seed: u64) -> Instance {
    Instance::from_id(Rules::preset(game).unwrap(), DealId::Random { game: None, seed }).unwrap()
}

fn read(text: &str) -> Result<Instance, FormatError> {
    read_instance(text.as_bytes(), None, &Hints::default())
}

fn error(text: &str) -> String {
    read(text).map(|_| ()).unwrap_err().to_string()
}

fn solved(instance: &Instance, nodes: u64) -> Option<Plan> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    match (strategy("auto").unwrap().run)(instance, &SearchOptions::default(), &mut Budget::new(limits)).end {
        SearchEnd::Solved(plan) => Some(replay(instance, plan).unwrap().into_inner()),
        _ => None,
    }
}

/// Deal 1 of Microsoft's, as its file looks.
fn board() -> String {
    write_instance(&ms(1), Format::FcSolve).unwrap()
}

/// A position in the middle of a game: cells and foundations filled, a column empty.
const MIDGAME: &str = "\
Foundations: H-J C-T D-J S-9
Freecells: - QH - QD
: KD QS
: KH JC
: KC TS JS
:
:
: KS QC
:
:
";

/// Positions of every game: fresh, and after a random walk.
fn positions() -> Vec<Instance> {
    let mut found = vec![read(MIDGAME).unwrap()];
    for preset in PRESETS {
        let rules = Rules::preset(preset.name).unwrap();
        for seed in 0..3 {
            let id = DealId::Random { game: None, seed };
            let instance = Instance::from_id(rules.clone(), id).unwrap();
            let (_, table) = random_walk(&instance, 60, seed);
            found.push(Instance::new((*instance.rules).clone(), table.deal().clone()).unwrap());
            found.push(instance);
        }
    }
    let big = Rules { deck: DeckSpec::new(20, 6, 3), columns: 70, cells: 30, ..freecell() };
    found.push(Instance::from_id(big, "random:1".parse().unwrap()).unwrap());
    found
}

#[test]
fn listings_name_every_format() {
    let names = Format::ALL.map(Format::name).iter().join(" ");
    assert_eq!(
        names,
        "fc-solve board json solvitaire pddl kpat klondike-solver standard replay plan-json ipc-plan"
    );
    assert!(Format::ALL.iter().all(|format| !format.about().is_empty()));
}
#[test]
fn every_position_survives_json() {
    for instance in positions() {
        let text = write_instance(&instance, Format::Json).unwrap();
        assert_eq!(Format::sniff(text.as_bytes()).unwrap(), Format::Json);
        assert_eq!(read(&text).unwrap(), instance, "{text}");
    }
}

#[test]
fn positions_survive_the_other_formats_or_are_refused() {
    let (mut boards, mut solvitaire) = (0, 0);
    for instance in positions() {
        let hints = Hints { game: Some((*instance.rules).clone()), ..Hints::default() };
        if let Ok(text) = write_instance(&instance, Format::FcSolve) {
            let back = read_instance(text.as_bytes(), None, &hints).unwrap();
            assert_eq!((&back.deal, &back.rules), (&instance.deal, &instance.rules), "{text}");
            boards += 1;
        }
        if let Ok(text) = write_instance(&instance, Format::Solvitaire) {
            let back = read_instance(text.as_bytes(), None, &hints).unwrap();
            // A flat list of founded cards does not say which of two equal foundations they are on.
            assert_eq!(back.table().key(), instance.table().key(), "{text}");
            assert_eq!(back.deal.columns, instance.deal.columns);
            assert_eq!(back.deal.cells, instance.deal.cells);
            solvitaire += 1;
        }
    }
    assert!(boards > 30 && solvitaire > 60, "{boards} {solvitaire}");
}

#[test]
fn what_a_format_cannot_express_is_not_written() {
    let spider = random("spider", 1);
    let error = write_instance(&spider, Format::FcSolve).unwrap_err().to_string();
    assert!(error.starts_with("found face-down cards, expected a game that"), "{error}");
    let error = write_instance(&spider, Format::Standard).unwrap_err().to_string();
    assert!(
        error.ends_with(
            "expected a format of games (fc-solve, board, json, solvitaire, pddl, kpat, klondike-solver)"
        ),
        "{error}"
    );
    let error = write_plan(&spider, &Plan::default(), Format::Json).unwrap_err().to_string();
    assert!(
        error.ends_with(
            "expected a format of plans (kpat, klondike-solver, standard, replay, plan-json, ipc-plan)"
        ),
        "{error}"
    );
    let five = Rules { deck: DeckSpec::new(3, 5, 1), ..freecell() };
    let five = Instance::from_id(five, "random:1".parse().unwrap()).unwrap();
    assert!(write_instance(&five, Format::FcSolve).is_err());
    assert!(write_instance(&five, Format::Solvitaire).is_err());
}
