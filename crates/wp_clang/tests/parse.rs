//! Parsing through a real Clang: trees, positions, messages, stubs, and inputs that are no source.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Once;
use wp_clang::{ClangSeverity, Language, Node, ParseError, ParseOptions, TranslationUnit};

/// All tests share one cache folder of the build.
fn cache() -> PathBuf {
    static SET: Once = Once::new();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache");
    SET.call_once(|| std::env::set_var("WARPPROOF_CACHE", &folder));
    folder
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

fn parse_with(name: &str, text: &str, options: &ParseOptions) -> TranslationUnit {
    cache();
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), name, text);
    wp_clang::parse(&path, Language::of(&path).unwrap(), options).unwrap()
}

fn parse(name: &str, text: &str) -> TranslationUnit {
    parse_with(name, text, &ParseOptions::default())
}

fn clean(name: &str, text: &str) -> TranslationUnit {
    let unit = parse(name, text);
    assert!(errors(&unit).is_empty(), "{:?}", errors(&unit));
    unit
}

fn errors(unit: &TranslationUnit) -> Vec<&str> {
    unit.messages.iter().filter(|m| m.severity != ClangSeverity::Warning).map(|m| m.text.as_str()).collect()
}

fn find<'a>(node: &'a Node, wanted: &dyn Fn(&Node) -> bool) -> Option<&'a Node> {
    if wanted(node) {
        return Some(node);
    }
    node.inner.iter().find_map(|child| find(child, wanted))
}

fn first<'a>(unit: &'a TranslationUnit, kind: &str) -> &'a Node {
    find(&unit.root, &|n| &*n.kind == kind).unwrap_or_else(|| panic!("no {kind}"))
}

#[test]
fn a_kernel_has_positions_types_and_references() {
    let text = "#define AT(p, i) p[i]\n__global__ void k(int *a, int n) {\n  AT(a, threadIdx.x) = n + 'c';\n}\n";
    let unit = clean("k.cu", text);
    let kernel = first(&unit, "FunctionDecl");
    assert_eq!(kernel.name.as_deref(), Some("k"));
    assert!(kernel.inner.iter().any(|c| &*c.kind == "CUDAGlobalAttr"));
    let store = first(&unit, "BinaryOperator");
    assert_eq!(store.opcode.as_deref(), Some("="));
    assert_eq!(store.type_str(), "int");
    // The macro's name in the file the user wrote.
    assert!(unit.sources.text(store.span).starts_with("AT"));
    assert_eq!(unit.sources.line_col(store.span).map(|p| (p.line, p.column)), Some((3, 3)));
    let thread = find(&unit.root, &|n| n.referenced.as_ref().is_some_and(|r| &*r.name == "threadIdx")).unwrap();
    assert_eq!(&*thread.referenced.as_ref().unwrap().kind, "VarDecl");
    assert_eq!(first(&unit, "CharacterLiteral").value.as_deref(), Some("99"));
    let parameter = find(&unit.root, &|n| &*n.kind == "ParmVarDecl" && n.name.as_deref() == Some("n")).unwrap();
    let use_of_n =
        find(&unit.root, &|n| &*n.kind == "DeclRefExpr" && n.referenced.as_ref().is_some_and(|r| &*r.name == "n"))
            .unwrap();
    assert_eq!(use_of_n.referenced.as_ref().unwrap().id, parameter.id);
}

#[test]
fn absent_children_keep_their_places() {
    let unit = clean("k.cu", "__global__ void k() { for (;;) break; }\n");
    let shape: Vec<bool> = first(&unit, "ForStmt").inner.iter().map(Node::is_absent).collect();
    assert_eq!(shape, [true, true, true, true, false]);
}

#[test]
fn template_instances_have_bodies_and_arguments() {
    let text = "template <class T, int N> __global__ void k(T *a) { __shared__ T s[N]; a[0] = s[0]; }\n\
                template __global__ void k<float, 8>(float *);\n";
    let unit = clean("k.cu", text);
    let instance =
        find(&unit.root, &|n| &*n.kind == "FunctionDecl" && n.inner.iter().any(|c| &*c.kind == "TemplateArgument"))
            .unwrap();
    let arguments: Vec<&Node> = instance.inner.iter().filter(|c| &*c.kind == "TemplateArgument").collect();
    assert_eq!(arguments[0].type_str(), "float");
    assert_eq!(arguments[1].value.as_deref(), Some("8"));
    assert!(find(instance, &|n| &*n.kind == "VarDecl" && n.type_str() == "float[8]").is_some());
}

