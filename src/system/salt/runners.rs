//! `salt.runner`, `salt.wheel`, `salt.parallel_runners` and `salt.wait_for_event`: states that act on the ops node.

use crate::{Answers, Call, Intent};
use model::python;
use model::{Invocation, Key, Map, Outcome, Value};

fn key(name: &str) -> Key {
    Key::from(name)
}

/// Every word of the declaration except its name is an argument.
fn words(call: Call<'_>) -> Map {
    let low = call.context.low;
    let words = low.arguments.iter().filter(|(name, _)| name.as_str() != "name");
    words.map(|(name, entry)| (key(name), entry.node.to_value())).collect()
}

fn calling(function: &str, args: Vec<Value>, kwargs: Map) -> Vec<Invocation> {
    vec![Invocation { function: function.to_owned(), args, kwargs }]
}

/// `salt.runner`.
pub fn runner(call: Call<'_>) -> Intent<Outcome> {
    Intent::Invoke {
        foreseen: Outcome::would_change(format!("Runner function '{}' would be executed.", call.name)),
        invocations: calling("fleet.runner", vec![call.name.into()], words(call)),
        in_tests: vec![],
        finish: |answers| single("Runner", answers),
    }
}

/// `salt.wheel`.
pub fn wheel(call: Call<'_>) -> Intent<Outcome> {
    Intent::Invoke {
        foreseen: Outcome::would_change(format!("Wheel function '{}' would be executed.", call.name)),
        invocations: calling("fleet.wheel", vec![call.name.into()], words(call)),
        in_tests: vec![],
        finish: |answers| single("Wheel", answers),
    }
}

/// One answer, `{return, success}`.
fn single(what: &str, answers: &Answers) -> Outcome {
    let Some((invocation, answer)) = answers.first() else { return Outcome::failed("nothing was called") };
    let name = invocation.args.first().map(python::text).unwrap_or_default();
    let answer = match answer {
        Ok(answer) => answer.as_map().cloned().unwrap_or_default(),
        Err(why) => return Outcome::failed(format!("{what} function '{name}' failed.\n{why}")),
    };
    let is_success = answer.get("success").is_none_or(Value::is_truthy);
    let comment = format!("{what} function '{name}' {}.", if is_success { "executed" } else { "failed" });
    let outcome = if is_success { Outcome::succeeded(comment) } else { Outcome::failed(comment) };
    let returned = answer.get("return").cloned().unwrap_or_default();
    Outcome { changes: [(key("return"), returned)].into_iter().collect(), ..outcome }
}

/// `salt.parallel_runners`.
pub fn parallel(call: Call<'_>) -> Result<Intent<Outcome>, Outcome> {
    let runners = match call.fields.value("runners").unwrap_or_default() {
        Value::Str(name) => [(key(name.as_str()), Value::Null)].into_iter().collect(),
        Value::Map(map) => map,
        _ => return Err(Outcome::failed("The runners parameter must be a string or dict.")),
    };
    let mut all = Map::new();
    for (id, written) in runners {
        let mut runner = Map::new();
        match written {
            Value::Map(map) => runner = map,
            Value::List(items) => {
                runner.extend(items.into_iter().filter_map(|item| item.as_map().cloned()).flatten());
            }
            _ => {}
        }
        if !runner.contains_key("name") {
            runner.insert(key("name"), id.to_string().into());
        }
        all.insert(id, Value::Map(runner));
    }
    let names: Vec<String> = all.keys().map(Key::to_string).collect();
    Ok(Intent::Invoke {
        foreseen: Outcome::would_change(format!("Runners {} would be executed.", names.join(", "))),
        invocations: calling("fleet.runners", vec![Value::Map(all)], Map::new()),
        in_tests: vec![],
        finish: of_runners,
    })
}

