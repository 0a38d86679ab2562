//! The call for certificates.

use serde::Deserialize;
use serde_json::json;

use super::Live;
use aws::{ApiError, Aws, Fault};
use kind::listing::pages;
use kind::{Answers, Ask};

const OPERATION: &str = "ListCertificates";
/// The most that one call answers.
const PAGE: u32 = 1000;
/// All types of keys. By default AWS lists only RSA keys of 1,024 and 2,048 bits.
const KEYS: [&str; 7] =
    ["RSA_1024", "RSA_2048", "RSA_3072", "RSA_4096", "EC_prime256v1", "EC_secp384r1", "EC_secp521r1"];

/// A certificate on the list.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Summary {
    pub(super) certificate_arn: String,
    pub(super) domain_name: String,
}

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    match issued(aws).await {
        Ok(all) => asks.iter().for_each(|ask| {
            answers.answer(&ask.reference, named(&ask.reference.name, &all));
        }),
        Err(error) => answers.all_failed(asks, &error),
    }
    answers
}

/// The certificate of a domain name. If there are two, this fails instead of guessing.
pub(super) fn named(domain: &str, all: &[Summary]) -> Result<Option<Live>, ApiError> {
    let fitting: Vec<&str> = all
        .iter()
        .filter(|it| it.domain_name.eq_ignore_ascii_case(domain))
        .map(|it| it.certificate_arn.as_str())
        .collect();
    match fitting.as_slice() {
        [] => Ok(None),
        [arn] => Ok(Some(Live { arn: (*arn).to_owned() })),
        several => {
            let message = format!(
                "there are {} issued certificates of this domain name: {}; write the ARN of one",
                several.len(),
                several.join(", ")
            );
            Err(ApiError::found(OPERATION, domain, Fault::Invalid, message))
        }
    }
}

async fn issued(aws: &Aws) -> Result<Vec<Summary>, ApiError> {
    let asked = json!({"CertificateStatuses": ["ISSUED"], "Includes": {"keyTypes": KEYS}, "MaxItems": PAGE});
    let items = pages(aws, "acm", OPERATION, asked, "/CertificateSummaryList").await?;
    let invalid = |error: serde_json::Error| {
        ApiError::found(OPERATION, "issued certificates", Fault::Invalid, error.to_string())
    };
    items.into_iter().map(|item| serde_json::from_value(item).map_err(invalid)).collect()
}
