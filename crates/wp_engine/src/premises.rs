//! Verdicts as a fixpoint over the premises of proofs.
//!
//! A property is proved iff every premise of its proofs holds. Properties start out with what their obligations say; a
//! proof with a premise that does not hold is withdrawn, and the property may be a premise of other proofs, so this is
//! repeated until nothing changes. The result is the greatest fixpoint, so proofs may support each other: races and
//! divergence do, as order by barriers takes uniform barriers, and barriers are uniform by values that threads read
//! alike. Each such proof says that its property holds up to the first misbehaviour; if all premises do, there is no
//! first misbehaviour, hence there is none.
//!
//! A premise is withdrawn in rounds: what a round withdraws names a premise that did not hold before the round, so that
//! the reason is near the cause.

use crate::{KernelReport, Options, Property, PropertyReport, UnknownReason, Verdict};
use wp_base::{Assumption, Span};
use wp_kir::Kernel;
use wp_summary::{Memory, Premise, Premises};

/// The reason why the contract of a function, by its number, is no premise to rely on, if there is one.
pub(crate) type Contracts<'a> = &'a dyn Fn(usize) -> Option<UnknownReason>;

/// Contracts where no function has one.
pub(crate) const NO_CONTRACTS: Contracts<'static> = &|_| None;

/// Premises of everything that follows values through memory: contracts and equivalence. Under them all schedules leave
/// the same result, that of lock-step.
pub const OF_VALUES: [Premise; 3] =
    [Premise::RaceFree(Memory::All), Premise::NoDivergence, Premise::InBounds(Memory::All)];

/// The property that a premise requires and that is not proved. If bounds are not checked, the assumption `in-bounds`
/// takes their place.
pub fn missing(properties: &[PropertyReport], premise: Premise) -> Option<Property> {
    let needed = Property::of_premise(premise)?;
    match properties.iter().find(|p| p.property == needed) {
        Some(report) => (report.verdict != Verdict::Proved).then_some(needed),
        None => (needed != Property::Bounds).then_some(needed),
    }
}

/// True if fences and flags, and not barriers alone, order the accesses to the memory. Then it is free of races, but threads
/// that execute the same read may read different values, and what it holds depends on the schedule.
pub fn is_ordered_by_fences(properties: &[PropertyReport], memory: Memory) -> bool {
    let covers = |object| memory == Memory::All || memory == Memory::Object(object);
    let races = properties.iter().find(|p| p.property == Property::Races);
    races.is_some_and(|p| p.rests_on.iter().any(|p| matches!(p, Premise::OrderedByFences(o) if covers(o))))
}

/// The reason for a proof about contents that fences order.
pub(crate) fn contents_ordered_by_fences() -> UnknownReason {
    UnknownReason::Approximation("values of memory whose accesses are ordered by fences and not by barriers".to_owned())
}

/// The reason why a premise does not hold, if it does not.
pub(crate) fn reason(
    properties: &[PropertyReport],
    premise: Premise,
    options: &Options,
    contracts: Contracts,
) -> Option<UnknownReason> {
    match premise {
        Premise::Assumption(assumption) => (!options.grants(assumption)).then(|| not_granted(assumption)),
        Premise::RaceFree(memory) if is_ordered_by_fences(properties, memory) => Some(contents_ordered_by_fences()),
        // A contract does not say which objects it reads.
        Premise::Contract(_) if is_ordered_by_fences(properties, Memory::All) => Some(contents_ordered_by_fences()),
        Premise::OrderedByFences(_) => None,
        Premise::Contract(function) => contracts(function),
        // One invariant may be proved although another assertion is not.
        Premise::Claim(at) => {
            let of = |property| properties.iter().find(|p| p.property == property);
            // The assertions of a function that is checked by itself are reported as the property `contract`.
            let proved = of(Property::Assertions).or_else(|| of(Property::Contract)).is_some_and(|p| {
                let is_open = p.findings.iter().any(|f| f.claim == Some(at));
                p.besides == Verdict::Proved && !is_open
            });
            (!proved).then_some(UnknownReason::RestsOn(Property::Assertions))
        }
        Premise::Asserted | Premise::NoDivergence | Premise::RaceFree(_) | Premise::InBounds(_) | Premise::Aligned => {
            missing(properties, premise).map(UnknownReason::RestsOn)
        }
    }
}

