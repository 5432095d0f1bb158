//! The orders in which other programs deal.

mod microsoft {
    use itertools::Itertools;
    use patsat_game::cards::shuffle::microsoft::{negative, order};

    #[test]
    fn deal_1_is_the_published_one() {
        let text = order(1).iter().join(" ");
        assert!(text.starts_with("JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H"), "{text}");
        assert!(text.ends_with("6S 9C 2H 6H"), "{text}");
    }

    #[test]
    fn negative_numbers_are_the_two_of_the_windows_program() {
        let rows = |number| negative(number).chunks(8).map(|row| row.iter().join(" ")).join("\n");
        insta::assert_snapshot!(rows(1), @r"
        AC AD AH AS QC QD QH QS
        3C 3D 3H 3S TC TD TH TS
        5C 5D 5H 5S 8C 8D 8H 8S
        7C 7D 7H 7S 6C 6D 6H 6S
        9C 9D 9H 9S 4C 4D 4H 4S
        JC JD JH JS 2C 2D 2H 2S
        KC KD KH KS
        ");
        insta::assert_snapshot!(rows(2), @r"
        AS AH AD AC 7S 7H 7D 7C
        KS KH KD KC 6S 6H 6D 6C
        QS QH QD QC 5S 5H 5D 5C
        JS JH JD JC 4S 4H 4D 4C
        TS TH TD TC 3S 3H 3D 3C
        9S 9H 9D 9C 2S 2H 2D 2C
        8S 8H 8D 8C
        ");
    }
}

mod pysol {
    use itertools::Itertools;
    use patsat_game::cards::shuffle::pysol::order;
    use sha2::{Digest, Sha256};

    #[test]
    fn orders_agree_with_pysol_cards() {
        // First 16 hex digits of the SHA-256 of the card names, as `shuffle` of pysol_cards 0.24.0 gives them.
        for (number, expected) in [
            (1, "dfc7f8b31adf124d"),
            (617, "9e3d4544c0feb17e"),
            (32_000, "ab2fe3e2feabe8dc"),
            (32_001, "4d19f4397c7fd299"),
            (100_000, "fc5d1b50f1520a16"),
            (4_294_967_295, "721f9524bb4a9f5d"),
            (4_294_967_296, "ac7099bc3cce33f1"),
            (24_369_863_419_113, "e241f96f28527f58"),
            (1 << 63, "e88d829be3d2535f"),
            (u64::MAX, "733043b4e8eb707b"),
        ] {
            let digest = Sha256::digest(order(number).iter().join(" "));
            let digest = digest.iter().take(8).map(|b| format!("{b:02x}")).join("");
            assert_eq!(digest, expected, "{number}");
        }
    }
}

mod solvitaire {
    use itertools::Itertools;
    use patsat_game::cards::DeckSpec;
    use patsat_game::cards::shuffle::solvitaire::order;
    use sha2::{Digest, Sha256};

    /// First 16 hex digits of the SHA-256 of the card names, ten written `10`.
    fn digest(copies: u16, seed: u32) -> String {
        let deck = DeckSpec { copies, ..DeckSpec::STANDARD };
        let text = order(deck, seed).iter().map(|c| c.to_string().replace('T', "10")).join(" ");
        Sha256::digest(text).iter().take(8).map(|b| format!("{b:02x}")).join("")
    }

    #[test]
    fn orders_agree_with_solvitaire() {
        let one = [
            (0, "234d4ec46746632d"),
            (1, "32ca750a25c7999c"),
            (2, "33d5a2b7c0f8b27b"),
            (42, "8a3a08e123dd4908"),
            (12345, "03386e1e862d99ac"),
        ];
        let two = [
            (0, "95662585df86c97d"),
            (1, "f82523c504797dcf"),
            (2, "69968482920a6e5c"),
            (42, "2387fa0b5e457cbf"),
            (12345, "b76297be3d0f8548"),
        ];
        for (seed, expected) in one {
            assert_eq!(digest(1, seed), expected, "52 cards, seed {seed}");
        }
        for (seed, expected) in two {
            assert_eq!(digest(2, seed), expected, "104 cards, seed {seed}");
        }
    }
}

mod random {
    use itertools::Itertools;
    use patsat_game::cards::DeckSpec;
    use patsat_game::cards::shuffle::random::order;

    #[test]
    fn a_seed_means_one_deal_for_ever() {
        let text = order(DeckSpec::new(3, 4, 1), 1).iter().join(" ");
        insta::assert_snapshot!(text, @"2H 2C AS AD 2S 3C 3H 3D AC 3S AH 2D");
        assert_ne!(order(DeckSpec::STANDARD, 1), order(DeckSpec::STANDARD, 2));
        assert_eq!(order(DeckSpec::STANDARD, 7).iter().unique().count(), 52);
    }
}
