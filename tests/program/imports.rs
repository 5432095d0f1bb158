//! Reads from the sources of a crate which of its files uses names of which other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A path of names, such as `rules::Place`.
type Names = Vec<String>;

/// The files of a crate's `src` and the names that they use.
pub(super) struct Package {
    /// The file of each module, by the module's path.
    files: BTreeMap<Names, PathBuf>,
    /// What each module imports, from the crate's root on.
    imports: BTreeMap<Names, Vec<Import>>,
}

struct Import {
    path: Names,
    /// The name under which the module passes it on, where it does.
    public: Option<String>,
}

impl Package {
    /// Reads all files of `src`.
    pub(super) fn read(src: &Path) -> Self {
        let mut found = Vec::new();
        collect(src, &mut found);
        let files: BTreeMap<Names, PathBuf> =
            found.into_iter().map(|file| (module_of(file.strip_prefix(src).unwrap()), file)).collect();
        let mut package = Self { files, imports: BTreeMap::new() };
        for (module, file) in &package.files {
            let text = std::fs::read_to_string(file).unwrap();
            let imports = package.imports_of(module, &text);
            package.imports.insert(module.clone(), imports);
        }
        package
    }

    /// The files of the crate, by module.
    pub(super) fn files(&self) -> impl Iterator<Item = (&[String], &Path)> {
        self.files.iter().map(|(module, file)| (module.as_slice(), file.as_path()))
    }

    /// The modules whose names `module` uses if its text is `text`.
    pub(super) fn used(&self, module: &[String], text: &str) -> BTreeSet<Names> {
        let imports = self.imports_of(module, text);
        imports.iter().flat_map(|import| self.places(&import.path)).filter(|place| place != module).collect()
    }

    /// The modules whose names each module uses.
    pub(super) fn graph(&self) -> Graph {
        let places = |module: &Names| {
            let all = self.imports[module].iter().flat_map(|import| self.places(&import.path));
            all.filter(|place| place != module).collect()
        };
        self.files.keys().map(|module| (module.clone(), places(module))).collect()
    }

    /// The modules that define what `path` names: where a module passes a name on, the one below it.
    fn places(&self, path: &[String]) -> Vec<Names> {
        let length = (0..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]));
        let (module, rest) = path.split_at(length.unwrap_or(0));
        let Some(name) = rest.first() else { return vec![module.to_vec()] };
        let passed = self.imports.get(module).into_iter().flatten();
        let passed = passed.filter(|import| import.public.as_ref() == Some(name) && import.path != *path);
        let passed: Vec<&Names> = passed.map(|import| &import.path).collect();
        if passed.is_empty() {
            vec![module.to_vec()]
        } else {
            passed.iter().flat_map(|p| self.places(p)).collect()
        }
    }

    fn imports_of(&self, module: &[String], text: &str) -> Vec<Import> {
        let code = code_of(text);
        let mut all = Vec::new();
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let mut at = 0;
        while let Some(found) = code[at..].find(|c: char| c.is_alphabetic() || c == '_') {
            let start = at + found;
            let name: String = code[start..].chars().take_while(|&c| word(c)).collect();
            let end = start + name.len();
            at = end;
            // Not the middle of a path, a field or a method.
            let before = code[..start].trim_end();
            if before.ends_with("::") || before.ends_with('.') && !before.ends_with("..") {
                continue;
            }
            if name == "use" {
                let Some(length) = code[end..].find(';') else { continue };
                let public = before.ends_with("pub") || before.ends_with(')') && before.contains("pub(");
                for (path, alias) in tree(code[end..end + length].trim()) {
                    if let Some(path) = self.rooted(module, &path) {
                        all.push(Import { path, public: public.then_some(alias) });
                    }
                }
                at = end + length;
            } else if code[end..].starts_with("::") {
                let path: Names = std::iter::once(name)
                    .chain(
                        code[end..]
                            .split("::")
                            .skip(1)
                            .map(|part| part.chars().take_while(|&c| word(c)).collect()),
                    )
                    .take(8)
                    .collect();
                let path: Names = path.into_iter().take_while(|part| !part.is_empty()).collect();
                if let Some(path) = self.rooted(module, &path) {
                    all.push(Import { path, public: None });
                }
            }
        }
        all
    }

    /// A path as it stands in `module`, from the crate's root on; none for other crates.
    fn rooted(&self, module: &[String], path: &[String]) -> Option<Names> {
        let mut base = module.to_vec();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => (base, rest) = (Vec::new(), &rest[1..]),
            "self" => rest = &rest[1..],
            "super" => {}
            first => {
                base.push(first.to_owned());
                return self.files.contains_key(&base).then(|| [&base[..], &rest[1..]].concat());
            }
        }
        while rest.first().is_some_and(|first| first == "super") {
            base.pop();
            rest = &rest[1..];
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }
}

