//! The bounds that checkers trust, against what their texts say of single cards: counted with lists and pairs, one
//! question after the other, in all positions of small games and on walks through whole deals.

use patsat_game::cards::{Card, DealId};
use patsat_game::rules::{Cost, Group, Home, Move, Place, Rules};
use patsat_game::state::{Instance, Table};
use patsat_game::verify::LeastCost;
use patsat_testkit::any_game::any_game;
use patsat_testkit::runs::small_runs;
use patsat_testkit::{Dice, small_game};
use std::collections::{BTreeSet, HashSet};

const COSTS: [Cost; 3] = [Cost::M1, Cost::M2, Cost::M3];

/// Two different vertices, the lower one first.
type Edge = (usize, usize);

/// The size of a smallest set that meets all edges: of the first one, one end or the other.
fn cover(edges: &[Edge]) -> u32 {
    let Some(&(one, other)) = edges.first() else { return 0 };
    let without = |vertex| {
        let rest: Vec<Edge> = edges.iter().copied().filter(|&(a, b)| a != vertex && b != vertex).collect();
        1 + cover(&rest)
    };
    without(one).min(without(other))
}

/// The same for each part by itself that hangs together.
fn cover_of_parts(edges: &BTreeSet<Edge>) -> u32 {
    let mut left: Vec<Edge> = edges.iter().copied().collect();
    let mut sum = 0;
    while let Some(first) = left.pop() {
        let mut part = vec![first];
        loop {
            let near =
                |edge: &Edge| part.iter().any(|p| [p.0, p.1].iter().any(|&v| v == edge.0 || v == edge.1));
            let Some(at) = left.iter().position(near) else { break };
            part.push(left.swap_remove(at));
        }
        sum += cover(&part);
    }
    sum
}

/// Games of one deck whose cards go home one by one.
fn by_circles(table: &Table, cost: Cost) -> u32 {
    let rules = table.rules();
    let home = if cost == Cost::M3 { 0 } else { table.deal().cards_in_play().count() as u32 };
    // Each card of a column: the column and how many lie under it.
    let lie: Vec<(Card, usize, usize)> = (table.columns().iter().enumerate())
        .flat_map(|(p, pile)| pile.cards.iter().enumerate().map(move |(n, &card)| (card, p, n)))
        .collect();
    let waits = |z: Card, (_, column, depth): (Card, usize, usize)| {
        table.columns()[column].cards[..depth].iter().any(|low| low.suit == z.suit && low.rank < z.rank)
    };
    let in_groups = match rules.group {
        Group::Single => false,
        Group::BySpaces => cost != Cost::M1,
        Group::SuitRun | Group::BuiltRun | Group::AnyFaceUp | Group::WholeColumn | Group::PartForHome => true,
    };
    // The first card of the group that a card lies in, by its number in the list.
    let group = |number: usize| {
        let (_, column, depth) = lie[number];
        let pile = &table.columns()[column];
        let mut first = depth;
        while in_groups
            && first > pile.face_down
            && rules.moves_with(pile.cards[first - 1], pile.cards[first])
        {
            first -= 1;
        }
        number - (depth - first)
    };
    let forced: Vec<bool> = lie.iter().map(|&y| waits(y.0, y)).collect();
    let must: BTreeSet<usize> = (0..lie.len()).filter(|&n| forced[n]).map(group).collect();
    let mut edges = BTreeSet::new();
    for y in 0..lie.len() {
        for z in y + 1..lie.len() {
            let (one, other) = (group(y), group(z));
            let counted = forced[y] || forced[z] || must.contains(&one) || must.contains(&other);
            if !counted && one != other && waits(lie[y].0, lie[z]) && waits(lie[z].0, lie[y]) {
                edges.insert((one.min(other), one.max(other)));
            }
        }
    }
    home + must.len() as u32 + cover_of_parts(&edges)
}

/// Games of which complete runs leave.
fn by_runs(table: &Table, cost: Cost) -> u32 {
    let (rules, columns) = (table.rules(), table.columns());
    let top = rules.deck.ranks;
    // The rows, each card with its column, in the order in which they are dealt.
    let stock: Vec<Card> = table.deal().stock.iter().rev().copied().collect();
    let rows: Vec<Vec<(usize, Card)>> =
        stock.chunks(columns.len()).map(|row| row.iter().copied().enumerate().collect()).collect();
    let successor = |card: Card| Card::new(card.rank.0 + 1, card.suit.0);
    let laid = |card: Card| columns.iter().flat_map(|pile| &pile.cards).filter(|&&c| c == card).count();
    let in_play = |card: Card| laid(card) + stock.iter().filter(|&&c| c == card).count();
    let collected = match rules.home {
        Home::RunsByMove if cost != Cost::M3 => {
            (columns.iter().map(|pile| pile.cards.len()).sum::<usize>() + stock.len()) / top as usize
        }
        _ => 0,
    };
    let mut least = rows.len() + collected;
    let mut blocked: Vec<Card> = Vec::new();
    for pile in columns {
        for (n, &card) in pile.cards.iter().enumerate() {
            let joined = n > pile.face_down && pile.cards[n - 1] == successor(card);
            if joined {
                continue;
            }
            least += usize::from(card.rank.0 != top);
            let all_under =
                |other: Card| pile.cards[..n].iter().filter(|&&c| c == other).count() == in_play(other);
            let stuck = if card.rank.0 == top {
                (1..top).any(|rank| all_under(Card::new(rank, card.suit.0)))
            } else {
                all_under(successor(card))
            };
            if stuck {
                blocked.push(card);
            }
        }
    }
    let mut visited: Vec<(usize, Card)> = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        for &(p, card) in row.iter().filter(|(_, card)| card.rank.0 != top) {
            let earlier = || rows[..number].iter().flatten();
            if laid(successor(card)) == 0 && !earlier().any(|&(_, c)| c == successor(card)) {
                least += 1;
                continue;
            }
            let onto_p = earlier().filter(|&&(column, _)| column == p).map(|&(_, c)| c);
            let higher = columns[p]
                .cards
                .iter()
                .copied()
                .chain(onto_p)
                .any(|c| c.suit == card.suit && c.rank > card.rank);
            if !higher && !visited.iter().any(|&(column, c)| column == p && c.suit == card.suit) {
                visited.push((p, card));
            }
        }
    }
    for suit in rules.deck.suits.iter() {
        let of_suit = |card: &Card| card.suit.0 == suit;
        let blocked: Vec<Card> = blocked.iter().copied().filter(of_suit).collect();
        let visited: Vec<Card> = visited.iter().map(|&(_, card)| card).filter(of_suit).collect();
        let apart = visited.iter().filter(|u| !blocked.iter().any(|b| b.rank > u.rank)).count();
        least += visited.len().max(blocked.len() + apart);
    }
    least as u32
}

