//! Checks of the tree that a compiler does not make: crate edges, headers, paths in documents, machine paths,
//! and pages of diagnostic codes.

use crate::anchors::anchors;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Crates from the bottom up: a crate may use only crates before it.
pub(crate) const ORDER: [&str; 27] = [
    "wp_base",
    "wp_python",
    "wp_kir",
    "wp_exec",
    "wp_spec",
    "wp_clang",
    "wp_decls",
    "wp_host",
    "wp_lower",
    "wp_logic",
    "wp_solve",
    "wp_interp",
    "wp_summary",
    "wp_trials",
    "wp_prove",
    "wp_scan",
    "wp_infer",
    "wp_check",
    "wp_perf",
    "wp_contract",
    "wp_engine",
    "wp_equiv",
    "wp_report",
    "warpproof",
    "warpproof_module",
    "wp_gen",
    "xtask",
];

/// Crates that read source code: of the crates behind them, up to `wp_equiv`, only the engine may use them.
const FRONT_END: [&str; 4] = ["wp_clang", "wp_decls", "wp_host", "wp_lower"];

/// Other edges that the order allows and the design forbids: kernels are lowered without regard to their launches, and
/// the two readings of the IR do not know each other.
const FORBIDDEN: [(&str, &[&str]); 6] = [
    ("wp_lower", &["wp_host"]),
    ("wp_interp", &["wp_exec", "wp_logic", "wp_solve"]),
    ("wp_summary", &["wp_exec", "wp_interp"]),
    ("wp_prove", &["wp_interp", "wp_trials"]),
    ("wp_perf", &["wp_interp", "wp_trials"]),
    ("xtask", &["warpproof"]),
];

/// Crates that only developers run; nothing that ships may depend on them.
const DEVELOPER: [&str; 2] = ["wp_gen", "xtask"];

/// Features that only these crates may enable: they seed faults into the verifier, or let its limits change at run time.
const DEVELOPER_FEATURES: [&str; 2] = ["faults", "tuning"];

/// The faults of the tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// Violated rules, in the order of the checks and then of the paths.
    pub errors: Vec<String>,
}

/// Runs all checks on the tree under `root`.
pub fn check(root: &Path) -> io::Result<Findings> {
    let mut findings = Findings::default();
    let mut files = Vec::new();
    collect(root, root, &mut files)?;
    files.sort();
    edges(root, &mut findings)?;
    features(root, &files, &mut findings);
    sources(root, &files, &mut findings);
    documents(root, &files, &mut findings);
    machine_paths(root, &files, &mut findings);
    codes(root, &files, &mut findings);
    Ok(findings)
}

/// Relative paths of all files but build outputs.
fn collect(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if path.is_symlink() || matches!(name, "target" | ".git" | "out" | ".warpproof" | "dist" | "node_modules") {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if let Ok(relative) = path.strip_prefix(root) {
            files.push(relative.to_owned());
        }
    }
    Ok(())
}

fn text(root: &Path, file: &Path) -> Option<String> {
    fs::read_to_string(root.join(file)).ok()
}

fn is(file: &Path, extension: &str) -> bool {
    file.extension().is_some_and(|e| e == extension)
}

fn edges(root: &Path, findings: &mut Findings) -> io::Result<()> {
    let place = |name: &str| ORDER.iter().position(|n| *n == name);
    let mut folders: Vec<_> = fs::read_dir(root.join("crates"))?.filter_map(|e| Some(e.ok()?.path())).collect();
    folders.sort();
    for folder in folders {
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let name = folder.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if !manifest.lines().any(|line| line.trim() == format!("name = \"{name}\"")) {
            findings.errors.push(format!("crates/{name}: the package is not named after its folder"));
        }
        let Some(own) = place(name) else {
            findings.errors.push(format!("crates/{name}: the crate has no place in the order of crates"));
            continue;
        };
        for used in dependencies(&manifest) {
            let is_between = place("wp_lower") < Some(own) && Some(own) <= place("wp_equiv") && name != "wp_engine";
            let reads_source = is_between && FRONT_END.contains(&&*used);
            let forbidden = reads_source || FORBIDDEN.iter().any(|(from, to)| *from == name && to.contains(&&*used));
            let upwards = place(&used).is_none_or(|p| p >= own);
            let ships = DEVELOPER.contains(&&*used) && !DEVELOPER.contains(&name);
            if forbidden || upwards || ships {
                findings.errors.push(format!("crates/{name}: must not depend on {used}"));
            }
        }
    }
    Ok(())
}

