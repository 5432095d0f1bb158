//! Reading a task: from facts to a position.

use super::caller::{TaskHints, preset};
use super::cards::Cards;
use super::columns::PlacedCards;
use super::facts::{Fact, Facts, Object};
use super::vocabulary::Domain;
use super::{check_expressible, suits};
use patsat_base::{FormatError, quoted};
use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{Group, RankStep, Rules};
use patsat_game::state::{Instance, Names};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Reads a task of FreeCell's domain.
pub(super) fn read(facts: &Facts, hints: &TaskHints<'_>) -> Result<Instance, FormatError> {
    let cards = Cards::read(facts)?;
    let (heights, goals) = homes(facts, &cards)?;
    let ranks = equal_goals(facts, &cards, &goals)?;
    let in_play = |card: &Card| card.rank.0 > heights[usize::from(card.suit.0)];
    let deck = DeckSpec::new(ranks, cards.suits.len() as u16, 1);
    let Position { columns, cells, counts } = position(facts, &cards, &in_play)?;
    let in_play: BTreeSet<Card> = cards.card.values().copied().filter(|card| in_play(card)).collect();
    let (build, step, order) = suits::rule_of_building(facts, &cards, &in_play, deck)?;

    // From here on suits are ours: `order` says which one each suit of the file is.
    let ours = |card: Card| Card::new(card.rank.0, order[usize::from(card.suit.0)]);
    let mut foundations = vec![0; heights.len()];
    for (suit, height) in heights.into_iter().enumerate() {
        foundations[usize::from(order[suit])] = height;
    }
    let [columns_in_all, cells_in_all] = counts;
    let mut rules = match hints.game {
        Some(game) => game.clone(),
        None => Rules { build, step, ..preset("freecell")? },
    };
    rules.columns = hints.columns.unwrap_or(rules.columns);
    rules.cells = hints.cells.unwrap_or(rules.cells);
    rules.deck.ranks = hints.ranks.unwrap_or(rules.deck.ranks);
    rules.keep_layout_possible();
    check_expressible(&rules)?;
    let plays_by = format!("the rule of building of {}", rules.name);
    if (rules.build, rules.step) != (build, step) && !facts.of("canstack").is_empty() {
        let found = "(canstack ...) facts of another rule";
        return Err(FormatError::unexpected(found, plays_by).at(facts.of("canstack")[0].line));
    }
    if hints.game.is_none() {
        suits::name(&mut rules);
    }
    if rules.step == RankStep::Any {
        rules.group = Group::Single;
    }
    rules.columns = hints.columns.unwrap_or(columns_in_all);
    rules.cells = hints.cells.unwrap_or(cells_in_all);
    rules.deck = DeckSpec { ranks: hints.ranks.unwrap_or(deck.ranks), ..deck };
    rules.keep_layout_possible();
    let pile = |pile: Vec<Card>| Pile::from(pile.into_iter().map(ours).collect::<Vec<_>>());
    let deal = Deal {
        columns: columns.into_iter().map(pile).collect(),
        cells: cells.into_iter().map(|card| Some(ours(card))).collect(),
        foundations,
        ..Deal::default()
    };
    let mut found = Instance::new(rules, deal).map_err(FormatError::content)?;
    let counted = |most: u16| if cards.apart { usize::from(most) + 1 } else { 0 };
    let counted = [counted(found.rules.columns), counted(found.rules.cells)];
    found.names = Some(Arc::new(names(facts, &cards, &order, counted)));
    Ok(found)
}

/// Checks the position of a task whose goals differ from suit to suit; returns whether they differ.
///
/// A deck of ours has equally many ranks in each suit, so such a task is no instance. Its facts still have
/// to describe a position, so that a mistyped task is refused rather than solved.
pub(super) fn has_unequal_goals(facts: &Facts) -> Result<bool, FormatError> {
    let Ok(cards) = Cards::read(facts) else { return Ok(false) };
    let Ok((heights, goals)) = homes(facts, &cards) else { return Ok(false) };
    if goals.iter().all(|goal| *goal == goals[0]) {
        return Ok(false);
    }
    position(facts, &cards, &|card| card.rank.0 > heights[usize::from(card.suit.0)])?;
    Ok(true)
}

/// The cards in columns and cells.
struct Position {
    columns: Vec<Vec<Card>>,
    cells: Vec<Card>,
    /// The numbers of columns and of cells, free ones included.
    counts: [u16; 2],
}

