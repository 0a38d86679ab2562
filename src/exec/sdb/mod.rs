//! `sdb.get`: the values of `sdb://profile/key`, from the source that a profile in the configuration or the pillar
//! names; and small functions about the host: `git.current_branch`, `alternatives.show_current`, `saltutil.runner`.
//!
//! The answers were recorded from Salt 3007. See <https://docs.saltproject.io/en/3007/topics/sdb/index.html>.

mod sqlite;
mod stores;

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::call::{Bound, CallError};
use super::fleet::mine;
use super::signature::{flag, maybe, required, takes};
use super::{Arguments, Context, Function, absent, http, vault};
use machine::file;
use machine::process::Command;
use model::Effect::{AsksHosts, NeedsPillar, ReadsAws, ReadsMachine, RunsPrograms};
use model::secret::{self, declared};
use model::value::traverse;
use model::{Key, Map, Shape, Value, python};
use sls::{brought, yaml};

/// How long Git may take to name a branch.
const GIT: Duration = Duration::from_secs(30);

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "sdb.get",
        signature: takes(&[
            required("uri", Shape::Text, "what to look up: sdb://profile/key"),
            flag("strict", false, "fail if the text names no profile, instead of returning it"),
        ])
        .and_named(),
        doc: "Returns the value of 'sdb://profile/key'.\n\nThe profile is a mapping of the \
              configuration or the pillar with its driver: env (a variable of the environment), yaml (a \
              path in 'files'), sqlite3 (a table of 'database'), vault, consul, etcd, rest, ssm and \
              secretsmanager (names in AWS). Values from a store of secrets are hidden in all output. A \
              text that names no profile is returned unchanged; with strict=True that is an error.",
        returns: "the value",
        does: &[ReadsMachine, NeedsPillar, AsksHosts, ReadsAws],
        call: get,
    },
    Function {
        name: "git.current_branch",
        signature: takes(&[required("cwd", Shape::Text, "the directory")]).and_named(),
        doc: "Returns the name of the branch that is checked out in a directory; HEAD if there is none.",
        returns: "a text",
        does: &[RunsPrograms],
        call: current_branch,
    },
    Function {
        name: "alternatives.show_current",
        signature: takes(&[required("name", Shape::Text, "the alternative")]),
        doc: "Returns the path of an alternative of the system; False if there is none.",
        returns: "a text, or False",
        does: &[ReadsMachine],
        call: |_, bound| {
            let link = Path::new("/etc/alternatives").join(bound.text("name"));
            Ok(fs::read_link(link).map_or(Value::Bool(false), |path| path.display().to_string().into()))
        },
    },
    Function {
        name: "saltutil.runner",
        signature: takes(&[
            required("name", Shape::Text, "the runner's function"),
            maybe("arg", Shape::Any, "its arguments"),
            maybe("kwarg", Shape::Any, "its named arguments"),
        ])
        .and_named(),
        doc: "Runs a runner of a master. There is no master: 'mine.get' asks the mine of the fleet, and \
              returns an empty mapping without a fleet; 'pillar.show_pillar' returns nothing, as Salt \
              does without a master; all others are refused.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: runner,
    },
];

fn get(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let uri = bound.text("uri");
    let parts = uri.strip_prefix("sdb://").and_then(|rest| rest.split_once('/'));
    let Some((name, key)) = parts else { return Ok(bound.value("uri").clone()) };
    let named = context.minion.opts.get(name).or_else(|| context.minion.pillar.get(name));
    let profile = named.and_then(Value::as_map);
    let Some((profile, driver)) = profile.and_then(|map| Some((map, map.get("driver")?.as_str()?))) else {
        if bound.is_true("strict") {
            return Err(bound.fails(format!("the configuration has no profile '{name}' with a driver")));
        }
        return Ok(uri.into());
    };
    let found = match driver {
        "env" => Ok(context.environment.get(key).map_or(Value::Null, |text| text.as_str().into())),
        "yaml" => of_files(profile, key, bound),
        "sqlite3" => sqlite::get(bound, (profile, key)),
        "vault" => stores::vault(context, bound, key),
        "consul" => stores::consul(context, bound, (profile, key)),
        "etcd" | "etcd_db" => stores::etcd(context, bound, (profile, key)),
        "rest" => stores::rest(context, bound, (profile, key)),
        "ssm" => stores::aws(context, bound, &format!("ssm:{key}")),
        "secretsmanager" => stores::aws(context, bound, &format!("secretsmanager:{key}")),
        other => Err(CallError::Declined {
            function: bound.function.clone(),
            reason: format!("the driver '{other}' of the profile '{name}' is not there"),
            hint: Some(
                "there are env, yaml, sqlite3, vault, consul, etcd, rest, ssm and secretsmanager; a \
                 secret in AWS can be named in the pillar too: {__secret__: ssm:/path}"
                    .to_owned(),
            ),
        }),
    }?;
    // Variables, files and services hold other things too, so that only a text as long as a password is taken for a secret.
    if ["env", "yaml", "rest"].contains(&driver) {
        note_texts(&found);
        return Ok(found);
    }
    match found.as_str().and_then(secret::complaint) {
        Some(why) => Err(bound.fails(format!("'{uri}': {why}"))),
        None => Ok(found),
    }
}

fn note_texts(value: &Value) {
    match value {
        Value::Str(text) => declared::note_text(text),
        Value::List(list) => list.iter().for_each(note_texts),
        Value::Map(map) => map.values().for_each(note_texts),
        _ => {}
    }
}

