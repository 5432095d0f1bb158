//! A lenient reader of boards: the output of [`crate::board`], and boards from mails, chats, web pages and other
//! programs. Formats with a definition are tried first.
//!
//! 1. [`lists`] turns lists of lists into lines, and [`plain`] removes marks and symbols.
//! 2. [`words`] finds the cards of a line. [`sheet`] finds the [part](parts) of the board that a line describes, with
//!    [`title`], [`label`] and [`sections`].
//! 3. [`shape`] and [`evidence`] turn lines into columns, through [`grid`] and [`judge`].
//! 4. This module makes a position.
//!
//! A title names the game; without one the caller does. With a title the board gives the numbers of columns and cells,
//! and the deck, because the rules may have been changed. Unseen cards are `??`, or a stock with only a number of cards:
//! see [`PartialBoard`].

mod evidence;
mod grid;
mod homes;
mod judge;
mod label;
mod lists;
mod parts;
mod plain;
mod sections;
mod shape;
mod sheet;
mod title;
mod unseen;
mod words;

pub(super) use plain::unwrapped;
pub use unseen::{PartialBoard, UnseenPlace};

use crate::Hints;
use crate::fcsolve::check_repeats;
use crate::hints::{freecell, instance};
use grid::Column;
use judge::Judge;
use parts::{Pack, Sheet, cards};
use patsat_base::{FormatError, counted};
use patsat_game::cards::{Card, Deal, Pile};
use patsat_game::rules::{FaceUp, Home, Redeals, Rules, Stock};
use patsat_game::state::Instance;
use shape::shape;
use sheet::sheet;
use title::Title;
use words::{Content, Token};

/// Whether a text could be read as a board: every line makes sense, and there are cards.
pub(super) fn looks_like_one(text: &str) -> bool {
    sheet(text).is_ok_and(|sheet| {
        sheet.title.is_some() || cards(&sheet.rows).any(|(_, cards)| !cards.tokens.is_empty())
    })
}

/// Whether a text is a board as lists of lists.
pub(super) fn is_lists(text: &str) -> bool {
    lists::as_lines(text).is_some()
}

/// Reads a board on which every card was seen.
pub(super) fn read(text: &str, hints: &Hints) -> Result<Instance, FormatError> {
    read_any(text, hints)?.complete()
}

/// Reads a board.
pub(super) fn read_any(text: &str, hints: &Hints) -> Result<PartialBoard, FormatError> {
    let sheet = sheet(text)?;
    if let Some(read) = deal_by_name(&sheet, hints) {
        return read;
    }
    let unnamed = sheet.title.is_none() && hints.game.is_none();
    position(&sheet, hints).map_err(|error| if unnamed { with_spider(error, &sheet) } else { error })
}

/// The deal of a text that has a title with its name and nothing else.
fn deal_by_name(sheet: &Sheet, hints: &Hints) -> Option<Result<PartialBoard, FormatError>> {
    let (line, title) = sheet.title.as_ref().filter(|_| sheet.is_empty())?;
    let id = title.id.clone()?;
    let instance = hints.rules(|| named(sheet)).and_then(|rules| {
        Instance::from_id(rules, id).map_err(|error| FormatError::content(error).at(*line))
    });
    Some(instance.map(|instance| PartialBoard { instance, unseen: Vec::new(), notes: Vec::new() }))
}

/// The error of a board without a title that has the looks of Spider, with help that names the option.
fn with_spider(error: FormatError, sheet: &Sheet) -> FormatError {
    let tokens = || cards(&sheet.rows).flat_map(|(_, cards)| &cards.tokens);
    let hidden = tokens().filter(|token| token.down).count();
    let mut seen = std::collections::HashMap::new();
    tokens().for_each(|token| *seen.entry(format!("{:?}", token.content)).or_insert(0) += 1);
    let ten = cards(&sheet.rows).map(|(_, cards)| cards.tokens.len()).max() == Some(10);
    let twice =
        tokens().filter(|token| seen[&format!("{:?}", token.content)] > 1 && !parts::is_empty(token)).count();
    if ten || hidden > 2 || twice > 8 {
        error.with_help("is this Spider? --game spider reads it")
    } else {
        error
    }
}

