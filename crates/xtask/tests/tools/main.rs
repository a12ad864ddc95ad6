//! Short runs of the developer tools.

mod device;
mod oracle;
mod smoke;
mod tidy;
