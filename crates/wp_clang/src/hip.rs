//! HIP as a dialect of CUDA: its macros, its names, and the lanes of its warps.
//!
//! Clang reads a file of HIP as CUDA, with the prelude's declarations under HIP's names. The tables of this file alone
//! relate the names of the two: the declarations of the runtime and of the libraries are those of CUDA with other names
//! ([`text_in_hip`]), and in the tree of a file, references to these functions have CUDA's names again
//! ([`name_references_as_cuda`]), so that everything behind the parser knows one set of names. A function of the file
//! keeps its name, whatever it is.
//!
//! Exact. Types, enumerators and macros keep HIP's names in the tree ([`name_in_cuda`] translates the name of a type).
//! Names that HIP alone has are declared in `prelude/hip.h`.

use crate::ast::{Node, NodeId};
use crate::ParseOptions;
use rustc_hash::FxHashSet;
use std::ffi::OsString;

/// Lanes of a warp, as on the CDNA devices (gfx9) of data centres.
pub const LANES: u32 = 64;
/// Lanes of a warp as RDNA devices (gfx10 and later) have them by default.
pub const LANES_OF_RDNA: u32 = 32;

/// Beginnings of names, in CUDA and in HIP. One that ends with a letter is followed by a capital letter.
const NAMES: [(&str, &str); 14] = [
    ("cuda", "hip"),
    ("make_cuda", "make_hip"),
    ("cu", "hip"),
    ("make_cu", "make_hip"),
    ("curand_", "hiprand_"),
    ("curand", "hiprand"),
    ("CURAND_", "HIPRAND_"),
    ("cublas", "hipblas"),
    ("CUBLAS_", "HIPBLAS_"),
    ("cufft", "hipfft"),
    ("cusparse", "hipsparse"),
    ("cusolver", "hipsolver"),
    ("cutensor", "hiptensor"),
    ("CUDA_R_", "HIP_R_"),
];

/// Whole names that differ in more than their beginning.
const WHOLE: [(&str, &str); 4] = [
    ("curand", "hiprand"),
    ("cudaDeviceProp", "hipDeviceProp_t"),
    ("cudaDeviceAttr", "hipDeviceAttribute_t"),
    ("cudaFuncCache", "hipFuncCache_t"),
];

/// Names that stay as they are. Clang calls `cudaConfigureCall` for `<<<..>>>`. The launching functions of HIP have
/// parameters of their own, and are known by their own names.
const KEPT: [&str; 6] = [
    "cudaConfigureCall",
    "cudaLaunchKernel",
    "cudaLaunchCooperativeKernel",
    "hipLaunchKernel",
    "hipLaunchKernelGGL",
    "hipLaunchCooperativeKernel",
];

/// Further names that HIP has for functions of CUDA's runtime. The host may access what `hipExtMallocWithFlags` gives.
const SYNONYMS: [(&str, &str); 7] = [
    ("cudaHostAlloc", "hipHostMalloc"),
    ("cudaFreeHost", "hipHostFree"),
    ("cudaMallocManaged", "hipExtMallocWithFlags"),
    ("cudaGetDeviceProperties", "hipGetDevicePropertiesR0600"),
    ("cudaDeviceSynchronize", "hipCtxSynchronize"),
    ("cudaFuncSetCacheConfig", "hipFuncSetCacheConfig"),
    ("cudaDeviceGetAttribute", "hipDeviceGetAttribute"),
];

/// The name that the declarations of CUDA have for a function or type of HIP; `None` if they have no other.
pub fn name_in_cuda(name: &str) -> Option<String> {
    let whole = WHOLE.iter().chain(&SYNONYMS).find(|(_, hip)| *hip == name);
    whole.map(|(cuda, _)| (*cuda).to_owned()).or_else(|| renamed(name, NAMES.map(|(cuda, hip)| (hip, cuda))))
}

fn name_in_hip(name: &str) -> Option<String> {
    let whole = WHOLE.iter().find(|(cuda, _)| *cuda == name);
    whole.map(|(_, hip)| (*hip).to_owned()).or_else(|| renamed(name, NAMES))
}

fn renamed(name: &str, beginnings: [(&str, &str); NAMES.len()]) -> Option<String> {
    beginnings.into_iter().filter(|_| !KEPT.contains(&name)).find_map(|(from, to)| {
        let rest = name.strip_prefix(from)?;
        let fits = from.ends_with('_') || rest.starts_with(|c: char| c.is_ascii_uppercase());
        fits.then(|| format!("{to}{rest}"))
    })
}

/// A text of C++ with the names of HIP in place of those of CUDA.
pub(crate) fn text_in_hip(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    while let Some(start) = rest.find(is_part) {
        let (before, behind) = rest.split_at(start);
        let (word, behind) = behind.split_at(behind.find(|c| !is_part(c)).unwrap_or(behind.len()));
        out.push_str(before);
        out.push_str(name_in_hip(word).as_deref().unwrap_or(word));
        rest = behind;
    }
    out + rest
}

/// Gives the functions of the prelude's tree the names that CUDA has for them.
pub(crate) fn name_declarations_as_cuda(node: &mut Node) {
    if matches!(&*node.kind, "FunctionDecl" | "FunctionTemplateDecl") {
        rename(&mut node.name);
    }
    node.inner.iter_mut().for_each(name_declarations_as_cuda);
}

