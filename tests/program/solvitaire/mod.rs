//! Solvitaire's JSON, rules and deals: what is written is read back, what cannot be said is
//! refused in one sentence; and positions that cannot be, in every format.

mod files;

mod presets;

use patsat_formats::{
    Format, Hints, read_instance, read_rules, solvitaire_differs, write_instance, write_solvitaire_rules,
};
use patsat_game::cards::{Card, DealId, DeckSpec};
use patsat_game::rules::{Build, EmptyColumn, FaceUp, Group, Layout, Move, PRESETS, Rules, Sizes, Stock};
use patsat_game::state::Instance;
use patsat_testkit::Dice;
use presets::OWN;
use std::fs;
use std::path::Path;

fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap()
}

fn refused(text: &str) -> String {
    read_rules(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn presets_survive_solvitaires_rules_or_are_refused() {
    let mut named = Vec::new();
    for known in PRESETS {
        let rules = preset(known.name);
        match write_solvitaire_rules(&rules) {
            Ok(text) => {
                assert_eq!(read_rules(text.as_bytes()).unwrap(), rules, "{text}");
                named.push(known.name);
            }
            Err(error) => {
                let error = error.to_string();
                assert!(error.starts_with("found ") && !error.contains('\n'), "{error}");
            }
        }
        // Our own JSON says them all.
        let ours = serde_json::to_string_pretty(&rules).unwrap();
        assert_eq!(read_rules(ours.as_bytes()).unwrap(), rules);
    }
    let fixed = Rules { base: 5, ..preset("freecell") };
    let error = write_solvitaire_rules(&fixed).unwrap_err().to_string();
    assert!(error.starts_with("found foundations that begin with a fixed rank"), "{error}");
    let expected = "freecell bakers-game eight-off seahaven-towers king-albert fore-cell beleaguered-castle \
                    streets-and-alleys will-o-the-wisp mrs-mop forty-thieves limited busy-aces waning-moon famous-fifty san-juan-hill \
                    josephine napoleons-square lucas streets maria rank-and-file emperor napoleons-exile \
                    klondike klondike-draw-one klondike-no-worrying-back klondike-vegas-draw-one trigon thirty-six east-haven \
                    northwest-territory gargantua gypsy canfield canfield-strict american-toad chameleon fortunes-favor \
                    golf black-hole worm-hole fan scotch-patience somerset raglan flower-garden \
                    spanish-patience castles-of-spain delta-star alpha-star american-canister british-canister \
                    stronghold siegecraft";
    assert_eq!(named.join(" "), expected);
}

#[test]
fn solvitaires_own_words_are_our_presets() {
    for (text, name) in [
        (r#"{"tableau piles": {"build policy": "red-black"}, "cells": {"count": 4}}"#, "freecell"),
        (
            r#"{"tableau piles": {"count": 10, "build policy": "same-suit", "move built group": "no"},
                "stock": {"size": 64, "deal type": "waste", "deal count": 1, "redeal": false}, "two decks": true}"#,
            "forty-thieves",
        ),
        (
            r#"{"tableau piles": {"count": 10, "build policy": "red-black", "face up cards": "top"},
                "stock": {"size": 64}, "two decks": true, "foundations": {"base card": "A", "removable": false},
                "hole": {"present": false}, "accordion": {"size": 0}, "sequences": {"count": 0}}"#,
            "emperor",
        ),
        (
            r#"{"tableau piles": {"count": 9, "build policy": "red-black", "diagonal deal": true}, "reserve": {"size": 7}}"#,
            "king-albert",
        ),
        (
            r#"{"tableau piles": {"spaces policy": "kings", "build policy": "same-suit"}, "cells": {"count": 8, "pre-filled": 4}}"#,
            "eight-off",
        ),
    ] {
        assert_eq!(read_rules(text.as_bytes()).unwrap(), preset(name), "{text}");
    }
    for preset in PRESETS.iter().filter(|preset| preset.source.contains("Solvitaire preset")) {
        let rules = Rules::preset(preset.name).unwrap();
        match OWN.iter().find(|(name, _)| preset.source.ends_with(&format!("Solvitaire preset {name}"))) {
            Some((_, text)) => {
                assert_eq!(read_rules(text.as_bytes()).unwrap(), rules);
                assert_eq!(solvitaire_differs(&rules), None);
            }
            None => {
                assert!(preset.source.contains(", but "), "{}", preset.source);
                assert!(solvitaire_differs(&rules).is_some(), "{}", preset.name);
            }
        }
    }
    // Everything at its usual value.
    let usual = read_rules(b"{}").unwrap();
    assert_eq!((usual.columns, usual.build, usual.group), (8, Build::AnySuit, Group::Single));
    assert_eq!((usual.name.as_str(), usual.deck), ("streets-and-alleys", DeckSpec::STANDARD));
    // No preset: two ranks, a stock that deals rows, runs of a suit.
    let text = r#"{"tableau piles": {"count": 3, "move built group": "yes", "move built group policy": "same-suit"},
        "stock": {"size": 5, "deal type": "tableau piles"}, "max rank": 2}"#;
    let rows = read_rules(text.as_bytes()).unwrap();
    assert_eq!((rows.group, &rows.stock), (Group::SuitRun, &Stock::Rows { onto_empty: true }));
    assert_eq!(rows.layout.sizes, Sizes::Round(3));
}

