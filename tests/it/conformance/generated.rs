//! The property of `undo` over generated trees: an SLS is run, somebody else changes things, another SLS is run and perhaps killed. Then
//! run and undo is as before, run and undo and undo is as after the run, or the undo is refused before its first call.
//!
//! The suite plays [`USUAL`] cases; `ORCHESTRATE_UNDO_CASES=1000` plays so many, from `ORCHESTRATE_UNDO_SEED` on.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::local_aws::{Fault, Moto, Proxy};
use crate::support::{Place, Printed};

/// How many cases the suite plays.
const USUAL: u64 = 12;

/// How many are played at once.
const AT_ONCE: usize = 4;

const CONNECTION: &str = "    - region: us-east-1\n    - keyid: test\n    - key: test\n";

/// The declarations of each thing: first absent, then what it may be. `NAME` is a name of the case.
const THINGS: &[&[&str]] = &[
    &[
        "boto_sqs.absent:",
        "boto_sqs.present:\n    - attributes: {DelaySeconds: 3}",
        "boto_sqs.present:\n    - attributes: {DelaySeconds: 5, VisibilityTimeout: 40}\n    - tags: {team: x}",
    ],
    &["boto_sns.absent:", "boto_sns.present:"],
    &[
        "boto_secgroup.absent:",
        "boto_secgroup.present:\n    - description: web\n    - rules:\n      - {ip_protocol: tcp, from_port: 80, to_port: 80, cidr_ip: 10.0.0.0/8}",
        "boto_secgroup.present:\n    - description: web\n    - rules:\n      - {ip_protocol: tcp, from_port: 80, to_port: 80, cidr_ip: 10.1.0.0/16}\n      - {ip_protocol: tcp, from_port: 443, to_port: 443, cidr_ip: 10.0.0.0/8}",
    ],
    &[
        "boto_iam_role.absent:",
        "boto_iam_role.present:\n    - policies:\n        own: {Version: '2012-10-17', Statement: [{Effect: Allow, Action: 'sqs:SendMessage', Resource: '*'}]}",
        "boto_iam_role.present:\n    - policies:\n        own: {Version: '2012-10-17', Statement: [{Effect: Allow, Action: 'sqs:*', Resource: '*'}]}\n        more: {Version: '2012-10-17', Statement: [{Effect: Deny, Action: 'sns:*', Resource: '*'}]}",
    ],
    &[
        "boto_route53.absent:\n    - name: NAME.example.com.\n    - zone: example.com.\n    - record_type: A",
        "boto_route53.present:\n    - name: NAME.example.com.\n    - zone: example.com.\n    - record_type: A\n    - value: 192.0.2.1\n    - ttl: 60",
        "boto_route53.present:\n    - name: NAME.example.com.\n    - zone: example.com.\n    - record_type: A\n    - value: 192.0.2.2\n    - ttl: 300",
    ],
    &[
        "boto_cloudwatch_alarm.absent:",
        "boto_cloudwatch_alarm.present:\n    - attributes: {metric: CPUUtilization, namespace: AWS/EC2, statistic: Average, comparison: '>=', threshold: 60, period: 60, evaluation_periods: 5}",
        "boto_cloudwatch_alarm.present:\n    - attributes: {metric: CPUUtilization, namespace: AWS/EC2, statistic: Average, comparison: '>=', threshold: 80, period: 300, evaluation_periods: 5}",
    ],
    &[
        "boto_ssm.parameter_absent:",
        "boto_ssm.parameter_present:\n    - Type: String\n    - Value: one",
        "boto_ssm.parameter_present:\n    - Type: String\n    - Value: two",
    ],
];

/// The form of each thing; none if the SLS does not name it.
type Forms = Vec<Option<usize>>;

fn sls(case: u64, forms: &Forms) -> String {
    let mut text = String::new();
    for (number, form) in forms.iter().enumerate() {
        let Some(form) = form else { continue };
        let name = format!("case{case}-{number}");
        let declared = THINGS[number][*form].replace("NAME", &name);
        text.push_str(&format!("{name}:\n  {declared}\n{CONNECTION}"));
    }
    text
}

fn forms(random: &mut StdRng, named: f64) -> Forms {
    let one = |of: &&[&str], random: &mut StdRng| {
        let form = random.random_range(0..of.len());
        random.random_bool(named).then_some(form)
    };
    THINGS.iter().map(|of| one(of, random)).collect()
}

/// One account, with the tree whose runs are undone, and that of somebody else.
struct World {
    proxy: Proxy,
    own: Place,
    other: Place,
    _moto: Moto,
}

/// What a case came to.
#[derive(Debug, Default)]
struct Tally {
    back: AtomicU64,
    again: AtomicU64,
    refused: AtomicU64,
    idle: AtomicU64,
    killed: AtomicU64,
}

impl World {
    async fn new() -> Self {
        let moto = Moto::seeded();
        let proxy = Proxy::start(&moto.endpoint).await;
        let place = || Place::new().with("states/app.sls", "").set("AWS_ENDPOINT_URL", &proxy.endpoint);
        Self { own: place(), other: place(), proxy, _moto: moto }
    }

