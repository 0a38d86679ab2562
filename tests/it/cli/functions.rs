//! Functions that answer data.

use super::{Place, assert_printed};

fn place() -> Place {
    Place::new()
        .with("pillar/top.sls", "base:\n  '*': [data]\n")
        .with("pillar/data.sls", "vpc:\n  subnets: [a, b]\n  id: vpc-1\nname: myapp\n")
}

#[test]
fn the_pillar_is_shown_whole_and_in_parts() {
    assert_printed!("pillar_items", place().run("pillar.items"));
    assert_printed!("pillar_get", place().run("--out json pillar.get vpc:subnets"));
    assert_printed!("pillar_get_default", place().run("--out txt pillar.get nosuch default=5"));
    assert_printed!("pillar_item", place().run("--out yaml pillar.item name vpc:id"));
}

#[test]
fn pillar_of_the_command_line_is_merged_last() {
    let words = ["--out", "json", "--out-indent=-1", "pillar.items", "pillar={\"vpc\": {\"id\": \"vpc-2\"}}"];
    assert_printed!("pillar_over", place().run_words(&words));
}

#[test]
fn the_environment_names_the_service() {
    let place =
        place().set("SERVICE_NAME", "myapp").set("SERVICE_INSTANCE", "testing").set("REGION", "useast1");
    assert_printed!(
        "grains_of_service",
        place.run("--out yaml grains.item service_name region cluster_name id")
    );
}

#[test]
fn grains_come_from_a_file_beside_the_configuration_too() {
    let place = place().with("orchestration/grains", "roles: [web, worker]\nid: other\n");
    assert_printed!("grains_of_file", place.run("--out txt grains.get roles"));
    assert_printed!("broken_grains", place.with("orchestration/grains", "- a\n").run("grains.ls"));
}

#[test]
fn a_broken_pillar_does_not_stop_what_does_without() {
    let place = place().with("pillar/data.sls", "a: [\n");
    assert_printed!("ping_despite_pillar", place.run("test.ping"));
    assert_printed!("broken_pillar_items", place.run("pillar.items"));
}

#[test]
fn metadata_is_shown_on_demand() {
    assert_printed!("metadata", place().run("--metadata --out yaml test.echo hello"));
}

#[test]
fn arguments_that_do_not_fit_come_with_the_usage() {
    assert_printed!("missing_argument_of_function", place().run("pillar.keys"));
    assert_printed!("unknown_argument_of_function", place().run("pillar.get name defualt=1"));
}

#[test]
fn the_manual_is_at_hand() {
    assert_printed!("manual_function", place().run("sys.doc pillar.get"));
    assert_printed!("manual_option", place().run("-d test.echo"));
    assert_printed!("manual_unknown", place().run("sys.doc nosuch.thing"));
}

#[test]
fn what_functions_take_is_told_in_salts_shape() {
    let words = ["--out", "json", "--out-indent=-1"];
    let ask = |name: &str, of: &str| place().run_words(&[&words[..], &[name, of]].concat()).stdout;
    assert_eq!(
        ask("sys.argspec", "pillar.keys"),
        "{\"local\": {\"pillar.keys\": {\"args\": [\"key\", \"delimiter\"], \"defaults\": [\":\"], \"varargs\": null, \"kwargs\": null}}}\n"
    );
    assert_eq!(
        ask("sys.state_argspec", "test.nop"),
        "{\"local\": {\"test.nop\": {\"args\": [\"name\", \"comment\"], \"defaults\": [null], \"varargs\": null, \"kwargs\": true}}}\n"
    );
    assert_eq!(ask("sys.list_renderers", "j*"), "{\"local\": [\"jinja\", \"json\"]}\n");
}

#[test]
fn templates_ask_about_the_program_and_about_trees() {
    let place = place()
        .with("states/top.sls", "base:\n  '*': [other]\n")
        .with("states/other.sls", "b:\n  test.nop:\n    - name: {{ pillar.name }}\n")
        .with(
            "states/a.sls",
            "{% set shown = salt['state.show_sls']('other', pillar={'name': 'over'}) %}\n\
             a:\n  test.nop:\n\
             \x20   - name: {{ shown.b.test[0].name }} {{ salt['state.show_low_sls']('other')[0].name }}\n\
             \x20   - there: {{ salt['state.sls_exists']('other') }} {{ salt['state.sls_exists']('nosuch') }}\n\
             \x20   - top: {{ salt['state.show_top']()|json }}\n\
             \x20   - states: {{ salt['state.show_states']()|json }}\n\
             \x20   - modules: {{ salt['sys.list_state_functions']('test.n*')|json }}\n\
             \x20   - spec: {{ salt['sys.argspec']('test.ping')|json }}\n\
             \x20   - known: {{ 'state.show_sls' in salt }}\n",
        )
        .with("states/round.sls", "{% do salt['state.show_sls']('round') %}\n")
        .with("states/runs.sls", "{% do salt['state.apply']('other') %}\n");
    assert_printed!("templates_ask", place.run("--out yaml state.show_low_sls a"));
    assert_printed!("templates_ask_round", place.run("state.show_sls round"));
    assert_printed!("templates_run", place.run("state.show_sls runs"));
}

