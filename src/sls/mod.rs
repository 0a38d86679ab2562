//! From SLS files to state calls: rendering, YAML, high data, low data.

pub mod config;
pub mod matcher;
pub mod render;
pub mod tree;
pub mod yaml;
