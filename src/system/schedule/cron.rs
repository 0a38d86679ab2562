//! Translates times of crontab(5) into those of systemd.time(7).

use std::collections::BTreeSet;

use super::moment::{month, weekday};

/// The days of the week as systemd writes them; 0 is Sunday in a crontab.
const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/// One field: its name for people, its least and greatest number, and the number of a word such as `jan`.
struct Field {
    what: &'static str,
    least: u32,
    most: u32,
    number: fn(&str) -> Option<u32>,
}

fn no_name(_: &str) -> Option<u32> {
    None
}

fn month_number(word: &str) -> Option<u32> {
    u32::try_from(month(word)? + 1).ok()
}

fn day_number(word: &str) -> Option<u32> {
    u32::try_from((weekday(word)? + 1) % 7).ok()
}

const MINUTE: Field = Field { what: "minute", least: 0, most: 59, number: no_name };
const HOUR: Field = Field { what: "hour", least: 0, most: 23, number: no_name };
const DAY: Field = Field { what: "day of the month", least: 1, most: 31, number: no_name };
const MONTH: Field = Field { what: "month", least: 1, most: 12, number: month_number };
/// 7 is Sunday, too.
const WEEKDAY: Field = Field { what: "day of the week", least: 0, most: 7, number: day_number };
const SECOND: Field = Field { what: "second", least: 0, most: 59, number: no_name };

