//! An agent and an operator in one process, on the local transport.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::oneshot;

use super::*;
use crate::identity::setup::Root;
use crate::identity::{Attributes, Identity, Operators, Right};
use crate::operator::{Console, Job, Record as JobRecord, Report};
use crate::protocol::subjects;
use crate::protocol::{Answer, Call, Domain, Jid, RollCall, Signed, Status};
use crate::targets::Instance;
use crate::transport::local::Local;
use crate::transport::{Link, Transport};
use model::Map;

/// Counts how often a job ran; `slow` ones run until they are killed.
#[derive(Default)]
struct Counter(AtomicUsize);

struct Counting(Arc<Counter>);

impl Runner for Counting {
    fn run(
        &self,
        Task { call, .. }: Task,
        _: Duration,
        kill: oneshot::Receiver<()>,
    ) -> BoxFuture<'static, Ended> {
        self.0.0.fetch_add(1, Ordering::SeqCst);
        async move {
            if call.fun == "test.slow" {
                let _ = kill.await;
                return Ended::without_result(Status::Killed, "the job was killed");
            }
            let role = if call.fun == "grains.items" { "new" } else { "ran" };
            let result = if role == "new" { serde_json::json!({"role": role}) } else { role.into() };
            Ended { status: Status::Done, result, retcode: 0, out: None }
        }
        .boxed()
    }
}

struct Stage {
    server: Local,
    console: Console,
    instance: Instance,
    counter: Arc<Counter>,
    directory: tempfile::TempDir,
    root_seed: String,
    _stop: oneshot::Sender<()>,
}

impl Stage {
    async fn new() -> Self {
        Self::with_clock(jiff::Timestamp::now).await
    }

    /// The same, with an instance whose clock shows this.
    async fn with_clock(clock: fn() -> jiff::Timestamp) -> Self {
        Self::with(clock, None).await
    }

    /// With a part of the streams that has no leader.
    async fn with(clock: fn() -> jiff::Timestamp, leaderless: Option<&str>) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let journal = Journal::open(&directory.path().join("state")).unwrap();
        let server = Local::default();
        let mut root = Root::generate(vec![], 0).unwrap();
        let right =
            Right { targets: "*".to_owned(), functions: vec!["test.*".to_owned(), "saltutil.*".to_owned()] };
        let kit = root.add_operator("ops1", vec![right], true, 0).unwrap();
        let transport: Arc<dyn Transport> = Arc::new(server.clone());
        let console = Console::open(Arc::clone(&transport), kit, jiff::Timestamp::now).await.unwrap();
        let identity = Identity::generate();
        let instance = Instance {
            id: "web-1".to_owned(),
            key: identity.public(),
            seal: identity.box_key(),
            attributes: Attributes::new(),
            grains: None,
        };
        let counter = Arc::new(Counter::default());
        let mut agent = Agent {
            identity,
            id: "web-1".to_owned(),
            grains: Map::new(),
            root: console.kit.root.clone(),
            // It has not heard of any operator: it learns of them from the bucket.
            operators: Operators::default(),
            journal,
            runner: Arc::new(Counting(Arc::clone(&counter))),
            trees: None,
            mine: None,
            mine_interval: None,
            grain_sources: GrainSources { files: vec![directory.path().join("grains")], every: None },
            clock,
        };
        if leaderless.is_some() {
            agent.journal.keep_operators(&console.kit.operators.to_bytes().unwrap()).unwrap();
        }
        server.set_leaderless(leaderless);
        let (stop, stopped) = oneshot::channel();
        tokio::spawn(async move { agent.serve(transport, stopped).await });
        if leaderless.is_some() {
            return Self {
                server,
                console,
                instance,
                counter,
                directory,
                root_seed: String::new(),
                _stop: stop,
            };
        }
        let cards = || server.bucket(subjects::CARDS.to_owned());
        while cards().await.unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
        let root_seed = serde_json::to_value(&root).unwrap()["seed"].as_str().unwrap().to_owned();
        Self { server, console, instance, counter, directory, root_seed, _stop: stop }
    }

    fn job(&self, fun: &str) -> Job {
        let record = JobRecord {
            nonce: Job::nonce(),
            call: Call::new(fun, vec![]),
            target: "*".to_owned(),
            ids: vec!["web-1".to_owned()],
            width: None,
            batch_wait: 0,
            failhard: false,
            patience: 5_000,
            deadline: 60,
            operator: "ops1".to_owned(),
            tree: None,
        };
        Job::new(record, jiff::Timestamp::now())
    }

    async fn run(&self, job: &Job) -> (Vec<Answer>, Vec<String>) {
        let (mut answers, mut ignored) = (vec![], vec![]);
        let mut report = |report| match report {
            Report::Answered(answer) => answers.push(answer),
            Report::Ignored(why) => ignored.push(why),
        };
        let instances = [self.instance.clone()];
        let silence = self.console.run_job(job, &instances, &mut report).await.unwrap();
        assert_eq!(silence.silent, [] as [&str; 0]);
        (answers, ignored)
    }

    fn runs(&self) -> usize {
        self.counter.0.load(Ordering::SeqCst)
    }
}

