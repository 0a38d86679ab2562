//! Values of arguments that have parts: paths with a mode, limits with a name.

use serde_json::{Map as Object, Value as Json, json};

use super::super::read;
use super::form::{absolute, integer};
use model::{Value, python};

/// The elements of a list: mappings of the API, or words.
enum Each {
    Api(Json),
    Word(String),
}

/// The elements of a list, or of words separated by commas.
fn each(value: &Value) -> Vec<Each> {
    match value {
        Value::Map(_) => vec![Each::Api(value.to_json())],
        Value::List(list) => list
            .iter()
            .map(|it| match it {
                Value::Map(_) => Each::Api(it.to_json()),
                word => Each::Word(python::text(word)),
            })
            .collect(),
        other => read::words(other).into_iter().map(Each::Word).collect(),
    }
}

/// `source:path:mode`, or a mapping of sources to `bind` and `mode`.
pub(super) fn binds(value: &Value) -> Result<Json, String> {
    let of_map = |value: &Value| -> Result<Vec<String>, String> {
        let each = value.as_map().into_iter().flat_map(|map| map.iter());
        each.map(|(source, to)| {
            let Some(to) = to.as_map() else { return Ok(format!("{source}:{}:rw", python::text(to))) };
            let part = |name: &str| to.get(name).map(python::text);
            let path = part("bind").ok_or_else(|| format!("'{source}' has no 'bind'"))?;
            let is_read_only = to.get("ro").is_some_and(Value::is_truthy);
            let mode = if is_read_only { Some("ro".to_owned()) } else { part("mode") };
            let mode = mode.unwrap_or_else(|| "rw".to_owned());
            Ok(match part("propagation") {
                Some(propagation) => format!("{source}:{path}:{mode},{propagation}"),
                None => format!("{source}:{path}:{mode}"),
            })
        })
        .collect()
    };
    let mut all = vec![];
    match value {
        Value::Map(_) => all = of_map(value)?,
        Value::List(list) => {
            for each in list {
                match each {
                    Value::Map(_) => all.extend(of_map(each)?),
                    word => all.push(python::text(word)),
                }
            }
        }
        other => all = read::words(other),
    }
    Ok(all.into())
}

/// The path in the container of each bind.
pub(super) fn paths_of_binds(binds: &Json) -> Vec<String> {
    let texts = binds.as_array().into_iter().flatten().filter_map(Json::as_str);
    texts.filter_map(|bind| bind.split(':').nth(1)).map(str::to_owned).collect()
}

/// `/dev/on/host:/dev/in/container:rwm`.
pub(super) fn devices(value: &Value) -> Result<Json, String> {
    let device = |word: &str| {
        let mut parts = word.split(':');
        let host = parts.next().unwrap_or_default();
        let (inside, rights) = (parts.next().unwrap_or(host), parts.next().unwrap_or("rwm"));
        json!({"PathOnHost": host, "PathInContainer": inside, "CgroupPermissions": rights})
    };
    let all = each(value).into_iter().map(|it| match it {
        Each::Api(device) => device,
        Each::Word(word) => device(&word),
    });
    Ok(all.collect())
}

/// `path:number`, with a key for the number.
pub(super) fn measured(
    value: &Value,
    name: &str,
    read: fn(&Value) -> Result<i64, String>,
) -> Result<Json, String> {
    let all = each(value).into_iter().map(|it| {
        let (path, amount) = match it {
            Each::Api(given) => {
                let path = given["Path"].as_str().unwrap_or_default().to_owned();
                (path, read(&Value::from(given[name].clone()))?)
            }
            Each::Word(word) => {
                let parts: Vec<&str> = word.split(':').map(str::trim).collect();
                let [path, amount] = parts[..] else {
                    return Err(format!("'{word}' contains {} value(s) (expected 2)", parts.len()));
                };
                (path.to_owned(), read(&Value::from(amount))?)
            }
        };
        Ok(json!({"Path": absolute(path)?, name: amount}))
    });
    all.collect()
}

/// `on-failure:5`, or a mapping of the API.
pub(super) fn restart(value: &Value) -> Result<Json, String> {
    let all = each(value);
    let [one] = &all[..] else { return Err("Only one policy is permitted".to_owned()) };
    let (name, count) = match one {
        Each::Api(given) => {
            let count = if given["MaximumRetryCount"].is_null() {
                json!(0)
            } else {
                given["MaximumRetryCount"].clone()
            };
            (given["Name"].as_str().unwrap_or_default().to_owned(), Value::from(count))
        }
        Each::Word(word) => match word.split_once(':') {
            Some((name, count)) => (name.trim().to_owned(), Value::from(count.trim())),
            None => (word.clone(), Value::Int(0)),
        },
    };
    let count =
        integer(&count).map_err(|_| format!("Retry count '{}' is non-numeric", python::text(&count)))?;
    Ok(json!({"Name": name, "MaximumRetryCount": count}))
}

/// `nofile=1024:2048`.
pub(super) fn ulimits(value: &Value) -> Result<Json, String> {
    let limit = |word: &str| {
        let wrong =
            || format!("Ulimit definition '{word}' is not in the format type=soft_limit[:hard_limit]");
        let (name, limits) = word.split_once('=').ok_or_else(wrong)?;
        let (soft, hard) = limits.split_once(':').unwrap_or((limits, limits));
        let number = |text: &str| text.trim().parse::<i64>().ok();
        match (number(soft), number(hard)) {
            (Some(soft), Some(hard)) => Ok(json!({"Name": name.trim(), "Soft": soft, "Hard": hard})),
            _ => Err(format!("Limit '{word}' contains non-numeric value(s)")),
        }
    };
    let all = each(value).into_iter().map(|it| match it {
        Each::Api(given) => Ok(given),
        Each::Word(word) => limit(&word),
    });
    all.collect()
}

/// The keys of a health check in Python's client, and in the API.
const HEALTH: [(&str, &str); 6] = [
    ("test", "Test"),
    ("interval", "Interval"),
    ("timeout", "Timeout"),
    ("retries", "Retries"),
    ("start_period", "StartPeriod"),
    ("start_interval", "StartInterval"),
];

/// A health check. One line is a command for the shell, and durations are nanoseconds.
pub(super) fn health(value: &Value) -> Result<Json, String> {
    let mut all = Object::new();
    for (key, it) in read_map(value)? {
        let known = HEALTH.iter().find(|(name, api)| key == *name || key == *api);
        let (_, name) = known.ok_or_else(|| format!("a health check has no '{key}'"))?;
        let read = match &it {
            Json::String(line) if *name == "Test" => json!(["CMD-SHELL", line]),
            test if *name == "Test" => test.clone(),
            number => integer(&Value::from(number.clone()))?.into(),
        };
        all.insert((*name).to_owned(), read);
    }
    Ok(Json::Object(all))
}

/// A mapping, or a list of mappings with one key each.
pub(super) fn read_map(value: &Value) -> Result<Object<String, Json>, String> {
    let wrong = || format!("'{}' is not a dictionary", python::text(value));
    let maps: Vec<&Value> = match value {
        Value::List(list) => list.iter().collect(),
        one => vec![one],
    };
    let mut all = Object::new();
    for map in maps {
        match map.to_json() {
            Json::Object(map) => all.extend(map),
            _ => return Err(wrong()),
        }
    }
    Ok(all)
}
