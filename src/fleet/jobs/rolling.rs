//! A job on the instances of an Auto Scaling group, in batches that keep the group in service.
//!
//! Laws: no batch begins while an alarm is on, while an instance of an earlier batch is not back in service, or if so few
//! were left in service as the plan forbids. What does not change within the patience ends the job. Who was not asked is named.

use std::collections::BTreeSet;

/// How the group is gone through.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RollingPlan {
    /// How many instances a batch has at most.
    pub width: usize,
    /// True when a batch has instances of one zone alone, and a zone is finished before the next one begins.
    pub by_zone: bool,
    /// How many instances must be in service while a batch is not.
    pub min_in_service: usize,
    /// How many instances may fail before it ends.
    pub allow_fail: usize,
    /// How long nothing may change while it waits, in seconds.
    pub patience: u64,
}

/// An instance of the job.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct RollingMember {
    /// Its zone: `us-east-1a`.
    pub zone: String,
    /// Its ID in the fleet.
    pub id: String,
    /// Its ID in EC2.
    pub instance: String,
}

/// What AWS says of the group now.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Look {
    /// The instances, by their IDs in EC2, that are InService in the group and in each of its balancers.
    pub in_service: BTreeSet<String>,
    /// The alarms of the plan that are on.
    pub alarms: Vec<String>,
}

/// What the caller must do.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Step {
    /// Run the job on these, then say how it went with [`Rolling::ran`].
    Run(Vec<RollingMember>),
    /// Look again in a while; this is what it waits for.
    Wait(String),
    /// It is over, and all went well.
    Done,
    /// It is over, for this reason.
    Stop(String),
}

/// The machine.
#[derive(Clone, Debug)]
pub struct Rolling {
    plan: RollingPlan,
    waiting: Vec<RollingMember>,
    /// Those that the job ran on and that must come back into service.
    ran: Vec<RollingMember>,
    failed: Vec<String>,
    /// What it waits for, and since when.
    wait: Option<(String, u64)>,
}

impl Rolling {
    /// Nobody was asked yet.
    pub fn new(plan: RollingPlan, mut members: Vec<RollingMember>) -> Self {
        // By zone, then by ID: the order is the same each time.
        members.sort();
        Self { plan, waiting: members, ran: vec![], failed: vec![], wait: None }
    }

    /// The next step, by what AWS says now. `now` is in seconds, from any beginning.
    pub fn next(&mut self, look: &Look, now: u64) -> Step {
        if !look.alarms.is_empty() {
            return Step::Stop(format!("the alarm {} is on", look.alarms.join(", ")));
        }
        if self.failed.len() > self.plan.allow_fail {
            return Step::Stop(format!("it failed on {}", self.failed.join(", ")));
        }
        let missing: Vec<&str> = self
            .ran
            .iter()
            .filter(|it| !look.in_service.contains(&it.instance))
            .map(|it| it.id.as_str())
            .collect();
        if !missing.is_empty() {
            return self.wait(format!("{} to be in service again", missing.join(", ")), now);
        }
        if self.waiting.is_empty() {
            return Step::Done;
        }
        let batch = self.batch(look);
        if batch.is_empty() {
            let (are, needed) = (look.in_service.len(), self.plan.min_in_service);
            return self.wait(format!("more than {needed} instances to be in service; there are {are}"), now);
        }
        self.wait = None;
        self.waiting.retain(|it| !batch.contains(it));
        Step::Run(batch)
    }

    /// The next batch. An instance that is out of service already takes nothing from the service.
    fn batch(&self, look: &Look) -> Vec<RollingMember> {
        let mut spare = look.in_service.len().saturating_sub(self.plan.min_in_service);
        let mut batch: Vec<RollingMember> = vec![];
        for member in &self.waiting {
            let is_other_zone = batch.first().is_some_and(|first| first.zone != member.zone);
            if batch.len() == self.plan.width || (self.plan.by_zone && is_other_zone) {
                break;
            }
            if look.in_service.contains(&member.instance) {
                if spare == 0 {
                    continue;
                }
                spare -= 1;
            }
            batch.push(member.clone());
        }
        // A zone is finished before the next one begins.
        let first = self.waiting.first().map(|it| &it.zone);
        if self.plan.by_zone && batch.first().map(|it| &it.zone) != first { vec![] } else { batch }
    }

    fn wait(&mut self, what: String, now: u64) -> Step {
        let since = match &self.wait {
            Some((known, since)) if *known == what => *since,
            _ => now,
        };
        if now.saturating_sub(since) >= self.plan.patience {
            return Step::Stop(format!("it waited {} s for {what}", self.plan.patience));
        }
        self.wait = Some((what.clone(), since));
        Step::Wait(what)
    }

