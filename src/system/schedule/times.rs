//! The times of a job for its timer, and the conditions that it checks before it runs.

use jiff::civil::DateTime;
use jiff::fmt::strtime::BrokenDownTime;

use super::cron;
use super::moment::{Day, Moment};
use model::{Fields, Map, Minion};

/// The times of a job.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Times {
    /// The lines of the timer.
    pub timer: Vec<String>,
    /// Seconds by which each run is delayed.
    pub delay: i64,
    /// The conditions of a run as tests of a shell that sets `$now` and `$time`; empty if there are none.
    pub conditions: Vec<String>,
}

/// The times of a declaration.
///
/// # Errors
/// There is no time, it cannot be read, or a timer cannot express it. The message says what to write instead.
pub(super) fn of(fields: &Fields, minion: &Minion) -> Result<Times, String> {
    let mut timer = vec![];
    if let Some(seconds) = interval(fields)? {
        timer.push(format!("OnActiveSec={}", if starts(fields) { 0 } else { seconds }));
        timer.push(format!("OnUnitActiveSec={seconds}"));
    } else {
        if starts(fields) {
            timer.push("OnActiveSec=0".to_owned());
        }
        timer.extend(calendars(fields, minion)?.into_iter().map(|times| format!("OnCalendar={times}")));
    }
    // By default, systemd runs all jobs of one minute together.
    timer.push("AccuracySec=1".to_owned());
    let (delay, chance) = splay(fields)?;
    if chance > 0 {
        timer.push(format!("RandomizedDelaySec={chance}"));
    }
    Ok(Times { timer, delay, conditions: conditions(fields)? })
}

fn starts(fields: &Fields) -> bool {
    fields.boolean("run_on_start") == Some(true)
}

/// Seconds between two runs.
fn interval(fields: &Fields) -> Result<Option<i64>, String> {
    let units = [("seconds", 1), ("minutes", 60), ("hours", 3600), ("days", 86_400)];
    let mut sum: Option<i64> = None;
    for (unit, seconds) in units {
        if let Some(count) = fields.integer(unit) {
            let more = count.checked_mul(seconds).and_then(|more| sum.unwrap_or(0).checked_add(more));
            sum = Some(more.ok_or_else(|| format!("{count} {unit} are too many"))?);
        }
    }
    match sum {
        Some(seconds) if seconds < 1 => {
            Err("a job cannot run every 0 seconds: write the time between two runs".to_owned())
        }
        sum => Ok(sum),
    }
}

fn calendars(fields: &Fields, minion: &Minion) -> Result<Vec<String>, String> {
    if let Some(line) = fields.text("cron") {
        return cron::calendars(&line);
    }
    if let Some(once) = fields.text("once") {
        return Ok(vec![once_at(&once, fields.text("once_fmt").as_deref())?]);
    }
    let Some(whens) = fields.texts("when") else {
        return Err(
            "it never runs: write 'seconds', 'minutes', 'hours', 'days', 'when', 'cron' or 'once'".to_owned()
        );
    };
    whens
        .iter()
        .map(|when| match called(minion, when) {
            Some(time) => Moment::read(&time),
            None => Moment::read(when)
                .map_err(|_| format!("Schedule item {when} for \"when\" in invalid.\n{}", hint(when))),
        })
        .map(|moment| moment.map(Moment::calendar))
        .collect()
}

fn hint(when: &str) -> String {
    Moment::read(when).err().unwrap_or_default()
}

/// The time that has this name in pillar or grains.
fn called(minion: &Minion, name: &str) -> Option<String> {
    let whens = |data: &Map| Some(data.get("whens")?.as_map()?.get(name)?.as_str()?.to_owned());
    whens(&minion.pillar).or_else(|| whens(&minion.grains))
}

fn once_at(once: &str, format: Option<&str>) -> Result<String, String> {
    let moment = match format {
        Some(format) => BrokenDownTime::parse(format, once).and_then(|parts| parts.to_datetime()).ok(),
        None => Moment::read(once).ok().and_then(Moment::once),
    };
    let moment: DateTime = moment.ok_or_else(|| {
        let format = format.unwrap_or("%Y-%m-%dT%H:%M:%S");
        format!("Date string could not be parsed: {once}, {format}")
    })?;
    Ok(moment.strftime("%Y-%m-%d %H:%M:%S").to_string())
}

