//! Many simulated agents in this process, each with its own keys and connection, on three servers of this machine.
//!
//! It measures, so it runs only when it is asked for:
//! `ORCHESTRATE_AGENTS=10000 ./test --release many_agents -- --ignored --nocapture`. `benches/fleet.py` puts what it prints into the
//! benchmarks.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fleet::identity::{Attributes, Card, CardBody, Identity, Operators, PublicKey};
use fleet::operator::{Console, Knowledge};
use fleet::protocol::subjects::{ROLL_CALL, TOKENS, ack, answer, here, in_bucket, order, reply, stream_of};
use fleet::protocol::{
    Ack, AckState, Answer, AnsweredCalls, Domain, Receiver, RollCall, Signed, Status, check,
};
use fleet::transport::nats::{Access, Nats};
use fleet::transport::{Link, Transport};
use futures::StreamExt;
use futures::stream::iter;
use model::Map;
use serde_json::{Value, json};

use super::Fleet;
use super::reads::{connected, kit};

/// How many do not answer.
const OFF: usize = 17;
/// How many connect, or are accepted, at once.
const AT_ONCE: usize = 48;
/// How many states a highstate has. Its answer has 20 KB.
const STATES: usize = 60;

struct Simulated {
    id: String,
    identity: Identity,
    operators: Operators,
    fleet: PublicKey,
    nats: Arc<Nats>,
}

impl Simulated {
    async fn accepted(console: &Console, id: String) -> Self {
        let identity = Identity::generate();
        let body = CardBody { id: id.clone(), seal: identity.box_key(), made: 1, grains: None, proof: None };
        let card = Signed::new(Domain::Card, &body, &identity).unwrap().to_bytes().unwrap();
        let key = identity.public();
        let card = Card::open(key.as_str(), &card).unwrap();
        let nobody = Knowledge::default();
        console.accept(&nobody, &card, &Attributes::new()).await.unwrap();
        // Any server may answer, also one that has not heard of the token yet.
        let token = loop {
            let found = console.transport.last(stream_of(TOKENS), in_bucket(TOKENS, key.as_str())).await;
            if let Some(token) = found.unwrap() {
                break token;
            }
        };
        let access = Access {
            servers: console.kit.servers.clone(),
            ca: None,
            token: String::from_utf8(token).unwrap(),
            seed: identity.seeds().unwrap().sign,
        };
        let mut connected = Nats::connect(&access).await;
        for _ in 0..20 {
            if connected.is_ok() {
                break;
            }
            connected = Nats::connect(&access).await;
        }
        let nats = connected.unwrap_or_else(|error| panic!("{id}: {error}"));
        let (operators, fleet) = (console.operators.clone(), console.kit.root.clone());
        Self { id, identity, operators, fleet, nats: Arc::new(nats) }
    }

    fn receiver<'a>(&'a self, grains: &'a Map) -> Receiver<'a> {
        Receiver {
            identity: &self.identity,
            id: &self.id,
            grains,
            operators: &self.operators,
            now: jiff::Timestamp::now().as_second(),
        }
    }

    /// Says "here", once for each roll call.
    async fn called(&self, call: &[u8], grains: &Map, answered: &mut AnsweredCalls) {
        let receiver = self.receiver(grains);
        let Ok(call) = RollCall::open(call, &self.fleet, receiver) else { return };
        if answered.note(&call, receiver.now).is_ok() {
            let said = call.here(&self.id, &self.identity).unwrap();
            let _ = self.nats.publish(here(&call.jid, &self.identity.public()), said).await;
        }
    }

