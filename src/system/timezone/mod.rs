//! `timezone.system`: the time zone of the machine, and whether its clock runs in UTC.
//!
//! ```yaml
//! Etc/UTC:
//!   timezone.system:
//!     - utc: True
//! ```
//!
//! `/etc/localtime` is a link to the zone, and `/etc/timezone` has its name if the distribution has such a file.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.timezone.html>.

use std::path::{Path, PathBuf};

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, act, refused, settled, with};
use machine::file;
use machine::lines::Lines;
use machine::process::Command;
use machine::service::has_systemd;
use model::{Argument, Function, Map, Outcome, Shape, Value, chain};

const ZONES: &str = "/usr/share/zoneinfo";
const LOCALTIME: &str = "/etc/localtime";
const NAMED: &str = "/etc/timezone";
const CLOCK: &str = "/etc/adjtime";

const SYSTEM: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the zone, such as Europe/Berlin; the ID if left out"),
    Argument::optional("utc", Shape::Boolean, "whether the machine's clock runs in UTC; true if left out"),
];

/// The state module `timezone`.
pub struct Timezone;

/// The present state of the machine.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// False if there is no such zone.
    is_known: bool,
    /// True if the zone is the machine's.
    is_set: bool,
    /// The contents of `/etc/timezone`.
    named: Option<String>,
    /// True if the clock runs in local time.
    is_local: bool,
    /// The contents of `/etc/adjtime`.
    clock: String,
    /// True if `timedatectl` sets the clock.
    has_systemd: bool,
}

impl LocalState for Timezone {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] =
        &[Function::other("system", &["timezone.system"], SYSTEM, "Sets the time zone of the machine.")];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let failed = |error: file::FileError| Outcome::failed(chain(&error));
        let read = |path: &Path| file::read_if_there(path).map_err(failed);
        let text = |path: &str| file::text_if_there(Path::new(path)).map_err(failed);
        let zone = zone(call.name);
        let is_file = zone.as_ref().is_some_and(|zone| zone.is_file());
        let wanted = match zone.filter(|_| is_file) {
            Some(zone) => read(&zone)?,
            None => None,
        };
        let now = read(Path::new(LOCALTIME))?;
        let clock = text(CLOCK)?.unwrap_or_default();
        Ok(Live {
            is_known: wanted.is_some(),
            is_set: wanted.is_some() && wanted == now,
            named: text(NAMED)?,
            is_local: clock.lines().nth(2).map(str::trim) == Some("LOCAL"),
            clock,
            has_systemd: has_systemd(),
        })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        let name = call.name;
        if !live.is_known {
            return refused(format!(
                "Unable to compare desired timezone '{name}' to system timezone: Can't find a local timezone \"{name}\""
            ));
        }
        let utc = call.fields.boolean("utc") != Some(false);
        let sets_clock = utc && live.is_local;
        if live.is_set && !sets_clock {
            let clock = if utc { format!(", UTC already set to {name}") } else { String::new() };
            return settled(format!("Timezone {name} already set{clock}"));
        }
        let (mut foreseen, mut done) = (vec![], vec![]);
        let (mut changes, mut operations) = (Map::new(), vec![]);
        if !live.is_set {
            foreseen.push(format!("Timezone {name} needs to be set"));
            done.push(format!("Set timezone {name}"));
            changes.insert("timezone".into(), name.into());
            operations.push(Operation::Link { path: LOCALTIME.into(), target: format!("{ZONES}/{name}") });
            if live.named.as_deref().is_some_and(|named| named.trim() != name) {
                operations.push(Operation::write(NAMED, format!("{name}\n")));
            }
        }
        if sets_clock {
            foreseen.push("UTC needs to be set to True".to_owned());
            done.push("Set UTC to True".to_owned());
            changes.insert("utc".into(), Value::Bool(true));
            operations.push(if live.has_systemd {
                Operation::run(Command::argv(["timedatectl", "set-local-rtc", "false"]))
            } else {
                Operation::write(CLOCK, clock_in_utc(&live.clock))
            });
        }
        act(
            with(Outcome::would_change(foreseen.join(", ")), changes.clone()),
            operations,
            with(Outcome::succeeded(done.join(", ")), changes),
        )
        .or_fail("Failed to set timezone")
    }
}

/// The file of a zone; none for a name that leads out of the directory.
fn zone(name: &str) -> Option<PathBuf> {
    let is_name = !name.is_empty() && !name.starts_with('/') && name.split('/').all(|part| part != "..");
    is_name.then(|| Path::new(ZONES).join(name))
}

fn clock_in_utc(text: &str) -> String {
    let mut lines = Lines::of(text);
    let usual = ["0.0 0 0.0", "0", "UTC"];
    for line in usual.into_iter().skip(lines.count()) {
        lines.push(line);
    }
    lines.set(2, "UTC");
    lines.text()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample::{call, shown};
    use model::Verdict;

    #[test]
    fn zone_and_clock_are_set_where_they_differ() {
        let known = Live { is_known: true, clock: "0 0 0\n0\nLOCAL\n".into(), ..Live::default() };
        for (live, utc, lines) in [
            (Live { is_set: true, ..known.clone() }, true, vec![]),
            (Live { is_set: true, is_local: true, ..known.clone() }, false, vec![]),
            (
                Live { is_set: true, is_local: true, ..known.clone() },
                true,
                vec!["> /etc/adjtime 0 0 0\n0\nUTC\n"],
            ),
            (
                Live { named: Some("Etc/UTC\n".into()), ..known },
                true,
                vec![
                    "ln /etc/localtime /usr/share/zoneinfo/Europe/Berlin",
                    "> /etc/timezone Europe/Berlin\n",
                ],
            ),
        ] {
            call("timezone.system", "Europe/Berlin", &json!({"utc": utc}), |call| {
                let intent = Timezone::diff(call, live.clone());
                let found = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
                assert_eq!(found, lines, "{live:?}");
            });
        }
    }

    #[test]
    fn what_is_no_zone_is_refused() {
        for name in ["", "/etc/passwd", "../../../etc/passwd"] {
            assert_eq!(zone(name), None, "{name}");
        }
        call("timezone.system", "Europe/Nowhere", &json!({}), |call| {
            assert_eq!(shown(&Timezone::diff(call, Live::default())).0, Verdict::Failed);
        });
    }

    #[test]
    fn a_clock_without_a_file_gets_one() {
        assert_eq!(clock_in_utc(""), "0.0 0 0.0\n0\nUTC\n");
    }
}