#[test]
fn initialisers_with_fillers_and_compound_assignments_keep_their_types() {
    let unit = clean("k.cu", "__device__ void f(short *p) { int q[9] = {1, 2}; p[0] += q[1]; }\n");
    let list = first(&unit, "InitListExpr");
    assert!(list.flag("array_filler"));
    assert_eq!(&*list.inner[0].kind, "ImplicitValueInitExpr");
    assert_eq!(list.inner.len(), 3);
    let sum = first(&unit, "CompoundAssignOperator");
    assert_eq!(sum.extra.get("computeLHSType").map(|t| &**t), Some("int"));
    assert_eq!(sum.extra.get("computeResultType").map(|t| &**t), Some("int"));
}

#[test]
fn the_prelude_declares_what_cuda_files_use() {
    let text = r#"
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <curand_kernel.h>
#include <algorithm>
#include <vector>
#include <cstdio>
#include <cassert>
#include "helper_math.h"
namespace cg = cooperative_groups;
texture<float4, 2, cudaReadModeElementType> colours;
texture<uchar4, 2, cudaReadModeNormalizedFloat> bytes;
surface<void, 2> target;
__constant__ float weights[16];
__device__ float shade(float4 c) { return dot(c, c) + length(make_float3(c)); }
template <int B> __global__ void sum(const float *__restrict__ in, float *out, int n) {
  __shared__ float part[B];
  extern __shared__ char dynamic[];
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
  part[threadIdx.x] = v;
  block.sync();
  cg::sync(block);
  __syncthreads();
  __syncwarp();
  __threadfence_block();
  v += __shfl_down_sync(0xffffffff, v, 1) + __shfl_xor(v, 2) + tile.shfl_down(v, 1) + cg::reduce(tile, v, cg::plus<float>());
  v += __popc(__ballot_sync(__activemask(), v > 0)) + __syncthreads_count(v > 1) + __ldg(in);
  if (tile.thread_rank() == 0) atomicAdd_block(out, v);
}
__global__ __launch_bounds__(256, 2) void mixed(float4 *o, half *h, cudaTextureObject_t t, double *d, unsigned long long *u, curandState *s) {
  float4 a = tex2D(colours, 1.0f, 2.0f), b = tex2D(bytes, 1.0f, 2.0f);
  surf2Dwrite(a, target, threadIdx.x * sizeof(float4), 2);
  o[threadIdx.x] = a + b * tex2D<float>(t, 1, 2);
  h[0] = __hadd(h[1], __float2half(1.0f)) + h[2];
  assert(threadIdx.x < 256);
  d[0] = max(1.0, 2.f) + min(3, 4u) + std::max(1, 2) + abs(-3) + sqrtf(2) + powf(2.0f, 3) + fabs(d[1]) + curand_uniform(s) + __fdividef(1, 2);
  u[0] = atomicCAS(u, 1ull, (unsigned long long)__double_as_longlong(d[0])) + __umul24(3, 4) + __mulhi(3, 4) + __byte_perm(1, 2, 3);
  printf("%f %d\n", weights[0] + shade(a), __clz(3) + __ffs(4) + __brev(1u) + __float_as_int(2.0f) + __float2int_rn(1.5f));
}
int main() {
  std::vector<float> host(16);
  float *data;
  cudaMalloc(&data, 64);
  cudaMemcpyToSymbol(weights, host.data(), 64);
  dim3 grid(16), block(256);
  sum<256><<<grid, block>>>(data, data, 4);
  mixed<<<2, 256, 1024>>>(nullptr, nullptr, 0, nullptr, nullptr, nullptr);
  return cudaDeviceSynchronize() != cudaSuccess;
}
"#;
    let unit = clean("k.cu", text);
    assert!(unit.stubbed_includes.is_empty());
    assert!(find(&unit.root, &|n| &*n.kind == "CUDAKernelCallExpr").is_some());
    assert!(find(&unit.root, &|n| n.referenced.as_ref().is_some_and(|r| &*r.name == "__wp_assert")).is_some());
}

#[test]
fn a_files_own_helpers_win_over_the_preludes() {
    clean(
        "k.cu",
        "inline __device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, 0, 0, 0); }\n\
         __device__ float __saturatef(float x) { return x; }\n\
         __device__ int max(int a, int b) { return a < b ? b : a; }\n\
         __global__ void k(float4 *p) { p[0] = p[1] + p[2]; p[0].x = __saturatef(p[1].y) + max(1, 2); }\n",
    );
}

