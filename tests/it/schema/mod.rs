//! The JSON Schema of SLS files: what runs here fits it, what is refused does not.

use std::path::{Path, PathBuf};

use jsonschema::Validator;
use model::Value;
use serde_json::{Value as Json, json};
use sls::Compiler;
use sls::config::{Config, ConfigSource};
use sls::jinja::{CallError, Functions};
use sls::render::{JinjaTemplates, Renderer, SlsFile, Variables};
use sls::tree::FoundFile;
use sls::yaml;

use super::support::Place;

/// The schema that the binary prints.
fn schema() -> Json {
    serde_json::from_str(&Place::new().run("schema").stdout).expect("JSON")
}

fn validator(schema: &Json) -> Validator {
    jsonschema::draft202012::new(schema).expect("a schema")
}

/// What does not fit, as text.
fn told(validator: &Validator, document: &Json) -> Vec<String> {
    validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn read(text: &str) -> Json {
    yaml::parse_file(text, "a.sls").expect("YAML").to_value().to_json()
}

#[test]
fn it_is_a_schema_of_the_dialect_it_names() {
    let schema = schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(jsonschema::meta::is_valid(&schema));
    let printed: Json =
        serde_json::from_str(&Place::new().run("--out=json sys.state_schema").stdout).expect("JSON");
    assert_eq!(printed["local"], schema);
    let some: Json = serde_json::from_str(&Place::new().run("schema test.nop").stdout).expect("JSON");
    let defs = some["$defs"].as_object().expect("definitions").keys();
    assert_eq!(defs.filter(|name| name.contains('.')).collect::<Vec<_>>(), ["test.nop"]);
    assert_eq!(Place::new().run("schema test.nopp").code, Some(64));
}

/// Editors read the whole file at each start.
#[test]
fn it_has_at_most_two_megabytes() {
    let bytes = Place::new().run("schema").stdout.len();
    assert!(bytes <= 2_000_000, "{bytes} bytes");
}

#[test]
fn every_example_fits_rendered() {
    let validator = validator(&schema());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![];
    for directory in ["src/kinds", "src/system"] {
        collect(&root.join(directory), &mut files);
    }
    files.extend(
        ["myapp.sls", "elb/register.sls", "elb/deregister.sls"]
            .map(|it| root.join("orchestration/states").join(it)),
    );
    for file in &files {
        let document = rendered(file);
        let told = told(&validator, &document);
        assert!(told.is_empty(), "{}: {told:#?}", file.display());
    }
    assert!(files.len() > 20, "{files:?}");
}

#[test]
fn every_form_of_a_declaration_fits() {
    let validator = validator(&schema());
    for text in [
        "",
        "include: [a, {dev: b}]\nexclude: [{id: x}]\n",
        "x: test.nop\n",
        "x:\n  test.nop\n",
        "x:\n  test.nop: []\n",
        "x:\n  test:\n    - nop\n    - require: [a, {test: b}]\n    - names: [c, {d: [e: 1]}]\n",
        "x:\n  test.configurable_test_state:\n    - result: 'True'\n    - changes: false\n    - order: last\n",
        "x:\n  test.configurable_test_state:\n    - result: \"{{ pillar.result }}\"\n",
        "'{{ x }}':\n  test.nop: []\n",
        "extend:\n  x:\n    test:\n      - require: [{test: a}]\n",
        "x:\n  test.nop:\n    - anything: {at: [all]}\n    - unless: 'true'\n    - retry: {attempts: 2}\n    - failhard: True\n",
    ] {
        let told = told(&validator, &read(text));
        assert!(told.is_empty(), "{text}: {told:#?}");
    }
}

#[test]
fn what_is_refused_does_not_fit() {
    let validator = validator(&schema());
    for text in [
        "- x\n",
        "x: {}\n",
        "x:\n  test.nopp: []\n",
        "x:\n  nosuch.thing: []\n",
        "x: test.nopp\n",
        "x:\n  test.nop:\n",
        "x:\n  test.nop: {a: 1}\n",
        "x:\n  test: [nopp]\n",
        "x:\n  test:\n    - require: []\n",
        "x:\n  test.configurable_test_state:\n    - coment: a\n",
        "x:\n  test:\n    - configurable_test_state\n    - coment: a\n",
        "x:\n  test.configurable_test_state:\n    - comment: [1]\n",
        "x:\n  test.nop:\n    - require: y\n",
        "x:\n  test.nop:\n    - require: [{test.nop: y}]\n",
        "x:\n  test.nop:\n    - failhard: perhaps\n",
        "include: a\n",
    ] {
        assert!(!told(&validator, &read(text)).is_empty(), "{text}");
    }
}

#[test]
fn arguments_of_aws_states_are_checked_to_the_bottom() {
    let validator = validator(&schema());
    let queue = |below: Json| json!({"q": {"boto_sqs.present": below}});
    for good in
        [json!([{"region": "us-east-1"}]), json!([{"attributes": {"DelaySeconds": "20"}}, {"profile": "p"}])]
    {
        assert_eq!(told(&validator, &queue(good)), Vec::<String>::new());
    }
    for bad in [json!([{"regoin": "x"}]), json!([{"attributes": 30}]), json!({"region": "x"})] {
        assert!(!told(&validator, &queue(bad.clone())).is_empty(), "{bad}");
    }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "sls") {
            files.push(path);
        }
    }
}

