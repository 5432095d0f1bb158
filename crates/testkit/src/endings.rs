//! Endings of games with a stock of rows whose columns must all be filled before a row is dealt.
//!
//! The table holds a few ordered columns and many empty ones, so runs must be split first. A plan is known: random
//! moves spread the cards, a row is dealt, and a search solves each game that has no stock left.

use super::Dice;
use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{Build, Group, Home, Layout, Move, Place, Rules, Stock};
use patsat_game::state::{Instance, Plan, Table};

/// The parameters of an ending.
#[derive(Clone, Debug)]
pub struct EndingShape {
    /// The game; it deals rows onto filled columns alone, whatever its rules say.
    pub rules: Rules,
    /// Rows in the stock.
    pub rows: usize,
    /// Columns without a card.
    pub empty: usize,
    /// Complete runs in play beyond those that columns and rows need.
    pub more_runs: usize,
    /// Sequences on the table beyond one a column.
    pub pieces: usize,
    /// Whether deep cards of columns may lie face down.
    pub face_down: bool,
}

/// An ending and a plan that wins it.
#[derive(Clone, Debug)]
pub struct Ending {
    pub instance: Instance,
    pub plan: Plan,
    /// Games played by dice until one was won.
    pub tries: usize,
}

/// Games played by dice before an ending is given up.
const TRIES: usize = 12;

impl EndingShape {
    /// A shape of one of the games of this project, by dice: Spider of 1, 2 or 4 suits, Spiderette, and Simple Simon
    /// with rows.
    pub fn any(dice: &mut Dice) -> EndingShape {
        let game = dice.pick(&["spider1", "spider1", "spider2", "spider", "spiderette", "simple-simon"]);
        let rules = Rules::preset(game).unwrap();
        let (columns, cards) = (usize::from(rules.columns), rules.deck.len());
        let most_rows = ((cards - 1) / columns - 1).min(5);
        EndingShape {
            rows: 1 + dice.below(most_rows).min(dice.below(most_rows)),
            empty: 1 + dice.below(columns - 1),
            more_runs: dice.below(3).min(dice.below(3)),
            pieces: dice.below(3),
            face_down: dice.below(4) == 0,
            rules,
        }
    }

    /// A small shape, so that every position can be visited: Spider's rules with another deck, by either rule for
    /// complete runs.
    pub fn small(dice: &mut Dice) -> EndingShape {
        let mut rules = Rules::preset("spider").unwrap();
        rules.columns = 2 + dice.below(4) as u16;
        rules.deck =
            DeckSpec::new(2 + dice.below(4) as u32, 1 + dice.below(2) as u16, 2 + dice.below(2) as u16);
        rules.layout = Layout::open();
        rules.home = dice.pick(&[Home::Runs, Home::RunsByMove]);
        EndingShape {
            rows: 1 + dice.below(2),
            empty: 1 + dice.below(usize::from(rules.columns) - 1),
            more_runs: dice.below(2),
            pieces: dice.below(3),
            face_down: dice.below(3) == 0,
            rules,
        }
    }

    /// An ending of this shape that can be won, if the dice find one. `finish` returns a plan for a game without
    /// a stock, or nothing.
    pub fn ending(
        &self,
        dice: &mut Dice,
        mut finish: impl FnMut(&Instance) -> Option<Plan>,
    ) -> Option<Ending> {
        let instance = self.instance(dice)?;
        (1..=TRIES).find_map(|tries| {
            let plan = played(&instance.table(), dice, &mut finish)?;
            Some(Ending { instance: instance.clone(), plan, tries })
        })
    }

