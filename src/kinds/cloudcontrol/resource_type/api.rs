//! The call for schemas.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use futures::future::FutureExt;
use serde_json::{Value as Json, json};

use crate::facts::Facts;
use aws::crowd::read_each;
use aws::{ApiError, Aws, Fault, any};
use kind::{Answers, Ask};

/// The number of parallel reads of the registry.
const AT_ONCE: usize = 4;
/// The registry's message about an unknown type.
const UNKNOWN: &str = "TypeNotFoundException";

/// Schemas that were read: AWS changes them rarely, and never while a run lasts.
#[derive(Debug, Default)]
struct Read(Mutex<HashMap<String, Facts>>);

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Facts> {
    let mut answers = Answers::new();
    let read = |ask: &Ask| facts(aws, ask.reference.name.clone()).boxed();
    for (ask, answer) in read_each(asks, AT_ONCE, read).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn facts(aws: &Aws, type_name: String) -> Result<Option<Facts>, ApiError> {
    let known = aws.kept::<Read>();
    if let Some(facts) = known.0.lock().unwrap_or_else(PoisonError::into_inner).get(&type_name) {
        return Ok(Some(facts.clone()));
    }
    let invalid = |message: String| ApiError::found("DescribeType", &type_name, Fault::Invalid, message);
    let service =
        any::find("cloudformation").ok_or_else(|| invalid("there is no such service".to_owned()))?;
    let parameters = json!({"Type": "RESOURCE", "TypeName": type_name});
    let answer =
        match any::call(aws, service, "DescribeType", &parameters, ("DescribeType", &type_name)).await {
            Ok(answer) => answer,
            Err(error) if error.has_code(&[UNKNOWN]) => return Ok(None),
            Err(error) => return Err(error),
        };
    let schema: Json = answer
        .get("Schema")
        .and_then(Json::as_str)
        .and_then(|schema| serde_json::from_str(schema).ok())
        .ok_or_else(|| invalid("AWS returned no schema of it".to_owned()))?;
    let facts = Facts::of_schema(&schema);
    known.0.lock().unwrap_or_else(PoisonError::into_inner).insert(type_name.clone(), facts.clone());
    Ok(Some(facts))
}
