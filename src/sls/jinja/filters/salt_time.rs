//! Salt's filters on dates: `strftime` and `date_format`.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use super::Table;
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;
use model::Map;

pub(super) const TABLE: Table = &[
    ("strftime", |vm, value, args| formatted(vm, &value, args)),
    ("date_format", |vm, value, args| formatted(vm, &value, args)),
];

/// Formats of a date that is not a number; a time may follow each.
const DATES: &[&str] =
    &["%Y-%m-%d", "%Y/%m/%d", "%m/%d/%Y", "%d.%m.%Y", "%d %B %Y", "%B %d %Y", "%d %b %Y", "%b %d %Y"];

/// Formats of the time after a date.
const TIMES: &[&str] = &["", " %H:%M:%S", " %H:%M", " %I%p", "T%H:%M:%S", "T%H:%M"];

fn formatted(vm: &Vm<'_>, value: &Py, args: Args) -> Outcome<Py> {
    let [format] = args.bind("strftime", ["format"])?;
    let format = format.map_or(Ok("%Y-%m-%d".to_owned()), |format| format.text())?;
    if matches!(value, Py::None) {
        return now(vm, format);
    }
    let moment = moment(value)?;
    // Salt's dates have no time zone; the other three are the C locale's.
    let plain =
        [("%c", "%a %b %e %H:%M:%S %Y"), ("%x", "%m/%d/%y"), ("%X", "%H:%M:%S"), ("%Z", ""), ("%z", "")]
            .iter()
            .fold(format.replace("%%", "\0"), |format, (short, long)| format.replace(short, long))
            .replace('\0', "%%");
    jiff::fmt::strtime::format(&plain, &moment)
        .map(Py::str)
        .map_err(|error| Raise::new(format!("bad format of a date: {error}")))
}

/// The time of the run, from the function `status.time`: templates have no clock.
fn now(vm: &Vm<'_>, format: String) -> Outcome<Py> {
    let clock = vm.context.functions.filter(|functions| functions.has("status.time"));
    let clock = clock.ok_or_else(|| Raise::new("there is no clock here"))?;
    let format = Map::from_iter([("format".into(), format.into())]);
    let time = clock.call("status.time", Vec::new(), format);
    time.map(Py::from).map_err(|error| Raise::new(error.message))
}

/// The time of a value: seconds since 1970 as a number or text, or a date.
fn moment(value: &Py) -> Outcome<Zoned> {
    let zone = TimeZone::system();
    let unreadable = |what: &str| {
        Raise::new(format!("'{what}' is not a date that can be read"))
            .hint("write 2026-11-20, 2026-11-20 17:05:00 or the seconds since 1970")
    };
    let seconds = match value.defined()? {
        Py::Str(text) => match text.trim().parse::<f64>() {
            Ok(seconds) => seconds,
            Err(_) => {
                let date = read(text.trim()).ok_or_else(|| unreadable(text))?;
                return date.to_zoned(zone).map_err(Raise::new);
            }
        },
        other => other.as_float().ok_or_else(|| unreadable(other.type_name()))?,
    };
    let span = jiff::SignedDuration::try_from_secs_f64(seconds).map_err(|_| unreadable("the number"))?;
    let moment = Timestamp::from_duration(span).map_err(|_| unreadable("the number"))?;
    Ok(moment.to_zoned(zone))
}

fn read(text: &str) -> Option<DateTime> {
    if let Ok(zoned) = text.parse::<Timestamp>() {
        return Some(zoned.to_zoned(TimeZone::UTC).datetime());
    }
    let forms = DATES.iter().flat_map(|date| TIMES.iter().map(move |time| (date, time)));
    forms.into_iter().find_map(|(date, time)| {
        if time.is_empty() {
            Date::strptime(date, text).ok().map(|date| date.at(0, 0, 0, 0))
        } else {
            DateTime::strptime(format!("{date}{time}"), text).ok()
        }
    })
}
