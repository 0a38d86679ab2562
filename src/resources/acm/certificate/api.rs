//! The call for certificates.

use serde::Deserialize;
use serde_json::json;

use super::Live;
use crate::aws::{ApiError, Aws, Fault, any};
use crate::resources::{Answers, Ask};

const OPERATION: &str = "ListCertificates";
/// What an error names: the list is asked for as a whole.
const SUBJECT: &str = "issued certificates";
/// The most that one call answers.
const PAGE: u32 = 1000;
/// Every sort of key; AWS lists RSA keys of 1,024 and 2,048 bits alone unless it is asked for others.
const KEYS: [&str; 7] =
    ["RSA_1024", "RSA_2048", "RSA_3072", "RSA_4096", "EC_prime256v1", "EC_secp384r1", "EC_secp521r1"];

/// One page of the list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Page {
    #[serde(default)]
    pub(super) certificate_summary_list: Vec<Summary>,
    next_token: Option<String>,
}

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

/// The certificate of a domain name. Which of two is meant is not guessed.
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
                "there are {} issued certificates of this domain name: {}; write the ARN of the one that is meant",
                several.len(),
                several.join(", ")
            );
            Err(ApiError::found(OPERATION, domain, Fault::Invalid, message))
        }
    }
}

async fn issued(aws: &Aws) -> Result<Vec<Summary>, ApiError> {
    let invalid = |message: String| ApiError::found(OPERATION, SUBJECT, Fault::Invalid, message);
    let service = any::find("acm").ok_or_else(|| invalid("there is no such service".to_owned()))?;
    let mut all = vec![];
    let mut token: Option<String> = None;
    loop {
        let mut parameters = json!({
            "CertificateStatuses": ["ISSUED"], "Includes": {"keyTypes": KEYS}, "MaxItems": PAGE,
        });
        if let Some(token) = &token {
            parameters["NextToken"] = token.as_str().into();
        }
        let answer = any::call(aws, service, OPERATION, &parameters, (OPERATION, SUBJECT)).await?;
        let page: Page = serde_json::from_value(answer).map_err(|error| invalid(error.to_string()))?;
        all.extend(page.certificate_summary_list);
        token = page.next_token.filter(|token| !token.is_empty());
        if token.is_none() {
            return Ok(all);
        }
    }
}