    /// Answers as an agent does, without the disk: `test.ping` with True, anything else with an unchanged highstate.
    async fn serve(self, started: tokio::sync::oneshot::Sender<()>) {
        let key = self.identity.public();
        let nats = Arc::clone(&self.nats);
        let (mut known, mut answered_calls) = (BTreeSet::new(), AnsweredCalls::default());
        let mut orders = nats.subscribe(order(&key)).await.unwrap();
        let mut roll_calls = nats.subscribe(ROLL_CALL.to_owned()).await.unwrap();
        nats.flush().await.unwrap();
        let _ = started.send(());
        let grains = Map::new();
        loop {
            let message = tokio::select! {
                Some(message) = orders.recv() => message,
                Some(message) = roll_calls.recv() => {
                    self.called(&message.payload, &grains, &mut answered_calls).await;
                    continue;
                }
                else => return,
            };
            let Ok((order, call)) = check(&message.payload, self.receiver(&grains)) else { continue };
            let is_ping = call.fun == "test.ping";
            let is_new = !order.is_stored || known.insert(order.jid.clone());
            if !is_ping || !is_new {
                let running = Ack { jid: order.jid.clone(), state: AckState::Running };
                let running = Signed::new(Domain::Ack, &running, &self.identity).unwrap().to_bytes().unwrap();
                let _ = nats.publish(ack(&order.jid, &key), running).await;
            }
            if !is_new {
                continue;
            }
            let answered = Answer {
                jid: order.jid.clone(),
                id: self.id.clone(),
                fun: call.fun,
                status: Status::Done,
                result: if is_ping { Value::Bool(true) } else { highstate() },
                retcode: 0,
                out: (!is_ping).then(|| "highstate".to_owned()),
            };
            let parts = answered.parts(&self.identity, &order.readers).unwrap();
            let (nats, key) = (Arc::clone(&nats), key.clone());
            if !order.is_stored {
                for (number, part) in parts.into_iter().enumerate() {
                    let _ = nats.publish(reply(&order.jid, &key, number), part).await;
                }
                continue;
            }
            // As an agent does: it offers its answer until the servers have it.
            tokio::spawn(async move {
                for (number, part) in parts.into_iter().enumerate() {
                    while nats.store(answer(&order.jid, &key, number), part.clone()).await.is_err() {}
                }
            });
        }
    }
}

/// The answer of an instance where nothing differs.
fn highstate() -> Value {
    let state = |number: usize| {
        let name = format!("/etc/service-{number}/configuration.conf");
        let result = json!({
            "name": name, "changes": {}, "result": true, "comment": format!("The file {name} is in the correct state"),
            "__sls__": "service.configuration", "__run_num__": number, "start_time": "12:00:00.000000", "duration": 1.25,
            "__id__": format!("configuration of service {number}"),
        });
        (format!("file_|-configuration of service {number}_|-{name}_|-managed"), result)
    };
    Value::Object((0..STATES).map(state).collect())
}

/// A command of an operator: what it printed, how long it took, and what it needed.
struct Measured {
    printed: String,
    code: Option<i32>,
    took: Duration,
    /// The most memory that it had, in MB.
    most: u64,
    /// Seconds of the processors meanwhile.
    used: Value,
}

async fn measured(fleet: &Fleet, words: &[&str]) -> Measured {
    let mut command = fleet.command("ops1", words);
    let (began, before) = (Instant::now(), used(fleet));
    let output = std::fs::File::create(fleet.path("measured")).unwrap();
    let mut child = command.stdout(output).stderr(Stdio::null()).spawn().unwrap();
    let (mut most, mut ops) = (0, 0.0_f64);
    let code = loop {
        most = most.max(peak(child.id().into()));
        ops = ops.max(processors(child.id().into()));
        if let Some(ended) = child.try_wait().unwrap() {
            break ended.code();
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    let took = began.elapsed();
    let after = used(fleet);
    let used = json!({"ops": ops, "agents": after.0 - before.0, "servers": after.1 - before.1});
    let printed = std::fs::read_to_string(fleet.path("measured")).unwrap();
    Measured { printed, code, took, most, used }
}

/// The processes of the servers.
fn servers(fleet: &Fleet) -> Vec<i64> {
    let servers = fleet.state["servers"].as_array().unwrap();
    servers.iter().map(|server| server["pid"].as_i64().unwrap()).collect()
}

/// The most memory that a process has had, in MB.
fn peak(process: i64) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// Seconds that a process has used of the processors, in steps of a hundredth.
fn processors(process: i64) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |field: usize| fields.get(field).and_then(|ticks| ticks.parse::<u32>().ok()).unwrap_or(0);
    f64::from(ticks(11) + ticks(12)) / 100.0
}

/// Seconds that the agents, which are in this process, and the servers have used of the processors.
fn used(fleet: &Fleet) -> (f64, f64) {
    (processors(std::process::id().into()), servers(fleet).into_iter().map(processors).sum())
}

/// What agents and servers use of the processors in a second in which nobody asks anything.
async fn idle(fleet: &Fleet) -> Value {
    const SECONDS: u32 = 5;
    let before = used(fleet);
    tokio::time::sleep(Duration::from_secs(SECONDS.into())).await;
    let after = used(fleet);
    json!({"agents": (after.0 - before.0) / f64::from(SECONDS), "servers": (after.1 - before.1) / f64::from(SECONDS)})
}

/// Pings all, three times: the one in the middle, and the names of those that did not answer each time.
async fn pinged(fleet: &Fleet, timeout: &str, (wanted, off): (usize, &[String])) -> Value {
    let words = ["fleet", "*", "test.ping", "--static", "--out", "json", "--timeout", timeout];
    let mut all = vec![];
    for _ in 0..3 {
        let Measured { printed, code, took, most, used } = measured(fleet, &words).await;
        let answers: serde_json::Map<String, Value> = serde_json::from_str(&printed).unwrap();
        let missing: Vec<&String> =
            answers.iter().filter(|(_, answer)| **answer != json!(true)).map(|(id, _)| id).collect();
        assert_eq!((missing, answers.len(), code), (off.iter().collect(), wanted, Some(1)));
        all.push((took, json!({"seconds": took.as_secs_f64(), "mb": most, "used": used})));
    }
    all.sort_by_key(|(took, _)| *took);
    all.swap_remove(1).1
}

/// How many of these the second job is for.
fn first(ids: &[String]) -> usize {
    ids.iter().filter(|id| id.starts_with("sim-00")).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::disallowed_methods, reason = "whoever starts the measurement says how many")]
