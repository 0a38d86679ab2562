//! Leases on the local AWS: two operations nodes, of which one is killed or frozen.

use std::fs;
use std::process::{Child, Command, Output, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::local_aws::{Moto, Proxy};
use crate::support::{Place, Printed, end_reader};

const CONNECTION: &str = "    - region: us-east-1\n    - keyid: test\n    - key: test\n";

/// An operations node: a host of its own, with a way to AWS of its own.
struct Node {
    place: Place,
    proxy: Proxy,
}

/// A run that is under way until its pipe is opened.
struct Running<'a>(&'a Node, Option<Child>);

impl Node {
    /// Its SLS `app` waits for a pipe and makes a queue, and `quick` replaces that SLS by one without the pipe.
    async fn new(moto: &Moto, queue: &str, is_quick: bool) -> Self {
        let proxy = Proxy::start(&moto.endpoint).await;
        let minion = "id: sample\nfile_roots:\n  base: [states]\npillar_roots:\n  base: [pillar]\ncachedir: cache\n\
                      lease: s3://example-com-elb-logs/leases\nlease_ttl: 3\ns3.keyid: test\ns3.key: test\ns3.region: us-east-1\n";
        let place = Place::new().set("AWS_ENDPOINT_URL", &proxy.endpoint).set("PATH", "/usr/bin:/bin");
        let place = place.with("orchestration/minion", minion);
        let root = place.path("").canonicalize().expect("a directory").display().to_string();
        let waits = format!(
            "wait:\n  cmd.run:\n    - name: echo began >{root}/began; cat {root}/pipe\n    - order: 1\n"
        );
        let sls = format!(
            "{}{queue}:\n  boto_sqs.present:\n    - order: 2\n{CONNECTION}",
            if is_quick { "" } else { &waits }
        );
        Self { place: place.with("states/app.sls", &sls), proxy }
    }

    fn run(&self, words: &str) -> Printed {
        tokio::task::block_in_place(|| self.place.run(words))
    }

    fn start(&self) -> Running<'_> {
        for name in ["began", "pipe"] {
            let made = Command::new("mkfifo").arg(self.place.path(name)).status();
            assert!(made.is_ok_and(|status| status.success()));
        }
        let child = machine::process::while_none_starts(|| {
            let mut command = self.place.command(&["-c", "orchestration", "state.sls", "app"]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
        });
        let running = Running(self, Some(child.expect("it starts")));
        let began = tokio::task::block_in_place(|| fs::read_to_string(self.place.path("began")));
        assert_eq!(began.expect("it begins"), "began\n");
        running
    }

    /// The calls that change something, those of the lease aside.
    fn changed(&self) -> Vec<String> {
        self.proxy.mutating().into_iter().filter(|call| call != "PutObject").collect()
    }
}

