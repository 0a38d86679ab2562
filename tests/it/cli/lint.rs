//! `lint` as its users see it: what it finds, what it leaves alone, and its three layouts.

use super::{Place, assert_printed};

fn broken() -> Place {
    Place::new()
        .with("states/top.sls", "base:\n  '*':\n    - good\n    - order: 3\n  'other':\n    - gone\n")
        .with("states/good.sls", "x:\n  test.nop: []\n")
        .with(
            "states/arguments.sls",
            "
a:
  test.configurable_test_state:
    - coment: hello
    - result: [1, 2]
b:
  test.nopp: []
c:
  test.nop:
    - onlyif: 5
",
        )
        .with("states/jinja.sls", "a:\n  test.nop: []\n{% if x %}\n")
        .with("states/yaml.sls", "a:\n  test.nop: [\nb: {}\n")
        .with("states/undefined.sls", "a:\n  test.nop:\n    - name: {{ pillar.nosuch.key }}\n")
        .with("states/twice.sls", "include: [good]\nx:\n  test.nop: []\n")
        .with("states/circle.sls", "a:\n  test.nop:\n    - require: [{test: b}]\nb:\n  test.nop:\n    - require: [{test: a}]\n")
        .with("states/nowhere.sls", "a:\n  test.nop:\n    - require: [{test: bb}]\n    - watch_in: [{test: zz}]\nb:\n  test.nop: []\n")
}

#[test]
fn everything_wrong_in_all_files_is_told_at_once() {
    let place = broken();
    assert_printed!("lint", place.run("lint"));
    assert_printed!("lint_json", place.run("--out=json lint arguments"));
    assert_printed!("lint_sarif", place.run("--out=sarif lint arguments,yaml"));
}

/// What only an instance knows is no mistake of the tree.
#[test]
fn what_is_missing_on_this_machine_alone_is_a_note() {
    let place = Place::new()
        .with("states/serve.sls", "serve:\n  elb.register:\n    - profile: {region: us-east-1}\n");
    let linted = place.run("lint serve");
    assert!(
        linted.stdout.contains("note") && linted.stdout.contains("the id of this instance is not known"),
        "{linted:?}"
    );
    assert_eq!(linted.code, Some(0), "{linted:?}");
    let run = place.run("state.sls serve test=True");
    assert!(run.code != Some(0), "a run needs it: {run:?}");
}

/// A tree with modules of its own, and SLS that use them.
fn with_python() -> Place {
    Place::new()
        .with("states/_modules/shop.py", "def port():\n    return 8080\n")
        .with("states/_states/stall.py", "def open(name):\n    return {}\n")
        .with("states/_grains/role.py", "def role():\n    return {'role': 'web'}\n")
        .with("states/_runners/tour.py", "def go():\n    return 1\n")
        .with("states/a.sls", "a:\n  test.nop:\n    - name: {{ salt['shop.port']() }}\n")
        .with("states/b.sls", "b:\n  test.nop:\n    - name: {{ salt.shop.port() }}\n")
        .with("states/c.sls", "c:\n  stall.open: []\nd:\n  stall.open: []\n")
        .with("states/d.sls", "d:\n  test.nop:\n    - name: {{ salt['saltutil.runner']('tour.go') }}\n")
        .with("states/e.sls", "e:\n  test.nop: []\n")
}

#[test]
fn python_of_a_tree_is_no_misspelt_name_and_its_advice_comes_once() {
    let place = with_python();
    assert_printed!("lint_python", place.run("lint a b c d"));
    assert_printed!("python_in_a_run", place.run("state.sls a,b"));
    assert_printed!("python_of_a_state", place.run("--out json state.sls c"));
    assert_printed!("python_of_a_runner", place.run("saltutil.runner tour.go"));
    let programs = place.run("state.show_sls e");
    assert!(programs.stderr.contains("_grains/role.py"), "{}", programs.stderr);
    let place = place.with("orchestration/minion", "file_roots: {base: [states]}\ngrains_dirs: [grains.d]\n");
    assert_eq!(place.run("state.show_sls e").stderr, "");
}

