//! The largest launch of a device, which the assumption `launch-bounds` grants: the limits that all compute capabilities
//! of today share (CUDA C++ Programming Guide, "Features and Technical Specifications").

/// Threads of a block.
pub const MAX_BLOCK_THREADS: u32 = 1024;
/// Extents of a block.
pub const MAX_BLOCK: [u32; 3] = [1024, 1024, 64];
/// Extents of a grid.
pub const MAX_GRID: [u32; 3] = [i32::MAX as u32, 65535, 65535];
