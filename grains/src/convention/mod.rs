//! Host names that say what a machine is: `myapp-testing-useast1-898900.example.com`.
//!
//! A [`Convention`] is an ordered list of patterns; the first whose shape fits is taken, so a name of four parts and
//! one of five may live side by side. Laws: what a pattern makes it reads back the same, and what it reads it makes
//! again; a part never holds a text that separates parts.

mod template;

use std::collections::BTreeMap;

use serde_json::Value;

pub use template::{Template, TemplateError};

use crate::Grains;

/// The derived name that Auto Scaling groups bear.
const CLUSTER: &str = "cluster_name";

/// The parts of a name, by the names of the grains they become.
pub type Parts = BTreeMap<String, String>;

/// A convention that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConventionError {
    /// A template cannot be read back.
    #[error("template {text:?} of a host name convention")]
    Template {
        /// The template as written.
        text: String,
        /// What is wrong with it.
        source: TemplateError,
    },
    /// A derived name asks for a part that the host name has not.
    #[error("{name} wants {part}, which host names of the form {host:?} do not have")]
    UnknownPart {
        /// The derived name.
        name: String,
        /// The part it wants.
        part: String,
        /// The host name's template.
        host: String,
    },
}

/// One form of host names, and the names derived from its parts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Pattern {
    host: Template,
    derived: Vec<(String, Template)>,
}

impl Pattern {
    /// Makes a pattern of a host name's template, such as `{service_name}-{service_instance}-{region}-{service_node}`,
    /// and of derived names with their templates.
    ///
    /// # Errors
    /// If a template cannot be read back, or a derived name wants a part that the host name has not.
    pub fn new(host: &str, derived: &[(&str, &str)]) -> Result<Self, ConventionError> {
        let parse = |text: &str| {
            Template::parse(text)
                .map_err(|source| ConventionError::Template { text: text.to_owned(), source })
        };
        let host = parse(host)?;
        let mut names = Vec::new();
        for (name, text) in derived {
            let template = parse(text)?;
            if let Some(part) = template.names().find(|part| !host.names().any(|own| own == *part)) {
                return Err(ConventionError::UnknownPart {
                    name: (*name).to_owned(),
                    part: part.to_owned(),
                    host: host.to_string(),
                });
            }
            names.push(((*name).to_owned(), template));
        }
        Ok(Self { host, derived: names })
    }
}

/// The ordered forms of host names.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Convention {
    patterns: Vec<Pattern>,
}

impl Default for Convention {
    /// `service-instance-region-node`, and `service-sub-instance-region-node` for a part of a service.
    fn default() -> Self {
        let whole = Pattern::new(
            "{service_name}-{service_instance}-{region}-{service_node}",
            &[
                ("cluster_name", "{service_name}-{service_instance}-{region}"),
                ("service_group", "{service_name}-{service_instance}"),
            ],
        );
        let part = Pattern::new(
            "{service_name}-{sub_service}-{service_instance}-{region}-{service_node}",
            &[
                ("cluster_name", "{service_name}-{sub_service}-{service_instance}-{region}"),
                ("service_group", "{service_name}-{sub_service}-{service_instance}"),
            ],
        );
        Self { patterns: [whole, part].into_iter().flatten().collect() }
    }
}

impl Convention {
    /// Makes a convention of patterns, the first to be tried first.
    pub fn new(patterns: Vec<Pattern>) -> Self {
        Self { patterns }
    }

    /// Reads the parts of a host name, with or without a domain; `None` if no pattern fits, or the name is one that
    /// EC2 gives on its own, such as `ip-10-0-0-1`.
    pub fn parse(&self, host: &str) -> Option<Parts> {
        let first = host.split_once('.').map_or(host, |(first, _)| first);
        if is_given_by_ec2(first) {
            return None;
        }
        self.patterns.iter().find_map(|pattern| pattern.host.read(first))
    }

    /// Reads the parts of an Auto Scaling group's name, which is a `cluster_name`; the node is the instance's id
    /// without its `i-`. `None` if no pattern fits.
    pub fn parse_group(&self, group: &str, instance_id: &str) -> Option<Parts> {
        let node = instance_id.strip_prefix("i-").filter(|node| !node.is_empty())?;
        self.patterns.iter().find_map(|pattern| {
            let (_, template) = pattern.derived.iter().find(|(name, _)| name == CLUSTER)?;
            let mut parts = template.read(group)?;
            let mut others = pattern.host.names().filter(|name| !parts.contains_key(*name));
            let (Some(rest), None) = (others.next(), others.next()) else { return None };
            parts.insert(rest.to_owned(), node.to_owned());
            pattern.host.fill(&parts).map(|_| parts)
        })
    }

    /// Makes the host name of the parts: by the first pattern that has exactly these.
    pub fn host_name(&self, parts: &Parts) -> Option<String> {
        let exact = |pattern: &&Pattern| {
            pattern.host.names().count() == parts.len()
                && pattern.host.names().all(|name| parts.contains_key(name))
        };
        self.patterns.iter().filter(exact).find_map(|pattern| pattern.host.fill(parts))
    }

    /// Picks the parts that any pattern knows out of grains.
    pub fn parts(&self, grains: &Grains) -> Parts {
        let names = self.patterns.iter().flat_map(|pattern| pattern.host.names());
        names.filter_map(|name| Some((name.to_owned(), grains.get(name).and_then(written)?))).collect()
    }

    /// Derives names, such as `cluster_name`, by the pattern that uses most of the parts.
    pub fn derive(&self, parts: &Parts) -> Parts {
        let known = |pattern: &Pattern| pattern.host.names().filter(|name| parts.contains_key(*name)).count();
        let mut best: Option<&Pattern> = None;
        for pattern in &self.patterns {
            if best.is_none_or(|best| known(pattern) > known(best)) {
                best = Some(pattern);
            }
        }
        let derived = best.map_or(&[][..], |pattern| &pattern.derived);
        derived.iter().filter_map(|(name, template)| Some((name.clone(), template.fill(parts)?))).collect()
    }
}

/// True for the names that instances have before anybody names them.
///
/// See <https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/hostname-types.html>.
fn is_given_by_ec2(name: &str) -> bool {
    let of_address = |rest: &str| {
        let numbers: Vec<_> = rest.split('-').collect();
        numbers.len() == 4 && numbers.iter().all(|number| number.parse::<u8>().is_ok())
    };
    let of_id = |rest: &str| rest.len() >= 8 && rest.bytes().all(|byte| byte.is_ascii_hexdigit());
    name.strip_prefix("ip-").is_some_and(of_address) || name.strip_prefix("i-").is_some_and(of_id)
}

/// A grain as text; numbers are often written bare.
fn written(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
