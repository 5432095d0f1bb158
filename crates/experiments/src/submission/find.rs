//! Which questions are hard enough and not too hard, found by bisection.
//!
//! Seeds are taken in their order, and bisection looks for a size of each. A case is too easy if it takes less work
//! than the band, and too hard if it is undecided at the upper end of the band. Where larger is harder, that gives the
//! direction. Where the size is a horizon, the answer changes from no to yes as it grows, and is hardest near that
//! change. A "no" that is too easy needs a larger horizon, a "yes" that is too easy a smaller one. Each of the two is
//! searched by itself. Work does not grow evenly, so a seed with a fitting size may be missed; there are more seeds.

use super::journal::Journal;
use super::model::{Fault, Look, Status};
use super::recipe::Family;
use super::{Failure, PackEvent, Submission, question};
use patsat_base::pool::{self, AHEAD, Out, Results};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// A question that is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChosenQuestion {
    pub(super) family: usize,
    pub(super) size: u32,
    pub(super) seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    Smaller,
    Larger,
    Hit,
    Miss,
}

/// What a look says of where to look next; `wanted` is given where the answer turns with the size.
fn turn(wanted: Option<Status>, [low, high]: [u64; 2], look: Look) -> Turn {
    let Look { status, work } = look;
    let too_hard = status == Status::Open || work > high;
    match wanted {
        None if too_hard => Turn::Smaller,
        None if work < low => Turn::Larger,
        None => Turn::Hit,
        Some(Status::No) if too_hard || status == Status::Yes => Turn::Smaller,
        Some(Status::Yes) if too_hard || status == Status::No => Turn::Larger,
        Some(Status::No) if work < low => Turn::Larger,
        Some(Status::Yes) if work < low => Turn::Smaller,
        Some(Status::Open) => Turn::Miss,
        Some(_) => Turn::Hit,
    }
}

/// The first size that fits; `look` may fail.
fn bisect<E>(
    [low, high]: [u32; 2],
    wanted: Option<Status>,
    band: [u64; 2],
    look: &mut dyn FnMut(u32) -> Result<Look, E>,
) -> Result<Option<(u32, Look)>, E> {
    let (mut low, mut high) = (i64::from(low), i64::from(high));
    while low <= high {
        let size = low + (high - low) / 2;
        // Between two numbers of 32 bits lies another.
        let number = u32::try_from(size).unwrap_or(0);
        let found = look(number)?;
        match turn(wanted, band, found) {
            Turn::Smaller => high = size - 1,
            Turn::Larger => low = size + 1,
            Turn::Hit => return Ok(Some((number, found))),
            Turn::Miss => return Ok(None),
        }
    }
    Ok(None)
}