fn position(facts: &Facts, cards: &Cards, in_play: &impl Fn(&Card) -> bool) -> Result<Position, FormatError> {
    let mut placed = PlacedCards::new(facts, cards, in_play);
    let cells =
        facts.of("incell").iter().map(|fact| placed.place(fact, "in a cell")).collect::<Result<_, _>>();
    let cells: Vec<Card> = cells?;
    let columns = placed.columns()?;
    placed.check_all("home, in a column or in a cell")?;
    let free_columns = Cards::number(facts, "colspace", &cards.columns)?;
    let free_cells = Cards::number(facts, "cellspace", &cards.cells)?;
    let counts = [
        count("columns", columns.len() + free_columns, &cards.columns)?,
        count("cells", cells.len() + free_cells, &cards.cells)?,
    ];
    Ok(Position { columns, cells, counts })
}

/// Checks that the numbers reach as far as a count of columns or cells.
pub(super) fn count(what: &str, count: usize, numbers: &[Object]) -> Result<u16, FormatError> {
    if count < numbers.len() {
        return Ok(count as u16);
    }
    let found = format!("numbers up to {}", numbers.len() - 1);
    Err(FormatError::unexpected(found, format!("numbers enough to count {count} {what}")))
}

/// The names of the file, which a plan for it must use; of the numbers of columns and of cells the first `counted`.
pub(super) fn names(facts: &Facts, cards: &Cards, order: &[u16], counted: [usize; 2]) -> Names {
    let name = |object: Object| facts.name(object).to_owned();
    let mut suits = vec![String::new(); order.len()];
    for (object, &suit) in cards.suits.iter().zip(order) {
        suits[usize::from(suit)] = name(*object);
    }
    let ours = |card: &Card| Card::new(card.rank.0, order[usize::from(card.suit.0)]);
    Names {
        cards: cards.card.iter().map(|(object, card)| (ours(card), name(*object))).collect(),
        suits,
        numbers: cards.numbers.iter().copied().map(name).collect(),
        columns: cards.columns.iter().copied().take(counted[0]).map(name).collect(),
        cells: cards.cells.iter().copied().take(counted[1]).map(name).collect(),
        ..Names::default()
    }
}

/// How many cards of each suit are home, and how many the goal wants there.
pub(super) fn homes(facts: &Facts, cards: &Cards) -> Result<(Vec<u32>, Vec<u32>), FormatError> {
    let one_each = |list: &[Fact], what: &str, line: Option<usize>| {
        let mut found: Vec<Option<u32>> = vec![None; cards.suits.len()];
        for fact in list {
            let card = cards.get(facts, fact, 0)?;
            if found[usize::from(card.suit.0)].replace(card.rank.0).is_some() {
                let suit = quoted(facts.name(cards.suits[usize::from(card.suit.0)]));
                return Err(
                    FormatError::unexpected(format!("a second {what} of suit {suit}"), "one").at(fact.line)
                );
            }
        }
        let missing = |(suit, height): (usize, &Option<u32>)| {
            height.ok_or_else(|| {
                let suit = quoted(facts.name(cards.suits[suit]));
                let error =
                    FormatError::unexpected(format!("no {what} of suit {suit}"), "(home CARD) for each suit");
                FormatError { line, ..error }
            })
        };
        found.iter().enumerate().map(missing).collect::<Result<Vec<u32>, FormatError>>()
    };
    let heights = one_each(facts.of("home"), "card home", None)?;
    let goals = one_each(facts.goals("home"), "goal", Some(facts.goal_line))?;
    Ok((heights, goals))
}

/// The number of ranks, equal in all suits.
pub(super) fn equal_goals(facts: &Facts, cards: &Cards, goals: &[u32]) -> Result<u32, FormatError> {
    let ranks = goals.iter().copied().max().unwrap_or(0);
    for (object, card) in &cards.card {
        let goal = goals[usize::from(card.suit.0)];
        if goal != ranks || card.rank.0 > goal {
            let found = format!("{} beyond the goal of its suit, {goal}", quoted(facts.name(*object)));
            let expected = "a goal of every card home, and equally many of each suit";
            let (found, expected) = if goal == ranks {
                (found, expected.to_owned())
            } else {
                let found = format!("goals of {goal} and of {ranks} cards home");
                let help = match facts.domain {
                    Domain::FreeCell => "; 'patsat solve' and 'patsat verify' take suits of unequal length",
                    _ => "",
                };
                (found, format!("{expected}{help}"))
            };
            return Err(FormatError::unexpected(found, expected).at(facts.goal_line));
        }
    }
    Ok(ranks)
}
