//! Calls any operation of any AWS service that accepts JSON or queries, by its name: for services without one of our
//! SDK crates.
//!
//! At first the call is one of STS's: so it gets the same credentials, budgets, retries and counters as every other.
//! Before it is signed, it is replaced by the real call. The answer is kept, and STS's client sees an empty one. A
//! refusal is translated into STS's form, so that throttling is recognised and retried.
//!
//! See <https://smithy.io/2.0/aws/protocols/>.

mod form;
mod pass;
mod services;
mod xml;

use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_sts::config::Builder;
use serde_json::Value as Json;

use self::pass::{Answers, Reroute};
use super::{ApiError, Aws, Fault, failed};
use crate::Sts;

pub use self::services::{EFS, OPENSEARCH, Service, find, names};

/// How a service accepts its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Protocol {
    /// JSON of this version (`1.0`, `1.1`); the operation is in a header, after this prefix.
    Json(&'static str, &'static str),
    /// A form with this version of the API; lists are `Name.member.1`.
    Query(&'static str),
    /// EC2's form with this version of the API; lists are `Name.1`.
    Ec2(&'static str),
    /// JSON, with a method and a path for each operation.
    Rest,
}

/// A call as it is sent.
#[derive(Clone, Debug)]
pub(super) struct Outgoing {
    pub(super) service: &'static Service,
    pub(super) operation: String,
    /// The method.
    pub(super) method: &'static str,
    /// The path with its query, after the host.
    pub(super) path: String,
    pub(super) body: String,
    pub(super) region: String,
    /// False if one endpoint serves all services.
    pub(super) has_own_host: bool,
}

/// Makes a call. `attempt` and `subject` name it in an error.
///
/// # Errors
/// AWS refuses the call, or its answer cannot be read.
pub async fn call(
    aws: &Aws,
    service: &'static Service,
    operation: &str,
    parameters: &Json,
    (attempt, subject): (&'static str, &str),
) -> Result<Json, ApiError> {
    let body = match service.protocol {
        Protocol::Json(..) | Protocol::Rest => parameters.to_string(),
        Protocol::Query(version) => form::of(operation, version, ".member", parameters),
        Protocol::Ec2(version) => form::of(operation, version, "", parameters),
    };
    send(aws, service, (operation, "POST", "/"), body, (attempt, subject)).await
}

/// Calls a REST service: the operation, its method, and its path with the query.
///
/// # Errors
/// As [`call`].
pub async fn rest(
    aws: &Aws,
    service: &'static Service,
    to: (&'static str, &'static str, &str),
    parameters: &Json,
    subject: &str,
) -> Result<Json, ApiError> {
    let body = if parameters.is_null() { String::new() } else { parameters.to_string() };
    send(aws, service, to, body, (to.0, subject)).await
}

async fn send(
    aws: &Aws,
    service: &'static Service,
    (operation, method, path): (&str, &'static str, &str),
    body: String,
    (attempt, subject): (&'static str, &str),
) -> Result<Json, ApiError> {
    let invalid = |message: String| ApiError::found(attempt, subject, Fault::Invalid, message);
    let Some(client) = aws.client::<Sts>().config().http_client() else {
        return Err(invalid("there is no connection to AWS".to_owned()));
    };
    let outgoing = Outgoing {
        service,
        operation: operation.to_owned(),
        method,
        path: path.to_owned(),
        body,
        region: aws.region.clone(),
        has_own_host: aws.endpoint().is_none(),
    };
    let taken = Arc::new(Mutex::new(String::new()));
    let answers = Answers::new(client, taken.clone());
    let call = aws.client::<Sts>().get_caller_identity().customize().interceptor(Reroute(outgoing));
    let call = call.config_override(Builder::new().http_client(answers));
    call.send().await.map_err(failed(attempt, subject))?;
    let text = std::mem::take(&mut *taken.lock().unwrap_or_else(PoisonError::into_inner));
    read(service.protocol, operation, &text).map_err(invalid)
}

/// The answer as data.
fn read(protocol: Protocol, operation: &str, text: &str) -> Result<Json, String> {
    if text.trim().is_empty() {
        return Ok(Json::Object(serde_json::Map::new()));
    }
    if let Protocol::Json(..) | Protocol::Rest = protocol {
        return serde_json::from_str(text).map_err(|error| format!("the answer is not JSON: {error}"));
    }
    let answer = xml::read(text).ok_or_else(|| "the answer is not XML".to_owned())?;
    let Json::Object(mut answer) = answer else { return Ok(answer) };
    if let Some(result) = answer.remove(&format!("{operation}Result")) {
        // An empty result reads as an empty text.
        return Ok(if result == "" { Json::Object(serde_json::Map::new()) } else { result });
    }
    answer.retain(|key, _| !matches!(key.as_str(), "ResponseMetadata" | "requestId"));
    Ok(Json::Object(answer))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn answers_are_read_in_each_protocol() {
        let query = Protocol::Query("2010-05-15");
        let text = "<?xml version=\"1.0\"?><ListStacksResponse xmlns=\"x\"><ListStacksResult><StackSummaries>\
            <member><StackName>a&amp;b</StackName></member></StackSummaries></ListStacksResult>\
            <ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></ListStacksResponse>";
        assert_eq!(read(query, "ListStacks", text), Ok(json!({"StackSummaries": [{"StackName": "a&b"}]})));
        let nothing = "<DeleteStackResponse><ResponseMetadata/></DeleteStackResponse>";
        assert_eq!(read(query, "DeleteStack", nothing), Ok(json!({})));
        let ec2 = "<DescribeVpcsResponse><requestId>1</requestId><vpcSet><item><vpcId>vpc-1</vpcId></item></vpcSet>\
            </DescribeVpcsResponse>";
        let expected = json!({"vpcSet": [{"vpcId": "vpc-1"}]});
        assert_eq!(read(Protocol::Ec2("2016-11-15"), "DescribeVpcs", ec2), Ok(expected));
        let json = Protocol::Json("1.1", "AmazonSSM");
        assert_eq!(read(json, "GetParameter", "{\"a\": 1}"), Ok(json!({"a": 1})));
        assert_eq!(read(json, "DeleteParameter", ""), Ok(json!({})));
        assert!(read(json, "GetParameter", "<a/>").is_err());
    }
}