type Graph = BTreeMap<Names, BTreeSet<Names>>;

/// The groups of modules beside each other that import each other, directly or through others. Imports of all modules
/// inside a module count as its own; those between a module and the modules inside it do not count.
pub(super) fn circles_beside(graph: &Graph) -> Vec<BTreeSet<Names>> {
    let parents: BTreeSet<&[String]> =
        graph.keys().filter_map(|module| Some(module.split_last()?.1)).collect();
    parents.into_iter().flat_map(|parent| circles(&children(graph, parent))).collect()
}

/// The graph of the modules right inside `parent`, each with all that is inside it.
fn children(graph: &Graph, parent: &[String]) -> Graph {
    let child = |module: &Names| {
        (module.len() > parent.len() && module.starts_with(parent)).then(|| module[..=parent.len()].to_vec())
    };
    let mut below = Graph::new();
    for (module, used) in graph {
        let Some(from) = child(module) else { continue };
        let to: Vec<Names> = used.iter().filter_map(child).filter(|to| *to != from).collect();
        below.entry(from).or_default().extend(to);
    }
    below
}

/// The groups of modules of which each imports the others, directly or through others.
fn circles(graph: &Graph) -> Vec<BTreeSet<Names>> {
    let reached = |from: &Names| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&Names> = graph[from].iter().collect();
        while let Some(module) = open.pop() {
            if seen.insert(module.clone()) {
                open.extend(graph.get(module).into_iter().flatten());
            }
        }
        seen
    };
    let all: BTreeMap<&Names, BTreeSet<Names>> =
        graph.keys().map(|module| (module, reached(module))).collect();
    let mut circles: Vec<BTreeSet<Names>> = Vec::new();
    for (&module, below) in &all {
        if below.contains(module) && !circles.iter().any(|circle| circle.contains(module)) {
            circles.push(
                below
                    .iter()
                    .filter(|&other| all.get(other).is_some_and(|b| b.contains(module)))
                    .cloned()
                    .collect(),
            );
        }
    }
    circles
}

/// The module that a file below `src` holds: `a/mod.rs` and `a.rs` are `a`, `lib.rs` is the root.
fn module_of(inside: &Path) -> Names {
    let mut names: Names =
        inside.iter().map(|part| part.to_str().unwrap().trim_end_matches(".rs").to_owned()).collect();
    if names.last().is_some_and(|last| last == "mod" || names.len() == 1 && (last == "lib" || last == "main"))
    {
        names.pop();
    }
    names
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            // Tests may import what stands above what they test.
            files.push(path);
        }
    }
}

/// The paths of a `use` tree and the name that each gets.
fn tree(text: &str) -> Vec<(Names, String)> {
    let text = text.trim();
    if let Some(group) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) {
        let (mut parts, mut depth, mut item) = (Vec::new(), 0, 0);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    parts.push(&group[item..at]);
                    item = at + 1;
                }
                _ => {}
            }
        }
        parts.push(&group[item..]);
        return parts.into_iter().filter(|part| !part.trim().is_empty()).flat_map(tree).collect();
    }
    let first = text.split("::").next().unwrap_or("").trim();
    match text.split_once("::") {
        Some((_, rest)) => {
            let below = tree(rest);
            below
                .into_iter()
                .map(|(mut path, alias)| {
                    if path == ["self"] {
                        path.clear();
                    }
                    let alias = if alias == "self" { first.to_owned() } else { alias };
                    path.insert(0, first.to_owned());
                    (path, alias)
                })
                .collect()
        }
        None => {
            let (name, alias) = text.split_once(" as ").unwrap_or((text, text));
            if name.trim() == "*" {
                return vec![(Vec::new(), "*".to_owned())];
            }
            vec![(vec![name.trim().to_owned()], alias.trim().to_owned())]
        }
    }
}

#[test]
fn nested_use_trees_are_read() {
    let found = tree("a::{b::{c, d}, e as f,\n self, g::*}");
    let shown: Vec<String> = found.iter().map(|(path, name)| format!("{} {name}", path.join("::"))).collect();
    assert_eq!(shown, ["a::b::c c", "a::b::d d", "a::e f", "a a", "a::g *"]);
}

/// The text without comments, which may point anywhere, and without the tests at its end.
fn code_of(text: &str) -> String {
    let text = text.find("#[cfg(test)]\nmod ").map_or(text, |end| {
        // A module of tests in a file of its own is one line; what follows it counts.
        if text[end..].lines().nth(1).is_some_and(|line| line.ends_with(';')) { text } else { &text[..end] }
    });
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    let mut code = lines.collect::<Vec<_>>().join("\n");
    while let Some(start) = code.find("/*") {
        let end = code[start..].find("*/").map_or(code.len(), |end| start + end + 2);
        code.replace_range(start..end, "");
    }
    code.replace(" :: ", "::")
}
