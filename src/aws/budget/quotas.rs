//! The granted quotas of an account, read from Service Quotas.
//!
//! They are read only before a large run, and kept for a day beside the buckets. Without permission, this costs one
//! call. After any failure the table's limits are used.

use std::collections::BTreeMap;
use std::time::Duration;

use super::limits::{Limit, Quota};
use super::{Budgets, Scope, shared};
use crate::ServiceQuotas;
use crate::{ApiError, Aws};

/// How long an answer is valid.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The most that a run waits for the quotas, which can only shorten other waits.
const PATIENCE: Duration = Duration::from_secs(5);

/// The quotas that were read, by code: calls a second, and when they were read, in seconds since 1970.
type Read = BTreeMap<String, (f64, u64)>;

/// Notes the granted quotas for these limits; true if there are any.
pub(super) async fn look_up(aws: &Aws, budgets: &Budgets, scope: &Scope, limits: &[Limit]) -> bool {
    let wanted: Vec<(&Limit, Quota)> =
        limits.iter().filter_map(|limit| Some((limit, limit.quota?))).collect();
    if wanted.is_empty() {
        return false;
    }
    let name = format!("quotas-{}-{}", scope.account, scope.region);
    let directory = budgets.0.settings.directory.as_deref();
    let mut read =
        directory.and_then(|directory| shared::load(directory, &name)).map_or_else(Read::new, parse);
    let now = Duration::from_nanos(budgets.now()).as_secs();
    read.retain(|_, (_, at)| now.abs_diff(*at) < DAY.as_secs());
    let mut is_new = false;
    for (_, quota) in &wanted {
        if read.contains_key(quota.code) {
            continue;
        }
        if let Some(per_second) = ask(aws, *quota).await {
            read.insert(quota.code.to_owned(), (per_second, now));
            is_new = true;
        }
    }
    if let Some(directory) = directory.filter(|_| is_new) {
        shared::save(directory, &name, &serde_json::to_vec(&read).unwrap_or_default());
    }
    let mut any = false;
    for (limit, quota) in wanted {
        if let Some((per_second, _)) = read.get(quota.code) {
            budgets.granted(scope, &limit.bucket, *per_second);
            any = true;
        }
    }
    any
}

/// The quotas that a run wrote; an unreadable file counts as empty.
fn parse(bytes: Vec<u8>) -> Read {
    let read: Read = serde_json::from_slice(&bytes).unwrap_or_default();
    read.into_iter().filter(|(_, (per_second, _))| is_sane(*per_second)).collect()
}

/// A rate from which a wait can be computed.
fn is_sane(per_second: f64) -> bool {
    (0.1..=100_000.0).contains(&per_second)
}

async fn ask(aws: &Aws, quota: Quota) -> Option<f64> {
    let answer = tokio::time::timeout(PATIENCE, get(aws, quota)).await;
    let log_failure = |error: &dyn std::fmt::Display| {
        tracing::debug!(code = quota.code, %error, "a quota cannot be read: using AWS's published limit");
    };
    match answer {
        Ok(Ok(per_second)) => per_second.filter(|rate| is_sane(*rate)),
        Ok(Err(error)) => {
            log_failure(&error);
            None
        }
        Err(late) => {
            log_failure(&late);
            None
        }
    }
}