fn position(sheet: &Sheet, hints: &Hints) -> Result<PartialBoard, FormatError> {
    let mut rules = hints.rules(|| named(sheet))?;
    let mut notes = Vec::new();
    if let Some((line, base)) = sheet.base {
        rules.base = base.rank.0;
        rules.check().map_err(|e| FormatError::content(e).at(line))?;
    }
    let titled = sheet.title.is_some() && hints.game.is_none();
    let cells = cells(sheet, &mut rules, titled && hints.cells.is_none() && !sheet.cells_listed)?;
    let deck = wrong_deck(sheet, &rules, hints);
    let shape = shape(&sheet.rows, hints, &Judge::new(&rules, sheet, hints, deck))?;
    if titled && shape.numbered && hints.columns.is_none() && !shape.columns.is_empty() {
        rules.columns = u16::try_from(shape.columns.len()).unwrap_or(u16::MAX);
    }
    notes.extend(shape.note);
    let mut columns = shape.columns;
    if hints.flip {
        columns.iter_mut().for_each(|(_, cards)| cards.reverse());
    }
    let mut deal = Deal { cells, ..Deal::default() };
    let cards = seen_cards(sheet, &deal, &columns);
    if !titled {
        check_repeats(cards.iter(), rules.deck)?;
    }
    hints.check_columns(&rules, columns.len(), |n| columns.get(n).map(|&(line, _)| line))?;
    let mut spots = Vec::new();
    for (n, column) in columns.iter().enumerate() {
        deal.columns.push(pile(column, n, &rules.layout.face_up, &mut spots)?);
    }
    deal.reserve = face_up(&sheet.reserve, "the reserve")?;
    deal.waste = face_up(&sheet.waste, "the waste")?;
    deal.hole = face_up(&sheet.hole, "the hole")?;
    deal.stock = stock(&sheet.stock, &mut spots)?;
    deal.redeals_used = redeals_used(sheet, &rules, titled)?;
    let all: Vec<Card> = cards.into_iter().flat_map(|(_, cards)| cards).collect();
    if rules.home.of_runs() {
        if titled {
            homes::infer_suits(&mut rules, &all, spots.len(), sheet);
        }
        deal.foundations = homes::runs(sheet, &rules, &all, spots.len())?;
    } else if let Some((line, words)) = &sheet.home {
        if titled {
            let slots = words.len();
            homes::infer_few_suits(&mut rules, slots, &all);
        }
        deal.foundations = homes::heights(words, &rules).map_err(|e| e.at(*line))?;
    }
    if spots.is_empty() && sheet.stock.line == 0 {
        hints.infer_ranks(&mut rules, &deal);
    }
    if rules.home.is_hole() && spots.is_empty() {
        // A board shows the hole's top alone: what is nowhere else lies under it.
        let others = deal.cards_in_play().chain(deal.hole.iter().copied());
        let under = rules.deck.without(others);
        deal.hole.splice(0..0, under);
    }
    unseen::fill(&rules, &mut deal, &all, &mut spots, sheet.stock.line == 0, &mut notes)?;
    let mut read = instance(rules, deal)?;
    if let Some((_, title)) = sheet.title.as_ref().filter(|_| spots.is_empty()) {
        read = with_number(read, title, &mut notes);
    }
    Ok(PartialBoard { instance: read, unseen: spots, notes })
}

