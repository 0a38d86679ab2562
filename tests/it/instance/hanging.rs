//! Whoever keeps a state of the machine waiting keeps nobody else waiting: other states go on, and the run can be ended.
//!
//! The proofs are orders of events: a server answers only after the other state has ended, or never.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::support::Place;

/// A server that takes requests and answers them when it is let go.
struct Slow {
    url: String,
    asked: Receiver<()>,
    go: Sender<()>,
}

impl Slow {
    /// Waits until somebody asks.
    fn wait(&self) {
        self.asked.recv_timeout(Duration::from_secs(60)).expect("it is asked");
    }

    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let ((ask, asked), (go, gone)) = (channel(), channel());
        std::thread::spawn(move || {
            // Ends with the test, which drops the other ends.
            let mut held = vec![];
            while let Ok((mut stream, _)) = listener.accept() {
                let _ = stream.read(&mut [0; 4096]);
                if ask.send(()).is_err() {
                    return;
                }
                if gone.recv().is_ok() {
                    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\ntext";
                    let _ = stream.write_all(answer.as_bytes());
                }
                held.push(stream);
            }
        });
        Self { url, asked, go }
    }
}

fn place(states: &str) -> Place {
    let place = Place::new()
        .with("orchestration/minion", "id: a\nroot_dir: .\ncachedir: cache\nfile_roots: {base: [states]}\n");
    let root = place.path("").canonicalize().expect("a directory").display().to_string();
    let waits = "{{ salt['cmd.shell']('echo began >ROOT/began; cat ROOT/pipe') }}\n".replace("ROOT", &root);
    place.with("states/waits.txt", &waits).with("states/slow.sls", &states.replace("ROOT", &root))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn aws_states_go_on_while_a_source_is_fetched() {
    use crate::local_aws::Moto;

    let (moto, slow) = (Moto::start(), Slow::start());
    let states = format!(
        "ROOT/fetched:\n  file.managed:\n    - source: {}/text\n    - skip_verify: True\n\
         one:\n  boto_sqs.present:\n    - profile: PROFILE\n\
         two:\n  boto_sqs.present:\n    - profile: PROFILE\n    - require:\n      - boto_sqs: one\n",
        slow.url
    );
    let place = place(&states.replace("PROFILE", "{region: us-east-1, keyid: test, key: test}"));
    let place = place.set("AWS_ENDPOINT_URL", &moto.endpoint);
    let run = tokio::task::spawn_blocking(move || (place.run("-c orchestration state.sls slow"), place));
    let slow = tokio::task::spawn_blocking(move || {
        slow.wait();
        slow
    });
    let Slow { go, .. } = slow.await.expect("no panic");
    // The second queue is made in a later step of the walk than the first: the walk is not blocked.
    for round in 0.. {
        let queues = moto.ask("sqs", "Action=ListQueues&Version=2012-11-05").await;
        if queues.contains("/two<") {
            break;
        }
        assert!(round < 600, "the queue never came: {queues}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    go.send(()).expect("the server is there");
    let (printed, place) = run.await.expect("no panic");
    assert_eq!(printed.code, Some(0), "{}", printed.whole());
    assert_eq!(std::fs::read_to_string(place.path("fetched")).expect("a file"), "text");
}

/// Waits for the end of a process that has been asked to end.
fn end_of(mut child: Child) -> std::process::Output {
    let clock = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    for _ in 0..600 {
        if child.try_wait().expect("a child").is_some() {
            return child.wait_with_output().expect("its end");
        }
        clock.block_on(async { tokio::time::sleep(Duration::from_millis(50)).await });
    }
    let _ = child.kill();
    panic!("it was asked to end, and has not ended");
}

/// Starts the run, waits until it waits for somebody who never answers, asks it to end, and says how it ended.
fn ended(place: &Place, waits: impl FnOnce()) -> (Option<i32>, String) {
    let mut command = place.command(&["-c", "orchestration", "state.sls", "slow"]);
    command.env("PATH", "/usr/bin:/bin").stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = machine::process::while_none_starts(|| command.spawn()).expect("the binary");
    waits();
    kill(Pid::from_raw(child.id().try_into().expect("a number")), Signal::SIGTERM).expect("it runs");
    let ended = end_of(child);
    let said =
        [ended.stdout, ended.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (ended.status.code(), said)
}

#[test]
fn a_run_that_waits_for_a_server_ends_when_it_is_asked_to() {
    let later = "later:\n  test.succeed_with_changes: []\n";
    for (what, state) in [
        ("a source", "ROOT/a:\n  file.managed: [{source: 'URL/a'}, {skip_verify: True}]\n"),
        (
            "a file of hashes",
            "ROOT/a:\n  file.managed: [{source: ROOT/states/slow.sls}, {source_hash: 'URL/a'}]\n",
        ),
        ("an archive", "ROOT/a:\n  archive.extracted: [{source: 'URL/a.tgz'}, {skip_verify: True}]\n"),
        ("a repository", "URL/a.git:\n  git.latest: [{target: ROOT/a}]\n"),
    ] {
        let slow = Slow::start();
        let place = place(&format!("{state}{later}").replace("URL", &slow.url));
        let (code, said) = ended(&place, || slow.wait());
        assert_eq!(code, Some(1), "{what}: {said}");
        assert!(said.contains("the run was interrupted: 2 states did not start"), "{what}: {said}");
        assert!(!place.path("a").exists(), "{what}");
        drop(slow.go);
    }
}

#[test]
fn a_run_that_waits_for_a_command_of_a_template_ends_with_that_command() {
    let place = place("ROOT/a:\n  file.managed: [{source: 'salt://waits.txt'}, {template: jinja}]\n");
    let made = std::process::Command::new("mkfifo").args([place.path("began"), place.path("pipe")]).status();
    assert!(made.is_ok_and(|status| status.success()));
    let began = || assert_eq!(std::fs::read_to_string(place.path("began")).expect("it begins"), "began\n");
    let (code, said) = ended(&place, began);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the run was interrupted: 1 state did not start"), "{said}");
    assert!(!place.path("a").exists());
    // Nobody reads the pipe any more: to open it for writing without waiting is an error.
    use std::os::unix::fs::OpenOptionsExt;
    let mut open = std::fs::OpenOptions::new();
    let opened = open.write(true).custom_flags(nix::libc::O_NONBLOCK).open(place.path("pipe"));
    assert_eq!(opened.expect_err("nobody reads").raw_os_error(), Some(nix::libc::ENXIO));
}
