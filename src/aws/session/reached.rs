//! Connections that cannot be made: the endpoint is named, and a server that never answers is given up within seconds.
//!
//! The SDK tries a call six times, which outlasts throttling and short failures of AWS. A wrong address or a closed network does not get
//! better by that, so connections to a server are given up a second after the first failure. Law: calls that were sent are not concerned.

use std::collections::HashMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;

use crate::sdk::Unreached;

/// How long connections to a server are tried after the first failure.
const PATIENCE: Duration = Duration::from_secs(1);

/// The words of the HTTP client for a connection that was not made. It has no type for it that is public.
const NOT_CONNECTED: &[&str] = &["tcp connect error", "dns error", "(Connect)", "connect timeout"];

/// A client whose errors name the endpoint.
pub(super) fn naming(inner: SharedHttpClient) -> SharedHttpClient {
    SharedHttpClient::new(NamingClient { inner, servers: Arc::default() })
}

/// When the first connection to a server began that was not made, by endpoint.
type Servers = Arc<Mutex<HashMap<String, Instant>>>;

#[derive(Debug)]
struct NamingClient {
    inner: SharedHttpClient,
    servers: Servers,
}

impl HttpClient for NamingClient {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        let inner = self.inner.http_connector(settings, components);
        SharedHttpConnector::new(NamingConnector { inner, servers: self.servers.clone() })
    }
}

#[derive(Debug)]
struct NamingConnector {
    inner: SharedHttpConnector,
    servers: Servers,
}

impl HttpConnector for NamingConnector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let (endpoint, begun) = (endpoint(request.uri()), Instant::now());
        let servers = self.servers.clone();
        let called = self.inner.call(request);
        HttpConnectorFuture::new(async move {
            match called.await {
                Ok(answer) => {
                    lock(&servers).remove(&endpoint);
                    Ok(answer)
                }
                Err(error) if is_unconnected(&error) => {
                    let first = *lock(&servers).entry(endpoint.clone()).or_insert(begun);
                    Err(named(endpoint, error, first.elapsed() < PATIENCE))
                }
                Err(error) => Err(error),
            }
        })
    }
}

fn lock(servers: &Servers) -> std::sync::MutexGuard<'_, HashMap<String, Instant>> {
    servers.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The endpoint of a URL: `https://sqs.us-east-1.amazonaws.com`.
fn endpoint(uri: &str) -> String {
    let host = uri.find("://").map_or(0, |scheme| scheme + 3);
    let end = uri[host..].find(['/', '?']).map_or(uri.len(), |end| host + end);
    uri[..end].to_owned()
}

fn is_unconnected(error: &ConnectorError) -> bool {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(cause) = next {
        let text = cause.to_string();
        if NOT_CONNECTED.iter().any(|words| text.contains(words)) {
            return true;
        }
        next = cause.source();
    }
    false
}

/// The SDK tries again after an error of input and output, and not after another one.
fn named(endpoint: String, error: ConnectorError, is_tried_again: bool) -> ConnectorError {
    let unreached = Unreached { endpoint, source: error.into() };
    if is_tried_again {
        ConnectorError::io(unreached.into())
    } else {
        ConnectorError::other(unreached.into(), None)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;

    #[derive(Debug)]
    struct Said(&'static str);

    impl fmt::Display for Said {
        fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str(self.0)
        }
    }

    impl Error for Said {}

    #[test]
    fn an_endpoint_is_scheme_host_and_port() {
        for (uri, expected) in [
            ("http://127.0.0.1:9/?x=/", "http://127.0.0.1:9"),
            ("https://sqs.us-east-1.amazonaws.com", "https://sqs.us-east-1.amazonaws.com"),
            ("https://a.example?x", "https://a.example"),
        ] {
            assert_eq!(endpoint(uri), expected);
        }
    }

    #[test]
    fn only_connections_that_were_not_made_are_named() {
        assert!(is_unconnected(&ConnectorError::io(Said("tcp connect error").into())));
        assert!(is_unconnected(&ConnectorError::timeout(
            Said("HTTP connect timeout occurred after 4s").into()
        )));
        assert!(!is_unconnected(&ConnectorError::timeout(
            Said("HTTP read timeout occurred after 30s").into()
        )));
        assert!(!is_unconnected(&ConnectorError::io(
            Said("connection closed before message completed").into()
        )));
    }

    #[test]
    fn a_server_that_is_not_there_is_given_up() {
        let error = || ConnectorError::io(Said("tcp connect error").into());
        assert!(named("http://a".to_owned(), error(), true).is_io());
        let ended = named("http://a".to_owned(), error(), false);
        assert!(ended.is_other() && ended.as_other().is_none());
    }
}
