//! `sysctl.present`: a parameter of the kernel, now and after the next start.
//!
//! ```yaml
//! vm.swappiness:
//!   sysctl.present:
//!     - value: 10
//! ```
//!
//! The value is in `/etc/sysctl.d/99-salt.conf`, as in Salt, or in `/etc/sysctl.conf` if systemd does not run.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.sysctl.html>.

use std::path::PathBuf;

use super::{Call, Intent, LocalState};
use crate::operation::{Kept, Operation, Operations, act, report, settled, with};
use machine::file;
use machine::lines::Lines;
use machine::{kernel, service};
use model::{Argument, Function, Map, Outcome, Shape, Value, chain, python};

const PRESENT: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the parameter; the ID if left out"),
    Argument::required("value", Shape::Text, "its value"),
    Argument::optional("config", Shape::Text, "the file of its value for the next start"),
];

/// The state module `sysctl`.
pub struct Sysctl;

/// The present value of the kernel, and that of the file.
#[derive(Clone, Debug)]
pub struct Live {
    config: PathBuf,
    kept: Option<String>,
    has_directory: bool,
    running: Option<String>,
}

impl LocalState for Sysctl {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[Function::present(
        &["sysctl.present"],
        PRESENT,
        "Sets a parameter of the kernel, now and for the next start.",
    )];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let usual = if service::has_systemd() { "/etc/sysctl.d/99-salt.conf" } else { "/etc/sysctl.conf" };
        let config = PathBuf::from(call.fields.text("config").unwrap_or_else(|| usual.to_owned()));
        let kept = file::text_if_there(&config).map_err(|error| Outcome::failed(chain(&error)))?;
        let running = kernel::parameter(call.name)
            .map_err(|error| Outcome::failed(format!("'{}' cannot be read: {error}", call.name)))?;
        Ok(Live { has_directory: config.parent().is_none_or(std::path::Path::is_dir), kept, running, config })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        let name = call.name;
        let value = call.fields.value("value").map(|value| python::text(&value)).unwrap_or_default();
        let text = with_parameter(live.kept.as_deref(), name, &value);
        let is_kept = live.kept.as_deref() == Some(&text);
        let is_running = live.running.as_deref().is_some_and(|now| is_alike(now, &value));
        if is_kept && is_running {
            return settled(format!("Sysctl value {name} = {value} is already set"));
        }
        let is_there = live.kept.as_deref().is_some_and(|kept| kept_value(kept, name).is_some());
        let foreseen = match &live.running {
            None if is_there => format!(
                "Sysctl value {name} is present in configuration file but is not present in the running config. \
                 The value {name} is set to be changed to {value}"
            ),
            Some(_) if is_running && !is_there => format!(
                "Sysctl value is currently set on the running system but not in a config file. \
                 Sysctl option {name} set to be changed to {value} in config file."
            ),
            _ if !is_there => format!("Sysctl option {name} set to be changed to {value}"),
            _ => format!("Sysctl option {name} would be changed to {value}"),
        };
        let changes: Map =
            [(name.into(), call.fields.value("value").unwrap_or(Value::Null))].into_iter().collect();
        let foreseen = with(Outcome::would_change(foreseen), changes.clone());
        if live.running.is_none() {
            let reason = format!("Failed to set {name} to {value}: sysctl {name} does not exist");
            return report(foreseen, Outcome::failed(reason));
        }
        let kept = Kept {
            path: &live.config,
            has_directory: live.has_directory,
            is_there: live.kept.is_some(),
            owner: None,
        };
        let mut operations = if is_kept { vec![] } else { kept.write(text) };
        if !is_running {
            operations.push(Operation::run(kernel::set(name, &value)));
        }
        let done = Outcome::succeeded(format!("Updated sysctl value {name} = {value}"));
        act(foreseen, operations, with(done, changes)).or_fail(format!("Failed to set {name} to {value}"))
    }
}

/// All white space is equal.
fn is_alike(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

fn parts(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let name = name.trim();
    (!name.starts_with('#') && !name.starts_with(';')).then(|| (name, value.trim()))
}

fn kept_value<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().filter_map(parts).find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// The file with the parameter in it: every line of it gets the same value.
fn with_parameter(text: Option<&str>, name: &str, value: &str) -> String {
    let text = text.unwrap_or("#\n# Kernel sysctl configuration\n#\n");
    let mut is_there = false;
    let mut lines = Lines::of(text);
    for at in 0..lines.count() {
        let Some((_, now)) = parts(lines.get(at)).filter(|(known, _)| *known == name) else { continue };
        is_there = true;
        if !is_alike(now, value) {
            lines.set(at, format!("{name} = {value}"));
        }
    }
    if !is_there {
        lines.push(format!("{name} = {value}"));
    }
    lines.text()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample::{call, shown};
    use model::Verdict;

    #[test]
    fn a_parameter_is_kept_once_and_other_lines_stay() {
        let file = "# a\nvm.swappiness=60\n\nkernel.x = 1\n";
        assert_eq!(
            with_parameter(Some(file), "vm.swappiness", "10"),
            "# a\nvm.swappiness = 10\n\nkernel.x = 1\n"
        );
        assert_eq!(with_parameter(Some(file), "vm.swappiness", "60"), file);
        assert_eq!(with_parameter(Some(file), "kernel.y", "2"), format!("{file}kernel.y = 2\n"));
        assert_eq!(with_parameter(Some("a = 1  2"), "a", "1\t2"), "a = 1  2");
        assert!(with_parameter(None, "a", "1").ends_with("#\na = 1\n"));
    }

    #[test]
    fn kernel_and_file_are_brought_about_one_by_one() {
        for (kept, running, lines) in [
            (Some("a.b = 1\n"), Some("1"), vec![]),
            (Some("a.b = 1\n"), Some("2"), vec!["sysctl -w a.b=1"]),
            (Some(""), Some("1"), vec!["> /etc/x.conf a.b = 1\n"]),
            (Some("a.b = 1\n"), None, vec![]),
        ] {
            call("sysctl.present", "a.b", &json!({"value": 1}), |call| {
                let live = Live {
                    config: "/etc/x.conf".into(),
                    kept: kept.map(str::to_owned),
                    has_directory: true,
                    running: running.map(str::to_owned),
                };
                let intent = Sysctl::diff(call, live);
                let found = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
                assert_eq!(found, lines, "{kept:?} {running:?}");
                assert_eq!(
                    shown(&intent).0 == Verdict::WouldChange,
                    running != Some("1") || kept == Some("")
                );
            });
        }
    }
}
