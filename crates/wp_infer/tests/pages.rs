//! Every rule has a page, and what the page says of its example is what inference says.
//!
//! The example is read without acceleration, so everything that its loops change is unknown at their heads. All rules may
//! suggest; the page lists of its own rule what holds and what does not. Where the page shows a conjecture of more than
//! `MOST` refuted candidates, it need not list them all.

use std::collections::BTreeSet;
use std::path::PathBuf;
use wp_infer::{infer, Config, Fate, Rule, RULES};
use wp_kir::{Kernel, Launch};
use wp_logic::Terms;
use wp_solve::{Solver, SolverConfig};
use wp_summary::{summarise, LoopPolicy};

/// Refuted candidates of a rule that a page lists at most.
const MOST: usize = 6;

/// The kernels of an example.
fn kernels(rule: &Rule) -> Vec<Kernel> {
    let code = rule.page.split("```cuda\n").nth(1).and_then(|rest| rest.split("```").next());
    let code = code.unwrap_or_else(|| panic!("the page of {} has no example", rule.name));
    let folder = tempfile::tempdir().expect("a folder");
    let path: PathBuf = folder.path().join("example.cu");
    std::fs::write(&path, code).expect("the example is written");
    let options = wp_clang::ParseOptions::default();
    let unit = wp_clang::parse(&path, wp_clang::Language::Cuda, &options).expect("the example is parsed");
    let lowered = wp_lower::lower(&unit, &wp_lower::LowerOptions::default());
    let kernels: Vec<Kernel> = lowered.kernels.into_iter().map(|k| k.kernel.expect("a kernel")).collect();
    assert!(!kernels.is_empty(), "{}: no kernel", rule.name);
    kernels
}

/// What the rule suggests for its example: what holds, and what does not.
fn outcomes(rule: &Rule) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut holds, mut fails) = (BTreeSet::new(), BTreeSet::new());
    for kernel in kernels(rule) {
        let mut config = wp_summary::Config::new(Launch::ANY).with_usual_grants();
        config.policy = LoopPolicy::Havoc;
        let mut terms = Terms::new();
        let summary = summarise(&kernel, &mut terms, &config);
        let mut options = Config::default();
        if rule.page.contains("`--warp-sync 32`") {
            options.warp_sync = Some(32);
        }
        let mut solver = Solver::new(SolverConfig::default());
        let inference = infer(&kernel, &summary, &mut terms, &mut solver, &options);
        assert_eq!(inference.problem, None, "{}", rule.name);
        for outcome in inference.outcomes.into_iter().filter(|o| o.candidate.rule == rule.name) {
            let side = if outcome.fate == Fate::Kept { &mut holds } else { &mut fails };
            side.insert(outcome.candidate.text);
        }
    }
    (holds, fails)
}

fn listed(page: &str, word: &str) -> BTreeSet<String> {
    let start = format!("- {word}: `");
    page.lines().filter_map(|l| l.strip_prefix(&start)).map(|l| l.trim_end_matches('`').to_owned()).collect()
}

#[test]
fn pages_have_their_parts() {
    let mut names = BTreeSet::new();
    for rule in RULES {
        let title = match rule.number {
            Some(n) => format!("# {} (r{n})\n", rule.name),
            None => format!("# {}\n", rule.name),
        };
        assert!(rule.page.starts_with(&title), "{}", rule.name);
        for part in ["\n## What it suggests\n", "\n## Example\n", "\n## When it matters\n"] {
            assert!(rule.page.contains(part), "{} lacks {part}", rule.name);
        }
        assert!(names.insert(rule.name), "{} is there twice", rule.name);
    }
    let numbers: Vec<u8> = RULES.iter().filter_map(|r| r.number).collect();
    assert_eq!(numbers, (0..=18).collect::<Vec<u8>>());
}

#[test]
fn every_page_belongs_to_a_rule() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    for entry in std::fs::read_dir(folder).expect("docs/rules") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default().to_owned();
        assert!(RULES.iter().any(|r| r.name == name), "{} is the page of no rule", path.display());
    }
}

#[test]
fn examples_behave_as_the_pages_say() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let (holds, fails) = outcomes(rule);
        let (said, denied) = (listed(rule.page, "holds"), listed(rule.page, "does not hold"));
        if said != holds {
            wrong.push(format!("{}: holds {holds:#?}, the page says {said:#?}", rule.name));
        }
        let enough = if fails.len() > MOST { denied.is_subset(&fails) && !denied.is_empty() } else { denied == fails };
        if !enough {
            wrong.push(format!("{}: does not hold {fails:#?}, the page says {denied:#?}", rule.name));
        }
        if said.is_empty() {
            wrong.push(format!("{}: the example shows nothing that holds", rule.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
