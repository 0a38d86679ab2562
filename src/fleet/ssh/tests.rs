//! Both sides of a visit in one process.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::sync::oneshot;

use super::wire::{Reply, Word, Work, hear, say};
use super::*;
use crate::agent::{Ended, Runner, Task};
use crate::protocol::{Call, Compiled, Status};
use crate::trees::{Roots, list_files};
use model::{Map, Value};

/// Runs nothing: gives grains, or the tree's file and the pillar that a job would see; `wait` runs until it is killed.
struct Played;

impl Runner for Played {
    fn run(&self, task: Task, _: Duration, kill: oneshot::Receiver<()>) -> BoxFuture<'static, Ended> {
        async move {
            let done = |result| Ended { status: Status::Done, result, retcode: 0, out: None };
            if task.call.fun == "grains.items" {
                return done(serde_json::json!({"os": "Debian"}));
            }
            if task.call.fun == "wait" {
                let _ = kill.await;
                return Ended::without_result(Status::Killed, "killed");
            }
            let file =
                task.roots.map(|roots| std::fs::read_to_string(roots["base"][0].join("web.sls")).unwrap());
            let pillar = task.call.tree.map(|supply| supply.pillar);
            done(serde_json::json!({"file": file, "pillar": pillar, "arguments": task.call.arg}))
        }
        .boxed()
    }
}

/// A host in this process. It has the program, or takes so many bytes first.
struct InProcess {
    directory: PathBuf,
    missing: Option<u64>,
    stored: Arc<AtomicUsize>,
}

impl Shell for InProcess {
    fn start(&self, _: &Host, command: &str) -> std::io::Result<Channel> {
        let mark = command.split('"').nth(1).unwrap().to_owned();
        let (stdin, from) = tokio::io::duplex(1 << 16);
        let (to, stdout) = tokio::io::duplex(1 << 16);
        let (trees, missing, stored) = (self.directory.join("trees"), self.missing, Arc::clone(&self.stored));
        let ended = tokio::spawn(async move {
            let (mut from, mut to) = (BufReader::new(from), to);
            to.write_all(b"Welcome!\n").await.unwrap();
            if let Some(size) = missing {
                to.write_all(format!("{mark} missing x86_64\n").as_bytes()).await.unwrap();
                let mut program = vec![];
                stored.fetch_add(
                    (&mut from).take(size).read_to_end(&mut program).await.unwrap(),
                    Ordering::Relaxed,
                );
            }
            to.write_all(format!("{mark} ready\n").as_bytes()).await.unwrap();
            let runner = |hello: &Hello| -> Result<Arc<dyn Runner>, String> {
                if hello.id == "broken" { Err("no space".to_owned()) } else { Ok(Arc::new(Played)) }
            };
            let site = Site { runner: &runner, trees, clock: jiff::Timestamp::now };
            let served = serve(from, to, &site).await;
            Ending { code: Some(i32::from(served.is_err())), stderr: String::new() }
        });
        let ended = ended.map(Result::unwrap_or_default).boxed();
        Ok(Channel { stdin: Box::new(stdin), stdout: Box::new(stdout), ended })
    }
}

fn host(id: &str) -> Host {
    Host { id: id.to_owned(), ..Host::default() }
}

fn in_process(directory: &Path, missing: Option<u64>) -> InProcess {
    InProcess { directory: directory.to_owned(), missing, stored: Arc::default() }
}

/// A tree with one file, and what gives it with each host's own pillar.
fn supplier(directory: &Path) -> Box<Supplier> {
    let states = directory.join("states");
    std::fs::create_dir_all(&states).unwrap();
    std::fs::write(states.join("web.sls"), "a tree").unwrap();
    let roots: Roots = [("base".to_owned(), vec![states])].into_iter().collect();
    let bundle = Bundle::of(&list_files(&roots).unwrap(), &directory.join("cache"), jiff::Timestamp::now());
    let bundle = Arc::new(bundle.unwrap());
    Box::new(move |host: Host, grains: Map| {
        let pillar =
            [("of", Value::from(host.id)), ("os", grains["os"].clone())].into_iter().collect::<Value>();
        let serde_json::Value::Object(pillar) = pillar.to_json() else { unreachable!() };
        let bundle = Arc::clone(&bundle);
        async move { Supplied { bundle, pillar: Compiled::Values(pillar) } }.boxed()
    })
}

