//! The games of KPatience: their names and numbers in files, and their piles.

use super::super::hints::{Hints, freecell};
use patsat_base::quoted;
use patsat_base::{FormatError, Problem};
use patsat_game::cards::DeckSpec;
use patsat_game::cards::dealers::kpat::Game;
use patsat_game::rules::{Build, Group, Home, RankStep, Rules, Stock};
use std::sync::Arc;

/// What a pile is for; the numbers count piles of a kind from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A column of the tableau.
    Column(u16),
    /// A cell.
    Cell(u16),
    /// A foundation, or the place of a complete run.
    Home,
    /// The stock, or one of Spider's five rows.
    Stock,
    /// The waste.
    Waste,
}

/// A pile of a game.
pub(super) struct PileSpec {
    pub(super) name: String,
    pub(super) role: Role,
    /// Its number in the legacy dialect.
    pub(super) legacy: u32,
}

/// The games that we know, by their names in files; FreeCell's rules are the caller's matter.
const TYPES: [(&str, Game); 5] = [
    ("spider", Game::Spider(4)),
    ("freecell", Game::FreeCell),
    ("fortyeight", Game::FortyEight),
    ("simplesimon", Game::SimpleSimon),
    ("klondike", Game::Klondike(3)),
];

/// Games that we do not know: name in files, ids of the legacy dialect, what they are called.
const OTHERS: [(&str, &[u32], &str); 12] = [
    ("yukon", &[10], "Yukon"),
    ("grandfather", &[1], "Grandfather"),
    ("acesup", &[2], "Aces Up"),
    ("mod3", &[5], "Mod3"),
    ("gypsy", &[7], "Gypsy"),
    ("golf", &[12], "Golf"),
    ("grandfathersclock", &[11], "Grandfather's Clock"),
    ("castle", &[4], "Castle"),
    ("bakersdozen", &[19], "Baker's Dozen"),
    ("idiot", &[], "Aces Up"),
    ("normandy", &[], "Normandy"),
    ("bizilizi", &[], "Bizilizi"),
];

/// What is expected instead of another game.
const KNOWN: &str = "Spider, FreeCell, Forty & Eight, Simple Simon or Klondike";

fn unknown(game: Option<&str>, found: &str) -> FormatError {
    match game {
        Some(name) => FormatError::unexpected(format!("a game of {name}"), KNOWN),
        None => FormatError::unexpected(format!("a game of type {found}"), KNOWN),
    }
}

/// The game of this type, as the current dialect names it.
pub(super) fn of_type(name: &str, options: Option<&str>) -> Result<Game, FormatError> {
    let Some(&(_, game)) = TYPES.iter().find(|(own, _)| *own == name) else {
        let other = OTHERS.iter().find(|(own, ..)| *own == name).map(|&(.., name)| name);
        return Err(unknown(other, &quoted(name)));
    };
    let options = options.unwrap_or_default();
    let (name, expected) = match (game, options.parse()) {
        (Game::Spider(_), Ok(n @ 1..=4)) => return Ok(Game::Spider(n)),
        (Game::Klondike(_), Ok(n @ (1 | 3))) => return Ok(Game::Klondike(n)),
        (Game::Spider(_), _) => ("Spider", "its number of suits, 1 to 4"),
        (Game::Klondike(_), _) => ("Klondike", "the cards of a draw, 1 or 3"),
        _ => return Ok(game),
    };
    let found = format!("{name} with game-type-options={}", quoted(options));
    Err(FormatError::unexpected(found, expected))
}

