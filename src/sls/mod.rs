//! From SLS files to state calls: rendering, YAML, high data, low data.
pub mod yaml;
