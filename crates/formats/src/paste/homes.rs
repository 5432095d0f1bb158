//! Reads the foundations of a board, and infers its deck.

use super::parts::{Sheet, Slot};
use super::words::{Content, Word, tokens};
use patsat_base::{FormatError, quoted};
use patsat_game::cards::{Card, DeckSpec, Rank, Suits};
use patsat_game::rules::Rules;
use std::collections::HashMap;

/// The heights of foundations, which are given by their top cards or as `H-5`.
pub(super) fn heights(words: &[Slot], rules: &Rules) -> Result<Vec<u32>, FormatError> {
    let (deck, total) = (rules.deck, rules.foundations());
    let mut heights = vec![0; total];
    let mut used: HashMap<u16, usize> = HashMap::new();
    let words = &paired(words);
    let slots: Vec<Option<Card>> = words.iter().map(top).collect::<Result<_, _>>()?;
    let in_order = slots.len() == total
        && slots
            .iter()
            .enumerate()
            .all(|(n, top)| top.is_none_or(|top| top.suit.0 == deck.suit_of_foundation(n)));
    for (n, (top, word)) in slots.iter().zip(words).enumerate() {
        let Some(top) = top else { continue };
        let suit = top.suit.0;
        let copies = deck.copies_of(suit);
        let copy = used.entry(suit).or_default();
        // With one deck all the cards of a foundation may be listed; only the highest counts.
        let own =
            deck.foundations_of(suit).nth(if copies == 1 && !word.text.contains('-') { 0 } else { *copy });
        *copy += 1;
        let Some(place) = (if in_order { Some(n) } else { own }) else {
            let expected = format!("{total} foundations of {}", deck.suits.in_words());
            return Err(FormatError::unexpected(quoted(&word.source), expected));
        };
        heights[place] = height(top.rank, word, rules).max(heights[place]);
    }
    Ok(heights)
}

/// The height of a foundation, which the word gives as a number or by the rank of the top card.
fn height(rank: Rank, word: &Slot, rules: &Rules) -> u32 {
    if rank.0 == 0 || word.text.contains('-') || !(1..=rules.deck.ranks).contains(&rank.0) {
        return rank.0;
    }
    1 + rules.ranks_before(rank)
}

/// Joins separate suits and heights, as in `H 5 C A`, if all words form such pairs.
fn paired(words: &[Slot]) -> Vec<Slot> {
    let suit = |slot: &Slot| slot.text.len() == 1 && "cdhs".contains(&slot.text);
    let pairs =
        words.len().is_multiple_of(2) && words.chunks(2).all(|pair| suit(&pair[0]) && !suit(&pair[1]));
    let join = |pair: &[Slot]| Slot {
        text: format!("{}-{}", pair[0].text, pair[1].text.trim_start_matches('-')),
        source: format!("{} {}", pair[0].source, pair[1].source),
    };
    if pairs { words.chunks(2).map(join).collect() } else { words.to_vec() }
}

/// The top card of a foundation; of rank 0 where only the suit of an empty one is named, `None` for any empty one.
fn top(slot: &Slot) -> Result<Option<Card>, FormatError> {
    let word = slot.text.as_str();
    let wrong = || {
        FormatError::unexpected(
            quoted(&slot.source),
            "a top card such as 5H, or a suit and a height such as H-5",
        )
    };
    let of_suit = |suit: &str| format!("a{suit}").to_ascii_uppercase().parse::<Card>().map_err(|_| wrong());
    if let Some((suit, height)) = word.split_once('-').filter(|(suit, _)| suit.len() == 1) {
        let rank = match height {
            "" => 0,
            _ if height.bytes().all(|b| b.is_ascii_digit()) => height.parse().map_err(|_| wrong())?,
            _ => format!("{height}C").parse::<Card>().map_err(|_| wrong())?.rank.0,
        };
        return Ok(Some(Card { rank: Rank(rank), ..of_suit(suit)? }));
    }
    // `H0` is an empty foundation, not its ten.
    if let Some(suit) = word.strip_suffix('0').filter(|suit| suit.len() == 1 && suit != &"1") {
        return Ok(Some(Card { rank: Rank(0), ..of_suit(suit)? }));
    }
    if word.starts_with('0') {
        return Err(wrong());
    }
    match tokens(Word { text: word, start: 0, end: 0 }, false).as_deref() {
        Some([token]) => match token.content {
            Content::Card(card) => Ok(Some(card)),
            Content::Empty => Ok(None),
            Content::Unseen => Err(wrong()),
        },
        // A suit alone names its place.
        _ => of_suit(word).map(|card| Some(Card { rank: Rank(0), ..card })),
    }
}

