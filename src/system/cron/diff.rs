//! The differences between a crontab and a declaration of one of its jobs or variables.

use super::job::{Job, TIMES, When};
use super::tab::{Item, Tab};
use super::{Live, user};
use crate::operation::{Operation, Operations, act, report, with};
use crate::{Call, Intent};
use machine::crontab;
use model::{Map, Outcome, Value, python};

/// A declared field of a time.
enum Time {
    /// As it is written.
    Plain(String),
    /// Any value.
    Random,
    /// Any value from the first to the last.
    Range(u32, u32),
}

impl Time {
    fn parse(text: &str) -> Self {
        let text = text.to_lowercase();
        let range = text.split_once(':').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match range {
            _ if text == "random" => Self::Random,
            Some((a, b)) => Self::Range(u32::min(a, b), u32::max(a, b)),
            None => Self::Plain(text),
        }
    }

    /// True if the present value matches.
    fn fits(&self, now: &str) -> bool {
        match self {
            Self::Plain(text) => text == now,
            Self::Random => now != "*",
            Self::Range(first, last) => now.parse().is_ok_and(|now: u32| (*first..=*last).contains(&now)),
        }
    }

    fn chosen(&self, die: u32, (first, last): (u32, u32)) -> String {
        let within = |first: u32, last: u32| (first + die % (last - first + 1)).to_string();
        match self {
            Self::Plain(text) => text.clone(),
            Self::Random => within(first, last),
            Self::Range(first, last) => within(*first, *last),
        }
    }
}

/// The declaration of a job.
struct Spec {
    command: String,
    identifier: Option<String>,
    comment: Option<String>,
    is_disabled: bool,
    special: Option<String>,
    times: [Time; 5],
}

impl Spec {
    fn read(call: &Call<'_>) -> Self {
        let time = |name: &str| Time::parse(&call.fields.text(name).unwrap_or_else(|| "*".to_owned()));
        Self {
            command: call.name.trim().to_owned(),
            identifier: identifier(call),
            comment: call.fields.text("comment"),
            is_disabled: call.fields.boolean("commented") == Some(true),
            special: call.fields.text("special"),
            times: TIMES.map(time),
        }
    }

    fn fits(&self, job: &Job) -> bool {
        let when = match (&job.when, &self.special) {
            (When::Special(now), Some(wanted)) => now == wanted,
            (When::Times(now), None) => self.times.iter().zip(now).all(|(wanted, now)| wanted.fits(now)),
            _ => false,
        };
        when && job.command == self.command
            && job.is_disabled == self.is_disabled
            && self.comment.as_ref().is_none_or(|comment| Some(comment) == job.comment.as_ref())
            && self.identifier.as_ref().is_none_or(|wanted| job.identifier.as_ref() == Some(wanted))
    }

    /// The job; the present one supplies what the declaration leaves open.
    fn job(&self, before: Option<&Job>, dice: [u32; 5]) -> Job {
        let when = match &self.special {
            Some(word) => When::Special(word.clone()),
            None => When::Times(self.chosen(before, dice)),
        };
        let comment = self.comment.clone().or_else(|| before.and_then(|job| job.comment.clone()));
        let identifier = self.identifier.clone().or_else(|| before.and_then(|job| job.identifier.clone()));
        Job { when, command: self.command.clone(), identifier, comment, is_disabled: self.is_disabled }
    }

    fn chosen(&self, before: Option<&Job>, dice: [u32; 5]) -> [String; 5] {
        let kept = |index: usize| match before.map(|job| &job.when) {
            Some(When::Times(now)) => now.get(index).filter(|now| self.times[index].fits(now)).cloned(),
            _ => None,
        };
        let mut chosen: [String; 5] = Default::default();
        // The month first: the number of days depends on it.
        for index in [0, 1, 3, 4, 2] {
            let range = match index {
                0 => (0, 59),
                1 => (0, 23),
                2 => (1, days_of(&chosen[3])),
                3 => (1, 12),
                _ => (0, 6),
            };
            chosen[index] = kept(index).unwrap_or_else(|| self.times[index].chosen(dice[index], range));
        }
        chosen
    }
}

/// A day that every such month has.
fn days_of(month: &str) -> u32 {
    match month {
        "1" | "3" | "5" | "7" | "8" | "10" | "12" => 31,
        "4" | "6" | "9" | "11" => 30,
        _ => 28,
    }
}