/// The reason for a proof that needs an assumption which is switched off.
fn not_granted(assumption: Assumption) -> UnknownReason {
    UnknownReason::Approximation(format!("the assumption `{assumption}` is switched off and the proof needs it"))
}

/// The reason for a proof that uses an assumption which proofs of its kind may not use.
fn not_served(assumption: Assumption) -> UnknownReason {
    UnknownReason::Approximation(format!("the assumption `{assumption}` is none for proofs of this property"))
}

/// Withdraws the proofs with a premise that does not hold, until all premises of the other proofs hold. Returns true if
/// a proof was withdrawn.
pub(crate) fn settle(properties: &mut [PropertyReport], options: &Options, contracts: Contracts) -> bool {
    let mut any = false;
    loop {
        let stands = |p: &PropertyReport| p.verdict == Verdict::Proved || p.besides == Verdict::Proved;
        let unfounded = |p: &PropertyReport| {
            // A property is no premise of itself: its proofs hold up to the first place where it fails.
            let is_own = |premise: Premise| match premise {
                Premise::Claim(_) => p.property == Property::Assertions,
                // What fences order is not settled by the proof of races itself.
                Premise::RaceFree(memory) if is_ordered_by_fences(properties, memory) => false,
                _ => Property::of_premise(premise) == Some(p.property),
            };
            let mut premises = p.rests_on.iter().filter(|&premise| !is_own(premise));
            premises.find_map(|premise| match premise {
                Premise::Assumption(assumption) if !p.property.may_assume(assumption) => Some(not_served(assumption)),
                _ => reason(properties, premise, options, contracts),
            })
        };
        let of_standing = properties.iter().enumerate().filter(|(_, p)| stands(p));
        let reasons: Vec<_> = of_standing.filter_map(|(at, p)| Some((at, unfounded(p)?))).collect();
        if reasons.is_empty() {
            return any;
        }
        any = true;
        for (at, reason) in reasons {
            properties[at].withdraw(&reason);
        }
    }
}

/// A premise in words, with the place that it is about.
pub(crate) fn words(premise: Premise, kernel: &Kernel) -> (String, Option<Span>) {
    let on = |memory: Memory| match memory {
        Memory::Object(object) => format!(" on `{}`", kernel.objects[object].name),
        Memory::All => String::new(),
    };
    match premise {
        Premise::Assumption(assumption) => (format!("the assumption `{assumption}`"), None),
        Premise::Contract(_) => ("contracts of functions".to_owned(), None),
        Premise::Claim(at) => ("an invariant that is taken as a fact".to_owned(), Some(at)),
        Premise::Asserted => ("no failing assertion".to_owned(), None),
        Premise::NoDivergence => ("no barrier divergence".to_owned(), None),
        Premise::RaceFree(memory) => (format!("no data race{}", on(memory)), None),
        Premise::Aligned => ("no misaligned access".to_owned(), None),
        Premise::InBounds(memory) => (format!("no access out of bounds{}", on(memory)), None),
        Premise::OrderedByFences(object) => (format!("order by fences{}", on(Memory::Object(object))), None),
    }
}

impl KernelReport {
    /// Lets every proof rest on an assumption, which the report names from then on.
    pub(crate) fn assume(&mut self, assumption: Assumption) {
        self.name_assumptions([assumption]);
        self.rest_on(&Premises::of([Premise::Assumption(assumption)]));
    }

    /// Lets every proof rest on further premises.
    pub(crate) fn rest_on(&mut self, premises: &Premises) {
        self.properties.iter_mut().for_each(|p| p.rests_on.join(premises));
    }