/// Gives references to functions that the file does not declare the names that CUDA has for them.
pub(crate) fn name_references_as_cuda(root: &mut Node) {
    fn declared(node: &Node, found: &mut FxHashSet<NodeId>) {
        if &*node.kind == "FunctionDecl" {
            found.insert(node.id);
        }
        node.inner.iter().for_each(|child| declared(child, found));
    }
    fn refer(node: &mut Node, own: &FxHashSet<NodeId>) {
        if let Some(target) = node.referenced.as_mut().filter(|t| &*t.kind == "FunctionDecl" && !own.contains(&t.id)) {
            if let Some(name) = name_in_cuda(&target.name) {
                target.name = name.into();
            }
        }
        node.inner.iter_mut().for_each(|child| refer(child, own));
    }
    let mut own = FxHashSet::default();
    declared(root, &mut own);
    refer(root, &own);
}

fn rename(name: &mut Option<std::sync::Arc<str>>) {
    if let Some(new) = name.as_deref().and_then(name_in_cuda) {
        *name = Some(new.into());
    }
}

/// Macros that HIP's compiler defines for the code of the device alone.
pub(crate) const MACROS_OF_DEVICE: &[&str] = &[
    "__HIP_DEVICE_COMPILE__",
    "__AMDGCN__",
    "__AMDGPU__",
    "__AMDGCN_WAVEFRONT_SIZE__",
    "__AMDGCN_WAVEFRONT_SIZE",
    "__gfx90a__",
    "__GFX9__",
    "__gfx1030__",
    "__GFX10__",
];

/// Macros of Clang for CUDA, which HIP's compiler does not define.
const MACROS_OF_CUDA: [&str; 4] = ["__CUDA__", "__CUDA_ARCH__", "__NVPTX__", "__PTX__"];

/// Lanes of a warp. Other numbers are for sub-groups of OpenCL.
pub(crate) fn lanes(options: &ParseOptions) -> u32 {
    options.warp_size.filter(|lanes| [LANES, LANES_OF_RDNA].contains(lanes)).unwrap_or(LANES)
}

/// Definitions in place of those that Clang makes for CUDA. With warps of 64 lanes the device is one of the CDNA family
/// (gfx90a), with 32 lanes one of the RDNA family (gfx1030).
pub(crate) fn flags(options: &ParseOptions) -> Vec<OsString> {
    let lanes = lanes(options);
    let other = if lanes == LANES_OF_RDNA { ["__gfx90a__", "__GFX9__"] } else { ["__gfx1030__", "__GFX10__"] };
    let of_device = MACROS_OF_DEVICE.iter().filter(|name| !other.contains(name));
    let of_device =
        of_device.map(|name| if name.contains("WAVEFRONT") { format!("{name}={lanes}") } else { format!("{name}=1") });
    let of_both =
        ["__HIP__", "__HIPCC__", "__HIP_PLATFORM_AMD__", "__HIP_PLATFORM_HCC__"].map(|name| format!("{name}=1"));
    let undefined = MACROS_OF_CUDA.iter().map(|name| format!("-U{name}"));
    let defined = of_device.chain(of_both).map(|text| format!("-D{text}"));
    undefined.chain(defined).map(OsString::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_runtime_are_those_of_cuda() {
        let of = |name| name_in_cuda(name).unwrap_or_else(|| "-".to_owned());
        assert_eq!(of("hipMalloc"), "cudaMalloc");
        assert_eq!(of("hipHostMalloc"), "cudaHostAlloc");
        assert_eq!(of("hiprand_init"), "curand_init");
        assert_eq!(of("hiprandState_t"), "curandState_t");
        assert_eq!(of("hiprand"), "curand");
        assert_eq!(of("make_hipExtent"), "make_cudaExtent");
        for kept in ["hipLaunchKernelGGL", "hipLaunchKernel", "hipster", "hip", "malloc", "cudaMalloc"] {
            assert_eq!(of(kept), "-", "{kept}");
        }
    }

    #[test]
    fn declarations_get_the_names_of_hip() {
        let text =
            "cudaError_t cudaMalloc(void **p); struct cudaDeviceProp; cuFloatComplex make_cuFloatComplex(float);\
                    __cudaPushCallConfiguration cudaConfigureCall curand(int) curand_init cuda cuda_host.h";
        assert_eq!(
            text_in_hip(text),
            "hipError_t hipMalloc(void **p); struct hipDeviceProp_t; hipFloatComplex make_hipFloatComplex(float);\
             __cudaPushCallConfiguration cudaConfigureCall hiprand(int) hiprand_init cuda cuda_host.h"
        );
    }

    #[test]
    fn every_function_that_is_declared_for_hip_has_its_name_in_cuda_again() {
        for header in ["cuda_host.h", "cuda_random.h", "cuda_textures.h"] {
            let text = crate::prelude::text_of(header).unwrap_or_default();
            assert!(!text.is_empty());
            for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
                let in_cuda = name_in_hip(word).and_then(|hip| name_in_cuda(&hip).or(Some(hip)));
                // Complex numbers are functions with bodies.
                let is_complex = ["cuC", "cuFloatC", "cuDoubleC"].iter().any(|part| word.contains(part));
                assert!(is_complex || in_cuda.is_none_or(|name| name == word), "{word}");
            }
        }
    }
}