fn files(path: &Path) -> usize {
    std::fs::read_dir(path).unwrap().count()
}

#[tokio::test]
async fn a_job_runs_once_however_often_its_order_comes() {
    let stage = Stage::new().await;
    let mut orders = stage.server.subscribe(subjects::order(&stage.instance.key)).await.unwrap();
    let job = stage.job("test.echo");
    let (answers, _) = stage.run(&job).await;
    assert_eq!((answers.len(), answers[0].result.as_str(), stage.runs()), (1, Some("ran"), 1));
    let replayed = orders.recv().await.unwrap();
    for _ in 0..3 {
        stage.server.publish(replayed.subject.clone(), replayed.payload.clone()).await.unwrap();
    }
    // Another operator's turn: it asks again under the same number and gets the same answer.
    let (again, _) = stage.run(&job).await;
    assert_eq!((again, stage.runs()), (answers, 1));
    assert!(stage.directory.path().join("state/jobs").join(job.jid.as_str()).exists());
}

#[tokio::test]
async fn an_answer_that_nobody_looks_for_later_goes_past_the_stream() {
    let stage = Stage::new().await;
    for (fun, is_stored, in_stream) in
        [("test.ping", true, true), ("test.ping", false, false), ("test.echo", false, true)]
    {
        let job = Job { is_stored, ..stage.job(fun) };
        let (answers, _) = stage.run(&job).await;
        assert_eq!((answers.len(), answers[0].retcode), (1, 0), "{fun}");
        let found = stage.console.find_answer(&job, &stage.instance).await.unwrap();
        assert_eq!(found.is_some(), in_stream, "{fun}, stored: {is_stored}");
    }
}

#[tokio::test]
async fn all_are_asked_by_one_message_and_an_order_follows_for_whoever_is_silent() {
    let stage = Stage::new().await;
    let mut calls = stage.server.subscribe(subjects::ROLL_CALL.to_owned()).await.unwrap();
    let mut orders = stage.server.subscribe("fleet.job.*".to_owned()).await.unwrap();
    let mut heres = stage.server.subscribe("fleet.here.*.*".to_owned()).await.unwrap();
    let ping = || Job { is_stored: false, calls_all: true, ..stage.job("test.ping") };
    let (answers, ignored) = stage.run(&ping()).await;
    assert_eq!((answers.len(), &answers[0].result, ignored.len()), (1, &serde_json::json!(true), 0));
    let call = calls.try_recv().unwrap();
    assert!(calls.try_recv().is_none() && orders.try_recv().is_none());
    assert!(heres.try_recv().is_some() && heres.try_recv().is_none());
    // A server repeats the question: the instance does not answer again. It answers the next question.
    stage.server.publish(call.subject.clone(), call.payload).await.unwrap();
    let next = ping();
    stage.run(&next).await;
    let here = heres.recv().await.unwrap();
    assert_eq!(here.subject, subjects::here(&next.jid, &stage.instance.key));
    assert!(heres.try_recv().is_none());
    assert_eq!(files(&stage.directory.path().join("state/jobs")), 0);

    // One who speaks in its name is not believed. Its own answer counts.
    let (job, forger) = (ping(), Identity::generate());
    let fleet = stage.console.kit.root.clone();
    let call =
        RollCall { jid: job.jid.clone(), nonce: "x".to_owned(), fleet, issued: 0, expires: 0, operators: 1 };
    let subject = subjects::here(&job.jid, &stage.instance.key);
    let mut messages = stage.server.subscribe(subjects::ROLL_CALL.to_owned()).await.unwrap();
    let attack = async {
        let _ = messages.recv().await;
        for lie in [call.here("web-1", &forger).unwrap(), b"{}".to_vec()] {
            stage.server.publish(subject.clone(), lie).await.unwrap();
        }
    };
    let ((answers, ignored), ()) = tokio::join!(stage.run(&job), attack);
    assert_eq!(answers.len(), 1);
    assert!(
        ignored.iter().all(|told| told.starts_with("an answer in the name of web-1 is ignored")),
        "{ignored:?}"
    );

    // A call that reaches nobody: the order does.
    let deaf = Stage::with_clock(ten_minutes_fast).await;
    let (answers, _) = deaf.run(&Job { is_stored: false, calls_all: true, ..deaf.job("test.ping") }).await;
    let told = answers[0].result.as_str().unwrap();
    assert!(answers[0].status == Status::Refused && told.contains("it expired 5"), "{answers:?}");
}

