//! KPatience itself opens our saved games, replays every state and saves them back unchanged.
//!
//! Debian's `kpat` 22.12 without a screen, driven over D-Bus: `apt-get install kpat dbus`, then
//! `cargo test --test program kpatience:: -- --ignored`. Some ten seconds a game, most of them waiting.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

/// Opens the file `$0`, waits until the program answers, and quits it, so that it saves the game.
const SESSION: &str = r#"
kpat "$0" >/dev/null 2>&1 & p=$!
call() { dbus-send --session --print-reply --dest=org.kde.kpat-$p /kpat/MainWindow "$@" >/dev/null 2>&1; }
for i in $(seq 120); do sleep 0.5; call org.freedesktop.DBus.Peer.Ping && break; done
sleep 5
call org.kde.KMainWindow.activateAction string:game_quit
for i in $(seq 40); do kill -0 $p 2>/dev/null || break; sleep 0.5; done
kill $p 2>/dev/null
exit 0
"#;

/// What KPatience saves after it has opened a file.
fn reopened(file: &Path, suits: u32) -> String {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name);
    fs::create_dir(path(".config")).unwrap();
    let settings = format!("[General Settings]\nRememberStateOnExit=true\nSpiderSuits={suits}\n");
    fs::write(path(".config/kpatrc"), settings).unwrap();
    let search = std::env::var("PATH").unwrap_or_default();
    Command::new("dbus-run-session")
        .args(["--", "bash", "-c", SESSION, file.to_str().unwrap()])
        .env("PATH", format!("{search}:/usr/games"))
        .env("HOME", home.path())
        .env("XDG_RUNTIME_DIR", home.path())
        .env("QT_QPA_PLATFORM", "offscreen")
        .env_remove("XDG_DATA_HOME")
        .env_remove("XDG_CONFIG_HOME")
        .assert()
        .success();
    fs::read_to_string(path(".local/share/kpat/savedstate.xml")).unwrap_or_default()
}

#[test]
#[ignore = "needs Debian's kpat and dbus; half a minute"]
fn solutions_open_in_kpatience_and_come_back_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    for (deal, suits) in [("kpat:spider1:5", 1), ("kpat:spider4:1", 4), ("kpat:freecell:1", 4)] {
        let file = folder.path().join("game.kpat");
        let solve = ["solve", deal, "--format", "kpat", "-o", file.to_str().unwrap()];
        Command::cargo_bin("patsat").unwrap().env("COLUMNS", "10000").args(solve).assert().code(10);
        let ours = fs::read_to_string(&file).unwrap();
        assert_eq!(reopened(&file, suits), ours, "{deal}");
        // The file of the solution is a plan that the verifier accepts.
        Command::cargo_bin("patsat")
            .unwrap()
            .env("COLUMNS", "10000")
            .args(["verify", deal, file.to_str().unwrap()])
            .assert()
            .success();
        // What comes back is what was read: with two cards exchanged it is another game.
        let ids: Vec<&str> = ours.split("id=\"").skip(1).map(|rest| &rest[..7]).collect();
        let other = ids.iter().find(|id| id[1..] != ids[0][1..]).unwrap();
        let swapped = ours.replace(ids[0], "#").replace(other, ids[0]).replace('#', other);
        fs::write(&file, &swapped).unwrap();
        assert_ne!(reopened(&file, suits), ours, "{deal}");
    }
}