/// Random rules of those that Solvitaire has.
fn random_rules(dice: &mut Dice) -> Rules {
    let cells = dice.pick(&[0, 0, 1, 4]);
    let build = dice.pick(&[Build::AlternateColour, Build::SameSuit, Build::AnySuit]);
    let mut rules = Rules {
        name: "custom".into(),
        deck: DeckSpec::new(dice.pick(&[3, 5, 13]), 4, dice.pick(&[1, 2])),
        columns: 1 + dice.below(12) as u16,
        cells,
        layout: Layout {
            face_up: dice.pick(&[FaceUp::All, FaceUp::Top]),
            cells: dice.below(usize::from(cells) + 1) as u16,
            reserve: dice.pick(&[0, 0, 1, 2]),
            aces_home: dice.below(4) == 0,
            ..Layout::open()
        },
        build,
        group: match dice.below(3) {
            0 if build == Build::AnySuit => Group::SuitRun,
            1 => Group::BuiltRun,
            _ if cells > 0 => Group::BySpaces,
            _ => Group::Single,
        },
        empty_column: dice.pick(&[EmptyColumn::Any, EmptyColumn::Nothing]),
        worrying_back: dice.below(4) == 0,
        ..preset("freecell")
    };
    if rules.deck.ranks == 13 && dice.below(2) == 0 {
        rules.empty_column = EmptyColumn::TopRank;
    }
    let least = usize::from(rules.layout.cells + rules.layout.reserve) + rules.foundations();
    if dice.below(2) == 0 {
        let tableau = dice.below(rules.deck.len() - least) as u32;
        rules.layout.sizes = Sizes::Round(tableau);
        rules.stock = dice.pick(&[Stock::waste(0, true), Stock::Rows { onto_empty: true }]);
    }
    rules.check().unwrap();
    rules
}

#[test]
fn random_rules_survive() {
    for seed in 0..1000 {
        let rules = random_rules(&mut Dice::new(seed));
        let text = write_solvitaire_rules(&rules).unwrap();
        let back = read_rules(text.as_bytes()).unwrap();
        let back = Rules { name: rules.name.clone(), ..back };
        assert_eq!(back, rules, "{text}");
    }
}