impl Running<'_> {
    fn pid(&self) -> u32 {
        self.1.as_ref().expect("it runs").id()
    }

    fn signal(&self, signal: Signal) {
        let pid = i32::try_from(self.pid()).expect("a pid");
        kill(Pid::from_raw(pid), signal).expect("it is there");
    }

    fn release(&self) {
        tokio::task::block_in_place(|| fs::write(self.0.place.path("pipe"), "on\n").expect("it reads"));
    }

    fn end(mut self) -> Output {
        let child = self.1.take().expect("it runs");
        let output = tokio::task::block_in_place(|| child.wait_with_output().expect("it ends"));
        if output.status.code().is_none() {
            end_reader(&self.0.place.path("pipe"));
        }
        output
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if let Some(child) = &mut self.1 {
            let _ = child.kill();
            let _ = child.wait();
            end_reader(&self.0.place.path("pipe"));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_runs_on_two_hosts_one_is_refused_or_waits() {
    let moto = Moto::seeded();
    let (first, second) = (Node::new(&moto, "jobs", false).await, Node::new(&moto, "jobs", true).await);
    let running = first.start();
    let refused = second.run("state.sls app");
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    let said = format!("who runs \"state.sls\" as PID {} since 20", running.pid());
    assert!(refused.stderr.contains("s3://example-com-elb-logs/leases/base/app.json belongs to "));
    assert!(
        refused.stderr.contains(&said)
            && refused
                .stderr
                .contains("wait until it has ended and run it again, or add queue=True, which waits"),
        "{}",
        refused.whole()
    );
    // A test run needs no lease, and an SLS of another name has one of its own.
    assert_eq!(second.run("state.sls app test=True").code, Some(0));
    assert_eq!(second.changed(), Vec::<String>::new());
    fs::copy(second.place.path("states/app.sls"), second.place.path("states/other.sls")).expect("a copy");
    fs::write(second.place.path("states/other.sls"), format!("mail:\n  boto_sqs.present:\n{CONNECTION}"))
        .expect("a file");
    assert_eq!(second.run("state.sls other").code, Some(0));
    let queued = std::thread::scope(|scope| {
        let queued = scope.spawn(|| second.place.run("state.sls app queue=True"));
        running.release();
        let ended = running.end();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        tokio::task::block_in_place(|| queued.join().expect("it ends"))
    });
    assert_eq!(queued.code, Some(0), "{}", queued.whole());
    assert!(queued.stdout.contains("as declared"), "the first run made it: {}", queued.whole());
    // Runs that changed nothing else leave no record of their leases.
    assert_eq!(second.run("runs list --out=json").stdout.matches("\"run\"").count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_runs_on_one_host_one_is_refused_without_any_bucket() {
    let moto = Moto::seeded();
    let node = Node::new(&moto, "jobs", false).await;
    let minion = fs::read_to_string(node.place.path("orchestration/minion")).expect("a configuration");
    let minion: String =
        minion.lines().filter(|it| !it.starts_with("lease")).map(|it| format!("{it}\n")).collect();
    fs::write(node.place.path("orchestration/minion"), minion).expect("a configuration");
    let running = node.start();
    let words = "state.sls app";
    fs::write(node.place.path("states/app.sls"), format!("jobs:\n  boto_sqs.present:\n{CONNECTION}"))
        .expect("an SLS");
    let refused = node.run(words);
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    let said = format!("The function \"state.sls\" is running as PID {}", running.pid());
    assert!(refused.stderr.contains(&said), "{}", refused.whole());
    assert_eq!(node.run("state.sls app concurrent=True").code, Some(0));
    running.release();
    assert!(running.end().status.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_lease_of_a_run_that_was_killed_needs_nobody() {
    let moto = Moto::seeded();
    let (first, second) = (Node::new(&moto, "jobs", false).await, Node::new(&moto, "jobs", true).await);
    let running = first.start();
    running.signal(Signal::SIGKILL);
    assert_eq!(running.end().status.code(), None);
    let next = second.run("state.sls app queue=True");
    assert_eq!(next.code, Some(0), "{}", next.whole());
    assert!(next.stderr.contains("may be stale: "), "{}", next.whole());
    assert_eq!(second.changed(), ["CreateQueue"]);
    assert_eq!(first.changed(), Vec::<String>::new());
    // The run gave it back: the next one does not wait.
    let again = second.run("state.sls app");
    assert!(again.code == Some(0) && !again.stderr.contains("stale"), "{}", again.whole());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_run_that_was_frozen_past_its_lease_changes_nothing_more() {
    let moto = Moto::seeded();
    let (first, second) = (Node::new(&moto, "frozen", false).await, Node::new(&moto, "jobs", true).await);
    let running = first.start();
    running.signal(Signal::SIGSTOP);
    let next = second.run("state.sls app queue=True");
    assert_eq!(next.code, Some(0), "{}", next.whole());
    running.release();
    running.signal(Signal::SIGCONT);
    let ended = running.end();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("the lease s3://example-com-elb-logs/leases/base/app.json was lost"), "{said}");
    assert_eq!(first.changed(), Vec::<String>::new());
    assert_eq!(second.changed(), ["CreateQueue"]);
}