/// The times of a line of a crontab, each as a calendar event of systemd.
///
/// The result has two times if the line names both a day of the month and a day of the week: either is enough in a crontab, and systemd
/// would require both.
///
/// # Errors
/// A message for people: the line cannot be read.
pub fn calendars(cron: &str) -> Result<Vec<String>, String> {
    let line = match cron.trim().to_lowercase().as_str() {
        "@hourly" => "0 * * * *".to_owned(),
        "@daily" | "@midnight" => "0 0 * * *".to_owned(),
        "@weekly" => "0 0 * * 0".to_owned(),
        "@monthly" => "0 0 1 * *".to_owned(),
        "@yearly" | "@annually" => "0 0 1 1 *".to_owned(),
        other => other.to_owned(),
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let (fields, second) = match words[..] {
        [minute, hour, day, month, weekday] => ([minute, hour, day, month, weekday], "0"),
        [minute, hour, day, month, weekday, second] => ([minute, hour, day, month, weekday], second),
        _ => {
            return Err(format!(
                "'{cron}' does not have the five fields of a crontab, such as '*/5 * * * *'"
            ));
        }
    };
    let [minute, hour, day, month, weekday] = fields;
    let time = format!("{}:{}:{}", HOUR.words(hour)?, MINUTE.words(minute)?, SECOND.words(second)?);
    let month = MONTH.words(month)?;
    let days = if day == "l" { "~01".to_owned() } else { format!("-{}", DAY.words(day)?) };
    let weekdays: BTreeSet<u32> = WEEKDAY.numbers(weekday)?.into_iter().map(|number| number % 7).collect();
    let names: Vec<&str> = weekdays.iter().filter_map(|number| DAYS.get(*number as usize).copied()).collect();
    let of_week = format!("{} *-{month}-* {time}", names.join(","));
    let of_month = format!("*-{month}{days} {time}");
    Ok(match (names.len() == DAYS.len(), days == "-*") {
        (true, _) => vec![of_month],
        (false, true) => vec![of_week],
        (false, false) => vec![of_month, of_week],
    })
}

impl Field {
    fn refusal(&self, text: &str) -> String {
        format!("systemd cannot express '{text}' as the {} of a crontab", self.what)
    }

    fn number(&self, text: &str) -> Result<u32, String> {
        let number = text.parse().ok().or_else(|| (self.number)(text));
        number.filter(|number| (self.least..=self.most).contains(number)).ok_or_else(|| self.refusal(text))
    }

    /// The numbers of a field.
    fn numbers(&self, text: &str) -> Result<BTreeSet<u32>, String> {
        let mut numbers = BTreeSet::new();
        for part in text.split(',') {
            let (range, step) = match part.split_once('/') {
                Some((range, step)) => {
                    let step = step.parse().ok().filter(|step| *step > 0);
                    (range, Some(step.ok_or_else(|| self.refusal(part))?))
                }
                None => (part, None),
            };
            let (from, to) = match range.split_once('-') {
                Some((from, to)) => (self.number(from)?, self.number(to)?),
                None if matches!(range, "*" | "?") => (self.least, self.most),
                // "5/15" is from 5 on.
                None if step.is_some() => (self.number(range)?, self.most),
                None => (self.number(range)?, self.number(range)?),
            };
            // "22-2" wraps around. The last day of the week, 7, is the first again.
            let last = if self.most == 7 { 6 } else { self.most };
            let all: Vec<u32> = if from <= to {
                (from..=to).collect()
            } else {
                (from..=last).chain(self.least..=to).collect()
            };
            numbers.extend(all.into_iter().step_by(step.unwrap_or(1)));
        }
        Ok(numbers)
    }

    /// The same for systemd: `*`, `first/step`, or a list.
    fn words(&self, text: &str) -> Result<String, String> {
        let numbers: Vec<u32> = self.numbers(text)?.into_iter().collect();
        if numbers.len() == (self.least..=self.most).count() {
            return Ok("*".to_owned());
        }
        if let [first, second, .., last] = numbers[..] {
            let step = second - first;
            let is_even = numbers.windows(2).all(|pair| pair[1] - pair[0] == step);
            if is_even && last + step > self.most {
                return Ok(format!("{first:02}/{step}"));
            }
            if is_even && step == 1 {
                return Ok(format!("{first:02}..{last:02}"));
            }
        }
        Ok(numbers.iter().map(|number| format!("{number:02}")).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_crontab_is_one_time_of_systemd_or_two() {
        for (cron, times) in [
            ("* * * * *", "*-*-* *:*:00"),
            ("*/5 * * * *", "*-*-* *:00/5:00"),
            ("0 4 * * *", "*-*-* 04:00:00"),
            ("15,45 8-18 * * 1-5", "Mon,Tue,Wed,Thu,Fri *-*-* 08..18:15,45:00"),
            ("0 22-2 * * *", "*-*-* 00,01,02,22,23:00:00"),
            ("0 0 1 */3 *", "*-01/3-01 00:00:00"),
            ("0 0 1 jan,jul *", "*-01,07-01 00:00:00"),
            ("30 3 * * sun", "Sun *-*-* 03:30:00"),
            ("30 3 * * 7", "Sun *-*-* 03:30:00"),
            ("30 3 * * sat-mon", "Sun,Mon,Sat *-*-* 03:30:00"),
            ("0 0 13 * 5", "*-*-13 00:00:00|Fri *-*-* 00:00:00"),
            ("0 0 l * *", "*-*~01 00:00:00"),
            ("5/15 * * * *", "*-*-* *:05/15:00"),
            ("* * * * * 30", "*-*-* *:*:30"),
            ("0 0 * * 0-7", "*-*-* 00:00:00"),
            ("@weekly", "Sun *-*-* 00:00:00"),
            ("@yearly", "*-01-01 00:00:00"),
        ] {
            assert_eq!(calendars(cron).map(|all| all.join("|")).as_deref(), Ok(times), "{cron}");
        }
    }

    #[test]
    fn what_is_no_line_of_a_crontab_is_refused() {
        for cron in [
            "",
            "* * * *",
            "60 * * * *",
            "* * 0 * *",
            "*/0 * * * *",
            "@reboot",
            "0 0 * * 5#2",
            "0 0 1w * *",
            "a * * * *",
        ] {
            assert!(calendars(cron).is_err(), "{cron}");
        }
    }
}
