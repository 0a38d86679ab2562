//! Whole compiles: recorded from Salt, of broken trees, and of random trees.

mod broken;
mod fuzz;
mod recorded;

use std::collections::HashMap;
use std::path::Path;

use super::compiler::Compiler;
use super::config::{Config, ConfigSource};
use super::high::HighData;
use super::jinja::{CallError, Functions};
use super::outside::Outside;
use super::render::{JinjaTemplates, Templates};
use super::secrets::Reference;
use model::{Low, Map, Problems, Value};

/// Templates of these trees call no functions.
struct NoFunctions;

impl Compiler {
    /// The high data of the SLS that the top files give this minion.
    fn highstate(&self, templates: &dyn Templates, excluded: &Value) -> Result<HighData, Problems> {
        self.high(templates, &self.top(templates)?.wanted(), excluded)
    }
}

impl Functions for NoFunctions {
    fn call(&self, name: &str, _: Vec<Value>, _: Map) -> Result<Value, CallError> {
        Err(CallError { message: format!("there is no function '{name}'"), hint: None })
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Runs commands of pillars.
struct Shell;

impl Outside for Shell {
    fn shell(&self, command: &str) -> Result<String, String> {
        let done = std::process::Command::new("sh").args(["-c", command]).output();
        done.map(|done| String::from_utf8_lossy(&done.stdout).into_owned()).map_err(|error| error.to_string())
    }

    fn decrypt(&self, _message: &str) -> Result<String, String> {
        Err("no keys here".to_owned())
    }

    fn secrets(&self, _wanted: &[Reference]) -> Result<HashMap<Reference, String>, String> {
        Err("no secrets here".to_owned())
    }
}

fn map(json: &serde_json::Value) -> Map {
    match Value::from(json.clone()) {
        Value::Map(map) => map,
        _ => Map::new(),
    }
}

/// A tree on disk, states in `states` and pillar in `pillar`.
struct World {
    root: tempfile::TempDir,
    compiler: Compiler,
}

impl World {
    fn new(files: &[(&str, &str)], opts: Map) -> Self {
        Self::with(files, |_| opts)
    }

    /// As `new`; the options may name the directory.
    fn with(files: &[(&str, &str)], opts: impl FnOnce(&Path) -> Map) -> Self {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let compiler = compiler(root.path(), opts(root.path()));
        Self { root, compiler }
    }

    fn states(files: &[(&str, &str)]) -> Self {
        Self::new(files, Map::new())
    }

    fn pillar(&self, over: Option<&Map>) -> Result<Map, Problems> {
        let templates = JinjaTemplates::new(self.compiler.config(), self.compiler.pillars(), &NoFunctions);
        self.compiler.pillar(&templates, over)
    }

    fn low(&self, sls: &str) -> Result<Vec<Low>, Problems> {
        let templates = JinjaTemplates::new(self.compiler.config(), self.compiler.states(), &NoFunctions);
        let wanted = self.compiler.wanted(&[sls.to_owned()], None)?;
        self.compiler.low(self.compiler.high(&templates, &wanted, &Value::Null)?)
    }

    fn highstate(&self) -> Result<Vec<Low>, Problems> {
        let templates = JinjaTemplates::new(self.compiler.config(), self.compiler.states(), &NoFunctions);
        self.compiler.low(self.compiler.highstate(&templates, &Value::Null)?)
    }

    /// The problems, with paths below the tree.
    fn shown<T: std::fmt::Debug>(&self, result: Result<T, Problems>) -> String {
        result.unwrap_err().to_string().replace(&format!("{}/", self.root.path().display()), "")
    }
}

fn compiler(root: &Path, mut opts: Map) -> Compiler {
    opts.insert("root_dir".into(), root.display().to_string().into());
    opts.insert("id".into(), "oracle".into());
    for (key, dir) in [("file_roots", "states"), ("pillar_roots", "pillar")] {
        if !opts.contains_key(key) {
            opts.insert(key.into(), Value::from(serde_json::json!({"base": [dir]})));
        }
    }
    let config = Config::load(&ConfigSource { dir: None, is_named: false, overrides: opts }).unwrap();
    let mut grains =
        map(&serde_json::json!({"os": "Debian", "id": "oracle", "ipv4": ["127.0.0.1"], "ipv6": []}));
    grains.extend(config.grains.clone());
    Compiler::new(config, grains).with_outside(std::sync::Arc::new(Shell))
}

#[test]
fn includes_of_a_pillar_may_be_a_thousand_deep_and_no_deeper() {
    let world = |deepest: usize| {
        let file = |at: usize| {
            let include = if at == deepest { String::new() } else { format!("include: [a{}]\n", at + 1) };
            (format!("pillar/a{at}.sls"), format!("{include}k{at}: {at}\nlast: {at}\n"))
        };
        let top = ("pillar/top.sls".to_owned(), "base: {'*': [a0]}\n".to_owned());
        let files: Vec<(String, String)> = (0..=deepest).map(file).chain([top]).collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        World::states(&files)
    };
    let pillar = world(1000).pillar(None).unwrap();
    assert_eq!(pillar.get("last"), Some(&0.into()), "who includes comes last");
    assert_eq!((pillar.len(), pillar.get("k1000")), (1002, Some(&1000.into())));
    let deeper = world(1001).pillar(None).unwrap_err().to_string();
    assert!(deeper.contains("includes are nested more than 1000 deep"), "{deeper}");
}

#[test]
fn includes_may_be_a_thousand_deep_and_no_deeper() {
    let world = |deepest: usize| {
        let file = |at: usize| {
            let include = if at == deepest { String::new() } else { format!("include: [a{}]\n", at + 1) };
            (format!("states/a{at}.sls"), format!("{include}s{at}:\n  test.nop: []\n"))
        };
        let files: Vec<(String, String)> = (0..=deepest).map(file).collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        World::states(&files)
    };
    let lows = world(1000).low("a0").unwrap();
    assert_eq!(lows.len(), 1001);
    assert_eq!((lows[0].id.as_str(), lows[1000].id.as_str()), ("s1000", "s0"), "the deepest comes first");
    let deeper = world(1001);
    let shown = deeper.shown(deeper.low("a0"));
    assert!(shown.contains("includes are nested more than 1000 deep"), "{shown}");
}
