//! How long the parts of a run take that need no AWS: `cargo bench --bench compile`.

#![expect(clippy::expect_used, reason = "a benchmark that cannot start has nothing to tell")]

use aws::policy;
use graph::{self, NodeFacts};
use model::{Low, Map, Value};
use sls::Compiler;
use sls::config::{Config, ConfigSource};
use sls::high::{HighData, Wanted};
use sls::jinja::{CallError, Functions};
use sls::render::JinjaTemplates;
use sls::yaml;

#[path = "../tests/it/stacks/generate.rs"]
mod generate;

/// One file for each, with a loop and a macro of Jinja in it.
const FILES: usize = 100;
const TEMPLATE: &str = "
{% macro queue(name, timeout) %}
{{ cluster }} queue {{ name }}:
  boto_sqs.present:
    - name: {{ cluster }}-{{ name }}
    - attributes: {VisibilityTimeout: '{{ timeout }}', MessageRetentionPeriod: '345600'}
    - profile: {{ pillar.get('profile', 'aws_profile') }}
{% endmacro %}
{% for name in ['jobs', 'results', 'dead', 'mail', 'events', 'audit', 'images', 'reports', 'search', 'export'] %}
{{ queue(name, loop.index * 30) }}
{% endfor %}
";

fn main() {
    divan::main();
}

struct None;

impl Functions for None {
    fn call(&self, name: &str, _: Vec<Value>, _: Map) -> Result<Value, CallError> {
        Err(CallError { message: format!("there is no {name} here"), hint: Option::None })
    }

    fn names(&self) -> Vec<String> {
        vec![]
    }
}

/// A tree of [`FILES`] files with ten states each.
struct Tree {
    compiler: Compiler,
    wanted: Vec<Wanted>,
    _directory: tempfile::TempDir,
}

impl Tree {
    fn new() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let names: Vec<String> = (0..FILES).map(generate::name).collect();
        for name in &names {
            let text = format!("{{% set cluster = '{name}' %}}{TEMPLATE}");
            std::fs::write(directory.path().join(format!("{name}.sls")), text).expect("a file");
        }
        let root = Value::from(vec![directory.path().display().to_string()]);
        let roots: Value = [("base", root)].into_iter().collect();
        let overrides: Value = [("file_roots", roots)].into_iter().collect();
        let overrides = overrides.as_map().cloned().expect("a mapping");
        let config = Config::load(&ConfigSource { dir: Option::None, is_named: false, overrides });
        let compiler = Compiler::new(config.expect("a configuration"), Map::new());
        let wanted = names.into_iter().map(|sls| Wanted { env: "base".to_owned(), sls, place: Option::None });
        Self { compiler, wanted: wanted.collect(), _directory: directory }
    }

    fn high(&self) -> HighData {
        let templates = JinjaTemplates::new(self.compiler.config(), self.compiler.states(), &None);
        self.compiler.high(&templates, &self.wanted, &Value::Null).expect("it renders")
    }

    fn low(&self) -> Vec<Low> {
        self.compiler.low(self.high()).expect("it compiles")
    }
}

/// 1,000 states in 100 files, from Jinja to high data.
#[divan::bench]
fn render(bencher: divan::Bencher) {
    let tree = Tree::new();
    bencher.bench_local(|| tree.high());
}

/// High data to the low data of 1,000 states, in order.
#[divan::bench]
fn compile(bencher: divan::Bencher) {
    let tree = Tree::new();
    bencher.with_inputs(|| tree.high()).bench_local_values(|high| tree.compiler.low(high));
}

/// Requisites and order of 1,000 states to a graph.
#[divan::bench]
fn link(bencher: divan::Bencher) {
    let lows = Tree::new().low();
    bencher
        .with_inputs(|| lows.clone())
        .bench_local_values(|lows| graph::build(lows, &[], &|_| NodeFacts::default()));
}

/// YAML of a hundred stacks, with places.
#[divan::bench]
fn parse(bencher: divan::Bencher) {
    let text = generate::stacks(FILES);
    assert_eq!(yaml::parse_file(&text, "stacks.sls").map(|_| generate::STATES).ok(), Some(10));
    bencher.bench_local(|| yaml::parse_file(&text, "stacks.sls"));
}

/// Two IAM documents that say the same in other words.
#[divan::bench]
fn compare_policies(bencher: divan::Bencher) {
    let [a, b] =
        [r#"["sqs:SendMessage", "sqs:ReceiveMessage"]"#, r#"["sqs:ReceiveMessage", "sqs:SendMessage"]"#];
    let document = |actions: &str| {
        format!(
            r#"{{"Version": "2012-10-17", "Statement": [{{"Effect": "Allow", "Action": {actions}, "Resource": "*"}}]}}"#
        )
    };
    let (a, b) = (document(a), document(b));
    assert!(policy::is_same(&a, &b));
    bencher.bench_local(|| policy::is_same(&a, &b));
}
