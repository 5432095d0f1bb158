//! The rule JSON of Solvitaire.
//!
//! Source: Solvitaire 0.10.1, its schema and its program. Every rule has a usual value, and a
//! file names those that differ. What its words mean here:
//!
//! | theirs | ours |
//! |---|---|
//! | `tableau piles`: `count`; `build policy` | `columns`; `build` |
//! | `spaces policy`: `any`, `kings`, `no-build` | `empty_column`; kings have rank 13, so only with 13 ranks |
//! | `auto-reserve-then-any`, `auto-reserve-then-waste`, `auto-waste-then-stock` | `empty_column` filled by itself |
//! | `move built group`: `no` | single cards; with cells as supermoves, their shorthand |
//! | `move built group`: `yes` | runs as built; runs of a suit if `move built group policy` requires it and any suit is built on |
//! | `move built group`: `whole-pile`, `partial-if-card-above-buildable` | whole columns; parts only for a way home |
//! | `diagonal deal` | `layout.sizes`: 1, 2, 3, ... cards |
//! | `face up cards` | `layout.face_up` |
//! | `foundations`: `initial cards` `all`, `one`; `base card` `random` | `layout.aces_home`; `layout.first_card` |
//! | `foundations`: `removable`; `only complete pile moves` | `worrying_back`; runs leave as whole columns |
//! | `hole`: `present`, `base card`, `build loops`; `stock`: `deal type` `hole` | `home`, `layout.first_card`; `stock` |
//! | `cells`: `count`, `pre-filled`; `reserve`: `size`, `stacked` | `cells`, `layout.cells`, `layout.reserve`, `layout.stacked` |
//! | `stock`: `size`; `deal type` | what the layout leaves over; to a waste, or rows onto the columns |
//! | `stock`: `deal count`; `redeal` | `draw`; no redeal, or as many as one likes |
//! | `max rank`, `two decks` | `deck` |
//!
//! Where only kings or nothing fill empty columns, `move built group`: `partial-if-card-above-buildable` is read as `yes`:
//! there every other move of a part of a run can be left out of a plan ([`patsat_game::verify::check_tracked_cards`] says
//! which steps are enough). A plan found here need not do so.
//!
//! Playing the top of the stock is shorthand as well, for drawing it and playing the waste.
//!
//! A whole column that is a complete run leaves by itself here and may stay there. That wins no other game: a card on one
//! of its cards can as well lie in the empty column, or where that card was moved to.
//!
//! The reader refuses rules that exist only there and names them: accordions, sequences, `maximal-group`. The writer
//! refuses what exists only here: Spider, decks other than one or two of four suits, and a fixed number of redeals.

use super::document::{Document, Path};
use patsat_base::FormatError;
use patsat_game::cards::DeckSpec;
use patsat_game::rules::{
    Build, EmptyColumn, FaceUp, FirstCard, Group, Home, Layout, PRESETS, Redeals, Rules, Sizes, Stock,
};

const COLUMNS: Path = ("tableau piles", "count");
const BUILD: Path = ("tableau piles", "build policy");
const SPACES: Path = ("tableau piles", "spaces policy");
const GROUP: Path = ("tableau piles", "move built group");
const GROUP_POLICY: Path = ("tableau piles", "move built group policy");
const STOCK: Path = ("stock", "size");

pub(super) const BUILDS: [(&str, Build); 4] = [
    ("any-suit", Build::AnySuit),
    ("red-black", Build::AlternateColour),
    ("same-suit", Build::SameSuit),
    ("no-build", Build::Nothing),
];

pub(super) const SPACES_WORDS: [(&str, EmptyColumn); 6] = [
    ("any", EmptyColumn::Any),
    ("kings", EmptyColumn::TopRank),
    ("no-build", EmptyColumn::Nothing),
    ("auto-reserve-then-any", EmptyColumn::ReserveThenAny),
    ("auto-reserve-then-waste", EmptyColumn::ReserveThenWaste),
    ("auto-waste-then-stock", EmptyColumn::WasteThenStock),
];

/// Returns the sizes of the columns after a diagonal deal. The first row covers all columns, and each
/// later row leaves out one more from the left. The remaining cards are dealt in full rows.
pub(super) fn diagonal(columns: u16, mut cards: usize) -> Vec<u32> {
    let columns = usize::from(columns);
    let mut sizes = vec![0u32; columns];
    for row in 0.. {
        // In the triangle the last column is dealt first.
        let mut order: Vec<usize> =
            if row < columns { (row..columns).rev().collect() } else { (0..columns).collect() };
        order.truncate(cards);
        cards -= order.len();
        order.iter().for_each(|&column| sizes[column] += 1);
        if cards == 0 {
            break;
        }
    }
    sizes
}

