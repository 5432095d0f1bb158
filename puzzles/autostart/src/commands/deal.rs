//! From words on the command line to tableaus.

use super::RuleArgs;
use crate::{Shape, Tableau};
use patsat_console::exit::Failure;
use patsat_console::input;
use patsat_formats::{Format, Hints, read_instance};
use patsat_game::cards::DealRange;
use patsat_game::cards::{Card, DealId};
use patsat_game::rules::{PRESETS, Rules, Sizes};
use patsat_game::state::Instance;
use std::path::Path;

/// The default game.
const GAME: &str = "forty-thieves";

/// Parses a range of deals, or one deal, and returns its rules: by default those of Forty Thieves,
/// with other columns if there is a shape.
pub(super) fn range(text: &str, shape: Option<Shape>) -> Result<(DealRange, Rules), Failure> {
    let range: DealRange = text.parse().map_err(Failure::input)?;
    let name = range.first.game().unwrap_or(GAME);
    let mut rules = Rules::preset(name).map_err(|unknown| {
        let known = PRESETS.iter().map(|preset| preset.name);
        Failure::unknown(unknown, name, known)
    })?;
    Instance::from_id(rules.clone(), range.first.clone())
        .map_err(|error| Failure::input(format!("{text}: {error}")))?;
    suits(&rules)?;
    if let Some(shape) = shape {
        rules.columns = shape.columns as u16;
        rules.layout.sizes = Sizes::Round((shape.columns * shape.rows) as u32);
    }
    Ok((range, rules))
}

/// Checks that the game has two decks that go home card by card.
fn suits(rules: &Rules) -> Result<(), Failure> {
    if rules.deck.even_copies() == Some(2) && !rules.home.of_runs() {
        return Ok(());
    }
    let text =
        format!("{} is no game of two decks and foundations: expected forty-thieves or its kin", rules.name);
    Err(Failure::input(text))
}

/// The columns of a deal; its other cards are left out.
pub(super) fn dealt(id: &DealId, rules: &Rules) -> Result<Tableau, Failure> {
    let (cards, order) = rules.deck.dealt(id).map_err(Failure::input)?;
    let columns: Vec<Vec<Card>> =
        rules.lay_out(&cards, order).columns.into_iter().map(|pile| pile.cards).collect();
    Tableau::new(columns).map_err(|error| Failure::input(format!("{id}: {error}")))
}

/// The tableau that a deal's name, a file or `-` stands for.
pub(super) fn tableau(text: &str, rules: &RuleArgs) -> Result<Tableau, Failure> {
    let shape = rules.other_shape()?;
    if DealId::looks_like_one(text) {
        let (range, rules) = range(text, shape)?;
        return dealt(&range.first, &rules);
    }
    if shape.is_some() {
        return Err(Failure::input("--columns and --rows are for deals: expected neither with a file"));
    }
    let bytes = input::read(Path::new(text), "a deal such as random:forty-thieves:1, a file, or -")?;
    let wrong = |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", input::name(text)));
    let content =
        std::str::from_utf8(&bytes).map_err(|_| wrong(&"it is no text: expected a column a line"))?;
    if !content.trim_start().starts_with(['{', '[']) {
        return Tableau::parse(content).map_err(|error| wrong(&error));
    }
    // Patsat's own JSON files name their game.
    let named = Format::sniff(&bytes).is_ok_and(|format| format == Format::Json);
    let game = if named { None } else { Some(Rules::preset(GAME).map_err(Failure::self_check)?) };
    let instance = read_instance(&bytes, None, &Hints { game, ..Hints::default() })
        .map_err(|error| Failure::from(error.with_file(input::name(text))))?;
    suits(&instance.rules)?;
    if instance.deal.foundations.iter().any(|&height| height > 0) {
        return Err(wrong(&"cards are home already: expected a fresh deal"));
    }
    let columns = instance.deal.columns.iter().map(|pile| pile.cards.clone()).collect();
    Tableau::new(columns).map_err(|error| wrong(&error))
}
