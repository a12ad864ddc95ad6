//! The limits on the structure of the sources.
//!
//! When a measure falls, lower its limit to it. Never raise a limit.

/// A limit.
pub(crate) struct Limit {
    pub name: &'static str,
    /// The greatest number that is accepted.
    pub most: usize,
    /// The number that is wanted.
    pub wanted: usize,
}

pub(crate) const PARAMETERS: &str = "functions with six or more parameters";
pub(crate) const FIELDS: &str = "fields of the widest structure with methods in several files";
pub(crate) const CIRCLE: &str = "modules in the largest circle of imports inside a crate";
pub(crate) const LINES: &str = "files with more than 600 lines";
pub(crate) const ALLOWED: &str = "files that allow functions with too many arguments";
pub(crate) const REPEATED: &str = "runs of twelve lines that stand twice";

pub(crate) const ALL: &[Limit] = &[
    Limit { name: PARAMETERS, most: 36, wanted: 24 },
    Limit { name: FIELDS, most: 54, wanted: 19 },
    Limit { name: CIRCLE, most: 18, wanted: 5 },
    Limit { name: LINES, most: 0, wanted: 0 },
    Limit { name: ALLOWED, most: 0, wanted: 0 },
    Limit { name: REPEATED, most: 1, wanted: 0 },
];
