//! Messages and files of a fleet.

use std::path::Path;
use std::process::Command;

use fleet::agent::{JobNote, Journal, Task};
use fleet::identity::setup::{AgentKit, OperatorKit};
use fleet::identity::{
    Attributes, BoxKey, Card, CardBody, Decision, Entry, Identity, Operator, Operators, PublicKey, Register,
    Right, Seeds,
};
use fleet::jobs::{Known, Stage as JobStage};
use fleet::operator::Record;
use fleet::protocol::{
    Ack, AckState, Answer, AnswerParts, Call, Domain, Draft, Event, Here, Jid, MineItem, Order, Part,
    Receiver, Revision, RollCall, Sealed, Signed, Status, Writer, check,
};
use model::Map;
use serde_json::json;

use super::{all, bytes, copy_all, has_all, json as json_of, write_json, written};
use crate::support::Place;

const PROGRAM: &str = env!("CARGO_BIN_EXE_orchestrate");

/// 2026-01-01 12:00:00.
const NOW: i64 = 1_767_268_800;

/// The keys of one operator, one instance and the root.
struct Stage {
    operator: Identity,
    web: Identity,
    root: PublicKey,
}

impl Stage {
    fn read(folder: &Path) -> Self {
        let keys = json_of(&folder.join("keys.json"));
        let of = |name: &str| {
            let seeds: Seeds = serde_json::from_value(keys[name].clone()).expect("seeds");
            Identity::from_seeds(&seeds, name).expect("an identity")
        };
        let root = keys["root"].as_str().expect("a key").to_owned().try_into().expect("a key");
        Self { operator: of("operator"), web: of("web"), root }
    }

    fn jid() -> Jid {
        "20260101120000000001".to_owned().try_into().expect("a job")
    }

    fn operators(&self, folder: &Path) -> Operators {
        Operators::open(&bytes(&folder.join("operators.json")), &self.root).expect("the list of operators")
    }
}

fn keep(folder: &Path, name: &str, message: impl AsRef<[u8]>) {
    std::fs::write(folder.join(name), message).expect("a recording");
}

/// Writes each message as the program sends it, and beside it what is in it.
struct Recorder<'a> {
    folder: &'a Path,
    stage: &'a Stage,
    readers: [BoxKey; 1],
}

fn record(folder: &Path) {
    let (operator, web, root) = (Identity::generate(), Identity::generate(), nkeys::KeyPair::new_operator());
    let seeds = |identity: &Identity| serde_json::to_value(identity.seeds().expect("seeds")).expect("JSON");
    let keys = json!({"operator": seeds(&operator), "web": seeds(&web), "root": root.public_key()});
    write_json(&folder.join("keys.json"), &keys);
    let stage = Stage::read(folder);
    let right = Right { targets: "*".to_owned(), functions: vec!["*".to_owned()] };
    let operators = Operators {
        version: 1,
        operators: vec![Operator {
            name: "ops1".to_owned(),
            key: operator.public(),
            seal: operator.box_key(),
            rights: vec![right],
            keeps_register: true,
            reads: vec![],
        }],
    };
    let signed = Signed::by_root(Domain::Operators, &operators, &root).and_then(|it| it.to_bytes());
    keep(folder, "operators.json", signed.expect("a list"));
    let recorder = Recorder { folder, stage: &stage, readers: [operator.box_key()] };
    recorder.of_operator();
    recorder.of_instance();
    recorder.stored();
}

