//! Suggested changes of a report: their findings, their titles, and the text with a change.

#![allow(dead_code)] // Every test program uses a part of this module.

use std::collections::BTreeMap;
use wp_engine::{FileReport, Finding, Fix, Options};

pub fn options() -> Options {
    Options { fixes: true, solver: wp_solve::find_solver(None).ok().map(|(program, _)| program), ..Options::default() }
}

pub fn findings(report: &FileReport) -> impl Iterator<Item = &Finding> {
    report.kernels.iter().flat_map(|k| &k.properties).flat_map(|p| &p.findings)
}

/// The changes of a report by their titles.
pub fn by_title(report: &FileReport) -> BTreeMap<String, &Fix> {
    findings(report).filter_map(|f| f.fix.as_ref()).map(|f| (title(f), f)).collect()
}

/// The title, and the properties that are open with the change.
pub fn title(fix: &Fix) -> String {
    let open: Vec<String> = fix.open.iter().map(|p| format!("{p:?}").to_lowercase()).collect();
    if open.is_empty() {
        fix.title.clone()
    } else {
        format!("{} open: {}", fix.title, open.join(", "))
    }
}

/// The text with a change.
pub fn applied(text: &str, fix: &Fix) -> String {
    let mut new = text.to_owned();
    for edit in fix.edits.iter().rev() {
        new.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    new
}
