//! The forms of a kernel launch: `<<<..>>>`, calls of functions of the runtime, and calls of functions without a body
//! that have a kernel as an argument.

use crate::syntax::callee_name;
use wp_clang::{Node, LAUNCHER, OWN_FUNCTION};

/// True if a node launches a kernel.
pub fn is_launch(node: &Node) -> bool {
    match &*node.kind {
        "CUDAKernelCallExpr" => true,
        "CallExpr" => launch_form(node).is_some(),
        _ => false,
    }
}

/// The parameters of a function that launches a kernel. `list` is an array of pointers to the kernel's arguments.
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
    /// `f(kernel, grid, block, arguments..)` where `f` has no body: the assumption `launcher` says that it launches
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

/// The form of a launch by a call of a launching function of CUDA or HIP, or of a function without a body.
pub fn launch_form(call: &Node) -> Option<LaunchForm> {
    if call.extra.contains_key(LAUNCHER) {
        return Some(LaunchForm::Unseen);
    }
    if call.extra.contains_key(OWN_FUNCTION) {
        return None;
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
