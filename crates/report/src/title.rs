//! Games and deals in the words of a player.

use patsat_formats::first_deal;
use patsat_game::cards::DealId;
use patsat_game::state::Instance;

/// Names that capital letters alone do not give.
const SPELLED: [(&str, &str); 7] = [
    ("freecell", "FreeCell"),
    ("bakers-game", "Baker's Game"),
    ("spider", "Spider (4 suits)"),
    ("spider3", "Spider (3 suits)"),
    ("spider2", "Spider (2 suits)"),
    ("spider1", "Spider (1 suit)"),
    ("ipc-spider", "IPC Spider"),
];

/// The name of a game: `forty-and-eight` is Forty and Eight.
#[must_use]
pub fn game(preset: &str) -> String {
    if let Some((_, spelled)) = SPELLED.iter().find(|(name, _)| *name == preset) {
        return (*spelled).to_owned();
    }
    let capital = |word: &str| match word {
        "and" => word.to_owned(),
        "napoleons" => "Napoleon's".to_owned(),
        _ => word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect(),
    };
    preset.split('-').map(capital).collect::<Vec<String>>().join(" ")
}

/// The game and the deal, as in "FreeCell, deal 617".
#[must_use]
pub fn title(instance: &Instance) -> String {
    let preset = &instance.rules.name;
    match &instance.id {
        Some(id) => format!("{}, {}", game(preset), deal(preset, id)),
        None => game(preset),
    }
}

/// The number of a deal, with its dealer where that is not the usual one of the game.
#[must_use]
pub fn deal(preset: &str, id: &DealId) -> String {
    let dealer = match id {
        id if is_usual(preset, id) => "",
        DealId::Microsoft(_) => "Microsoft ",
        DealId::MicrosoftNegative(n) => return format!("Microsoft deal -{n}"),
        DealId::PySol(n) => return format!("PySol deal {n}"),
        DealId::PySolOld(_) => "old PySol ",
        DealId::KPatience { .. } => "KPatience ",
        DealId::KlondikeSolver(_) => "Klondike-Solver ",
        DealId::Greenfelt(_) => "Greenfelt ",
        DealId::Solvitaire { .. } => "Solvitaire ",
        DealId::Random { .. } => "random ",
    };
    format!("{dealer}deal {}", id.number())
}

/// Whether a deal has a number of the usual dealer of its game.
#[must_use]
pub fn is_usual(preset: &str, id: &DealId) -> bool {
    first_deal(preset).with_number(id.number()).as_ref() == Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::rules::Rules;

    #[test]
    fn titles_name_game_and_deal_in_words() {
        for (preset, id, words) in [
            ("freecell", "ms:617", "FreeCell, deal 617"),
            ("freecell", "random:7", "FreeCell, random deal 7"),
            ("spider", "kpat:spider4:1", "Spider (4 suits), deal 1"),
            ("forty-and-eight", "random:forty-and-eight:2", "Forty and Eight, random deal 2"),
        ] {
            let instance = Instance::from_id(Rules::preset(preset).unwrap(), id.parse().unwrap()).unwrap();
            assert_eq!(title(&instance), words);
        }
    }
}