/// What is wrong with the cards of a board, whatever its lines are. Nothing is known where the game has a stock, for
/// the board need not show it, or where cards leave as runs.
fn wrong_deck(sheet: &Sheet, rules: &Rules, hints: &Hints) -> Option<FormatError> {
    if rules.stock != Stock::None || rules.home != Home::Foundations {
        return None;
    }
    let lines: Vec<Column> = cards(&sheet.rows).map(|(line, cards)| (line, cards.tokens.clone())).collect();
    if lines.iter().any(|(_, tokens)| tokens.iter().any(|token| token.content == Content::Unseen)) {
        return None;
    }
    let shown = seen_cards(sheet, &Deal::default(), &lines);
    let in_cells = sheet.cells.iter().flat_map(|(line, slots)| slots.iter().map(|slot| (*line, vec![*slot])));
    let in_cells: Vec<Column> = in_cells.collect();
    let shown: Vec<(usize, Vec<Card>)> =
        seen_cards(&Sheet::default(), &Deal::default(), &in_cells).into_iter().chain(shown).collect();
    if let Err(error) = check_repeats(shown.iter(), rules.deck) {
        return Some(error);
    }
    let pile = Pile::from(shown.into_iter().flat_map(|(_, cards)| cards).collect::<Vec<_>>());
    let home = sheet.home.as_ref().map(|(line, words)| homes::heights(words, rules).map_err(|e| e.at(*line)));
    let home = match home.transpose() {
        Ok(home) => home,
        Err(error) => return Some(error),
    };
    let deal = Deal { columns: vec![pile], foundations: home.unwrap_or_default(), ..Deal::default() };
    let mut rules = rules.clone();
    hints.infer_ranks(&mut rules, &deal);
    rules.check_deal(&deal).err().map(FormatError::content)
}

/// The position under the name of its deal, if the title names one and this is it.
fn with_number(read: Instance, title: &Title, notes: &mut Vec<String>) -> Instance {
    let Some(id) = title.id.clone() else {
        if let Some(number) = title.number {
            notes.push(format!(
                "the number {number} of the title was not checked, because the title names no program"
            ));
        }
        return read;
    };
    let fresh = Instance::from_id((*read.rules).clone(), id.clone()).ok();
    match fresh.filter(|fresh| fresh.deal == read.deal) {
        Some(fresh) => fresh,
        None => {
            notes.push(format!("the board differs from {id} of the title: the board is used"));
            read
        }
    }
}

/// How many redeals were used. A board whose title names its game must count them as that game does.
fn redeals_used(sheet: &Sheet, rules: &Rules, titled: bool) -> Result<usize, FormatError> {
    let Some((line, left)) = sheet.redeals else { return Ok(0) };
    match (rules.stock.redeals(), left) {
        (Redeals::Number(most), Some(left)) => Ok(usize::from(most).saturating_sub(left)),
        (Redeals::Number(most), None) if titled => {
            let expected = format!("at most {most} as in {}", rules.name);
            Err(FormatError::unexpected("unlimited redeals", expected).at(line))
        }
        (Redeals::Unlimited, Some(left)) if titled => {
            let found = format!("{} left", counted(left, "redeal"));
            Err(FormatError::unexpected(found, format!("unlimited redeals as in {}", rules.name)).at(line))
        }
        _ => Ok(0),
    }
}

/// The rules of the game that the title names, FreeCell without one.
fn named(sheet: &Sheet) -> Result<Rules, FormatError> {
    let Some((line, title)) = &sheet.title else { return freecell() };
    Rules::preset(&title.game).map_err(|unknown| sheet::unknown_game(*line, &title.game, &unknown.known))
}

/// The cells; where `own` holds there are as many as the board shows.
fn cells(sheet: &Sheet, rules: &mut Rules, own: bool) -> Result<Vec<Option<Card>>, FormatError> {
    let Some((line, slots)) = &sheet.cells else {
        return Ok(Vec::new());
    };
    let mut cells = Vec::with_capacity(slots.len());
    for token in slots {
        cells.push(match token.content {
            Content::Card(card) => Some(card),
            Content::Empty => None,
            Content::Unseen => {
                return Err(FormatError::unexpected("'??' in a cell", "a card or --").at(*line));
            }
        });
    }
    if own {
        rules.cells = u16::try_from(sheet.cells_in_all.unwrap_or(cells.len())).unwrap_or(u16::MAX);
    }
    while cells.len() > rules.cells.into() && cells.last() == Some(&None) {
        cells.pop();
    }
    if cells.len() > rules.cells.into() {
        let expected = format!("at most {}", rules.cells);
        let error = FormatError::unexpected(format!("{} cells", cells.len()), expected).at(*line);
        return Err(error.with_help(format!("--cells {} reads a board with them", cells.len())));
    }
    Ok(cells)
}

