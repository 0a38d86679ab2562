//! Execution functions against what Salt 3007 answered to the same calls over the same files (`record.py`).
//!
//! What differs on purpose is named in [`DIFFERENT`], with its reason.

use std::collections::BTreeMap;
use std::fs::{self, FileTimes, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use orchestrate::exec::{Arguments, Context, FUNCTIONS};
use orchestrate::model::{Key, Map, Minion, Value};
use orchestrate::sls::config::{Config, ConfigSource};
use orchestrate::sls::tree::Tree;
use serde_json::{Value as Json, json};

mod different;

use different::DIFFERENT;

fn read(name: &str) -> Json {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/functions").join(name);
    serde_json::from_str(&fs::read_to_string(path).expect("a recording")).expect("JSON")
}

fn map(json: &Json) -> Map {
    Value::from(json.clone()).as_map().cloned().unwrap_or_default()
}

/// The files of `world.json`, in a directory of their own.
struct World {
    directory: tempfile::TempDir,
    minion: Minion,
    config: Config,
    environment: BTreeMap<String, String>,
}

impl World {
    fn lay_out(world: &Json) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let root = directory.path();
        for (name, file) in world["files"].as_object().expect("files") {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            fs::write(&path, file["text"].as_str().expect("text")).expect("written");
            set_mode(&path, file["mode"].as_str().unwrap_or("0644"));
            if let Some(seconds) = file["mtime"].as_u64() {
                let time = UNIX_EPOCH + Duration::from_secs(seconds);
                let times = FileTimes::new().set_modified(time).set_accessed(time);
                fs::File::open(&path).and_then(|file| file.set_times(times)).expect("dated");
            }
        }
        for (name, mode) in world["directories"].as_object().expect("directories") {
            fs::create_dir_all(root.join(name)).expect("made");
            set_mode(&root.join(name), mode.as_str().expect("a mode"));
        }
        for (name, to) in world["links"].as_object().expect("links") {
            symlink(to.as_str().expect("a path"), root.join(name)).expect("linked");
        }
        fs::write(root.join("pillar/all.sls"), format!("#!json\n{}", world["pillar"])).expect("written");
        let overrides = json!({
            "id": "web-1.example.com",
            "cachedir": root.join("cache"),
            "file_roots": {"base": [root.join("states")]},
            "pillar_roots": {"base": [root.join("pillar")]},
            "my_option": "from config",
            "nested_option": {"a": {"b": 7}},
            "nodegroups": {"webs": "web-*", "both": "G@os:Debian and web-*"},
        });
        let source = ConfigSource { overrides: map(&overrides), ..ConfigSource::default() };
        let config = Config::load(&source).expect("a configuration");
        let mut grains = map(&world["grains"]);
        grains.insert(Key::from("id"), "web-1.example.com".into());
        let minion = Minion { opts: config.opts.clone(), grains, pillar: map(&world["pillar"]) };
        let named = |name: &str| Some((name.to_owned(), std::env::var_os(name)?.into_string().ok()?));
        let environment = ["PATH", "HOME"].into_iter().filter_map(named).collect();
        Self { directory, minion, config, environment }
    }

    fn call(&self, entry: &Json) -> Result<Value, String> {
        let root = self.directory.path().display().to_string();
        let put = |json: &Json| -> Json {
            let text = json.to_string().replace("{d}", &root);
            serde_json::from_str(&text).expect("JSON")
        };
        let positional = Value::from(put(&entry["args"])).as_list().unwrap_or_default().to_vec();
        let arguments = Arguments { positional, named: map(&put(&entry["kwargs"])) };
        let states = Tree::new(self.config.file_roots.clone());
        let parsed = Arc::default();
        let context = Context {
            minion: &self.minion,
            config: &self.config,
            states: &states,
            parsed: &parsed,
            clock: jiff::Zoned::now,
            is_typed: false,
            environment: &self.environment,
            config_dir: None,
            aws: None,
            own: None,
            restraint: None,
            ended: None,
            may_change: true,
            acting_templates: false,
        };
        let answer = context.call(entry["call"].as_str().expect("a name"), &arguments);
        answer.map_err(|error| error.to_string())
    }

    /// An answer as JSON, the directory named `{d}`.
    fn taken(&self, answer: &Value) -> Json {
        let text = answer.to_json().to_string().replace(&self.directory.path().display().to_string(), "{d}");
        serde_json::from_str(&text).expect("JSON")
    }
}

fn set_mode(path: &Path, mode: &str) {
    let mode = u32::from_str_radix(mode, 8).expect("a mode");
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("set");
}

