//! Names that follow a convention (`myapp-testing-useast1`), as expressions, so that one SLS serves all instances of a
//! service.

use std::collections::BTreeSet;

use super::ExportedState;
use aws::region;

/// The variables of an SLS, and the grain of each.
const VARIABLES: [(&str, &str); 4] = [
    ("cluster", "cluster_name"),
    ("service", "service_name"),
    ("instance", "service_instance"),
    ("region", "region"),
];

/// Separators between two parts of a name: `myapp-testing`, `myapp/testing`, `orchestrate deploy myapp testing`.
const SEPARATORS: [&str; 5] = ["-", "_", "/", ".", " "];

/// Texts that stand for grains.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Convention {
    /// Texts and the replacement of each, wherever it is not part of a longer word.
    words: Vec<(String, String)>,
    /// Texts and the replacement of each where it is a whole value. They are too common to be replaced elsewhere.
    values: Vec<(String, String)>,
}

impl Convention {
    /// The names of one instance of a service: `myapp-testing-useast1`. Its parts are recognised where two of them are
    /// side by side, where the region is, and where a part is a whole value.
    pub fn of(cluster: &str) -> Self {
        let mut words = vec![(cluster.to_owned(), expression("cluster"))];
        let mut parts = cluster.rsplitn(3, '-').filter(|part| !part.is_empty());
        let (Some(last), Some(instance), Some(service)) = (parts.next(), parts.next(), parts.next()) else {
            return Self { words, values: vec![] };
        };
        if region::by_convention(last).is_none() {
            return Self { words, values: vec![] };
        }
        let [service, instance, region] = [(service, "service"), (instance, "instance"), (last, "region")];
        for pair in [[service, instance], [instance, region]] {
            words.extend(SEPARATORS.map(|separator| {
                (pair.map(|it| it.0).join(separator), pair.map(|it| expression(it.1)).join(separator))
            }));
        }
        let owned = |(part, variable): (&str, &str)| (part.to_owned(), expression(variable));
        words.push(owned(region));
        Self { words, values: vec![owned(service), owned(instance)] }
    }

    /// The convention of the exported names, if all names that follow it belong to one instance of a service.
    pub fn found(states: &[ExportedState]) -> Self {
        let clusters: BTreeSet<&str> = states.iter().filter_map(|state| cluster(&state.low.name)).collect();
        match clusters.into_iter().collect::<Vec<_>>()[..] {
            [cluster] => Self::of(cluster),
            _ => Self::default(),
        }
    }

    /// The lines that set the variables.
    pub(super) fn head(&self, text: &str) -> String {
        let used =
            VARIABLES.iter().filter(|(name, _)| !self.words.is_empty() && text.contains(&expression(name)));
        used.map(|(name, grain)| format!("{{% set {name} = grains.{grain} %}}\n")).collect()
    }

    /// YAML as a template that renders to it.
    pub(super) fn template(&self, yaml: &str) -> String {
        let mut text = escaped(yaml);
        for (name, by) in &self.words {
            text = replaced(&text, name, by);
        }
        for (value, by) in &self.values {
            text = text.split_inclusive('\n').map(|line| with_value(line, value, by)).collect();
        }
        text
    }
}

/// A variable in Jinja.
fn expression(variable: &str) -> String {
    format!("{{{{ {variable} }}}}")
}

/// A line that ends with this value: after a key, in a list, or in a shell assignment.
fn with_value(line: &str, value: &str, by: &str) -> String {
    let text = line.trim_end_matches('\n');
    let ends_a_key = |before: &str| [": ", "- ", "="].iter().any(|end| before.ends_with(end));
    match text.strip_suffix(value) {
        Some(before) if ends_a_key(before) => format!("{before}{by}{}", &line[text.len()..]),
        _ => line.to_owned(),
    }
}

/// Text that Jinja would interpret.
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

/// Each occurrence that is not part of a longer word.
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

/// `myapp-testing-useast1` of `myapp-testing-useast1-elb`: the words up to a region in the spelling of names.
fn cluster(name: &str) -> Option<&str> {
    let mut words = 0;
    let mut start = 0;
    for word in name.split('-') {
        let letters = word.find(|it: char| !it.is_ascii_alphanumeric()).unwrap_or(word.len());
        if words >= 2 && region::by_convention(&word[..letters]).is_some() {
            return name.get(..start + letters);
        }
        // A path or a domain is not the name of a service.
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
        let expected = "x: [{{ cluster }}, aa-{{ instance }}-{{ region }}, {{ cluster }}-elb, '{{ '{{' }} it }}', {k: v}, \
            '{{ '{%' }}', '{{ '{#' }}']\n";
        assert_eq!(text, expected);
        let head = "{% set cluster = grains.cluster_name %}\n{% set instance = grains.service_instance %}\n\
            {% set region = grains.region %}\n";
        assert_eq!(convention.head(&text), head);
        assert_eq!(Convention::default().head(&text), "");
    }

    #[test]
    fn the_parts_of_a_name_are_recognised_where_they_cannot_be_meant_otherwise() {
        let convention = Convention::of("my-app-testing-useast1");
        for (yaml, expected) in [
            ("name: my-app-testing-useast1-jobs\n", "name: {{ cluster }}-jobs\n"),
            ("Environment: testing\n", "Environment: {{ instance }}\n"),
            ("- my-app\n", "- {{ service }}\n"),
            ("  export SERVICE_INSTANCE=testing\n", "  export SERVICE_INSTANCE={{ instance }}\n"),
            ("  deploy my-app testing\n", "  deploy {{ service }} {{ instance }}\n"),
            ("bucket: logs-useast1\n", "bucket: logs-{{ region }}\n"),
            ("prefix: my-app/testing/x\n", "prefix: {{ service }}/{{ instance }}/x\n"),
            ("alias: testing.useast1.example.com", "alias: {{ instance }}.{{ region }}.example.com"),
            // Alone, the parts are ordinary words.
            ("description: testing what my-app does\n", "description: testing what my-app does\n"),
            ("testing:\n", "testing:\n"),
            ("name: loadtesting\n", "name: loadtesting\n"),
            ("region: us-east-1\n", "region: us-east-1\n"),
        ] {
            assert_eq!(convention.template(yaml), expected);
        }
        let head = convention.head("{{ region }} {{ service }}");
        assert_eq!(head, "{% set service = grains.service_name %}\n{% set region = grains.region %}\n");
    }

    #[test]
    fn names_that_resemble_variables_do_no_harm() {
        let convention = Convention::of("cluster-region-useast1");
        assert_eq!(
            convention
                .template("a: cluster-region-useast1\nb: region\nc: '{{ region }}'\nd: cluster region\n"),
            "a: {{ cluster }}\nb: {{ instance }}\nc: '{{ '{{' }} region }}'\nd: {{ service }} {{ instance }}\n"
        );
    }

    #[test]
    fn a_name_of_another_form_is_replaced_as_a_whole() {
        let convention = Convention::of("myapp-testing");
        assert_eq!(
            convention.template("a: myapp-testing-x\nb: testing\n"),
            "a: {{ cluster }}-x\nb: testing\n"
        );
    }
}
