//! The returns of states in Salt's JSON form.

use model::{Key, StateReturn, Value, Verdict};

/// `{"boto_sqs_|-id_|-name_|-present": {"name": …, "result": …, …}}`, in the order given.
pub fn to_value(returns: &[StateReturn]) -> Value {
    returns.iter().map(|state| (state.tag(), one(state))).collect()
}

/// A state of a return that failed.
pub struct Failed<'a> {
    /// Its module.
    pub module: String,
    /// Its ID, from its tag: the return of a function that does not exist holds none.
    pub id: String,
    /// Its function.
    pub function: String,
    /// The reason.
    pub comment: &'a str,
}

/// The states of a return that failed, in its order.
pub fn failed(data: &Value) -> impl Iterator<Item = Failed<'_>> {
    data.as_map().into_iter().flatten().filter_map(|(tag, state)| {
        let state = state.as_map()?;
        let has_failed = state.get("result").and_then(Value::as_bool) == Some(false);
        let tag = tag.to_string();
        let parts: Vec<&str> = tag.split("_|-").collect();
        let part = |part: Option<&&str>| part.map(|text| (*text).to_owned()).unwrap_or_default();
        has_failed.then(|| Failed {
            module: part(parts.first()),
            id: part(parts.get(1)),
            function: part(parts.last()),
            comment: state.get("comment").and_then(Value::as_str).unwrap_or_default(),
        })
    })
}

fn one(state: &StateReturn) -> Value {
    let mut map = state.outcome.in_salts_shape(&state.name);
    let mut put = |key: &str, value: Value| map.insert(Key::from(key), value);
    if state.skipped && state.outcome.verdict == Verdict::Succeeded {
        put("__state_ran__", false.into());
    }
    if state.found {
        // A call from the command line belongs to no SLS.
        let sls = if state.sls.is_empty() { Value::Null } else { state.sls.as_str().into() };
        put("__sls__", sls);
    }
    put("__run_num__", i64::try_from(state.run_num).unwrap_or(i64::MAX).into());
    if !state.found {
        return Value::Map(map);
    }
    put("start_time", state.start_time.as_str().into());
    put("duration", Value::Float((state.duration.as_secs_f64() * 1e6).round() / 1e3));
    put("__id__", state.id.as_str().into());
    if state.parallel {
        put("__parallel__", true.into());
    }
    Value::Map(map)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use model::Outcome;

    #[test]
    fn a_return_has_salts_keys_and_milliseconds() {
        let state = StateReturn {
            state: "boto_sqs".to_owned(),
            function: "present".to_owned(),
            id: "queue".to_owned(),
            name: "q".to_owned(),
            sls: "myapp".to_owned(),
            run_num: 3,
            outcome: Outcome::would_change("to be created"),
            start_time: "12:34:56.789012".to_owned(),
            duration: Duration::from_nanos(1_234_567),
            skipped: false,
            found: true,
            parallel: false,
        };
        let skipped = StateReturn { skipped: true, outcome: Outcome::succeeded("not run"), ..state.clone() };
        let expected = serde_json::json!({"boto_sqs_|-queue_|-q_|-present": {
            "name": "q", "result": null, "comment": "to be created", "changes": {}, "__sls__": "myapp",
            "__run_num__": 3, "start_time": "12:34:56.789012", "duration": 1.235, "__id__": "queue",
        }});
        assert_eq!(to_value(std::slice::from_ref(&state)).to_json(), expected);
        let shown = to_value(&[skipped]).to_json();
        assert_eq!(shown["boto_sqs_|-queue_|-q_|-present"]["__state_ran__"], serde_json::json!(false));
        let beside = to_value(&[StateReturn { parallel: true, ..state }]).to_json();
        assert_eq!(beside["boto_sqs_|-queue_|-q_|-present"]["__parallel__"], serde_json::json!(true));
    }
}
