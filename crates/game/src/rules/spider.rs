//! Spider and its kin by name: cards leave as complete runs.

use super::preset::Preset;
use super::{Build, EmptyColumn, FaceUp, Group, Home, Layout, RankStep, Rules, Sizes, Stock};
use crate::cards::{DeckSpec, Suits};

/// The family.
pub(super) const FAMILY: [Preset; 12] = [
    Preset {
        name: "simple-simon",
        aliases: &["simple_simon"],
        about: "10 columns, one deck, built down in any suit, runs of a suit move and leave complete",
        source: "Freecell Solver, game simple_simon",
        rules: simple_simon,
    },
    Preset {
        name: "spider",
        aliases: &["spider4"],
        about: "10 columns, two decks of 4 suits, rows of ten dealt from the stock",
        source: "KPatience (dealing onto empty columns is allowed)",
        rules: || spider(4),
    },
    Preset {
        name: "spider3",
        aliases: &[],
        about: "Spider with 3 suits: clubs and hearts twice, spades four times",
        source: "KPatience",
        rules: || spider(3),
    },
    Preset {
        name: "spider2",
        aliases: &[],
        about: "Spider with 2 suits: hearts and spades, four times each",
        source: "KPatience",
        rules: || spider(2),
    },
    Preset {
        name: "spider1",
        aliases: &[],
        about: "Spider with 1 suit: spades, eight times",
        source: "KPatience",
        rules: || spider(1),
    },
    Preset {
        name: "spiderette",
        aliases: &[],
        about: "Spider with one deck on 7 columns of 1 to 7 cards",
        source: "Solvitaire preset spiderette, but runs leave from the end of a column (there as whole columns)",
        rules: spiderette,
    },
    Preset {
        name: "hanoi-spider",
        aliases: &["hanoi_spider"],
        about: "Spider where a card may lie on any card of a higher rank",
        source: "Laubersheimer 2024, 4.6.1",
        rules: || Rules { name: "hanoi-spider".into(), step: RankStep::Any, ..spider(4) },
    },
    Preset {
        name: "ipc-spider",
        aliases: &["spider-ipc", "ipc2018-spider"],
        about: "8 columns, ace to queen of 4 suits, all face up; runs leave by a move of their own",
        source: "domain spider of the International Planning Competition 2018",
        rules: ipc_spider,
    },
    Preset {
        name: "scorpion",
        aliases: &[],
        about: "7 columns of 7, built down in suit, any face-up card moves with all that lies on it, kings into empty columns, a row of three",
        source: "PySolFC Scorpion; whole columns leave, as in Solvitaire",
        rules: || scorpion("scorpion", EmptyColumn::TopRank),
    },
    Preset {
        name: "wasp",
        aliases: &[],
        about: "Scorpion with any card into an empty column",
        source: "PySolFC Wasp; whole columns leave, as in Solvitaire",
        rules: || scorpion("wasp", EmptyColumn::Any),
    },
    Preset {
        name: "will-o-the-wisp",
        aliases: &[],
        about: "Spiderette with 7 columns of 3 that lie open, runs leave as whole columns",
        source: "Solvitaire preset will-o-the-wisp",
        rules: || Rules {
            name: "will-o-the-wisp".into(),
            layout: Layout { sizes: Sizes::Round(21), ..Layout::open() },
            home: Home::WholeColumns,
            ..spiderette()
        },
    },
    Preset {
        name: "mrs-mop",
        aliases: &[],
        about: "13 columns of 8 that lie open, two decks, no stock, runs of a suit move and leave as whole columns",
        source: "Solvitaire preset mrs-mop",
        rules: || Rules {
            columns: 13,
            layout: Layout::open(),
            stock: Stock::None,
            home: Home::WholeColumns,
            ..Rules { name: "mrs-mop".into(), ..spider(4) }
        },
    },
];

fn simple_simon() -> Rules {
    Rules {
        layout: Layout { sizes: Sizes::Listed(vec![8, 8, 8, 7, 6, 5, 4, 3, 2, 1]), ..Layout::open() },
        group: Group::SuitRun,
        home: Home::Runs,
        ..Rules::plain("simple-simon", DeckSpec::STANDARD, 10)
    }
}

/// Spider as KPatience deals it with this number of suits, 104 cards in all.
fn spider(suits: u16) -> Rules {
    let list = Suits::of_spider(suits);
    let name = if suits == 4 { "spider".into() } else { format!("spider{suits}") };
    let deck = DeckSpec { ranks: 13, suits: list, copies: 8 / list.len() as u16 };
    Rules {
        layout: Layout { sizes: Sizes::Round(54), face_up: FaceUp::Top, ..Layout::open() },
        group: Group::SuitRun,
        home: Home::Runs,
        stock: Stock::Rows { onto_empty: true },
        ..Rules::plain(name, deck, 10)
    }
}

fn spiderette() -> Rules {
    Rules {
        name: "spiderette".into(),
        deck: DeckSpec::STANDARD,
        columns: 7,
        layout: Layout { sizes: Sizes::Listed((1..=7).collect()), face_up: FaceUp::Top, ..Layout::open() },
        ..spider(4)
    }
}

/// Spider of the planning competition: all cards lie open but two full rows, which are dealt where no
/// column is empty. Its tasks have 1, 2 or 4 suits, 3 to 12 ranks and 3 to 8 columns.
fn ipc_spider() -> Rules {
    Rules {
        name: "ipc-spider".into(),
        deck: DeckSpec { ranks: 12, ..DeckSpec::STANDARD },
        columns: 8,
        layout: Layout { sizes: Sizes::LeavingRows(2), ..Layout::open() },
        home: Home::RunsByMove,
        stock: Stock::Rows { onto_empty: false },
        ..spider(4)
    }
}

fn scorpion(name: &str, empty_column: EmptyColumn) -> Rules {
    Rules {
        layout: Layout {
            sizes: Sizes::Round(49),
            face_up: FaceUp::Listed(vec![4, 4, 4, 4, 7, 7, 7]),
            ..Layout::open()
        },
        build: Build::SameSuit,
        group: Group::AnyFaceUp,
        empty_column,
        home: Home::WholeColumns,
        stock: Stock::Rows { onto_empty: true },
        ..Rules::plain(name, DeckSpec::STANDARD, 7)
    }
}
