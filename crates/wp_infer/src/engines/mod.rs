//! Refutation engines: under-approximations that throw out false candidates before Houdini meets them.