/// The game of this id in the legacy dialect, `suits` being those that its cards have.
pub(super) fn of_legacy_id(id: u32, options: Option<&str>, suits: usize) -> Result<Game, FormatError> {
    match id {
        17 => match options.filter(|text| !text.is_empty()) {
            Some(_) => of_type("spider", options),
            None => of_type("spider", Some(&suits.to_string())),
        },
        14 => Ok(Game::Spider(1)),
        15 => Ok(Game::Spider(2)),
        16 => Ok(Game::Spider(4)),
        50 => Ok(Game::Spider(3)),
        3 => Ok(Game::FreeCell),
        8 => Ok(Game::FortyEight),
        9 => Ok(Game::SimpleSimon),
        0 => Ok(Game::Klondike(1)),
        13 => Ok(Game::Klondike(3)),
        18 => of_type("klondike", options),
        _ => {
            let other = OTHERS.iter().find(|(_, ids, _)| ids.contains(&id)).map(|&(.., name)| name);
            Err(unknown(other, &id.to_string()))
        }
    }
}

/// Name in files, and options.
pub(super) fn names(game: Game) -> (&'static str, Option<String>) {
    match game {
        Game::Spider(suits) => ("spider", Some(suits.to_string())),
        Game::FreeCell => ("freecell", None),
        Game::FortyEight => ("fortyeight", None),
        Game::SimpleSimon => ("simplesimon", None),
        Game::Klondike(draw) => ("klondike", Some(draw.to_string())),
    }
}

/// The game of KPatience that has these rules.
pub(super) fn of_rules(rules: &Rules) -> Result<Game, FormatError> {
    let game = match (rules.home, rules.stock) {
        (Home::Runs, Stock::Rows { .. }) => {
            (1..=4).map(Game::Spider).find(|game| DeckSpec::of_kpat(*game) == rules.deck)
        }
        (Home::Runs, Stock::None) => Some(Game::SimpleSimon),
        (Home::Foundations, Stock::None) => Some(Game::FreeCell),
        (Home::Foundations, Stock::Waste { .. }) if rules.deck.copies == 2 => Some(Game::FortyEight),
        (Home::Foundations, Stock::Waste { draw: 1, .. }) => Some(Game::Klondike(1)),
        (Home::Foundations, Stock::Waste { draw: 3, .. }) => Some(Game::Klondike(3)),
        _ => None,
    };
    let found = || format!("the rules of {}, with changes or without", rules.name);
    match game {
        Some(game) if plays(game, rules) => Ok(game),
        _ => {
            let error = FormatError::unexpected(found(), format!("a game that KPatience has: {KNOWN}"));
            let kept = Rules { worrying_back: false, ..rules.clone() };
            let back = game.is_some_and(|game| rules.worrying_back && plays(game, &kept));
            Err(if back { error.with_help(NO_WORRYING_BACK) } else { error })
        }
    }
}

/// What to do where cards come back from the foundations and KPatience does not allow it.
const NO_WORRYING_BACK: &str = "where three cards are drawn, KPatience lets no card come back from the foundations: \
                                --game klondike-no-worrying-back plays that game";

/// Whether KPatience can play these rules as this game. Of Spider it allows a row onto empty
/// columns, of Klondike with draws of one card that cards come back from the foundations; a player who follows
/// the stricter rule still plays a legal game of KPatience.
fn plays(game: Game, rules: &Rules) -> bool {
    let Ok(own) = Rules::preset(game.preset()) else { return false };
    match game {
        Game::FreeCell => {
            let decks = rules.deck.copies;
            rules.deck == DeckSpec::new(13, 4, decks)
                && (1..=3).contains(&decks)
                && (rules.home, rules.stock) == (own.home, own.stock)
                && (rules.step, rules.group) == (RankStep::One, Group::BySpaces)
                && rules.build != Build::Nothing
                && !rules.worrying_back
                && (6..=12).contains(&rules.columns)
                && rules.cells <= 8
        }
        _ => {
            let stock = match (rules.stock, own.stock) {
                (Stock::Rows { .. }, Stock::Rows { .. }) => true,
                (Stock::Waste { draw, .. }, Stock::Waste { draw: other, .. }) => {
                    draw == other && rules.stock.redeals() == own.stock.redeals()
                }
                (a, b) => a == b,
            };
            let same = Rules {
                name: own.name.clone(),
                layout: own.layout.clone(),
                stock: own.stock,
                worrying_back: own.worrying_back,
                ..rules.clone()
            };
            stock && rules.worrying_back <= own.worrying_back && same == own
        }
    }
}

