//! The languages of kernels, and which of them a file is in.

use crate::census::includes;
use std::fs;
use std::path::Path;

/// Source language of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// CUDA C++
    Cuda,
    /// HIP, which is CUDA C++ with another runtime
    Hip,
    /// OpenCL C
    OpenCl,
}

impl Language {
    /// The language of a file by its extension. CUDA and C++ files are HIP if they include a header of HIP. A CUDA file
    /// that includes headers of CUDA, too, is CUDA: it chooses between them by macros.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "cu" | "cuh" => {
                let text = text_of(path);
                let of_cuda = |name: &str| name.starts_with("cuda");
                let is_hip = includes_any(&text, &is_header_of_hip) && !includes_any(&text, &of_cuda);
                Some(if is_hip { Language::Hip } else { Language::Cuda })
            }
            "hip" => Some(Language::Hip),
            "cl" | "ocl" => Some(Language::OpenCl),
            "cpp" | "cc" | "cxx" | "c++" | "h" | "hh" | "hpp" | "hxx" => {
                includes_any(&text_of(path), &is_header_of_hip).then_some(Language::Hip)
            }
            _ => None,
        }
    }

    /// True for the name of a header of C++, which is part of the files that include it.
    pub fn is_header(path: &Path) -> bool {
        let extension = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        extension.is_some_and(|e| matches!(e.as_str(), "cuh" | "h" | "hh" | "hpp" | "hxx"))
    }

    /// True for the languages that are C++: CUDA and HIP.
    pub fn is_cpp(self) -> bool {
        matches!(self, Language::Cuda | Language::Hip)
    }
}

/// The text of a file as far as includes are concerned; that of a file that cannot be read is empty, and an error of its
/// check.
fn text_of(path: &Path) -> String {
    fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

fn is_header_of_hip(name: &str) -> bool {
    name.starts_with("hip/hip_") || name.starts_with("hip/amd_detail/")
}

fn includes_any(text: &str, wanted: &dyn Fn(&str) -> bool) -> bool {
    // A search is faster than the lexer.
    text.contains("include") && includes::all(text).iter().any(|include| wanted(&include.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, text: &str) -> Option<Language> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        Language::of(&path)
    }

    #[test]
    fn includes_tell_hip_from_cuda() {
        let hip = "#include <hip/hip_runtime.h>\n";
        assert_eq!(of("a.cu", hip), Some(Language::Hip));
        assert_eq!(of("a.cpp", hip), Some(Language::Hip));
        assert_eq!(of("a.hip", ""), Some(Language::Hip));
        assert_eq!(of("a.cu", "// #include <hip/hip_runtime.h>\n"), Some(Language::Cuda));
        assert_eq!(of("a.cpp", "#include <vector>\n"), None);
        let both = "#ifdef __HIPCC__\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n";
        assert_eq!(of("a.cu", both), Some(Language::Cuda));
        assert_eq!(of("a.cpp", both), Some(Language::Hip));
    }

    #[test]
    fn a_file_that_does_not_exist_has_the_language_of_its_name() {
        assert_eq!(Language::of(Path::new("/no/such/file.cu")), Some(Language::Cuda));
        assert_eq!(Language::of(Path::new("/no/such/file.cpp")), None);
    }
}
