//! The calls of the functions.

use aws_sdk_ssm::types::ParameterType;

use aws::Ssm;
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, failed};
use model::Value;

/// The type and value of a parameter; None if it does not exist.
pub(super) async fn value(aws: &Aws, name: &str, decrypts: bool) -> Result<Value, ApiError> {
    let answer = aws.client::<Ssm>().get_parameter().name(name).with_decryption(decrypts).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetParameter", name)))?;
    let Some(parameter) = answer.and_then(|answer| answer.parameter) else { return Ok(Value::Null) };
    let kind = parameter.r#type().map(ParameterType::as_str);
    Ok([("Type", Value::from(kind)), ("Value", parameter.value().into())].into_iter().collect())
}