/// Calls a second; none if the quota has another unit.
async fn get(aws: &Aws, quota: Quota) -> Result<Option<f64>, ApiError> {
    use aws_sdk_servicequotas::types::PeriodUnit;

    let call =
        aws.client::<ServiceQuotas>().get_service_quota().service_code(quota.service).quota_code(quota.code);
    let answer = call.send().await.map_err(crate::failed("GetServiceQuota", quota.code))?;
    let Some(found) = answer.quota else { return Ok(None) };
    let seconds = match &found.period {
        None => Some(1.0),
        Some(period) => {
            let unit = match period.period_unit {
                Some(PeriodUnit::Second) => Some(1.0),
                Some(PeriodUnit::Minute) => Some(60.0),
                _ => None,
            };
            unit.map(|unit| unit * f64::from(period.period_value.unwrap_or(1)))
        }
    };
    Ok(found.value.zip(seconds).map(|(value, seconds)| value / seconds))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use aws_sdk_servicequotas::Client;
    use aws_sdk_servicequotas::operation::get_service_quota::{GetServiceQuotaError, GetServiceQuotaOutput};
    use aws_sdk_servicequotas::types::error::AccessDeniedException;
    use aws_sdk_servicequotas::types::{PeriodUnit, QuotaPeriod, ServiceQuota};
    use aws_smithy_mocks::{Rule, RuleMode, mock};

    use super::super::{BudgetSettings, limits};
    use super::*;

    fn scope() -> Scope {
        Scope { account: "123456789012".to_owned(), region: "us-east-1".to_owned() }
    }

    fn budgets(directory: &Path, started: u64) -> Budgets {
        let started = Duration::from_secs(started);
        Budgets::new(BudgetSettings { directory: Some(directory.to_owned()), started, speed: None })
    }

    fn alarms() -> Limit {
        limits::of_name("CloudWatch.PutMetricAlarm").expect("it is in the table")
    }

    fn says(value: f64, period: Option<QuotaPeriod>) -> Rule {
        mock!(Client::get_service_quota)
            .match_requests(|it| {
                it.service_code() == Some("monitoring") && it.quota_code() == Some("L-0720E68F")
            })
            .then_output(move || {
                let quota = ServiceQuota::builder().value(value).set_period(period.clone()).build();
                GetServiceQuotaOutput::builder().quota(quota).build()
            })
    }

    async fn rate(rule: &Rule, budgets: &Budgets) -> f64 {
        let aws = crate::canned::aws(|clients| clients.answer::<ServiceQuotas>(RuleMode::MatchAny, &[rule]));
        look_up(&aws, budgets, &scope(), &[alarms()]).await;
        budgets.whole_pace(&scope(), &alarms(), 1.0).per_second
    }

    #[tokio::test]
    async fn what_was_granted_is_read_once_a_day_and_kept_for_its_owner_alone() {
        let directory = tempfile::tempdir().expect("a directory");
        let rule = says(30.0, None);
        let started = 1_700_000_000;
        assert_eq!(rate(&rule, &budgets(directory.path(), started)).await, 30.0);
        assert_eq!(rate(&rule, &budgets(directory.path(), started + 3600)).await, 30.0);
        assert_eq!(rule.num_calls(), 1);
        let file = directory.path().join("quotas-123456789012-us-east-1");
        assert_eq!(file.metadata().expect("a file").permissions().mode() & 0o777, 0o600);
        assert_eq!(rate(&rule, &budgets(directory.path(), started + 90_000)).await, 30.0);
        assert_eq!(rule.num_calls(), 2);
    }

    #[tokio::test]
    async fn a_rate_may_be_reported_for_minutes_and_what_is_no_rate_is_not_believed() {
        let directory = tempfile::tempdir().expect("a directory");
        let nowhere = || Budgets::new(BudgetSettings::default());
        let per = |unit| QuotaPeriod::builder().period_unit(unit).period_value(1).build();
        assert_eq!(rate(&says(600.0, Some(per(PeriodUnit::Minute))), &nowhere()).await, 10.0);
        assert_eq!(rate(&says(600.0, Some(per(PeriodUnit::Day))), &nowhere()).await, 3.0);
        assert_eq!(rate(&says(0.0, None), &nowhere()).await, 3.0);
        std::fs::write(directory.path().join("quotas-123456789012-us-east-1"), "rubbish").expect("a file");
        assert_eq!(rate(&says(12.0, None), &budgets(directory.path(), 1_700_000_000)).await, 12.0);
    }

    #[tokio::test]
    async fn who_may_not_ask_has_the_published_limit() {
        let directory = tempfile::tempdir().expect("a directory");
        let denied = mock!(Client::get_service_quota).then_error(|| {
            let denied = AccessDeniedException::builder().message("not authorized").build();
            GetServiceQuotaError::AccessDeniedException(denied)
        });
        assert_eq!(rate(&denied, &budgets(directory.path(), 1_700_000_000)).await, 3.0);
        assert_eq!(denied.num_calls(), 1);
        assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 0);
    }
}