    /// Withdraws the proofs with a premise that does not hold.
    pub(crate) fn settle(&mut self, options: &Options, contracts: Contracts) -> bool {
        settle(&mut self.properties, options, contracts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RACE_FREE: Premise = Premise::RaceFree(Memory::All);

    /// The verdicts of races, divergence and bounds after settling, where some are open and each rests on premises.
    fn settled(open: &[Property], rests_on: [&[Premise]; 3], options: &Options) -> [Verdict; 3] {
        let all = [Property::Races, Property::Divergence, Property::Bounds];
        let mut reports: Vec<PropertyReport> = all
            .into_iter()
            .zip(rests_on)
            .map(|(property, premises)| {
                let verdict = if open.contains(&property) { Verdict::Possible } else { Verdict::Proved };
                let rests_on = Premises::of(premises.iter().copied());
                PropertyReport { rests_on, ..PropertyReport::without_findings(property, verdict) }
            })
            .collect();
        settle(&mut reports, options, &|i| (i == 0).then(|| UnknownReason::Contract("f".to_owned())));
        [0, 1, 2].map(|i: usize| reports[i].verdict.clone())
    }

    fn rests(property: Property) -> Verdict {
        Verdict::Unknown(UnknownReason::RestsOn(property))
    }

    #[test]
    fn circles_stand_until_a_member_falls() {
        let mutual: [&[Premise]; 3] = [&[Premise::NoDivergence], &[RACE_FREE], &[RACE_FREE, Premise::NoDivergence]];
        let options = Options::default();
        assert_eq!(settled(&[], mutual, &options), [Verdict::Proved, Verdict::Proved, Verdict::Proved]);
        let without_races = settled(&[Property::Races], mutual, &options);
        assert_eq!(without_races, [Verdict::Possible, rests(Property::Races), rests(Property::Races)]);
        let without_divergence = settled(&[Property::Divergence], mutual, &options);
        assert_eq!(without_divergence[..2], [rests(Property::Divergence), Verdict::Possible]);
    }

    #[test]
    fn what_falls_takes_along_what_rests_on_it() {
        let chain: [&[Premise]; 3] = [&[Premise::NoDivergence], &[Premise::InBounds(Memory::All)], &[]];
        let verdicts = settled(&[Property::Bounds], chain, &Options::default());
        assert_eq!(verdicts, [rests(Property::Divergence), rests(Property::Bounds), Verdict::Possible]);
    }

    #[test]
    fn contracts_and_assumptions_are_premises() {
        let premises: [&[Premise]; 3] =
            [&[Premise::Contract(0)], &[Premise::Contract(1)], &[Premise::Assumption(Assumption::NoAlias)]];
        let fallen = Verdict::Unknown(UnknownReason::Contract("f".to_owned()));
        let granted = settled(&[], premises, &Options::default());
        assert_eq!(granted, [fallen.clone(), Verdict::Proved, Verdict::Proved]);
        let options = Options { without: vec![Assumption::NoAlias], ..Options::default() };
        let switched_off = Verdict::Unknown(not_granted(Assumption::NoAlias));
        assert_eq!(settled(&[], premises, &options), [fallen, Verdict::Proved, switched_off]);
        let of_values: [&[Premise]; 3] = [&[Premise::Assumption(Assumption::RealArithmetic)], &[], &[]];
        let none = Verdict::Unknown(not_served(Assumption::RealArithmetic));
        assert_eq!(settled(&[], of_values, &Options::default())[0], none, "races are no matter of values");
    }

    #[test]
    fn what_is_not_checked_is_missing_but_for_bounds() {
        assert_eq!(missing(&[], RACE_FREE), Some(Property::Races));
        assert_eq!(missing(&[], Premise::Asserted), Some(Property::Assertions));
        assert_eq!(missing(&[], Premise::InBounds(Memory::All)), None);
    }
}
