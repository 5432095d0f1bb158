//! `patsat puzzle rummikub count`: how many hands win at once.

use super::NumberArgs;
use crate::Shape;
use crate::count::{CountError, Progress, Row, brute_force, count};
use crate::report::{counts, figure};
use patsat_base::number;
use patsat_console::args::SHARED;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_puzzle::{Answer, Question, open};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// Count the hands that can be laid out at once, exactly
///
/// A hand is a multiset of tiles; it wins if all its tiles form sets. Hands are counted, not ways to lay them out.
/// The ratio is winning hands divided by all hands. The chance of a dealt hand differs, because a hand with one of
/// two equal tiles is dealt twice as often.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Number of tiles in a hand, jokers included
    #[arg(long, value_name = "T", required_unless_present = "all", conflicts_with = "all")]
    tiles: Option<u32>,
    /// Count hands of every size
    #[arg(long)]
    all: bool,
    /// Enumerate every hand instead: for small games
    #[arg(long)]
    brute_force: bool,
    /// Draw ratio and chance by hand size to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    numbers: NumberArgs,
    /// Write the table to this CSV file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Question for Args {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        let shape = self.numbers.numbers().applied(Shape { jokers: 0, ..Shape::default() });
        shape.check().map_err(Failure::input)?;
        let tiles = shape.kind_count() as u32 * u32::from(shape.copies) + u32::from(shape.jokers);
        if let Some(given) = self.tiles.filter(|&given| given > tiles) {
            return Err(Failure::input(format!(
                "--tiles {given}: expected at most the {tiles} tiles of the game"
            )));
        }
        let (mut output, mut picture) = (open(self.output.as_ref())?, open(self.svg.as_ref())?);
        let rows = counted(self, &shape, context)?;
        if self.brute_force {
            agree(&shape, &rows)?;
            context.note("looking at every hand gives the same counts");
        }
        let wanted = match self.tiles {
            Some(tiles) => &rows[tiles as usize..=tiles as usize],
            None => &rows[..],
        };
        let table = counts::csv(&shape, wanted);
        if let Some(picture) = &mut picture {
            picture.write(figure::svg(&shape, &rows).as_bytes())?;
        }
        let text = match &mut output {
            Some(output) => {
                output.write(table.as_bytes())?;
                String::new()
            }
            None if self.all => table,
            None => wanted.iter().map(|row| counts::text(&shape, row)).collect(),
        };
        Ok(Answer::new(Exit::Done, text, counts::json(&shape, wanted)).beside(self.svg.as_ref()))
    }
}

fn counted(args: &Args, shape: &Shape, context: &Context) -> Result<Vec<Row>, Failure> {
    let stop = signals::stop_flag();
    let live = LiveLine::pieces(context, shape.values.into());
    let mut done = 0;
    let mut go_on = |progress: Progress| {
        live.advance(u64::from(progress.values.0 - done));
        done = progress.values.0;
        live.message(|| format!("({} sets of states)", number(progress.states as u64)));
        !stop.load(Ordering::Relaxed)
    };
    let rows = count(shape, args.tiles, &mut go_on);
    live.done();
    rows.map_err(|error| match error {
        CountError::Interrupted => Failure::new(Exit::Interrupted, "interrupted: nothing is counted"),
        other => Failure::input(other),
    })
}

/// Checks that the two methods find the same counts.
fn agree(shape: &Shape, rows: &[Row]) -> Result<(), Failure> {
    let totals = brute_force(shape).map_err(Failure::input)?;
    for row in rows {
        for (used, winning) in row.by_jokers.iter().enumerate() {
            let tiles = (row.tiles as usize).checked_sub(used);
            let found = tiles.and_then(|tiles| totals[used][0].get(tiles)).cloned().unwrap_or_default();
            if found != *winning {
                let tiles = row.tiles;
                let text = format!(
                    "hands of {tiles} tiles, {used} jokers: {winning} win, or {found} by looking at each"
                );
                return Err(Failure::self_check(text));
            }
        }
    }
    Ok(())
}
