//! Checks that a list of cubes leaves no case out.
//!
//! The list must be the leaves of a binary tree of decisions, from left to right. Then every cube starts with the first
//! decision, and the cubes with one literal come before those with its opposite. The same holds for the next decision
//! in each of the two parts. Every assignment leads down this tree to a leaf, so clauses without a model in any cube
//! have no model at all. The argument needs no formula and no solver.

use crate::literal::Literal;

/// Cubes that leave no case out. Only [`check_cover`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cover {
    cubes: usize,
    longest: usize,
}

impl Cover {
    /// The number of cubes.
    #[must_use]
    pub fn cubes(&self) -> usize {
        self.cubes
    }

    /// The number of literals of the longest cube.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }
}

/// The reason why a list of cubes is no tree of decisions. Cubes are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CoverFault {
    /// The list is empty.
    #[error("there are no cubes")]
    Nothing,
    /// A cube is a prefix of others.
    #[error("cube {cube} ends where others that begin alike go on")]
    Inside {
        /// The cube.
        cube: usize,
    },
    /// Only one literal of a decision occurs.
    #[error(
        "a case is left out: cubes {first} to {last} all have {literal} as literal {place}, and none has {}",
        -.literal
    )]
    OneSided {
        /// First cube of this part of the tree.
        first: usize,
        /// Last cube of it.
        last: usize,
        /// The place of the literal, from 1.
        place: usize,
        /// The literal, as DIMACS has it.
        literal: i32,
    },
    /// Cubes with the same prefix decide on different variables.
    #[error("cube {cube} decides on other variables than those that begin alike: literal {place} is {found}")]
    Other {
        /// The cube.
        cube: usize,
        /// The place of the literal, from 1.
        place: usize,
        /// The literal, as DIMACS has it.
        found: i32,
    },
}

/// Checks that cubes are the leaves of a tree of decisions, from left to right.
///
/// # Errors
/// The first reason why they are not.
pub fn check_cover<L: Literal>(cubes: &[Vec<L>]) -> Result<Cover, CoverFault> {
    if cubes.is_empty() {
        return Err(CoverFault::Nothing);
    }
    // Parts of the list: first cube, end, and the number of literals that their cubes share.
    let mut parts = vec![(0, cubes.len(), 0)];
    while let Some((first, end, depth)) = parts.pop() {
        let Some(literal) = cubes[first].get(depth).map(|l| l.to_dimacs()) else {
            if end - first == 1 {
                continue;
            }
            return Err(CoverFault::Inside { cube: first + 1 });
        };
        let place = depth + 1;
        let mut middle = end;
        for (n, cube) in cubes[first..end].iter().enumerate() {
            let cube_number = first + n + 1;
            match cube.get(depth).map(|l| l.to_dimacs()) {
                None => return Err(CoverFault::Inside { cube: cube_number }),
                Some(found) if found == literal && middle == end => {}
                Some(found) if found == -literal => middle = middle.min(first + n),
                Some(found) => return Err(CoverFault::Other { cube: cube_number, place, found }),
            }
        }
        if middle == end {
            return Err(CoverFault::OneSided { first: first + 1, last: end, place, literal });
        }
        parts.extend([(middle, end, place), (first, middle, place)]);
    }
    let longest = cubes.iter().map(Vec::len).max().unwrap_or(0);
    Ok(Cover { cubes: cubes.len(), longest })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cubes(text: &str) -> Vec<Vec<i32>> {
        let literal = |word: &str| word.parse().unwrap();
        text.split(',').map(|cube| cube.split_whitespace().map(literal).collect()).collect()
    }

    #[test]
    fn trees_are_accepted() {
        for text in ["", "1,-1", "-1,1", "1 2,1 -2,-1", "1,-1 3,-1 -3 2,-1 -3 -2", "2 1,2 -1,-2 3,-2 -3"] {
            let found = check_cover(&cubes(text)).unwrap();
            assert_eq!(found.cubes(), cubes(text).len(), "{text}");
            let longest = text.split(',').map(|cube| cube.split_whitespace().count()).max();
            assert_eq!(Some(found.longest()), longest, "{text}");
        }
    }

    #[test]
    fn what_leaves_a_case_out_is_refused() {
        let fault = |text: &str| check_cover(&cubes(text)).unwrap_err().to_string();
        assert_eq!(check_cover::<i32>(&[]).unwrap_err(), CoverFault::Nothing);
        assert_eq!(fault("1"), "a case is left out: cubes 1 to 1 all have 1 as literal 1, and none has -1");
        assert!(fault("1 2,-1").contains("cubes 1 to 1 all have 2 as literal 2, and none has -2"));
        assert_eq!(fault("1,1 2,-1"), "cube 1 ends where others that begin alike go on");
        assert_eq!(fault("1,-1,-1"), "cube 2 ends where others that begin alike go on");
        assert!(fault("1,-2").contains("cube 2 decides on other variables"));
        assert!(fault("1,-1,1").contains("cube 3 decides on other"));
        assert!(fault("1,-1 2,-1 -2,").contains("cube 4 ends"));
    }

    /// On every list of up to four short cubes over two variables: accepted lists are partitions.
    #[test]
    fn accepted_lists_are_partitions_by_brute_force() {
        let mut short: Vec<Vec<i32>> = vec![Vec::new()];
        for text in ["1", "-1", "2", "-2", "1 2", "1 -2", "-1 2", "-1 -2", "2 1", "2 -1", "-2 1", "-2 -1"] {
            short.extend(cubes(text));
        }
        let (mut accepted, mut lists) = (0, vec![Vec::new()]);
        for _ in 0..4 {
            lists = lists
                .into_iter()
                .flat_map(|list: Vec<Vec<i32>>| {
                    short
                        .iter()
                        .map(move |cube| list.iter().cloned().chain([cube.clone()]).collect::<Vec<_>>())
                })
                .collect();
            for list in &lists {
                let inside = |bits: usize| {
                    let holds = |l: &i32| (bits >> (l.abs() - 1) & 1 == 1) == (*l > 0);
                    list.iter().filter(|cube| cube.iter().all(holds)).count()
                };
                if check_cover(list).is_ok() {
                    accepted += 1;
                    assert!((0..4).all(|bits| inside(bits) == 1), "{list:?}");
                }
            }
        }
        // The whole; two by either variable in either order; three; four, by hand.
        assert_eq!(accepted, 1 + 4 + 2 * 2 * 2 * 2 + 2 * 2 * 2 * 2);
    }
}
