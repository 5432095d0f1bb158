//! Cards, decks and deals as texts.

mod suits {
    use patsat_game::cards::Suits;

    #[test]
    fn lists_read_back_and_have_one_spelling() {
        for text in ["S", "HS", "CHSS", "D", "CCDHS", "4", "1", "300"] {
            let suits: Suits = text.parse().unwrap();
            assert_eq!(suits.to_string(), text);
            let json = serde_json::to_string(&suits).unwrap();
            assert_eq!(serde_json::from_str::<Suits>(&json).unwrap(), suits, "{json}");
        }
        assert_eq!("shcd".parse(), Ok(Suits::First(4)));
        assert_eq!("C".parse(), Ok(Suits::First(1)));
        assert_eq!("sSch".parse(), Ok(Suits::of_spider(3)));
        for text in ["", "X", "0", "-1", "65536", "C D", "4S", &"S".repeat(256)] {
            assert!(text.parse::<Suits>().is_err(), "{text}");
        }
        for json in ["-1", "65536", "\"\"", "\"4\"", "\"X\"", "[1]", "1.5"] {
            assert!(serde_json::from_str::<Suits>(json).is_err(), "{json}");
        }
    }
}

mod deck {
    use patsat_game::cards::{Card, DeckSpec};

    fn decks() -> impl Iterator<Item = DeckSpec> {
        let suits = ["1", "3", "S", "HS", "CHSS", "DDSS"].map(|text| text.parse().unwrap());
        suits.into_iter().flat_map(|suits| [1, 2].map(|copies| DeckSpec { ranks: 5, suits, copies }))
    }

    #[test]
    fn the_index_follows_the_listing() {
        for deck in decks() {
            for (place, card) in deck.distinct_cards().enumerate() {
                assert_eq!(deck.index(card), place);
                assert!(deck.contains(card));
            }
            assert_eq!(deck.distinct_cards().count(), deck.kinds());
            assert!(!deck.contains(Card::new(6, deck.suits.end() - 1)));
            assert!(!deck.contains(Card::new(1, deck.suits.end())));
        }
        let three = DeckSpec { ranks: 5, suits: "CHSS".parse().unwrap(), copies: 2 };
        assert!(!three.contains(Card::new(1, 1)));
        assert_eq!((three.len(), three.copies_of(0), three.copies_of(3)), (40, 2, 4));
        assert_eq!((three.even_copies(), DeckSpec::STANDARD.even_copies()), (None, Some(1)));
    }

    #[test]
    fn there_is_a_foundation_for_each_copy_of_a_suit() {
        for deck in decks() {
            let mut next = 0;
            for suit in deck.suits.iter() {
                let own = deck.foundations_of(suit);
                assert_eq!((own.start, own.len()), (next, deck.copies_of(suit)));
                assert!(own.clone().all(|n| deck.suit_of_foundation(n) == suit));
                let cards = deck.all_cards().filter(|&card| card == Card::new(2, suit));
                assert_eq!(cards.count(), own.len());
                next = own.end;
            }
            assert_eq!((deck.foundations(), deck.all_cards().count()), (next, deck.len()));
            assert!(deck.foundations_of(deck.suits.end()).is_empty());
            assert!(!deck.suits.contains(deck.suit_of_foundation(next)));
        }
    }
}

mod card {
    use patsat_game::cards::Card;

    #[test]
    fn every_card_reads_back_what_it_writes() {
        for rank in [1, 2, 9, 10, 13, 14, 137, 65_536, u32::MAX] {
            for suit in [0, 3, 4, 77] {
                let card = Card::new(rank, suit);
                assert_eq!(card.to_string().parse(), Ok(card));
            }
        }
        assert_eq!("10h".parse(), Ok(Card::new(10, 2)));
        assert_eq!("as".parse(), Ok(Card::new(1, 3)));
        assert_eq!("r137s5".parse(), Ok(Card::new(137, 4)));
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in
            ["", "H", "1", "11H", "AHH", "XH", "TX", "r0s1", "r1s0", "r1", "r9999999999s1", "r+1s1", "é"]
        {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }
}

mod deal {
    use patsat_game::cards::{Card, Deal, DeckSpec, Pile, Rank};

    fn deal(columns: &[&str]) -> Deal {
        let pile =
            |text: &&str| Pile::from(text.split(' ').map(|c| c.parse().unwrap()).collect::<Vec<Card>>());
        Deal { columns: columns.iter().map(pile).collect(), ..Deal::default() }
    }

    #[test]
    fn a_deal_must_hold_exactly_its_deck() {
        let deck = DeckSpec::new(2, 2, 1);
        assert_eq!(deal(&["AC 2D", "AD 2C"]).check(deck, Rank(1)), Ok(()));
        let twice = deal(&["AD 2D", "AD 2C"]).check(deck, Rank(1)).unwrap_err();
        assert_eq!(twice.to_string(), "AD occurs 2 times: expected 1");
        let short = deal(&["AC", "AD 2C"]).check(deck, Rank(1)).unwrap_err();
        assert_eq!(short.to_string(), "2D is missing: found 0 of 1");
        let foreign = deal(&["AC 3D", "AD 2C"]).check(deck, Rank(1)).unwrap_err();
        assert!(foreign.to_string().starts_with("3D is not in the deck"));
        let mut home = deal(&["2D", "AD 2C"]);
        home.foundations = vec![1, 0];
        assert_eq!(home.check(deck, Rank(1)), Ok(()));
        home.foundations = vec![1];
        assert!(home.check(deck, Rank(1)).is_err());
    }
}
