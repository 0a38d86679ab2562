//! Names by convention (`myapp-testing-useast1`) as expressions, so that one SLS serves all instances of a service.

use std::collections::BTreeSet;

use super::ExportedState;
use crate::aws::region;

/// Texts that stand for grains.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Convention {
    /// The text, the variable that replaces it, and the grain that the variable holds.
    replaced: Vec<(String, &'static str, &'static str)>,
}

impl Convention {
    /// The names of one instance of a service: `myapp-testing-useast1`.
    pub fn of(cluster: &str) -> Self {
        Self { replaced: vec![(cluster.to_owned(), "cluster", "cluster_name")] }
    }

    /// The convention of what is exported, if all names that follow it are of one instance of a service.
    pub fn found(states: &[ExportedState]) -> Self {
        let clusters: BTreeSet<&str> = states.iter().filter_map(|state| cluster(&state.low.name)).collect();
        match clusters.into_iter().collect::<Vec<_>>()[..] {
            [cluster] => Self::of(cluster),
            _ => Self::default(),
        }
    }

    /// The lines that set the variables.
    pub(super) fn head(&self, text: &str) -> String {
        let used = self.replaced.iter().filter(|(_, name, _)| text.contains(&format!("{{{{ {name} }}}}")));
        used.map(|(_, name, grain)| format!("{{% set {name} = grains.{grain} %}}\n")).collect()
    }

    /// YAML as a template that renders to it.
    pub(super) fn template(&self, yaml: &str) -> String {
        let mut text = escaped(yaml);
        for (name, variable, _) in &self.replaced {
            text = replaced(&text, name, &format!("{{{{ {variable} }}}}"));
        }
        text
    }
}

/// What Jinja would take for its own.
fn escaped(yaml: &str) -> String {
    let mut text = String::with_capacity(yaml.len());
    let mut rest = yaml;
    while let Some(at) = rest.find('{') {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        match from.get(..2) {
            Some(opening @ ("{{" | "{%" | "{#")) => {
                text.push_str(&format!("{{{{ '{opening}' }}}}"));
                rest = &from[2..];
            }
            _ => {
                text.push('{');
                rest = &from[1..];
            }
        }
    }
    text.push_str(rest);
    text
}

/// Each occurrence that is no part of a longer word.
fn replaced(text: &str, name: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(name).filter(|_| !name.is_empty()) {
        let (before, from) = rest.split_at(at);
        let after = &from[name.len()..];
        out.push_str(before);
        let ends = |letter: Option<char>| !letter.is_some_and(|letter| letter.is_ascii_alphanumeric());
        let is_whole = ends(out.chars().next_back()) && ends(after.chars().next());
        out.push_str(if is_whole { by } else { name });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// `myapp-testing-useast1` of `myapp-testing-useast1-elb`: words up to a region as names have it.
fn cluster(name: &str) -> Option<&str> {
    let mut words = 0;
    let mut start = 0;
    for word in name.split('-') {
        let letters = word.find(|it: char| !it.is_ascii_alphanumeric()).unwrap_or(word.len());
        if words >= 2 && region::by_convention(&word[..letters]).is_some() {
            return name.get(..start + letters);
        }
        // A path or a domain is no name of a service.
        if letters != word.len() || word.is_empty() {
            return None;
        }
        (words, start) = (words + 1, start + word.len() + 1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_by_convention_begins_with_service_instance_and_region() {
        for name in
            ["myapp-testing-useast1", "myapp-testing-useast1-elb", "myapp-testing-useast1.example.com"]
        {
            assert_eq!(cluster(name), Some("myapp-testing-useast1"), "{name}");
        }
        for name in ["useast1", "myapp-useast1", "logs", "/a/b-c-useast1", "a--useast1"] {
            assert_eq!(cluster(name), None, "{name}");
        }
    }

    #[test]
    fn a_template_has_the_name_as_a_variable_and_nothing_else_that_jinja_reads() {
        let convention = Convention::of("a-b-useast1");
        let yaml = "x: [a-b-useast1, aa-b-useast1, a-b-useast1-elb, '{{ it }}', {k: v}, '{%', '{#']\n";
        let text = convention.template(yaml);
        let expected = "x: [{{ cluster }}, aa-b-useast1, {{ cluster }}-elb, '{{ '{{' }} it }}', {k: v}, \
            '{{ '{%' }}', '{{ '{#' }}']\n";
        assert_eq!(text, expected);
        assert_eq!(convention.head(&text), "{% set cluster = grains.cluster_name %}\n");
        assert_eq!(Convention::default().head(&text), "");
    }
}
