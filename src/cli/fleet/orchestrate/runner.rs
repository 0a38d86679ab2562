//! Runners as states call them. Each gives `{return, success}`.

use futures::future::join_all;

use super::super::{Ended, jobs};
use super::bridge::Bridge;
use super::{NAMES, nested};
use exec::Arguments;
use model::{Invocation, Key, Map, Value, python};

/// Calls one.
pub async fn run(bridge: &Bridge, args: &[Value], mut named: Map) -> Value {
    let name = args.first().map(python::text).unwrap_or_default();
    // Salt's runners take their arguments under these words too.
    let listed = named.shift_remove("arg").map_or_else(Vec::new, |arg| match arg {
        Value::List(list) => list,
        one => vec![one],
    });
    if let Some(Value::Map(more)) = named.shift_remove("kwarg") {
        named.extend(more);
    }
    let positional = args.iter().skip(1).cloned().chain(listed).collect();
    let arguments = Arguments { positional, named };
    if NAMES.contains(&name.as_str()) {
        return orchestration(bridge, arguments).await;
    }
    match called(bridge, &name, &arguments).await {
        Ok(value) => answer(value, true),
        Err(ended) => answer(ended.to_text().into(), false),
    }
}

async fn called(bridge: &Bridge, name: &str, arguments: &Arguments) -> Result<Value, Ended> {
    let connected = bridge.connected().await?;
    jobs::value_of((&connected.console, &connected.opened), name, arguments).await
}

fn answer(returned: Value, is_success: bool) -> Value {
    [("return", returned), ("success", Value::Bool(is_success))].into_iter().collect()
}

async fn orchestration(bridge: &Bridge, mut arguments: Arguments) -> Value {
    if let Some(mods) = arguments.named.shift_remove("mods") {
        arguments.positional.insert(0, mods);
    }
    // Boxed: an orchestration may call others without end in sight of the compiler.
    match Box::pin(nested(bridge.place.clone(), arguments)).await {
        Ok((id, ran, code)) => {
            let data: Value = [(id, ran.data)].into_iter().collect();
            let whole: Value = [
                ("data", data),
                ("outputter", Value::from("highstate")),
                ("retcode", Value::from(i64::from(code))),
            ]
            .into_iter()
            .collect();
            answer(whole, code == 0)
        }
        Err(why) => answer(why.into(), false),
    }
}

/// Calls several at once: a mapping of names to `{name, kwarg}`.
pub async fn run_all(bridge: &Bridge, invocation: &Invocation) -> Value {
    let all = invocation.args.first().and_then(Value::as_map).cloned().unwrap_or_default();
    let calls = all.into_iter().map(|(id, runner): (Key, Value)| async move {
        let runner = runner.as_map().cloned().unwrap_or_default();
        let name = runner.get("name").cloned().unwrap_or_default();
        let named = runner.get("kwarg").and_then(Value::as_map).cloned().unwrap_or_default();
        (id, run(bridge, &[name], named).await)
    });
    Value::Map(join_all(calls).await.into_iter().collect())
}
