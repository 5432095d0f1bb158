//! A winning plan from an assignment, without search.
//!
//! The moves are those of the proofs (see the module's head): choices by name, then joins, with an
//! empty column spent where the proof spends one, until every column is sorted; the rest is
//! [`patsat_states::theory::sorted`]. If the assignment does not satisfy the formula, the plan does
//! not win.

use super::super::Assignment;
use super::deal::{Game, card};
use super::player::Player;
use super::shape::{Construction, rules};
use patsat_game::cards::{Deal, Pile};
use patsat_game::rules::{Move, Place};
use patsat_game::state::{Instance, Plan};
use patsat_states::theory::{Spider, sorted};

/// The plan that an assignment leads to.
pub(super) fn plan(game: &Game, assignment: &Assignment) -> Plan {
    let mut player = Player::new(game.columns.clone(), game.highest());
    choose(game, assignment, &mut player);
    take_locks(game, &mut player);
    win(game, player)
}

/// The plan that an assignment leads to from an open position (see the module's head).
pub(super) fn plan_from(game: &Game, columns: Vec<Vec<u32>>, assignment: &Assignment) -> Plan {
    let mut player = Player::new(columns, game.highest());
    player.frozen[game.rest_pile()] = game.ranks.rest;
    let wrong: Vec<(usize, u32)> = (assignment.literals())
        .map(|literal| {
            (game.literal(-literal), game.ranks.selection[literal.unsigned_abs() as usize - 1] + 1)
        })
        .collect();
    wrong.iter().for_each(|&(column, card)| player.frozen[column] = card);
    player.join();
    wrong.iter().for_each(|&(column, _)| player.thaw(column));
    win(game, player)
}

/// The rest of the plan when the locks have gone.
fn win(game: &Game, mut player: Player) -> Plan {
    unwrap_piles(game, &mut player);
    let mut moves = finish(game, &player).unwrap_or_default();
    player.moves.append(&mut moves);
    player.moves.into()
}

/// The choices: every variable, the delay where it has its place, the caps, and what joins then.
fn choose(game: &Game, assignment: &Assignment, player: &mut Player) {
    // Only what the proofs let move: one lock column a clause, and no rest card.
    for (n, &c) in game.ranks.clause.iter().enumerate() {
        player.frozen[game.clauses + 5 * n + 3] = c;
        player.frozen[game.clauses + 5 * n + 4] = c + 4;
    }
    player.frozen[game.rest_pile()] = game.ranks.rest;
    let (hidden, after) = (game.shape.hidden as usize, game.shape.delayed_after as usize);
    let mut delay = game.shape.delay;
    let mut wait = |player: &mut Player| {
        (0..std::mem::take(&mut delay)).for_each(|_| player.go(game.rest_card + 1, 0, 1));
    };
    for (variable, literal) in assignment.literals().enumerate() {
        let column = game.literal(literal);
        if variable < hidden {
            hidden_choice(game, variable, player);
            continue;
        }
        if variable == after {
            wait(player);
        }
        player.go(column, 0, 1);
        player.go(column, 0, 1);
    }
    wait(player);
    for column in game.capped(player.columns.len()).rev() {
        player.go(column, 0, 1);
        player.go(column, 0, 1);
    }
    player.join();
}

/// Plays the cards of a hidden variable: the literal whose choice lies open, or, if both do, its
/// gadget.
fn hidden_choice(game: &Game, variable: usize, player: &mut Player) {
    let open =
        |rank: u32| (game.hidden..game.clauses).find(|&column| game.columns[column].last() == Some(&rank));
    let choices = &game.ranks.choice[2 * variable..2 * variable + 2];
    match (open(choices[0] + 1), open(choices[1] + 1)) {
        (Some(positive), Some(negative)) => {
            let activation =
                game.activation + variable * (2 + Construction::spaces(game.ranks.clause.len()) as usize);
            player.go(activation, positive, 1);
            player.go(activation, negative, 1);
        }
        (Some(to), None) => player.go(1 + 2 * variable, to, 1),
        (None, Some(to)) => player.go(2 + 2 * variable, to, 1),
        (None, None) => {}
    }
}

