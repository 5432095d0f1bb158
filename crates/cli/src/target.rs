//! Which reduction is meant.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use patsat_console::exit::Failure;
use patsat_reductions::{Form, Target};

/// The game that a formula is to become.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum TargetArg {
    /// Spider without a stock, two decks
    Spider,
    /// FreeCell
    Freecell,
    /// Forty Thieves
    FortyThieves,
    /// AutoStart: cards of a fresh Forty Thieves deal that go home at once
    Autostart,
    /// Spider with hidden cards: is it winnable in every order? (from QDIMACS)
    Fair,
    /// Spider: is it winnable after any first k moves? (from QDIMACS)
    Easy,
}

impl TargetArg {
    /// Reads the name of a reduction whose deals are to be won.
    pub(super) fn of_deals() -> impl TypedValueParser<Value = TargetArg> {
        let names = [TargetArg::Spider, TargetArg::Freecell, TargetArg::FortyThieves, TargetArg::Autostart];
        let names = names.iter().filter_map(TargetArg::to_possible_value).collect::<Vec<_>>();
        PossibleValuesParser::new(names).try_map(|name| TargetArg::from_str(&name, false))
    }
}

/// The options of the reductions.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Options of one reduction")]
pub(super) struct TargetArgs {
    /// spider: number of suits [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    suits: Option<u16>,
    /// freecell: number of cells [default: 4]
    #[arg(long, value_name = "N")]
    cells: Option<u16>,
    /// forty-thieves, autostart: a (four ranks, many suits) or b (one suit, many ranks) [default: a]
    #[arg(long, value_name = "FORM")]
    form: Option<Form>,
}

impl TargetArgs {
    /// The target; `None` for the quantified ones.
    pub(super) fn target(&self, to: TargetArg) -> Result<Option<Target>, Failure> {
        let form = self.form.unwrap_or_default();
        let (suits, cells) = (self.suits.unwrap_or(1), self.cells.unwrap_or(4));
        let (target, own): (_, &[&str]) = match to {
            TargetArg::Spider => (Some(Target::Spider { suits }), &["--suits"]),
            TargetArg::Freecell => (Some(Target::Freecell { cells }), &["--cells"]),
            TargetArg::FortyThieves => (Some(Target::FortyThieves { form }), &["--form"]),
            TargetArg::Autostart => (Some(Target::Autostart { form }), &["--form"]),
            TargetArg::Fair | TargetArg::Easy => (None, &[]),
        };
        let given = [
            ("--suits", "spider", self.suits.is_some()),
            ("--cells", "freecell", self.cells.is_some()),
            ("--form", "forty-thieves and autostart", self.form.is_some()),
        ];
        match given.iter().find(|(name, _, given)| *given && !own.contains(name)) {
            Some((name, of, _)) => {
                let to = to.to_possible_value().map(|v| v.get_name().to_owned()).unwrap_or_default();
                Err(Failure::input(format!("{name} is an option of {of}: expected none for {to}")))
            }
            None => Ok(target),
        }
    }
}