#[test]
fn names_that_cuda_does_not_reserve_can_be_taken() {
    let unit = clean(
        "k.cu",
        "__constant__ int length;\nconst int dot = 4;\n__device__ double atomicAdd(double *a, double b) { return *a += b; }\n\
         __global__ void k(int *a, double *d) { register int i = length; a[i] = dot; atomicAdd(d, 2.0); }\n",
    );
    // The file's own function has a body here; the intrinsic would not.
    let call = find(&unit.root, &|n| {
        &*n.kind == "DeclRefExpr" && n.referenced.as_ref().is_some_and(|r| &*r.name == "atomicAdd")
    })
    .unwrap();
    let own = find(&unit.root, &|n| &*n.kind == "FunctionDecl" && n.name.as_deref() == Some("atomicAdd")).unwrap();
    assert_eq!(call.referenced.as_ref().unwrap().id, own.id);
}

#[test]
fn the_preludes_vector_types_and_functions_can_be_looked_up() {
    let unit = clean("k.cu", "__global__ void k() {}\n");
    let named = |kind: &str, name: &str| find(&unit.prelude, &|n| &*n.kind == kind && n.name.as_deref() == Some(name));
    let vector = named("CXXRecordDecl", "float4").unwrap();
    let fields: Vec<_> =
        vector.inner.iter().filter(|c| &*c.kind == "FieldDecl").map(|f| f.name.as_deref().unwrap()).collect();
    assert_eq!(fields, ["x", "y", "z", "w"]);
    let make = named("FunctionDecl", "make_float4").unwrap();
    assert!(find(make, &|n| &*n.kind == "InitListExpr").is_some());
    let is_plus = |n: &Node| n.name.as_deref() == Some("operator+") && n.type_str() == "float4 (float4, float4)";
    let plus = find(&unit.prelude, &|n| is_plus(n) && !n.inner.is_empty()).unwrap();
    assert!(find(plus, &|n| &*n.kind == "ReturnStmt").is_some());
    assert!(named("EnumConstantDecl", "cudaMemcpyDeviceToHost").is_some());
    assert!(named("FunctionDecl", "sinf").unwrap().inner.is_empty(), "of intrinsics the lowering knows name and type");
}

#[test]
fn opencl_kernels_parse_with_builtins_and_annotations() {
    let unit = clean(
        "k.cl",
        "__kernel __attribute__((reqd_work_group_size(8, 0x4, 1))) void k(__global float4 *a, __local int *s, read_only image2d_t i, sampler_t m) {\n\
           __requires(get_local_size(0) == 8);\n\
           for (int j = 0; __invariant(j >= 0), __global_invariant(__write_implies(a, __write_offset_bytes(a) / 16 == get_global_id(0))), j < 4; j++) {\n\
             s[get_local_id(0)] = j; barrier(CLK_LOCAL_MEM_FENCE); atomic_inc(s); }\n\
           a[get_global_id(0)] = read_imagef(i, m, (int2)(1, 2)) + dot(a[0], a[1]) * (float4)(1.0f);\n\
           __assert(__implies(__enabled(), __same_group));\n\
           __barrier_invariant_1(s[0] == 0, get_local_id(0));\n\
         }\n",
    );
    let attribute = first(&unit, "ReqdWorkGroupSizeAttr");
    assert_eq!(wp_clang::work_group_size(attribute), Some([8, 4, 1]));
    assert!(find(&unit.root, &|n| &*n.kind == "OpenCLKernelAttr").is_some());
}

#[test]
fn sizes_of_work_groups_are_those_that_the_compiler_computes() {
    let unit = clean(
        "k.cl",
        "#define X 8\n#define ATTRIBUTE __attribute__((reqd_work_group_size(X * 4, (X), sizeof(int))))\n\
         __attribute__((work_group_size_hint(1, 2, 3))) __kernel void a(__global int *a) {}\n\
         ATTRIBUTE __kernel void b(__global int *a) {}\n\
         __kernel __attribute__((reqd_work_group_size(X, X, 1))) void c(__global int *a) {}\n",
    );
    let sizes = |name: &str| {
        let kernel = find(&unit.root, &|n| &*n.kind == "FunctionDecl" && n.name.as_deref() == Some(name)).unwrap();
        kernel.inner.iter().find_map(wp_clang::work_group_size)
    };
    assert_eq!([sizes("a"), sizes("b"), sizes("c")], [Some([1, 2, 3]), Some([32, 8, 4]), Some([8, 8, 1])]);
}

