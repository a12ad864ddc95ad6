//! Words that several notes share: accesses, formulas, the launch.

use crate::evaluate::Cost;
use crate::launch::Chosen;
use crate::sites::Site;
use wp_base::Diagnostic;
use wp_kir::Kernel;
use wp_logic::TermId;
use wp_summary::{AccessKind, EventKind};

/// Characters of a formula beyond which it is left out.
const LONG: usize = 160;

/// ``read of `a` ``
pub(crate) fn access(kernel: &Kernel, site: &Site) -> String {
    let verb = match site.kind {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
        AccessKind::Atomic => "atomic access",
    };
    format!("{verb} of `{}`", kernel.objects[site.object].name)
}

/// `(x, y, z)`
pub(crate) fn extents([x, y, z]: [u32; 3]) -> String {
    format!("({x}, {y}, {z})")
}

/// The byte offset of an access for the launch as it was given, where that is short.
pub(crate) fn formula(chosen: &Chosen, site: &Site) -> Option<String> {
    let event = chosen.general_event(site)?;
    let EventKind::Access(access) = &event.kind else { return None };
    let text = chosen.general_terms.display(access.offset);
    (text.len() <= LONG).then_some(text)
}

/// Adds the worst warp, and the launch with its assumed values.
pub(crate) fn with_launch(d: Diagnostic, kernel: &Kernel, chosen: &Chosen, site: &Site, cost: &Cost) -> Diagnostic {
    let worst = &cost.worst;
    let lanes = if worst.lanes == 1 { "1 lane".to_owned() } else { format!("{} lanes", worst.lanes) };
    let d = d.note(format!(
        "worst request: warp {} of block {}, {lanes} of which take part",
        worst.warp,
        extents(worst.block)
    ));
    let d = if cost.certain {
        d
    } else {
        d.note("the request is made only where a condition holds that is not known, and that all lanes of a warp share")
    };
    let roots: Option<Vec<TermId>> = chosen.general_event(site).map(|e| match &e.kind {
        EventKind::Access(a) => vec![a.offset, e.guard],
        _ => vec![e.guard],
    });
    d.note(launch(kernel, chosen, roots.as_deref()))
}

/// The launch that figures are about, with those assumed arguments that terms depend on; all where there are no terms.
pub(crate) fn launch(kernel: &Kernel, chosen: &Chosen, roots: Option<&[TermId]>) -> String {
    let frame = &chosen.frame;
    let mut text = format!("launch: grid {}, block {}", extents(frame.grid), extents(frame.block));
    let scalars = roots.map_or_else(|| chosen.assumed.clone(), |roots| chosen.assumed_in(roots));
    let mut assumed: Vec<String> = Vec::new();
    assumed.extend(chosen.grid_assumed.then(|| "the grid".to_owned()));
    assumed.extend(chosen.block_assumed.then(|| "the block".to_owned()));
    for (param, value) in &scalars {
        let name = &kernel.params[*param].name;
        text.push_str(&format!(", {name} = {value}"));
        assumed.push(format!("`{name}`"));
    }
    if let Some((last, rest)) = assumed.split_last() {
        let list = if rest.is_empty() { last.clone() } else { format!("{} and {last}", rest.join(", ")) };
        let verb = if rest.is_empty() { "is" } else { "are" };
        text.push_str(&format!("; {list} {verb} assumed, for nothing fixes more"));
    }
    text
}
