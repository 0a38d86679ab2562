//! What runs do once however many templates they render, counted in the trace of the run.

use std::collections::BTreeMap;
use std::fs;

use super::Place;

const MAP: &str = "{% set app = {'port': 80} %}\n";
const TEMPLATE: &str = "{% from 'app/map.jinja' import app with context -%}\n{{ number }} {{ app.port }} {{ pillar.hosts.h7 }}\n";

fn place(sls: &str) -> Place {
    let place = Place::new()
        .with("states/app/map.jinja", MAP)
        .with("states/app/app.conf", TEMPLATE)
        .with("pillar/top.sls", "base: {'*': [app]}\n")
        .with("pillar/app.sls", "hosts: {% set all = {} %}{% for i in range(20) %}{% do all.update({'h' ~ i: i}) %}{% endfor %}{{ all|json }}\n");
    let root = place.path("").canonicalize().unwrap().display().to_string();
    place.with("states/app/init.sls", &sls.replace("ROOT", root.trim_end_matches('/')))
}

/// How often each template was parsed.
fn parses(place: &Place) -> BTreeMap<String, usize> {
    let trace: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(place.path("trace.json")).expect("a trace")).expect("JSON");
    let mut counts = BTreeMap::new();
    for event in trace["traceEvents"].as_array().expect("a list") {
        if event["name"].as_str().is_some_and(|name| name.starts_with("parse")) {
            let file = event["args"]["file"].as_str().expect("a file");
            *counts.entry(file.rsplit("states/").next().unwrap_or_default().to_owned()).or_default() += 1;
        }
    }
    counts
}

#[test]
fn a_template_is_parsed_once_however_many_states_render_or_load_it() {
    let place = place(
        "
{% for i in range(30) %}
file {{ i }}:
  file.managed:
    - name: ROOT/out/{{ i }}
    - makedirs: True
    - source: salt://app/app.conf
    - template: jinja
    - context: {number: {{ i }}}
{% endfor %}
",
    );
    let run = place.run("--profile-run trace.json --out quiet state.sls app");
    assert_eq!(run.code, Some(0), "{}", run.whole());
    assert_eq!(fs::read_to_string(place.path("out/29")).expect("a file"), "29 80 7\n");
    let counts = parses(&place);
    for file in ["app/init.sls", "app/map.jinja", "app/app.conf"] {
        assert_eq!(counts.get(file), Some(&1), "{file} in {counts:?}");
    }
}

#[test]
fn a_template_that_a_state_changes_is_read_anew_by_the_states_behind() {
    let place = place(
        "
{% for name in ['before', 'behind'] %}
{{ name }}:
  file.managed:
    - name: ROOT/out/{{ name }}
    - makedirs: True
    - source: salt://app/app.conf
    - template: jinja
    - context: {number: 1}
{% if loop.first %}
change:
  file.managed:
    - name: ROOT/states/app/map.jinja
    - contents: '{{ '{%' }} set app = {\"port\": 81} {{ '%}' }}'
{% endif %}
{% endfor %}
",
    );
    let run = place.run("--profile-run trace.json --out quiet state.sls app");
    assert_eq!(run.code, Some(0), "{}", run.whole());
    let written = |name: &str| fs::read_to_string(place.path("out").join(name)).expect("a file");
    assert_eq!((written("before").as_str(), written("behind").as_str()), ("1 80 7\n", "1 81 7\n"));
    assert_eq!(parses(&place).get("app/map.jinja"), Some(&2));
}
