use patsat_blind::{AdviceOptions, HiddenGame, View, advise};
use patsat_formats::Hints;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let view = if args[1].contains(':') {
        let id: patsat_game::cards::DealId = args[1].parse().unwrap();
        let rules = patsat_game::rules::Rules::preset(id.game().unwrap_or(id.usual_game())).unwrap();
        HiddenGame::new(&patsat_game::state::Instance::from_id(rules, id).unwrap()).view()
    } else {
        View::of(&patsat_formats::read(&std::fs::read(&args[1]).unwrap(), None, &Hints::default()).unwrap())
    };
    let t = std::time::Instant::now();
    let advice = advise(&view, &AdviceOptions { samples: args[2].parse().unwrap(), seed: 0 });
    println!("{} completions, {:?}, {:.2} s, {} unseen", advice.completions, advice.foresight, t.elapsed().as_secs_f64(), view.unseen().len());
    for s in advice.scores { println!("{:?}", s); }
}