/// Returns the foundations of a game of complete runs: those that have left according to the board. The
/// board names their suits, or they follow from the missing cards.
pub(super) fn runs(
    sheet: &Sheet,
    rules: &Rules,
    seen: &[Card],
    unseen: usize,
) -> Result<Vec<u32>, FormatError> {
    let deck = rules.deck;
    let mut heights = vec![0; rules.foundations()];
    let (line, words) = match (&sheet.runs, &sheet.home) {
        (Some((line, words)), _) => (*line, words.as_slice()),
        // A list of foundations, as other programs write it.
        (None, Some((line, words))) => return self::heights(words, rules).map_err(|e| e.at(*line)),
        (None, None) => return Ok(heights),
    };
    let stated: Option<usize> = words.iter().find_map(|word| word.parse().ok());
    let named: Vec<u16> = words.iter().filter_map(|word| Some("cdhs".find(word.as_str())? as u16)).collect();
    let problem = |found: String, expected: String| Err(FormatError::unexpected(found, expected).at(line));
    let mut count = vec![0usize; deck.kinds()];
    seen.iter().filter(|&&card| deck.contains(card)).for_each(|&card| count[deck.index(card)] += 1);
    let mut gone = 0;
    for suit in deck.suits.iter() {
        let missing = |rank| deck.copies_of(suit).saturating_sub(count[deck.index(Card::new(rank, suit))]);
        let most = (1..=deck.ranks).map(missing).min().unwrap_or(0);
        let left = match (&named[..], unseen, stated) {
            ([_, ..], ..) => named.iter().filter(|&&n| n == suit).count(),
            (_, 0, _) => most,
            (_, _, stated) if deck.suits.count() == 1 => stated.unwrap_or(0),
            (_, _, Some(0)) => 0,
            _ => {
                let expected = "their suits, for instance 'complete runs: S H', where cards were not seen";
                return problem(format!("{} complete runs", stated.unwrap_or(0)), expected.into());
            }
        };
        if left > most {
            let found = format!("{left} complete runs of suit {}", Suits::name_of(suit));
            return problem(found, format!("at most {most}, for the other cards lie on the board"));
        }
        deck.foundations_of(suit).take(left).for_each(|place| heights[place] = deck.ranks);
        gone += left;
    }
    match stated {
        Some(stated) if stated != gone => {
            problem(format!("{stated} complete runs"), format!("{gone}, by the cards that are missing"))
        }
        _ => Ok(heights),
    }
}

/// Chooses the deck of a game of complete runs: the first that fits the board among the deck of the rules and
/// KPatience's decks of one to four suits.
pub(super) fn infer_suits(rules: &mut Rules, seen: &[Card], unseen: usize, sheet: &Sheet) {
    if seen.is_empty()
        || unseen > 0
        || seen.iter().all(|card| rules.deck.contains(*card)) && sheet.runs.is_none()
    {
        return;
    }
    let runs = rules.foundations();
    let ranks = seen.iter().map(|card| card.rank.0).max().unwrap_or(1);
    let candidates = std::iter::once(rules.deck).chain((1..=4).filter_map(|n| {
        let suits = Suits::of_spider(n);
        let copies = u16::try_from(runs / suits.len()).ok()?;
        runs.is_multiple_of(suits.len()).then_some(DeckSpec { ranks, suits, copies })
    }));
    let fits = |deck: &DeckSpec| {
        let mut count = vec![0usize; deck.kinds()];
        let known = seen.iter().all(|&card| {
            deck.contains(card) && {
                count[deck.index(card)] += 1;
                count[deck.index(card)] <= deck.copies_of(card.suit.0)
            }
        });
        // The missing cards are complete runs, so that every rank of a suit occurs equally often.
        known
            && deck.suits.iter().all(|suit| {
                let of = |rank| count[deck.index(Card::new(rank, suit))];
                (1..=deck.ranks).all(|rank| of(rank) == of(1))
            })
    };
    if let Some(deck) = candidates.into_iter().find(fits) {
        rules.deck = deck;
    }
}

/// Reduces the suits of a game with foundations to the number that the board shows.
pub(super) fn infer_few_suits(rules: &mut Rules, slots: usize, seen: &[Card]) {
    let (copies, shown) = (usize::from(rules.deck.copies), slots / usize::from(rules.deck.copies).max(1));
    let suits = u16::try_from(shown).unwrap_or(0);
    let fewer = slots > 0 && slots < rules.foundations() && slots.is_multiple_of(copies);
    if fewer && seen.iter().all(|card| card.suit.0 < suits) {
        rules.deck.suits = Suits::First(suits);
    }
}