/// Takes the locks off the large pile, each by the first of its clause's two columns that opens.
fn take_locks(game: &Game, player: &mut Player) {
    let large = game.large_pile();
    for (n, &c) in game.ranks.clause.iter().enumerate() {
        let first = game.clauses + 5 * n;
        let open = |column: usize, rank: u32| player.top(first + column) == Some(rank);
        match (open(0, c + 1) || open(1, c + 1), open(2, c + 5)) {
            (true, _) => player.thaw(first + 3),
            (false, true) => player.thaw(first + 4),
            (false, false) => {}
        }
    }
    player.join();
    // Empty columns only come with both choices of a hidden variable open.
    while player.columns[large].len() > game.below_locks() && player.set_aside(large) {
        player.join();
    }
}

/// Empties the large pile down to its sorted part, and takes the rest card off the rest pile.
fn unwrap_piles(game: &Game, player: &mut Player) {
    let (large, rest) = (game.large_pile(), game.rest_pile());
    for (n, &lock) in game.ranks.lock.iter().enumerate().rev() {
        let first = game.clauses + 5 * n;
        let shut = [first + 3, first + 4].into_iter().all(|at| player.frozen[at] > 0);
        if shut {
            // No literal helped: its card waits in an empty column.
            player.set_aside(first + 3);
        }
        player.join();
        player.thaw(first + 3);
        player.thaw(first + 4);
        player.join();
        if player.top(large) == Some(lock) && player.columns[large].len() > game.sorted {
            player.set_aside(large);
            player.join();
        }
    }
    while player.columns[large].len() > game.sorted && player.set_aside(large) {
        player.join();
    }
    if player.base(rest) == Some(game.ranks.rest) {
        // Cards of the ascending part may lie on this one too.
        player.set_aside(rest);
    }
    player.thaw(rest);
    player.join();
    // Literals' columns that hidden cards keep shut.
    for column in 1..=2 * game.shape.hidden as usize {
        if player.columns[column].len() == 2 {
            player.set_aside(column);
        }
    }
    player.join();
    for column in game.hidden..game.clauses {
        if !falls(&player.columns[column]) {
            player.set_aside(column);
            player.join();
        }
    }
}

fn falls(cards: &[u32]) -> bool {
    cards.windows(2).all(|pair| pair[0] > pair[1])
}

/// Wins what is sorted but for what lies below the formula's game.
fn finish(game: &Game, player: &Player) -> Option<Vec<Move>> {
    let own = |cards: &Vec<u32>| -> Pile {
        let own = cards.iter().filter(|&&rank| rank > 0 && rank <= game.ranks.end);
        own.map(|&rank| card(rank, 0)).collect::<Vec<_>>().into()
    };
    let columns: Vec<Pile> = player.columns.iter().map(own).collect();
    let home = game.ranks.end as usize * 2 - columns.iter().map(|pile| pile.cards.len()).sum::<usize>();
    let foundations = [0, 1].map(|n| if n * (game.ranks.end as usize) < home { game.ranks.end } else { 0 });
    let rules = rules(Construction::default(), game.ranks.end, columns.len());
    let foundations = foundations.to_vec();
    let rest = Instance::new(rules, Deal { columns, foundations, ..Deal::default() }).ok()?;
    let mut moves = sorted::plan(&Spider::new(&rest.table()).ok()?)?.moves;
    // The padding of both piles, turned over; each of the two runs then goes onto it.
    if game.shape.padding > 0 {
        let place = |column: usize| Place::Column(column as u16);
        for (pile, run) in [(game.large_pile(), 1), (game.rest_pile(), 2)] {
            let turned = |_| Move::one(place(pile), place(0));
            moves.extend((0..game.shape.padding).map(turned));
            let (from, count) = (place(game.rest_card + run), game.ranks.end);
            moves.push(Move::Cards { from, to: place(0), count });
        }
    }
    Some(moves)
}