/// Makes all moves home of harmless cards, by the text: the next of its suit, and each card in play that may be put on
/// it is harmless.
fn settled(table: &Table) -> (Table, u32) {
    fn is_harmless(table: &Table, card: Card) -> bool {
        let rules = table.rules();
        let home = |suit| table.foundations()[rules.deck.foundations_of(suit).start];
        let mut upon = table.deal().cards_in_play().filter(|&upper| rules.fits(upper, card));
        card.rank.0 == home(card.suit.0) + 1 && upon.all(|upper| is_harmless(table, upper))
    }
    let (mut table, mut count) = (table.clone(), 0);
    loop {
        let home = table.moves().into_iter().find(|&action| match action {
            Move::Cards { from, to: Place::Foundation(_), .. } => {
                table.top(from).is_some_and(|card| is_harmless(&table, card))
            }
            _ => false,
        });
        let Some(home) = home else { return (table, count) };
        table.apply(home).unwrap();
        count += 1;
    }
}

/// Compares, if a bound is for this game; how many and their sum.
fn compared(instance: &Instance, table: &Table) -> u32 {
    let mut sum = 0;
    for cost in COSTS {
        let Some(bound) = LeastCost::new(instance, cost) else { continue };
        let text = if instance.rules.home.of_runs() { by_runs(table, cost) } else { by_circles(table, cost) };
        assert_eq!(bound.from(table), text, "{cost} {table:?}");
        let mut own = table.clone();
        let price = bound.settle(&mut own);
        let (after, moves) = if instance.rules.home.of_runs() { (table.clone(), 0) } else { settled(table) };
        assert_eq!((own.key(), price), (after.key(), if cost == Cost::M3 { 0 } else { moves }), "{table:?}");
        sum += 1;
    }
    sum
}

#[test]
fn the_bounds_match_their_definitions_in_small_games() {
    let mut positions = 0;
    for seed in 0..150 {
        for instance in [small_game(seed), small_runs(seed), any_game(&mut Dice::new(seed), 9)] {
            let (mut seen, mut next) = (HashSet::new(), vec![instance.table()]);
            while let Some(table) = next.pop().filter(|_| seen.len() < 100) {
                if !seen.insert(table.key()) {
                    continue;
                }
                positions += compared(&instance, &table);
                for action in table.moves() {
                    let mut after = table.clone();
                    after.apply(action).unwrap();
                    next.push(after);
                }
            }
        }
    }
    assert!(positions > 20_000, "{positions}");
}

/// Whether a card comes to lie on another.
fn builds(table: &Table, action: Move) -> bool {
    matches!(action, Move::Cards { to: to @ Place::Column(_), .. } if table.top(to).is_some())
}

/// Whole deals have circles that hang together by the dozen, which small games never have.
#[test]
fn the_bounds_match_their_definitions_on_walks_in_whole_deals() {
    let games = [
        "freecell",
        "bakers-game",
        "eight-off",
        "seahaven-towers",
        "king-albert",
        "streets-and-alleys",
        "simple-simon",
        "spider",
        "spider2",
        "spider1",
        "spiderette",
        "ipc-spider",
    ];
    let mut positions = 0;
    for game in games {
        let rules = Rules::preset(game).unwrap();
        for seed in 0..4 {
            let instance = Instance::from_id(rules.clone(), DealId::Random { game: None, seed }).unwrap();
            // As moves come, and where long runs are built and nothing goes home.
            for long in [false, true] {
                let (mut table, mut dice) = (instance.table(), Dice::new(seed));
                for _ in 0..130 {
                    positions += compared(&instance, &table);
                    let mut moves = table.moves();
                    if long && moves.iter().any(|&action| builds(&table, action)) {
                        moves.retain(|&action| builds(&table, action));
                    }
                    if moves.is_empty() {
                        break;
                    }
                    table.apply(dice.pick(&moves)).unwrap();
                }
            }
        }
    }
    assert!(positions > 4_000, "{positions}");
}
