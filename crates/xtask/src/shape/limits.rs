//! The limits on the structure of the sources.
//!
//! When a measure falls, lower its limit to it. Never raise a limit.

/// The kind of a measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Parameters,
    ParametersInTuples,
    Fields,
    Lines,
    Allowed,
    Repeated,
}

/// A limit.
pub(crate) struct Limit {
    pub kind: Kind,
    pub name: &'static str,
    /// The greatest number that is accepted.
    pub most: usize,
    /// The number that is wanted.
    pub wanted: usize,
}

pub(crate) const ALL: &[Limit] = &[
    Limit { kind: Kind::Parameters, name: "functions with six or more parameters", most: 14, wanted: 14 },
    Limit {
        kind: Kind::ParametersInTuples,
        name: "functions with six or more parameters, members of tuples counted",
        most: 24,
        wanted: 24,
    },
    Limit {
        kind: Kind::Fields,
        name: "fields of the widest structure with methods in several files",
        most: 19,
        wanted: 19,
    },
    Limit { kind: Kind::Lines, name: "files with more than 600 lines", most: 0, wanted: 0 },
    Limit { kind: Kind::Allowed, name: "files that allow functions with too many arguments", most: 0, wanted: 0 },
    Limit { kind: Kind::Repeated, name: "runs of twelve lines that stand twice", most: 0, wanted: 0 },
];

/// The wanted number of modules in the largest circle of imports inside a crate.
pub(crate) const CIRCLE: usize = 5;

/// Crates whose largest circle has more modules than `CIRCLE`, with the greatest number that is accepted.
pub(crate) const CIRCLES: &[(&str, usize)] = &[];