/// The value at a path of YAML files, later files over earlier ones.
fn of_files(profile: &Map, key: &str, bound: &Bound) -> Result<Value, CallError> {
    let files = profile.get("files").and_then(Value::as_list).unwrap_or_default();
    let mut whole = Value::Map(Map::new());
    for path in files.iter().filter_map(Value::as_str) {
        let text = file::read_text(path).map_err(|error| bound.failed(&error))?;
        let read = yaml::parse_file(&text, path).map_err(|problems| bound.failed(&problems))?;
        if let read @ Value::Map(_) = read.to_value().plain() {
            whole.merge(read);
        }
    }
    let found = whole.as_map().and_then(|map| traverse(map, key, ":"));
    Ok(found.cloned().unwrap_or_default())
}

fn current_branch(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let directory = bound.text("cwd");
    if !Path::new(&directory).is_absolute() || !Path::new(&directory).is_dir() {
        return Err(bound.fails(format!("the directory '{directory}' is not there, or not absolute")));
    }
    let words = ["git", "-C", &directory, "rev-parse", "--abbrev-ref", "HEAD"];
    let finished = Command::argv(words).timeout(GIT).run_blocking().map_err(|error| bound.failed(&error))?;
    if finished.is_success() {
        return Ok(finished.stdout_text().trim_end().into());
    }
    Err(bound.fails(finished.stderr_text().trim_end()))
}

fn runner(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let name = bound.text("name");
    let module = name.split('.').next().unwrap_or_default();
    if let Some(refused) = absent::of_tree(context, brought::RUNNERS, &name, module) {
        return Err(refused);
    }
    match name.as_str() {
        "mine.get" => of_mine(context, bound),
        "pillar.show_pillar" => Ok(Value::Map(Map::new())),
        other => Err(CallError::Declined {
            function: bound.function.clone(),
            reason: format!("there is no master to run '{other}'"),
            hint: Some(
                "only 'mine.get' is supported; remove the others, or read their data from grains".to_owned(),
            ),
        }),
    }
}

/// `mine.get` with its arguments by position or by name, or under the words `arg` and `kwarg`.
fn of_mine(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let listed = bound.value("arg").as_list().unwrap_or_default();
    let more = bound.value("kwarg").as_map();
    let given = |place: usize, name: &str| {
        let key = Key::from(name);
        let named = bound.named.get(&key).or_else(|| more?.get(&key));
        named.or_else(|| listed.get(place)).cloned()
    };
    let (Some(tgt), Some(fun)) = (given(0, "tgt"), given(1, "fun")) else {
        return Err(bound.fails("mine.get needs 'tgt' and 'fun'"));
    };
    let kind = given(2, "tgt_type").map_or_else(|| "glob".to_owned(), |kind| python::text(&kind));
    mine::get(context, bound, &python::text(&tgt), &fun, &kind, None)
}

#[cfg(test)]
mod stores_tests;
#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tests::{map, with_context};
    use model::Minion;

    fn answer(
        opts: serde_json::Value,
        name: &str,
        given: serde_json::Value,
    ) -> Result<serde_json::Value, String> {
        with_context(|context| {
            let minion = Minion { opts: map(opts), ..context.minion.clone() };
            let context = Context { minion: &minion, ..*context };
            let Value::List(positional) = Value::from(given) else { panic!("a list") };
            let arguments = Arguments { positional, named: Map::new() };
            context.call(name, &arguments).map(|value| value.to_json()).map_err(|error| error.to_string())
        })
    }

    /// The answers of Salt 3007.15.
    #[test]
    fn values_come_from_the_driver_of_their_profile() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one.yaml"), folder.path().join("two.yaml"));
        fs::write(&one, "a: {b: [1, 2]}\nk: v\n").unwrap();
        fs::write(&two, "a: {c: 3}\n").unwrap();
        let opts = json!({
            "osenv": {"driver": "env"}, "files": {"driver": "yaml", "files": [one, two]},
            "undriven": {"x": 1}, "other": {"driver": "memcached"},
        });
        for (uri, expected) in [
            ("sdb://osenv/HOME", json!("/root")),
            ("sdb://osenv/NOPE", json!(null)),
            ("sdb://files/a:b", json!([1, 2])),
            ("sdb://files/a:b:1", json!(2)),
            ("sdb://files/a:c", json!(3)),
            ("sdb://files/k", json!("v")),
            ("sdb://files/zz", json!(null)),
            ("sdb://nope/x", json!("sdb://nope/x")),
            ("sdb://undriven/x", json!("sdb://undriven/x")),
            ("sdb://x", json!("sdb://x")),
            ("plain", json!("plain")),
        ] {
            assert_eq!(answer(opts.clone(), "sdb.get", json!([uri])), Ok(expected), "{uri}");
        }
        let refused = answer(opts.clone(), "sdb.get", json!(["sdb://nope/x", true])).unwrap_err();
        assert!(refused.contains("no profile 'nope'"), "{refused}");
        let refused = answer(opts, "sdb.get", json!(["sdb://other/x"])).unwrap_err();
        assert!(refused.contains("the driver 'memcached'"), "{refused}");
    }

    #[test]
    fn a_runner_without_a_master_answers_nothing_or_says_so() {
        assert_eq!(answer(json!({}), "saltutil.runner", json!(["mine.get", ["*", "x"]])), Ok(json!({})));
        let refused = answer(json!({}), "saltutil.runner", json!(["state.orchestrate"])).unwrap_err();
        assert!(refused.contains("no master"), "{refused}");
        assert_eq!(answer(json!({}), "alternatives.show_current", json!(["no such"])), Ok(json!(false)));
        assert!(answer(json!({}), "git.current_branch", json!(["relative"])).is_err());
    }
}