fn identifier(call: &Call<'_>) -> Option<String> {
    if call.fields.is_nothing("identifier") {
        return None;
    }
    // `False` is Salt's word for "left out".
    let written = call.fields.text("identifier").filter(|text| text != "false" && text != "False");
    Some(written.unwrap_or_else(|| call.name.trim().to_owned()))
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, user) = (call.name.trim(), user(call));
    let spec = Spec::read(call);
    let mut tab = Tab::parse(&live.text);
    let place = tab.position(&spec.command, spec.identifier.as_deref(), |_| true);
    let Some(place) = place else {
        tab.add_job(spec.job(None, live.dice));
        return write(
            call,
            &tab,
            format!("Cron {name} is set to be added"),
            format!("Cron {name} added to {user}'s crontab"),
        );
    };
    if tab.job(place).is_some_and(|job| spec.fits(job)) {
        return report(
            Outcome::succeeded(format!("Cron {name} already present")),
            Outcome::succeeded(format!("Cron {name} already present")),
        );
    }
    let job = spec.job(tab.job(place), live.dice);
    tab.set(place, Item::Job(job));
    write(call, &tab, format!("Cron {name} is set to be updated"), format!("Cron {name} updated"))
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, user) = (call.name.trim(), user(call));
    let mut tab = Tab::parse(&live.text);
    let special = call.fields.text("special");
    let is_special = |job: &Job| matches!(job.when, When::Special(_));
    let fits: fn(&Job) -> bool =
        if special.is_some() { is_special } else { |job| matches!(job.when, When::Times(_)) };
    let place = tab.position(name, identifier(call).as_deref(), fits);
    let is_it = |job: &Job| special.as_ref().is_none_or(|word| job.when == When::Special(word.clone()));
    match place.filter(|place| tab.job(*place).is_some_and(is_it)) {
        None => report(
            Outcome::succeeded(format!("Cron {name} is absent")),
            Outcome::succeeded(format!("Cron {name} already absent")),
        ),
        Some(place) => {
            tab.remove(place);
            let foreseen = format!("Cron {name} is set to be removed");
            write(call, &tab, foreseen, format!("Cron {name} removed from {user}'s crontab"))
        }
    }
}

pub(super) fn env_present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, user) = (call.name, user(call));
    let mut tab = Tab::parse(&live.text);
    let value = call.fields.value("value").map(|value| python::text(&value)).unwrap_or_default();
    let bare = |text: &str| if text == "\"\"" { String::new() } else { text.to_owned() };
    let place = tab.variable(name).map(|(place, _)| place);
    let now = tab.variable(name).map(|(_, now)| bare(now));
    if now.as_deref() == Some(bare(&value).as_str()) {
        let there = Outcome::succeeded(format!("Cron env {name} already present"));
        return report(there.clone(), there);
    }
    let comments = match place {
        Some(place) => {
            tab.set(place, Item::Variable { name: name.to_owned(), value });
            (format!("Cron env {name} is set to be updated"), format!("Cron env {name} updated"))
        }
        None => {
            tab.add_variable(name, value);
            (
                format!("Cron env {name} is set to be added"),
                format!("Cron env {name} added to {user}'s crontab"),
            )
        }
    };
    write(call, &tab, comments.0, comments.1)
}

pub(super) fn env_absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, user) = (call.name.trim(), user(call));
    let mut tab = Tab::parse(&live.text);
    if !tab.remove_variable(name) {
        return report(
            Outcome::succeeded(format!("Cron env {name} is absent")),
            Outcome::succeeded(format!("Cron env {name} already absent")),
        );
    }
    let foreseen = format!("Cron env {name} is set to be removed");
    write(call, &tab, foreseen, format!("Cron env {name} removed from {user}'s crontab"))
}

fn write(call: &Call<'_>, tab: &Tab, foreseen: String, done: String) -> Intent<Operations> {
    let (name, user) = (call.name.trim(), user(call));
    let changes: Map = [(user.as_str().into(), Value::from(name))].into_iter().collect();
    let what = if call.function.verb.starts_with("env") { "Cron env" } else { "Cron" };
    act(
        with(Outcome::would_change(foreseen), changes.clone()),
        vec![Operation::run(crontab::write(&user, &tab.render()))],
        with(Outcome::succeeded(done), changes),
    )
    .or_fail(format!("{what} {name} for user {user} failed to commit with error \n"))
}
