//! The limits that the sources declare, whether or not any kernel of the set reaches them.

use anyhow::Result;
use std::path::{Path, PathBuf};

/// A limit in the sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Declared {
    /// Its name with the path of its module.
    pub name: String,
    /// Its value, as it is written.
    pub value: String,
}

/// The limits of all crates that ship, in the order of crates and files.
pub(super) fn limits() -> Result<Vec<Declared>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut declared = Vec::new();
    for name in crate::tidy::ORDER {
        let folder = crates.join(name).join("src");
        let mut files = Vec::new();
        sources(&folder, &mut files)?;
        files.sort();
        for file in files {
            let inside = file.strip_prefix(&folder)?.with_extension("");
            let modules = inside.iter().filter_map(|part| part.to_str()).filter(|part| !matches!(*part, "lib" | "mod"));
            let path = std::iter::once(name).chain(modules).collect::<Vec<_>>().join("::");
            declared.extend(in_text(&path, &std::fs::read_to_string(&file)?));
        }
    }
    Ok(declared)
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn in_text(module: &str, text: &str) -> Vec<Declared> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line {
            "wp_base::limits! {" => inside = true,
            "}" => inside = false,
            _ => {}
        }
        let item = line.trim().trim_end_matches(';');
        if let (true, Some((_, item))) = (inside && !item.starts_with("//"), item.split_once("const ")) {
            let (name, rest) = item.split_once(':').unwrap_or((item, ""));
            let value = rest.split_once('=').map_or("", |(_, value)| value.trim());
            found.push(Declared { name: format!("{module}::{name}"), value: value.to_owned() });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_have_their_modules() {
        let text = "const OTHER: usize = 1;\nwp_base::limits! {\n    /// A const: here.\n    pub(crate) const MOST: u64 = 1 << 4;\n}\nconst MORE: u8 = 2;\n";
        let most = Declared { name: "wp_a::b::MOST".to_owned(), value: "1 << 4".to_owned() };
        assert_eq!(in_text("wp_a::b", text), [most]);
    }

    #[test]
    fn each_limit_is_declared_once() {
        let mut names: Vec<String> = limits().unwrap().into_iter().map(|limit| limit.name).collect();
        assert!(names.len() > 100, "{names:?}");
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
