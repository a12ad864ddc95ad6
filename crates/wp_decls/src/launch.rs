//! The forms in which code launches a kernel: `<<<..>>>` and functions of the runtime.

use crate::syntax::callee_name;
use wp_clang::Node;

/// True if a node launches a kernel.
pub fn is_launch(node: &Node) -> bool {
    match &*node.kind {
        "CUDAKernelCallExpr" => true,
        "CallExpr" => launch_form(callee_name(node)).is_some(),
        _ => false,
    }
}

/// The form in which a launching function is given the launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaunchForm {
    /// `f(kernel, grid, block, list, shared, stream)`
    List,
    /// `f(kernel, grid, block, shared, stream, arguments..)`
    Spread,
    /// `f(&configuration, kernel, list)`
    ConfiguredList,
    /// `f(&configuration, kernel, arguments..)`
    ConfiguredSpread,
}

impl LaunchForm {
    /// The position of the kernel among the arguments.
    pub fn kernel(self) -> usize {
        match self {
            LaunchForm::List | LaunchForm::Spread => 0,
            LaunchForm::ConfiguredList | LaunchForm::ConfiguredSpread => 1,
        }
    }
}

/// The functions of CUDA and HIP that launch.
pub fn launch_form(name: &str) -> Option<LaunchForm> {
    Some(match name {
        "cudaLaunchKernel" | "cudaLaunchCooperativeKernel" | "hipLaunchKernel" | "hipLaunchCooperativeKernel" => {
            LaunchForm::List
        }
        "hipLaunchKernelGGL" => LaunchForm::Spread,
        "cudaLaunchKernelExC" => LaunchForm::ConfiguredList,
        "cudaLaunchKernelEx" => LaunchForm::ConfiguredSpread,
        _ => return None,
    })
}