impl Recorder<'_> {
    fn send(&self, name: &str, domain: Domain, body: &serde_json::Value, by: &Identity) {
        let message = Signed::new(domain, body, by).and_then(|it| it.to_bytes());
        keep(self.folder, name, message.expect("a message"));
    }

    fn expect(&self, name: &str, value: &impl serde::Serialize) {
        write_json(&self.folder.join(format!("{name}.expected.json")), value);
    }

    fn call() -> Call {
        Call::new("state.apply", vec!["myapp".into(), json!({"__kwarg__": true, "test": true})])
    }

    fn of_operator(&self) {
        let Stage { operator, web, root } = self.stage;
        let draft = Draft {
            jid: Stage::jid(),
            nonce: "nonce".to_owned(),
            issued: NOW,
            expires: NOW + 60,
            deadline: 600,
            operators: 1,
            readers: self.readers.to_vec(),
            is_stored: true,
        };
        let order = draft.address(&Self::call(), (&web.public(), &web.box_key()), "web-1", operator);
        keep(self.folder, "order.json", order.expect("an order"));
        self.expect("call", &Self::call());
        let roll = RollCall {
            jid: Stage::jid(),
            nonce: "nonce".to_owned(),
            fleet: root.clone(),
            issued: NOW,
            expires: NOW + 60,
            operators: 1,
        };
        keep(self.folder, "roll-call.json", roll.to_bytes(operator).expect("a roll call"));
        keep(self.folder, "here.json", roll.here("web-1", web).expect("an answer"));
        let entry = Entry {
            id: "web-1".to_owned(),
            key: web.public(),
            seal: web.box_key(),
            decision: Decision::Accepted,
            at: NOW,
            expires: NOW + 3600,
            attributes: Attributes::default(),
        };
        self.send("entry.json", Domain::Entry, &json!(entry), operator);
        self.expect("entry", &entry);
    }

    fn answer() -> Answer {
        Answer {
            jid: Stage::jid(),
            id: "web-1".to_owned(),
            fun: "state.apply".to_owned(),
            status: Status::Done,
            result: json!({"a": [1, "two", null]}),
            retcode: 2,
            out: Some("highstate".to_owned()),
        }
    }

    fn of_instance(&self) {
        let web = &self.stage.web;
        let ack = Ack { jid: Stage::jid(), state: AckState::Running };
        self.send("ack.json", Domain::Ack, &json!(ack), web);
        for (number, part) in Self::answer().parts(web, &self.readers).expect("parts").iter().enumerate() {
            keep(self.folder, &format!("answer-{number}.json"), part);
        }
        self.expect("answer", &Self::answer());
        let grains = Sealed::new(br#"{"id": "web-1", "role": "web"}"#, web, &self.readers).expect("sealed");
        let card = CardBody {
            id: "web-1".to_owned(),
            seal: web.box_key(),
            made: NOW,
            grains: Some(grains),
            proof: None,
        };
        self.send("card.json", Domain::Card, &json!(card), web);
        let item = MineItem {
            id: "web-1".to_owned(),
            function: "test.ping".to_owned(),
            at: NOW,
            result: true.into(),
        };
        keep(self.folder, "mine.json", item.to_bytes(web, &self.readers).expect("an item"));
        self.expect("mine", &item);
        let event = Event { tag: "a/b".to_owned(), id: "web-1".to_owned(), at: NOW, data: json!({"x": 1}) };
        keep(self.folder, "event.json", event.to_bytes(web, &self.readers).expect("an event"));
        self.expect("event", &event);
        write_json(&self.folder.join("task.json"), &Task { call: Self::call(), roots: None });
        let journal = Journal::open(&self.folder.join("agent")).expect("a journal");
        let known = Known { nonce: "nonce".to_owned(), stage: JobStage::Answered };
        let note = JobNote { known, fun: "state.apply".to_owned(), readers: self.readers.to_vec() };
        journal.note(&Stage::jid(), &note).expect("a note");
        journal
            .keep(&Stage::jid(), &Self::answer().parts(web, &self.readers).expect("parts"))
            .expect("parts");
    }

    /// What operators store for each other.
    fn stored(&self) {
        let operator = &self.stage.operator;
        let job = Record {
            nonce: "nonce".to_owned(),
            call: Self::call(),
            target: "*".to_owned(),
            ids: vec!["web-1".to_owned()],
            width: Some(1),
            batch_wait: 5,
            failhard: true,
            patience: 5000,
            deadline: 600,
            operator: "ops1".to_owned(),
            tree: Some("r1".to_owned()),
        };
        let sealed = Sealed::new(&serde_json::to_vec(&job).expect("JSON"), operator, &self.readers);
        self.send("job.json", Domain::Record, &json!((Stage::jid(), sealed.expect("sealed"))), operator);
        self.expect("job", &job);
        let revision = Revision {
            name: "r1".to_owned(),
            sequence: 3,
            created: NOW,
            operator: "ops1".to_owned(),
            content: "0a".to_owned(),
            files: 2,
            bytes: 10,
            sealed_trees: Sealed::new(b"{}", operator, &self.readers).expect("sealed"),
        };
        self.send("revision.json", Domain::Revision, &json!(revision), operator);
    }
}

/// What instances read.
fn orders_are_read(stage: &Stage, folder: &Path) {
    let file = |name: &str| folder.join(name);
    let operators = stage.operators(folder);
    let grains = Map::new();
    let receiver =
        Receiver { identity: &stage.web, id: "web-1", grains: &grains, operators: &operators, now: NOW + 1 };
    let (order, call): (Order, Call) = check(&bytes(&file("order.json")), receiver).expect("an order");
    assert_eq!((&*order.id, order.jid), ("web-1", Stage::jid()), "{}", folder.display());
    has_all(&call, &json_of(&file("call.expected.json")), folder);
    let roll = RollCall::open(&bytes(&file("roll-call.json")), &stage.root, receiver).expect("a roll call");
    assert_eq!(roll.jid, Stage::jid());
    let stored = [(stage.web.public().as_str().to_owned(), bytes(&file("entry.json")))];
    let (register, ignored) = Register::read(&stored, &operators);
    assert!(ignored.is_empty(), "{ignored:?}");
    let entry = register.of_id("web-1").expect("an entry");
    has_all(entry, &json_of(&file("entry.expected.json")), folder);
}