fn shape(json: &Json) -> Json {
    match json {
        Json::Null => "nothing".into(),
        Json::Bool(_) => "boolean".into(),
        Json::Number(_) => "number".into(),
        Json::String(_) => "text".into(),
        Json::Array(list) => list.first().map(shape).into_iter().collect(),
        Json::Object(map) => map.iter().map(|(key, value)| (key.clone(), shape(value))).collect(),
    }
}

/// Nothing, or how the answer differs from the recorded one.
fn difference(world: &World, entry: &Json) -> Option<String> {
    let answer = world.call(entry);
    if entry.get("error").is_some() {
        return answer.ok().map(|answer| format!("answered {} where Salt fails", answer.to_json()));
    }
    let given = match answer {
        Ok(answer) => world.taken(&answer),
        Err(reason) => return Some(format!("failed: {reason}")),
    };
    let (given, expected) = match (entry.get("shape"), entry.get("only").and_then(Json::as_array)) {
        (Some(Json::String(word)), _) if word == "dict" => (given.is_object().into(), true.into()),
        (Some(Json::String(word)), _) if word == "list" => (given.is_array().into(), true.into()),
        (Some(expected), _) => (shape(&given), expected.clone()),
        (None, Some(only)) => {
            let pick = |json: &Json| -> Json {
                let keys = only.iter().filter_map(Json::as_str);
                keys.map(|key| (key.to_owned(), json[key].clone())).collect()
            };
            (pick(&given), pick(&entry["answer"]))
        }
        (None, None) => (given, entry["answer"].clone()),
    };
    (!same(&given, &expected)).then(|| format!("{given}\n      Salt: {expected}"))
}

/// JSON knows no difference between 1 and 1.0.
fn same(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Number(one), Json::Number(other)) => one.as_f64() == other.as_f64(),
        (Json::Array(one), Json::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Json::Object(one), Json::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(key).is_some_and(|other| same(one, other)))
        }
        (one, other) => one == other,
    }
}

fn signature(entry: &Json) -> String {
    let text = |key: &str| entry.get(key).map(|json| format!(" {json}")).unwrap_or_default();
    format!("{}{}{}", entry["call"].as_str().expect("a name"), text("args"), text("kwargs"))
}

/// What a call of ours alone answers, and what nobody else's user may be asked for.
fn is_for_root(entry: &Json) -> bool {
    entry.to_string().contains("root")
}

fn check(group: &str) {
    let (recorded, world) = (read("recorded.json"), read("world.json"));
    let is_root = fs::metadata("/proc/self").is_ok_and(|of| std::os::unix::fs::MetadataExt::uid(&of) == 0);
    let mut complaints = vec![];
    let entries = recorded[group].as_array().expect("a group");
    for entry in entries.iter().filter(|entry| is_root || !is_for_root(entry)) {
        let signature = signature(entry);
        let reason = DIFFERENT.iter().find(|(call, _)| signature == *call || entry["call"] == *call);
        match (difference(&World::lay_out(&world), entry), reason) {
            (Some(difference), None) => complaints.push(format!("{signature}\n      here: {difference}")),
            (None, Some(_)) if entry.get("error").is_none() && reason.is_some_and(|it| it.0 == signature) => {
                complaints.push(format!("{signature}: is named as different and is not"));
            }
            _ => {}
        }
    }
    assert!(
        complaints.is_empty(),
        "{} of {} differ:\n{}",
        complaints.len(),
        entries.len(),
        complaints.join("\n")
    );
}

macro_rules! groups {
    ($($group:ident),* $(,)?) => {
        $(
            #[test]
            fn $group() {
                check(stringify!($group));
            }
        )*

        #[test]
        fn every_recorded_group_has_its_test() {
            let recorded = read("recorded.json");
            let names: Vec<&str> = recorded.as_object().expect("groups").keys().map(String::as_str).collect();
            assert_eq!(names, [$(stringify!($group)),*]);
        }
    };
}

groups!(
    cmd,
    config,
    cp,
    defaults,
    disk,
    dns,
    environ,
    file,
    file_changes,
    grains,
    hashutil,
    log,
    mine,
    network,
    pillar,
    pkg,
    random,
    saltutil,
    service,
    slsutil,
    small,
    status,
    targets,
    test,
    timezone,
    user,
);

#[test]
fn every_call_that_differs_is_recorded_or_not_there_in_salt() {
    let known: Vec<&str> = FUNCTIONS.iter().flat_map(|module| module.iter()).map(|it| it.name).collect();
    for (call, reason) in DIFFERENT {
        assert!(!reason.is_empty());
        let name = call.split(' ').next().unwrap_or_default();
        assert!(known.contains(&name) || reason.contains("not here"), "{name} is no function");
    }
}