/// Reads rules.
pub(in super::super) fn read(text: &str) -> Result<Rules, FormatError> {
    let file = Document::read(text)?;
    refuse_other_games(&file)?;
    let copies = if file.flag(("", "two decks"), false)? { 2 } else { 1 };
    let deck = DeckSpec::new(file.number(("", "max rank"), 13, 1..=13)?.into(), 4, copies);
    let columns = file.number(COLUMNS, 8, 1..=255)?;
    let cells = file.number(("cells", "count"), 0, 0..=255)?;
    let build = file.word(BUILD, &BUILDS)?;
    let mut empty_column = file.word(SPACES, &SPACES_WORDS)?;
    if empty_column == EmptyColumn::TopRank && deck.ranks != 13 {
        return file.refuse(SPACES, "any or no-build where 'max rank' leaves out the kings");
    }
    let home = home(&file)?;
    if build == Build::Nothing && home.is_hole() {
        // There no card is moved to a column at all.
        empty_column = EmptyColumn::Nothing;
    }
    if build == Build::Nothing && empty_column != EmptyColumn::Nothing {
        return file
            .refuse(BUILD, "no-build as 'spaces policy' with it (cards of the tableau fill no space there)");
    }
    let (stock, stock_size) = stock(&file, home)?;
    let mut layout = Layout {
        face_up: file
            .word(("tableau piles", "face up cards"), &[("all", FaceUp::All), ("top", FaceUp::Top)])?,
        cells: file.number(("cells", "pre-filled"), 0, 0..=255)?,
        reserve: file.number(("reserve", "size"), 0, 0..=255)?,
        aces_home: file.word(INITIAL, &[("none", false), ("all", true), ("one", false)])?,
        first_card: first_card(&file, home)?,
        stacked: file.flag(("reserve", "stacked"), false)?,
        ..Layout::open()
    };
    let aces = match layout.first_card {
        _ if layout.aces_home => deck.foundations(),
        FirstCard::Dealt => usize::from(home.is_hole()),
        FirstCard::Home | FirstCard::Base => 1,
    };
    let beside = stock_size + usize::from(layout.cells) + usize::from(layout.reserve) + aces;
    let Some(tableau) = deck.len().checked_sub(beside) else {
        let most = deck.len() - (beside - stock_size).min(deck.len());
        return file.refuse(STOCK, &format!("at most {most}, for the deck has {} cards", deck.len()));
    };
    if file.flag(("tableau piles", "diagonal deal"), false)? {
        layout.sizes = Sizes::Listed(diagonal(columns, tableau));
    } else if stock_size > 0 {
        layout.sizes = Sizes::Round(u32::try_from(tableau).unwrap_or(u32::MAX));
    }
    let rules = Rules {
        cells,
        layout,
        build,
        group: group(&file, build, cells, empty_column)?,
        home,
        empty_column,
        stock,
        worrying_back: file.flag(("foundations", "removable"), false)?,
        ..Rules::plain("custom", deck, columns)
    };
    rules.check().map_err(FormatError::content)?;
    Ok(named(rules))
}

/// Games that are played otherwise.
fn refuse_other_games(file: &Document<'_>) -> Result<(), FormatError> {
    let only = "expected of games that this program plays";
    for path in [("accordion", "size"), ("sequences", "count")] {
        if file.number(path, 0, 0..=255)? != 0 {
            return file.refuse(path, &format!("0, as is {only}"));
        }
    }
    Ok(())
}

const INITIAL: Path = ("foundations", "initial cards");
const BASE: Path = ("foundations", "base card");

/// How cards leave.
fn home(file: &Document<'_>) -> Result<Home, FormatError> {
    let foundations = file.flag(("foundations", "present"), true)?;
    let hole = file.flag(("hole", "present"), false)?;
    if hole && foundations {
        return file.refuse(("hole", "present"), "false where there are foundations");
    }
    if !hole && !foundations {
        return file.refuse(
            ("foundations", "present"),
            "true, as is expected of games without a hole that this program plays",
        );
    }
    let whole = file.flag(("foundations", "only complete pile moves"), false)?;
    Ok(match (hole, whole) {
        (true, _) if file.flag(("hole", "build loops"), true)? => Home::HoleAroundCorner,
        (true, _) => Home::Hole,
        (false, true) => Home::WholeColumns,
        (false, false) => Home::Foundations,
    })
}

