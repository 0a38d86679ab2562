//! Sends the call through STS's client: the request is replaced before it is signed, the answer is kept before it is
//! read.

use std::sync::{Arc, Mutex, PoisonError};

use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector,
};
use aws_smithy_runtime_api::client::interceptors::Intercept;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeSerializationInterceptorContextRef, BeforeTransmitInterceptorContextMut,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse, Metadata};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use aws_smithy_types::config_bag::ConfigBag;
use aws_smithy_types::endpoint::{Endpoint, EndpointAuthScheme};
use serde_json::Value as Json;

use super::{Outgoing, Protocol, xml};

/// The answer that STS's client reads.
const NOTHING: &str = "<GetCallerIdentityResponse><GetCallerIdentityResult/></GetCallerIdentityResponse>";

/// Replaces a request by the real one.
#[derive(Debug)]
pub(super) struct Reroute(pub(super) Outgoing);

impl Reroute {
    /// STS's own address with the service's host.
    fn url(&self, sts: &str) -> String {
        let Outgoing { service, .. } = &self.0;
        if !self.0.has_own_host {
            return sts.to_owned();
        }
        let (scheme, host) = sts.split_once("://").unwrap_or(("https", sts));
        let host = host.split('/').next().unwrap_or(host);
        let suffix = if host.ends_with(".cn") { "amazonaws.com.cn" } else { "amazonaws.com" };
        if service.is_global {
            format!("{scheme}://{}.{suffix}/", service.host)
        } else {
            format!("{scheme}://{}.{}.{suffix}/", service.host, self.0.region)
        }
    }
}

#[aws_smithy_runtime_api::client::interceptors::dyn_dispatch_hint]
impl Intercept for Reroute {
    fn name(&self) -> &'static str {
        "turn into another call"
    }

    fn read_before_execution(
        &self,
        _context: &BeforeSerializationInterceptorContextRef<'_>,
        bag: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        // Budgets and counters identify a call by these.
        let metadata = Metadata::new(self.0.operation.clone(), self.0.service.name);
        bag.interceptor_state().store_put(metadata);
        Ok(())
    }

    fn modify_before_signing(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _components: &RuntimeComponents,
        bag: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let Outgoing { service, operation, method, path, body, region, .. } = &self.0;
        let request = context.request_mut();
        let url = self.url(request.uri());
        request.set_method(method)?;
        request.set_uri(if path == "/" {
            url.clone()
        } else {
            format!("{}{path}", url.trim_end_matches('/'))
        })?;
        let headers = request.headers_mut();
        match service.protocol {
            Protocol::Json(version, prefix) => {
                headers.insert("content-type", format!("application/x-amz-json-{version}"));
                headers.insert("x-amz-target", format!("{prefix}.{operation}"));
            }
            Protocol::Rest => {
                headers.insert("content-type", "application/json");
            }
            Protocol::Query(_) | Protocol::Ec2(_) => {
                headers.insert("content-type", "application/x-www-form-urlencoded");
            }
        }
        headers.insert("content-length", body.len().to_string());
        *request.body_mut() = SdkBody::from(body.as_str());
        let region = if service.is_global { "us-east-1" } else { region.as_str() };
        let scheme = EndpointAuthScheme::with_capacity("sigv4", 2)
            .put("signingName", service.signing.to_owned())
            .put("signingRegion", region.to_owned());
        bag.interceptor_state().store_put(Endpoint::builder().url(url).auth_scheme(scheme).build());
        Ok(())
    }
}

/// A client that keeps answers.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    client: SharedHttpClient,
    taken: Arc<Mutex<String>>,
}

impl Answers {
    /// Keeps the answer in `taken`.
    pub(super) fn new(client: SharedHttpClient, taken: Arc<Mutex<String>>) -> Self {
        Self { client, taken }
    }
}

impl HttpClient for Answers {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        let connector = self.client.http_connector(settings, components);
        SharedHttpConnector::new(Keeping { connector, taken: self.taken.clone() })
    }
}

#[derive(Debug)]
struct Keeping {
    connector: SharedHttpConnector,
    taken: Arc<Mutex<String>>,
}

