//! Tasks and plans of the planning competitions: by the rules of the games, by the domains, and as `patsat-formats`
//! detects them.

mod collections;
mod freecell;
mod freecell_walks;
mod planners;
mod spider_tasks;
mod strips;
mod tasks;
mod thoughtful_refusals;
mod thoughtful_tasks;
mod thoughtful_walks;
#[path = "../../../formats/tests/formats/walk.rs"]
mod walk;

use patsat_base::FormatError;
use patsat_formats::{Hints, read_instance};
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;

fn rules() -> Rules {
    Rules::preset("freecell").unwrap()
}

fn ms(number: u64) -> Instance {
    Instance::from_id(rules(), DealId::Microsoft(number)).unwrap()
}

fn random(game: &str, seed: u64) -> Instance {
    Instance::from_id(Rules::preset(game).unwrap(), DealId::Random { game: None, seed }).unwrap()
}

fn read(text: &str) -> Result<Instance, FormatError> {
    read_instance(text.as_bytes(), None, &Hints::default())
}

fn error(text: &str) -> String {
    read(text).map(|_| ()).unwrap_err().to_string()
}