/// Own crates among the dependencies of a manifest; those for tests only are not bound to the order.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut section = "";
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        } else if matches!(section, "[dependencies]" | "[build-dependencies]") {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            if name.starts_with("wp_") || matches!(name, "warpproof" | "xtask") {
                found.push(name.to_owned());
            }
        }
    }
    found
}

/// Of the manifests, only those of developer crates enable the features for developers. A build of the crate `warpproof`
/// alone is therefore without them.
fn features(root: &Path, files: &[PathBuf], findings: &mut Findings) {
    let developer = |file: &Path| DEVELOPER.iter().any(|name| file.starts_with(Path::new("crates").join(name)));
    for file in files.iter().filter(|f| f.ends_with("Cargo.toml") && !developer(f)) {
        let Some(text) = text(root, file) else { continue };
        for feature in DEVELOPER_FEATURES {
            // A feature that is enabled stands in quotation marks, alone or behind the name of its crate.
            let enabled = |word: &str| word == feature || word.ends_with(&format!("/{feature}"));
            if text.lines().any(|line| line.split('"').skip(1).step_by(2).any(enabled)) {
                findings.errors.push(format!("{}: must not enable the feature `{feature}`", file.display()));
            }
        }
    }
}

fn sources(root: &Path, files: &[PathBuf], findings: &mut Findings) {
    for file in files.iter().filter(|f| is(f, "rs")) {
        let Some(text) = text(root, file) else {
            findings.errors.push(format!("{}: not UTF-8", file.display()));
            continue;
        };
        if !text.starts_with("//!") {
            findings
                .errors
                .push(format!("{}: the first line must be `//!` and say the file's one job", file.display()));
        }
    }
}

/// Every path that a Markdown file names must exist: targets of relative links, and code spans that start with a folder
/// of the tree.
fn documents(root: &Path, files: &[PathBuf], findings: &mut Findings) {
    for file in files.iter().filter(|f| is(f, "md")) {
        let Some(text) = text(root, file) else { continue };
        let folder = file.parent().unwrap_or(Path::new(""));
        for (number, line) in lines_outside_fences(&text) {
            let mut missing = Vec::new();
            for link in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let (target, fragment) = link.split_once('#').unwrap_or((link, ""));
                if target.contains("://") || target.starts_with("mailto:") {
                    continue;
                }
                let path = if target.is_empty() { root.join(file) } else { root.join(folder).join(target) };
                if !path.exists() {
                    missing.push(target.to_owned());
                } else if !fragment.is_empty() && is(&path, "md") {
                    let headings = fs::read_to_string(&path).map(|text| anchors(&text)).unwrap_or_default();
                    if !headings.contains(fragment) {
                        missing.push(link.to_owned());
                    }
                }
            }
            for span in line.split('`').skip(1).step_by(2) {
                let named = span.trim_end_matches('/');
                if is_path(root, named) && !root.join(named).exists() && !root.join(folder).join(named).exists() {
                    missing.push(named.to_owned());
                }
            }
            for path in missing {
                findings.errors.push(format!("{}:{number}: {path} does not exist", file.display()));
            }
        }
    }
}

fn lines_outside_fences(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            lines.push((index + 1, line));
        }
    }
    lines
}

