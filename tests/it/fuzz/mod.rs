//! Fuzzing: mutated texts of the recorded corpora through YAML, Jinja, and the way of a run from text to walked graph.
//!
//! In an ordinary test run a few cases with fixed seeds. `ORCHESTRATE_FUZZ_SECONDS=600 ./test fuzz:: -- --nocapture
//! --test-threads=1` runs each target for its time with a seed that it prints; `ORCHESTRATE_FUZZ_SEED` repeats one.
//! Laws: no input panics, hangs, or takes more memory than a template may. `beside` compares with Python.

mod beside;
mod corpus;
mod drive;
mod known;
mod make;
mod mutate;
mod root;
mod wire;
mod words;

use std::path::Path;
use std::time::Duration;

use engine::declare;
use graph::{self, NodeFacts, Options};
use model::{Key, Keyword, Low, Map, Minion, Outcome, Problems, Value};
use serde_json::json;
use sls::Compiler;
use sls::config::{Config, ConfigSource};
use sls::jinja::{CallError, Functions};
use sls::render::{JinjaTemplates, Template, Templates, Variables};
use sls::yaml::{self, Flow};

use drive::{Target, drive};

#[test]
fn no_yaml_panics_hangs_or_swells() {
    drive(&Target { name: "yaml", seed: 0x5a17, cases: 1500, corpus: corpus::yaml(), make: None }, |text| {
        let Ok(node) = yaml::parse_file(text, "a.sls") else { return };
        let value = node.to_value();
        for flow in [Flow::Block, Flow::Inline] {
            let dumped = yaml::dump(&value, flow, yaml::Sort::None);
            let again = yaml::parse_file(&dumped, "dumped");
            assert!(again.is_ok(), "what was dumped cannot be read: {dumped:?}: {}", again.unwrap_err());
        }
    });
}

#[test]
fn no_template_panics_hangs_or_swells() {
    let compiler = compiler();
    drive(&Target { name: "jinja", seed: 0x71a, cases: 1500, corpus: corpus::jinja(), make: None }, |text| {
        let templates = JinjaTemplates::new(compiler.config(), compiler.states(), &Calls);
        let template = Template { env: "base", relative: "a.sls", path: "a.sls", text };
        if let Ok(rendered) = templates.render(&template, &Variables::new()) {
            let lines = u32::try_from(rendered.text.lines().count()).unwrap_or(u32::MAX);
            for line in [1, lines, lines.saturating_add(1)] {
                let _ = (rendered.place_of)(line, 1);
            }
        }
    });
}

#[test]
fn no_sls_panics_hangs_or_swells_from_text_to_walked_graph() {
    let compiler = compiler();
    drive(&Target { name: "sls", seed: 0x515, cases: 600, corpus: corpus::sls(), make: None }, |text| {
        let templates = JinjaTemplates::new(compiler.config(), compiler.states(), &Calls);
        let high = compiler.high_of_text(&templates, Some(text), Path::new("a.sls"), "a");
        if let Ok(lows) = high.and_then(|high| compiler.low(high)) {
            carry_out(lows);
        }
    });
}

#[test]
fn no_tree_of_files_panics_or_hangs() {
    let root = tempfile::tempdir().expect("a directory");
    let compiler = compiler_of(root.path());
    for file in ["states/a.sls", "states/top.sls", "pillar/top.sls", "pillar/a.sls"] {
        std::fs::create_dir_all(root.path().join(file).parent().expect("a parent")).expect("directories");
    }
    drive(&Target { name: "tree", seed: 0x7ee, cases: 300, corpus: corpus::sls(), make: None }, |text| {
        // One text in all its roles: an SLS that includes itself, a top file, pillar.
        for file in ["states/a.sls", "states/b.sls", "states/top.sls", "pillar/top.sls", "pillar/a.sls"] {
            std::fs::write(root.path().join(file), text).expect("a file");
        }
        let states = JinjaTemplates::new(compiler.config(), compiler.states(), &Calls);
        let pillars = JinjaTemplates::new(compiler.config(), compiler.pillars(), &Calls);
        let _ = compiler.pillar(&pillars, None);
        let wanted = compiler.top(&states).map(|top| top.wanted()).unwrap_or_default();
        let named = compiler.wanted(&["a,b".to_owned()], None).expect("names");
        for wanted in [wanted, named] {
            let high = compiler.high(&states, &wanted, &Value::Null);
            let _ = high.and_then(|high| compiler.low(high));
        }
    });
}

