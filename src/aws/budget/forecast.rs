//! Predicts the waits of a plan before it begins.

use std::collections::BTreeMap;
use std::time::Duration;

use super::limits::{self, Limit, Pace};

/// Shorter waits are not reported.
const WORTH_A_WORD: Duration = Duration::from_secs(10);

/// Calls of a plan that exceed what their bucket lets through at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// The bucket: `cloudwatch.PutMetricAlarm`.
    pub bucket: String,
    /// The operations that use the bucket, with the number of their calls, largest first: `PutMetricAlarm`.
    pub operations: Vec<(String, usize)>,
    /// The total number of these calls.
    pub calls: usize,
    /// How many of these are possible in a second.
    pub per_second: f64,
    /// The minimum time they take.
    pub at_least: Duration,
}

/// The longest waits for these counts by `CloudWatch.PutMetricAlarm`, longest first.
///
/// `pace` returns the real rate of a bucket: the granted quota of the account, times the factor of its endpoint.
pub fn foresee(counts: &BTreeMap<&'static str, usize>, pace: impl Fn(&Limit) -> Pace) -> Vec<Forecast> {
    let mut of_bucket: BTreeMap<String, (Limit, Vec<(String, usize)>)> = BTreeMap::new();
    for (name, calls) in counts {
        let Some(limit) = limits::of_name(name) else { continue };
        let operation = name.rsplit('.').next().unwrap_or(name).to_owned();
        let bucket = of_bucket.entry(limit.bucket.clone()).or_insert_with(|| (limit, vec![]));
        bucket.1.push((operation, *calls));
    }
    let of_bucket = of_bucket.into_values();
    let mut all: Vec<Forecast> =
        of_bucket.filter_map(|(limit, operations)| one(&limit, operations, pace(&limit))).collect();
    all.sort_by_key(|forecast| std::cmp::Reverse(forecast.at_least));
    all
}

fn one(limit: &Limit, mut operations: Vec<(String, usize)>, pace: Pace) -> Option<Forecast> {
    operations.sort_by_key(|(_, calls)| std::cmp::Reverse(*calls));
    let calls: usize = operations.iter().map(|(_, calls)| calls).sum();
    #[expect(clippy::cast_precision_loss, reason = "a plan has fewer calls than 2^52")]
    let beyond = (calls as f64 - pace.capacity).max(0.0);
    let at_least = Duration::from_secs_f64((beyond / pace.per_second).ceil());
    let (bucket, per_second) = (limit.bucket.clone(), pace.per_second);
    (at_least >= WORTH_A_WORD).then_some(Forecast { bucket, operations, calls, per_second, at_least })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Operations, all calls, seconds.
    fn forecasts_of(
        counts: &[(&'static str, usize)],
        pace: impl Fn(&Limit) -> Pace,
    ) -> Vec<(Vec<String>, usize, u64)> {
        let forecasts = foresee(&counts.iter().copied().collect(), pace);
        let names = |all: Vec<(String, usize)>| all.into_iter().map(|(name, _)| name).collect();
        forecasts.into_iter().map(|it| (names(it.operations), it.calls, it.at_least.as_secs())).collect()
    }

    #[test]
    fn a_thousand_alarms_take_five_and_a_half_minutes() {
        let counts = [("CloudWatch.PutMetricAlarm", 1000), ("EC2.CreateSecurityGroup", 200)];
        let expected = [("PutMetricAlarm", 1000, 333), ("CreateSecurityGroup", 200, 30)];
        assert_eq!(
            forecasts_of(&counts, |limit| limit.pace),
            expected.map(|(name, calls, time)| (vec![name.to_owned()], calls, time))
        );
    }

    #[test]
    fn operations_that_share_a_bucket_are_reported_together() {
        let counts = [
            ("Auto Scaling.CreateAutoScalingGroup", 100),
            ("Auto Scaling.PutScalingPolicy", 200),
            ("S3.PutObject", 100_000),
        ];
        let names = ["PutScalingPolicy", "CreateAutoScalingGroup"].map(str::to_owned).to_vec();
        assert_eq!(forecasts_of(&counts, |limit| limit.pace), [(names, 300, 25)]);
    }

    #[test]
    fn a_small_plan_is_not_worth_a_word() {
        assert_eq!(forecasts_of(&[("CloudWatch.PutMetricAlarm", 20)], |limit| limit.pace), []);
    }

    #[test]
    fn a_granted_rate_counts_instead_of_the_published_one() {
        let granted = |_: &Limit| Pace { capacity: 20.0, per_second: 20.0 };
        let forecast = forecasts_of(&[("CloudWatch.PutMetricAlarm", 1020)], granted);
        assert_eq!(forecast.first().map(|(_, _, seconds)| *seconds), Some(50));
    }
}