#[test]
fn a_typed_command_that_fails_is_a_failure() {
    let code = |words: &[&str]| place().run_words(words).code;
    assert_eq!(code(&["cmd.run", "exit 3"]), Some(1));
    assert_eq!(code(&["--retcode-passthrough", "cmd.retcode", "exit 3"]), Some(3));
    assert_eq!(code(&["cmd.run", "exit 3", "ignore_retcode=True"]), Some(0));
    assert_eq!(code(&["cmd.run_all", "exit 0"]), Some(0));
    assert_eq!(code(&["state.show_highstate"]), Some(1));
}

#[test]
fn the_filter_for_pages_is_the_function() {
    let place = place().with("states/a.sls", "{{ 'ftp://me:secret@host/'|http_query(status=True) }}\n");
    let told = place.run("state.show_sls a");
    assert!(told.stderr.contains("http.query: 'GET ftp://host/' is no request"), "{}", told.stderr);
}

#[test]
fn every_function_that_is_listed_has_a_manual() {
    let listed = place().run("--out json sys.list_functions").stdout;
    let pages = place().run("--out json sys.doc").stdout;
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON")["local"].clone();
    let (listed, pages) = (read(&listed), read(&pages));
    let listed = listed.as_array().expect("a list");
    assert!(listed.len() > 30);
    for name in listed {
        let page = pages[name.as_str().expect("text")].as_str().unwrap_or_default();
        assert!(page.contains("Usage: orchestrate "), "{name}");
    }
}

#[test]
fn a_result_goes_to_a_file_that_only_its_owner_reads() {
    let place = place();
    let first = place.run("--out json --out-file answer.json pillar.get name");
    assert_eq!((first.stdout.as_str(), first.code), ("", Some(0)));
    let second = place.run("--out txt --out-file answer.json --out-file-append test.ping");
    assert_eq!(second.code, Some(0));
    let text = std::fs::read_to_string(place.path("answer.json")).expect("a file");
    assert_eq!(text, "{\n    \"local\": \"myapp\"\n}\nlocal: True\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(place.path("answer.json")).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

/// Python's mappings are shared: what the function changes, the caller sees, also where it holds a part of it.
#[test]
fn functions_that_merge_in_place_change_the_callers_mapping() {
    let sls = "{% set a = {'x': {'y': 1}} %}{% set part = a.x %}\n\
               {% set answer = salt['defaults.merge'](a, {'x': {'z': 2}, 'new': [1]}) %}\n\
               {% do answer.update({'more': 3}) %}\n\
               {% set b = {'x': 1} %}{% set copy = salt['defaults.merge'](b, {'y': 2}, in_place=False) %}\n\
               {% set c = {'x': {'y': 1}} %}{% do salt['slsutil.update'](dest=c, upd={'x': {'y': 2}}) %}\n\
               {% set d = {'one': {'p': 1}, 'two': None} %}{% do salt['defaults.update'](d, {'q': 2}) %}\n\
               {% set e = {'x': 1} %}{% do salt['slsutil.merge'](e, {'y': 2}) %}\n\
               t:\n  test.nop:\n    - data: {{ [a, part, b, copy, c, d, e]|json }}\n";
    let place = place().with("states/a.sls", sls);
    let printed = place.run("--out json state.show_sls a");
    let json: serde_json::Value = serde_json::from_str(&printed.stdout).expect(&printed.stderr);
    let data =
        json["local"]["t"]["test"].as_array().and_then(|list| list.iter().find_map(|it| it.get("data")));
    assert_eq!(
        data,
        Some(&serde_json::json!([
            {"x": {"y": 1, "z": 2}, "new": [1], "more": 3},
            {"y": 1, "z": 2},
            {"x": 1},
            {"x": 1, "y": 2},
            {"x": {"y": 2}},
            {"one": {"q": 2, "p": 1}, "two": {"q": 2}},
            {"x": 1},
        ]))
    );
}

#[test]
fn a_command_runs_while_the_pillar_is_broken() {
    let place = place().with("pillar/top.sls", "base:\n  '*': [data]\n").with("pillar/data.sls", "a: [\n");
    let printed = place.run_words(&["--out", "txt", "cmd.run", "echo well"]);
    assert_eq!((printed.code, &*printed.stdout), (Some(0), "local: well\n"), "{}", printed.stderr);
    assert_eq!(place.run_words(&["cmd.run", "echo {{ pillar.a }}", "template=jinja"]).code, Some(1));
    assert_eq!(place.run("pillar.get a").code, Some(1));
}
