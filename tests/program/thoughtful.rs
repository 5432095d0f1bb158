//! Thoughtful solitaire of the planning competitions: written, solved and verified by the program.

use patsat_testkit::cli::{file, one_sentence, run};

#[test]
fn a_generated_thoughtful_task_is_solved_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let (task, domain, plan) =
        (folder.path().join("task.pddl"), folder.path().join("domain.pddl"), folder.path().join("plan"));
    let [task, domain, plan] = [&task, &domain, &plan].map(|path| path.to_str().unwrap());
    let game = ["--game", "klondike-draw-one", "--ranks", "5", "--columns", "4"];
    let convert = ["convert", "random:1", "--to", "pddl", "-o", task, "--domain", domain];
    assert_eq!(run(&[&convert[..], &game].concat()).0, 0);
    let (code, out, err) = run(&["solve", task, "-q", "--format", "ipc-plan", "-o", plan]);
    assert_eq!(code, 10, "{out}{err}");
    for options in [&[][..], &["--domain", domain]] {
        let (code, out, _) = run(&[&["verify", task, plan], options].concat());
        assert!(code == 0 && out.starts_with("valid, cost "), "{out}");
    }
    let text = std::fs::read_to_string(plan).unwrap();
    let late = file(folder.path(), "late", text.split_once('\n').unwrap().1);
    assert_ne!(run(&["verify", task, &late]).0, 0);
    let broken = std::fs::read_to_string(task).unwrap().replace("(toptalon ", "(toptalon c0) ; ");
    let broken = file(folder.path(), "broken.pddl", &broken);
    let message = "'c0' on top of the talon, expected the card that no other lies on";
    one_sentence(&["solve", &broken], run(&["solve", &broken]), message);
}
