//! The waits that AWS's limits will cause, announced before a run begins.

use std::fmt::Write;
use std::time::Duration;

use aws::budget::Forecast;

/// The number of operations of a bucket that are named.
const NAMED: usize = 3;

/// A line for each: `limited by AWS: 2000 calls at 3 a second take at least 11 min 6 s (PutMetricAlarm)`.
pub fn forecast(bound: &[Forecast]) -> String {
    let mut text = String::new();
    for Forecast { operations, calls, per_second, at_least, .. } in bound {
        let mut names: Vec<&str> = operations.iter().map(|(name, _)| name.as_str()).take(NAMED).collect();
        if operations.len() > NAMED {
            names.push("…");
        }
        let (time, names) = (length(*at_least), names.join(", "));
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "limited by AWS: {calls} calls at {per_second} a second take at least {time} ({names})"
        );
    }
    text
}

/// `11 min 6 s`, `50 s`.
fn length(time: Duration) -> String {
    match (time.as_secs() / 60, time.as_secs() % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(operations: &[(&str, usize)], per_second: f64, seconds: u64) -> Forecast {
        let calls = operations.iter().map(|(_, calls)| calls).sum();
        let operations = operations.iter().map(|(name, calls)| ((*name).to_owned(), *calls)).collect();
        let at_least = Duration::from_secs(seconds);
        Forecast { bucket: "a.bucket".to_owned(), operations, calls, per_second, at_least }
    }

    #[test]
    fn what_takes_long_is_reported_with_its_calls_and_its_pace() {
        let all = [
            bound(&[("PutMetricAlarm", 2000)], 3.0, 666),
            bound(&[("A", 5), ("B", 4), ("C", 3), ("D", 2)], 0.5, 28),
        ];
        assert_eq!(
            forecast(&all),
            "limited by AWS: 2000 calls at 3 a second take at least 11 min 6 s (PutMetricAlarm)\n\
             limited by AWS: 14 calls at 0.5 a second take at least 28 s (A, B, C, …)\n"
        );
        assert_eq!(forecast(&[]), "");
    }
}
