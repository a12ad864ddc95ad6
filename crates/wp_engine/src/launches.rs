//! What a kernel is checked for: each of its launches in host code, or any launch.
//!
//! What the options say of the launch, the arguments or the arrays goes before host code, which is ignored then; so it is
//! under GPUVerify's rules, by which a kernel stands alone.

use crate::report::LaunchedAt;
use crate::{Options, Rules};
use wp_base::Span;
use wp_kir::{Kernel, Launch};
use wp_lower::host::{specialise, LaunchSite};

/// One verification of a kernel.
pub(crate) struct Task {
    pub kernel: Kernel,
    pub options: Options,
    pub launch: Option<LaunchedAt>,
    /// Where there may be launches that could not be read, for which this is done.
    pub elsewhere: Option<Span>,
}

/// The verifications of a kernel. Launches of which the same is known are one; where there may be launches that could not be
/// read (`elsewhere`), every launch is checked too.
pub(crate) fn tasks(kernel: Kernel, sites: &[LaunchSite], elsewhere: Option<Span>, options: &Options) -> Vec<Task> {
    if sites.is_empty() || is_ignored(&kernel, options) {
        return vec![Task { kernel, options: options.clone(), launch: None, elsewhere: None }];
    }
    let mut tasks: Vec<(&LaunchSite, Task)> = Vec::new();
    for site in sites {
        let same = |(known, _): &&mut (&LaunchSite, Task)| {
            LaunchSite { span: known.span, function: known.function.clone(), ..(*site).clone() } == **known
        };
        if let Some((_, task)) = tasks.iter_mut().find(same) {
            task.launch.iter_mut().for_each(|l| l.alike.push(site.span));
            continue;
        }
        let (kernel, launch) = specialise(&kernel, site);
        let options = Options { launch, ..options.clone() };
        let at = LaunchedAt { span: site.span, function: site.function.to_string(), alike: Vec::new() };
        tasks.push((site, Task { kernel, options, launch: Some(at), elsewhere: None }));
    }
    let any = elsewhere.map(|_| Task { kernel, options: options.clone(), launch: None, elsewhere });
    tasks.into_iter().map(|(_, task)| task).chain(any).collect()
}

fn is_ignored(kernel: &Kernel, options: &Options) -> bool {
    options.ignore_host
        || !options.grants("launch-site")
        || options.rules == Rules::GpuVerify
        || options.launch != Launch::ANY
        || options.kernel_args.iter().any(|(name, _)| **name == *kernel.name)
        || options.kernel_arrays.iter().any(|(name, _)| **name == *kernel.name)
}
