//! The sessions in the pages that teach: what their commands print is what the pages say.
//!
//! A fence whose first line is a comment with the name of a file (`// sums.cu`, `# warpproof.toml`) is that file. A fence
//! of the language `console` has commands behind `$ `, each followed by what it prints, to either stream; a line `...`
//! stands for any lines, and `echo $?` prints the exit code of the command before. `WP_BLESS=1` writes what is printed
//! into the pages, except where a `...` leaves lines out.

use crate::support::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn sessions_of_the_readme() {
    session("README.md", 1);
}

#[test]
fn sessions_of_the_tutorial() {
    session("docs/tutorial.md", 10);
}

#[test]
fn sessions_of_inconclusive_kernels() {
    session("docs/inconclusive.md", 8);
}

#[test]
fn sessions_of_the_cheat_sheet() {
    session("docs/cheat-sheet.md", 1);
}

#[test]
fn sessions_of_the_questions() {
    session("docs/faq.md", 1);
}

#[test]
fn sessions_of_the_comparison() {
    session("docs/comparison.md", 3);
}

/// Runs the sessions of a page, which has `least` commands or more.
fn session(page: &str, least: usize) {
    let path = root().join(page);
    let text = fs::read_to_string(&path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut shell = Shell { folder: folder.path().to_owned(), code: 0 };
    let mut edits = Vec::new();
    let (mut commands, mut wrong) = (0, String::new());
    for fence in fences(&text) {
        if fence.language != "console" {
            if let Some(name) = file_name(fence.body) {
                let file = shell.folder.join(name);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, fence.body).unwrap();
            }
            continue;
        }
        let mut printed = String::new();
        for step in fence.body.split("$ ").skip(1) {
            let (command, expected) = step.split_once('\n').unwrap_or((step, ""));
            let found = shell.run(command);
            commands += 1;
            if !matches(expected, &found) {
                wrong.push_str(&format!("{page}: $ {command}\n{found}\ninstead of\n{expected}\n"));
            }
            printed.push_str(&format!("$ {command}\n{found}"));
        }
        if !fence.body.lines().any(|line| line == "...") {
            edits.push((fence.at, fence.body.len(), printed));
        }
    }
    assert!(commands >= least, "{page} has {commands} commands");
    if std::env::var_os("WP_BLESS").is_some() {
        let mut blessed = text;
        for (at, length, printed) in edits.into_iter().rev() {
            blessed.replace_range(at..at + length, &printed);
        }
        fs::write(path, blessed).unwrap();
        return;
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A fence of a page.
struct Fence<'a> {
    language: &'a str,
    body: &'a str,
    /// Where the body begins in the page.
    at: usize,
}

fn fences(text: &str) -> Vec<Fence<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once("\n```") {
        let (language, behind) = behind.split_once('\n').unwrap();
        let at = text.len() - behind.len();
        let (body, behind) = behind.split_at(behind.find("```").expect("a fence ends"));
        found.push(Fence { language, body, at });
        rest = &behind[2..];
    }
    found
}

/// The file that the first line of a fence names.
fn file_name(body: &str) -> Option<&str> {
    let line = body.lines().next()?;
    let name = line.strip_prefix("// ").or_else(|| line.strip_prefix("# "))?;
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '.'));
    (plain && name.contains('.') && !name.ends_with('.')).then_some(name)
}

struct Shell {
    folder: PathBuf,
    /// The exit code of the last command.
    code: i32,
}

impl Shell {
    /// What a command prints.
    fn run(&mut self, command: &str) -> String {
        if command == "echo $?" {
            return format!("{}\n", self.code);
        }
        let program = Path::new(env!("CARGO_BIN_EXE_warpproof")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        let done = Command::new("sh")
            .args(["-c", &format!("{command} 2>&1")])
            .current_dir(&self.folder)
            .env("PATH", format!("{}:{path}", program.display()))
            .output()
            .unwrap();
        self.code = done.status.code().unwrap_or(-1);
        let text = String::from_utf8_lossy(&done.stdout);
        let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
        if lines.is_empty() {
            String::new()
        } else {
            lines.join("\n") + "\n"
        }
    }
}

/// Tests if a text has the expected lines, where `...` stands for any.
fn matches(expected: &str, found: &str) -> bool {
    let lines: Vec<&str> = expected.trim_end().lines().collect();
    let found: Vec<&str> = found.trim_end().lines().collect();
    let mut parts = lines.split(|line| *line == "...");
    let first = parts.next().unwrap_or_default();
    if !found.starts_with(first) {
        return false;
    }
    let mut at = first.len();
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return at == found.len();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return found[at..].ends_with(part);
        }
        let Some(next) = (at..=found.len() - part.len().min(found.len())).find(|i| found[*i..].starts_with(part))
        else {
            return false;
        };
        at = next + part.len();
    }
    true
}

