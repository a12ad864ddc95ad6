//! The rules that suggest candidates: one file each, with its page in `docs/rules`.
//!
//! Numbers are those of appendix A of Betts et al. 2017; rules without number are in GPUVerify but not in the paper, or ours.

mod guard_minus_initial_is_uniform;
mod guard_non_neg;
mod loop_bound;
mod loop_counter_is_strided;
mod loop_predicate_equality;
mod pow2;
mod pow2_not_zero;
mod predicated_equality;
mod relational_pow2;
mod site;
mod user;

pub(crate) use site::Site;

/// A rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name, as in GPUVerify.
    pub name: &'static str,
    /// Its number in the paper.
    pub number: Option<u8>,
    /// What it suggests, in a line.
    pub about: &'static str,
    pub(crate) suggest: fn(&mut Site),
}

/// All rules, in the order of the paper's appendix.
pub const RULES: &[Rule] = &[
    guard_minus_initial_is_uniform::RULE,
    guard_non_neg::RULE,
    loop_bound::RULE,
    loop_counter_is_strided::RULE,
    loop_predicate_equality::RULE,
    pow2::RULE,
    pow2_not_zero::RULE,
    predicated_equality::RULE,
    relational_pow2::RULE,
    user::RULE,
];

impl Rule {
    /// `r7`, or the name of a rule without number.
    pub fn label(&self) -> String {
        self.number.map_or_else(|| self.name.to_owned(), |n| format!("r{n}"))
    }
}

/// The rule of that name or number (`r7`).
pub fn find(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|r| r.name.eq_ignore_ascii_case(name) || r.label().eq_ignore_ascii_case(name))
}