/// True if a code span means a file of the tree: plain characters, a slash, and a first part that is a folder here.
fn is_path(root: &Path, span: &str) -> bool {
    let plain = span.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '.'));
    let first = span.split('/').next().unwrap_or_default();
    plain && span.contains('/') && !first.is_empty() && first != "." && root.join(first).is_dir()
}

/// Folders of single machines. They are put together here so that this file does not hold them.
fn machine_folders() -> Vec<String> {
    ["work", "home", "root", "tmp", "Users", "mnt"].iter().map(|name| format!("/{name}/")).collect()
}

fn machine_paths(root: &Path, files: &[PathBuf], findings: &mut Findings) {
    let folders = machine_folders();
    for file in files {
        let known = ["rs", "md", "toml", "cu", "cl", "h", "kir", "json", "yml", "yaml", "txt", "py", "sh", "csv"];
        if !known.iter().any(|e| is(file, e)) {
            continue;
        }
        let Some(text) = text(root, file) else { continue };
        for (number, line) in text.lines().enumerate() {
            let found = folders.iter().any(|folder| {
                // Only the start of an absolute path counts, not a folder of the same name inside a longer path.
                line.match_indices(folder.as_str()).any(|(at, _)| {
                    !line[..at].ends_with(|c: char| {
                        c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '}' | ')' | '*')
                    })
                })
            });
            if found {
                findings.errors.push(format!("{}:{}: holds a path of one machine", file.display(), number + 1));
            }
        }
    }
}

/// Every diagnostic code in the sources has a page, and every page a code.
fn codes(root: &Path, files: &[PathBuf], findings: &mut Findings) {
    let mut used: BTreeMap<String, PathBuf> = BTreeMap::new();
    for file in files.iter().filter(|f| is(f, "rs") && f.components().any(|c| c.as_os_str() == "src")) {
        for code in text(root, file).map(|t| codes_in(without_tests(&t))).unwrap_or_default() {
            used.entry(code).or_insert_with(|| file.clone());
        }
    }
    let pages: BTreeSet<String> = files
        .iter()
        .filter(|f| f.starts_with("docs/codes") && is(f, "md"))
        .filter_map(|f| Some(f.file_stem()?.to_str()?.to_owned()))
        .collect();
    for (code, file) in &used {
        if !pages.contains(code) {
            findings.errors.push(format!("{}: {code} has no page docs/codes/{code}.md", file.display()));
        }
    }
    for page in pages.iter().filter(|p| codes_in(p).first() == Some(*p) && !used.contains_key(*p)) {
        findings.errors.push(format!("docs/codes/{page}.md: no source has this code"));
    }
}

/// The part of a source file before its tests, which may speak of codes that do not exist.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or_default()
}

