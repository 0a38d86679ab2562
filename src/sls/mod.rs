//! From SLS files to state calls: rendering, YAML, high data, low data.

mod compiler;
pub mod config;
pub mod high;
pub mod jinja;
pub mod low;
pub mod matcher;
pub mod pillar;
pub mod render;
pub mod top;
pub mod tree;
pub mod yaml;

pub use compiler::Compiler;

#[cfg(test)]
mod tests;