#[test]
fn annotations_of_cuda_kernels_are_calls() {
    let unit = clean(
        "k.cu",
        "#include <cuda.h>\n__axiom(blockDim.x == 16);\nDECLARE_UF_BINARY(f, int, int, int);\n\
         __global__ void k(int *a) {\n\
           __requires(blockDim.x == 16); __requires_fresh_array(a); __assume(__mod_pow2(threadIdx.x, 4) == 0);\n\
           for (int j = 0; __invariant(__no_write(a)), __invariant(__read_implies(a, __read_offset_bytes(a) == 4)), j < 4; j++) a[f(j, 1)] = j;\n\
           __ensures(__uniform_int(a[0]) & __other_bool(__enabled())); __assert(__ite(true, 1, 2) == 1 & __add_noovfl(1u, 2u, 3u));\n\
         }\n",
    );
    for name in [
        "__requires",
        "__requires_fresh_array",
        "__assume",
        "__invariant",
        "__read",
        "__read_offset_bytes",
        "__ite",
        "f",
    ] {
        let found =
            find(&unit.root, &|n| &*n.kind == "DeclRefExpr" && n.referenced.as_ref().is_some_and(|r| &*r.name == name));
        assert!(found.is_some(), "{name}");
    }
}

#[test]
fn errors_have_places_and_leave_other_kernels_alone() {
    let text = "__global__ void bad(int *a) { a[0] = missing; }\n__global__ void good(int *a) { a[0] = 1; }\n";
    let unit = parse("k.cu", text);
    assert_eq!(errors(&unit), ["use of undeclared identifier 'missing'"]);
    assert_eq!(unit.sources.text(unit.messages[0].span), "missing");
    let good = find(&unit.root, &|n| n.name.as_deref() == Some("good")).unwrap();
    assert!(find(good, &|n| &*n.kind == "BinaryOperator").is_some());
}

#[test]
fn headers_that_the_prelude_stands_for_are_named() {
    let kernel = "__global__ void k(float3 *a) { a[0] = normalize(a[1]); }";
    let unit = parse("k.cu", &format!("#include <helper_math.h>\n#include <cuda_runtime.h>\n{kernel}\n"));
    assert_eq!(unit.built_in_includes, ["helper_math.h"]);
    assert!(unit.stubbed_includes.is_empty());
    assert_eq!(parse("k.cu", "__global__ void k(float *a) { a[0] = 1; }\n").built_in_includes, [""; 0]);
}

#[test]
fn missing_headers_are_stubbed_and_named() {
    let unit = clean("k.cu", "#include <no/such.h>\n#include \"../other.h\"\n__global__ void k() {}\n");
    assert_eq!(unit.stubbed_includes, ["no/such.h", "../other.h"]);
    assert!(find(&unit.root, &|n| n.name.as_deref() == Some("k")).is_some());
}

#[test]
fn definitions_and_folders_of_the_user_are_used() {
    cache();
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "include/size.h", "#define DOUBLE (2 * SIZE)\n");
    let path = write(folder.path(), "k.cu", "#include \"size.h\"\n__global__ void k() { __shared__ int s[DOUBLE]; }\n");
    let options = ParseOptions {
        defines: vec!["SIZE=8".to_owned()],
        includes: vec![folder.path().join("include")],
        ..ParseOptions::default()
    };
    let unit = wp_clang::parse(&path, Language::Cuda, &options).unwrap();
    assert!(errors(&unit).is_empty(), "{:?}", errors(&unit));
    assert!(find(&unit.root, &|n| n.type_str() == "int[16]").is_some());
}

#[test]
fn a_definition_of_a_prelude_macro_is_accepted() {
    let options = ParseOptions {
        defines: vec!["M_PI=3".to_owned(), "CUDA_SAFE_CALL(x)=x".to_owned()],
        ..ParseOptions::default()
    };
    let unit = parse_with("k.cu", "__global__ void k(int *a) { a[0] = M_PI; }\n", &options);
    assert!(errors(&unit).is_empty(), "{:?}", errors(&unit));
    assert_eq!(first(&unit, "IntegerLiteral").value.as_deref(), Some("0"));
    assert!(find(&unit.root, &|n| n.value.as_deref() == Some("3")).is_some());
}

#[test]
fn instances_are_made_on_request() {
    let source = "namespace n { template <class T, int N> __global__ void k(T *a) { a[N] = T(); } }\n";
    let with = |name: &str| ParseOptions { instances: vec![name.to_owned()], ..ParseOptions::default() };
    let unit = parse_with("k.cu", source, &with("n::k<float, (1 < 2) + 3>"));
    assert!(errors(&unit).is_empty(), "{:?}", errors(&unit));
    assert!(find(&unit.root, &|n| n.name.as_deref() == Some("a") && n.type_str() == "float *").is_some());
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "k.cu", source);
    let few = "`k` has 2 template parameters (T, N), and 1 is given";
    for (name, why) in
        [("n::k<float, x>", "x"), ("k<float, 1>", "k"), ("n::k<1>; int z<2>", "no name"), ("n::k<float>", few)]
    {
        let error = wp_clang::parse(&path, Language::Cuda, &with(name)).unwrap_err().to_string();
        assert!(error.contains(&format!("`{name}`")) && error.contains(why), "{error}");
    }
}

