//! `salt.state` and `salt.function`: the jobs that they run.

use super::answers;
use crate::{Call, Intent};
use model::{Invocation, Key, Map, Outcome, Value};

/// The target, how it is read, and the options of the job.
fn job(call: Call<'_>, function: &str, expects: bool) -> Result<(Vec<Value>, Map), Outcome> {
    let fields = call.fields;
    if fields.boolean("ssh") == Some(true) {
        return Err(Outcome::failed("ssh: True is refused: instances answer through the fleet"));
    }
    let target = fields.texts("tgt").unwrap_or_default().join(",");
    let mut named = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value.filter(|value| !value.is_null()) {
            named.insert(Key::from(key), value);
        }
    };
    put("tgt_type", Some(fields.text("tgt_type").unwrap_or_else(|| "glob".to_owned()).into()));
    put("expect_minions", Some(fields.boolean("expect_minions").unwrap_or(expects).into()));
    put("timeout", fields.value("timeout"));
    put("batch", fields.text("batch").map(Value::from));
    put("subset", fields.value("subset"));
    put("ret", fields.value("ret").filter(Value::is_truthy));
    put("fail_minions", fields.comma_texts("fail_minions").map(Value::from));
    let failhard = call.context.low.keywords.get(&model::Keyword::Failhard);
    put("failhard", failhard.map(|entry| entry.node.to_value()));
    Ok((vec![target.into(), function.into()], named))
}

/// `salt.state`.
pub fn state(call: Call<'_>) -> Result<Intent<Outcome>, Outcome> {
    let fields = call.fields;
    let (function, argument) = if fields.boolean("highstate") == Some(true) {
        ("state.highstate", None)
    } else if let Some(top) = fields.text("top") {
        ("state.top", Some(top))
    } else if let Some(sls) = fields.texts("sls").filter(|sls| !sls.is_empty()) {
        ("state.sls", Some(sls.join(",")))
    } else {
        return Err(Outcome::failed("No highstate or sls specified, no execution made"));
    };
    let (args, mut named) = job(call, function, true)?;
    let mut passed = Map::new();
    for key in ["test", "pillar", "pillarenv", "saltenv", "exclude"] {
        if let Some(value) = fields.value(key).filter(|value| !value.is_null()) {
            passed.insert(Key::from(key), value);
        }
    }
    passed.insert(Key::from("queue"), fields.value("queue").unwrap_or(Value::Bool(false)));
    passed.insert(Key::from("concurrent"), fields.boolean("concurrent").unwrap_or_default().into());
    named.insert(Key::from("arg"), Value::List(argument.into_iter().map(Value::from).collect()));
    if let Some(rolling) = fields.value("rolling").filter(|value| !value.is_null()) {
        if rolling.as_map().is_none() {
            return Err(Outcome::failed("rolling is a mapping: {group: NAME, share: 25%}"));
        }
        if named.contains_key(&Key::from("batch")) {
            return Err(Outcome::failed("rolling has batches of its own: leave batch out, and write share"));
        }
        named.insert(Key::from("rolling"), rolling);
    }
    named.insert(Key::from("allow_fail"), Value::Int(fields.integer("allow_fail").unwrap_or_default()));
    let calling = |test: Option<bool>| {
        let (mut named, mut passed) = (named.clone(), passed.clone());
        if let Some(test) = test {
            passed.insert(Key::from("test"), test.into());
        }
        named.insert(Key::from("kwarg"), Value::Map(passed));
        vec![Invocation { function: "fleet.cmd".to_owned(), args: args.clone(), kwargs: named }]
    };
    Ok(Intent::Invoke {
        foreseen: Outcome::would_change(format!("{function} would be run on {}", target(&args))),
        invocations: calling(None),
        // A test run changes nothing, also on instances, whatever the SLS says.
        in_tests: calling(Some(true)),
        finish: answers::of_states,
    })
}

/// `salt.function`.
pub fn function(call: Call<'_>) -> Result<Intent<Outcome>, Outcome> {
    let fields = call.fields;
    let (args, mut named) = job(call, call.name, false)?;
    let listed = match fields.value("arg").unwrap_or_default() {
        Value::Null => vec![],
        Value::List(list) => list,
        Value::Str(text) => text.split_whitespace().map(Value::from).collect(),
        one => vec![one],
    };
    let kwarg = fields.value("kwarg").filter(|value| value.as_map().is_some());
    named.insert(Key::from("arg"), Value::List(listed));
    named.insert(Key::from("kwarg"), kwarg.unwrap_or_else(|| Value::Map(Map::new())));
    let foreseen = format!("Function {} would be executed on target {}", call.name, target(&args));
    Ok(Intent::Invoke {
        foreseen: Outcome::would_change(foreseen),
        invocations: vec![Invocation { function: "fleet.cmd".to_owned(), args, kwargs: named }],
        in_tests: vec![],
        finish: answers::of_functions,
    })
}

fn target(args: &[Value]) -> &str {
    args.first().and_then(Value::as_str).unwrap_or_default()
}