#[ignore = "a measurement of many thousand connections: it takes minutes"]
async fn many_agents_answer_and_those_that_are_off_are_named_exactly() {
    let wanted =
        std::env::var("ORCHESTRATE_AGENTS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_usize);
    let Some(fleet) = Fleet::up(0, false) else { return };
    let transport: Arc<dyn Transport> = Arc::new(connected(&fleet).await);
    let console = Console::open(transport, kit(&fleet), jiff::Timestamp::now).await.unwrap();
    let began = Instant::now();
    let ids: Vec<String> = (0..wanted).map(|number| format!("sim-{number:05}")).collect();
    let connecting = ids.iter().map(|id| Simulated::accepted(&console, id.clone()));
    let agents: Vec<Simulated> = iter(connecting).buffer_unordered(AT_ONCE).collect().await;
    let took = began.elapsed().as_secs_f64();
    let mut off: Vec<String> = ids.iter().step_by(wanted / OFF).take(OFF).cloned().collect();
    off.sort();
    let (mut started, mut links) = (vec![], vec![]);
    for agent in agents {
        if !off.contains(&agent.id) {
            links.push(agent.nats.link());
            let (sender, receiver) = tokio::sync::oneshot::channel();
            tokio::spawn(agent.serve(sender));
            started.push(receiver);
        }
    }
    for one in started {
        one.await.unwrap();
    }

    let patience = std::env::var("ORCHESTRATE_PATIENCE").unwrap_or_else(|_| "2".to_owned());
    let mut found = json!({
        "agents": wanted, "off": OFF, "patience": patience, "connected": took,
        "agents_mb": peak(std::process::id().into()), "idle": idle(&fleet).await,
    });
    for (name, timeout) in [("ping", patience.as_str()), ("short_ping", "1")] {
        found[name] = pinged(&fleet, timeout, (wanted, &off)).await;
    }

    let size = highstate().to_string().len();
    assert!((19_000..24_000).contains(&size), "{size} bytes");
    let long = ["fleet", "sim-00*", "state.highstate", "--timeout", &patience];
    let Measured { printed, took, most, used, .. } = measured(&fleet, &long).await;
    let full = printed.matches(&format!("Succeeded: {STATES}\n")).count();
    let servers: Vec<u64> = servers(&fleet).into_iter().map(peak).collect();
    found["highstate"] = json!({"answers": full, "seconds": took.as_secs_f64(), "mb": most, "used": used});
    found["servers_mb"] = json!(servers);
    found["reconnected"] = json!(links.iter().filter(|link| *link.borrow() != Link::Up(1)).count());
    println!("{found}");
    assert_eq!(full, first(&ids) - first(&off));
    assert!(most <= 100, "{most} MB");
}