#[tokio::test]
async fn forged_messages_are_told_and_not_believed() {
    let stage = Stage::new().await;
    let job = stage.job("test.slow");
    let forger = Identity::generate();
    let lie = Answer {
        jid: job.jid.clone(),
        id: "web-1".to_owned(),
        fun: "test.slow".to_owned(),
        status: Status::Done,
        result: "all is well".into(),
        retcode: 0,
        out: None,
    };
    let parts = lie.parts(&forger, &stage.console.operators.readers()).unwrap();
    let subject = subjects::answer(&job.jid, &stage.instance.key, 0);
    let attack = async {
        while stage.runs() == 0 {
            tokio::task::yield_now().await;
        }
        stage.server.publish(subject, parts[0].clone()).await.unwrap();
        stage.server.publish(subjects::ack(&job.jid, &stage.instance.key), b"{}".to_vec()).await.unwrap();
        let mut kill = stage.job("saltutil.kill_job");
        kill.record.call.arg = vec![job.jid.as_str().into()];
        stage.run(&kill).await
    };
    let ((answers, ignored), (killed, _)) = tokio::join!(stage.run(&job), attack);
    assert_eq!(killed[0].result, serde_json::Value::Bool(true));
    assert_eq!((answers.len(), answers[0].status), (1, Status::Killed));
    assert_eq!(ignored.len(), 2, "{ignored:?}");
}

#[tokio::test]
async fn an_operator_without_the_right_gets_a_signed_refusal() {
    let stage = Stage::new().await;
    let (answers, _) = stage.run(&stage.job("cmd.run")).await;
    assert_eq!((answers[0].status, stage.runs()), (Status::Refused, 0));
    assert_eq!(answers[0].result, "operator 'ops1' may not have 'cmd.run' run here");
}

#[tokio::test]
async fn a_job_that_cannot_be_noted_is_refused_and_not_run() {
    let stage = Stage::new().await;
    // As a full disk: no file can be made there.
    std::fs::remove_dir(stage.directory.path().join("state/jobs")).unwrap();
    let (answers, _) = stage.run(&stage.job("test.echo")).await;
    assert_eq!((answers[0].status, stage.runs()), (Status::Refused, 0));
    let told = answers[0].result.as_str().unwrap();
    assert!(told.starts_with("the job cannot be written to disk, so it was not started"), "{told}");
}

#[tokio::test]
async fn an_answer_that_cannot_be_kept_is_offered_from_memory() {
    let stage = Stage::new().await;
    std::fs::remove_dir(stage.directory.path().join("state/spool")).unwrap();
    let (answers, _) = stage.run(&stage.job("test.echo")).await;
    assert_eq!((answers[0].status, stage.runs()), (Status::Done, 1));
}

#[tokio::test]
async fn a_ping_is_answered_by_the_agent_itself() {
    let stage = Stage::new().await;
    let (answers, _) = stage.run(&stage.job("test.ping")).await;
    assert_eq!(answers[0].result, serde_json::Value::Bool(true));
    assert_eq!(files(&stage.directory.path().join("state/jobs")), 0, "a ping leaves nothing behind");
}

