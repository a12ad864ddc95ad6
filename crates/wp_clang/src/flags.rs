//! The command lines of Clang: language flags, definitions, folders.

use crate::{hip, Language, ParseOptions};
use std::ffi::OsString;

/// Flags that fix the language; the precompiled prelude depends on these and on nothing else.
pub(crate) fn language(language: Language, options: &ParseOptions) -> Vec<OsString> {
    let base: &[&str] = match language {
        Language::Cuda | Language::Hip => &[
            "-x",
            "cuda",
            // The host's types must not depend on the machine.
            "--target=x86_64-unknown-linux-gnu",
            "--cuda-device-only",
            "-nocudainc",
            "-nocudalib",
            "-std=c++17",
            "--cuda-gpu-arch=sm_70",
            "-Xclang",
            "-fcuda-allow-variadic-functions",
            // `extern __shared__` arrays may have extents.
            "-Xclang",
            "-fgpu-rdc",
            // Errors by default that older code runs into and that change no meaning.
            "-Wno-register",
            "-Wno-c++11-narrowing",
        ],
        Language::OpenCl => &[
            "-x",
            "cl",
            "-cl-std=CL1.2",
            "--target=spir64",
            "-Xclang",
            "-finclude-default-header",
            "-Xclang",
            "-fdeclare-opencl-builtins",
        ],
    };
    let common = [
        "-nostdlibinc",
        "-fno-spell-checking",
        "-fno-color-diagnostics",
        "-fno-caret-diagnostics",
        "-ferror-limit=0",
        "-w",
    ];
    let wanted_arch =
        options.extra.iter().any(|f| f.starts_with("--cuda-gpu-arch=") || f.starts_with("--offload-arch="));
    base.iter()
        .chain(&common)
        // Two architectures would mean two compilations.
        .filter(|flag| !(wanted_arch && flag.starts_with("--cuda-gpu-arch=")))
        .map(OsString::from)
        .chain((language == Language::Hip).then(|| hip::flags(options)).into_iter().flatten())
        .chain(options.extra.iter().map(OsString::from))
        .collect()
}

/// True if the flags are of the device's compilation of a file of CUDA or HIP.
pub(crate) fn is_of_device(flags: &[OsString]) -> bool {
    flags.iter().any(|flag| flag == "--cuda-device-only")
}

/// The flags of the host's compilation, from those of the device's compilation. Clang defines the macros of the device
/// for the host too; the host compilers of CUDA and HIP do not.
pub(crate) fn of_host(flags: Vec<OsString>, language: Language) -> Vec<OsString> {
    let of_host = |flag: OsString| if flag == "--cuda-device-only" { "--cuda-host-only".into() } else { flag };
    let of_device = match language {
        Language::Hip => hip::MACROS_OF_DEVICE,
        Language::Cuda | Language::OpenCl => &["__NVPTX__", "__PTX__"],
    };
    let undefined = of_device.iter().map(|name| format!("-U{name}").into());
    flags.into_iter().map(of_host).chain(undefined).collect()
}

/// Lanes of a warp of NVIDIA's devices.
const LANES_OF_CUDA: u32 = 32;
/// Lanes of a sub-group of OpenCL where neither an option nor the kernel gives them: those of NVIDIA's devices, of AMD's
/// RDNA family, and of many kernels on Intel's.
pub const LANES_OF_SUB_GROUP: u32 = 32;

/// Lanes of a warp or sub-group.
pub(crate) fn lanes(language: Language, options: &ParseOptions) -> u32 {
    match language {
        Language::Cuda => LANES_OF_CUDA,
        Language::Hip => hip::lanes(options),
        Language::OpenCl => options.warp_size.unwrap_or(LANES_OF_SUB_GROUP),
    }
}

/// The version of OpenCL C (`__OPENCL_C_VERSION__`) that the flags choose; C++ for OpenCL counts as 2.0.
pub(crate) fn opencl_version(options: &ParseOptions) -> u32 {
    let chosen = options.extra.iter().rev().find_map(|f| f.strip_prefix("-cl-std="));
    let number = chosen.map_or(Some(1.2), |std| std.trim_start_matches(['C', 'c', 'L', 'l']).parse::<f64>().ok());
    number.map_or(200, |n| (n * 100.0) as u32)
}

/// Definitions, folders and headers of the user.
pub(crate) fn user(options: &ParseOptions) -> Vec<OsString> {
    let mut flags = Vec::new();
    for define in &options.defines {
        flags.push(format!("-D{define}").into());
    }
    for folder in &options.includes {
        flags.push("-I".into());
        flags.push(folder.into());
    }
    for header in &options.headers {
        flags.push("-include".into());
        flags.push(header.into());
    }
    flags
}

/// The flag for [`ParseOptions::extra`] that gives pointers and `size_t` a width of 32 or 64 bits; `None` for other widths.
///
/// With 64 bits (the default) `long` has 64 bits in CUDA; with 32 bits it has 32.
pub fn pointer_width_flag(language: Language, bits: u32) -> Option<&'static str> {
    match (language, bits) {
        (Language::Cuda | Language::Hip, 32) => Some("--target=i386-unknown-linux-gnu"),
        (Language::Cuda | Language::Hip, 64) => Some("--target=x86_64-unknown-linux-gnu"),
        (Language::OpenCl, 32) => Some("--target=spir"),
        (Language::OpenCl, 64) => Some("--target=spir64"),
        _ => None,
    }
}