#[test]
fn bombs_end_in_a_clear_error() {
    let laughs: String = (1..30).fold("a0: &a0 [x, x]\n".to_owned(), |text, at| {
        format!("{text}a{at}: &a{at} [*a{0}, *a{0}]\n", at - 1)
    });
    let told = yaml::parse_file(&laughs, "a.sls").expect_err("a bomb").to_string();
    assert!(told.contains("alias"), "{told}");
    for deep in ["[".repeat(100_000), "- ".repeat(100_000), "a: {".repeat(50_000), "? ".repeat(50_000)] {
        let told = yaml::parse_file(&deep, "a.sls").expect_err("too deep").to_string();
        assert!(told.contains("nested more than"), "{told}");
    }
    let compiler = compiler();
    let templates = JinjaTemplates::new(compiler.config(), compiler.states(), &Calls);
    for (text, part) in [
        ("{{ 'x' * 1000000000 }}".to_owned(), "too large"),
        (format!("{{{{ {}1{} }}}}", "(".repeat(5_000), ")".repeat(5_000)), "nested"),
        (format!("{{{{ 'true'{} }}}}", "|yaml".repeat(300)), "does not end"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}".to_owned(), "deep"),
    ] {
        let high = compiler.high_of_text(&templates, Some(&text), Path::new("a.sls"), "a");
        let told = high.expect_err("a bomb").to_string();
        assert!(told.contains(part), "{told}");
    }
}

/// Declares, links and walks; every call answers at once.
fn carry_out(lows: Vec<Low>) {
    let mut problems = Problems::default();
    for low in &lows {
        let _ = declare(low, &Minion::default(), &mut problems);
    }
    problems.sort();
    assert!(problems.0.iter().all(|problem| !problem.to_string().is_empty()));
    let facts = |low: &Low| NodeFacts {
        serial: low.id.len().is_multiple_of(2),
        barrier: low.explicit_order,
        mod_watch: low.state == "test",
        ..NodeFacts::default()
    };
    let is_hard = lows.iter().any(|low| low.keywords.contains_key(&Keyword::Failhard));
    let count = lows.len();
    let Ok(graph) = graph::build(lows, &["a".to_owned()], &facts) else { return };
    let options = Options {
        existing: &graph::Existing::default(),
        at_once: 3,
        failhard: false,
        test: false,
        clock: &|_: Duration| String::new(),
        ended: &|_, _| {},
    };
    let run = |index: usize, _| {
        let failed = graph.nodes[index].low.function.contains("fail");
        async move { if failed { Outcome::failed("").into() } else { Outcome::succeeded("").into() } }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let walked = runtime.block_on(graph::walk(&graph, &options, run, std::future::pending()));
    assert!(is_hard || (walked.returns.len() >= count && walked.unstarted.is_empty()));
}

/// A compiler whose states are a few files that mutated texts may include and import.
fn compiler() -> Compiler {
    compiler_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fuzz/tree"))
}

fn compiler_of(root: &Path) -> Compiler {
    let root = |dir: &str| root.join(dir).display().to_string();
    let opts = json!({
        "id": "sample", "file_roots": {"base": [root("states")]}, "pillar_roots": {"base": [root("pillar")]},
    });
    let overrides = Value::from(opts).as_map().cloned().expect("a mapping");
    let config =
        Config::load(&ConfigSource { dir: None, is_named: false, overrides }).expect("a configuration");
    let grains = [(Key::from("id"), Value::from("sample")), (Key::from("os"), Value::from("Debian"))];
    Compiler::new(config, grains.into_iter().collect())
}

/// Functions that answer with what they were given, so that templates get on.
struct Calls;

impl Functions for Calls {
    fn call(&self, name: &str, positional: Vec<Value>, named: Map) -> Result<Value, CallError> {
        match positional.into_iter().next() {
            Some(first) => Ok(first),
            None if named.is_empty() => {
                Err(CallError { message: format!("'{name}' got nothing"), hint: None })
            }
            None => Ok(Value::Map(named)),
        }
    }

    fn names(&self) -> Vec<String> {
        vec!["pillar.get".to_owned(), "grains.get".to_owned(), "test.echo".to_owned()]
    }
}