/// The rules of a file of this game: the caller's, or else KPatience's.
pub(super) fn rules(game: Game, hints: &Hints) -> Result<Rules, FormatError> {
    let file = || match game {
        Game::FreeCell => {
            let found = "a FreeCell game that does not say which variant it is (its files never do)";
            let expected = "the rules to be named, such as --game freecell or --game bakers-game";
            Err(FormatError::unexpected(found, expected))
        }
        _ => Rules::preset(game.preset()).or_else(|_| freecell()),
    };
    let rules = hints.rules(file)?;
    if plays(game, &rules) {
        return Ok(rules);
    }
    let expected = format!("the rules of {} to agree with it", rules.name);
    let found = match game {
        Game::Spider(n) => format!("a game of Spider with {n} suits"),
        Game::Klondike(1) => "a game of Klondike with draws of one card".into(),
        Game::Klondike(_) => "a game of Klondike with draws of three cards".into(),
        _ => format!("a game of {}", game.preset()),
    };
    let error = FormatError::from(Problem::Unexpected { found, expected });
    let back = plays(game, &Rules { worrying_back: false, ..rules });
    Err(if back { error.with_help(NO_WORRYING_BACK) } else { error })
}

/// The piles of a game in the order in which KPatience makes them.
pub(super) fn piles(game: Game, rules: &Rules) -> Vec<PileSpec> {
    type Kind = fn(u16) -> Role;
    let group = |name: &'static str, count: u16, legacy: u32, role: Kind| {
        (0..count).map(move |n| PileSpec {
            name: format!("{name}{n}"),
            role: role(n),
            legacy: legacy + u32::from(n),
        })
    };
    let single = |name: &str, legacy, role| std::iter::once(PileSpec { name: name.into(), role, legacy });
    let homes = rules.foundations() as u16;
    let home: Kind = |_| Role::Home;
    let stock: Kind = |_| Role::Stock;
    match game {
        Game::Spider(_) => group("redeals", 5, 1, stock)
            .chain(group("stack", rules.columns, 6, Role::Column))
            .chain(group("legs", homes, 16, home))
            .collect(),
        Game::FreeCell => group("freecell", rules.cells, 1, Role::Cell)
            .chain(group("store", rules.columns, 1, Role::Column))
            .chain(group("target", homes, 1, home))
            .collect(),
        Game::FortyEight => single("talon", 0, Role::Stock)
            .chain(single("pile", 20, Role::Waste))
            .chain(group("target", homes, 9, home))
            .chain(group("stack", rules.columns, 1, Role::Column))
            .collect(),
        Game::SimpleSimon => {
            group("target", homes, 1, home).chain(group("store", rules.columns, 5, Role::Column)).collect()
        }
        Game::Klondike(_) => single("talon", 0, Role::Stock)
            .chain(single("pile", 13, Role::Waste))
            .chain(group("play", rules.columns, 5, Role::Column))
            .chain(group("target", homes, 1, home))
            .collect(),
    }
}

/// A game with its rules and piles.
pub(super) struct PileLayout {
    pub(super) game: Game,
    pub(super) rules: Arc<Rules>,
    pub(super) piles: Vec<PileSpec>,
}

impl PileLayout {
    pub(super) fn new(game: Game, rules: Arc<Rules>) -> PileLayout {
        PileLayout { game, piles: piles(game, &rules), rules }
    }

    /// Number of cards.
    pub(super) fn cards(&self) -> usize {
        self.rules.deck.len()
    }

    /// The piles of a kind, by their places in the list of piles.
    pub(super) fn of_role(&self, wanted: impl Fn(Role) -> bool) -> impl Iterator<Item = usize> {
        self.piles.iter().enumerate().filter(move |(_, pile)| wanted(pile.role)).map(|(n, _)| n)
    }
}
