//! Execution functions against what Salt 3007 answered to the same calls over the same files (`record.py`).
//!
//! What differs on purpose is named in [`DIFFERENT`], with its reason; our answer is in `pinned_….json`.

use std::collections::BTreeMap;
use std::fs::{self, FileTimes, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use exec::{Arguments, Context, FUNCTIONS};
use model::{Key, Map, Minion, Value};
use serde_json::{Value as Json, json};
use sls::config::{Config, ConfigSource};
use sls::tree::Tree;

mod different;

use crate::recorded::errors;
use crate::recorded::pins::Pins;
use crate::support::left_out;
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
            fleet: None,
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
fn difference(answer: &Result<Json, String>, entry: &Json) -> Option<String> {
    let given = match (answer, entry["why"].as_str().filter(|_| entry.get("error").is_some())) {
        (Err(reason), Some(why)) => return errors::difference(reason, why),
        (Ok(answer), Some(why)) => return Some(format!("answered {answer} where Salt fails: {why}")),
        (Err(reason), None) => return Some(format!("failed: {reason}")),
        (Ok(answer), None) => answer.clone(),
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
    let pins = Pins::of(&format!("tests/it/functions/pinned_{group}.json"));
    let mut complaints = vec![];
    let entries = recorded[group].as_array().expect("a group");
    let asked = entries.iter().filter(|entry| is_root || !is_for_root(entry));
    let count = entries.len() - asked.clone().count();
    left_out(&format!("{count} calls of {group}"), count, "only root gets their answers", false);
    for entry in asked {
        let signature = signature(entry);
        let why = DIFFERENT.iter().find(|(call, _)| signature == *call).map(|(_, why)| *why);
        let world = World::lay_out(&world);
        let answer = world.call(entry).map(|answer| world.taken(&answer));
        let difference = difference(&answer, entry);
        let shown = || answer.unwrap_or_else(Into::into);
        complaints.extend(pins.judged(&signature, why, difference, shown));
    }
    complaints.extend(pins.unused(|_| count == 0));
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
fn every_call_that_differs_is_recorded_and_has_a_reason() {
    let known: Vec<&str> = FUNCTIONS.iter().flat_map(|module| module.iter()).map(|it| it.name).collect();
    let recorded = read("recorded.json");
    let groups = recorded.as_object().expect("groups").values();
    let asked: Vec<String> =
        groups.flat_map(|group| group.as_array().expect("a group")).map(signature).collect();
    for (call, reason) in DIFFERENT {
        assert!(!reason.is_empty());
        let name = call.split(' ').next().unwrap_or_default();
        assert!(known.contains(&name), "{name} is no function");
        assert!(asked.iter().any(|it| it == call), "nobody asks {call}");
    }
}
