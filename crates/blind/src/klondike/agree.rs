//! The way that wins most completions if it is the same in all that look alike.

use super::world::{Effort, Outlook, Way, World};
use patsat_search::klondike::Probe;
use patsat_states::klondike::Cards;

/// The best way, and how many completions it keeps.
#[derive(Clone, Debug)]
pub(super) struct BestWay {
    pub(super) kept: usize,
    pub(super) way: Option<Way>,
}

/// Settings and memory of one decision.
#[derive(Debug)]
pub(super) struct Chooser<'a> {
    pub(super) probe: &'a mut Probe,
    pub(super) effort: Effort,
    /// The cards that were not seen.
    pub(super) unseen: Cards,
    /// Most ways that are compared at the start, and after a card was turned.
    pub(super) widths: (usize, usize),
}

impl Chooser<'_> {
    /// Returns the best of the ways from worlds that look alike. For `agree` turned cards more the worlds that still
    /// look alike go one way; then each is won if a player who sees all of it wins.
    pub(super) fn best(&mut self, worlds: &[World], agree: u32, is_first: bool) -> BestWay {
        let most = worlds.iter().filter(|world| world.wins()).count();
        let mut best = BestWay { kept: 0, way: None };
        if most == 0 {
            return best;
        }
        let width = if is_first { self.widths.0 } else { self.widths.1 };
        for way in self.ways(worlds).into_iter().take(width) {
            let kept = self.kept(worlds, &way, agree, best.kept);
            if kept > best.kept {
                best = BestWay { kept, way: Some(way) };
            }
            if best.kept == most {
                break;
            }
        }
        best
    }

    /// The ways that plans of these worlds begin with, those of most plans first, and the ways that turn a card at once.
    fn ways(&self, worlds: &[World]) -> Vec<Way> {
        let mut ways: Vec<(usize, Way)> = Vec::new();
        let mut vote = |way: Way, votes: usize| match ways.iter_mut().find(|(_, known)| known.aim == way.aim)
        {
            Some((count, known)) => {
                *count += votes;
                if way.steps.len() < known.steps.len() {
                    *known = way;
                }
            }
            None => ways.push((votes, way)),
        };
        for world in worlds {
            if let Outlook::Wins(steps) = &world.outlook {
                world.way(steps, self.unseen).into_iter().for_each(|way| vote(way, 1));
            }
        }
        if let Some(world) = worlds.first() {
            world.ways_at_once(self.unseen).into_iter().for_each(|way| vote(way, 0));
        }
        ways.sort_by_key(|(votes, way)| (std::cmp::Reverse(*votes), way.steps.len()));
        ways.into_iter().map(|(_, way)| way).collect()
    }

    /// How many worlds a way keeps; some number of at most `beaten` if it is not more than that.
    fn kept(&mut self, worlds: &[World], way: &Way, agree: u32, beaten: usize) -> usize {
        let after: Vec<World> =
            worlds.iter().map(|world| world.after(way, self.unseen, self.probe, self.effort)).collect();
        let mut most = after.iter().filter(|world| world.wins()).count();
        if agree == 0 || most <= beaten {
            return most;
        }
        for (turned, group) in self.groups(after) {
            most -= self.given_up(turned, &group, agree - 1);
            if most <= beaten {
                break;
            }
        }
        most
    }

    /// How many of these worlds are kept by ways that are common to those that look alike.
    pub(super) fn kept_together(&mut self, worlds: Vec<World>, agree: u32) -> usize {
        let most = worlds.iter().filter(|world| world.wins()).count();
        let groups = self.groups(worlds);
        most - groups.iter().map(|(turned, group)| self.given_up(*turned, group, agree)).sum::<usize>()
    }

    /// Worlds by what lies face up of the cards that were not seen.
    fn groups(&self, worlds: Vec<World>) -> Vec<(Cards, Vec<World>)> {
        let mut groups: Vec<(Cards, Vec<World>)> = Vec::new();
        for world in worlds {
            let turned = world.turned(self.unseen);
            match groups.iter_mut().find(|(known, _)| *known == turned) {
                Some((_, group)) => group.push(world),
                None => groups.push((turned, vec![world])),
            }
        }
        groups
    }

    /// How many worlds of a group that could be won are not, because all go one way.
    fn given_up(&mut self, turned: Cards, group: &[World], agree: u32) -> usize {
        let winning = group.iter().filter(|world| world.wins()).count();
        if group.len() == 1 || winning == 0 {
            return 0;
        }
        let unseen = self.unseen;
        self.unseen &= !turned;
        let best = self.best(group, agree, false);
        self.unseen = unseen;
        winning - best.kept
    }
}
