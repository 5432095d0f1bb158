//! Sets of positions that moves do not leave, listed or said by patterns: checked on the rules alone.

use super::Args;
use super::sentences::{refuted, undecided};
use crate::progress::Shows;
use crate::report::human;
use patsat_base::counted;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::progress::Live;
use patsat_console::signals;
use patsat_formats::board;
use patsat_game::state::closed_set::ClosedSetFile;
use patsat_game::state::patterns::{self, Cards, Tracked};
use patsat_game::state::{Instance, Table};
use patsat_game::verify::{self, Backtracking, ClosedSetFault, PatternFault, SweptFault};
use patsat_planning::{Progress, closure};
use std::sync::atomic::Ordering;

pub(super) fn closed_set(
    args: &Args,
    instance: &Instance,
    bytes: &[u8],
    context: &Context,
) -> (Exit, String) {
    let memory_mib = args.formula.memory_mib();
    let says = if ClosedSetFile::looks_bounded(bytes) {
        let check = |go_on: &mut dyn FnMut(u64, u64) -> bool| {
            verify::check_none_shorter_while(instance, bytes, memory_mib, go_on)
        };
        watched(context, check).map(|set| {
            format!(
                "valid: no plan has fewer than {} {}: {}, and {} out of them looked at\n",
                set.least,
                human::unit(set.cost),
                counted(set.positions as usize, "position"),
                counted(set.moves as usize, "legal move")
            )
        })
    } else {
        verify::check_closed_set_within(instance, bytes, memory_mib).map(|set| {
            format!(
                "valid: {} positions, closed under all {} legal moves and none of them won; the game cannot be \
                 won\n",
                set.positions, set.moves
            )
        })
    };
    match says {
        Ok(text) => (Exit::Done, text),
        Err(fault @ ClosedSetFault::Stopped) => stopped(&fault),
        Err(fault @ ClosedSetFault::Memory(_)) => undecided(&fault),
        Err(fault) => refused(&fault, fault.board(), context),
    }
}

pub(super) fn swept_set(args: &Args, instance: &Instance, bytes: &[u8], context: &Context) -> (Exit, String) {
    let check = |go_on: &mut dyn FnMut(u64, u64) -> bool| {
        verify::check_swept_set(instance, bytes, args.formula.memory_mib(), go_on)
    };
    match watched(context, check) {
        Ok(swept) => {
            let safe = if swept.safe_home { ", safe cards going home at once" } else { "" };
            let text = format!(
                "valid: every position that can be reached was visited ({} of them, by {} legal moves{safe}), and none \
                 is won; the game cannot be won\n",
                swept.positions, swept.moves
            );
            (Exit::Done, text)
        }
        Err(fault @ SweptFault::Stopped) => stopped(&fault),
        Err(fault @ SweptFault::Memory(_)) => undecided(&fault),
        Err(fault) => refused(&fault, fault.board(), context),
    }
}

/// Runs a check that shows how far it is and that Ctrl-C ends.
fn watched<T>(context: &Context, check: impl FnOnce(&mut dyn FnMut(u64, u64) -> bool) -> T) -> T {
    let live = Live::search(context);
    let mut go_on = |looked, of| {
        live.shows(context, &Progress::Checked { looked, of });
        !signals::stop_flag().load(Ordering::Relaxed)
    };
    let checked = check(&mut go_on);
    live.done();
    checked
}

fn stopped(fault: &impl std::fmt::Display) -> (Exit, String) {
    (Exit::Interrupted, format!("undecided: {fault}\n"))
}

/// What is wrong, with the board at which it shows.
fn refused(fault: &impl std::fmt::Display, there: Option<&Table>, context: &Context) -> (Exit, String) {
    let style = context.style(None, When::Auto);
    let there = there.map(|table| format!("\nThe board there:\n\n{}", board::board(table, style)));
    (Exit::No, format!("not valid: {fault}\n{}", there.unwrap_or_default()))
}

pub(super) fn dead_patterns(
    args: &Args,
    instance: &Instance,
    bytes: &[u8],
    context: &Context,
) -> Result<(Exit, String), Failure> {
    let how = if args.plain { Backtracking::Plain } else { Backtracking::Learning };
    let checked = patterns::read(instance, bytes)
        .map_err(PatternFault::from)
        .and_then(|patterns| verify::check_patterns_by(instance, &patterns, how));
    match checked {
        Ok(shown) => {
            let (count, facts) = (shown.patterns.0.len(), shown.patterns.facts());
            let (ways, cases) = (shown.ways, shown.cases);
            let noun = if count == 1 { "pattern" } else { "patterns" };
            let text = format!(
                "valid: {count} dead {noun}, {facts} facts; the start matches pattern {}, the won position none, and \
                 all {ways} ways out of them lead into them ({cases} cases); the game cannot be won\n",
                shown.start + 1
            );
            let Some(file) = &args.proof else { return Ok((Exit::Done, text)) };
            let proof = input::read(file, "a proof that the patterns are closed")?;
            Ok(
                match closure::check_closure_proof(
                    instance,
                    &shown.patterns,
                    &proof,
                    args.formula.memory_mib(),
                ) {
                    Ok(strict) => {
                        let (clauses, derived) = (strict.clauses(), strict.derived());
                        let more = format!(
                            "valid: no move leads out of the patterns; {}. This trusts the encoding.\n",
                            refuted(clauses, derived)
                        );
                        (Exit::Done, text + &more)
                    }
                    Err(fault) => (Exit::No, format!("{text}not valid: {fault}\n")),
                },
            )
        }
        // Neither valid nor not.
        Err(fault @ PatternFault::GaveUp { .. }) => Ok((Exit::Undecided, format!("undecided: {fault}\n"))),
        Err(fault) => {
            let there = match &fault {
                PatternFault::Escape { after, .. } => {
                    let style = context.style(None, When::Auto);
                    let board =
                        Tracked::place(&Cards::of(instance), after).map(|t| board::board(t.table(), style));
                    board.map(|board| format!("\nA board after it that matches no pattern:\n\n{board}"))
                }
                _ => None,
            };
            Ok((Exit::No, format!("not valid: {fault}\n{}", there.unwrap_or_default())))
        }
    }
}
