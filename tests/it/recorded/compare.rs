//! Our returns and trees beside Salt's.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::errors;

/// What differs first between two answers; Salt's stands in the order of its run.
pub(crate) fn returns(ours: &Json, salts: &Json) -> Option<String> {
    let Some(ours) = ours["local"].as_object() else {
        let refused = !salts.as_array().is_some_and(|list| list.iter().all(Json::is_object));
        return if refused {
            errors::difference(&ours.to_string(), &salts.to_string())
        } else {
            Some(format!("we refuse it: {ours}"))
        };
    };
    let Some(salts) = salts.as_array().filter(|list| list.iter().all(Json::is_object)) else {
        return Some(format!("Salt refuses it: {salts}; ours: {}", said(ours)));
    };
    salts.iter().find_map(|salt| {
        let tag = salt["tag"].as_str().unwrap_or_default();
        let Some(our) = ours.get(tag) else {
            return Some(format!("{tag} is missing in {:?}", ours.keys().collect::<Vec<_>>()));
        };
        ["result", "comment", "changes"].into_iter().find_map(|key| {
            // Where Salt shows its own trouble, the kind of it counts.
            if let ("comment", Some(trouble)) = (key, salt["comment"].as_str())
                && trouble.starts_with("Traceback")
            {
                return errors::difference(our["comment"].as_str().unwrap_or_default(), trouble);
            }
            // A test run shows what a real one changes, also where Salt's shows nothing.
            if key == "changes" && salt["result"].is_null() && salt["changes"] == serde_json::json!({}) {
                return None;
            }
            let (our, salt) = (alike(key, &our[key]), alike(key, &salt[key]));
            (our != salt).then(|| format!("{key} is {our}, Salt's is {salt}"))
        })
    })
}

fn said(ours: &serde_json::Map<String, Json>) -> String {
    let each = ours.values().map(|it| format!("{} {} {}", it["result"], it["comment"], it["changes"]));
    each.collect::<Vec<_>>().join("; ")
}

/// An answer as it is pinned: result, comment and changes of each state; or what was said instead.
pub(crate) fn shown(answer: &Json) -> Json {
    let Some(states) = answer["local"].as_object() else { return answer.clone() };
    let state = |(tag, it): (&String, &Json)| {
        let keys = ["result", "comment", "changes"];
        let parts = keys.map(|key| (key.to_owned(), alike(key, &it[key])));
        (tag.clone(), parts.into_iter().collect::<Json>())
    };
    states.iter().map(state).collect()
}

/// Directories are listed in no order by the system: parts of a comment, and lists of what was removed.
pub(crate) fn alike(key: &str, value: &Json) -> Json {
    match (key, value) {
        ("comment", Json::String(text)) => {
            let sorted = |text: &str, gap: &str| {
                let mut parts: Vec<&str> = text.split(gap).collect();
                parts.sort_unstable();
                parts.join(gap)
            };
            let mut text = text.trim_end().to_owned();
            if text.starts_with("#### ") {
                text = sorted(&text.replace("\n\n\n", "\n\n"), "\n\n");
                text = sorted(&text, "\n");
            } else if text.contains("following files will be") {
                text = sorted(&text, "\n");
            }
            text.into()
        }
        ("changes", Json::Object(map)) => {
            let mut map = map.clone();
            // The number of a process is another at each run.
            if map.contains_key("pid") {
                map.insert("pid".to_owned(), 0.into());
            }
            if let Some(Json::Array(list)) = map.get_mut("removed") {
                list.sort_by_key(ToString::to_string);
            }
            // The order of keys means nothing.
            map.sort_keys();
            Json::Object(map)
        }
        _ => value.clone(),
    }
}

/// What differs first between two trees.
pub(crate) fn trees(ours: &BTreeMap<String, String>, salts: &BTreeMap<String, String>) -> Option<String> {
    let names = ours.keys().chain(salts.keys());
    names.into_iter().find_map(|name| {
        let (our, salt) = (ours.get(name), salts.get(name));
        (our != salt).then(|| format!("{name} is {our:?}, not {salt:?}"))
    })
}

/// True when all states of an answer succeeded.
pub(crate) fn succeeded(answer: &Json) -> bool {
    answer["local"].as_object().is_some_and(|states| states.values().all(|it| it["result"] == true))
}

/// The first changes of an answer, pretended ones, what reacts to them, and commands aside.
pub(crate) fn changes(answer: &Json) -> Option<String> {
    let states = answer["local"].as_object()?;
    let changed = |it: &Json| it["changes"].as_object().is_some_and(|map| !map.is_empty());
    if states.iter().any(|(tag, it)| tag.starts_with("test_|-change_") && changed(it)) {
        return None;
    }
    let real =
        states.iter().filter(|(tag, _)| !["cmd_", "test_"].iter().any(|module| tag.starts_with(module)));
    real.map(|(_, it)| it).find(|it| changed(it)).map(|it| it["changes"].to_string())
}
