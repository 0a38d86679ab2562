//! Law 2: what a test run foresees is what the real run reports, result and changes of each state.

use std::collections::BTreeSet;
use std::sync::Mutex;

use serde_json::{Map, Value as Json};

use super::compare::alike;
use super::wordings::{Said, WORDINGS};

/// State function or module, key of its changes that only one run shows (`*` for any, `(result)` for a change that
/// was announced and did not come), and why.
pub(crate) type Unforeseen = (&'static str, &'static str, &'static str);

/// What only the real run can know, and what of that was met.
pub(crate) struct Promise {
    unforeseen: &'static [Unforeseen],
    met: Mutex<BTreeSet<usize>>,
    worded: Mutex<BTreeSet<&'static str>>,
}

impl Promise {
    pub(crate) fn new(unforeseen: &'static [Unforeseen]) -> Self {
        Self { unforeseen, met: Mutex::default(), worded: Mutex::default() }
    }

    /// The first state of which the test run said otherwise than the real one.
    pub(crate) fn broken(&self, test: &Json, real: &Json) -> Option<String> {
        let (test, real) = (test["local"].as_object()?, real["local"].as_object()?);
        let mut tags: BTreeSet<&String> = test.keys().collect();
        tags.extend(real.keys());
        tags.into_iter().find_map(|tag| {
            let (Some(foreseen), Some(done)) = (test.get(tag), real.get(tag)) else {
                return Some(format!("{tag} is only in one of the runs"));
            };
            self.state(tag, foreseen, done)
        })
    }

    fn state(&self, tag: &str, foreseen: &Json, done: &Json) -> Option<String> {
        let broken = |what: &str| {
            let words = |it: &Json| format!("{} {} {}", it["result"], it["comment"], it["changes"]);
            Some(format!("{tag}: {what}: foreseen {}, done {}", words(foreseen), words(done)))
        };
        // Whether a step fails is known when it is taken, and so is what waits for it.
        if done["result"] == false {
            let comment = done["comment"].as_str().unwrap_or_default();
            let is_news = foreseen["result"] == true && !comment.starts_with("One or more requisite failed");
            return is_news.then(|| broken("it fails, and was said to be right"))?;
        }
        let (mut said, mut made) = (changes(foreseen), changes(done));
        // A state that only pretends to change something ends alike in both.
        if tag.starts_with("test_|-") && foreseen["result"] == done["result"] && said == made {
            return None;
        }
        let expected = if made.is_empty() { Json::Bool(true) } else { Json::Null };
        let (function, name) = function(tag);
        let is_open = || foreseen["result"].is_null() && self.is_unforeseen(&function, "(result)");
        if foreseen["result"] != expected && !is_open() {
            return broken("its result");
        }
        if said != made {
            self.reword(&function, name, &mut said, &mut made);
        }
        let mut keys: BTreeSet<&String> = said.keys().collect();
        keys.extend(made.keys());
        let differs = keys.into_iter().find(|key| {
            let (said, made) = (said.get(*key), made.get(*key));
            let is_news = said.is_none() || made.is_none();
            said != made && !is_elsewhere(key, said, made) && !(is_news && self.is_unforeseen(&function, key))
        });
        differs.and_then(|key| broken(&format!("its change '{key}'")))
    }

    /// Makes alike what Salt says in two ways.
    fn reword(&self, function: &str, name: &str, test: &mut Map<String, Json>, real: &mut Map<String, Json>) {
        for wording in WORDINGS.iter().filter(|it| it.functions.iter().any(|of| is_of(function, of))) {
            let before = (test.clone(), real.clone());
            (wording.apply)(&mut Said { test, real, name });
            if before != (test.clone(), real.clone()) {
                self.worded.lock().expect("the list").insert(wording.why);
            }
        }
    }

    fn is_unforeseen(&self, function: &str, key: &str) -> bool {
        let known = self.unforeseen.iter().position(|(of, name, _)| {
            is_of(function, of) && (*name == key || *name == "*" && !key.starts_with('('))
        });
        if let Some(at) = known {
            self.met.lock().expect("the list").insert(at);
        }
        known.is_some()
    }

    /// What is named, and no case has met.
    pub(crate) fn unmet(&self) -> Vec<String> {
        let met = self.met.lock().expect("the list");
        let unmet = self.unforeseen.iter().enumerate().filter(|(at, _)| !met.contains(at));
        unmet
            .map(|(_, (function, key, why))| format!("{function} {key} is foreseen, or in no case: {why}"))
            .collect()
    }

    /// Ways of Salt's that some case has met.
    pub(crate) fn worded(&self) -> BTreeSet<&'static str> {
        self.worded.lock().expect("the list").clone()
    }
}

fn is_of(function: &str, of: &str) -> bool {
    function == of || function.split('.').next() == Some(of)
}

/// A group is named in the declaration, and a number afterwards; its groups are those that are named and the first one.
fn is_elsewhere(key: &str, said: Option<&Json>, made: Option<&Json>) -> bool {
    match (key, said, made) {
        ("gid", Some(Json::String(_)), Some(Json::Number(_))) => true,
        ("groups", Some(Json::Array(some)), Some(Json::Array(all))) => {
            some.iter().all(|group| all.contains(group))
        }
        _ => false,
    }
}

fn changes(state: &Json) -> Map<String, Json> {
    alike("changes", &state["changes"]).as_object().cloned().unwrap_or_default()
}

/// `file_|-id_|-name_|-managed` is of `file.managed`, and of `name`.
fn function(tag: &str) -> (String, &str) {
    let parts: Vec<&str> = tag.split("_|-").collect();
    let name = parts.get(2).unwrap_or(&"");
    (format!("{}.{}", parts.first().unwrap_or(&""), parts.last().unwrap_or(&"")), name)
}
