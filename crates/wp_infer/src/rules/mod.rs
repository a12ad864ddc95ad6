//! The rules that suggest candidates: one file each, with its page in `docs/rules`.
//!
//! Numbers are those of appendix A of Betts et al. 2017; rules without number are in GPUVerify but not in the paper, or
//! ours.

/// The page of a rule.
macro_rules! page {
    ($name:literal) => {
        include_str!(concat!("../../../../docs/rules/", $name, ".md"))
    };
}

mod access_break;
mod access_lower_bound_block;
mod access_only_if_enabled_in_enclosing_scopes;
mod access_upper_bound_block;
mod access_value_maintained;
mod accessed_offset_in_range_c_times_gid;
mod accessed_offset_in_range_c_times_lid;
mod accessed_offsets_satisfy_predicates;
mod conditions_implied_by_enabledness;
mod conditions_implying_enabledness;
mod disabled_maintains_instrumentation;
mod entry_condition;
mod guard_bound;
mod guard_minus_initial_is_uniform;
mod guard_non_neg;
mod lock_step;
mod loop_bound;
mod loop_counter_is_strided;
mod loop_predicate_equality;
mod no_atomic;
mod no_read;
mod no_write;
mod offsets;
mod pow2;
mod pow2_not_zero;
mod predicated_equality;
mod relational_pow2;
mod same_warp_no_access;
mod shifted_product;
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
    /// The suggestions of the rule, in a line.
    pub about: &'static str,
    /// Its page, in Markdown.
    pub page: &'static str,
    pub(crate) suggest: fn(&mut Site),
}

/// All rules: those of the paper's appendix in its order, those that GPUVerify has besides, ours, and the user's.
pub const RULES: &[Rule] = &[
    access_break::RULE,
    accessed_offsets_satisfy_predicates::RULE,
    access_lower_bound_block::RULE,
    access_upper_bound_block::RULE,
    access_only_if_enabled_in_enclosing_scopes::RULE,
    conditions_implying_enabledness::RULE,
    disabled_maintains_instrumentation::RULE,
    guard_minus_initial_is_uniform::RULE,
    guard_non_neg::RULE,
    loop_bound::RULE,
    loop_counter_is_strided::RULE,
    loop_predicate_equality::RULE,
    no_read::RULE,
    no_write::RULE,
    pow2::RULE,
    pow2_not_zero::RULE,
    predicated_equality::RULE,
    relational_pow2::RULE,
    same_warp_no_access::RULE,
    no_atomic::RULE,
    accessed_offset_in_range_c_times_lid::RULE,
    accessed_offset_in_range_c_times_gid::RULE,
    access_value_maintained::RULE,
    conditions_implied_by_enabledness::RULE,
    entry_condition::RULE,
    guard_bound::RULE,
    lock_step::RULE,
    shifted_product::RULE,
    user::RULE,
];

impl Rule {
    /// `r7`, or the name of a rule without number.
    pub fn label(&self) -> String {
        self.number.map_or_else(|| self.name.to_owned(), |n| format!("r{n}"))
    }

    /// True if this is its name or its number.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name) || self.label().eq_ignore_ascii_case(name)
    }
}

/// The rule of that name or number (`r7`).
pub fn find(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|r| r.is_called(name))
}
