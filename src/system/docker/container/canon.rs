//! Comparison of a declaration with the answer of an engine.
//!
//! Canonical forms are only for comparing. An engine writes an empty value in several ways (`null`, `""`, `[]`), sorts lists in
//! its own order, and adds its own values.

use serde_json::{Map as Object, Value as Json, json};

use super::form::Form;

/// The declared share of a value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Extent {
    /// All of it.
    Whole,
    /// All except the values of the image.
    BesideImage,
    /// A part: the engine or its configuration adds to it.
    Part,
}

/// The value after `wanted` is sent, if the image has `image`.
pub(super) fn expected(form: Form, extent: Extent, wanted: &Json, image: &Json) -> Json {
    match (extent, form) {
        (Extent::BesideImage, Form::Environment) => {
            let mut all: Vec<&str> = texts(image);
            for own in texts(wanted) {
                all.retain(|other| name(other) != name(own));
                // A name without a value removes the variable of the image.
                if own.contains('=') {
                    all.push(own);
                }
            }
            all.sort_unstable();
            all.into()
        }
        (Extent::BesideImage, _) => {
            let mut all: Object<String, Json> = image.as_object().cloned().unwrap_or_default();
            all.extend(wanted.as_object().cloned().unwrap_or_default());
            Json::Object(all)
        }
        _ => wanted.clone(),
    }
}

fn texts(list: &Json) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Json::as_str).collect()
}

fn name(variable: &str) -> &str {
    variable.split('=').next().unwrap_or_default()
}

/// True if both have the same meaning.
pub(super) fn is_same(form: Form, extent: Extent, wanted: &Json, there: &Json) -> bool {
    let (own, mut other) = (canonical(form, wanted), canonical(form, there));
    if form == Form::Security {
        other = without_own(&own, &other);
    }
    match extent {
        Extent::Part => covers(&other, &own),
        Extent::Whole | Extent::BesideImage => own == other,
    }
}

/// An engine turns labels off by itself for a container that shares namespaces with the host.
fn without_own(wanted: &Json, there: &Json) -> Json {
    let off = json!("label=disable");
    match there.as_array() {
        Some(all) if !wanted.as_array().is_some_and(|wanted| wanted.contains(&off)) => {
            blank(all.iter().filter(|it| **it != off).cloned().collect())
        }
        _ => there.clone(),
    }
}

/// True if `there` contains all of `wanted`.
pub(super) fn covers(there: &Json, wanted: &Json) -> bool {
    let is_nothing = |it: &Json| blank(it.clone()).is_null();
    match (wanted, there) {
        (Json::Object(wanted), there) => wanted.iter().all(|(key, value)| covers(&there[key], value)),
        (Json::Array(wanted), Json::Array(there)) if wanted.iter().all(|it| it.get("Name").is_some()) => {
            wanted.iter().all(|own| there.iter().any(|it| it["Name"] == own["Name"] && covers(it, own)))
        }
        (Json::Array(wanted), Json::Array(there)) => {
            wanted.len() == there.len() && wanted.iter().zip(there).all(|(own, it)| covers(it, own))
        }
        (wanted, there) => wanted == there || is_nothing(wanted) && is_nothing(there),
    }
}

/// Empty values in one form.
fn blank(value: Json) -> Json {
    let is_nothing = match &value {
        Json::Null | Json::Bool(false) => true,
        Json::Number(number) => number.as_f64() == Some(0.0),
        Json::String(text) => text.is_empty(),
        Json::Array(list) => list.is_empty(),
        Json::Object(map) => map.is_empty(),
        Json::Bool(true) => false,
    };
    if is_nothing { Json::Null } else { value }
}

fn canonical(form: Form, value: &Json) -> Json {
    let sorted = |mut list: Vec<String>| -> Json {
        list.sort_unstable();
        list.into()
    };
    let each = |change: fn(&str) -> String| sorted(texts(value).into_iter().map(change).collect());
    let canonical = match form {
        Form::Exact => return value.clone(),
        Form::Limit => value.as_i64().filter(|number| *number > 0).into(),
        Form::Environment | Form::Words | Form::Hosts => each(str::to_owned),
        Form::Capabilities => each(|it| {
            let upper = it.to_uppercase();
            upper.strip_prefix("CAP_").unwrap_or(&upper).to_owned()
        }),
        Form::Security => each(|it| if it.contains('=') { it.to_owned() } else { it.replacen(':', "=", 1) }),
        Form::Binds => each(|it| it.strip_suffix(":rw").unwrap_or(it).to_owned()),
        // The engine answers '/other:/this/alias'.
        Form::Links => each(|it| {
            let (other, alias) = it.split_once(':').unwrap_or((it, it));
            let last = alias.rsplit('/').next().unwrap_or_default();
            format!("{}:{last}", other.trim_start_matches('/'))
        }),
        Form::Mode => match value.as_str() {
            Some("default") => "bridge".into(),
            _ => value.clone(),
        },
        Form::Hardware => value.as_str().map(|it| it.to_lowercase().replace('-', ":")).into(),
        Form::Restart => match value["Name"].as_str().unwrap_or_default() {
            "" | "no" => Json::Null,
            name @ "on-failure" => json!([name, value["MaximumRetryCount"].as_i64().unwrap_or_default()]),
            name => json!([name]),
        },
        Form::Published => {
            let each = value.as_object().into_iter().flatten().map(|(port, bound)| {
                let texts = bound.as_array().into_iter().flatten().map(|it| {
                    let part = |name: &str| it[name].as_str().unwrap_or_default().to_owned();
                    format!("{}:{}", part("HostIp"), part("HostPort"))
                });
                (port.clone(), sorted(texts.collect()))
            });
            each.collect::<Object<_, _>>().into()
        }
        Form::Devices | Form::Weights | Form::Speeds | Form::Rates => {
            let mut list: Vec<Json> = value.as_array().cloned().unwrap_or_default();
            list.sort_by_key(|it| {
                ["Path", "PathOnHost"].map(|key| it[key].as_str().unwrap_or_default().to_owned())
            });
            list.into()
        }
        _ => value.clone(),
    };
    blank(canonical)
}
