//! `warpproof explain`: the page of a code, of an assumption, of a rule, of the table of GPUVerify's options, or the
//! header for other compilers.

use crate::cli::ExplainArgs;
use crate::exit::Exit;
use crate::output::print;
use std::fmt::Write;
use wp_base::Assumption;

/// The header that makes annotations vanish for ordinary compilers.
const HEADER: &str = "warpproof.h";

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
        include_str!("../../../docs/node-kinds.md").to_owned()
    } else if topic == HEADER {
        include_str!("../../../include/warpproof.h").to_owned()
    } else {
        return Err(format!("there is no page `{topic}`; `warpproof explain` lists all codes, assumptions and rules"));
    };
    print(&page)?;
    Ok(Exit::Success)
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
    text.push_str("\nOther pages:\n  gpuverify-flags      which of GPUVerify's options are honoured\n  node-kinds           how each kind of node of Clang's syntax tree is lowered\n");
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_page_is_listed() {
        let list = super::list();
        assert!(wp_report::CODES.iter().all(|c| list.contains(c.code)));
        assert!(wp_infer::RULES.iter().all(|r| list.contains(r.name)));
        assert!(wp_base::Assumption::ALL.iter().all(|a| list.contains(a.code())));
    }
}
