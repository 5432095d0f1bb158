//! When the program contradicts itself: keep everything, and say where.

use crate::build::build;
use patsat_console::exit::Failure;
use patsat_game::state::Instance;
use patsat_planning as planning;
use patsat_planning::SelfCheck;
use std::path::PathBuf;

/// A failure of a request in the words of the command line. Of a contradiction, instance, plan and
/// complaint are kept in a directory of their own, for a bug report.
pub(super) fn failure(instance: &Instance, error: planning::Failure) -> Failure {
    let error = &match error {
        planning::Failure::Input(error) => return Failure::input(error),
        planning::Failure::Missing(_) | planning::Failure::Broken(_) => return Failure::missing(error),
        planning::Failure::SelfCheck(error) => error,
    };
    let kept = match keep(instance, error) {
        Ok(folder) => format!("the files are kept in {}", folder.display()),
        Err(reason) => format!("the files could not be kept: {reason}"),
    };
    Failure::self_check(format!("{error}. This is a bug of patsat, please report it; {kept}"))
}

fn keep(instance: &Instance, error: &SelfCheck) -> std::io::Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("patsat-selfcheck-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let parts = serde_json::json!({
        "id": instance.id.as_ref().map(ToString::to_string),
        "rules": *instance.rules,
        "deal": instance.deal,
    });
    std::fs::write(folder.join("instance.json"), format!("{parts:#}\n"))?;
    let arguments: Vec<String> = std::env::args().collect();
    let version = format!("patsat {} {}", env!("CARGO_PKG_VERSION"), build().commit);
    std::fs::write(folder.join("complaint.txt"), format!("{version}\n{arguments:?}\n{error}\n{error:#?}\n"))?;
    match error {
        SelfCheck::Plan { plan, .. } => {
            let moves = serde_json::to_string_pretty(&plan.moves)?;
            std::fs::write(folder.join("plan.json"), moves + "\n")?;
        }
        SelfCheck::Model { files, .. } => {
            for (name, content) in &files.0 {
                std::fs::write(folder.join(name), content)?;
            }
        }
        _ => {}
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::super::Exit;
    use super::*;
    use patsat_game::rules::{Move, Place, Rules};
    use patsat_game::state::Plan;

    #[test]
    fn a_refused_plan_exits_with_3_and_is_kept() {
        let rules = Rules::preset("freecell").unwrap();
        let instance = Instance::from_id(rules, "ms:1".parse().unwrap()).unwrap();
        let plan = Plan::from(vec![Move::one(Place::Column(0), Place::Foundation(0))]);
        let fault = Box::new(patsat_game::verify::replay(&instance, plan.clone()).unwrap_err());
        let failure = failure(&instance, SelfCheck::Plan { plan, fault }.into());
        assert_eq!(failure.exit, Exit::SelfCheck);
        let folder = PathBuf::from(failure.text.split("kept in ").nth(1).unwrap());
        for name in ["instance.json", "complaint.txt", "plan.json"] {
            assert!(std::fs::metadata(folder.join(name)).unwrap().len() > 10, "{name}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
