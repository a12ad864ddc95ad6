//! `warpproof explain`: the page of a code, of an assumption, of a rule, of the verdicts, of the table of GPUVerify's
//! options, the row of a kind of node, or the header for other compilers.

use crate::cli::ExplainArgs;
use crate::exit::Exit;
use crate::output::print;
use std::fmt::Write;
use wp_base::Assumption;

/// The header that makes annotations vanish for ordinary compilers.
const HEADER: &str = "warpproof.h";

/// The table of node kinds.
const NODE_KINDS: &str = include_str!("../../../docs/node-kinds.md");
/// The page about verdicts.
const VERDICTS: &str = include_str!("../../../docs/verdicts.md");

/// Prints the page, or the list of all pages.
pub fn run(args: &ExplainArgs) -> Result<Exit, String> {
    let Some(topic) = &args.topic else {
        print(&list())?;
        return Ok(Exit::Success);
    };
    let page = if let Some(code) = wp_report::code(topic) {
        code.page.to_owned()
    } else if let Ok(assumption) = topic.parse::<Assumption>() {
        assumption.page().to_owned()
    } else if let Some(rule) = wp_infer::rules::find(topic) {
        rule.page.to_owned()
    } else if topic == "gpuverify-flags" {
        crate::gpuverify::markdown()
    } else if topic == "node-kinds" {
        NODE_KINDS.to_owned()
    } else if topic == "verdicts" {
        VERDICTS.to_owned()
    } else if let Some(row) = verdict(topic).or_else(|| node_kind(topic)) {
        row
    } else if topic == HEADER {
        include_str!("../../../include/warpproof.h").to_owned()
    } else {
        return Err(format!(
            "there is no page `{topic}`; `warpproof explain` lists all codes, assumptions, rules and verdicts"
        ));
    };
    print(&page)?;
    Ok(Exit::Success)
}

/// The cells of the table row whose first cell is `name`.
fn row(page: &'static str, name: &str) -> Option<Vec<&'static str>> {
    let line = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")))?;
    Some(line.trim_matches('|').split(" | ").map(str::trim).collect())
}

/// The meaning of a verdict.
fn verdict(name: &str) -> Option<String> {
    let cells = row(VERDICTS, name)?;
    let (meaning, rests_on) = (cells.get(1)?, cells.get(2)?);
    Some(format!(
        "# {name}: a verdict\n\nMeaning: {meaning}.\n\nIt rests on: {rests_on}.\n\n\
         `warpproof explain verdicts` prints the page about all verdicts.\n"
    ))
}

/// The handling of a kind of node.
fn node_kind(name: &str) -> Option<String> {
    let cells = row(NODE_KINDS, name)?;
    let (handling, what) = (cells.get(1)?, cells.get(2).copied().unwrap_or_default());
    let what = if what.is_empty() { String::new() } else { format!(": {what}") };
    Some(format!(
        "# {name}: a kind of node of Clang's syntax tree\n\n{handling}{what}\n\n\
         `warpproof explain node-kinds` prints the table of all kinds.\n"
    ))
}

fn list() -> String {
    let mut text = String::from("Codes of messages:\n");
    // Writing to a string does not fail.
    for code in wp_report::CODES {
        let _ = writeln!(text, "  {:<20} {}", code.code, code.title);
    }
    text.push_str("\nAssumptions of proofs:\n");
    for assumption in Assumption::ALL {
        let _ = writeln!(text, "  {:<20} {}", assumption.code(), assumption.title());
    }
    text.push_str("\nRules that suggest invariants:\n");
    for rule in wp_infer::RULES {
        let name = if rule.number.is_some() {
            format!("{:<4} {}", rule.label(), rule.name)
        } else {
            format!("     {}", rule.name)
        };
        let _ = writeln!(text, "  {name:<40} {}", rule.about);
    }
    text.push_str("\nVerdicts:\n");
    for verdict in wp_report::Overall::ALL.iter().filter(|v| **v != wp_report::Overall::Error) {
        let _ = writeln!(text, "  {}", verdict.name());
    }
    text.push_str("\nOther pages:\n");
    for (page, about) in [
        ("verdicts", "the meaning of verdicts, and the limits of the verifier"),
        ("gpuverify-flags", "which of GPUVerify's options are honoured"),
        ("node-kinds", "how each kind of node of Clang's syntax tree is lowered"),
    ] {
        let _ = writeln!(text, "  {page:<20} {about}");
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_verdict_on_a_property_has_its_row() {
        for verdict in wp_report::Overall::ALL.iter().filter(|v| **v != wp_report::Overall::Error) {
            assert!(super::verdict(verdict.name()).is_some(), "{}", verdict.name());
        }
        assert!(super::verdict("unusual-launch").is_some_and(|text| text.contains("only uncommon launches")));
    }

    #[test]
    fn a_kind_of_node_has_its_row() {
        let text = super::node_kind("AddrLabelExpr").unwrap();
        assert!(text.contains("rejected: address of a label"), "{text}");
        assert_eq!(super::node_kind("kind"), None);
    }

    #[test]
    fn every_page_is_listed() {
        let list = super::list();
        assert!(wp_report::CODES.iter().all(|c| list.contains(c.code)));
        assert!(wp_infer::RULES.iter().all(|r| list.contains(r.name)));
        assert!(wp_base::Assumption::ALL.iter().all(|a| list.contains(a.code())));
    }
}
