//! `lease` and `lease_ttl` of the configuration.

use std::time::Duration;

use instance::store::Location;
use model::{Map, Problem, Problems, Value};

/// The key that names the store of leases.
pub const KEY: &str = "lease";

/// The key for the duration of a lease after its last renewal, in seconds.
pub const TTL: &str = "lease_ttl";

/// The default duration of a lease.
const USUAL: Duration = Duration::from_secs(60);

/// A holder renews its lease three times in this time, which takes some calls to S3; a longer time would delay runs
/// after a stale one.
const POSSIBLE: std::ops::RangeInclusive<i64> = 3..=3600;

/// The store of leases that several machines share.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Settings {
    /// The bucket and prefix; none if only the runs of this host are kept apart.
    pub location: Option<Location>,
    /// The duration of a lease after its last renewal.
    pub ttl: Duration,
}

impl Settings {
    /// Reads them.
    ///
    /// # Errors
    /// Values of a wrong form.
    pub fn read(opts: &Map) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let location = match opts.get(KEY) {
            None | Some(Value::Null | Value::Bool(false)) => None,
            Some(given) => {
                let location = given.as_str().and_then(Location::parse);
                if location.is_none() {
                    let problem = Problem::nowhere(format!("'{KEY}' names no bucket"));
                    problems.push(problem.hint("write 'lease: s3://bucket/prefix'"));
                }
                location
            }
        };
        let ttl = match opts.get(TTL) {
            None | Some(Value::Null) => USUAL,
            Some(Value::Int(seconds)) if POSSIBLE.contains(seconds) => {
                Duration::from_secs(u64::try_from(*seconds).unwrap_or_default())
            }
            Some(_) => {
                let (least, most) = (POSSIBLE.start(), POSSIBLE.end());
                let message = format!("'{TTL}' must be a whole number of seconds from {least} to {most}");
                problems.push(Problem::nowhere(message));
                USUAL
            }
        };
        problems.or(Self { location, ttl })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: serde_json::Value) -> Result<Settings, String> {
        let Value::Map(opts) = Value::from(json) else { panic!("a mapping") };
        Settings::read(&opts).map_err(|problems| problems.to_string())
    }

    #[test]
    fn a_lease_is_in_a_bucket_and_counts_for_a_minute() {
        let none = Settings { location: None, ttl: USUAL };
        assert_eq!(read(serde_json::json!({})), Ok(none.clone()));
        assert_eq!(read(serde_json::json!({"lease": false})), Ok(none));
        let given = read(serde_json::json!({"lease": "s3://ops/leases", "lease_ttl": 30})).expect("settings");
        assert_eq!(given.location.map(|it| it.url()), Some("s3://ops/leases".to_owned()));
        assert_eq!(given.ttl, Duration::from_secs(30));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let said = read(serde_json::json!({"lease": "/srv/leases", "lease_ttl": 1})).expect_err("a refusal");
        assert!(said.contains("'lease' names no bucket") && said.contains("from 3 to 3600"), "{said}");
    }
}
