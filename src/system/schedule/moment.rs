//! Times as people write them: `Monday 5:00pm`, `2026-12-24 18:00`.
//!
//! Salt reads them with dateutil. This module reads a part of them, with the same meaning: days of the week, months by name, dates with the year
//! first or, with slashes, the month first, times with or without `am` and `pm`.

use jiff::civil::{Date, DateTime, Time};

const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A time and its days.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Moment {
    pub day: Day,
    pub time: Time,
}

/// The days of a time.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Day {
    /// Every day.
    Every,
    /// One day of the week: 0 is Monday.
    Weekday(usize),
    /// One day of each year: month, day.
    Yearly(i8, i8),
    /// One date.
    Date(Date),
}

/// The index of a word in a list of names. Three letters of a name are enough.
pub fn named(names: &[&str], word: &str) -> Option<usize> {
    names
        .iter()
        .position(|name| *name == word || (word.len() == 3 || word == "sept") && name.starts_with(word))
}

/// The index of a day of the week.
pub fn weekday(word: &str) -> Option<usize> {
    named(&DAYS, word)
}

/// The index of a month, from 0.
pub fn month(word: &str) -> Option<usize> {
    named(&MONTHS, word)
}

impl Moment {
    /// Reads a moment.
    ///
    /// # Errors
    /// A message for people: the text cannot be read.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut found = Found::default();
        let lower = text.trim().to_lowercase().replace(',', " ");
        for word in lower.split_whitespace().filter(|word| !matches!(*word, "at" | "on" | "of" | "and")) {
            if found.take(word).is_none() {
                return Err(unreadable(text));
            }
        }
        found.moment().ok_or_else(|| unreadable(text))
    }

    /// The moment itself, if it happens only once.
    pub fn once(self) -> Option<DateTime> {
        match self.day {
            Day::Date(date) => Some(date.to_datetime(self.time)),
            _ => None,
        }
    }

    /// The calendar event for systemd. See systemd.time(7).
    pub fn calendar(self) -> String {
        let time = self.time.strftime("%H:%M:%S");
        match self.day {
            Day::Every => format!("*-*-* {time}"),
            Day::Weekday(day) => {
                let name = DAYS.get(day).copied().unwrap_or_default();
                format!("{}{} *-*-* {time}", name[..1].to_uppercase(), &name[1..3])
            }
            Day::Yearly(month, day) => format!("*-{month:02}-{day:02} {time}"),
            Day::Date(date) => format!("{date} {time}"),
        }
    }
}

fn unreadable(text: &str) -> String {
    format!(
        "'{text}' cannot be read as a time: write '5:00pm', 'Monday 17:00' or '2026-12-24 17:00', in quotes"
    )
}

/// The parts of a time that were read so far.
#[derive(Debug, Default)]
struct Found {
    weekday: Option<usize>,
    date: Option<Date>,
    month: Option<i8>,
    day: Option<i8>,
    year: Option<i16>,
    time: Option<Time>,
    /// An hour whose `am` or `pm` is not read yet.
    hour: Option<i8>,
}

/// Sets a part that is not set yet.
fn put<T>(part: &mut Option<T>, value: Option<T>) -> Option<()> {
    if part.is_some() {
        return None;
    }
    *part = Some(value?);
    Some(())
}

impl Found {
    fn take(&mut self, word: &str) -> Option<()> {
        if let Some(day) = weekday(word) {
            return put(&mut self.weekday, Some(day));
        }
        if let Some(month) = month(word.trim_end_matches('.')) {
            return put(&mut self.month, i8::try_from(month + 1).ok());
        }
        if matches!(word, "am" | "pm" | "a.m." | "p.m.") {
            let noon = word.starts_with('p');
            let bare = self.hour.take().and_then(|hour| Time::new(hour, 0, 0, 0).ok());
            let time = self.time.take().or(bare)?;
            return put(&mut self.time, halved(time, noon));
        }
        if word.contains(':') {
            return match word.split_once('t') {
                Some((date, time)) => {
                    put(&mut self.date, date_of(date))?;
                    put(&mut self.time, time_of(time))
                }
                None => put(&mut self.time, time_of(word)),
            };
        }
        if word.ends_with("am") || word.ends_with("pm") {
            return put(&mut self.time, time_of(word));
        }
        if word.contains(['-', '/']) {
            return put(&mut self.date, date_of(word));
        }
        let number = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        match (number.len(), &word[number.len()..]) {
            (4, "") => put(&mut self.year, number.parse().ok()),
            (1 | 2, "") if self.month.is_none() => put(&mut self.hour, number.parse().ok()),
            (1 | 2, "" | "st" | "nd" | "rd" | "th") => put(&mut self.day, number.parse().ok()),
            _ => None,
        }
    }