impl HttpConnector for Keeping {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let (answer, taken) = (self.connector.call(request), self.taken.clone());
        HttpConnectorFuture::new(async move {
            let mut answer = answer.await?;
            let body = std::mem::replace(answer.body_mut(), SdkBody::taken());
            let body =
                ByteStream::new(body).collect().await.map_err(|error| ConnectorError::io(error.into()))?;
            let text = String::from_utf8_lossy(&body.into_bytes()).into_owned();
            let shown = if answer.status().is_success() {
                *taken.lock().unwrap_or_else(PoisonError::into_inner) = text;
                NOTHING.to_owned()
            } else {
                refusal(&answer, &text)
            };
            // It holds the length of the kept answer.
            answer.headers_mut().remove("content-length");
            *answer.body_mut() = SdkBody::from(shown);
            Ok(answer)
        })
    }
}

/// A refusal in STS's form.
fn refusal(answer: &HttpResponse, text: &str) -> String {
    let json: Json = serde_json::from_str(text).unwrap_or_default();
    let in_json = |names: &[&str]| names.iter().find_map(|name| json.get(name)?.as_str().map(str::to_owned));
    let in_header = || answer.headers().get("x-amzn-errortype").map(str::to_owned);
    let code =
        in_json(&["__type", "code", "ErrorCode"]).or_else(|| xml::text_of(text, "Code")).or_else(in_header);
    // `com.amazonaws.ssm#ParameterNotFound`, `ParameterNotFound:http://…`
    let code = code.unwrap_or_default();
    let code = code.rsplit('#').next().unwrap_or_default().split(':').next().unwrap_or_default();
    let message =
        in_json(&["message", "Message"]).or_else(|| xml::text_of(text, "Message")).unwrap_or_default();
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let (code, message) = (escaped(code), escaped(&message));
    format!("<ErrorResponse><Error><Code>{code}</Code><Message>{message}</Message></Error></ErrorResponse>")
}

#[cfg(test)]
mod tests {
    use aws_smithy_runtime_api::http::StatusCode;

    use super::super::find;
    use super::*;

    #[test]
    fn refusals_of_all_protocols_have_one_form() {
        for text in [
            r#"{"__type": "com.amazonaws.ssm#NotFound", "message": "a < b"}"#,
            r#"{"__type": "NotFound", "Message": "a < b"}"#,
            r#"{"ErrorCode": "NotFound", "Message": "a < b"}"#,
            "<ErrorResponse><Error><Code>NotFound</Code><Message>a &lt; b</Message></Error></ErrorResponse>",
            "<Response><Errors><Error><Code>NotFound</Code><Message>a &lt; b</Message></Error></Errors></Response>",
        ] {
            let answer = HttpResponse::new(StatusCode::try_from(400).unwrap(), SdkBody::empty());
            let expected = "<ErrorResponse><Error><Code>NotFound</Code><Message>a &lt; b</Message></Error></ErrorResponse>";
            assert_eq!(refusal(&answer, text), expected, "{text}");
        }
    }

    #[test]
    fn each_service_has_its_host() {
        let turn = |name: &str, region: &str, has_own_host: bool| {
            let outgoing = Outgoing {
                service: find(name).unwrap(),
                operation: String::new(),
                method: "POST",
                path: "/".to_owned(),
                body: String::new(),
                region: region.to_owned(),
                has_own_host,
            };
            Reroute(outgoing).url(if region.starts_with("cn") {
                "https://sts.cn-north-1.amazonaws.com.cn/"
            } else {
                "https://sts.amazonaws.com"
            })
        };
        assert_eq!(turn("ecr", "eu-west-1", true), "https://api.ecr.eu-west-1.amazonaws.com/");
        assert_eq!(turn("iam", "eu-west-1", true), "https://iam.amazonaws.com/");
        assert_eq!(turn("ssm", "cn-north-1", true), "https://ssm.cn-north-1.amazonaws.com.cn/");
        assert_eq!(turn("ssm", "eu-west-1", false), "https://sts.amazonaws.com");
    }
}
