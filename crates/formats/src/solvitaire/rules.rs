//! The rule JSON of Solvitaire.
//!
//! Source: Solvitaire 0.10.1, its schema and its program. Every rule has a usual value, and a
//! file names those that differ. What its words mean here:
//!
//! | theirs | ours |
//! |---|---|
//! | `tableau piles`: `count`; `build policy` | `columns`; `build` |
//! | `spaces policy`: `any`, `kings`, `no-build` | `empty_column`; kings have rank 13, so only with 13 ranks |
//! | `move built group`: `no` | single cards; with cells as supermoves, their shorthand |
//! | `move built group`: `yes` | runs as built; runs of a suit if `move built group policy` says so and any suit is built on |
//! | `diagonal deal` | `layout.sizes`: 1, 2, 3, ... cards |
//! | `face up cards` | `layout.face_up` |
//! | `foundations`: `initial cards` `all`; `removable` | `layout.aces_home`; `worrying_back` |
//! | `cells`: `count`, `pre-filled`; `reserve`: `size` | `cells`, `layout.cells`, `layout.reserve` |
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
//! What is theirs alone is refused, and the rule named: games of a hole, accordions, sequences,
//! other bases, stacked reserves, empty columns filled by force. So is `only complete pile moves`: there
//! a run leaves only if it is a whole column. Spider as played here, decks other than one or two
//! of four suits, and a fixed number of redeals are ours alone, and not written.

use super::document::{Document, Path};
use patsat_base::{FormatError, printable};
use patsat_game::cards::{DeckSpec, Suits};
use patsat_game::rules::{
    Build, EmptyColumn, FaceUp, Group, Layout, PRESETS, RankStep, Redeals, Rules, Sizes, Stock,
};

const COLUMNS: Path = ("tableau piles", "count");
const BUILD: Path = ("tableau piles", "build policy");
const SPACES: Path = ("tableau piles", "spaces policy");
const GROUP: Path = ("tableau piles", "move built group");
const GROUP_POLICY: Path = ("tableau piles", "move built group policy");
const STOCK: Path = ("stock", "size");

const BUILDS: [(&str, Build); 4] = [
    ("any-suit", Build::AnySuit),
    ("red-black", Build::AlternateColour),
    ("same-suit", Build::SameSuit),
    ("no-build", Build::Nothing),
];

const SPACES_WORDS: [(&str, EmptyColumn); 3] =
    [("any", EmptyColumn::Any), ("kings", EmptyColumn::TopRank), ("no-build", EmptyColumn::Nothing)];

/// The sizes of so many columns after a diagonal deal: the first row on all of them, each row
/// leaves out one more from the left, and what is left over goes round.
fn diagonal(columns: u16, mut cards: usize) -> Vec<u32> {
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
    let empty_column = file.word(SPACES, &SPACES_WORDS)?;
    if empty_column == EmptyColumn::TopRank && deck.ranks != 13 {
        return file.refuse(SPACES, "any or no-build where 'max rank' leaves out the kings");
    }
    if build == Build::Nothing && empty_column != EmptyColumn::Nothing {
        return file
            .refuse(BUILD, "no-build as 'spaces policy' with it (cards of the tableau fill no space there)");
    }
    let (stock, stock_size) = stock(&file)?;
    let mut layout = Layout {
        face_up: file
            .word(("tableau piles", "face up cards"), &[("all", FaceUp::All), ("top", FaceUp::Top)])?,
        cells: file.number(("cells", "pre-filled"), 0, 0..=255)?,
        reserve: file.number(("reserve", "size"), 0, 0..=255)?,
        aces_home: file.word(("foundations", "initial cards"), &[("none", false), ("all", true)])?,
        ..Layout::open()
    };
    if layout.reserve > 1 && file.flag(("reserve", "stacked"), false)? {
        return file.refuse(("reserve", "stacked"), "false (each card of a reserve has its own place here)");
    }
    let aces = if layout.aces_home { deck.foundations() } else { 0 };
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
    for (path, usual) in [
        (("foundations", "present"), true),
        (("hole", "present"), false),
        (("foundations", "only complete pile moves"), false),
    ] {
        if file.flag(path, usual)? != usual {
            return file.refuse(path, &format!("{usual}, as is {only}"));
        }
    }
    for path in [("accordion", "size"), ("sequences", "count")] {
        if file.number(path, 0, 0..=255)? != 0 {
            return file.refuse(path, &format!("0, as is {only}"));
        }
    }
    file.word(("foundations", "base card"), &[("A", ())])
}

