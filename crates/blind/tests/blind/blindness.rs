//! Hidden cards have no influence, and players know the rules.

use patsat_blind::{AdviceOptions, Choice, HiddenGame, Player, View, advise, play};
use patsat_formats::PartialBoard;
use patsat_game::cards::dealers::random;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_testkit::Dice;
use patsat_testkit::any_game::any_game;
use patsat_testkit::klondike::small_klondike;

fn deal(name: &str) -> Instance {
    let game = name.split(':').nth(1).unwrap();
    Instance::from_id(Rules::preset(game).unwrap(), name.parse().unwrap()).unwrap()
}

/// The same game with its hidden cards in another order.
fn dealt_otherwise(start: &Instance, seed: u64) -> Instance {
    let view = HiddenGame::new(start).view();
    let order = random::orders(&view.rest(), seed).next().unwrap();
    let instance = view.completion(&order);
    Instance { id: start.id.clone(), ..instance }
}

/// Plays two games that differ in hidden cards, and checks that the player makes the same moves until a card is turned
/// that differs. Returns the number of common decisions.
fn same_choices(start: &Instance, player: Player, seed: u64) -> usize {
    let mut games = [HiddenGame::new(start), HiddenGame::new(&dealt_otherwise(start, seed))];
    let policy = || player.policy(start, Some(6), 1).unwrap();
    let mut policies = [policy(), policy()];
    for decisions in 0.. {
        let views = games.each_ref().map(HiddenGame::view);
        if views[0].table() != views[1].table() || decisions == 60 {
            return decisions;
        }
        let choices = [0, 1].map(|n| policies[n].choose(&views[n]));
        assert_eq!(choices[0], choices[1], "{player:?} on {:?}, decision {decisions}", start.id);
        let Choice::Play(moves) = &choices[0] else { return decisions };
        for game in &mut games {
            for &action in moves {
                game.play(action).unwrap();
            }
        }
    }
    unreachable!()
}

#[test]
fn hidden_cards_change_no_choice() {
    let mut decisions = 0;
    for name in [
        "random:spider1:9",
        "random:spider:3",
        "random:klondike:1",
        "random:klondike-draw-one:2",
        "random:spider2:3",
        "random:yukon:4",
    ] {
        let game = deal(name);
        for player in [Player::Best, Player::Sampled, Player::Greedy, Player::Random] {
            for seed in 0..3 {
                decisions += same_choices(&game, player, seed);
            }
        }
    }
    assert!(decisions > 60, "{decisions}");
}

/// Where no card is hidden, one decision is enough: the plan of a search is played.
#[test]
fn a_game_in_full_sight_is_won_by_a_plan() {
    for number in 1..=5 {
        let game = deal(&format!("random:freecell:{number}"));
        let mut policy = Player::Sampled.policy(&game, None, 0).unwrap();
        let played = play(&game, &mut *policy).unwrap();
        assert!(played.won.is_some() && played.decisions == 1, "{number}: {} decisions", played.decisions);
    }
}

#[test]
fn views_and_advice_have_no_hidden_card() {
    for seed in 0..40 {
        let game = small_klondike(seed);
        let (a, b) = (HiddenGame::new(&game).view(), HiddenGame::new(&dealt_otherwise(&game, seed)).view());
        assert_eq!((a.table(), a.rest(), a.unseen()), (b.table(), b.rest(), b.unseen()));
        assert_eq!(a.board().instance.deal, b.board().instance.deal);
        let options = AdviceOptions { samples: 10, seed };
        assert_eq!(advise(&a, &options), advise(&b, &options));
    }
}

/// A move that a view calls legal is legal, whatever the hidden cards are.
#[test]
fn moves_of_a_view_are_legal() {
    let mut dice = Dice::new(64);
    let mut moves = 0;
    for _ in 0..400 {
        let start = any_game(&mut dice, 30);
        let mut game = HiddenGame::new(&start);
        for _ in 0..40 {
            let view = game.view();
            let legal = view.moves();
            for order in random::orders(&view.rest(), dice.below(1000) as u64).take(2) {
                let table = view.completion(&order).table();
                for &action in &legal {
                    table.clone().apply(action).unwrap();
                    moves += 1;
                }
            }
            if legal.is_empty() {
                break;
            }
            game.play(dice.pick(&legal)).unwrap();
        }
    }
    assert!(moves > 10_000, "{moves}");
}

