//! The orders in which other programs deal, and names of deals.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fmt;

/// A card by its name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Card(u32, u16);

impl From<(u32, u16)> for Card {
    fn from((rank, suit): (u32, u16)) -> Card {
        Card(rank, suit)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |names: &str, n: usize| names.chars().nth(n).unwrap();
        write!(f, "{}{}", name("A23456789TJQK", self.0 as usize - 1), name("CDHS", self.1.into()))
    }
}

/// A new deck: rank by rank, four suits.
fn deck(ranks: u32) -> impl Iterator<Item = Card> {
    (1..=ranks).flat_map(|rank| (0..4).map(move |suit| Card(rank, suit)))
}

mod deal_id {
    use patsat_dealers::{DealId, DealIdError, DealRange};

    #[test]
    fn names_read_back() {
        for text in [
            "ms:1",
            "ms:8589934591",
            "ms:-1",
            "ms:-2",
            "pysol:18446744073709551615",
            "pysol:18446744073709551616",
            "pysol:100000000000000000000",
            "pysol-old:18446744073709551615",
            "solvitaire:forty-thieves:6",
            "random:3",
            "random:freecell:9",
            "kpat:spider3:5",
            "kpat:klondike1:2147483647",
            "klondike-solver:0",
            "klondike-solver:2147483647",
            "greenfelt:2147483646",
        ] {
            assert_eq!(text.parse::<DealId>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn people_spell_names_in_other_ways() {
        for (text, name) in [
            ("PySol:#00000000012345678901", "pysol:12345678901"),
            ("pysol:old99999", "pysol-old:99999"),
            ("pysol:ms100000", "ms:100000"),
            ("random:Baker's Game:7", "random:bakers-game:7"),
            ("solvitaire:Forty Thieves:6", "solvitaire:forty-thieves:6"),
            ("random:eight_off:7", "random:eight-off:7"),
            ("kpat:Forty & Eight:5", "kpat:fortyeight:5"),
            ("kpat:Simple Simon:5", "kpat:simplesimon:5"),
            ("kpat:Spider 4:5", "kpat:spider4:5"),
            ("kpat:Klondike 3:5", "kpat:klondike3:5"),
            ("kpat:Klondike Draw One:5", "kpat:klondike1:5"),
        ] {
            assert_eq!(text.parse::<DealId>().unwrap().to_string(), name, "{text}");
        }
    }

    #[test]
    fn what_names_no_deal_is_refused() {
        for text in [
            "",
            "ms",
            "ms:",
            "ms:0",
            "ms:8589934592",
            "ms:-0",
            "ms:-3",
            "ms:--1",
            "pysol:0",
            "pysol:100000000000000000001",
            "pysol:",
            "pysol:x",
            "pysol:old",
            "pysol:older7",
            "pysol-old:0",
            "pysol-old:18446744073709551616",
            "pysol:freecell:1",
            "ms:+1",
            "ms:x",
            "ms:1:2",
            "foo:1",
            "kpat:1",
            "kpat:golf:1",
            "kpat:klondike:1",
            "kpat:klondike2:1",
            "klondike-solver:2147483648",
            "klondike-solver:klondike:1",
            "klondike-solver:-1",
            "greenfelt:0",
            "greenfelt:2147483647",
            "kpat:spider1:0",
            "kpat:spider1:2147483648",
        ] {
            assert!(text.parse::<DealId>().is_err(), "{text}");
        }
        for range in ["pysol:18446744073709551616", "pysol:18446744073709551616..18446744073709551617"] {
            assert!(matches!(range.parse::<DealRange>(), Err(DealIdError::LongRange(_))), "{range}");
        }
        assert!("pysol:1..18446744073709551616".parse::<DealRange>().is_err());
        assert_eq!("ms:5..4".parse::<DealRange>(), Err(DealIdError::EmptyRange(5, 4)));
        let range: DealRange = "ms:9..12".parse().unwrap();
        assert_eq!((range.len(), range.deals().count()), (4, 4));
        assert_eq!("ms:7".parse::<DealRange>().unwrap().len(), 1);
    }
}

mod microsoft {
    use itertools::Itertools;
    use patsat_dealers::microsoft::{negative, order};

    #[test]
    fn deal_1_is_the_published_one() {
        let text = order::<super::Card>(1).iter().join(" ");
        assert!(text.starts_with("JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H"), "{text}");
        assert!(text.ends_with("6S 9C 2H 6H"), "{text}");
    }

    #[test]
    fn negative_numbers_are_the_two_of_the_windows_program() {
        let rows =
            |number| negative::<super::Card>(number).chunks(8).map(|row| row.iter().join(" ")).join("\n");
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
    use patsat_dealers::pysol::{old_order, old_two_decks, order, spider, two_decks};
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
            (u64::MAX.into(), "733043b4e8eb707b"),
        ] {
            assert_eq!(digest(&order(number)), expected, "{number}");
        }
        for (number, expected) in [
            (1, "da24703f53cd7a5d"),
            (617, "874ce879e8ca66f4"),
            (14_934, "b4f438871433925f"),
            (32_000, "e7311ea132c6e829"),
            (32_001, "e855e66d4e1a2985"),
            (100_000, "9c7248bcf832fab7"),
            (4_294_967_295, "69c11329d1d7f237"),
            (4_294_967_296, "dc1f3c2c1e9924f0"),
            (u64::MAX.into(), "bfc6df7d69882518"),
        ] {
            assert_eq!(digest(&two_decks(number)), expected, "{number}, two decks");
        }
    }

    #[test]
    fn numbers_beyond_64_bits_agree_with_pysol_cards() {
        for (number, one, two) in [
            (18_446_744_073_709_551_616, "58bfdc0a65c7d239", "38b075d330f82eeb"),
            (12_345_678_901_234_567_890, "d8cdb5017335f598", "f4da56ad0700f87e"),
            (36_893_488_147_419_103_231, "49ebf6b7cb0c5211", "8d9e304566b6dced"),
            (73_786_976_294_838_206_464, "b7e7e79b1e2ea4ef", "c35b8616dd6ddbb3"),
            (98_765_432_109_876_543_210, "bae9f625bba6d86f", "c0a994011571be8b"),
            (100_000_000_000_000_000_000, "c5fc32ea5ddb6e9b", "c9700a8d88c2f3cc"),
        ] {
            assert_eq!(digest(&order(number)), one, "{number}");
            assert_eq!(digest(&two_decks(number)), two, "{number}, two decks");
        }
    }

    #[test]
    fn numbers_of_old_pysol_agree_with_pysol_cards() {
        for (number, one, two) in [
            (1, "dfc7f8b31adf124d", "da24703f53cd7a5d"),
            (617, "9e3d4544c0feb17e", "874ce879e8ca66f4"),
            (32_000, "ab2fe3e2feabe8dc", "e7311ea132c6e829"),
            (32_001, "6e53d82f211a75d8", "e20e7e58836399ab"),
            (123_456_789, "c1fbee6ebd87f665", "e9b3612da1f830a0"),
            (4_294_967_296, "c62a5dbca2fbb2ac", "33dd492f710f9524"),
            (9_223_372_036_854_775_808, "2e1ce71a74a0fb2b", "e488011a1482595a"),
            (18_446_744_073_709_551_615, "57f09784bc432332", "c4be567945b9d474"),
        ] {
            assert_eq!(digest(&old_order(number)), one, "{number}");
            assert_eq!(digest(&old_two_decks(number)), two, "{number}, two decks");
        }
    }

    fn digest(cards: &[super::Card]) -> String {
        let digest = Sha256::digest(cards.iter().join(" "));
        digest.iter().take(8).map(|b| format!("{b:02x}")).join("")
    }

    /// Four rows, a card on every third column, and a row.
    #[test]
    fn spider_is_dealt_in_rows_with_four_cards_before_the_last() {
        let dealt: Vec<usize> = (0..104).collect();
        let ours = spider(&dealt);
        assert_eq!(ours[..40], dealt[..40]);
        assert_eq!(ours[40..50], [40, 45, 46, 41, 48, 49, 42, 51, 52, 43]);
        assert_eq!(ours[50..54], [44, 47, 50, 53]);
        assert_eq!(ours[54..], dealt[54..]);
    }
}

mod klondike_solver {
    use itertools::Itertools;
    use patsat_dealers::klondike_solver::{greenfelt, order};

    /// A card as Klondike-Solver writes it: suits 1 to 4 are clubs, diamonds, hearts, spades.
    struct Card(u32, u16);

    impl From<(u32, u16)> for Card {
        fn from((rank, suit): (u32, u16)) -> Card {
            Card(rank, suit + 1)
        }
    }

    fn text(cards: Vec<Card>) -> String {
        cards.iter().map(|Card(rank, suit)| format!("{rank:02}{suit}")).join("")
    }

    /// Decks that the program printed.
    #[test]
    fn orders_agree_with_klondike_solver() {
        for (number, deck) in [
            (
                0,
                "032012124113091062023083092021014063134081031104123114011121042024044064052082061043133132022101074051\
                 073033094071013102053041111093112131072084054034103122",
            ),
            (
                37_547,
                "013072023094024113044043011081012093052123062134121114111074061122063034033064091071032053101041104132\
                 131022054042014021102083103073112082084092051124133031",
            ),
            (
                2_147_483_647,
                "054061091062124052101111042034094121084073012131021112064103114092023022032093102132014133081033072134\
                 083013051044041123043074053082063031104113024011071122",
            ),
        ] {
            assert_eq!(text(order(number)), deck, "{number}");
        }
    }

    /// Decks of the program's `Shuffle2`, which is Greenfelt's.
    #[test]
    fn orders_agree_with_greenfelt() {
        for (number, deck) in [
            (
                617,
                "081052083041094111042033113112043062093024134012054131114124122021051064121091101061013032133063103022\
                 102092132074044034123053104071073014011072023082031084",
            ),
            (
                2_147_483_646,
                "054062011134083042072123034022133043074014041103064131112094023122082073092024031091053013044012071093\
                 084113132032063102104121081111124033051021101114052061",
            ),
        ] {
            assert_eq!(text(greenfelt(number)), deck, "{number}");
        }
    }
}

mod solvitaire {
    use itertools::Itertools;
    use patsat_dealers::solvitaire::order;
    use sha2::{Digest, Sha256};

    /// First 16 hex digits of the SHA-256 of the card names, ten written `10`.
    fn digest(copies: u16, seed: u32) -> String {
        let text = order::<super::Card>(13, 0..4, copies, seed)
            .iter()
            .map(|c| c.to_string().replace('T', "10"))
            .join(" ");
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
    use patsat_dealers::random::order;

    #[test]
    fn a_seed_means_one_deal_for_ever() {
        let text = order(super::deck(3), 1).iter().join(" ");
        insta::assert_snapshot!(text, @"2H 2C AS AD 2S 3C 3H 3D AC 3S AH 2D");
        assert_ne!(order(super::deck(13), 1), order(super::deck(13), 2));
        assert_eq!(order(super::deck(13), 7).iter().unique().count(), 52);
    }
}
