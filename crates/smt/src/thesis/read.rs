//! From the moves of a model to steps.

use super::facts::runs_in_play;
use super::moves::names;
use crate::values::Values;
use patsat_encodings::task::{CardId, Home, KindId, Position, Step, Target, Task};
use patsat_encodings::unroll::ReadError;

/// Reads the moves by the names of their constants, and walks them on the task.
pub(super) fn read(task: &Task, bound: u32, values: &Values) -> Result<Vec<Step>, ReadError> {
    let Home::Runs(runs) = &task.home else { return Err(ReadError("the task has no runs".into())) };
    let run = runs.first().map_or(0, Vec::len) as u32;
    let mut position = Position::new(task);
    let home =
        |position: &Position<'_>| (0..task.kinds.len() as u32).map(|k| position.home(KindId(k))).sum::<u32>();
    // Runs leave the task at once, the model by moves that follow.
    let mut cleared: u32 = task.kinds.iter().map(|kind| kind.home_at_start).sum();
    let mut steps = Vec::new();
    for t in 0..bound.saturating_add(runs_in_play(task, run as usize)) {
        let [kind, source, target, height] = names(t);
        let missing = |name: &str| ReadError(format!("it has no value of '{name}' that could be used"));
        let pile = |name: &str| {
            let n = values.int(name).and_then(|n| u32::try_from(n).ok()).filter(|&n| n < task.columns);
            n.ok_or_else(|| missing(name))
        };
        let wrong = |what: &str| ReadError(format!("move {} {what}", t + 1));
        let step = match values.constructor(&kind).ok_or_else(|| missing(&kind))? {
            "ordered" => break,
            "clear" => {
                cleared += run;
                if cleared > home(&position) {
                    return Err(wrong("clears a run where none is complete"));
                }
                continue;
            }
            "stock" => Step::DealRow,
            "normal" => {
                let (from, to) = (pile(&source)?, pile(&target)?);
                let high = values.int(&height).and_then(|n| usize::try_from(n).ok());
                let high = high.ok_or_else(|| missing(&height))?;
                let column = &position.columns()[from as usize];
                let base = column.len().checked_sub(high).and_then(|depth| column.get(depth));
                let card = *base.ok_or_else(|| wrong("takes more cards than there are"))?;
                let on = position.columns()[to as usize].last();
                Step::Move { card, to: on.map_or(Target::Column(to), |&on| Target::On(on)) }
            }
            other => return Err(ReadError(format!("'{other}' is no type of move"))),
        };
        if cleared != home(&position) {
            return Err(wrong("is made while a complete run waits to leave"));
        }
        position.apply(step).map_err(|refusal| wrong(&format!("is not allowed: {refusal}")))?;
        steps.push(step);
    }
    finish(task, &mut position, &mut steps)?;
    Ok(steps)
}

/// Wins a sorted game: whatever joins two runs of a suit is right (section 2.3.3). A won game
/// needs nothing.
fn finish(task: &Task, position: &mut Position<'_>, steps: &mut Vec<Step>) -> Result<(), ReadError> {
    let lost = || ReadError("its moves end in a game that is neither won nor sorted".into());
    if !position.rows_left().is_empty() {
        return Err(lost());
    }
    while position.columns().iter().any(|column| !column.is_empty()) {
        let tops: Vec<CardId> =
            position.columns().iter().filter_map(|column| column.last().copied()).collect();
        // The deepest card of the run at the end of each column.
        let bases = position.columns().iter().filter_map(|column| {
            let joined = column.windows(2).rev().take_while(|pair| task.moves_with(pair[1], pair[0])).count();
            column.len().checked_sub(joined + 1).map(|depth| column[depth])
        });
        let join = |base: CardId| {
            let on = tops.iter().copied().find(|&on| task.moves_with(base, on))?;
            Some(Step::Move { card: base, to: Target::On(on) })
        };
        let step = bases.filter_map(join).find(|&step| position.check(step).is_ok()).ok_or_else(lost)?;
        position.apply(step).map_err(|_| lost())?;
        steps.push(step);
    }
    Ok(())
}
