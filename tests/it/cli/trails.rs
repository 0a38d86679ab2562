//! The way that led to a mistake: SLS, include, import, loop, macro; with secrets hidden wherever lines are shown.

use std::fs;

use super::{Place, Printed, assert_printed};

const LIBRARY: &str = "{# settings of all services #}
{% macro port(service) -%}
{{ service.ports.http }}
{%- endmacro %}

{% macro listen(service) -%}
address: 0.0.0.0:{{ port(service) }}
{%- endmacro %}
";

fn tree() -> Place {
    Place::new()
        .with("states/lib/net.jinja", LIBRARY)
        .with("states/top.sls", "base: {'*': [site]}\n")
        .with("states/site.sls", "site:\n  test.nop: []\ninclude:\n  - web\n")
}

#[test]
fn an_error_in_a_macro_that_an_included_sls_imports_shows_the_whole_way() {
    let place = tree().with(
        "states/web/init.sls",
        "{% import 'lib/net.jinja' as net with context %}\nweb:\n  test.configurable_test_state:\n    - comment: |\n        {{ net.listen({'name': 'web'}) }}\n",
    );
    assert_printed!("trail_include_import_macro", place.run("state.apply"));
    let lint: serde_json::Value =
        serde_json::from_str(&place.run("--out json lint web").stdout).expect("JSON");
    assert_eq!(
        lint["findings"][0]["trail"],
        serde_json::json!([
            "states/lib/net.jinja:7:21: in macro 'port', called here",
            "states/web/init.sls:5:16: in macro 'listen', called here",
        ])
    );
    let sarif: serde_json::Value =
        serde_json::from_str(&place.run("--out sarif lint web").stdout).expect("JSON");
    let related = &sarif["runs"][0]["results"][0]["relatedLocations"];
    assert_eq!(related[1]["message"]["text"], "in macro 'listen', called here");
    assert_eq!(related[1]["physicalLocation"]["region"]["startLine"], 5);
}

#[test]
fn an_undefined_variable_in_a_macro_called_from_a_loop_shows_round_and_call() {
    let place = tree().with(
        "states/web/init.sls",
        "{% macro line(host) %}{{ host.name }}{{ domain }}{% endmacro %}\n{% set hosts = [{'name': 'a'}, {'name': 'b'}] %}\n\n{% for host in hosts %}\n{{ host.name }}:\n  test.configurable_test_state:\n    - comment: {{ line(host) if not loop.first }}\n{% endfor %}\n",
    );
    assert_printed!("trail_loop_macro", place.run("state.sls web"));
}

#[test]
fn an_error_while_a_template_is_imported_included_or_extended_shows_where() {
    let place = tree()
        .with("states/lib/map.jinja", "{% include 'lib/os.jinja' %}\n")
        .with("states/lib/os.jinja", "{% extends 'lib/base.jinja' %}\n")
        .with("states/lib/base.jinja", "a\n{% block b %}{{ nosuch }}{% endblock %}\n")
        .with(
            "states/web/init.sls",
            "{% from 'lib/map.jinja' import map with context %}\nweb:\n  test.nop: []\n",
        );
    assert_printed!("trail_import_include_extends", place.run("state.sls web"));
}

#[test]
fn a_mistake_in_rendered_yaml_shows_the_line_of_the_author_and_the_line_that_it_became() {
    let place = tree().with(
        "states/web/init.sls",
        "{% set motd = 'note: closed' %}\n{% for n in [1, 2] %}\nweb{{ n }}:\n  test.configurable_test_state:\n    - comment: {{ motd }}\n{% endfor %}\n",
    );
    assert_printed!("trail_rendered_yaml", place.run("state.sls web"));
}

#[test]
fn an_error_in_a_pillar_shows_what_includes_it() {
    let place = tree()
        .with("pillar/top.sls", "base: {'*': [app]}\n")
        .with("pillar/app.sls", "include:\n  - data\n")
        .with("pillar/data.sls", "a: {{ 1 / 0 }}\n");
    assert_printed!("trail_pillar", place.run("pillar.items"));
}

#[test]
fn an_error_in_a_template_of_a_file_shows_the_macro_that_it_calls() {
    let place = tree()
        .with("states/web/web.conf", "{% from 'lib/net.jinja' import listen %}\nname = web\n{{ listen({}) }}\n")
        .with("states/web/init.sls", "web.conf:\n  file.managed:\n    - name: ROOT/out\n    - source: salt://web/web.conf\n    - template: jinja\n");
    let root = place.path("").canonicalize().unwrap().display().to_string();
    let sls = fs::read_to_string(place.path("states/web/init.sls")).unwrap();
    let place = place.with("states/web/init.sls", &sls.replace("ROOT", root.trim_end_matches('/')));
    let told = place.run("--out json state.sls web").stdout;
    let json: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let state = json["local"].as_object().and_then(|states| states.values().next()).expect("a state");
    let comment = state["comment"].as_str().expect("a comment");
    assert!(comment.contains("'dict object' has no attribute 'ports'"), "{comment}");
    assert!(comment.contains("in macro 'port', called here"), "{comment}");
    assert!(comment.contains("in macro 'listen', called here"), "{comment}");
}

fn secrets(text: &str) -> Printed {
    tree().with("states/web/init.sls", text).run("state.sls web")
}

#[test]
fn secrets_in_lines_above_and_below_are_hidden_in_what_yaml_and_jinja_refuse() {
    let templates = "{% set db_password = 'hunter2' %}\n{{ nosuch.thing }}\n{% set api_key = 'hunter3' %}\n";
    assert_printed!("trail_secret_jinja", secrets(templates));
    let rendered = "{% set found = 'hunter2' %}\nweb:\n  test.configurable_test_state:\n    - private_key: |\n        {{ found }}\n        hunter3\n    - coment: x\n    - github_token: {{ found }}\n";
    let printed = secrets(rendered);
    assert!(!printed.whole().contains("hunter"), "{}", printed.whole());
    assert_printed!("trail_secret_rendered", printed);
    let broken = "web:\n  test.configurable_test_state:\n    - root_password: hunter2\n    - comment: [x\n";
    assert_printed!("trail_secret_yaml", secrets(broken));
}