#[test]
fn pointers_can_have_32_bits() {
    for name in ["k.cu", "k.cl"] {
        let flag = wp_clang::pointer_width_flag(Language::of(Path::new(name)).unwrap(), 32).unwrap();
        let small = ParseOptions { extra: vec![flag.to_owned()], ..ParseOptions::default() };
        for (options, size) in [(small, "int[4]"), (ParseOptions::default(), "int[8]")] {
            let unit = parse_with(name, "typedef int as_long_as_a_pointer[sizeof(void *)];\n", &options);
            let array = find(&unit.root, &|n| n.name.as_deref() == Some("as_long_as_a_pointer")).unwrap();
            assert_eq!(array.type_str().replace(' ', ""), size, "{name}");
        }
    }
}

#[test]
fn what_is_no_source_is_a_typed_error() {
    cache();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        wp_clang::parse(&path, Language::Cuda, &ParseOptions::default())
    };
    assert!(matches!(at("empty.cu", b" \n"), Err(ParseError::Empty(_))));
    assert!(matches!(at("binary.cu", b"\x7fELF\0\0"), Err(ParseError::Binary(_))));
    let parse = |path: &Path| wp_clang::parse(path, Language::Cuda, &ParseOptions::default());
    assert!(matches!(parse(folder.path()), Err(ParseError::IsDirectory(_))));
    assert!(matches!(parse(&folder.path().join("none.cu")), Err(ParseError::NotFound(_))));
    assert!(matches!(parse(Path::new("/dev/null")), Err(ParseError::NotRegular(_))));
    // Bytes that are not UTF-8 and unusual names are fine.
    assert!(at("-o latin \"1\".cu", b"// \xe9\xff\n__global__ void k() { const char *s = \"\xe9\"; }\n").is_ok());
}

#[test]
fn rejected_flags_are_an_error_that_says_so() {
    cache();
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "k.cu", "__global__ void k() {}\n");
    let options = ParseOptions { extra: vec!["--no-such-flag".to_owned()], ..ParseOptions::default() };
    let error = wp_clang::parse(&path, Language::Cuda, &options).unwrap_err();
    assert!(error.to_string().contains("no-such-flag"), "{error}");
}

#[test]
fn deep_nesting_and_runaway_output_do_no_harm() {
    cache();
    let sum = vec!["1"; 3000].join(" + ");
    let unit = clean("k.cu", &format!("__global__ void k(int *a) {{ a[0] = {sum}; }}\n"));
    assert!(find(&unit.root, &|n| &*n.kind == "CompoundStmt").is_some());
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "k.cu", "__global__ void k() { int a = 1; }\n");
    let limits = wp_clang::Limits { output_bytes: 100, ..wp_clang::Limits::default() };
    let found = wp_clang::parse_with_limits(&path, Language::Cuda, &ParseOptions::default(), &limits);
    assert!(matches!(found, Err(ParseError::OutputTooLarge { .. })));
}

/// The text that is given counts, with the includes and the positions of the file.
#[test]
fn a_text_stands_for_that_of_the_file() {
    cache();
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "src/size.h", "#define SIZE 4\n");
    let path = write(folder.path(), "src/a b.cu", "__global__ void old(int *a) { a[0] = 1; }\n");
    for path in [path, folder.path().join("src/../src/a b.cu")] {
        let text = "#include \"size.h\"\n__global__ void changed(int *a) { a[0] = SIZE; }\n";
        let options = ParseOptions { text: Some(text.to_owned()), ..ParseOptions::default() };
        let unit = wp_clang::parse(&path, Language::Cuda, &options).unwrap();
        assert!(errors(&unit).is_empty(), "{:?}", errors(&unit));
        let kernel = unit.root.inner.iter().find(|n| n.name.as_deref() == Some("changed")).unwrap();
        assert_eq!(unit.sources.text(kernel.loc), "changed");
        assert_eq!(unit.sources.file(kernel.loc.file).unwrap().path, path);
        assert!(!unit.root.inner.iter().any(|n| n.name.as_deref() == Some("old")));
    }
}
