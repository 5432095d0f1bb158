//! The games with names, and what rules answer.

mod named {
    use patsat_game::rules::{PRESETS, Rules};

    #[test]
    fn every_preset_is_sound_and_reads_back() {
        for preset in PRESETS {
            let rules = Rules::preset(preset.name).unwrap();
            assert_eq!(rules.name, preset.name);
            rules.check().unwrap_or_else(|e| panic!("{}: {e}", preset.name));
            for alias in preset.aliases {
                assert_eq!(Rules::preset(alias).unwrap(), rules);
            }
            let text = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), rules);
        }
        assert!(Rules::preset("go-fish").unwrap_err().to_string().contains("unknown game 'go-fish'"));
    }
}

mod questions {
    use patsat_game::cards::Card;
    use patsat_game::rules::{PRESETS, Rules};

    #[test]
    fn the_answers_agree_with_one_another() {
        for preset in PRESETS {
            let rules = Rules::preset(preset.name).unwrap();
            let cards = || rules.deck.distinct_cards();
            for card in cards() {
                let listed: Vec<Card> = rules.may_stand_on(card).collect();
                let fitting: Vec<Card> = cards().filter(|&onto| rules.fits(card, onto)).collect();
                assert_eq!(listed, fitting, "{}: {card}", preset.name);
                let next = rules.next_rank(card.rank);
                assert_eq!(next.and_then(|next| rules.previous_rank(next)), next.map(|_| card.rank));
            }
            for suit in rules.deck.suits.iter() {
                let home: Vec<Card> = rules.on_foundation(suit, rules.deck.ranks).collect();
                for (height, &card) in (0..).zip(&home) {
                    assert_eq!(rules.next_home(suit, height), Some(card));
                }
                assert_eq!(rules.next_home(suit, rules.deck.ranks), None);
                assert!(home.windows(2).all(|pair| rules.in_sequence(pair[1], pair[0])));
                assert!(home.iter().rev().map(|card| card.rank).eq(rules.run_ranks()));
            }
        }
    }
}
