//! The forms in which code launches a kernel: `<<<..>>>`, functions of the runtime, and functions without a body that
//! are given a kernel.

use crate::syntax::callee_name;
use wp_clang::{Node, LAUNCHER};

/// True if a node launches a kernel.
pub fn is_launch(node: &Node) -> bool {
    match &*node.kind {
        "CUDAKernelCallExpr" => true,
        "CallExpr" => launch_form(node).is_some(),
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
    /// `f(kernel, grid, block, arguments..)` by a function without a body, under the assumption `launcher`
    Unseen,
}

impl LaunchForm {
    /// The position of the kernel among the arguments.
    pub fn kernel(self) -> usize {
        match self {
            LaunchForm::List | LaunchForm::Spread | LaunchForm::Unseen => 0,
            LaunchForm::ConfiguredList | LaunchForm::ConfiguredSpread => 1,
        }
    }
}

/// The form of a launch by a call: of a function of CUDA or HIP that launches, or of one without a body.
pub fn launch_form(call: &Node) -> Option<LaunchForm> {
    if call.extra.contains_key(LAUNCHER) {
        return Some(LaunchForm::Unseen);
    }
    Some(match callee_name(call) {
        "cudaLaunchKernel" | "cudaLaunchCooperativeKernel" | "hipLaunchKernel" | "hipLaunchCooperativeKernel" => {
            LaunchForm::List
        }
        "hipLaunchKernelGGL" => LaunchForm::Spread,
        "cudaLaunchKernelExC" => LaunchForm::ConfiguredList,
        "cudaLaunchKernelEx" => LaunchForm::ConfiguredSpread,
        _ => return None,
    })
}