/// A part of a run moves only if the card that it lay on can then go home.
const PARTS: &str = "partial-if-card-above-buildable";

/// Whether runs move as one.
#[derive(Clone, Copy)]
enum Together {
    No,
    Yes,
    /// Whole runs, and parts of them for a way home.
    ForAWay,
}

/// How cards move together.
fn group(
    file: &Document<'_>,
    build: Build,
    cells: u16,
    empty_column: EmptyColumn,
) -> Result<Group, FormatError> {
    let words = [("no", Together::No), ("yes", Together::Yes), (PARTS, Together::ForAWay)];
    match file.word(GROUP, &words)? {
        Together::No => return Ok(if cells > 0 { Group::BySpaces } else { Group::Single }),
        Together::ForAWay if empty_column == EmptyColumn::Any => {
            return file.refuse(GROUP, "yes or no where any card fills an empty column");
        }
        Together::Yes | Together::ForAWay => {}
    }
    let [any, colour, suit, nothing] = BUILDS.map(|(word, build)| (word, Some(build)));
    let policy = file.word(GROUP_POLICY, &[("same-as-build", None), any, colour, suit, nothing])?;
    match policy {
        None => Ok(Group::BuiltRun),
        Some(policy) if policy == build => Ok(Group::BuiltRun),
        Some(Build::SameSuit) if build == Build::AnySuit => Ok(Group::SuitRun),
        Some(Build::Nothing) => Ok(Group::Single),
        Some(_) => file.refuse(GROUP_POLICY, "same-as-build, or same-suit where any suit is built on"),
    }
}

