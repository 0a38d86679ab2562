//! `status.*`, `timezone.*` and `ps.*`: the load, memory, age and clock of the machine.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.status.html>.

use std::fs;
use std::path::Path;

use super::call::{Bound, CallError};
use super::signature::{required, takes, text};
use super::{Context, Function};
use machine::file;
use model::Effect::ReadsMachine;
use model::{Map, Shape, Value};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "status.time",
        signature: takes(&[text("format", "%A, %d. %B %Y %I:%M%p", "a format of strftime")]),
        doc: "Returns the time in a format of strftime.",
        returns: "a text",
        does: &[],
        call: |context, bound| {
            let printed = jiff::fmt::strtime::format(bound.text("format"), &(context.clock)());
            printed.map(Value::from).map_err(|error| bound.failed(&error))
        },
    },
    Function {
        name: "status.loadavg",
        signature: takes(&[]),
        doc: "Returns the load of the last 1, 5 and 15 minutes.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: |_, bound| {
            let text = read(bound, "/proc/loadavg")?;
            let loads = text.split_whitespace().filter_map(|load| load.parse::<f64>().ok());
            Ok(["1-min", "5-min", "15-min"].into_iter().zip(loads).collect())
        },
    },
    Function {
        name: "status.uptime",
        signature: takes(&[]),
        doc: "Returns how long the machine has been running, and since when.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: uptime,
    },
    Function {
        name: "status.meminfo",
        signature: takes(&[]),
        doc: "Returns the kernel's data about memory.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: |_, bound| {
            let text = read(bound, "/proc/meminfo")?;
            let entries = text.lines().filter_map(|line| {
                let (name, amount) = line.split_once(':')?;
                let mut words = amount.split_whitespace();
                let mut entry = Map::new();
                entry.insert("value".into(), words.next()?.into());
                if let Some(unit) = words.next() {
                    entry.insert("unit".into(), unit.into());
                }
                Some((name, Value::Map(entry)))
            });
            Ok(entries.collect())
        },
    },
    Function {
        name: "status.nproc",
        signature: takes(&[]),
        doc: "Returns the number of processors.",
        returns: "an integer",
        does: &[ReadsMachine],
        call: |_, _| Ok(processors()),
    },
    Function {
        name: "ps.num_cpus",
        signature: takes(&[]),
        doc: "Returns the number of processors.",
        returns: "an integer",
        does: &[ReadsMachine],
        call: |_, _| Ok(processors()),
    },
    Function {
        name: "status.version",
        signature: takes(&[]),
        doc: "Returns the version of the kernel.",
        returns: "a text",
        does: &[ReadsMachine],
        call: |_, bound| Ok(read(bound, "/proc/version")?.trim().into()),
    },
    Function {
        name: "kernelpkg.active",
        signature: takes(&[]),
        doc: "Returns the release of the running kernel.",
        returns: "a text",
        does: &[ReadsMachine],
        call: |_, bound| Ok(read(bound, "/proc/sys/kernel/osrelease")?.trim().into()),
    },
    Function {
        name: "status.diskusage",
        signature: takes(&[]).and_more("paths", "paths (default: /)"),
        doc: "Returns total and available bytes of the file systems of paths.",
        returns: "a mapping by path",
        does: &[ReadsMachine],
        call: diskusage,
    },
    Function {
        name: "timezone.get_zone",
        signature: takes(&[]),
        doc: "Returns the time zone of the machine.",
        returns: "a name",
        does: &[ReadsMachine],
        call: |_, _| Ok(zone().into()),
    },
    Function {
        name: "timezone.get_offset",
        signature: takes(&[]),
        doc: "Returns the offset of the machine's time from UTC.",
        returns: "a text such as +0200",
        does: &[ReadsMachine],
        call: |context, _| Ok((context.clock)().strftime("%z").to_string().into()),
    },
    Function {
        name: "timezone.get_zonecode",
        signature: takes(&[]),
        doc: "Returns the abbreviation of the machine's time zone.",
        returns: "a text such as CEST",
        does: &[ReadsMachine],
        call: |context, _| Ok((context.clock)().strftime("%Z").to_string().into()),
    },
    Function {
        name: "timezone.zone_compare",
        signature: takes(&[required("timezone", Shape::Text, "the time zone: Europe/Berlin")]),
        doc: "Returns whether the machine's time zone is this one.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |_, bound| {
            let wanted = bound.text("timezone");
            let file = file::read(Path::new(&format!("/usr/share/zoneinfo/{wanted}")))
                .map_err(|_| bound.fails(format!("there is no time zone '{wanted}'")))?;
            Ok((zone() == wanted || file::read(Path::new("/etc/localtime")).is_ok_and(|own| own == file))
                .into())
        },
    },
    Function {
        name: "system.get_system_date",
        signature: takes(&[text("utc_offset", "", "accepted as in Salt, without effect")]),
        doc: "Returns the date.",
        returns: "a text",
        does: &[ReadsMachine],
        call: |context, _| Ok((context.clock)().strftime("%m/%d/%Y").to_string().into()),
    },
    Function {
        name: "system.get_system_time",
        signature: takes(&[text("utc_offset", "", "accepted as in Salt, without effect")]),
        doc: "Returns the time of day.",
        returns: "a text",
        does: &[ReadsMachine],
        call: |context, _| Ok((context.clock)().strftime("%I:%M:%S %p").to_string().into()),
    },
    Function {
        name: "system.get_computer_name",
        signature: takes(&[]),
        doc: "Returns the name of this host.",
        returns: "a name",
        does: &[ReadsMachine],
        call: |_, _| Ok(machine::network::hostname().into()),
    },
    Function {
        name: "sysctl.get",
        signature: takes(&[required("name", Shape::Text, "the setting: net.ipv4.ip_forward")]),
        doc: "Returns a parameter of the kernel.",
        returns: "a text",
        does: &[ReadsMachine],
        call: |_, bound| {
            let name = bound.text("name").replace('.', "/");
            let path = format!("/proc/sys/{name}");
            let is_inside = !name.split('/').any(|step| step == "..");
            match file::read_text(&path).ok().filter(|_| is_inside) {
                Some(text) => Ok(text.trim_end().into()),
                None => Ok(format!("sysctl: cannot stat {path}: No such file or directory").into()),
            }
        },
    },
];