#[test]
fn the_messages_of_every_version_are_read() {
    if let Some(folder) = written("fleet") {
        record(&folder);
    }
    for folder in all("fleet") {
        let stage = Stage::read(&folder);
        orders_are_read(&stage, &folder);
        let file = |name: &str| folder.join(name);
        let expected = |name: &str| json_of(&file(&format!("{name}.expected.json")));
        let signed = |name: &str| Signed::read(&bytes(&file(name))).expect("a message");
        let here: Here = signed("here.json").open(Domain::Here).expect("here");
        assert_eq!(here.id, "web-1");
        let ack: Ack = signed("ack.json").open(Domain::Ack).expect("an ack");
        assert_eq!(ack.state, AckState::Running);
        let (mut parts, mut answer) = (AnswerParts::default(), None);
        for number in (0..).take_while(|number| file(&format!("answer-{number}.json")).exists()) {
            let part = bytes(&file(&format!("answer-{number}.json")));
            let part = Part::open(&part, &Stage::jid(), &stage.web.public()).expect("a part");
            answer = parts.add(part, &stage.operator, ("web-1", &stage.web.box_key())).expect("a part");
        }
        has_all(&answer.expect("an answer"), &expected("answer"), &folder);
        let card = Card::open(stage.web.public().as_str(), &bytes(&file("card.json"))).expect("a card");
        let grains = card.grains(&stage.operator, &Attributes::default()).expect("grains");
        assert_eq!((&*card.body.id, grains.get("role").and_then(|it| it.as_str())), ("web-1", Some("web")));
        let writer = Writer { id: "web-1", key: &stage.web.public(), seal: &stage.web.box_key() };
        let item = MineItem::open(&bytes(&file("mine.json")), writer, "test.ping", &[&stage.operator]);
        has_all(&item.expect("an item"), &expected("mine"), &folder);
        let known = |_: &PublicKey| Some(("web-1".to_owned(), stage.web.box_key()));
        let event = Event::open(&bytes(&file("event.json")), &stage.operator, known).expect("an event");
        has_all(&event, &expected("event"), &folder);
        let (_, sealed): (Jid, Sealed) = signed("job.json").open(Domain::Record).expect("a job");
        let job = sealed.open(&stage.operator, &stage.operator.box_key()).expect("it opens");
        has_all(&serde_json::from_slice::<Record>(&job).expect("a job"), &expected("job"), &folder);
        assert_eq!(Revision::open("r1", &signed("revision.json")).expect("a revision").sequence, 3);
    }
}

#[test]
fn the_files_of_an_agent_of_every_version_are_read() {
    for folder in all("fleet") {
        let task: Task = serde_json::from_slice(&bytes(&folder.join("task.json"))).expect("a task");
        assert_eq!(task.call.fun, "state.apply");
        let place = tempfile::tempdir().expect("a directory");
        copy_all(&folder.join("agent"), place.path());
        let journal = Journal::open(place.path()).expect("a journal");
        let notes = journal.load().expect("notes");
        assert_eq!(notes[&Stage::jid()].known.stage, JobStage::Answered, "{}", folder.display());
        assert!(journal.parts(&Stage::jid()).is_some_and(|parts| !parts.is_empty()));
    }
}

/// The keys of a fleet outlive all programs: a newer one adds operators to them.
#[test]
fn the_kits_and_the_root_of_every_version_are_read() {
    let setup = |action: &str, directory: &Path, more: &[&str]| {
        let mut command = Command::new(PROGRAM);
        let done = command.args(["fleet-setup", action]).arg(directory).args(more).output().expect("it runs");
        (
            done.status.success(),
            format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr)),
        )
    };
    if let Some(folder) = written("kits") {
        let place = Place::new();
        for (action, more) in
            [("init", &["--servers", "nats://127.0.0.1:4222"][..]), ("operator", &["ops1"]), ("agent", &[])]
        {
            let made = setup(action, &place.path("fleet"), more);
            assert!(made.0, "{action}: {}", made.1);
        }
        copy_all(&place.path("fleet"), &folder);
    }
    for folder in all("kits") {
        let _: AgentKit = serde_json::from_slice(&bytes(&folder.join("agent/agent.json"))).expect("a kit");
        let kits = std::fs::read_dir(folder.join("operators")).expect("operators");
        for kit in kits {
            let path = kit.expect("an entry").path().join("operator.json");
            let _: OperatorKit = serde_json::from_slice(&bytes(&path)).expect("a kit");
        }
        let place = Place::new();
        copy_all(&folder, &place.path("fleet"));
        let done = setup("operator", &place.path("fleet"), &["ops9"]);
        assert!(done.0, "{}: {}", folder.display(), done.1);
    }
}