/// The stock and its size.
fn stock(file: &Document<'_>) -> Result<(Stock, usize), FormatError> {
    let size = file.number(STOCK, 0, 0..=104)?;
    if size == 0 {
        return Ok((Stock::None, 0));
    }
    let draw = file.number(("stock", "deal count"), 1, 1..=104)?;
    let unlimited = file.flag(("stock", "redeal"), false)?;
    let redeals = if unlimited { Redeals::Unlimited } else { Redeals::NONE };
    let waste = Stock::Waste { redeals, playable: draw == 1 && !unlimited, draw };
    let rows = Stock::Rows { onto_empty: true };
    let stock = file.word(("stock", "deal type"), &[("waste", waste), ("tableau piles", rows)])?;
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

/// Writes rules.
pub(in super::super) fn write(rules: &Rules) -> Result<String, FormatError> {
    let only = |what: &str| {
        let what = printable(what, 80);
        FormatError::unexpected(what, "rules that Solvitaire has (json can say them all)")
    };
    let Rules { deck, layout, .. } = rules;
    if deck.suits != Suits::First(4) || !(1..=2).contains(&deck.copies) || deck.ranks > 13 {
        return Err(only("a deck that is not one or two of 4 suits and at most 13 ranks"));
    }
    if rules.home.of_runs() {
        return Err(only("complete runs that leave from the end of a column"));
    }
    if rules.step == RankStep::Any {
        return Err(only("steps of any number of ranks"));
    }
    if rules.columns > 255 || rules.cells > 255 {
        return Err(only("more than 255 columns or cells"));
    }
    if rules.empty_column == EmptyColumn::TopRank && deck.ranks != 13 {
        return Err(only("empty columns for a top rank that is no king"));
    }
    if rules.build == Build::Nothing && rules.empty_column != EmptyColumn::Nothing {
        return Err(only("no building but empty columns that are filled"));
    }
    let word = |found: Option<&'static str>| found.map(|word| format!("\"{word}\"")).unwrap_or_default();
    let mut tableau = vec![
        ("count", rules.columns.to_string()),
        ("build policy", word(BUILDS.iter().find(|(_, b)| *b == rules.build).map(|(w, _)| *w))),
        ("spaces policy", word(SPACES_WORDS.iter().find(|(_, e)| *e == rules.empty_column).map(|(w, _)| *w))),
    ];
    if listed_diagonally(rules).ok_or_else(|| only("columns of sizes that no row of cards gives"))? {
        tableau.push(("diagonal deal", "true".into()));
    }
    match (rules.group, rules.build) {
        (Group::Single | Group::BySpaces, _) => tableau.push(("move built group", word(Some("no")))),
        (Group::BuiltRun, _) | (Group::SuitRun, Build::SameSuit) => {
            tableau.push(("move built group", word(Some("yes"))));
        }
        (Group::SuitRun, Build::AnySuit) => tableau.extend([
            ("move built group", word(Some("yes"))),
            ("move built group policy", word(Some("same-suit"))),
        ]),
        (Group::AnyFaceUp, _) => return Err(only("face-up cards that move with all that lies on them")),
        (Group::SuitRun, _) => return Err(only("runs of a suit where suits are not built on")),
    }
    if let FaceUp::Last(_) = layout.face_up {
        return Err(only("a number of face-up cards in each column"));
    }
    if layout.face_up == FaceUp::Top {
        tableau.push(("face up cards", word(Some("top"))));
    }
    let mut stock = vec![("size", stock_size(rules).to_string())];
    match rules.stock {
        _ if stock_size(rules) == 0 => stock.clear(),
        Stock::Waste { redeals: Redeals::Number(1..), .. } => return Err(only("a number of redeals")),
        Stock::Waste { redeals, draw, playable: _ } => {
            if draw > 1 {
                stock.push(("deal count", draw.to_string()));
            }
            if redeals == Redeals::Unlimited {
                stock.push(("redeal", "true".into()));
            }
        }
        Stock::None => {}
        Stock::Rows { onto_empty: false } => {
            return Err(only("rows that may not be dealt onto empty columns"));
        }
        Stock::Rows { onto_empty: true } => stock.push(("deal type", word(Some("tableau piles")))),
    }
    let mut foundations = Vec::new();
    if layout.aces_home {
        foundations.push(("initial cards", word(Some("all"))));
    }
    if rules.worrying_back {
        foundations.push(("removable", "true".into()));
    }
    let mut cells = Vec::new();
    if rules.cells > 0 {
        cells.push(("count", rules.cells.to_string()));
    }
    if layout.cells > 0 {
        cells.push(("pre-filled", layout.cells.to_string()));
    }
    let mut reserve = Vec::new();
    if layout.reserve > 0 {
        reserve.push(("size", layout.reserve.to_string()));
    }
    let line = |(key, value): &(&str, String)| format!("    \"{key}\": {value}");
    let mut parts: Vec<String> = [
        ("tableau piles", tableau),
        ("foundations", foundations),
        ("cells", cells),
        ("stock", stock),
        ("reserve", reserve),
    ]
    .iter()
    .filter(|(_, rules)| !rules.is_empty())
    .map(|(name, rules)| {
        format!("  \"{name}\": {{\n{}\n  }}", itertools::join(rules.iter().map(line), ",\n"))
    })
    .collect();
    if deck.ranks != 13 {
        parts.push(format!("  \"max rank\": {}", deck.ranks));
    }
    if deck.copies == 2 {
        parts.push("  \"two decks\": true".into());
    }
    Ok(format!("{{\n{}\n}}\n", parts.join(",\n")))
}

/// What Solvitaire's preset of the same name has and these rules have not.
#[must_use]
pub fn solvitaire_differs(rules: &Rules) -> Option<&'static str> {
    let differs = match rules.name.as_str() {
        "king-albert" => "cards may come back from the foundations ('removable': true in 'foundations')",
        "spiderette" => {
            "a run leaves as a whole column only ('only complete pile moves': true in 'foundations')"
        }
        _ => return None,
    };
    Rules::preset(&rules.name).is_ok_and(|preset| preset == *rules).then_some(differs)
}

/// Cards that a fresh deal leaves for the stock.
fn stock_size(rules: &Rules) -> usize {
    if rules.stock == Stock::None { 0 } else { rules.dealt_stock().unwrap_or(0) }
}

/// Whether the columns are dealt diagonally; `None` if neither so nor round.
fn listed_diagonally(rules: &Rules) -> Option<bool> {
    let Sizes::Listed(sizes) = &rules.layout.sizes else { return Some(false) };
    let cards = sizes.iter().map(|&size| size as usize).sum::<usize>();
    let round = (0..sizes.len()).map(|c| cards / sizes.len() + usize::from(c < cards % sizes.len()));
    if round.eq(sizes.iter().map(|&size| size as usize)) {
        return Some(false);
    }
    (diagonal(rules.columns, cards) == *sizes).then_some(true)
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