#[test]
fn what_is_well_is_told_in_a_line() {
    let place = broken();
    assert_printed!("lint_good", place.run("lint good"));
    assert_printed!("lint_unknown", place.run("lint god"));
    assert_printed!("lint_sarif_elsewhere", place.run("--out=sarif state.sls good"));
}

#[test]
fn what_only_fails_alone_is_a_warning() {
    let place = Place::new()
        .with("states/all.sls", "include: [part, other]\n")
        .with("states/other.sls", "b:\n  test.nop: []\n")
        .with(
            "states/part.sls",
            "extend:\n  b:\n    test:\n      - require_in: [{test: c}]\na:\n  test.nop:\n    - require: [{test: b}]\nc:\n  test.nop: []\n",
        );
    assert_printed!("lint_parts", place.run("lint"));
}

#[test]
fn neither_aws_nor_commands_are_called_and_what_hangs_on_them_is_a_note() {
    let sls = "
a:
  test.nop:
    - name: {{ salt['boto_vpc.get_id']('x') }}
    - b: {{ salt['cmd.run']('touch ran') }}
    - c: {{ salt['file.touch']('touched') }}
c:
  test.nop:
    - name: {{ salt['boto_vpc.describe']('x')['id'].nosuch.thing }}
";
    let place = Place::new().with("states/a.sls", sls).with("states/b.sls", "x:\n  test.nop: []\n");
    assert_printed!("lint_offline", place.run("lint"));
    assert!(!place.path("ran").exists() && !place.path("touched").exists());
}

/// `key` names many things: only beside `keyid` it is the secret of an access key.
#[test]
fn the_key_of_a_tag_is_no_secret_and_that_of_a_connection_is() {
    let tags = "a:\n  test.nop:\n    - key: Name\n    - tags: [{key: Name, value: web}]\n";
    let place = Place::new().with("states/a.sls", tags);
    let printed = place.run("lint");
    assert!(printed.stdout.contains("0 warnings"), "{}", printed.stdout);
    let profile = "a:\n  test.nop:\n    - profile: {keyid: abc, key: wJalrXUtnFEMI, region: us-east-1}\n";
    let place = place.with("states/a.sls", profile);
    let printed = place.run("lint");
    assert!(printed.stdout.contains("holds a secret in plain text"), "{}", printed.stdout);
}

/// The stand-in for a secret is a word: it is a scalar wherever a template puts it.
#[test]
fn a_template_may_use_a_sealed_value_without_quotes() {
    let sls = "a:\n  test.nop:\n    - comment: {{ pillar.db.password }}\n    - map: {password: {{ pillar.db.password }}}\n    - url: postgres://u:{{ pillar.db.password }}@h/db\n";
    let place = Place::new()
        .with("pillar/top.sls", "base:\n  '*': [data]\n")
        .with("pillar/data.sls", "db:\n  password: {__secret__: 'ssm:/app/db'}\n")
        .with("states/a.sls", sls);
    let printed = place.run("lint");
    assert!(!printed.stdout.contains("YAML"), "{}", printed.stdout);
    assert!(printed.stdout.contains("0 errors"), "{}", printed.stdout);
    assert!(printed.stdout.contains("not called: ssm:/app/db"), "{}", printed.stdout);
}

#[test]
fn a_secret_in_a_file_is_a_warning_and_one_of_the_pillar_is_not() {
    let place = Place::new()
        .with("pillar/top.sls", "base:\n  '*': [data]\n")
        .with("pillar/data.sls", "word: hunter2\n")
        .with(
            "states/a.sls",
            "a:\n  test.nop:\n    - password: hunter3\n    - id: AKIAIOSFODNN7EXAMPLE\nb:\n  test.nop:\n    - password: {{ pillar.word }}\n",
        );
    assert_printed!("lint_secrets", place.run("lint"));
}