/// A file as its run would render it, with the pillar of `orchestration/`.
fn rendered(file: &Path) -> Json {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("orchestration");
    let opts = json!({
        "id": "sample",
        "file_roots": {"base": [root.join("states").display().to_string()]},
        "pillar_roots": {"base": [root.join("pillar").display().to_string()]},
    });
    let overrides = Value::from(opts).as_map().cloned().expect("a mapping");
    let config =
        Config::load(&ConfigSource { dir: None, is_named: false, overrides }).expect("a configuration");
    let grains = json!({
        "service_name": "myapp", "service_instance": "testing", "region": "useast1", "id": "sample",
        "cluster_name": "myapp-testing-useast1", "ec2_instance_id": "i-0123456789abcdef0",
    });
    let grains = Value::from(grains).as_map().cloned().expect("a mapping");
    let mut compiler = Compiler::new(config, grains.clone());
    let pillars = JinjaTemplates::new(compiler.config(), compiler.pillars(), &Calls);
    let pillar = compiler.pillar(&pillars, None).expect("a pillar");
    drop(pillars);
    compiler.set_pillar(pillar.clone());
    let states = JinjaTemplates::new(compiler.config(), compiler.states(), &Calls);
    let outside = sls::outside::Offline;
    let renderer = Renderer { templates: &states, default_pipeline: "jinja|yaml", outside: &outside };
    let found = FoundFile { relative: "a.sls".to_owned(), path: file.to_owned() };
    let shared: Variables =
        [("grains", Value::Map(grains)), ("pillar", Value::Map(pillar)), ("opts", json!({}).into())]
            .into_iter()
            .map(|(name, value)| (name.to_owned(), std::sync::Arc::new(value)))
            .collect();
    let node = renderer.render(SlsFile { sls: "a", env: "base", file: &found }, &shared);
    node.unwrap_or_else(|problems| panic!("{problems}")).to_value().to_json()
}

/// Functions answer with a name of their own.
struct Calls;

impl Functions for Calls {
    fn call(&self, name: &str, positional: Vec<Value>, _: model::Map) -> Result<Value, CallError> {
        Ok(positional.into_iter().nth(1).unwrap_or_else(|| Value::from(name)))
    }

    fn names(&self) -> Vec<String> {
        vec![]
    }

    fn has(&self, _: &str) -> bool {
        true
    }
}

/// What a YAML language server says about files, and what it offers at their ends.
fn opened(server: &Path, files: &[&str]) -> Json {
    // The server's patterns match nothing in a folder whose name begins with a dot.
    let here = tempfile::Builder::new().prefix("editor").tempdir().expect("a directory");
    let mut paths = vec![here.path().join("sls.schema.json")];
    std::fs::write(&paths[0], schema().to_string()).expect("a file");
    for (number, text) in files.iter().enumerate() {
        paths.push(here.path().join(format!("{number}.sls")));
        std::fs::write(&paths[number + 1], text).expect("a file");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/schema/editor/open.js");
    let mut command = std::process::Command::new("node");
    command.arg(script).arg(server).arg(format!("file://{}", paths[0].display())).args(&paths[1..]);
    let done = command.output().expect("node");
    let printed = String::from_utf8_lossy(&done.stdout);
    serde_json::from_str(&printed)
        .unwrap_or_else(|_| panic!("{printed}{}", String::from_utf8_lossy(&done.stderr)))
}

#[test]
fn an_editor_opens_it_checks_with_it_and_completes_from_it() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder");
    let server = target.join("editor/node_modules/yaml-language-server/bin/yaml-language-server");
    let why = "the language server or node is missing (npm fetches it)";
    let has_npm = std::process::Command::new("npm").arg("--version").output().is_ok();
    crate::support::left_out("the schema in an editor", usize::from(!server.exists()), why, has_npm);
    if !server.exists() {
        return;
    }
    let jobs = "jobs:\n  boto_sqs.present:\n    - region: us-east-1\n";
    let good = format!("{jobs}    - attributes: {{DelaySeconds: 3}}\n    - ");
    let bad = format!("{jobs}    - attribute: {{DelaySeconds: 3}}\n    - tags: 3\n    - ");
    let opened = opened(&server, &[&good, &bad]);
    let lines = |number: usize| -> Vec<String> {
        let problems = opened["found"][number]["problems"].as_array().expect("problems");
        let lines = problems.iter().filter_map(|it| it.as_str()?.split_once(':'));
        lines.map(|(line, _)| line.to_owned()).collect()
    };
    // The last line of each is not finished.
    assert_eq!(lines(0), ["5"], "{opened:#}");
    assert_eq!(lines(1), ["4", "5", "6"], "{opened:#}");
    let offered = opened["found"][0]["offered"].to_string();
    for name in ["\"attributes\"", "\"tags\"", "\"require\""] {
        assert!(offered.contains(name), "{offered}");
    }
}