    /// A position of this shape, winnable or not.
    pub fn instance(&self, dice: &mut Dice) -> Option<Instance> {
        let mut rules = self.rules.clone();
        rules.stock = Stock::Rows { onto_empty: false };
        let (deck, columns) = (rules.deck, usize::from(rules.columns));
        let (ranks, stocked) = (deck.ranks as usize, self.rows * columns);
        let all: Vec<u16> = deck.suits.iter().flat_map(|suit| vec![suit; deck.copies_of(suit)]).collect();
        let runs = (stocked + columns).div_ceil(ranks) + self.more_runs;
        // Each run has its ace in the stock and its king on the table.
        if runs > all.len() || !(runs..=runs * (ranks - 1)).contains(&stocked) {
            return None;
        }
        let mut suits = all;
        let mut home = Vec::new();
        while suits.len() > runs {
            home.push(suits.swap_remove(dice.below(suits.len())));
        }
        // The low cards of each suit are in the stock, at least its ace and at most all but its king.
        let mut low = vec![1; runs];
        while low.iter().sum::<usize>() < stocked {
            let at = dice.below(runs);
            low[at] = (low[at] + 1 + dice.below(3)).min(ranks - 1);
        }
        while low.iter().sum::<usize>() > stocked {
            let at = dice.below(runs);
            low[at] = (low[at] - 1).max(1);
        }
        let cards = |suit: u16, ranks: std::ops::Range<usize>| {
            ranks.rev().map(move |rank| Card::new(rank as u32, suit)).collect::<Vec<Card>>()
        };
        let mut stock: Vec<Card> =
            suits.iter().zip(&low).flat_map(|(&s, &low)| cards(s, 1..low + 1)).collect();
        shuffle(dice, &mut stock);
        let mut pieces: Vec<Vec<Card>> =
            suits.iter().zip(&low).map(|(&s, &low)| cards(s, low + 1..ranks + 1)).collect();
        let used = columns - self.empty;
        while pieces.len() < used + self.pieces {
            let at = dice.below(pieces.len());
            if pieces.iter().all(|piece| piece.len() < 2) {
                return None;
            }
            if pieces[at].len() > 1 {
                let cut = 1 + dice.below(pieces[at].len() - 1);
                let upper = pieces[at].split_off(cut);
                pieces.push(upper);
            }
        }
        shuffle(dice, &mut pieces);
        let mut places: Vec<usize> = (0..columns).collect();
        shuffle(dice, &mut places);
        let mut piles = vec![Pile::default(); columns];
        for (n, piece) in pieces.into_iter().enumerate() {
            let at = if n < used { n } else { dice.below(used) };
            piles[places[at]].cards.extend(piece);
        }
        if self.face_down {
            for pile in piles.iter_mut().filter(|pile| pile.cards.len() > 1) {
                pile.face_down = dice.below(pile.cards.len()).min(dice.below(3));
            }
        }
        let mut foundations = vec![0; deck.foundations()];
        for suit in home {
            let place = deck.foundations_of(suit).find(|&n| foundations[n] == 0)?;
            foundations[place] = deck.ranks;
        }
        Instance::new(rules, Deal { columns: piles, stock, foundations, ..Deal::default() }).ok()
    }
}

fn shuffle<T>(dice: &mut Dice, items: &mut [T]) {
    for n in (1..items.len()).rev() {
        items.swap(n, dice.below(n + 1));
    }
}

/// The cards that move together at the end of a column.
fn run(table: &Table, column: usize) -> usize {
    let pile = &table.columns()[column];
    let open = &pile.cards[pile.face_down..];
    let links = open.windows(2).rev().take_while(|pair| table.rules().in_sequence(pair[0], pair[1])).count();
    links + usize::from(!open.is_empty())
}

/// One game played by dice until the stock is empty, and then finished.
fn played(
    start: &Table,
    dice: &mut Dice,
    finish: &mut impl FnMut(&Instance) -> Option<Plan>,
) -> Option<Plan> {
    let mut table = start.clone();
    let mut moves = Vec::new();
    let play = |table: &mut Table, action: Move, moves: &mut Vec<Move>| {
        moves.push(action);
        table.apply(action).ok()
    };
    while !table.deal().stock.is_empty() {
        while table.rules().home != Home::Foundations
            && let Some(action) = join(&table, dice)
        {
            play(&mut table, action, &mut moves)?;
        }
        while table.columns().iter().any(|pile| pile.cards.is_empty()) {
            let action = spread(&table, dice)?;
            play(&mut table, action, &mut moves)?;
        }
        play(&mut table, Move::DealRow, &mut moves)?;
        if table.rules().home == Home::RunsByMove {
            let collected = (0..table.columns().len() as u16)
                .map(|column| Move::Collect { column })
                .filter(|&action| table.check(action).is_ok())
                .collect::<Vec<_>>();
            for action in collected {
                play(&mut table, action, &mut moves)?;
            }
        }
    }
    let rest = finish(&Instance::new(table.rules().clone(), table.deal().clone()).ok()?)?;
    moves.extend(rest.moves);
    Some(Plan { moves })
}