#[test]
fn dots_stand_for_any_lines() {
    let found = "a\nb\nc\nd\n";
    for good in ["a\nb\nc\nd", "...", "a\n...", "...\nd", "a\n...\nc\n...", "...\nb\nc\n...\nd", "a\nb\nc\nd\n..."] {
        assert!(matches(good, found), "{good}");
    }
    for bad in ["", "a", "b\n...", "...\nc", "...\nd\n...\nc", "a\n...\nx\n...", "a\nb\nc\nd\n...\nd"] {
        assert!(!matches(bad, found), "{bad}");
    }
    assert_eq!(file_name("// a/b.cu\nint i;"), Some("a/b.cu"));
    assert_eq!(file_name("// Reverses a block.\n"), None);
}

/// Folders of pages whose lists are made from the pages.
const FOLDERS: [&str; 3] = ["codes", "assumptions", "rules"];

/// The pages of a folder of `docs`: the name of each, and its title without the name.
fn pages_of(folder: &str) -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(root().join("docs").join(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "md") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = fs::read_to_string(&path).unwrap();
            let title = text.lines().next().unwrap().trim_start_matches("# ");
            let title = title.strip_prefix(&format!("{name}: ")).unwrap_or(title).to_owned();
            pages.push((name, title));
        }
    }
    pages.sort();
    pages
}

/// Compares a page with what it should be, or writes it with `WP_BLESS=1`.
fn agrees(page: &str, expected: &str) {
    let path = root().join("docs").join(page);
    if std::env::var_os("WP_BLESS").is_some() {
        fs::write(&path, expected).unwrap();
    }
    let text = fs::read_to_string(&path).unwrap();
    assert!(text == expected, "docs/{page} differs from the pages: run this test with WP_BLESS=1\n{expected}");
}

/// `docs/codes.md` and the others list the pages of their folders.
#[test]
fn lists_of_pages_are_complete() {
    for folder in FOLDERS {
        let page = format!("{folder}.md");
        let text = fs::read_to_string(root().join("docs").join(&page)).unwrap();
        let (head, _) = text.split_once("|---|---|\n").unwrap();
        let rows = pages_of(folder);
        let rows = rows.iter().map(|(name, title)| format!("| [{name}]({folder}/{name}.md) | {title} |\n"));
        agrees(&page, &format!("{head}|---|---|\n{}", rows.collect::<String>()));
    }
}

/// The table of contents of the site names every page once; the pages of the folders stand below their lists.
#[test]
fn every_page_is_in_the_table_of_contents() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let mut expected = String::new();
    for line in summary.lines().filter(|line| !FOLDERS.iter().any(|f| line.contains(&format!("]({f}/")))) {
        expected.push_str(&format!("{line}\n"));
        let folder = FOLDERS.iter().find(|f| line.ends_with(&format!("]({f}.md)")));
        for (name, _) in folder.map(|f| pages_of(f)).unwrap_or_default() {
            expected.push_str(&format!("  - [{name}]({}/{name}.md)\n", folder.unwrap()));
        }
    }
    agrees("SUMMARY.md", &expected);
    let named: Vec<&str> = expected.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    let own: BTreeSet<&str> = named.iter().copied().filter(|page| !page.contains('/')).collect();
    let mut pages = BTreeSet::new();
    for entry in fs::read_dir(&docs).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".md") && name != "SUMMARY.md" {
            pages.insert(name);
        }
    }
    assert_eq!(named.len(), named.iter().collect::<BTreeSet<_>>().len(), "a page is named twice");
    assert_eq!(own, pages.iter().map(String::as_str).collect());
}

/// Each row of the table of supported features is shown by kernels, whose headers other tests check.
#[test]
fn supported_features_are_shown_by_kernels() {
    let page = fs::read_to_string(root().join("docs/supported.md")).unwrap();
    let (mut rows, mut wrong) = (0, String::new());
    for line in page.lines().filter(|line| line.starts_with("| ") && line.contains("tests/kernels/")) {
        rows += 1;
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [feature, support, files] = cells[..] else { panic!("{line}") };
        let mut text = String::new();
        for file in files.split("](../").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            text.push_str(&fs::read_to_string(root().join(file)).unwrap_or_else(|e| panic!("{file}: {e}")));
        }
        let headers: String = text.lines().filter(|l| l.contains("@ ") && l.contains("//")).collect();
        let shown = match support {
            "proved" | "read" => headers.contains("=proved"),
            "unsupported" => headers.contains("=unsupported") || headers.contains("verdict: error"),
            other => panic!("`{other}` is no word of the page"),
        };
        // Options and the function calls of a row are no text of kernels as they stand.
        let names = feature.split('`').skip(1).step_by(2).filter(|name| !name.starts_with("--"));
        let names = names.map(|name| name.split("..").next().unwrap().trim_end_matches("()"));
        let missing: Vec<&str> = names.filter(|name| !text.contains(name)).collect();
        if !shown || !missing.is_empty() {
            wrong.push_str(&format!("{line}\n  shown: {shown}, not in the kernels: {missing:?}\n"));
        }
    }
    assert!(wrong.is_empty() && rows >= 60, "{rows} rows\n{wrong}");
}
