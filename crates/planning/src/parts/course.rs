//! A plan with its positions, of which a part can be replaced.
//!
//! The replacement must lead to the same position up to symmetry: the order of columns once all rows are dealt, of
//! cells, and of foundations of one suit. The rest of the plan is then played with renamed places.

use patsat_game::rules::{Move, Place};
use patsat_game::state::{Instance, Plan, Table};
use std::ops::Range;

/// A plan with its positions, one more than moves.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) moves: Vec<Move>,
    pub(super) tables: Vec<Table>,
}

impl Course {
    /// Plays a plan; `None` if a move is illegal.
    pub(super) fn new(instance: &Instance, plan: &Plan) -> Option<Course> {
        let mut tables = vec![instance.table()];
        for &action in &plan.moves {
            let mut table = tables.last()?.clone();
            table.apply(action).ok()?;
            tables.push(table);
        }
        Some(Course { moves: plan.moves.clone(), tables })
    }

    /// Returns the course with a part replaced by other moves. `None` if they do not lead to the same position, or if
    /// the rest cannot be played from there.
    pub(super) fn with(&self, part: Range<usize>, moves: &[Move]) -> Option<Course> {
        let mut course =
            Course { moves: self.moves[..part.start].to_vec(), tables: self.tables[..=part.start].to_vec() };
        moves.iter().try_for_each(|&action| course.make(action))?;
        let names = Names::between(&self.tables[part.end], course.tables.last()?)?;
        self.moves[part.end..].iter().try_for_each(|&action| course.make(names.rename(action)?))?;
        Some(course)
    }

    fn make(&mut self, action: Move) -> Option<()> {
        let mut table = self.tables.last()?.clone();
        table.apply(action).ok()?;
        self.moves.push(action);
        self.tables.push(table);
        Some(())
    }

    /// The moves as a plan.
    pub(super) fn plan(&self) -> Plan {
        Plan { moves: self.moves.clone() }
    }
}

/// The names of one position's places in another position.
struct Names {
    columns: Vec<u16>,
    cells: Vec<u16>,
    foundations: Vec<u16>,
}

impl Names {
    /// Returns the names that map the one position to the other, if they exist.
    fn between(old: &Table, new: &Table) -> Option<Names> {
        let (a, b) = (old.deal(), new.deal());
        if (&a.reserve, &a.stock, &a.waste, a.redeals_used)
            != (&b.reserve, &b.stock, &b.waste, b.redeals_used)
        {
            return None;
        }
        let deck = old.rules().deck;
        let suited = |heights: &[u32]| -> Vec<(u16, u32)> {
            heights.iter().enumerate().map(|(n, &height)| (deck.suit_of_foundation(n), height)).collect()
        };
        let names = Names {
            columns: names(&a.columns, &b.columns)?,
            cells: names(&a.cells, &b.cells)?,
            foundations: names(&suited(&a.foundations), &suited(&b.foundations))?,
        };
        let kept = (0..).zip(&names.columns).all(|(n, &name)| n == name);
        (kept || old.columns_are_alike()).then_some(names)
    }

    fn rename(&self, action: Move) -> Option<Move> {
        let Move::Cards { from, to, count } = action else { return Some(action) };
        let name = |place| {
            let of = |names: &[u16], n: u16| names.get(usize::from(n)).copied();
            Some(match place {
                Place::Column(n) => Place::Column(of(&self.columns, n)?),
                Place::Cell(n) => Place::Cell(of(&self.cells, n)?),
                Place::Foundation(n) => Place::Foundation(of(&self.foundations, n)?),
                Place::Reserve(_) | Place::Waste | Place::Stock | Place::Hole => place,
            })
        };
        Some(Move::Cards { from: name(from)?, to: name(to)?, count })
    }
}

/// Maps each old value to an equal new one, each used once, and to its own index where possible.
fn names<T: PartialEq>(old: &[T], new: &[T]) -> Option<Vec<u16>> {
    if old.len() != new.len() {
        return None;
    }
    let mut free = vec![true; new.len()];
    let mut names: Vec<Option<usize>> = vec![None; old.len()];
    for (n, name) in names.iter_mut().enumerate() {
        if old[n] == new[n] {
            (*name, free[n]) = (Some(n), false);
        }
    }
    for (n, name) in names.iter_mut().enumerate().filter(|(_, name)| name.is_none()) {
        let other = (0..new.len()).find(|&m| free[m] && old[n] == new[m])?;
        (*name, free[other]) = (Some(other), false);
    }
    names.into_iter().map(|name| u16::try_from(name?).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_base::Limits;
    use patsat_game::rules::Rules;
    use patsat_game::verify::replay;
    use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};

    #[test]
    fn names_are_found_where_there_are_any() {
        assert_eq!(names(&[1, 2, 3], &[1, 3, 2]), Some(vec![0, 2, 1]));
        assert_eq!(names(&[1, 1, 2], &[2, 1, 1]), Some(vec![2, 1, 0]));
        assert_eq!(names(&[1, 2], &[1, 1]), None);
        assert_eq!(names(&[1, 2], &[1]), None);
    }

    #[test]
    fn a_part_played_with_other_names_changes_the_names_of_the_rest() {
        let rules = Rules::preset("freecell").unwrap();
        let instance = Instance::from_id(rules, "ms:617".parse().unwrap()).unwrap();
        let auto = strategy("auto").unwrap();
        let report = (auto.run)(&instance, &SearchOptions::default(), &mut Budget::new(Limits::default()));
        let SearchEnd::Solved(plan) = report.end else { panic!("unsolved") };
        let course = Course::new(&instance, &plan).unwrap();
        let cell = |action: &Move| match action {
            Move::Cards { from, to: Place::Cell(n), count } => Some((*from, *n, *count)),
            _ => None,
        };
        let (at, (from, n, count)) =
            course.moves.iter().enumerate().find_map(|(at, action)| Some((at, cell(action)?))).unwrap();
        // The first card that goes to a cell goes to another one.
        let other = Move::Cards { from, to: Place::Cell((n + 1) % 4), count };
        let renamed = course.with(at..at + 1, &[other]).unwrap();
        assert_ne!(renamed.moves, course.moves);
        assert_eq!(renamed.moves.len(), course.moves.len());
        assert!(replay(&instance, renamed.plan()).is_ok());
        // Moves to another position are refused.
        assert!(course.with(at..at + 1, &[]).is_none());
    }
}
