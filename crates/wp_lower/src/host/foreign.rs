//! Launches of kernels that another file defines.
//!
//! Input: a translation unit. Output: its launches of kernels that it only declares, with the names and types by which
//! a linker would find them, and the places of other mentions of such kernels. A kernel of another file matches if name
//! and type are the same and it has external linkage. Types are compared as Clang prints them, so some matches are
//! missed; such kernels are checked for every launch.

use crate::decls::{params, Decls};
use crate::host::{is_readable, launch_sites, LaunchSite};
use crate::layout::Layouts;
use crate::on_large_stack;
use std::path::PathBuf;
use std::sync::Arc;
use wp_base::Span;
use wp_clang::{Node, TranslationUnit};

/// A kernel as other files see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Its name with namespaces.
    pub name: Arc<str>,
    /// Its type as Clang prints it.
    pub ty: Arc<str>,
}

/// A kernel that is launched, or mentioned, in a file that does not define it, or that includes the file which does.
#[derive(Clone, PartialEq, Debug)]
pub struct Foreign {
    /// The kernel.
    pub kernel: Signature,
    /// The place in the source.
    pub span: Span,
    /// The launch, if it was read. Arguments are named by their position: `#0`, `#1.field`; as the definition names
    /// them where it is included.
    pub launch: Option<LaunchSite>,
    /// The file that defines the kernel, where this one includes it.
    pub home: Option<PathBuf>,
}

impl Foreign {
    /// The launch with arguments named as the definition of the kernel does.
    pub fn of(&self, parameters: &[Option<Arc<str>>]) -> Option<LaunchSite> {
        let mut site = self.launch.clone()?;
        if self.home.is_some() {
            return Some(site);
        }
        site.arguments = site
            .arguments
            .into_iter()
            .filter_map(|(name, argument)| {
                let rest = name.strip_prefix('#')?;
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let (position, field) = rest.split_at(end);
                let parameter = parameters.get(position.parse::<usize>().ok()?)?.as_ref()?;
                Some((format!("{parameter}{field}").into(), argument))
            })
            .collect();
        Some(site)
    }
}

/// The launches and mentions of kernels that a file declares and does not define, and the kernels that other files can
/// launch.
pub fn foreign(unit: &TranslationUnit) -> (Vec<Foreign>, Vec<Signature>) {
    on_large_stack(|| {
        let decls = Decls::new(unit, false);
        let readable = is_readable(&decls);
        let (sites, mentions) = launch_sites(&decls, &Layouts::new(unit));
        let mut found = Vec::new();
        for declared in decls.declared_kernels() {
            let kernel = signature(&declared.name, declared.node);
            let own = sites.iter().filter(|(id, _)| *id == declared.node.id);
            found.extend(own.map(|(_, site)| Foreign {
                kernel: kernel.clone(),
                span: site.span,
                launch: Some(site.clone()),
                home: None,
            }));
            // A place whose launches are not read may have some.
            let mentioned = mentions.get(&declared.node.id).copied().or((!readable).then_some(declared.node.loc));
            found.extend(mentioned.map(|span| Foreign { kernel: kernel.clone(), span, launch: None, home: None }));
        }
        let main = unit.sources.numbered().next().map(|(id, _)| id);
        for defined in decls.kernels.iter().filter(|k| Some(k.node.span.file) != main) {
            let Some((kernel, _)) = exported(&defined.name, defined.node) else { continue };
            let home = unit.sources.file(defined.node.span.file).map(|f| f.path.clone());
            let of = |span: Span, launch: Option<LaunchSite>| Foreign {
                kernel: kernel.clone(),
                span,
                launch,
                home: home.clone(),
            };
            let own = sites.iter().filter(|(id, _)| *id == defined.node.id);
            found.extend(own.map(|(_, site)| of(site.span, Some(site.clone()))));
            let mentioned = mentions.get(&defined.node.id).copied().or((!readable).then_some(defined.node.loc));
            found.extend(mentioned.map(|span| of(span, None)));
        }
        let defined = decls.kernels.iter().filter_map(|kernel| exported(&kernel.name, kernel.node));
        (found, defined.map(|(signature, _)| signature).collect())
    })
}

/// The signature by which a linker knows a kernel.
fn signature(name: &str, node: &Node) -> Signature {
    Signature { name: name.into(), ty: node.ty.clone().unwrap_or_else(|| "".into()) }
}

/// The signature of a definition with the names of its parameters; nothing where no other file can launch it.
pub(crate) fn exported(name: &str, node: &Node) -> Option<(Signature, Vec<Option<Arc<str>>>)> {
    let names = params(node).into_iter().map(|p| p.name.clone()).collect();
    has_linkage(name, node).then(|| (signature(name, node), names))
}

/// True if other files can name a function.
pub(crate) fn has_linkage(name: &str, node: &Node) -> bool {
    let is_static = node.extra.get("storageClass").is_some_and(|class| &**class == "static");
    !is_static && !name.contains("(anonymous") && !name.contains('<')
}
