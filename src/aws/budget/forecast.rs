//! What a plan will wait for, told before it begins.

use std::collections::BTreeMap;
use std::time::Duration;

use super::limits;

/// Shorter waits are not worth a word.
const WORTH_A_WORD: Duration = Duration::from_secs(10);

/// An operation that a plan calls more often than its bucket lets through at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// The operation: `PutMetricAlarm`.
    pub operation: String,
    /// How often it will be called at least.
    pub calls: usize,
    /// How many of these go in a second.
    pub per_second: f64,
    /// How long they take at least.
    pub at_least: Duration,
}

/// What takes longest first, of these counts by `CloudWatch.PutMetricAlarm`.
///
/// `rate` may know better than the table what an account has been granted.
pub fn foresee(counts: &BTreeMap<String, usize>, rate: impl Fn(&str) -> Option<f64>) -> Vec<Forecast> {
    let mut all: Vec<Forecast> = counts.iter().filter_map(|(name, calls)| one(name, *calls, &rate)).collect();
    all.sort_by_key(|forecast| std::cmp::Reverse(forecast.at_least));
    all
}

fn one(name: &str, calls: usize, rate: &impl Fn(&str) -> Option<f64>) -> Option<Forecast> {
    let limit = limits::of_name(name)?;
    let per_second = rate(&limit.bucket).unwrap_or(limit.pace.per_second);
    #[expect(clippy::cast_precision_loss, reason = "a plan has fewer calls than 2^52")]
    let beyond = (calls as f64 - limit.pace.capacity).max(0.0);
    let at_least = Duration::from_secs_f64((beyond / per_second).ceil());
    let operation = name.rsplit('.').next().unwrap_or(name).to_owned();
    (at_least >= WORTH_A_WORD).then_some(Forecast { operation, calls, per_second, at_least })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(counts: &[(&str, usize)]) -> BTreeMap<String, usize> {
        counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    #[test]
    fn a_thousand_alarms_take_five_and_a_half_minutes() {
        let counts = counts(&[("CloudWatch.PutMetricAlarm", 1000), ("EC2.CreateSecurityGroup", 200)]);
        let told: Vec<_> = foresee(&counts, |_| None)
            .into_iter()
            .map(|it| (it.operation, it.calls, it.per_second, it.at_least.as_secs()))
            .collect();
        let expected = [("PutMetricAlarm", 1000, 3.0, 333), ("CreateSecurityGroup", 200, 5.0, 30)];
        assert_eq!(told, expected.map(|(name, calls, rate, time)| (name.to_owned(), calls, rate, time)));
    }

    #[test]
    fn a_small_plan_is_not_worth_a_word() {
        assert_eq!(foresee(&counts(&[("CloudWatch.PutMetricAlarm", 20)]), |_| None), []);
    }

    #[test]
    fn a_granted_rate_counts_instead_of_the_published_one() {
        let counts = counts(&[("CloudWatch.PutMetricAlarm", 1003)]);
        let told = foresee(&counts, |bucket| (bucket == "cloudwatch.PutMetricAlarm").then_some(20.0));
        assert_eq!(told.first().map(|it| it.at_least), Some(Duration::from_secs(50)));
    }
}
