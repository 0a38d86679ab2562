//! `status.*`, `timezone.*` and `ps.*`: the load, memory, age and clock of the machine.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.status.html>.

use std::fs;

use super::call::{Bound, CallError};
use super::signature::{required, takes, text};
use super::{Context, Function};
use crate::model::{Map, Value};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new(
        "status.time",
        takes(&[text("format", "%A, %d. %B %Y %I:%M%p")]),
        "Gives the time in a format of strftime.",
        |context, bound| {
            let printed = jiff::fmt::strtime::format(bound.text("format"), &(context.clock)());
            printed.map(Value::from).map_err(|error| bound.failed(&error))
        },
    ),
    Function::new(
        "status.loadavg",
        takes(&[]),
        "Gives the load of the last 1, 5 and 15 minutes.",
        |_, bound| {
            let text = read(bound, "/proc/loadavg")?;
            let loads = text.split_whitespace().filter_map(|load| load.parse::<f64>().ok());
            Ok(["1-min", "5-min", "15-min"].into_iter().zip(loads).collect())
        },
    ),
    Function::new(
        "status.uptime",
        takes(&[]),
        "Gives for how long the machine runs, and since when.",
        uptime,
    ),
    Function::new("status.meminfo", takes(&[]), "Gives what the kernel says about memory.", |_, bound| {
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
    }),
    Function::new("status.nproc", takes(&[]), "Gives the number of processors.", |_, _| Ok(processors())),
    Function::new("ps.num_cpus", takes(&[]), "Gives the number of processors.", |_, _| Ok(processors())),
    Function::new("status.version", takes(&[]), "Gives the version of the kernel.", |_, bound| {
        Ok(read(bound, "/proc/version")?.trim().into())
    }),
    Function::new("kernelpkg.active", takes(&[]), "Gives the release of the running kernel.", |_, bound| {
        Ok(read(bound, "/proc/sys/kernel/osrelease")?.trim().into())
    }),
    Function::new(
        "status.diskusage",
        takes(&[]).and_more(),
        "Gives total and available bytes of the file systems of paths.",
        diskusage,
    ),
    Function::new("timezone.get_zone", takes(&[]), "Gives the time zone of the machine.", |_, _| {
        Ok(zone().into())
    }),
    Function::new(
        "timezone.get_offset",
        takes(&[]),
        "Gives the offset of the machine's time from UTC.",
        |context, _| Ok((context.clock)().strftime("%z").to_string().into()),
    ),
    Function::new(
        "timezone.get_zonecode",
        takes(&[]),
        "Gives the abbreviation of the machine's time zone.",
        |context, _| Ok((context.clock)().strftime("%Z").to_string().into()),
    ),
    Function::new(
        "timezone.zone_compare",
        takes(&[required("timezone")]),
        "Tells whether the machine's time zone is this one.",
        |_, bound| {
            let wanted = bound.text("timezone");
            let file = fs::read(format!("/usr/share/zoneinfo/{wanted}"))
                .map_err(|_| bound.fails(format!("there is no time zone '{wanted}'")))?;
            Ok((zone() == wanted || fs::read("/etc/localtime").is_ok_and(|own| own == file)).into())
        },
    ),
    Function::new(
        "system.get_system_date",
        takes(&[text("utc_offset", "")]),
        "Gives the date.",
        |context, _| Ok((context.clock)().strftime("%m/%d/%Y").to_string().into()),
    ),
    Function::new(
        "system.get_system_time",
        takes(&[text("utc_offset", "")]),
        "Gives the time of day.",
        |context, _| Ok((context.clock)().strftime("%I:%M:%S %p").to_string().into()),
    ),
    Function::new("system.get_computer_name", takes(&[]), "Gives the name of this host.", |_, _| {
        Ok(crate::machine::network::hostname().into())
    }),
    Function::new(
        "sysctl.get",
        takes(&[required("name")]),
        "Gives a parameter of the kernel.",
        |_, bound| {
            let name = bound.text("name").replace('.', "/");
            let path = format!("/proc/sys/{name}");
            let is_inside = !name.split('/').any(|step| step == "..");
            match fs::read_to_string(&path).ok().filter(|_| is_inside) {
                Some(text) => Ok(text.trim_end().into()),
                None => Ok(format!("sysctl: cannot stat {path}: No such file or directory").into()),
            }
        },
    ),
];

fn read(bound: &Bound, path: &str) -> Result<String, CallError> {
    fs::read_to_string(path).map_err(|error| bound.fails(format!("'{path}' cannot be read: {error}")))
}

fn processors() -> Value {
    let count = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Value::Int(i64::try_from(count).unwrap_or(1))
}

/// Debian's file, or where `/etc/localtime` leads.
fn zone() -> String {
    let link = fs::read_link("/etc/localtime").map(|path| path.display().to_string()).unwrap_or_default();
    let linked = link.split_once("zoneinfo/").map(|(_, zone)| zone.to_owned());
    let written = || fs::read_to_string("/etc/timezone").ok().map(|text| text.trim().to_owned());
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
            .map_err(|error| bound.fails(format!("'{path}' cannot be looked at: {error}")))?;
        let bytes = |blocks: u64| {
            let size = if of.fragment_size() == 0 { of.block_size() } else { of.fragment_size() };
            Value::Int(i64::try_from(blocks.saturating_mul(size)).unwrap_or(i64::MAX))
        };
        let entry = [("available", bytes(of.blocks_available())), ("total", bytes(of.blocks()))];
        all.insert(path.as_str().into(), entry.into_iter().collect());
    }
    Ok(Value::Map(all))
}