/// A template that a function renders calls no more than the template that calls the function, and nor does the pillar.
#[test]
fn nothing_escapes_through_functions_that_render() {
    let place = Place::new()
        .with("orchestration/minion", "file_roots: {base: [states]}\npillar_roots: {base: [pillar]}\next_pillar:\n  - cmd_yaml: 'touch ran; echo \"a: 1\"'\n")
        .with("pillar/top.sls", "base:\n  '*': [data]\n")
        .with("pillar/data.sls", "password: {__secret__: 'ssm:/a/b'}\n")
        .with("states/inner.txt", "{{ salt['cmd.run']('touch ran') }}")
        .with(
            "states/a.sls",
            "{% set told = salt['slsutil.renderer']('salt://inner.txt', default_renderer='jinja') %}\n\
             {% set text = salt['slsutil.renderer'](string=\"{{ salt['cmd.run']('touch ran') }}\", default_renderer='jinja') %}\n\
             {% set shown = salt['state.show_sls']('a') %}\n\
             a:\n  test.nop: []\n",
        )
        .with("states/b.sls", "b:\n  test.nop:\n    - name: {{ pillar.a }}\n");
    assert_printed!("lint_escapes", place.run("lint"));
    assert!(!place.path("ran").exists(), "a command was run");
}

#[test]
fn a_broken_pillar_is_told_and_the_states_are_not_checked() {
    let place = Place::new()
        .with("pillar/top.sls", "base:\n  '*': [data]\n")
        .with("pillar/data.sls", "a: [\n")
        .with("states/a.sls", "a: [\n");
    assert_printed!("lint_pillar", place.run("lint"));
}

/// The parts of the SARIF 2.1.0 schema that the log uses: what is required, and of which type.
fn sarif_schema() -> serde_json::Value {
    let location = serde_json::json!({
        "type": "object",
        "required": ["physicalLocation"],
        "properties": {"physicalLocation": {
            "type": "object",
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {"properties": {"uri": {"type": "string", "pattern": "^[^ \\\\]+$"}}},
                "region": {
                    "required": ["startLine"],
                    "properties": {
                        "startLine": {"type": "integer", "minimum": 1},
                        "startColumn": {"type": "integer", "minimum": 1},
                    },
                    "additionalProperties": false,
                },
            },
            "additionalProperties": false,
        }},
        "additionalProperties": false,
    });
    let result = serde_json::json!({
        "type": "object",
        "required": ["message"],
        "properties": {
            "ruleId": {"type": "string"},
            "ruleIndex": {"type": "integer", "minimum": 0},
            "level": {"enum": ["none", "note", "warning", "error"]},
            "message": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}},
            "locations": {"type": "array", "items": location},
        },
        "additionalProperties": false,
    });
    serde_json::json!({
        "type": "object",
        "required": ["version", "runs"],
        "properties": {
            "$schema": {"type": "string"},
            "version": {"const": "2.1.0"},
            "runs": {"type": "array", "minItems": 1, "items": {
                "type": "object",
                "required": ["tool"],
                "properties": {
                    "tool": {"properties": {"driver": {"required": ["name"], "properties": {"rules": {"type": "array", "items": {"required": ["id"]}}}}}},
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "results": {"type": "array", "items": result},
                },
                "additionalProperties": false,
            }},
        },
        "additionalProperties": false,
    })
}

#[test]
fn the_sarif_log_has_the_shape_that_its_standard_asks_for() {
    let log: serde_json::Value =
        serde_json::from_str(&broken().run("--out=sarif lint").stdout).expect("JSON");
    let validator = jsonschema::draft202012::new(&sarif_schema()).expect("a schema");
    let told: Vec<String> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
    assert!(told.is_empty(), "{told:#?}");
    let rules = &log["runs"][0]["tool"]["driver"]["rules"];
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 12);
    for result in results {
        let index = result["ruleIndex"].as_u64().and_then(|index| usize::try_from(index).ok());
        assert_eq!(result["ruleId"], rules[index.expect("an index")]["id"]);
    }
}
