//! Lower bounds on the length of plans.
//!
//! With a lower bound, a schedule that goes upwards need not begin at one. If a bound counts moves, every plan needs a
//! move home for each card. In games of the FreeCell family it also needs the moves that break the deadlocks of Paul
//! and Helmert (SoCS 2016). If a bound counts parallel steps, a single step may bring any number of cards home, so the
//! lower bound is 1.

use patsat_encodings::unroll::Unit;
use patsat_game::rules::{Cost, Home};
use patsat_game::state::Instance;
use patsat_search::optimal::Bound;
use patsat_states::packed::Game;

/// The smallest bound in this unit that a plan may have; at least 1.
#[must_use]
pub fn lower_bound(instance: &Instance, unit: Unit) -> u32 {
    match unit {
        Unit::Moves => moves(instance).max(1),
        Unit::MovesToSorted | Unit::Steps | Unit::PhaseSteps | Unit::DrawSteps => 1,
    }
}

/// Moves that every plan needs, a supermove being one as in a step of a task.
fn moves(instance: &Instance) -> u32 {
    let table = instance.table();
    let left = match instance.rules.home {
        Home::Foundations | Home::Hole | Home::HoleAroundCorner => {
            table.deal().cards_in_play().count() as u32
        }
        // Runs leave without a move of their own.
        Home::Runs | Home::WholeColumns => 0,
        Home::RunsByMove => table.foundations().iter().filter(|&&height| height == 0).count() as u32,
    };
    let Ok(game) = Game::new(instance) else { return left };
    Bound::new(&game, Cost::M2).of(&game, &game.start()).map_or(left, |bound| bound.max(left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_base::Limits;
    use patsat_game::rules::Rules;
    use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};

    #[test]
    fn no_shortest_plan_is_shorter_than_the_bound() {
        let mut close = 0;
        for seed in 0..60 {
            let mut rules = Rules::preset("freecell").unwrap();
            (rules.deck.ranks, rules.cells, rules.columns) = (4, 1 + (seed % 2) as u16, 4);
            let id = format!("random:{seed}").parse().unwrap();
            let instance = Instance::from_id(rules, id).unwrap();
            let bound = lower_bound(&instance, Unit::Moves);
            assert!(bound >= 16);
            let options = SearchOptions { cost: Cost::M2, ..SearchOptions::default() };
            let report =
                (strategy("optimal").unwrap().run)(&instance, &options, &mut Budget::new(Limits::default()));
            let SearchEnd::Solved(plan) = report.end else { continue };
            let shortest = plan.moves.len() as u32;
            assert!(bound <= shortest, "seed {seed}: {bound} > {shortest}");
            close += u32::from(shortest - bound <= 2);
        }
        assert!(close > 20, "only {close} bounds are of use");
    }

    #[test]
    fn what_leaves_without_a_move_is_not_counted() {
        let simon = Instance::from_id(
            Rules::preset("simple-simon").unwrap(),
            "random:simple-simon:1".parse().unwrap(),
        );
        assert_eq!(lower_bound(&simon.unwrap(), Unit::Moves), 1);
        let freecell = Instance::from_id(Rules::preset("freecell").unwrap(), "ms:1".parse().unwrap());
        assert_eq!(lower_bound(&freecell.unwrap(), Unit::Steps), 1);
    }
}
