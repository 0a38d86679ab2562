//! A signed request that is not sent: other programs (Vault) learn from it which user or role this program has.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::Intercept;
use aws_smithy_runtime_api::client::interceptors::context::BeforeTransmitInterceptorContextMut;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::ConfigBag;

use super::{ApiError, Aws, failed};
use crate::Sts;

/// A request in the form in which it would have been sent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signed {
    /// Its URL.
    pub url: String,
    /// Its body.
    pub body: String,
    /// All headers, including the signature.
    pub headers: BTreeMap<String, String>,
}

/// Signs `GetCallerIdentity` without sending it. `extra` is one more header, which the signature covers.
///
/// # Errors
///
/// There are no credentials.
pub async fn caller_identity(aws: &Aws, extra: Option<(&'static str, &str)>) -> Result<Signed, ApiError> {
    let held = Arc::new(Mutex::new(None));
    let extra = extra.map(|(name, text)| (name, text.to_owned()));
    let call =
        aws.client::<Sts>().get_caller_identity().customize().interceptor(Hold { held: held.clone(), extra });
    let sent = call.send().await;
    let signed = held.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (signed, sent) {
        (Some(signed), _) => Ok(signed),
        (None, Err(error)) => Err(failed("GetCallerIdentity", "a login elsewhere")(error)),
        (None, Ok(_)) => Ok(Signed::default()),
    }
}

/// Takes the request right before it would be sent.
#[derive(Debug)]
struct Hold {
    held: Arc<Mutex<Option<Signed>>>,
    extra: Option<(&'static str, String)>,
}

#[aws_smithy_runtime_api::client::interceptors::dyn_dispatch_hint]
impl Intercept for Hold {
    fn name(&self) -> &'static str {
        "sign and hold"
    }

    fn modify_before_signing(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _components: &RuntimeComponents,
        _bag: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some((name, text)) = &self.extra {
            context.request_mut().headers_mut().insert(*name, text.clone());
        }
        Ok(())
    }

    fn modify_before_transmit(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _components: &RuntimeComponents,
        _bag: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let request = context.request();
        let body = request.body().bytes().unwrap_or_default();
        let headers = request.headers().iter().map(|(name, text)| (name.to_owned(), text.to_owned()));
        let signed = Signed {
            url: request.uri().to_owned(),
            body: String::from_utf8_lossy(body).into_owned(),
            headers: headers.collect(),
        };
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = Some(signed);
        Err("it is signed and not sent".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Connection, Sessions};

    #[tokio::test]
    async fn a_request_is_signed_and_not_sent() {
        let connection = Connection {
            region: Some("eu-west-1".to_owned()),
            keyid: Some("AKIDEXAMPLE".to_owned()),
            key: Some("secret".to_owned()),
            // No server listens there: a request that was sent would fail.
            endpoint_url: Some("http://127.0.0.1:9".to_owned()),
            ..Connection::default()
        };
        let aws = Sessions::new().open(&connection).await;
        let signed =
            caller_identity(&aws, Some(("x-vault-aws-iam-server-id", "vault.example"))).await.unwrap();
        assert_eq!(signed.body, "Action=GetCallerIdentity&Version=2011-06-15");
        assert!(signed.url.starts_with("http://127.0.0.1:9"), "{}", signed.url);
        let authorization = &signed.headers["authorization"];
        assert!(
            authorization.contains("AKIDEXAMPLE/") && authorization.contains("/eu-west-1/sts/aws4_request"),
            "{authorization}"
        );
        assert!(authorization.contains("x-vault-aws-iam-server-id"), "{authorization}");
        assert_eq!(signed.headers["x-vault-aws-iam-server-id"], "vault.example");
    }
}