/// Answers by the names of the runners, each `{return, success}`.
fn of_runners(answers: &Answers) -> Outcome {
    let outputs = match answers.first() {
        Some((_, Ok(Value::Map(outputs)))) => outputs,
        Some((_, Err(why))) => return Outcome::failed(why.to_string()),
        _ => return Outcome::failed("nothing was called"),
    };
    let of = |output: &Value, name: &str| {
        output.as_map().and_then(|map| map.get(name)).cloned().unwrap_or_default()
    };
    let failed: Vec<String> = outputs
        .iter()
        .filter(|(_, it)| of(it, "success") == Value::Bool(false))
        .map(|(id, _)| id.to_string())
        .collect();
    let outcome = match failed.as_slice() {
        [] => Outcome::succeeded("All runner functions executed successfully."),
        [one] => Outcome::failed(format!("Runner {one} failed.")),
        some => Outcome::failed(format!("Runners {} failed.", some.join(", "))),
    };
    let returned = |output: &Value| of(output, "return");
    let are_orchestrations =
        outputs.values().all(|it| of(&returned(it), "outputter").as_str() == Some("highstate"));
    let changes: Map = if are_orchestrations {
        let changes = outputs.iter().map(|(id, it)| (id.clone(), extract(&of(&returned(it), "data"))));
        changes.filter(|(_, changes)| changes.is_truthy()).collect()
    } else {
        let all = outputs.iter().map(|(id, it)| (id.clone(), returned(it))).collect();
        [(key("ret"), Value::Map(all))].into_iter().collect()
    };
    Outcome { changes, ..outcome }
}

/// The changes in the answer of an orchestration, by its keys.
fn extract(data: &Value) -> Value {
    let Value::Map(map) = data else { return Value::Map(Map::new()) };
    if let Some(changes) = map.get("changes") {
        let ret = changes.as_map().filter(|it| it.get("out").and_then(Value::as_str) == Some("highstate"));
        return ret.and_then(|it| it.get("ret")).unwrap_or(changes).clone();
    }
    let below = map.iter().map(|(key, value)| (key.clone(), extract(value)));
    Value::Map(below.filter(|(_, changes)| changes.is_truthy()).collect())
}

/// `salt.wait_for_event`.
pub fn wait_for_event(call: Call<'_>) -> Intent<Outcome> {
    let fields = call.fields;
    let named = [
        (key("id_list"), Value::from(fields.texts("id_list").unwrap_or_default())),
        (key("event_id"), fields.text("event_id").unwrap_or_else(|| "id".to_owned()).into()),
        (key("timeout"), Value::Int(fields.integer("timeout").unwrap_or(300))),
    ];
    Intent::Invoke {
        foreseen: Outcome::would_change(format!("Orchestration would wait for event '{}'", call.name)),
        invocations: calling("fleet.wait_for_event", vec![call.name.into()], named.into_iter().collect()),
        in_tests: vec![],
        finish: of_events,
    }
}

/// `{seen, missing, seconds}`.
fn of_events(answers: &Answers) -> Outcome {
    let answer = match answers.first() {
        Some((_, Ok(Value::Map(answer)))) => answer,
        Some((_, Err(why))) => return Outcome::failed(why.to_string()),
        _ => return Outcome::failed("nothing was called"),
    };
    let list = |name: &str| answer.get(name).and_then(Value::as_list).unwrap_or_default().to_vec();
    let (seen, missing) = (list("seen"), list("missing"));
    let outcome = if missing.is_empty() {
        let seconds = answer.get("seconds").map(python::text).unwrap_or_default();
        Outcome::succeeded(format!("All events seen in {seconds} seconds."))
    } else {
        let names: Vec<String> = missing.iter().map(python::text).collect();
        Outcome::failed(format!("Timeout value reached.\nNot seen: {}", names.join(", ")))
    };
    let seen = (!seen.is_empty()).then(|| (key("minions_seen"), Value::List(seen)));
    Outcome { changes: seen.into_iter().collect(), ..outcome }
}
