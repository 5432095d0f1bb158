//! Rules as Solvitaire's JSON; what its words mean is said where they are read.

use super::rules::{BUILDS, PARTS, SPACES_WORDS, diagonal};
use patsat_base::{FormatError, printable};
use patsat_game::cards::Suits;
use patsat_game::rules::{
    Build, EmptyColumn, FaceUp, FirstCard, Group, Home, RankStep, Redeals, Rules, Sizes, Stock,
};

/// Writes rules.
pub(in super::super) fn write(rules: &Rules) -> Result<String, FormatError> {
    let only = |what: &str| {
        let what = printable(what, 80);
        FormatError::unexpected(what, "rules that Solvitaire has (json can express them all)")
    };
    let Rules { deck, layout, .. } = rules;
    if deck.suits != Suits::First(4) || !(1..=2).contains(&deck.copies) || deck.ranks > 13 {
        return Err(only("a deck that is not one or two of 4 suits and at most 13 ranks"));
    }
    if matches!(rules.home, Home::Runs | Home::RunsByMove) {
        return Err(only("complete runs that leave from the end of a column"));
    }
    if layout.first_card == FirstCard::Base {
        return Err(only("a first card that is dealt while the others of its rank go home"));
    }
    if rules.base != 1 && layout.first_card == FirstCard::Dealt {
        return Err(only("foundations that begin with a fixed rank above the ace"));
    }
    if rules.build == Build::SameColour {
        return Err(only("building in one colour"));
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
        (Group::WholeColumn, _) => tableau.push(("move built group", word(Some("whole-pile")))),
        (Group::PartForHome, _) => tableau.push(("move built group", word(Some(PARTS)))),
        (Group::AnyFaceUp, _) => return Err(only("face-up cards that move with all that lies on them")),
        (Group::SuitRun, _) => return Err(only("runs of a suit where suits are not built on")),
    }
    if let FaceUp::Last(_) | FaceUp::Listed(_) = layout.face_up {
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
        Stock::Hole => stock.push(("deal type", word(Some("hole")))),
        Stock::Rows { onto_empty: false } => {
            return Err(only("rows that may not be dealt onto empty columns"));
        }
        Stock::Rows { onto_empty: true } => stock.push(("deal type", word(Some("tableau piles")))),
    }
    let mut foundations = Vec::new();
    if layout.aces_home {
        foundations.push(("initial cards", word(Some("all"))));
    }
    let mut hole = Vec::new();
    if rules.home.is_hole() {
        foundations.push(("present", "false".into()));
        hole.push(("present", "true".into()));
        if layout.first_card == FirstCard::Home {
            hole.push(("base card", word(Some("random"))));
        }
        if rules.home == Home::Hole {
            hole.push(("build loops", "false".into()));
        }
    } else if layout.first_card == FirstCard::Home {
        foundations.extend([("initial cards", word(Some("one"))), ("base card", word(Some("random")))]);
    }
    if rules.home == Home::WholeColumns {
        foundations.push(("only complete pile moves", "true".into()));
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
        if layout.stacked {
            reserve.push(("stacked", "true".into()));
        }
    }
    let line = |(key, value): &(&str, String)| format!("    \"{key}\": {value}");
    let mut parts: Vec<String> = [
        ("tableau piles", tableau),
        ("foundations", foundations),
        ("hole", hole),
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
