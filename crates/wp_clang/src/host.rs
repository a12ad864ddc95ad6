//! The host's compilation of a CUDA file beside the device's compilation.
//!
//! A CUDA compiler reads a file twice, with other macros (`__CUDA_ARCH__`, `__NVPTX__`, those of the processor). Where
//! the preprocessor gives the same tokens for both, one tree says the same of host code as the other, and one is enough.

use crate::census::Hidden;
use crate::instances::templates;
use crate::{Node, TranslationUnit};

/// Puts the unit of the host beside that of the device. Launches that only the host's compilation sees are not hidden,
/// unless they need an instance of a template that the device's compilation does not have.
pub(crate) fn add(unit: &mut TranslationUnit, mut host: TranslationUnit) {
    unit.sources = host.sources.clone();
    host.prelude_folders.append(&mut unit.prelude_folders);
    unit.prelude_folders.clone_from(&host.prelude_folders);
    let lacks_instance = |name: &str| instances(&host.root, name) > instances(&unit.root, name);
    let is_hidden =
        |hidden: &Hidden| !hidden.is_launch || host.census.hidden.contains(hidden) || lacks_instance(&hidden.name);
    unit.census.hidden.retain(is_hidden);
    unit.host = Some(Box::new(host));
}

/// The number of functions that a tree has of the function templates with a name.
fn instances(root: &Node, name: &str) -> usize {
    let all = templates(root, name).into_iter().flat_map(|template| &template.inner);
    all.filter(|child| &*child.kind == "FunctionDecl").count()
}
