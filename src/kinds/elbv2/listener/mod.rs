//! `elbv2.listener`: a port on which an application or network load balancer accepts requests.
//!
//! ```yaml
//! https of myapp:
//!   boto_elbv2.listener_present:
//!     - load_balancer: myapp-testing-useast1
//!     - port: 443
//!     - protocol: HTTPS
//!     - ssl_policy: ELBSecurityPolicy-TLS13-1-2-2021-06
//!     - certificates: [acm:www.example.com]  # of Certificate Manager by domain, of IAM by name, or an ARN; the first is the default
//!     - default_actions:
//!       - target_group: myapp-testing-useast1
//!     - profile: aws_profile
//!
//! http of myapp:
//!   boto_elbv2.listener_present:
//!     - load_balancer: myapp-testing-useast1
//!     - port: 80
//!     - protocol: HTTP
//!     - default_actions:
//!       - redirect_config: {protocol: HTTPS, port: 443, status_code: HTTP_301}
//!     - profile: aws_profile
//! ```
//!
//! **Which listener.** The one of the balancer (a name or an ARN) on the port; the state's name has no effect. Everything
//! else can be changed in place. **Settings that are left out** are not managed, key by key in `attributes`; `tags` are the
//! complete list.
//!
//! **Certificates** are the complete list. Another default is replaced in place; new ones are added before old ones are
//! removed.
//!
//! **Actions** do one thing each: `target_group` (a name or an ARN), `forward_config` with several groups and their weights,
//! `redirect_config`, `fixed_response_config`, or before one of these `authenticate_cognito_config` or
//! `authenticate_oidc_config`. They are the complete list, in that order; what is left out of an action has AWS's default.
//! `client_secret` is sent with the action and never compared or shown. To replace only a secret, also change something else
//! of that action, or delete the listener and make it again.
//!
//! `mutual_authentication` is `{mode: verify, trust_store_arn: …}`, or `{mode: 'off'}`.
//!
//! See <https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateListener.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(super) use api::all;
pub(super) use live::shown;
pub(super) use spec::WHICH;

use super::actions;
use aws::ApiError;
use aws::tags::Tags;
use kind::Source;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// The certificates in addition to the default one.
const CERTIFICATES: Aspects = Aspects::nth(2);

/// It also provides the forwarding of requests to its target groups.
fn provided(spec: &spec::Spec) -> Vec<Reference> {
    let forwards = actions::forwards(spec.actions.as_deref().unwrap_or_default());
    [Reference::new(Listener::KIND, &spec.name)].into_iter().chain(forwards).collect()
}

kind! {
    /// A listener, by `<balancer>:<port>`, the balancer by name or ARN. Attribute: `arn`.
    Listener = "elbv2.listener", "listener", &["elbv2"], resolved, provides provided;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.extras.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = crate::extras::TAGS;

        fn aspects(spec: &spec::Spec) -> Aspects {
            spec.extras.aspects() | CERTIFICATES.when(spec.certificates.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            want::uses(spec)
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found() || error.has_code(&["CertificateNotFound"])
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = match error.code.as_deref()? {
                "CertificateNotFound" => "'certificates' are ARNs of this account and region, acm:<domain>, or names of server certificates of IAM",
                "TargetGroupAssociationLimit" => "a target group belongs to one balancer only: make another group for this balancer",
                _ => return None,
            };
            Some(advice.to_owned())
        }
    }
}
