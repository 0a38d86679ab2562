//! Service Quotas: the rates that were granted; of others it knows nothing, as of quotas that AWS shows nobody.

use serde_json::{Value, json};

use super::account::Account;
use super::server::Answer;

pub fn answer(account: &Account, operation: &str, request: &Value) -> Answer {
    let code = request["QuotaCode"].as_str().unwrap_or_default();
    match (operation, account.quotas.get(code)) {
        ("GetServiceQuota", Some(value)) => {
            Answer::Data(json!({"Quota": {"QuotaCode": code, "Value": value, "Unit": "None"}}))
        }
        ("GetServiceQuota", None) => {
            Answer::Refusal(400, "NoSuchResourceException", "The specified quota does not exist.".to_owned())
        }
        _ => Answer::Unknown,
    }
}