/// A later build finds the bundle that an earlier one kept.
#[test]
fn a_kept_bundle_has_the_names_that_all_builds_read() {
    let directory = tempfile::tempdir().unwrap();
    drop(supplier(directory.path()));
    let files = std::fs::read_dir(directory.path().join("cache")).unwrap();
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let endings: Vec<_> = paths.iter().filter_map(|path| path.extension()?.to_str()).collect();
    assert_eq!(endings, ["json", "parcel"]);
    let label: serde_json::Value = serde_json::from_slice(&std::fs::read(&paths[0]).unwrap()).unwrap();
    let names: Vec<_> = label.as_object().unwrap().keys().collect();
    assert_eq!(names, ["revision", "by", "parcel"]);
}

fn errand<'a>(fun: &str, programs: &'a [Program], supplier: Option<&'a Supplier>) -> Errand<'a> {
    Errand { call: Call::new(fun, vec!["web".into()]), deadline: 60, programs, wipes: false, supplier }
}

#[tokio::test]
async fn a_host_gets_the_tree_and_a_pillar_of_its_own_and_answers() {
    let directory = tempfile::tempdir().unwrap();
    let supplier = supplier(directory.path());
    let shell = in_process(directory.path(), None);
    for _ in 0..2 {
        let outcome = visit(&shell, &host("web-1"), &errand("state.apply", &[], Some(&*supplier))).await;
        let Outcome::Answered(ended, Some(grains)) = outcome else { panic!("{outcome:?}") };
        let pillar = serde_json::json!({"values": {"of": "web-1", "os": "Debian"}});
        let expected = serde_json::json!({"file": "a tree", "pillar": pillar, "arguments": ["web"]});
        assert_eq!((ended.result, ended.retcode), (expected, 0));
        assert_eq!(grains["os"], Value::from("Debian"));
    }
    // The same files are the same sealed tree, so the host has it already.
    let trees = std::fs::read_dir(directory.path().join("trees")).unwrap();
    let trees = trees.filter(|it| it.as_ref().unwrap().path().is_dir()).count();
    assert_eq!(trees, 1);
    let other = visit(&shell, &host("web-2"), &errand("test.arg", &[], None)).await;
    let Outcome::Answered(ended, None) = other else { panic!("{other:?}") };
    assert_eq!(ended.result, serde_json::json!({"file": null, "pillar": null, "arguments": ["web"]}));
}

#[tokio::test]
async fn a_host_without_the_program_gets_all_of_it_first() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("program");
    std::fs::write(&path, vec![7; 300_000]).unwrap();
    let program = Program { architecture: "x86_64", path, sha256: "0".repeat(64), size: 300_000 };
    let shell = in_process(directory.path(), Some(300_000));
    let outcome = visit(&shell, &host("a"), &errand("test.arg", &[program], None)).await;
    assert!(matches!(outcome, Outcome::Answered(..)), "{outcome:?}");
    assert_eq!(shell.stored.load(Ordering::Relaxed), 300_000);
    let none = visit(&shell, &host("a"), &errand("test.arg", &[], None)).await;
    assert_eq!(none, Outcome::NotStarted("it asks for a program for x86_64".to_owned()));
}

/// A command that says these lines and ends so.
struct Canned {
    says: &'static str,
    ending: Ending,
    heard: Mutex<Vec<tokio::io::DuplexStream>>,
}

impl Shell for Canned {
    fn start(&self, _: &Host, command: &str) -> std::io::Result<Channel> {
        let mark = command.split('"').nth(1).unwrap();
        let (stdin, from) = tokio::io::duplex(1 << 16);
        self.heard.lock().unwrap().push(from);
        let stdout = std::io::Cursor::new(self.says.replace("MARK", mark).into_bytes());
        Ok(Channel {
            stdin: Box::new(stdin),
            stdout: Box::new(stdout),
            ended: futures::future::ready(self.ending.clone()).boxed(),
        })
    }
}