#[tokio::test(start_paused = true)]
async fn an_agent_that_starts_while_a_stream_has_no_leader_answers_within_its_time() {
    let stage = Stage::with(jiff::Timestamp::now, Some("$KV.")).await;
    let begun = tokio::time::Instant::now();
    let (answers, _) = stage.run(&stage.job("test.ping")).await;
    assert_eq!(answers[0].result, serde_json::Value::Bool(true));
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn after_a_connection_orders_are_answered_while_the_card_waits_for_a_leader() {
    let stage = Stage::new().await;
    stage.server.set_leaderless(Some("$KV."));
    stage.server.set_link(Link::Down);
    stage.server.set_link(Link::Up(2));
    // The agent has come back once what it does then is under way.
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    let (answers, _) = stage.run(&stage.job("test.ping")).await;
    assert_eq!(answers[0].result, serde_json::Value::Bool(true));
    let key = stage.instance.key.to_string();
    let card =
        || async { stage.server.last(String::new(), subjects::in_bucket(subjects::CARDS, &key)).await };
    let before = stage.server.bucket(subjects::CARDS.to_owned()).await.unwrap().remove(0).1;
    stage.server.set_leaderless(None);
    while card().await.unwrap().as_ref() == Some(&before) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_child_gets_its_call_on_stdin_and_is_ended_at_its_deadline() {
    let child =
        |script: &str| Child { program: "/bin/sh".into(), arguments: vec!["-c".into(), script.into()] };
    let call = Call::new("test.echo", vec![]);
    let run = async |script: &str, deadline| {
        let (_kill, killed) = oneshot::channel();
        child(script).run(Task { call: call.clone(), roots: None }, deadline, killed).await
    };
    let long = Duration::from_secs(60);
    let echoed = run(r#"printf '{"return": %s, "retcode": 3, "out": null}' "$(cat)""#, long).await;
    assert_eq!((echoed.retcode, &echoed.result["call"]["fun"]), (3, &serde_json::json!("test.echo")));
    let crashed = run("cat >/dev/null; echo oh >&2; exit 7", long).await;
    assert!(crashed.result.as_str().unwrap().contains("oh") && crashed.retcode == 1, "{crashed:?}");
    let late = run("sleep 60", Duration::from_millis(50)).await;
    assert_eq!(late.status, Status::TimedOut);
    let endless = run("cat >/dev/null; yes", long).await;
    assert!(endless.result.as_str().unwrap().contains("longer than 12 MiB"), "{endless:?}");
}

fn ten_minutes_fast() -> jiff::Timestamp {
    jiff::Timestamp::now() + jiff::SignedDuration::from_mins(10)
}

fn ten_minutes_slow() -> jiff::Timestamp {
    jiff::Timestamp::now() - jiff::SignedDuration::from_mins(10)
}

#[tokio::test]
async fn an_instance_whose_clock_is_wrong_by_ten_minutes_says_so_and_does_nothing() {
    for (clock, said) in [
        (ten_minutes_fast as fn() -> jiff::Timestamp, "it expired 5"),
        (ten_minutes_slow, "in the future by this instance's clock"),
    ] {
        let stage = Stage::with_clock(clock).await;
        let (answers, _) = stage.run(&stage.job("test.echo")).await;
        let told = answers[0].result.as_str().unwrap();
        assert!(answers[0].status == Status::Refused && told.contains(said), "{answers:?}");
        assert_eq!((answers[0].retcode, stage.runs()), (1, 0));
    }
}

/// The next order of a job, changed and signed again by the operator.
async fn changed_order(stage: &Stage, jid: &Jid, change: impl Fn(&mut serde_json::Value)) {
    let mut orders = stage.server.subscribe(subjects::order(&stage.instance.key)).await.unwrap();
    stage.run(&stage.job("test.echo")).await;
    let order = orders.recv().await.unwrap();
    let signed = Signed::read(&order.payload).unwrap();
    let mut body: serde_json::Value = serde_json::from_str(&signed.body).unwrap();
    body["jid"] = jid.as_str().into();
    change(&mut body);
    let signed = Signed::new(Domain::Order, &body, &stage.console.identity).unwrap();
    stage.server.publish(order.subject, signed.to_bytes().unwrap()).await.unwrap();
}

async fn answer_to(stage: &Stage, job: &Job) -> Answer {
    for _ in 0..1000 {
        if let Some(answer) = stage.console.find_answer(job, &stage.instance).await.unwrap() {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("no answer came");
}

#[tokio::test]
async fn an_order_with_a_field_more_runs_and_one_of_a_newer_format_is_answered() {
    let stage = Stage::new().await;
    let job = stage.job("test.echo");
    changed_order(&stage, &job.jid, |body| body["colour"] = "blue".into()).await;
    let answer = answer_to(&stage, &job).await;
    assert_eq!((answer.status, answer.result.as_str()), (Status::Done, Some("ran")));

    let newer = Job { jid: Jid::at(jiff::Timestamp::now()), ..stage.job("test.echo") };
    changed_order(&stage, &newer.jid, |body| {
        body["format"] = 2.into();
        body["sealed"] = serde_json::json!({"by": "another way"});
    })
    .await;
    let answer = answer_to(&stage, &newer).await;
    let said = answer.result.as_str().unwrap_or_default();
    assert_eq!((answer.status, answer.retcode), (Status::Refused, 1), "{answer:?}");
    assert!(said.contains("order: format 2") && said.contains("upgrade it"), "{said}");
    // An order that only half exists is answered too.
    let broken = Job { jid: Jid::at(jiff::Timestamp::now()), ..stage.job("test.echo") };
    changed_order(&stage, &broken.jid, |body| body["deadline"] = "soon".into()).await;
    assert_eq!(answer_to(&stage, &broken).await.status, Status::Refused);
}

#[tokio::test]
async fn an_agent_that_cannot_read_the_newest_list_of_operators_obeys_nobody() {
    let stage = Stage::new().await;
    stage.run(&stage.job("test.echo")).await;
    let list = |version: u64, format: u64| {
        let body = serde_json::json!({"format": format, "version": version, "operators": stage.console.operators.operators});
        let root = nkeys::KeyPair::from_seed(&stage.root_seed).unwrap();
        Signed::by_root(Domain::Operators, &body, &root).unwrap().to_bytes().unwrap()
    };
    let subject = subjects::in_bucket(subjects::OPERATORS, subjects::LIST);
    // One that is older than what the agent has changes nothing.
    let publish = async |list: Vec<u8>| {
        stage.server.publish(subject.clone(), list).await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    publish(list(1, 9)).await;
    let done = stage.job("test.echo");
    assert_eq!(stage.run(&done).await.0[0].status, Status::Done);
    publish(list(5, 9)).await;
    let (answers, _) = stage.run(&stage.job("test.echo")).await;
    let said = answers[0].result.as_str().unwrap_or_default();
    assert_eq!(answers[0].status, Status::Refused, "{answers:?}");
    assert!(said.contains("format 9, and orchestrate"), "{said}");
    // The answer of a job that has run stays what it is, however often its order comes.
    assert_eq!(stage.run(&done).await.0[0].status, Status::Done);
    // A newer one that it can read is obeyed, with fields that it does not know.
    publish(list(6, 1)).await;
    let (answers, _) = stage.run(&stage.job("test.echo")).await;
    assert_eq!(answers[0].status, Status::Done, "{answers:?}");
}

/// The role in the card of the instance.
async fn role(stage: &Stage) -> Option<String> {
    let mut instances = [stage.instance.clone()];
    stage.console.read_grains(&mut instances).await.unwrap();
    instances[0].grains.as_ref()?.get("role")?.as_str().map(str::to_owned)
}

async fn role_within(stage: &Stage, longest: Duration) -> Option<String> {
    let begin = tokio::time::Instant::now();
    while begin.elapsed() < longest {
        if let Some(role) = role(stage).await {
            return Some(role);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    None
}

#[tokio::test(start_paused = true)]
async fn the_card_has_new_grains_after_a_job_that_changes_them_and_after_their_file_has_changed() {
    let stage = Stage::new().await;
    assert_eq!(role_within(&stage, Duration::from_secs(60)).await, None);
    std::fs::write(stage.directory.path().join("grains"), "role: new").unwrap();
    assert_eq!(role_within(&stage, Duration::from_secs(60)).await.as_deref(), Some("new"));

    let stage = Stage::new().await;
    stage.run(&stage.job("test.echo")).await;
    assert_eq!(role_within(&stage, Duration::from_secs(5)).await, None);
    stage.run(&stage.job("saltutil.refresh_grains")).await;
    assert_eq!(role_within(&stage, Duration::from_secs(5)).await.as_deref(), Some("new"));
}