#[test]
fn every_player_plays_every_game_by_the_rules() {
    let mut dice = Dice::new(7);
    let mut won = 0;
    for _ in 0..60 {
        let game = any_game(&mut dice, 16);
        for player in Player::ALL {
            let Some(mut policy) = player.policy(&game, Some(3), 0) else { continue };
            won += u64::from(play(&game, &mut *policy).unwrap().won.is_some());
        }
    }
    assert!(won > 20, "{won}");
}

/// Cards that were drawn once are known after the stock was turned over.
#[test]
fn a_stock_that_was_looked_through_is_known() {
    use patsat_game::rules::Move;
    let mut game = HiddenGame::new(&deal("random:klondike:5"));
    assert_eq!(game.view().unseen().len(), 21 + 24);
    for _ in 0..3 {
        game.play(Move::Draw).unwrap();
    }
    assert_eq!(game.view().unseen().len(), 21 + 15);
    for _ in 0..5 {
        game.play(Move::Draw).unwrap();
    }
    game.play(Move::Redeal).unwrap();
    let view = game.view();
    assert!(view.knows_stock());
    assert_eq!(view.unseen().len(), 21);
    assert!(game.play(Move::Redeal).is_err());
}

/// A view of a board on which a known card lies face down keeps it.
#[test]
fn a_known_card_that_lies_face_down_is_seen() {
    let board = b"klondike\nstock:\nwaste:\nFoundations: H-J C-K D-K S-K\n: <KH> QH\n:\n:\n:\n:\n:\n:\n";
    let read: PartialBoard = patsat_formats::read(board, None, &Default::default()).unwrap();
    let view = View::of(&read);
    assert!(view.unseen().is_empty() && view.rest().is_empty());
    assert_eq!(view.completions(10, 0).positions.len(), 1);
}

/// A card that was turned on moves that were taken back is known, and no other.
#[test]
fn what_was_seen_before_is_remembered() {
    use patsat_blind::SeenDepth;
    let mut dice = Dice::new(15);
    let mut known = 0;
    for seed in 0..60 {
        let start = if seed % 2 == 0 { small_klondike(seed) } else { any_game(&mut dice, 24) };
        let new = HiddenGame::new(&start);
        assert_eq!(HiddenGame::remembering(&start, &new.seen()).view().unseen(), new.view().unseen());
        let mut seen = new.seen();
        for _ in 0..3 {
            let mut game = HiddenGame::remembering(&start, &seen);
            for _ in 0..12 {
                let moves = game.view().moves();
                if moves.is_empty() {
                    break;
                }
                game.play(dice.pick(&moves)).unwrap();
            }
            let after = game.seen();
            let fewer = |a: &SeenDepth, b: &SeenDepth| {
                a.stock <= b.stock && a.columns.iter().zip(&b.columns).all(|(a, b)| a <= b)
            };
            assert!(fewer(&after, &seen), "{after:?} {seen:?}");
            seen = after;
            let (before, now) = (new.view(), HiddenGame::remembering(&start, &seen).view());
            let is_fewer = now.unseen().iter().all(|place| before.unseen().contains(place));
            assert!(is_fewer && now.unseen().len() == seen.stock + seen.columns.iter().sum::<usize>());
            known += before.unseen().len() - now.unseen().len();
            // Each known card lies where it was dealt.
            let place =
                |n: usize, at: usize| (now.table().columns()[n].cards[at], start.deal.columns[n].cards[at]);
            for (n, &unseen) in seen.columns.iter().enumerate() {
                for at in unseen..start.deal.columns[n].face_down {
                    let (shown, dealt) = place(n, at);
                    assert_eq!(shown, dealt);
                }
            }
        }
    }
    assert!(known > 50, "{known}");
}