    fn run(&self, place: &Place, words: &str) -> Printed {
        self.proxy.set(Fault::None);
        tokio::task::block_in_place(|| place.run(words))
    }

    fn apply(&self, place: &Place, sls: &str) {
        if sls.is_empty() {
            return;
        }
        std::fs::write(place.path("states/app.sls"), sls).expect("a file");
        let run = self.run(place, "state.sls app");
        assert_eq!(run.code, Some(0), "{}", run.whole());
    }

    /// Runs an SLS, and kills the run once it has made so many calls that change something.
    async fn apply_killed(&self, sls: &str, calls: usize) {
        std::fs::write(self.own.path("states/app.sls"), sls).expect("a file");
        self.proxy.set(Fault::None);
        let mut command = self.own.command(&["state.sls", "app"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary");
        while child.try_wait().expect("a child").is_none() {
            if self.proxy.mutating().len() >= calls {
                child.kill().expect("a child");
                child.wait().expect("a child");
                break;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // A call that was under way may still be carried out.
        tokio::time::sleep(Duration::from_millis(300)).await;
    }

    /// What AWS has, as the plans of these SLS show it.
    fn observe(&self, all: &[&str]) -> String {
        let mut seen = String::new();
        for sls in all {
            std::fs::write(self.other.path("states/app.sls"), sls).expect("a file");
            let plan = self.run(&self.other, "plan app");
            assert_eq!(plan.code, Some(0), "{}", plan.whole());
            seen.push_str(&plan.stdout);
        }
        seen
    }

    fn runs(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.own.path(".state/orchestrate/journal")).into_iter().flatten();
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> =
            names.filter_map(|name| Some(name.strip_suffix(".jsonl")?.to_owned())).collect();
        names.sort();
        names
    }

    /// Undoes a run; false if that was refused, before the first call.
    fn undo(&self, run: &str, case: u64) -> bool {
        let undone = self.run(&self.own, &format!("undo {run} --yes --force"));
        if undone.code == Some(0) {
            return true;
        }
        assert_eq!(self.proxy.mutating(), Vec::<String>::new(), "case {case}: {}", undone.whole());
        println!("case {case}: refused: {}", undone.stderr);
        false
    }

    async fn play(&self, case: u64, tally: &Tally) {
        let mut random = StdRng::seed_from_u64(case);
        let (first, second) = (sls(case, &forms(&mut random, 0.8)), sls(case, &forms(&mut random, 0.8)));
        let by = if random.random_bool(0.7) { &self.own } else { &self.other };
        self.apply(by, &first);
        if random.random_bool(0.5) {
            self.apply(&self.other, &sls(case, &forms(&mut random, 0.3)));
        }
        let all = [first.as_str(), second.as_str()];
        let before = self.observe(&all);
        let known = self.runs();
        if random.random_bool(0.4) {
            self.apply_killed(&second, random.random_range(1..6)).await;
            tally.killed.fetch_add(1, Ordering::Relaxed);
        } else {
            self.apply(&self.own, &second);
        }
        let Some(run) = self.runs().into_iter().find(|run| !known.contains(run)) else {
            tally.idle.fetch_add(1, Ordering::Relaxed);
            return;
        };
        let after = self.observe(&all);
        if !self.undo(&run, case) {
            assert_eq!(self.observe(&all), after, "case {case}: a refused undo");
            tally.refused.fetch_add(1, Ordering::Relaxed);
            return;
        }
        assert_eq!(self.observe(&all), before, "case {case}: run and undo");
        tally.back.fetch_add(1, Ordering::Relaxed);
        let Some(undo) = self.runs().pop().filter(|last| *last != run) else { return };
        if self.undo(&undo, case) {
            assert_eq!(self.observe(&all), after, "case {case}: run, undo and undo");
            tally.again.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "tests have no settings")]
fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn undo_is_the_inverse_of_generated_runs_or_refuses() {
    super::on_a_large_stack(|| async {
        let (cases, seed) = (number("ORCHESTRATE_UNDO_CASES", USUAL), number("ORCHESTRATE_UNDO_SEED", 1));
        let (next, tally) = (Arc::new(AtomicU64::new(seed)), Arc::new(Tally::default()));
        let players = (0..AT_ONCE).map(|_| {
            let (next, tally) = (next.clone(), tally.clone());
            std::thread::spawn(move || {
                super::on_a_large_stack(move || async move {
                    let world = World::new().await;
                    loop {
                        let case = next.fetch_add(1, Ordering::Relaxed);
                        if case >= seed + cases {
                            break;
                        }
                        world.play(case, &tally).await;
                    }
                });
            })
        });
        let played: Vec<_> = players.collect::<Vec<_>>().into_iter().map(|it| it.join().is_ok()).collect();
        println!("{tally:?}");
        assert!(played.into_iter().all(|is_well| is_well), "see above");
        let back = tally.back.load(Ordering::Relaxed);
        assert!(back * 2 > cases, "undos are not refused as a rule: {tally:?}");
    });
}
