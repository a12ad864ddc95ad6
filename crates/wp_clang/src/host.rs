//! The host's compilation of a CUDA file beside the device's compilation.
//!
//! A CUDA compiler reads a file twice. The macros by which host code can tell the two apart begin with `__CUDA_ARCH`:
//! without one of them in the source both trees say the same of host code, and one is enough.

use crate::{ParseOptions, TranslationUnit};

/// The start of the names of macros that only the device's compilation defines.
const OF_DEVICE: &str = "__CUDA_ARCH";

/// True if the source, or a macro of the options, may ask which compilation it is in.
pub(crate) fn may_differ(unit: &TranslationUnit, options: &ParseOptions) -> bool {
    let own = unit.own_files().map(|(_, file)| &file.text);
    own.chain(&options.defines).chain(&options.extra).any(|text| text.contains(OF_DEVICE))
}

/// Puts the unit of the host beside that of the device. Launches that only the host's compilation sees are not hidden.
pub(crate) fn add(unit: &mut TranslationUnit, mut host: TranslationUnit) {
    unit.sources = host.sources.clone();
    host.prelude_folders.append(&mut unit.prelude_folders);
    unit.prelude_folders.clone_from(&host.prelude_folders);
    unit.census.hidden.retain(|hidden| !hidden.is_launch || host.census.hidden.contains(hidden));
    unit.host = Some(Box::new(host));
}