/// All questions of the recipe, or `None` if interrupted.
pub(super) fn all(
    submission: &Submission<'_>,
    journal: &Journal,
    stop: &AtomicBool,
    on_event: &(dyn Fn(PackEvent<'_>) + Sync),
) -> Result<Option<Vec<ChosenQuestion>>, Failure> {
    let wanted = submission.recipe.rules.instances;
    let mut chosen = Vec::new();
    for (n, family) in submission.recipe.family.iter().enumerate() {
        let mut need = [(Status::Yes, family.yes), (Status::No, family.no)];
        let mut of_family = Vec::new();
        let [first, last] = family.seeds;
        let mut next = first;
        while need.iter().any(|(_, need)| *need > 0) {
            if next > last {
                let (status, left) = need.into_iter().find(|(_, need)| *need > 0).unwrap_or(need[0]);
                let all = if status == Status::Yes { family.yes } else { family.no };
                return Err(Failure::TooFew {
                    family: family.name.clone(),
                    first,
                    last,
                    found: all - left,
                    wanted: all,
                    status: super::header::word(submission.recipe.track, status),
                });
            }
            let seeds: Vec<u64> = (next..=last).take(submission.jobs).collect();
            next = seeds.last().map_or(last, |seed| *seed) + 1;
            let statuses: Vec<Status> =
                need.iter().filter(|(_, need)| *need > 0).map(|(status, _)| *status).collect();
            let of_seed =
                |seed, out: &Out<Hits>| out.send(one(submission, journal, n, seed, &statuses, stop));
            let all = |hits: &mut Results<Hits>| hits.collect::<Result<Vec<_>, Fault>>();
            let found = pool::run(submission.jobs, AHEAD, seeds.into_iter(), of_seed, all)?;
            let found = match found {
                Ok(_) if stop.load(Ordering::Relaxed) => return Ok(None),
                Ok(found) => found,
                Err(Fault::Stopped) => return Ok(None),
                Err(Fault::Input(what) | Fault::Nothing(what)) => {
                    return Err(Failure::Question(format!("family '{}'", family.name), what));
                }
                Err(Fault::SelfCheck(what)) => {
                    return Err(Failure::SelfCheck(format!("family '{}': {what}", family.name)));
                }
            };
            for (seed, size, look) in found.into_iter().flatten() {
                let Some((_, need)) =
                    need.iter_mut().find(|(status, need)| *status == look.status && *need > 0)
                else {
                    continue;
                };
                *need -= 1;
                of_family.push(ChosenQuestion { family: n, size, seed });
            }
            on_event(PackEvent::Doing("found", chosen.len() + of_family.len(), wanted));
        }
        of_family.sort_by_key(|one| (one.size, one.seed));
        chosen.extend(of_family);
    }
    Ok(Some(chosen))
}

/// What fits of one seed: for each answer that is asked for at most one size.
fn one(
    submission: &Submission<'_>,
    journal: &Journal,
    family: usize,
    seed: u64,
    statuses: &[Status],
    stop: &AtomicBool,
) -> Hits {
    let of = &submission.recipe.family[family];
    let band = submission.recipe.band(of);
    let mut look = |size: u32| -> Result<Look, Fault> {
        let key = (family, size, seed);
        if let Some(known) = journal.known(|known| known.looks.get(&key).copied()) {
            return Ok(known);
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Fault::Stopped);
        }
        let case = submission.case(family, size, seed);
        let named = |what: String| format!("{}: {what}", case.name());
        let found = question::look(&case, stop).map_err(|fault| match fault {
            Fault::Input(what) => Fault::Input(named(what)),
            Fault::SelfCheck(what) => Fault::SelfCheck(named(what)),
            other => other,
        })?;
        journal.looked(key, found).map_err(Fault::input)?;
        Ok(found)
    };
    hits(of, band, seed, statuses, &mut look)
}

/// A seed, a size that fits, and what was found there.
type Hit = (u64, u32, Look);

type Hits = Result<Vec<Hit>, Fault>;

/// The sizes of a seed that fit, one for each answer that is asked for.
fn hits<E>(
    family: &Family,
    band: [u64; 2],
    seed: u64,
    statuses: &[Status],
    look: &mut dyn FnMut(u32) -> Result<Look, E>,
) -> Result<Vec<Hit>, E> {
    if !family.ask.grows_to_yes() {
        let hit = bisect(family.sizes, None, band, look)?;
        return Ok(hit.into_iter().map(|(size, look)| (seed, size, look)).collect());
    }
    let mut hits = Vec::new();
    for &wanted in statuses {
        hits.extend(bisect(family.sizes, Some(wanted), band, look)?.map(|(size, look)| (seed, size, look)));
    }
    Ok(hits)
}

/// The looks that one worker would have made: more of them look at some seeds that are not needed, and which these are
/// depends on their number.
pub(super) fn needed(submission: &Submission<'_>, journal: &Journal) -> BTreeMap<(usize, u32, u64), Look> {
    let mut needed = BTreeMap::new();
    for (n, family) in submission.recipe.family.iter().enumerate() {
        let mut need = [(Status::Yes, family.yes), (Status::No, family.no)];
        for seed in family.seeds[0]..=family.seeds[1] {
            let statuses: Vec<Status> =
                need.iter().filter(|(_, need)| *need > 0).map(|(status, _)| *status).collect();
            if statuses.is_empty() {
                break;
            }
            let mut look = |size: u32| -> Result<Look, ()> {
                let key = (n, size, seed);
                let look = journal.known(|known| known.looks.get(&key).copied()).ok_or(())?;
                needed.insert(key, look);
                Ok(look)
            };
            // Every one of them is known: the workers were asked for no less.
            let found = hits(family, submission.recipe.band(family), seed, &statuses, &mut look);
            for (.., look) in found.unwrap_or_default() {
                if let Some((_, need)) = need.iter_mut().find(|(status, _)| *status == look.status) {
                    *need = need.saturating_sub(1);
                }
            }
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A question that turns at a horizon and is hardest there.
    fn horizon(turns: u32, size: u32) -> Look {
        let distance = i64::from(size) - i64::from(turns);
        let status = if distance >= 0 { Status::Yes } else { Status::No };
        Look { status, work: 1000 / (1 + distance.unsigned_abs()) }
    }

    #[test]
    fn the_turn_is_found_from_both_sides() {
        for turns in 2..60 {
            for (wanted, side) in [(Status::No, turns - 1), (Status::Yes, turns)] {
                let mut looks = 0;
                let mut look = |size| -> Result<Look, ()> {
                    looks += 1;
                    Ok(horizon(turns, size))
                };
                let (size, found) = bisect([1, 64], Some(wanted), [100, 1000], &mut look).unwrap().unwrap();
                assert_eq!(found.status, wanted);
                assert!(size.abs_diff(side) <= 9 && found.work >= 100, "{turns}: {size}");
                assert!(looks <= 7, "{looks}");
            }
        }
    }

    #[test]
    fn what_grows_is_found_and_what_never_fits_is_not() {
        let look =
            |size: u32| -> Result<Look, ()> { Ok(Look { status: Status::No, work: u64::from(size).pow(3) }) };
        let (size, _) = bisect([1, 100], None, [1000, 8000], &mut { look }).unwrap().unwrap();
        assert!((10..=20).contains(&size), "{size}");
        assert_eq!(bisect([1, 9], None, [1000, 8000], &mut { look }), Ok(None));
        assert_eq!(bisect([21, 90], None, [1000, 8000], &mut { look }), Ok(None));
        let open = |_| -> Result<Look, ()> { Ok(Look { status: Status::Open, work: 1001 }) };
        assert_eq!(bisect([1, 9], Some(Status::No), [0, 1000], &mut { open }), Ok(None));
        assert_eq!(bisect([1, 9], None, [0, 1000], &mut { |_| Err(7) }), Err(7));
    }
}
