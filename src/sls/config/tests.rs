use std::path::Path;

use super::*;

struct Dir(tempfile::TempDir);

impl Dir {
    fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self(dir)
    }

    fn load(&self) -> Result<Config, Problems> {
        let source =
            ConfigSource { dir: Some(self.0.path().to_owned()), is_named: true, overrides: Map::new() };
        Config::load(&source)
    }
}

fn json(config: &Config, key: &str) -> serde_json::Value {
    config.get(key).map(Value::to_json).unwrap_or_default()
}

/// As recorded from Salt: files replace whole top-level keys, `include` comes last, hidden files do not count.
#[test]
fn files_are_merged_in_salts_order() {
    let dir = Dir::new(&[
        ("minion", "a: {x: 1, z: 0}\nl: [1]\nb: main\nc: main\ninclude: extra/*.conf\n"),
        ("extra/e.conf", "c: extra\na: {w: 3}\n"),
        ("minion.d/10.conf", "a: {y: 2}\nl: [2]\nb: d\n"),
        ("minion.d/20.conf", "b: e\n"),
        ("minion.d/_x.conf", "u: under\n"),
        ("minion.d/.x.conf", "h: hidden\n"),
        ("minion.d/empty.conf", "\n"),
    ]);
    let config = dir.load().unwrap();
    assert_eq!(json(&config, "a"), serde_json::json!({"w": 3}));
    assert_eq!(json(&config, "l"), serde_json::json!([2]));
    assert_eq!(json(&config, "b"), "e");
    assert_eq!(json(&config, "c"), "extra");
    assert_eq!(json(&config, "u"), "under");
    assert!(config.get("h").is_none());
}

#[test]
fn relative_roots_start_at_root_dir_or_at_the_working_directory() {
    let list = Dir::new(&[(
        "minion",
        "root_dir: .\nfile_roots: [orchestration/states]\npillar_roots: {dev: [p, /abs]}\n",
    )]);
    let config = list.load().unwrap();
    assert_eq!(config.file_roots["base"], [Path::new("orchestration/states")]);
    assert_eq!(config.pillar_roots["dev"], [Path::new("p"), Path::new("/abs")]);
    assert_eq!(json(&config, "file_roots"), serde_json::json!({"base": ["orchestration/states"]}));
    let below = Dir::new(&[("minion", "root_dir: /srv/x\nfile_roots: {base: states}\n")]).load().unwrap();
    assert_eq!(below.file_roots["base"], [Path::new("/srv/x/states")]);
    assert_eq!(below.pillar_roots["base"], [Path::new("/srv/pillar")]);
    let plain = Dir::new(&[("minion", "file_roots: [./states]\n")]).load().unwrap();
    assert_eq!(plain.file_roots["base"], [Path::new("states")]);
}

#[test]
fn without_files_the_defaults_hold() {
    let config = Config::load(&ConfigSource::default()).unwrap();
    assert_eq!(config.state_top, "top.sls");
    assert_eq!(config.pillar_merge, PillarMerge::Recurse);
    assert!(!config.failhard && config.id.is_none() && config.saltenv.is_none());
    assert_eq!((config.state_output.as_str(), config.log_level.as_str()), ("full", "warning"));
    assert!(config.state_verbose);
    assert_eq!(json(&config, "hash_type"), "sha256");
}

#[test]
fn a_named_directory_must_exist_and_another_need_not() {
    let mut source =
        ConfigSource { dir: Some("/nonexistent/x".into()), is_named: true, overrides: Map::new() };
    let shown = Config::load(&source).unwrap_err().to_string();
    assert!(
        shown.contains("no configuration directory /nonexistent/x") && shown.contains("hint: -c names"),
        "{shown}"
    );
    source.is_named = false;
    assert!(Config::load(&source).is_ok());
}

#[test]
fn the_command_line_overrides_files() {
    let dir = Dir::new(&[("minion", "saltenv: base\nid: a\n")]);
    let overrides = [(model::Key::from("saltenv"), Value::from("dev"))].into_iter().collect();
    let source = ConfigSource { dir: Some(dir.0.path().to_owned()), is_named: true, overrides };
    let config = Config::load(&source).unwrap();
    assert_eq!((config.saltenv.as_deref(), config.id.as_deref()), (Some("dev"), Some("a")));
}

#[test]
fn the_id_may_stand_in_its_own_file() {
    assert_eq!(Dir::new(&[("minion_id", "m1\n")]).load().unwrap().id.as_deref(), Some("m1"));
}

#[test]
fn everything_wrong_is_reported_at_once_with_its_place() {
    let dir = Dir::new(&[
        (
            "minion",
            "failhard: maybe\nnodegroups: [a]\npillar_source_merging_strategy: recurs\nfile_roots: {base: [{a: 1}]}\n",
        ),
        ("minion.d/a.conf", "- a\n"),
        ("minion.d/b.conf", "a: %x\n"),
    ]);
    let shown = dir.load().unwrap_err().to_string();
    for part in [
        "minion:1:11: 'failhard' must be True or False, not text",
        "minion:2:13: 'nodegroups' must be a mapping",
        "cannot be 'recurs'",
        "did you mean 'recurse'?",
        "'file_roots' holds directories, not a mapping",
        "a.conf:1:1: the configuration must be a mapping, not a list",
        "b.conf:1:4: this is not YAML",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
}

#[test]
fn relative_roots_that_are_not_here_are_beside_the_configuration_or_above_it() {
    let dir = Dir::new(&[
        (
            "conf/minion",
            "file_roots: {base: [sls-of-this-test, nowhere-of-this-test]}\npillar_roots: [own]\n",
        ),
        ("conf/own/top.sls", ""),
        ("sls-of-this-test/app.sls", ""),
    ]);
    let conf = dir.0.path().join("conf");
    let source = ConfigSource { dir: Some(conf.clone()), is_named: true, overrides: Map::new() };
    let config = Config::load(&source).unwrap();
    let expected = [dir.0.path().join("sls-of-this-test"), Path::new("nowhere-of-this-test").to_owned()];
    assert_eq!(config.file_roots["base"], expected);
    assert_eq!(config.pillar_roots["base"], [conf.join("own")]);
}