/// What the first card decides.
fn first_card(file: &Document<'_>, home: Home) -> Result<FirstCard, FormatError> {
    if home.is_hole() {
        return file.word(("hole", "base card"), &[("AS", FirstCard::Dealt), ("random", FirstCard::Home)]);
    }
    let random = file.word(BASE, &[("A", false), ("random", true)])?;
    let one = file.word(INITIAL, &[("none", false), ("all", false), ("one", true)])?;
    match (random, one) {
        (true, true) => Ok(FirstCard::Home),
        (false, false) => Ok(FirstCard::Dealt),
        (true, false) => file.refuse(BASE, "A where 'initial cards' is not one"),
        (false, true) => file.refuse(INITIAL, "none or all where 'base card' is A"),
    }
}

/// A part of a run moves only if the card that it lay on can then go home.
pub(super) const PARTS: &str = "partial-if-card-above-buildable";

/// Whether runs move as one.
#[derive(Clone, Copy)]
enum RunMovement {
    No,
    Yes,
    /// Whole runs, and parts of them for a way home.
    ForAWay,
    /// Whole columns.
    WholeColumns,
}

/// How cards move together.
fn group(
    file: &Document<'_>,
    build: Build,
    cells: u16,
    empty_column: EmptyColumn,
) -> Result<Group, FormatError> {
    let words = [
        ("no", RunMovement::No),
        ("yes", RunMovement::Yes),
        (PARTS, RunMovement::ForAWay),
        ("whole-pile", RunMovement::WholeColumns),
    ];
    let usual = match file.word(GROUP, &words)? {
        RunMovement::No => {
            return Ok(if cells > 0 && build != Build::Nothing { Group::BySpaces } else { Group::Single });
        }
        RunMovement::Yes => Group::BuiltRun,
        RunMovement::WholeColumns => Group::WholeColumn,
        // Kings move whole there.
        RunMovement::ForAWay if matches!(empty_column, EmptyColumn::TopRank | EmptyColumn::Nothing) => {
            Group::BuiltRun
        }
        RunMovement::ForAWay => Group::PartForHome,
    };
    let [any, colour, suit, nothing] = BUILDS.map(|(word, build)| (word, Some(build)));
    let policy = file.word(GROUP_POLICY, &[("same-as-build", None), any, colour, suit, nothing])?;
    match policy {
        None => Ok(usual),
        Some(policy) if policy == build => Ok(usual),
        Some(Build::SameSuit) if build == Build::AnySuit && usual == Group::BuiltRun => Ok(Group::SuitRun),
        Some(Build::Nothing) => Ok(Group::Single),
        Some(_) => file.refuse(GROUP_POLICY, "same-as-build, or same-suit where any suit is built on"),
    }
}

/// The stock and its size.
fn stock(file: &Document<'_>, home: Home) -> Result<(Stock, usize), FormatError> {
    let size = file.number(STOCK, 0, 0..=104)?;
    if size == 0 {
        return Ok((Stock::None, 0));
    }
    let draw = file.number(("stock", "deal count"), 1, 1..=104)?;
    let unlimited = file.flag(("stock", "redeal"), false)?;
    let redeals = if unlimited { Redeals::Unlimited } else { Redeals::NONE };
    let waste = Stock::Waste { redeals, playable: draw == 1 && !unlimited, draw };
    let rows = Stock::Rows { onto_empty: true };
    let kinds = [("waste", waste), ("tableau piles", rows), ("hole", Stock::Hole)];
    let stock = file.word(("stock", "deal type"), &kinds)?;
    if stock == Stock::Hole && !home.is_hole() {
        return file.refuse(("stock", "deal type"), "waste or tableau piles where there is no hole");
    }
    if stock == rows && draw != 1 {
        return file.refuse(("stock", "deal count"), "1 where 'deal type' deals a card to each column");
    }
    if stock == rows && unlimited {
        return file.refuse(("stock", "redeal"), "false where 'deal type' deals a card to each column");
    }
    Ok((stock, size.into()))
}

/// The same rules under the name of the preset that has them, if one has.
fn named(rules: Rules) -> Rules {
    let same = |name: &str| {
        let renamed = Rules { name: name.into(), ..rules.clone() };
        Rules::preset(name).is_ok_and(|preset| preset == renamed)
    };
    match PRESETS.iter().find(|preset| same(preset.name)) {
        Some(preset) => Rules { name: preset.name.into(), ..rules },
        None => rules,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagonal_deals_are_solvitaires() {
        assert_eq!(diagonal(9, 45), (1..=9).collect::<Vec<u32>>());
        // Somerset: seven rows, then three cards for the last columns.
        assert_eq!(diagonal(10, 52), [1, 2, 3, 4, 5, 6, 7, 8, 8, 8]);
        // Klondike's seven columns with cards left over.
        assert_eq!(diagonal(3, 8), [2, 3, 3]);
        assert_eq!(diagonal(3, 0), [0, 0, 0]);
    }
}
