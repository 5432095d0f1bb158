//! The committed pages and figures of studies are those that the program makes of the committed runs.
//!
//! `PATSAT_WRITE=1 cargo test -p patsat-experiments committed` makes them again.

use super::super::model::Installed;
use super::{STUDIES, Study, figures, kept, page};
use crate::report::committed::{compare, root};
use std::fs;

/// The solvers and versions that a page lists.
fn installed(page: &str) -> Vec<Installed> {
    let lines = page.lines().take_while(|line| !line.starts_with("## "));
    let lines = lines.filter_map(|line| line.strip_prefix("* ")?.split_once(": "));
    let solver = |(name, version): (&str, &str)| {
        let installed = !version.starts_with("not installed");
        let known = installed && version != "version unknown";
        Installed { name: name.to_owned(), installed, version: known.then(|| version.to_owned()) }
    };
    lines.map(solver).collect()
}

#[test]
fn committed_studies_are_made_from_their_runs() {
    for (name, text) in STUDIES {
        let study = Study::read(text).unwrap();
        let folder = if name == "families" { name.to_owned() } else { format!("families-{name}") };
        let folder = root().join("benches/results").join(folder);
        let runs = kept::runs_of(&fs::read_to_string(folder.join("runs.jsonl")).unwrap());
        let mut drawn = Vec::new();
        for (file, svg) in figures::all(&study, &runs) {
            compare(&folder.join(&file), &svg);
            if file.contains("four-forms") {
                compare(&root().join("docs/src/images/random-3-sat-in-four-forms.svg"), &svg);
            }
            drawn.push(file);
        }
        let there =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut there: Vec<String> = there.filter(|name| name.ends_with(".svg")).collect();
        there.sort();
        drawn.sort();
        assert_eq!(there, drawn, "{name}");
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        compare(&folder.join("README.md"), &page::page(&study, &runs, &installed(&readme)));
    }
}