#[test]
fn what_cannot_be_played_is_named_with_its_line() {
    for (text, expected) in [
        (
            "{\n\"tableau piles\": {\n\"buildpolicy\": 1}}",
            "line 3: found the unknown rule 'buildpolicy' in 'tableau piles', expected one of count,",
        ),
        ("{\n\"two deck\": true}", "line 2: found the unknown rule 'two deck', expected one of"),
        ("{\"qqq\": true}", "line 1: found the unknown rule 'qqq', expected one of tableau piles,"),
        ("{\n\n\"cells\": 4}", "line 3: found a number as 'cells', expected an object of its rules"),
        ("{\"foundations\": {\"base card\": \"random\"}}", "line 1: found \"random\" for 'base card'"),
        ("{\"foundations\": {\"initial cards\": \"one\"}}", "line 1: found \"one\" for 'initial cards'"),
        (
            "{\"foundations\": {\"present\": false}}",
            "line 1: found false for 'present' in 'foundations', expected true",
        ),
        ("{\"hole\": {\"present\": true}}", "line 1: found true for 'present' in 'hole', expected false"),
        ("{\"accordion\": {\"size\": 18}}", "line 1: found 18 for 'size' in 'accordion', expected 0"),
        ("{\"sequences\": {\"count\": 4}}", "line 1: found 4 for 'count' in 'sequences', expected 0"),
        (
            "{\"stock\": {\"size\": 24,\n\"deal count\": 0}}",
            "line 2: found 0 for 'deal count' in 'stock', expected a whole number from 1 to 104",
        ),
        (
            "{\"stock\": {\"size\": 24, \"deal type\": \"tableau piles\",\n\"redeal\": true}}",
            "line 2: found true for 'redeal' in 'stock', expected false",
        ),
        (
            "{\"stock\": {\"size\": 24, \"deal type\": \"tableau piles\",\n\"deal count\": 2}}",
            "line 2: found 2 for 'deal count' in 'stock', expected 1",
        ),
        (
            "{\"stock\": {\"size\": 24, \"deal type\": \"hole\"}}",
            "line 1: found \"hole\" for 'deal type' in 'stock'",
        ),
        ("{\"stock\": {\"size\": 53}}", "line 1: found 53 for 'size' in 'stock', expected at most 52"),
        ("{\"max rank\":\n14}", "line 1: found 14 for 'max rank', expected a whole number from 1 to 13"),
        ("{\"two decks\": 1}", "line 1: found 1 for 'two decks', expected true or false"),
        (
            "{\"tableau piles\": {\"spaces policy\": \"auto-waste-then-stock\"}}",
            "the rules do not fit together: empty columns are filled from a waste that is not there",
        ),
        (
            "{\"tableau piles\": {\"spaces policy\": \"kings\"}, \"max rank\": 5}",
            "line 1: found \"kings\" for 'spaces policy'",
        ),
        (
            "{\"tableau piles\": {\"build policy\": \"no-build\"}}",
            "line 1: found \"no-build\" for 'build policy' in 'tableau piles', expected no-build as 'spaces policy'",
        ),
        (
            "{\"tableau piles\": {\"move built group\": \"maximal-group\"}}",
            "line 1: found \"maximal-group\" for 'move built group' in 'tableau piles', expected one of no, yes",
        ),
        (
            "{\"tableau piles\": {\"build policy\": \"red-black\", \"move built group\": \"yes\",\n\
             \"move built group policy\": \"same-suit\"}}",
            "line 2: found \"same-suit\" for 'move built group policy'",
        ),
        (
            "{\"cells\": {\"count\": 1, \"pre-filled\": 2}}",
            "the rules do not fit together: the layout puts 2 cards into 1 cells",
        ),
        ("{\"cells\": ", "line 1: broken JSON"),
        ("freecell", "line 1: found another text, expected rules as JSON, ours or Solvitaire's"),
        ("{\"schema\": 1, \"rules\": \"freecell\"}", "found an instance, expected rules as JSON"),
        ("{\"deck\": 1}", "line 1: unexpected content"),
    ] {
        let found = refused(text);
        assert!(found.starts_with(expected), "{text}\n{found}\n{expected}");
        assert!(!found.contains('\n'), "{found}");
    }
    let deal = read_instance(b"{\"tableau piles\": {\"count\": 4}}", None, &Hints::default()).unwrap_err();
    assert_eq!(deal.to_string(), "found rules of Solvitaire, expected a deal (rules are read with --rules)");
}

/// Random legal moves; cards go home often, so that foundations fill.
fn later(instance: &Instance, moves: usize, dice: &mut Dice) -> Instance {
    let mut table = instance.table();
    for _ in 0..moves {
        let legal = table.moves();
        let home: Vec<Move> = legal.iter().copied().filter(|m| m.goes_home()).collect();
        let from = if home.is_empty() || dice.below(4) == 0 { legal } else { home };
        if from.is_empty() {
            break;
        }
        table.apply(dice.pick(&from)).unwrap();
    }
    Instance::new((*instance.rules).clone(), table.deal().clone()).unwrap()
}

#[test]
fn rules_and_deal_together_are_the_game() {
    let (mut second, mut cells, mut waste, mut redealt) = (0, 0, 0, 0);
    for known in PRESETS {
        for seed in 0..40 {
            let mut dice = Dice::new(seed);
            let rules = preset(known.name);
            let fresh = Instance::from_id(rules.clone(), DealId::Random { game: None, seed }).unwrap();
            let position = later(&fresh, 10 + dice.below(300), &mut dice);
            let deal = &position.deal;
            let text = match write_instance(&position, Format::Solvitaire) {
                Ok(text) => text,
                Err(error) if deal.redeals_used > 0 => {
                    assert!(error.to_string().starts_with("found a redeal already used"), "{error}");
                    redealt += 1;
                    continue;
                }
                // Three decks are no more than a longer list.
                Err(error) => panic!("{}: {error}", known.name),
            };
            let game = match write_solvitaire_rules(&rules) {
                Ok(text) => read_rules(text.as_bytes()).unwrap(),
                Err(_) => rules.clone(),
            };
            let hints = Hints { game: Some(game), ..Hints::default() };
            let back = read_instance(text.as_bytes(), None, &hints).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(back.rules, position.rules, "{text}");
            assert_eq!(back.table().key(), position.table().key(), "{text}");
            let copies = rules.deck.even_copies().unwrap_or(1);
            second += usize::from(
                deal.foundations.chunks(copies).any(|own| own.iter().filter(|&&h| h > 0).count() > 1),
            );
            cells += usize::from(deal.cells.iter().any(Option::is_some));
            waste += usize::from(!deal.waste.is_empty() && !deal.stock.is_empty());
        }
    }
    assert!(second > 50 && cells > 50 && waste > 100 && redealt > 5, "{second} {cells} {waste} {redealt}");
}
