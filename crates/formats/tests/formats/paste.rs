//! What is printed reads back.

use super::{error, ms, positions, random, read};
use itertools::Itertools;
use patsat_base::Style;
use patsat_formats::{Format, Hints, board, read_instance, write_instance};
use patsat_game::cards::{Card, DealId};
use patsat_game::rules::{PRESETS, Rules};
use patsat_game::state::Instance;

#[test]
fn every_position_survives_being_shown() {
    let mut seen = 0;
    for instance in positions() {
        let named = Rules::preset(&instance.rules.name).unwrap();
        let hints = match instance.rules.deck == named.deck {
            true => Hints::default(),
            // The board of another deck does not say its size.
            false => Hints { game: Some((*instance.rules).clone()), ..Hints::default() },
        };
        for style in [Style::PLAIN, Style { colour: true, symbols: true }] {
            let text = board::instance(&instance, style);
            let mut back =
                read_instance(text.as_bytes(), None, &hints).unwrap_or_else(|e| panic!("{e}\n{text}"));
            // The order below the hole's top makes no difference and is not shown.
            if back.deal.hole.last() == instance.deal.hole.last() {
                let sorted = |hole: &[Card]| hole.iter().copied().sorted().collect::<Vec<Card>>();
                assert_eq!(sorted(&back.deal.hole), sorted(&instance.deal.hole), "{text}");
                back.deal.hole.clone_from(&instance.deal.hole);
            }
            if instance.rules.cells > 16 || instance.rules.foundations() > 8 {
                // In which cell a card lies, or on which of two equal foundations, is not shown.
                assert_eq!(back.table().key(), instance.table().key(), "{text}");
            } else {
                assert_eq!((&back.deal, &back.rules), (&instance.deal, &instance.rules), "{text}");
            }
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
}

#[test]
fn a_fresh_deal_keeps_its_name() {
    for preset in PRESETS {
        let instance = random(preset.name, 5);
        let text = write_instance(&instance, Format::Board).unwrap();
        assert_eq!(Format::sniff(text.as_bytes()), Ok(Format::Board), "{text}");
        assert_eq!(read(&text).unwrap(), instance, "{text}");
        // Another card there, another deal: the name goes.
        let swapped = text.replace("QS", "%").replace("JS", "QS").replace('%', "JS");
        let back = read(&swapped.replace("qs", "%").replace("js", "qs").replace('%', "js")).unwrap();
        assert_eq!(back.id, None, "{text}");
    }
    assert_eq!(read(&board::instance(&ms(24), Style::PLAIN)).unwrap(), ms(24));
}

#[test]
fn changed_numbers_of_a_game_are_those_of_its_board() {
    let spider = |n| Rules {
        deck: Rules::preset(&format!("spider{n}")).unwrap().deck,
        ..Rules::preset("spider").unwrap()
    };
    let preset = |name: &str| Rules::preset(name).unwrap();
    let small = |ranks| {
        let mut rules = preset("freecell");
        rules.deck.ranks = ranks;
        Rules { columns: 6, cells: 2, ..rules }
    };
    let two_suits = {
        let mut rules = preset("freecell");
        rules.deck.suits = 2.into();
        rules
    };
    let no_cells = Rules { cells: 0, ..preset("freecell") };
    for rules in [spider(1), spider(2), spider(3), small(5), small(13), two_suits, no_cells] {
        for seed in 0..4 {
            let instance = Instance::from_id(rules.clone(), DealId::Random { game: None, seed }).unwrap();
            let (_, table) = super::random_walk(&instance, 40, seed);
            let later = Instance::new(rules.clone(), table.deal().clone()).unwrap();
            for game in [instance, later] {
                let text = write_instance(&game, Format::Board).unwrap();
                assert_eq!(read(&text).unwrap(), game, "{text}");
            }
        }
    }
}

#[test]
fn the_board_of_a_report_is_read() {
    let text =
        format!("{}\nSolved in 2 moves (plan verified).\n\n1h 2h\n", board::instance(&ms(3), Style::PLAIN));
    assert_eq!(read(&text).unwrap(), ms(3));
}

#[test]
fn a_board_that_contradicts_itself_is_refused() {
    let spider = write_instance(&random("spider", 1), Format::Board).unwrap();
    let thieves = write_instance(&random("forty-thieves", 1), Format::Board).unwrap();
    let less = spider.lines().filter(|line| !line.is_empty()).collect_vec();
    let last = less.iter().rposition(|line| line.starts_with("stock: ")).unwrap();
    let less = less.iter().enumerate().filter(|(n, _)| *n != last).map(|(_, line)| *line).join("\n");
    for (text, message) in [
        (less, "found 40 cards in the stock, expected 50, as the board says"),
        (spider.replace("stock: ", "pack: "), "found 'pack:', expected a card such as TH or 10H"),
        (spider.replace(" 1  2  3", " 2  3  4"), "found"),
        (
            spider.replace("complete runs 0", "complete runs 1"),
            "found 1 complete runs, expected 0, by the cards",
        ),
        (
            thieves.replace("waste 0 cards", "waste 1 card"),
            "found a number of cards, expected them in a line such as",
        ),
        (
            thieves.replace("forty-thieves", "fifty-thieves"),
            "found the game 'fifty-thieves', expected one of",
        ),
        (
            write_instance(&ms(1), Format::Board).unwrap().replace("-- -- -- --   ", "-- -- -- KD   "),
            "KD occurs 2 times",
        ),
    ] {
        let error = error(&text);
        assert!(error.contains(message), "{error}\n{text}");
    }
}

/// A game in the middle goes into every format that can say it, and comes back; the others refuse it.
#[test]
fn a_position_survives_a_format_or_is_refused() {
    let mut counts_of = std::collections::BTreeMap::new();
    for instance in positions() {
        let hints = Hints { game: Some((*instance.rules).clone()), ..Hints::default() };
        for format in Format::ALL.into_iter().filter(|format| !format.is_plan()) {
            let counts: &mut (usize, usize) = counts_of.entry(format.name()).or_default();
            match write_instance(&instance, format) {
                Ok(text) => {
                    let back = read_instance(text.as_bytes(), Some(format), &hints);
                    let back = back.unwrap_or_else(|e| panic!("{format} {e}\n{text}"));
                    assert_eq!(back.table().key(), instance.table().key(), "{format}\n{text}");
                    counts.0 += 1;
                }
                Err(error) => {
                    let error = error.to_string();
                    assert!(error.contains("found ") && error.contains("expected "), "{format}: {error}");
                    counts.1 += 1;
                }
            }
        }
    }
    for (format, (written, refused)) in counts_of {
        assert!(
            written > 3 && (refused > 0 || ["board", "json"].contains(&format)),
            "{format} {written} {refused}"
        );
    }
}
