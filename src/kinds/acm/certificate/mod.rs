//! `acm.certificate`: an issued certificate, by the domain name that it was requested for.
//!
//! Load balancers refer to it as `acm:<domain>`: `Reference::new("acm.certificate", "*.example.com")` with the attribute
//! `arn`. One list answers all reads. Two issued certificates of one domain name are an error: the author must write the ARN
//! then.
//!
//! See <https://docs.aws.amazon.com/acm/latest/APIReference/API_ListCertificates.html>.

mod api;
#[cfg(test)]
mod tests;

use aws::Aws;
use kind::{Answers, Ask, Source};
use model::Value;

/// An issued certificate of Certificate Manager.
#[derive(Debug)]
pub struct Certificate;

/// The ARN of a certificate.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Live {
    /// `arn:aws:acm:…`.
    pub arn: String,
}

impl Source for Certificate {
    const KIND: &'static str = "acm.certificate";
    const NOUN: &'static str = "certificate of Certificate Manager";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        (attribute == "arn").then(|| live.arn.as_str().into())
    }
}
