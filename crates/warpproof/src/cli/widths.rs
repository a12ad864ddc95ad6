//! Options about the width of indices.

use clap::Args;
use wp_engine::{IndexWidth, Options};

/// Options about the width of indices.
#[derive(Args, Clone, Debug, Default)]
pub struct WidthArgs {
    /// Look for indices that exceed 32 bits in every kernel, not only in those that compute some index in 64 bits
    #[arg(long, conflicts_with = "no_index_width")]
    pub index_width: bool,
    /// Do not look for indices that exceed 32 bits
    #[arg(long)]
    pub no_index_width: bool,
    /// Memory of the device in gigabytes (2^30 bytes), 80 by default: arrays that do not fit it are not considered
    #[arg(long, value_name = "GIGABYTES", value_parser = clap::value_parser!(u64).range(1..=MOST_GIGABYTES))]
    pub device_memory: Option<u64>,
}

/// The greatest memory of a device, in gigabytes.
pub const MOST_GIGABYTES: u64 = 1 << 16;

impl WidthArgs {
    /// Sets the options that are given.
    pub fn apply(&self, options: &mut Options) {
        if self.index_width {
            options.index_width = IndexWidth::Every;
        } else if self.no_index_width {
            options.index_width = IndexWidth::Off;
        }
        if let Some(gigabytes) = self.device_memory {
            options.device_memory = gigabytes << 30;
        }
    }
}
