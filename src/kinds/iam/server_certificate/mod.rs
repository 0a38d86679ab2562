//! `iam.server_certificate`: a certificate with its private key, for load balancers.
//!
//! ```yaml
//! example-com-2026:
//!   boto_iam.server_cert_present:
//!     - public_key: salt://certificates/example-com.crt
//!     - private_key: /etc/ssl/private/example-com.key
//!     - cert_chain: salt://certificates/chain.crt
//!     - path: /cloudfront/
//!     - profile: aws_profile
//! ```
//!
//! `public_key`, `private_key` and `cert_chain` are PEM text, `salt://…` or the absolute path of a file of this machine.
//!
//! **What is compared.** The certificate and the chain, without their line breaks. IAM cannot replace them: another one is
//! an error, because balancers would keep the old one. Give the new certificate another name, use that name in the
//! balancers, and remove the old certificate. The private key is write-only: it is sent with a new certificate, and neither
//! compared nor shown.
//!
//! **Changes.** `path` is changed in place, which gives the certificate another ARN. `tags` (beyond Salt) are all tags.
//!
//! A certificate that a balancer uses cannot be deleted. If the same run deletes the balancer, the run waits.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_UploadServerCertificate.html>.

mod api;
mod diff;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use aws::tags::Tags;
use aws::{ApiError, Fault};
use kind::wiring::kind;

kind! {
    /// A server certificate, by name. Attribute: `arn`.
    ServerCertificate = "iam.server_certificate", "server certificate", &["iam"], resolved, reads minion;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const HELD_BY: &'static [&'static str] = &["elb.load_balancer", "elbv2.listener", "elbv2.load_balancer"];

        fn advice(error: &ApiError) -> Option<String> {
            let (operation, fault) = (error.operation, error.fault);
            let advice = match (operation, fault) {
                ("DeleteServerCertificate", Fault::InUse) => "a load balancer still uses it: replace it there first",
                ("UploadServerCertificate", Fault::Invalid | Fault::Other) => {
                    "all three must be PEM, and the key must belong to this certificate and have no passphrase"
                }
                _ => return None,
            };
            Some(advice.to_owned())
        }
    }
}