#[tokio::test]
async fn what_went_wrong_is_said_in_the_words_of_who_knows() {
    let table = [
        ("", Some(255), "ssh: no route", Outcome::Unreached("ssh: no route".into())),
        ("noise\n", Some(255), "ssh: no route", Outcome::Unreached("ssh: no route".into())),
        ("", Some(1), "sudo: no", Outcome::NotStarted("the command ended with exit code 1: sudo: no".into())),
        ("", Some(127), "", Outcome::NotStarted("the connection ended, with exit code 127".into())),
        ("MARK refused open to all\n", Some(1), "", Outcome::NotStarted("open to all".into())),
        ("MARK ready\n", Some(127), "no glibc", Outcome::Lost("the command ended with exit code 127: no glibc".into())),
        ("MARK ready\n", Some(255), "Timeout", Outcome::Lost("Timeout".into())),
        ("MARK ready\n{}\n", Some(0), "", Outcome::Lost("the other side speaks another version of the program: expected value at line 1 column 2, with exit code 0".into())),
    ];
    for (says, code, stderr, expected) in table {
        let ending = Ending { code, stderr: stderr.to_owned() };
        let shell = Canned { says, ending, heard: Mutex::default() };
        let outcome = visit(&shell, &host("a"), &errand("test.ping", &[], None)).await;
        assert_eq!(outcome, expected, "{says:?} {stderr:?}");
    }
    let directory = tempfile::tempdir().unwrap();
    let outcome =
        visit(&in_process(directory.path(), None), &host("broken"), &errand("test.ping", &[], None)).await;
    let Outcome::Answered(ended, None) = outcome else { panic!("{outcome:?}") };
    assert_eq!((ended.status, ended.result), (Status::Refused, "no space".into()));
}

#[tokio::test]
async fn a_job_ends_when_the_operator_goes() {
    let directory = tempfile::tempdir().unwrap();
    let (mut operator, from) = tokio::io::duplex(1 << 16);
    let (to, answers) = tokio::io::duplex(1 << 16);
    let runner = |_: &Hello| -> Result<Arc<dyn Runner>, String> { Ok(Arc::new(Played)) };
    let site = Site { runner: &runner, trees: directory.path().to_owned(), clock: jiff::Timestamp::now };
    let talk = async {
        let hello = Hello { id: "a".to_owned(), config: serde_json::Map::new(), wants_grains: true };
        say(&mut operator, &hello).await.unwrap();
        let mut answers = BufReader::new(answers);
        assert!(matches!(hear(&mut answers).await, Ok(Reply::Grains(_))));
        say(&mut operator, &Word::Alive).await.unwrap();
        say(&mut operator, &Work { call: Call::new("wait", vec![]), by: None, deadline: 60 }).await.unwrap();
        say(&mut operator, &Word::Alive).await.unwrap();
        drop(operator);
        answers
    };
    let (served, mut answers) = tokio::join!(serve(BufReader::new(from), to, &site), talk);
    assert!(matches!(served, Err(WireError::Ended)), "{served:?}");
    assert!(answers.fill_buf().await.unwrap().is_empty(), "nobody gets an answer");
}

#[test]
fn a_roster_is_read_as_salt_reads_it_and_all_its_mistakes_are_named() {
    let read = |json: serde_json::Value| Roster::read(&Value::from(json), &Map::new());
    let roster = read(serde_json::json!({
        "web-2": "10.0.0.2",
        "web-1": {
            "host": "10.0.0.1", "port": 2222, "user": "app", "priv": "/k", "sudo": true, "timeout": 5, "passwd": "x",
            "ssh_options": ["Compression=yes"], "minion_opts": {"test": true, "grains": {"role": "web"}}, "grains": {"zone": "a"},
            "thin_dir": "/var/tmp/o", "jump": "ops@bastion:22",
        },
    }))
    .unwrap();
    let [one, two] = roster.hosts.as_slice() else { panic!("{roster:?}") };
    assert_eq!((two.id.as_str(), two.address.as_str()), ("web-2", "10.0.0.2"));
    assert_eq!(
        (one.port, one.user.as_deref(), one.sudo.as_deref(), one.timeout),
        (Some(2222), Some("app"), Some("root"), Some(5))
    );
    let grains = Value::Map(one.grains().unwrap().clone()).to_json();
    assert_eq!(grains, serde_json::json!({"role": "web", "zone": "a"}));
    assert_eq!(roster.remarks, ["web-1: 'passwd' of the roster has no effect here"]);
    let wrong = read(serde_json::json!({
        "a": {"host": "-oProxyCommand=x"},
        "b": {"host": "h", "user": "x'; y", "port": 70000, "timout": 3},
        "c": {},
        "d": 7,
    }));
    let wrong = wrong.unwrap_err().join("\n");
    for said in [
        "a: 'host' is letters",
        "b: 'user' is letters",
        "b: 70000 is no port",
        "do you mean 'timeout'?",
        "c: 'host' is missing",
        "d: a host is a mapping",
    ] {
        assert!(wrong.contains(said), "{said}: {wrong}");
    }
}
