//! The game that a formula becomes.

use serde::{Deserialize, Serialize};

/// A game that formulas become, with the reduction's options. Files keep it, so that the deal can
/// be rebuilt from its formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "game", deny_unknown_fields)]
pub enum Target {
    /// Spider without a stock.
    Spider {
        /// Number of suits, from 1.
        suits: u16,
    },
    Freecell {
        /// Number of cells, from 0.
        cells: u16,
    },
    FortyThieves {
        /// Which of the two constructions.
        form: Form,
    },
    /// How many cards of a fresh Forty Thieves deal go home at once.
    Autostart {
        /// Which of the two constructions.
        form: Form,
    },
}

/// The two constructions of the reduction to Forty Thieves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Four ranks, as many suits as the formula needs.
    #[default]
    A,
    /// One suit, as many ranks as the formula needs.
    B,
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Target::Spider { suits: 1 } => f.write_str("Spider with 1 suit"),
            Target::Spider { suits } => write!(f, "Spider with {suits} suits"),
            Target::Freecell { cells: 1 } => f.write_str("FreeCell with 1 cell"),
            Target::Freecell { cells } => write!(f, "FreeCell with {cells} cells"),
            Target::FortyThieves { form } => write!(f, "Forty Thieves, form {form}"),
            Target::Autostart { form } => write!(f, "AutoStart, form {form}"),
        }
    }
}

impl std::fmt::Display for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Form::A => "a",
            Form::B => "b",
        })
    }
}

impl std::str::FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Form, String> {
        match text.to_ascii_lowercase().as_str() {
            "a" => Ok(Form::A),
            "b" => Ok(Form::B),
            _ => Err(format!("unknown form '{text}': expected a (four ranks) or b (one suit)")),
        }
    }
}