/// `WP` and exactly four digits.
fn codes_in(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    text.match_indices("WP")
        .filter(|(at, _)| *at == 0 || !bytes[at - 1].is_ascii_alphanumeric())
        .filter_map(|(at, _)| {
            let digits = text.get(at + 2..at + 6)?;
            let ends = !bytes.get(at + 6).is_some_and(u8::is_ascii_alphanumeric);
            (ends && digits.bytes().all(|b| b.is_ascii_digit())).then(|| format!("WP{digits}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("crates")).unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn errors(files: &[(&str, &str)]) -> Vec<String> {
        check(tree(files).path()).unwrap().errors
    }

    #[test]
    fn crate_edges_point_down() {
        let up = "name = \"wp_kir\"\n[dependencies]\nwp_base.workspace = true\nwp_check = { path = \"x\" }\n";
        assert_eq!(errors(&[("crates/wp_kir/Cargo.toml", up)]), ["crates/wp_kir: must not depend on wp_check"]);
        let side =
            "name = \"wp_summary\"\n[dependencies]\nwp_interp.workspace = true\n[dev-dependencies]\nwp_engine = 1\n";
        assert_eq!(
            errors(&[("crates/wp_summary/Cargo.toml", side)]),
            ["crates/wp_summary: must not depend on wp_interp"]
        );
        let front = |name: &str| format!("name = \"{name}\"\n[dependencies]\nwp_decls.workspace = true\n");
        for name in ["wp_scan", "wp_equiv"] {
            let found = errors(&[(&format!("crates/{name}/Cargo.toml"), &front(name))]);
            assert_eq!(found, [format!("crates/{name}: must not depend on wp_decls")]);
        }
        for name in ["wp_lower", "wp_engine", "warpproof"] {
            assert_eq!(errors(&[(&format!("crates/{name}/Cargo.toml"), &front(name))]), [""; 0]);
        }
        assert_eq!(errors(&[("crates/wp_new/Cargo.toml", "name = \"wp_new\"\n")]).len(), 1);
    }

    #[test]
    fn only_developer_crates_enable_their_features() {
        let defines = "name = \"wp_kir\"\n[features]\nfaults = []\n";
        assert_eq!(errors(&[("crates/wp_kir/Cargo.toml", defines)]), [""; 0]);
        let uses = |name: &str| {
            format!("name = \"{name}\"\n[dependencies]\nwp_base = {{ workspace = true, features = [\"tuning\"] }}\n")
        };
        assert_eq!(errors(&[("crates/xtask/Cargo.toml", &uses("xtask"))]), [""; 0]);
        let default = "name = \"wp_kir\"\n[features]\ndefault = [\"wp_base/faults\"]\n";
        for (path, text, feature) in [
            ("crates/warpproof/Cargo.toml", &*uses("warpproof"), "tuning"),
            ("crates/wp_kir/Cargo.toml", default, "faults"),
            ("Cargo.toml", "wp_base = { path = \"crates/wp_base\", features = [\"tuning\"] }\n", "tuning"),
        ] {
            assert_eq!(errors(&[(path, text)]), [format!("{path}: must not enable the feature `{feature}`")]);
        }
    }

    #[test]
    fn sources_have_a_header() {
        assert_eq!(errors(&[("crates/a/src/lib.rs", "fn f() {}\n")]).len(), 1);
        assert_eq!(errors(&[("crates/a/src/lib.rs", "//! x\n")]), [""; 0]);
    }

    #[test]
    fn documents_name_what_exists() {
        let text = "See `crates/a.rs`, `crates/b.rs`, [this](c.md), [that](https://x.y/z) and `a/b`.\n```\n`crates/c.rs`\n```\n";
        let found = errors(&[("README.md", text), ("crates/a.rs", "//! x\n")]);
        assert_eq!(found, ["README.md:1: c.md does not exist", "README.md:1: crates/b.rs does not exist"]);
        let text = "# One heading\n[a](#one-heading) [b](#two) [c](d.md#x) [d](d.md#y-z) [e](f.cu#L1)\n";
        let found = errors(&[("README.md", text), ("d.md", "## Y, `z`\n"), ("f.cu", "\n")]);
        assert_eq!(found, ["README.md:2: #two does not exist", "README.md:2: d.md#x does not exist"]);
    }

    #[test]
    fn machine_paths_are_found() {
        let path = format!("open {}x.cu", machine_folders()[0]);
        assert_eq!(errors(&[("a.md", &path)]).len(), 1);
        assert_eq!(errors(&[("a.md", &format!("src{}x.cu", machine_folders()[0]))]), [""; 0]);
    }

    #[test]
    fn codes_have_pages() {
        let code = ["WP", "0101"].concat();
        let source = format!("//! x\nconst A: &str = \"{code}\";\n");
        assert_eq!(errors(&[("crates/a/src/a.rs", &source)]).len(), 1);
        let page = format!("docs/codes/{code}.md");
        assert_eq!(errors(&[("crates/a/src/a.rs", &source), (&page, "x")]), [""; 0]);
        assert_eq!(errors(&[(&page, "x")]).len(), 1);
    }
}
