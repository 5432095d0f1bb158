//! Modules put together as one script.
//!
//! Each comes after those that it imports, without its `import` and `export`. That asks three things of them, which
//! are checked: imports are whole lines of names, nothing is renamed, and no two modules have one name at their top.

use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The script of a module and of all that it imports.
pub(crate) fn script(main: &Path) -> anyhow::Result<String> {
    let mut seen = Vec::new();
    let mut names = BTreeMap::new();
    let mut text = String::new();
    add(main, &mut seen, &mut names, &mut text)?;
    Ok(text)
}

fn add(
    path: &Path,
    seen: &mut Vec<PathBuf>,
    names: &mut BTreeMap<String, PathBuf>,
    text: &mut String,
) -> anyhow::Result<()> {
    let path = path.canonicalize().with_context(|| path.display().to_string())?;
    if seen.contains(&path) {
        return Ok(());
    }
    seen.push(path.clone());
    let module = fs::read_to_string(&path)?;
    let mut own = String::new();
    for (number, line) in module.lines().enumerate() {
        let here = || format!("{}:{}", path.display(), number + 1);
        if line.starts_with("import ") {
            let imported = imported(line).with_context(here)?;
            add(&path.with_file_name("").join(imported), seen, names, text).with_context(here)?;
            continue;
        }
        if let Some(name) = top_name(line)
            && let Some(other) = names.insert(name.to_owned(), path.clone())
        {
            bail!("{}: '{name}' is a name of {} too", here(), other.display());
        }
        own.push_str(line.strip_prefix("export ").unwrap_or(line));
        own.push('\n');
    }
    text.push_str(&own);
    Ok(())
}

/// The file of `import { a, b } from "./file.js";`.
fn imported(line: &str) -> anyhow::Result<&str> {
    let file = line.strip_prefix("import { ").and_then(|rest| {
        let (names, file) = rest.strip_suffix("\";")?.split_once(" } from \"")?;
        (file.starts_with('.') && !names.contains(" as ")).then_some(file)
    });
    file.context("expected import { names } from \"./file.js\";")
}

/// The name that a line at the top of a module gives to something.
fn top_name(line: &str) -> Option<&str> {
    let line = line.strip_prefix("export ").unwrap_or(line);
    let line = line.strip_prefix("async ").unwrap_or(line);
    let rest = ["const ", "let ", "function ", "class "].iter().find_map(|word| line.strip_prefix(word))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("patsat-inline-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (file, text) in files {
            fs::write(folder.join(file), text).unwrap();
        }
        folder
    }

    #[test]
    fn a_module_comes_after_what_it_imports_and_once() {
        let files = [
            ("main.js", "import { a } from \"./a.js\";\nimport { b } from \"./b.js\";\na(b);\n"),
            ("a.js", "import { b } from \"./b.js\";\nexport const a = () => b;\n"),
            ("b.js", "export const b = 1;\n"),
        ];
        let folder = folder("order", &files);
        let text = script(&folder.join("main.js")).unwrap();
        assert_eq!(text, "const b = 1;\nconst a = () => b;\na(b);\n");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_could_not_be_put_together_is_refused() {
        let files = [
            ("twice.js", "import { a } from \"./a.js\";\nconst a = 2;\n"),
            ("renamed.js", "import { a as b } from \"./a.js\";\n"),
            ("missing.js", "import { a } from \"./none.js\";\n"),
            ("a.js", "export const a = 1;\n"),
        ];
        let folder = folder("refused", &files);
        let message = |file: &str| format!("{:#}", script(&folder.join(file)).unwrap_err());
        assert!(message("twice.js").contains("'a' is a name of"), "{}", message("twice.js"));
        assert!(message("renamed.js").contains("expected import"), "{}", message("renamed.js"));
        assert!(message("missing.js").contains("none.js"), "{}", message("missing.js"));
        fs::remove_dir_all(folder).unwrap();
    }
}
