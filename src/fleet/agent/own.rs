//! The functions that the agent answers itself, and which jobs are state runs.

use super::child::Ended;
use super::journal::JobNote;
use super::serve::{News, Serving};
use crate::jobs::Exclusive;
use crate::protocol::{Call, Jid, Status};

impl Serving<'_> {
    /// What the agent answers itself: it changes nothing, so it may run twice and is not noted.
    pub(super) fn own_function(&mut self, call: &Call) -> Option<Ended> {
        let result = match call.fun.as_str() {
            "test.ping" => serde_json::Value::Bool(true),
            "saltutil.running" => {
                let of = |jid: Jid| Some(serde_json::json!({"jid": jid, "fun": self.records.get(&jid)?.fun}));
                self.job_table.active().into_iter().filter_map(of).collect()
            }
            "saltutil.find_job" => {
                let jid = call.arg.first().and_then(job_number)?;
                let is_active = self.job_table.active().contains(&jid);
                let of = |record: &JobNote| serde_json::json!({"jid": jid, "fun": record.fun});
                self.records.get(&jid).filter(|_| is_active).map_or_else(|| serde_json::json!({}), of)
            }
            "saltutil.kill_job" | "saltutil.term_job" => {
                let jid = call.arg.first().and_then(job_number)?;
                let kill = self.work.get_mut(&jid).and_then(|work| work.kill.take());
                let is_waiting = self.work.get(&jid).is_some_and(|work| !work.has_started);
                if is_waiting {
                    let _ = self.news.send(News::Ended(
                        jid.clone(),
                        Ended::without_result(Status::Killed, "the job was killed"),
                    ));
                }
                let killed = kill.is_some_and(|kill| kill.send(()).is_ok()) || is_waiting;
                serde_json::Value::Bool(killed)
            }
            _ => return None,
        };
        Some(Ended { status: Status::Done, result, retcode: 0, out: None })
    }
}

/// State runs exclude one another; `queue=True` waits, and `concurrent=True` runs beside.
pub(super) fn exclusive(call: &Call) -> Exclusive {
    const RUNS: &[&str] =
        &["apply", "highstate", "sls", "sls_id", "single", "top", "high", "low", "template", "template_str"];
    let is_run = call.fun.strip_prefix("state.").is_some_and(|name| RUNS.contains(&name));
    let is_true = |value: &serde_json::Value| value.as_bool().unwrap_or(value.is_number());
    let has = |key: &str| call.kwarg.get(key).is_some_and(is_true);
    match (is_run && !has("concurrent"), has("queue")) {
        (false, _) => Exclusive::No,
        (true, true) => Exclusive::Queue,
        (true, false) => Exclusive::Refuse,
    }
}

fn job_number(value: &serde_json::Value) -> Option<Jid> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Jid::try_from(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_runs_exclude_one_another_unless_they_may_run_beside() {
        for (function, named, expected) in [
            ("state.sls", serde_json::json!({}), Exclusive::Refuse),
            ("state.highstate", serde_json::json!({"queue": true}), Exclusive::Queue),
            ("state.sls", serde_json::json!({"concurrent": true}), Exclusive::No),
            ("state.sls", serde_json::json!({"concurrent": false, "queue": false}), Exclusive::Refuse),
            ("state.show_sls", serde_json::json!({}), Exclusive::No),
            ("test.ping", serde_json::json!({}), Exclusive::No),
        ] {
            let call = Call { kwarg: named.as_object().cloned().unwrap(), ..Call::new(function, vec![]) };
            assert_eq!(exclusive(&call), expected, "{function} {named}");
        }
    }
}
