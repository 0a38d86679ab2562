//! `boto_route53.create_healthcheck`.

use futures::future::FutureExt;

use super::{RETRIES, api};
use kind::{Asker, AwsFunction, Refusal};
use model::{Argument, Fields, Shape, Value};

const KINDS: Shape = Shape::Word(&["HTTP", "HTTPS", "HTTP_STR_MATCH", "HTTPS_STR_MATCH", "TCP"]);

pub(super) const FUNCTIONS: &[AwsFunction] = &[AwsFunction::change(
    &["boto_route53.create_healthcheck"],
    &[
        Argument::optional("ip_addr", Shape::Text, "the address that is checked; or 'fqdn'"),
        Argument::optional("fqdn", Shape::Text, "the name that is checked, and the host in HTTP requests"),
        Argument::optional("port", Shape::Integer, "the port; 53 if left out"),
        Argument::optional("hc_type", KINDS, "how it is checked; TCP if left out"),
        Argument::optional("resource_path", Shape::Text, "the path of HTTP requests"),
        Argument::optional("string_match", Shape::Text, "the text that the response must contain, with …_STR_MATCH"),
        Argument::optional("request_interval", Shape::Integer, "seconds between checks: 10 or 30; 30 if left out"),
        Argument::optional("failure_threshold", Shape::Integer, "checks that must fail or succeed; 3 if left out"),
        RETRIES[2],
        RETRIES[3],
    ],
    "Creates a health check; each call creates another one.",
    "a mapping: result (a mapping: CreateHealthCheckResponse); or error, when neither 'ip_addr' nor 'fqdn' is given",
    |ask, fields| create(ask, fields).boxed(),
)
.after_connection(8)];

/// The settings of a health check.
#[derive(Debug, Default)]
pub(super) struct Check {
    pub address: Option<String>,
    pub host: Option<String>,
    pub port: i32,
    pub kind: String,
    pub path: Option<String>,
    pub text: Option<String>,
    pub interval: i32,
    pub threshold: i32,
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let text = |name: &str| fields.text(name).filter(|text| !text.is_empty());
    let check = Check {
        address: text("ip_addr"),
        host: text("fqdn"),
        port: fields.integer32("port").unwrap_or(53),
        kind: text("hc_type").unwrap_or_else(|| "TCP".to_owned()),
        path: text("resource_path"),
        text: text("string_match"),
        interval: fields.integer32("request_interval").unwrap_or(30),
        threshold: fields.integer32("failure_threshold").unwrap_or(3),
    };
    if check.address.is_none() && check.host.is_none() {
        let message = "One of the following must be specified: fqdn or ip_addr";
        return Ok([("error", Value::from(message))].into_iter().collect());
    }
    let made = ask.change(&[], api::create_health_check(ask.aws(), &check)).await?;
    Ok([("result", made)].into_iter().collect())
}
