//! `patsat play`: games played without seeing the hidden cards.

use crate::args::GameArgs;
use crate::load;
use patsat_base::{Style, counted, number, wilson};
use patsat_blind::{Player, Playout};
use patsat_console::args::{SHARED, at_least_one, seconds};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_experiments::plays::{
    Contestant, OverwritePolicy, PlayTally, Plays, PlaysError, Program, ProgramError, run as run_plays,
};
use patsat_game::cards::DealRange;
use patsat_game::rules::{PRESETS, Rules};
use patsat_game::state::Instance;
use patsat_report::sentences;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Play games without seeing hidden cards
///
/// Nothing is taken back. One game is printed move by move. Of several the share that was won is printed, with its 95 % interval.
/// The player sees the cards that lie face up, or did: where redeals are unlimited it first looks through the stock, and
/// all cards of a draw are seen.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat play solvitaire:klondike:5 --blind
  patsat play solvitaire:klondike:1..1000 --blind --jobs 2 -o plays.jsonl
  patsat play klondike --blind --games 20 --player cmd:'python3 my_policy.py'")]
pub(crate) struct Args {
    /// A deal such as random:klondike:5, a range of deals, or a game, whose random deals are played from number 1 on
    #[arg(value_name = "DEALS")]
    deals: String,
    /// Hide the cards that the player has not seen; required, because no other way to play is built in
    #[arg(long)]
    blind: bool,
    /// Number of games: this many deals from the first one on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// The player: best, ways, tidy, sampled, greedy or random, or cmd:COMMAND for a program, which gets a line of JSON
    /// for each decision and answers with the number of a move or null
    #[arg(long, value_name = "PLAYER", value_parser = player, default_value = "best")]
    player: Contestant,
    /// Longest time of a decision of a program [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    move_time: Option<Duration>,
    /// Most arrangements of the hidden cards that a decision looks at [default: those of the player]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    samples: Option<u64>,
    /// Seed of the arrangements
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of worker threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<NonZeroUsize>,
    /// Continue the games of the file
    #[arg(long, requires = "output")]
    resume: bool,
    /// Overwrite the file
    #[arg(long, conflicts_with = "resume", requires = "output")]
    force: bool,
    #[command(flatten)]
    game: GameArgs,
    /// File for the results, one JSON line per game
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn player(text: &str) -> Result<Contestant, String> {
    if let Some(command) = text.strip_prefix("cmd:") {
        let program = Program::new(command, Duration::from_secs(60));
        return program.map(Contestant::Program).map_err(|error| error.to_string());
    }
    let known = || Player::ALL.iter().map(|player| player.name()).chain(["cmd:COMMAND"]);
    let player = Player::ALL.into_iter().find(|player| player.name() == text);
    player.map(Contestant::BuiltIn).ok_or_else(|| format!("expected {}", patsat_report::one_of(known())))
}

/// The player with its own options.
fn contestant(args: &Args) -> Result<Contestant, Failure> {
    let refused = |option: &str, players: &str| {
        Err(Failure::input(format!("{option} is for {players}: found --player {}", args.player.name())))
    };
    match args.player.clone() {
        Contestant::BuiltIn(_) if args.move_time.is_some() => {
            refused("--move-time", "a program, cmd:COMMAND")
        }
        Contestant::Program(_) if args.samples.is_some() => refused("--samples", "the built-in players"),
        Contestant::Program(mut program) => {
            program.patience = args.move_time.unwrap_or(program.patience);
            Ok(Contestant::Program(program))
        }
        player @ Contestant::BuiltIn(_) => Ok(player),
    }
}

fn failure(error: PlaysError) -> Failure {
    match error {
        PlaysError::Illegal(..) => Failure::self_check(error.to_string()),
        PlaysError::Program(..) => Failure::missing(error.to_string()),
        other => Failure::input(other),
    }
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if !args.blind {
        let text = "games are played without seeing hidden cards: expected --blind";
        let help = "a player who sees every card is 'patsat solve', or 'patsat survey' for many deals";
        return Err(Failure::input(text).with_help(help));
    }
    let (range, rules) = deals(args)?;
    let jobs = args.jobs.or(std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let plays = Plays {
        range,
        rules,
        player: contestant(args)?,
        samples: args.samples,
        seed: args.seed,
        jobs: jobs.min(1024),
    };
    if plays.range.len() == 1 && args.output.is_none() {
        return one(&plays, context);
    }
    let existing = match (args.resume, args.force) {
        (true, _) => OverwritePolicy::Resume,
        (_, true) => OverwritePolicy::Overwrite,
        _ => OverwritePolicy::Refuse,
    };
    let live = LiveLine::pieces(context, plays.range.len());
    let file = args.output.as_deref().map(|path| (path, existing));
    let done = run_plays(&plays, file, signals::stop_flag(), &mut |tally| live.done_so_far(tally.games));
    live.done();
    let tally = done.map_err(failure)?;
    context.print_wrapped(&summary(&plays, &tally))?;
    if tally.games < plays.range.len() {
        let left = plays.range.len() - tally.games;
        context.note(&format!("interrupted with {} left", counted(left as usize, "game")));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}

/// The deals to play.
fn deals(args: &Args) -> Result<(DealRange, Rules), Failure> {
    let text = match Rules::preset(&args.deals) {
        Ok(rules) => format!("random:{}:1", rules.name),
        Err(_) => args.deals.clone(),
    };
    let (mut range, rules) =
        load::range(&text, &args.game).map_err(|failure| no_deals(&args.deals, failure))?;
    if let Some(games) = args.games {
        if range.len() > 1 {
            let text = format!("--games {games}: {} is a range, expected one deal or a game", args.deals);
            return Err(Failure::input(text));
        }
        let last = range.first.number().saturating_add(games - 1);
        range.first.with_number(last).map_err(|error| Failure::input(format!("--games {games}: {error}")))?;
        range.last = last;
    }
    Ok((range, rules))
}

/// The failure for what is neither deals nor a game.
fn no_deals(text: &str, failure: Failure) -> Failure {
    if Path::new(text).is_file() {
        let sentence = format!("'{text}' is a file: expected deals such as random:klondike:5, or a game");
        return Failure::input(sentence).with_help("'patsat hint FILE' names the best move of a board");
    }
    if text.chars().any(|c| c == ':' || c.is_ascii_digit()) {
        return failure;
    }
    let sentence = format!("'{text}' is no game: expected one that 'patsat games' lists, or deals");
    Failure::unknown(sentence, text, PRESETS.iter().map(|preset| preset.name))
}

/// Plays one game and prints its moves.
fn one(plays: &Plays, context: &Context) -> Result<Exit, Failure> {
    let id = plays.range.first.clone();
    let game = Instance::from_id(plays.rules.clone(), id.clone())
        .map_err(|error| Failure::input(format!("{id}: {error}")))?;
    let stop = signals::stop_flag();
    let Playout { plan, won, decisions } = match plays.play(&game, &|| stop.load(Ordering::Relaxed)) {
        Err(PlaysError::Program(_, ProgramError::Stopped)) => return Ok(Exit::Interrupted),
        played => played.map_err(failure)?,
    };
    let end = if won.is_some() { "Won" } else { "Given up" };
    let text = format!(
        "{}\n{end} after {} and {} (player {}, seed {}).\n",
        sentences::listed(&game, &plan.moves, Style::PLAIN),
        counted(plan.moves.len(), "move"),
        counted(decisions as usize, "decision"),
        plays.player.name_for(&game).unwrap_or_default(),
        plays.seed
    );
    context.print_wrapped(&text)?;
    Ok(if won.is_some() { Exit::Done } else { Exit::No })
}

fn summary(plays: &Plays, tally: &PlayTally) -> String {
    let PlayTally { games, won, decisions, time_ms } = *tally;
    if games == 0 {
        return "no game was played\n".to_owned();
    }
    let (low, high) = wilson(won, games);
    let each = games as f64;
    format!(
        "{} ({}), player {}, seed {}\n\nWon {} of {}: {:.1} % ({:.1} to {:.1} %, 95 % confidence).\n{:.1} decisions and \
         {:.3} s a game.\n",
        plays.range,
        plays.rules.name,
        plays.player.name(),
        plays.seed,
        number(won),
        counted(games as usize, "game"),
        100.0 * won as f64 / each,
        100.0 * low,
        100.0 * high,
        decisions as f64 / each,
        time_ms / each / 1e3,
    )
}