/// The cards that the board shows, with their lines.
fn seen_cards(sheet: &Sheet, deal: &Deal, columns: &[Column]) -> Vec<(usize, Vec<Card>)> {
    let card = |token: &Token| if let Content::Card(card) = token.content { Some(card) } else { None };
    let cells = sheet.cells.iter().map(|(line, _)| (*line, deal.cells.iter().flatten().copied().collect()));
    let columns = columns.iter().map(|(line, tokens)| (*line, tokens.iter().filter_map(card).collect()));
    let packs = [&sheet.reserve, &sheet.stock, &sheet.waste, &sheet.hole];
    let packs = packs.iter().map(|pack| (pack.line, pack.cards.iter().filter_map(card).collect()));
    cells.chain(columns).chain(packs).collect()
}

fn pile(
    column: &Column,
    number: usize,
    layout: &FaceUp,
    spots: &mut Vec<UnseenPlace>,
) -> Result<Pile, FormatError> {
    let problem = |found: &str, expected: &str| {
        Err(FormatError::unexpected(format!("{found} column {}", number + 1), expected).at(column.0))
    };
    let tokens: Vec<&Token> = column.1.iter().filter(|token| token.content != Content::Empty).collect();
    let marked: Vec<(bool, bool)> =
        tokens.iter().map(|token| (token.content == Content::Unseen, token.down)).collect();
    let Some(face_down) = unseen::face_down(layout, &marked) else {
        return problem("a face-down card on a face-up one in", "face-down cards below the others");
    };
    if face_down > 0 && face_down == tokens.len() {
        return problem("nothing but face-down cards in", "a card face up on top of each column");
    }
    if marked.last().is_some_and(|&(unseen, _)| unseen) {
        return problem("an unseen card on top of", "a card that was seen on top of each column");
    }
    let mut cards = Vec::with_capacity(tokens.len());
    for (place, token) in tokens.iter().enumerate() {
        cards.push(match token.content {
            Content::Card(card) => card,
            _ => {
                spots.push(UnseenPlace::Column(number, place));
                unseen::ANY
            }
        });
    }
    Ok(Pile { cards, face_down })
}

/// The cards of a pack that lies face up.
fn face_up(pack: &Pack, place: &str) -> Result<Vec<Card>, FormatError> {
    let card = |token: &Token| match token.content {
        Content::Card(card) => Ok(card),
        _ => Err(FormatError::unexpected(format!("'??' in {place}"), "cards that were seen").at(pack.line)),
    };
    let cards = pack.cards.iter().map(card).collect::<Result<Vec<_>, _>>()?;
    check_stated(pack, place)?;
    if cards.is_empty() && pack.stated.is_some_and(|stated| stated > 0) {
        let expected = format!("them in a line such as 'waste: 4C 2S', for the cards of {place} lie face up");
        return Err(FormatError::unexpected("a number of cards", expected).at(pack.line));
    }
    Ok(cards)
}

/// Checks the stated number of cards of a pack against its listed cards.
fn check_stated(pack: &Pack, place: &str) -> Result<(), FormatError> {
    match pack.stated {
        Some(number) if !pack.cards.is_empty() && pack.cards.len() != number => {
            let expected = format!("{number}, as the board says");
            Err(FormatError::unexpected(format!("{} cards in {place}", pack.cards.len()), expected)
                .at(pack.line))
        }
        _ => Ok(()),
    }
}

/// The stock: its listed cards, or the stated number of unseen ones.
fn stock(pack: &Pack, spots: &mut Vec<UnseenPlace>) -> Result<Vec<Card>, FormatError> {
    check_stated(pack, "the stock")?;
    let count = if pack.cards.is_empty() { pack.stated.unwrap_or(0) } else { pack.cards.len() };
    if count > unseen::MOST {
        return Err(
            FormatError::unexpected(format!("{count} cards in the stock"), "a stock of a game").at(pack.line)
        );
    }
    let card = |n: usize| match pack.cards.get(n).map(|token| token.content) {
        Some(Content::Card(card)) => card,
        _ => {
            spots.push(UnseenPlace::Stock(n));
            unseen::ANY
        }
    };
    Ok((0..count).map(card).collect())
}
