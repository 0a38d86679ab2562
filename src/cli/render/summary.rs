//! The last lines on stderr: the calls and times of a run, and the counts of a test run. stdout has Salt's text, to the
//! byte.

use std::time::Duration;

use crate::answer::Cost;
use engine::run_plan::Tally;

/// `14 calls to AWS in 0.52 s (1.93 s in AWS, in parallel), 1 retry, no throttles`; nothing for a run without calls.
pub fn cost(cost: Cost) -> String {
    let Cost { calls, waited, took } = cost;
    if calls.calls == 0 {
        return String::new();
    }
    let waits = if waited.waits == 0 {
        String::new()
    } else {
        let (waits, time) = (counted(waited.waits, "wait", "waits"), waited.time.as_secs_f64());
        format!(", {waits} for AWS's limits ({time:.2} s, in parallel)")
    };
    format!(
        "{} to AWS in {:.2} s ({:.2} s in AWS, in parallel), {}, {}{waits}\n",
        counted(calls.calls, "call", "calls"),
        took.as_secs_f64(),
        calls.time.as_secs_f64(),
        counted(calls.retries, "retry", "retries"),
        counted(calls.throttles, "throttle", "throttles"),
    )
}

/// `slowest: web (boto_asg.present) 92.1 s, db (boto_rds.present) 60.0 s`; nothing for a run without slow states.
pub fn slowest(states: &[(String, Duration)]) -> String {
    let named: Vec<String> =
        states.iter().map(|(state, took)| format!("{state} {:.1} s", took.as_secs_f64())).collect();
    if named.is_empty() { String::new() } else { format!("slowest: {}\n", named.join(", ")) }
}

/// `3 to create, 1 to change, 1 to delete`: the last line of a test run; nothing for other commands.
pub fn tally(tally: Option<Tally>) -> String {
    tally.map(|tally| format!("{tally}\n")).unwrap_or_default()
}

fn counted(count: u64, one: &str, many: &str) -> String {
    match count {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws::{CallCount, WaitCount};

    #[test]
    fn a_run_reports_its_calls_and_a_run_without_calls_is_silent() {
        let calls = CallCount { calls: 14, retries: 1, throttles: 0, time: Duration::from_millis(1930) };
        assert_eq!(
            cost(Cost { calls, took: Duration::from_millis(520), ..Cost::default() }),
            "14 calls to AWS in 0.52 s (1.93 s in AWS, in parallel), 1 retry, no throttles\n"
        );
        let waited = WaitCount { waits: 2, time: Duration::from_millis(700) };
        assert_eq!(
            cost(Cost { calls, waited, took: Duration::from_millis(520) }),
            "14 calls to AWS in 0.52 s (1.93 s in AWS, in parallel), 1 retry, no throttles, \
             2 waits for AWS's limits (0.70 s, in parallel)\n"
        );
        assert_eq!(cost(Cost { took: Duration::from_secs(1), ..Cost::default() }), "");
    }

    #[test]
    fn the_slowest_states_are_one_line() {
        let states =
            [("a (x.y)".to_owned(), Duration::from_millis(92_080)), ("b (x.y)".to_owned(), Duration::ZERO)];
        assert_eq!(slowest(&states), "slowest: a (x.y) 92.1 s, b (x.y) 0.0 s\n");
        assert_eq!(slowest(&[]), "");
    }
}
