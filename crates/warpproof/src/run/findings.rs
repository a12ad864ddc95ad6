//! The errors that the interpreter found, as diagnostics.

use wp_base::Diagnostic;
use wp_interp::{AccessKind, AccessSite, Finding, PointerFault, ThreadRef};
use wp_kir::{AssertKind, Kernel, ObjectId};

/// The diagnostic of a finding.
pub fn diagnostic(kernel: &Kernel, finding: &Finding) -> Diagnostic {
    match finding {
        Finding::Race { object, offset, first, second, same_block, .. } => {
            let kinds = [first.kind, second.kind];
            let (code, what) = if kinds == [AccessKind::Write, AccessKind::Write] {
                ("WP0101", "two threads write")
            } else if kinds.contains(&AccessKind::Atomic) {
                ("WP0103", "an atomic and a plain access to")
            } else {
                ("WP0102", "one thread reads and another writes")
            };
            let scope = if *same_block { "in one block" } else { "in two blocks" };
            let message = format!("data race {scope}: {what} `{}`", element(kernel, *object, *offset));
            Diagnostic::error(code, message)
                .primary(second.span, format!("{} by {}", kind(second), thread(second.thread)))
                .secondary(first.span, format!("{} by {}", kind(first), thread(first.thread)))
        }
        Finding::Divergence { barrier, arrived, missing, missing_exited, missing_at } => {
            let code = if *missing_exited { "WP0202" } else { "WP0201" };
            let what = if *missing_exited { "has returned before" } else { "does not come to" };
            let diagnostic = Diagnostic::error(
                code,
                format!("barrier divergence: {} {what} a barrier of its block", thread(*missing)),
            )
            .primary(*barrier, format!("{} waits here", thread(*arrived)));
            match missing_at {
                Some(place) => diagnostic.secondary(*place, format!("{} waits here", thread(*missing))),
                None => diagnostic,
            }
        }
        Finding::OutOfBounds { object, offset, width, size, site } => {
            let size = size.map_or_else(String::new, |n| format!(", an array of {n} bytes"));
            let message = format!("access out of bounds: `{}`{size}", element(kernel, *object, *offset));
            Diagnostic::error("WP0301", message)
                .primary(site.span, format!("{width} bytes {} by {}", kind(site), thread(site.thread)))
        }
        Finding::BadPointer { fault, site } => {
            let what = match fault {
                PointerFault::Null => "the null pointer",
                PointerFault::Wild => "a pointer that was made from an integer or is far out of its array",
                PointerFault::Uninitialised => "a pointer that was never set",
                PointerFault::Havocked => "a pointer whose value is not modelled",
            };
            Diagnostic::error("WP0301", format!("access through {what}"))
                .primary(site.span, format!("{} by {}", kind(site), thread(site.thread)))
        }
        Finding::Misaligned { object, offset, width, site } => {
            let name = &kernel.objects[*object].name;
            let message = format!("misaligned access: {width} bytes at byte {offset} of `{name}`");
            Diagnostic::error("WP0302", message)
                .primary(site.span, format!("{} by {}", kind(site), thread(site.thread)))
        }
        Finding::Unwritten { object, offset, site, .. } => {
            let message = format!("read of `{}`, which nothing wrote", element(kernel, *object, *offset));
            Diagnostic::error("WP0303", message)
                .primary(site.span, format!("{} by {}", kind(site), thread(site.thread)))
        }
        Finding::ConstantWrite { object, site } => {
            Diagnostic::error("WP0301", format!("store into constant memory: `{}`", kernel.objects[*object].name))
                .primary(site.span, format!("{} by {}", kind(site), thread(site.thread)))
        }
        Finding::AssertFailed { span, kind, thread: name, other } => {
            if *kind == AssertKind::Abort {
                return Diagnostic::error("WP0401", "a thread aborts the launch")
                    .primary(*span, format!("aborted by {}", thread(*name)));
            }
            let (code, what) = wp_engine::assertion(*kind);
            let second = other.map_or_else(String::new, |other| format!(" with {} as the other", thread(other)));
            Diagnostic::error(code, format!("{what} fails"))
                .primary(*span, format!("false for {}{second}", thread(*name)))
        }
    }
}

/// `a[3]`, or `a[1][2]` by the declaration; bytes in between elements are named.
fn element(kernel: &Kernel, object: ObjectId, offset: i64) -> String {
    let object = &kernel.objects[object];
    let Ok(size) = i64::try_from(object.elem.size()) else { return object.name.to_string() };
    let mut index = offset.div_euclid(size);
    let rest = offset.rem_euclid(size);
    let mut text = String::new();
    // From the innermost extent outwards; the outermost index takes what is left, so that it shows an overrun.
    for extent in object.shape.iter().skip(1).rev() {
        let Some(extent) = i64::try_from(*extent).ok().filter(|n| *n > 0) else { continue };
        text = format!("[{}]{text}", index.rem_euclid(extent));
        index = index.div_euclid(extent);
    }
    text = format!("{}[{index}]{text}", object.name);
    if rest != 0 {
        text.push_str(&format!(" + {rest} bytes"));
    }
    text
}

fn kind(site: &AccessSite) -> &'static str {
    match site.kind {
        AccessKind::Read => "read",
        AccessKind::Write => "written",
        AccessKind::Atomic => "changed atomically",
    }
}

fn thread(name: ThreadRef) -> String {
    let show = |e: [u32; 3]| format!("({}, {}, {})", e[0], e[1], e[2]);
    format!("block {}, thread {}", show(name.block), show(name.thread))
}