fn read(bound: &Bound, path: &str) -> Result<String, CallError> {
    file::read_text(path).map_err(|error| bound.failed(&error))
}

fn processors() -> Value {
    let count = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Value::Int(i64::try_from(count).unwrap_or(1))
}

/// Debian's file, or the target of `/etc/localtime`.
fn zone() -> String {
    let link = fs::read_link("/etc/localtime").map(|path| path.display().to_string()).unwrap_or_default();
    let linked = link.split_once("zoneinfo/").map(|(_, zone)| zone.to_owned());
    let written = || file::read_text("/etc/timezone").ok().map(|text| text.trim().to_owned());
    linked.or_else(written).filter(|zone| !zone.is_empty()).unwrap_or_else(|| "UTC".to_owned())
}

fn uptime(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let text = read(bound, "/proc/uptime")?;
    let seconds: i64 = text
        .split(['.', ' '])
        .next()
        .and_then(|it| it.parse().ok())
        .ok_or_else(|| bound.fails("no uptime"))?;
    let since = (context.clock)().timestamp().as_second() - seconds;
    let iso = jiff::Timestamp::from_second(since).map_err(|error| bound.failed(&error))?;
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    Ok([
        ("seconds", Value::Int(seconds)),
        ("since_iso", iso.strftime("%Y-%m-%dT%H:%M:%S").to_string().into()),
        ("since_t", Value::Int(since)),
        ("days", Value::Int(days)),
        ("time", format!("{hours}:{minutes}").into()),
        ("users", Value::Int(0)),
    ]
    .into_iter()
    .collect())
}

fn diskusage(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let mut all = Map::new();
    for path in bound.rest_texts() {
        let of = nix::sys::statvfs::statvfs(path.as_str())
            .map_err(|error| bound.fails(format!("'{path}' cannot be read: {error}")))?;
        let bytes = |blocks: u64| {
            let size = if of.fragment_size() == 0 { of.block_size() } else { of.fragment_size() };
            Value::Int(i64::try_from(blocks.saturating_mul(size)).unwrap_or(i64::MAX))
        };
        let entry = [("available", bytes(of.blocks_available())), ("total", bytes(of.blocks()))];
        all.insert(path.as_str().into(), entry.into_iter().collect());
    }
    Ok(Value::Map(all))
}