/// A move of a whole sequence onto the next card of its suit, unless a complete run leaves too few cards.
fn join(table: &Table, dice: &mut Dice) -> Option<Move> {
    let columns = table.columns().len();
    let mut found = Vec::new();
    for from in 0..columns {
        let count = run(table, from);
        let Some(&head) = table.columns()[from].cards.iter().rev().nth(count.wrapping_sub(1)) else {
            continue;
        };
        for to in (0..columns).filter(|&to| to != from) {
            let onto = table.columns()[to].cards.last();
            if onto.is_some_and(|&onto| table.rules().in_sequence(onto, head)) {
                found.push(between(from, to, count));
            }
        }
    }
    let cards: usize = table.columns().iter().map(|pile| pile.cards.len()).sum();
    let action = (!found.is_empty()).then(|| dice.pick(&found))?;
    let mut after = table.clone();
    after.apply(action).ok()?;
    let left: usize = after.columns().iter().map(|pile| pile.cards.len()).sum();
    (left == cards || left >= columns).then_some(action)
}

/// An ending of Forty Thieves with one row in place of a waste: foundations of a random height, few columns, and a
/// row that needs a card in each. Nothing if the dice win none of their games.
pub fn thieves_ending(dice: &mut Dice, mut finish: impl FnMut(&Instance) -> Option<Plan>) -> Option<Ending> {
    let mut rules = Rules::preset("forty-thieves").unwrap();
    rules.stock = Stock::Rows { onto_empty: false };
    rules.build = dice.pick(&[Build::SameSuit, Build::AnySuit]);
    let (deck, columns) = (rules.deck, usize::from(rules.columns));
    let (least, most) = (2 * columns + dice.below(4), 3 * columns);
    let mut foundations = vec![deck.ranks; deck.foundations()];
    let mut cards: Vec<Card> = Vec::new();
    while cards.len() < least {
        let place = dice.below(foundations.len());
        if foundations[place] > 0 {
            cards.push(Card::new(foundations[place], deck.suit_of_foundation(place)));
            foundations[place] -= 1;
        }
    }
    assert!(cards.len() <= most);
    shuffle(dice, &mut cards);
    let stock = cards.split_off(cards.len() - columns);
    // High cards lie deep.
    cards.sort_by_key(|card| std::cmp::Reverse(card.rank));
    let used = 1 + dice.below(columns - 1);
    let mut piles = vec![Pile::default(); columns];
    for (n, card) in cards.into_iter().enumerate() {
        piles[if n < used { n } else { dice.below(used) }].cards.push(card);
    }
    shuffle(dice, &mut piles);
    let instance =
        Instance::new(rules, Deal { columns: piles, stock, foundations, ..Deal::default() }).ok()?;
    (1..=TRIES).find_map(|tries| {
        let plan = played(&instance.table(), dice, &mut finish)?;
        Some(Ending { instance: instance.clone(), plan, tries })
    })
}

/// A part of a column to a column without a card.
fn spread(table: &Table, dice: &mut Dice) -> Option<Move> {
    let columns = table.columns().len();
    let empty: Vec<usize> = (0..columns).filter(|&n| table.columns()[n].cards.is_empty()).collect();
    let from: Vec<usize> = (0..columns).filter(|&n| table.columns()[n].cards.len() > 1).collect();
    let from = (!from.is_empty()).then(|| dice.pick(&from))?;
    let most = run(table, from).min(table.columns()[from].cards.len() - 1);
    let count = match table.rules().group {
        Group::Single => 1,
        _ => 1 + dice.below(most).min(dice.below(most)),
    };
    Some(between(from, dice.pick(&empty), count))
}

fn between(from: usize, to: usize, count: usize) -> Move {
    let place = |column: usize| Place::Column(column as u16);
    Move::Cards { from: place(from), to: place(to), count: count as u32 }
}
