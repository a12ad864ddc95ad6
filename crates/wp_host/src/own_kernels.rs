//! The launches of the kernels that a file defines.
//!
//! If the host's compilation sees another text than the device's, launches are read in the tree of the host's
//! compilation, and [`counterparts`] finds the kernels in the tree of the device's compilation that they launch. A
//! launch whose kernel is not certain counts as a mention of each kernel that it may launch.

use crate::foreign::{exported, Export};
use crate::globals::Changed;
use crate::named::{Mention, Part};
use crate::reading::{read, Reading};
use crate::LaunchSite;
use std::collections::BTreeMap;
use wp_base::Span;
use wp_clang::{Node, NodeId};
use wp_decls::{params, Decls, KernelDecl, Layouts};

/// The launches of one kernel that the host code of its file, or of others, has.
#[derive(Clone, PartialEq, Debug)]
pub struct KernelLaunches {
    /// The definition of the kernel in the tree of the device's compilation.
    pub definition: NodeId,
    /// The launches that were read, in source order.
    pub sites: Vec<LaunchSite>,
    /// A mention outside of these launches, if there is one: then there may be further launches.
    pub mentioned: Option<Mention>,
    /// The form in which other files know the kernel; none if they cannot launch it.
    pub exported: Option<Export>,
}

/// The launches in a file of the kernels that it defines, in the order of their names in the source; of templates the
/// instances. `decls` indexes the tree of the device's compilation. `changed`: names for the linker of variables that
/// other files may change.
///
/// Needs a stack as in [`wp_decls::on_large_stack`].
pub fn launches(decls: &Decls<'_>, changed: &Changed) -> Vec<KernelLaunches> {
    let (sites, mut mentions) = of_kernels(decls, changed);
    let unread = |(at, decl): (usize, &KernelDecl<'_>)| {
        let (definition, exported) = (decl.node.id, exported(&decl.name, decl.node));
        (decl.node.loc, KernelLaunches { definition, sites: Vec::new(), mentioned: mentions.remove(&at), exported })
    };
    let mut kernels: Vec<(Span, KernelLaunches)> = decls.kernels.iter().enumerate().map(unread).collect();
    sites.into_iter().for_each(|(kernel, site)| kernels[kernel].1.sites.push(site));
    // Instances of templates are met below their template, which may stand above other kernels.
    kernels.sort_by_key(|(at, _)| (at.file, at.start));
    kernels.into_iter().map(|(_, kernel)| kernel).collect()
}

/// The launches of the kernels of a file, and mentions of them elsewhere, by their positions in [`Decls::kernels`].
fn of_kernels(decls: &Decls<'_>, changed: &Changed) -> (Vec<(usize, LaunchSite)>, BTreeMap<usize, Mention>) {
    let layouts = Layouts::new(decls.unit);
    let (mut sites, mut mentions) = (Vec::new(), BTreeMap::new());
    let mut mention = |kernel: usize, mention: Mention| {
        mentions.entry(kernel).and_modify(|known: &mut Mention| *known = known.merge(mention)).or_insert(mention);
    };
    let Reading { sites: own, mentions: named, .. } = read(decls, &layouts, Part::of_unit(decls.unit), changed);
    let position = |id: NodeId| decls.kernels.iter().position(|kernel| kernel.node.id == id);
    sites.extend(own.into_iter().filter_map(|(id, site)| Some((position(id)?, site))));
    named.into_iter().for_each(|(id, at)| position(id).into_iter().for_each(|kernel| mention(kernel, at)));
    if let Some(unit) = &decls.unit.host {
        let host = Decls::new(unit, decls.narrow());
        let Reading { sites: own, mentions: named, .. } = read(&host, &Layouts::new(unit), Part::Whole, changed);
        for (id, site) in own {
            for (kernel, is_same) in counterparts(decls, &host, id) {
                match is_same {
                    true if sites.iter().any(|(k, known)| *k == kernel && known.says_the_same(&site)) => {}
                    true => sites.push((kernel, site.clone())),
                    false => mention(kernel, Mention::at(site.span)),
                }
            }
        }
        for (id, at) in named {
            counterparts(decls, &host, id).into_iter().for_each(|(kernel, _)| mention(kernel, at));
        }
        sites.sort_by_key(|(_, site)| (site.span.file, site.span.start));
    }
    (sites, mentions)
}

/// The kernels that a kernel of the host's compilation may be in the device's compilation, with whether it is the same
/// one with the same parameters.
fn counterparts(decls: &Decls<'_>, host: &Decls<'_>, id: NodeId) -> Vec<(usize, bool)> {
    let Some(kernel) = host.kernels.iter().chain(host.declared_kernels()).find(|k| k.node.id == id) else {
        return Vec::new();
    };
    let names = |node: &Node| params(node).into_iter().map(|p| p.name.clone()).collect::<Vec<_>>();
    let is_same = |own: &KernelDecl<'_>| {
        own.node.loc == kernel.node.loc && own.node.ty == kernel.node.ty && names(own.node) == names(kernel.node)
    };
    let alike = decls.kernels.iter().enumerate().filter(|(_, own)| own.name == kernel.name);
    let alike: Vec<(usize, bool)> = alike.map(|(at, own)| (at, is_same(own))).collect();
    match alike.iter().find(|(_, is_same)| *is_same) {
        Some(&same) => vec![same],
        None => alike,
    }
}