    fn moment(mut self) -> Option<Moment> {
        // "24 December": the number before the month is its day.
        if self.month.is_some() && self.day.is_none() {
            self.day = self.hour.take();
        }
        if self.hour.is_some() {
            return None;
        }
        let day = match (self.date, self.year, self.month, self.day) {
            (Some(date), None, None, None) => Day::Date(date),
            (None, Some(year), Some(month), Some(day)) => Day::Date(Date::new(year, month, day).ok()?),
            // 2024 is a leap year, so it has every possible day.
            (None, None, Some(month), Some(day)) => {
                Date::new(2024, month, day).ok()?;
                Day::Yearly(month, day)
            }
            (None, None, None, None) => match (self.weekday, self.time) {
                (Some(day), _) => Day::Weekday(day),
                (None, Some(_)) => Day::Every,
                (None, None) => return None,
            },
            _ => return None,
        };
        Some(Moment { day, time: self.time.unwrap_or_default() })
    }
}

/// An hour from 1 to 12, before or after noon.
fn halved(time: Time, noon: bool) -> Option<Time> {
    let hour = time.hour();
    if !(1..=12).contains(&hour) {
        return None;
    }
    time.with().hour(hour % 12 + if noon { 12 } else { 0 }).build().ok()
}

/// `17:00`, `17:00:30`, `5:00pm`, `5pm`.
fn time_of(word: &str) -> Option<Time> {
    let (digits, half) = match (word.strip_suffix("am"), word.strip_suffix("pm")) {
        (Some(digits), _) => (digits, Some(false)),
        (_, Some(digits)) => (digits, Some(true)),
        _ => (word, None),
    };
    let mut parts = digits.split(':');
    let mut next = || parts.next().map(|part| part.parse::<i8>().ok());
    let (hour, minute, second) = (next()??, next(), next());
    if parts.next().is_some() || half.is_none() && minute.is_none() {
        return None;
    }
    let time = Time::new(hour, minute.unwrap_or(Some(0))?, second.unwrap_or(Some(0))?, 0).ok()?;
    match half {
        Some(noon) => halved(time, noon),
        None => Some(time),
    }
}

/// `2026-12-24`, `2026/12/24`, `12/24/2026`; the day may come first if it cannot be a month.
fn date_of(word: &str) -> Option<Date> {
    let parts: Vec<i16> = word.split(['-', '/']).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [first, second, third] = parts[..] else { return None };
    let small = |number: i16| i8::try_from(number).ok();
    if first > 999 {
        return Date::new(first, small(second)?, small(third)?).ok();
    }
    let (month, day) = if first > 12 { (second, first) } else { (first, second) };
    if third < 1000 { None } else { Date::new(third, small(month)?, small(day)?).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_dateutil_reads_them() {
        for (text, calendar) in [
            ("5:00pm", "*-*-* 17:00:00"),
            ("5pm", "*-*-* 17:00:00"),
            ("12:30 AM", "*-*-* 00:30:00"),
            ("17:00:09", "*-*-* 17:00:09"),
            ("Monday 5:00pm", "Mon *-*-* 17:00:00"),
            ("Tue at 3 pm", "Tue *-*-* 15:00:00"),
            ("Sunday", "Sun *-*-* 00:00:00"),
            ("2026-12-24T18:00:00", "2026-12-24 18:00:00"),
            ("2026-12-24 18:00", "2026-12-24 18:00:00"),
            ("12/24/2026 6pm", "2026-12-24 18:00:00"),
            ("24/12/2026", "2026-12-24 00:00:00"),
            ("December 24, 2026 6:00pm", "2026-12-24 18:00:00"),
            ("24 Dec 6:00pm", "*-12-24 18:00:00"),
            ("Dec 1st 06:00", "*-12-01 06:00:00"),
            ("Thursday December 24 2026", "2026-12-24 00:00:00"),
        ] {
            assert_eq!(Moment::read(text).map(Moment::calendar).as_deref(), Ok(calendar), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for text in [
            "",
            "soon",
            "1020",
            "25:00",
            "13pm",
            "5",
            "2026-02-30",
            "Monday Tuesday",
            "5pm 6pm",
            "2026-12-24T18:00:00Z",
            "30 February",
        ] {
            assert!(Moment::read(text).is_err(), "{text}");
        }
    }
}
