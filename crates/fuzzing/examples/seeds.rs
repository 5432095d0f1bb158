//! Writes the corpus that cargo-fuzz begins with: `seeds TARGET FOLDER`. Without arguments it lists the targets.

use patsat_fuzzing::targets;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, folder] = arguments.as_slice() else {
        targets::all().for_each(|target| println!("{:20} {}", target.name, target.about));
        return Ok(());
    };
    let target =
        targets::named(name).ok_or_else(|| std::io::Error::other(format!("unknown target '{name}'")))?;
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder)?;
    for (number, seed) in (target.seeds)().into_iter().enumerate() {
        std::fs::write(folder.join(format!("seed-{number}")), seed)?;
    }
    for (name, input) in target.kept() {
        std::fs::write(folder.join(name), input)?;
    }
    // One word a line, as libFuzzer reads a dictionary.
    let escaped = |word: &&str| word.bytes().map(|byte| format!("\\x{byte:02x}")).collect::<String>();
    let words = target.words.iter().map(|word| format!("\"{}\"\n", escaped(word)));
    std::fs::write(folder.with_extension("dict"), words.collect::<String>())
}