/// The fixed delay of each run, and its random part.
fn splay(fields: &Fields) -> Result<(i64, i64), String> {
    let (start, end) = match fields.record("splay").filter(|_| fields.integer("splay").is_none()) {
        Some(both) => (both.integer("start").unwrap_or(0), both.integer("end").unwrap_or(0)),
        None => (0, fields.integer("splay").unwrap_or(0)),
    };
    if start < 0 || end < start {
        return Err("the end of 'splay' must not be before its start".to_owned());
    }
    Ok((start, end - start))
}

fn conditions(fields: &Fields) -> Result<Vec<String>, String> {
    let mut all = vec![];
    if let Some(range) = fields.record("range") {
        let (start, end) = ends("range", &range)?;
        all.push(match range.boolean("invert") {
            Some(true) => format!("{{ {} || {}; }}", start.is("-le"), end.is("-ge")),
            _ => format!("{} && {}", start.is("-ge"), end.is("-le")),
        });
    }
    if let Some(range) = fields.record("skip_during_range") {
        let (start, end) = ends("skip_during_range", &range)?;
        all.push(format!("{{ {} || {}; }}", start.is("-lt"), end.is("-gt")));
    }
    if let Some(until) = fields.text("until") {
        all.push(Bound::read("until", &until)?.is("-lt"));
    }
    if let Some(after) = fields.text("after") {
        all.push(Bound::read("after", &after)?.is("-gt"));
    }
    Ok(all)
}

/// A limit that the present time is compared with.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Bound {
    /// A time of each day.
    Time(u64),
    /// A moment.
    Moment(u64),
}

impl Bound {
    fn read(what: &str, text: &str) -> Result<Self, String> {
        let moment = Moment::read(text).map_err(|why| format!("{what}: {why}"))?;
        let digits = |text: String| text.parse().unwrap_or_default();
        match (moment.day, moment.once()) {
            (Day::Every, _) => Ok(Self::Time(digits(moment.time.strftime("1%H%M%S").to_string()))),
            (_, Some(once)) => Ok(Self::Moment(digits(once.strftime("%Y%m%d%H%M%S").to_string()))),
            _ => Err(format!(
                "{what}: '{text}' must be a time of each day, or a date with its year: use 'cron' to name days"
            )),
        }
    }

    /// The comparison as a test of a shell.
    fn is(self, how: &str) -> String {
        match self {
            Self::Time(digits) => format!("[ $time {how} {digits} ]"),
            Self::Moment(digits) => format!("[ $now {how} {digits} ]"),
        }
    }
}

fn ends(what: &str, range: &Fields) -> Result<(Bound, Bound), String> {
    let read = |end| Bound::read(what, &range.required_text(end));
    match (read("start")?, read("end")?) {
        (Bound::Time(start), Bound::Time(end)) | (Bound::Moment(start), Bound::Moment(end))
            if start >= end =>
        {
            Err(format!(
                "{what}: its end must come after its start; for a time over midnight, turn both around and write \
             'range' with 'invert: True'"
            ))
        }
        both @ ((Bound::Time(_), Bound::Time(_)) | (Bound::Moment(_), Bound::Moment(_))) => Ok(both),
        _ => Err(format!("{what}: start and end must both have a date, or neither")),
    }
}

/// Why a timer cannot run the declared job, and what to write instead.
pub(super) fn refusal(fields: &Fields) -> Option<&'static str> {
    if fields.value("returner").is_some_and(|it| it.is_truthy()) {
        return Some("there are no returners here: results go to the journal; leave 'returner' out");
    }
    if fields.boolean("persist") == Some(false) {
        return Some(
            "'persist: False' is impossible: a job exists until schedule.absent removes it; leave 'persist' out",
        );
    }
    let most = fields.integer("maxrunning");
    most.filter(|most| *most < 1)
        .map(|_| "with 'maxrunning' below 1 the job never runs: write 'enabled: False'")
}