    /// The job ran on a batch; these of it failed. They need not come back into service to be counted as failed.
    pub fn ran(&mut self, batch: &[RollingMember], failed: &[String]) {
        self.ran.extend(batch.iter().filter(|it| !failed.contains(&it.id)).cloned());
        self.failed.extend_from_slice(failed);
    }

    /// The instances that an end reports: those that were not asked or are not in service again; otherwise the last that the job ran on.
    pub fn concerned(&self, look: &Look) -> Vec<String> {
        let missing = self.ran.iter().filter(|it| !look.in_service.contains(&it.instance));
        let concerned: Vec<String> = missing.chain(&self.waiting).map(|it| it.id.clone()).collect();
        if concerned.is_empty() {
            self.ran.last().map(|it| it.id.clone()).into_iter().collect()
        } else {
            concerned
        }
    }

    /// Those that were not asked.
    pub fn not_asked(&self) -> Vec<String> {
        self.waiting.iter().map(|it| it.id.clone()).collect()
    }
}

/// How many instances a share of a group is: `3`, or `25%` rounded down, and at least one.
///
/// # Errors
///
/// The text is not a share.
pub fn share(text: &str, group: usize) -> Result<usize, String> {
    let wrong = || format!("rolling: share is a number of instances or a share such as 25%, not '{text}'");
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    match text.trim().strip_suffix('%') {
        Some(percent) => match number(percent)? {
            percent @ 1..=100 => Ok((group * percent / 100).max(1)),
            _ => Err(wrong()),
        },
        None => number(text).and_then(|number| if number == 0 { Err(wrong()) } else { Ok(number) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(number: usize) -> RollingMember {
        let zone = ["a", "b"][number % 2];
        RollingMember { zone: zone.to_owned(), id: format!("web-{number}"), instance: format!("i-{number}") }
    }

    fn group(size: usize) -> Vec<RollingMember> {
        (1..=size).map(member).collect()
    }

    fn plan(width: usize, by_zone: bool, min_in_service: usize) -> RollingPlan {
        RollingPlan { width, by_zone, min_in_service, allow_fail: 0, patience: 300 }
    }

    fn all(size: usize) -> Look {
        Look { in_service: (1..=size).map(|number| format!("i-{number}")).collect(), alarms: vec![] }
    }

    fn without(size: usize, gone: &[usize]) -> Look {
        let mut look = all(size);
        for number in gone {
            look.in_service.remove(&format!("i-{number}"));
        }
        look
    }

    fn ids(step: &Step) -> Vec<&str> {
        match step {
            Step::Run(batch) => batch.iter().map(|it| it.id.as_str()).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn batches_have_their_width_and_their_zone() {
        for (width, by_zone, expected) in [
            (2, false, vec![vec!["web-2", "web-4"], vec!["web-1", "web-3"], vec!["web-5"]]),
            (3, false, vec![vec!["web-2", "web-4", "web-1"], vec!["web-3", "web-5"]]),
            (3, true, vec![vec!["web-2", "web-4"], vec!["web-1", "web-3", "web-5"]]),
            (9, true, vec![vec!["web-2", "web-4"], vec!["web-1", "web-3", "web-5"]]),
            (1, true, vec![vec!["web-2"], vec!["web-4"], vec!["web-1"], vec!["web-3"], vec!["web-5"]]),
        ] {
            let mut rolling = Rolling::new(plan(width, by_zone, 0), group(5));
            let mut batches = vec![];
            loop {
                match rolling.next(&all(5), 0) {
                    Step::Run(batch) => {
                        rolling.ran(&batch, &[]);
                        batches.push(batch.into_iter().map(|it| it.id).collect::<Vec<_>>());
                    }
                    step => {
                        assert_eq!(step, Step::Done);
                        break;
                    }
                }
            }
            assert_eq!(batches, expected, "{width} {by_zone}");
        }
    }

    #[test]
    fn the_next_batch_waits_until_the_last_one_is_in_service_again() {
        let mut rolling = Rolling::new(plan(2, false, 1), group(4));
        let step = rolling.next(&all(4), 0);
        assert_eq!(ids(&step), ["web-2", "web-4"]);
        let Step::Run(batch) = step else { unreachable!() };
        rolling.ran(&batch, &[]);
        let waits = |what: &str| Step::Wait(format!("{what} to be in service again"));
        assert_eq!(rolling.next(&without(4, &[2, 4]), 10), waits("web-2, web-4"));
        assert_eq!(rolling.next(&without(4, &[2]), 200), waits("web-2"));
        // Something changed at 200: the patience counts from there.
        assert_eq!(rolling.next(&without(4, &[2]), 499), waits("web-2"));
        let mut impatient = rolling.clone();
        let stop = Step::Stop("it waited 300 s for web-2 to be in service again".to_owned());
        assert_eq!(impatient.next(&without(4, &[2]), 500), stop);
        assert_eq!(impatient.not_asked(), ["web-1", "web-3"]);
        assert_eq!(impatient.concerned(&without(4, &[2])), ["web-2", "web-1", "web-3"]);
        let step = rolling.next(&all(4), 499);
        assert_eq!(ids(&step), ["web-1", "web-3"]);
        let Step::Run(batch) = step else { unreachable!() };
        rolling.ran(&batch, &[]);
        assert_eq!(rolling.next(&without(4, &[3]), 510), waits("web-3"), "also after the last one");
        assert_eq!(rolling.next(&all(4), 520), Step::Done);
        assert_eq!(rolling.concerned(&all(4)), ["web-3"]);
    }

    #[test]
    fn so_many_stay_in_service() {
        for (min, look, expected) in [
            (0, all(4), vec!["web-2", "web-4", "web-1", "web-3"]),
            (2, all(4), vec!["web-2", "web-4"]),
            (3, all(4), vec!["web-2"]),
            // One that is out of service takes nothing from the service.
            (3, without(4, &[4]), vec!["web-4"]),
            (3, without(4, &[1]), vec!["web-1"]),
        ] {
            let step = Rolling::new(plan(4, false, min), group(4)).next(&look, 0);
            assert_eq!(ids(&step), expected, "{min} {look:?}");
        }
        let mut stuck = Rolling::new(plan(4, false, 4), group(4));
        let what = "more than 4 instances to be in service; there are 4";
        assert_eq!(stuck.next(&all(4), 0), Step::Wait(what.to_owned()));
        assert_eq!(stuck.next(&all(4), 300), Step::Stop(format!("it waited 300 s for {what}")));
        assert_eq!(ids(&stuck.next(&all(5), 301)), ["web-2"], "the group grew");
        // A zone whose instances may not go yet is not overtaken by the next one.
        let mut zones = Rolling::new(plan(4, true, 3), group(4));
        assert!(matches!(zones.next(&without(4, &[1]), 0), Step::Wait(_)));
    }

    #[test]
    fn an_alarm_and_failures_end_it() {
        let mut rolling = Rolling::new(RollingPlan { allow_fail: 1, ..plan(1, false, 0) }, group(4));
        let mut run = |failed: &[String], look: &Look| {
            let step = rolling.next(look, 0);
            if let Step::Run(batch) = &step {
                rolling.ran(batch, failed);
            }
            (step, rolling.not_asked().len())
        };
        assert!(matches!(run(&["web-2".to_owned()], &all(4)), (Step::Run(_), 3)));
        // One that failed is not waited for.
        assert!(matches!(run(&["web-4".to_owned()], &without(4, &[2])), (Step::Run(_), 2)));
        assert_eq!(run(&[], &all(4)), (Step::Stop("it failed on web-2, web-4".to_owned()), 2));
        let alarmed = Look { alarms: vec!["5xx".to_owned()], ..all(4) };
        let mut rolling = Rolling::new(plan(1, false, 0), group(4));
        assert_eq!(rolling.next(&alarmed, 0), Step::Stop("the alarm 5xx is on".to_owned()));
    }

    #[test]
    fn no_world_goes_below_what_must_be_in_service() {
        // Every order in which instances come back, of small groups: counted, not sampled.
        for size in 1..=5_usize {
            for width in 1..=size {
                for min in 0..size {
                    for by_zone in [false, true] {
                        let mut rolling = Rolling::new(plan(width, by_zone, min), group(size));
                        let mut look = all(size);
                        let mut runs = 0;
                        for now in 0..100 {
                            match rolling.next(&look, now) {
                                Step::Run(batch) => {
                                    for one in &batch {
                                        look.in_service.remove(&one.instance);
                                        runs += 1;
                                    }
                                    assert!(look.in_service.len() >= min, "{size} {width} {min} {by_zone}");
                                    rolling.ran(&batch, &[]);
                                }
                                // One comes back at a time.
                                Step::Wait(_) => {
                                    let mut names = (1..=size).map(|number| format!("i-{number}"));
                                    let back = names.find(|it| !look.in_service.contains(it));
                                    look.in_service.extend(back);
                                }
                                Step::Done => break,
                                Step::Stop(why) => panic!("{why}"),
                            }
                        }
                        assert_eq!((runs, look.in_service.len()), (size, size));
                    }
                }
            }
        }
    }

    #[test]
    fn a_share_is_a_number_or_a_part_and_never_nothing() {
        for (text, group, expected) in [
            ("3", 10, Some(3)),
            ("25%", 10, Some(2)),
            ("25%", 2, Some(1)),
            ("100%", 7, Some(7)),
            ("0", 9, None),
        ] {
            assert_eq!(share(text, group).ok(), expected, "{text} of {group}");
        }
        for text in ["0%", "101%", "-1", "half", "", "%"] {
            assert!(share(text, 10).is_err(), "{text}");
        }
    }
}
