//! One run at a time changes this machine: refused, waiting, beside; nobody else can hold the lock.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};

use crate::support::{Place, end_reader};

const MINION: &str = "id: sample\ncachedir: cache\nroot_dir: .\nfile_roots:\n  base: [states]\n";

/// A run that is under way until its pipe is opened.
struct Running<'a>(&'a Place, Child);

fn place() -> Place {
    let place = Place::new().with("orchestration/minion", MINION);
    let root = place.path("").canonicalize().expect("a directory").display().to_string();
    let holds = format!("x:\n  cmd.run:\n    - name: echo began >{root}/began; cat {root}/pipe\n");
    let place = place.with("states/holds.sls", &holds);
    let touches = format!("{root}/touched:\n  file.managed:\n    - contents: x\n");
    place
        .with("states/touches.sls", &touches)
        .with("states/registers.sls", "in service:\n  elb.register: []\n")
        .with("states/only_test.sls", "x:\n  test.succeed_with_changes: []\n")
}

impl<'a> Running<'a> {
    fn start(place: &'a Place) -> Self {
        Self::start_with(place, &["state.sls", "holds"])
    }

    fn start_with(place: &'a Place, words: &[&str]) -> Self {
        let made = Command::new("mkfifo").args([place.path("began"), place.path("pipe")]).status();
        assert!(made.is_ok_and(|status| status.success()));
        let child = machine::process::while_none_starts(|| {
            Command::new(env!("CARGO_BIN_EXE_orchestrate"))
                .args(["-c", "orchestration"])
                .args(words)
                .current_dir(place.path(""))
                .env_clear()
                .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
                .env("PATH", "/usr/bin:/bin")
                .env("AWS_EC2_METADATA_DISABLED", "true")
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
        });
        let running = Self(place, child.expect("it starts"));
        assert_eq!(fs::read_to_string(place.path("began")).expect("it begins"), "began\n");
        running
    }

    fn release(&mut self) {
        fs::write(self.0.path("pipe"), "on\n").expect("it reads");
        assert!(self.1.wait().expect("it ends").success());
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if self.1.try_wait().is_ok_and(|ended| ended.is_some()) {
            return;
        }
        let _ = self.1.kill();
        let _ = self.1.wait();
        end_reader(&self.0.path("pipe"));
    }
}

#[test]
fn a_second_run_is_refused_in_salts_words_and_runs_that_change_nothing_are_not() {
    let place = place();
    let mut first = Running::start(&place);
    let pid = first.1.id();
    let refused = place.run("--out json state.sls touches");
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    let said = format!("The function \\\"state.sls\\\" is running as PID {pid} and was started at 20");
    assert!(refused.stdout.contains(&said) && refused.stdout.contains(" with jid 20"), "{}", refused.stdout);
    assert!(refused.stderr.contains("queue=True"), "{}", refused.stderr);
    assert!(!place.path("touched").exists());
    // A test run, and a run without states of the machine.
    assert_eq!(place.run("state.sls touches test=True").code, Some(0));
    assert_eq!(place.run("state.sls only_test").code, Some(0));
    assert_eq!(place.run("state.sls touches concurrent=True").code, Some(0));
    assert!(place.path("touched").exists());
    first.release();
    assert_eq!(place.run("state.sls touches").code, Some(0));
}

#[test]
fn a_run_that_queues_begins_when_the_first_has_ended() {
    let place = place();
    let mut first = Running::start(&place);
    std::thread::scope(|scope| {
        let queued = scope.spawn(|| place.run("state.sls touches queue=True"));
        first.release();
        assert_eq!(queued.join().expect("it ends").code, Some(0));
    });
    assert!(place.path("touched").exists());
}

#[test]
fn functions_that_change_the_machine_wait_for_their_turn_and_those_that_read_do_not() {
    let place = place();
    let touched = place.path("touched").display().to_string();
    let touch = format!("file.touch {touched}");
    let mut first = Running::start(&place);
    let said = format!("The function \"state.sls\" is running as PID {} and was started at 20", first.1.id());
    for words in [touch.as_str(), "grains.setval a b", "elb.register", "state.sls registers"] {
        let refused = place.run(words);
        assert_eq!(refused.code, Some(1), "{words}: {}", refused.whole());
        assert!(refused.stderr.contains(&said), "{words}: {}", refused.whole());
    }
    assert!(!place.path("touched").exists());
    assert_eq!(place.run(&format!("file.file_exists {touched}")).stdout.trim(), "local:\n    False");
    assert_eq!(place.run("grains.get id").code, Some(0));
    assert_eq!(place.run(&format!("{touch} concurrent=True")).code, Some(0));
    fs::remove_file(&touched).expect("a file");
    std::thread::scope(|scope| {
        let queued = scope.spawn(|| place.run(&format!("{touch} queue=True")));
        first.release();
        assert_eq!(queued.join().expect("it ends").code, Some(0));
    });
    assert!(place.path("touched").exists());
}

#[test]
fn a_function_that_changes_the_machine_holds_the_lock() {
    let place = place();
    let root = place.path("").canonicalize().expect("a directory").display().to_string();
    let waits = format!("{{{{ salt['cmd.shell']('echo began >{root}/began; cat {root}/pipe') }}}}\n");
    let place = place.with("states/waits.txt", &waits);
    let mut first =
        Running::start_with(&place, &["cp.get_template", "salt://waits.txt", &format!("{root}/copy")]);
    let refused = place.run("state.sls touches");
    let said = format!("The function \"cp.get_template\" is running as PID {}", first.1.id());
    assert!(refused.stderr.contains(&said), "{}", refused.whole());
    first.release();
    assert_eq!(fs::read_to_string(place.path("copy")).expect("a file").trim(), "on");
}

#[test]
fn what_a_run_starts_runs_within_it() {
    let place = place();
    let (binary, touched) = (env!("CARGO_BIN_EXE_orchestrate"), place.path("touched").display().to_string());
    let inner = format!("{binary} -c orchestration file.touch {touched}");
    let place = place.with("states/outer.sls", &format!("{inner}:\n  cmd.run:\n    - cwd: ROOT\n"));
    let root = place.path("").canonicalize().expect("a directory").display().to_string();
    let place = place.with("states/outer.sls", &format!("'{inner}':\n  cmd.run:\n    - cwd: {root}\n"));
    let said = place.run("state.sls outer");
    assert_eq!(said.code, Some(0), "{}", said.whole());
    assert!(place.path("touched").exists());
}

#[test]
fn a_deployment_that_waits_names_the_run_and_ends_at_once_when_it_is_asked_to() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::{BufRead, BufReader};

    let place = place();
    let minion = format!("{MINION}deploy: {{store: /nowhere, root: /nowhere, public_keys: []}}\n");
    let place = place.with("orchestration/minion", &minion);
    let mut first = Running::start(&place);
    for (words, signal) in [("deploy myapp testing", Signal::SIGTERM), ("rollback myapp", Signal::SIGINT)] {
        let all: Vec<&str> = ["-c", "orchestration"].into_iter().chain(words.split(' ')).collect();
        let mut command = place.command(&all);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = machine::process::while_none_starts(|| command.spawn()).expect("it starts");
        let mut said = BufReader::new(child.stderr.take().expect("its words")).lines();
        let line = said.next().expect("it says something").expect("a line");
        let holder = format!("The function \"state.sls\" is running as PID {}", first.1.id());
        assert!(line.contains("waiting for another run to end") && line.contains(&holder), "{line}");
        kill(Pid::from_raw(child.id().try_into().expect("a number")), signal).expect("it runs");
        assert_eq!(child.wait().expect("it ends").code(), Some(1), "{words}");
        let rest: Vec<String> = said.map_while(Result::ok).collect();
        assert!(rest.join(" ").contains("it was interrupted while it waited"), "{rest:?}");
    }
    first.release();
}

#[test]
fn a_run_that_was_killed_holds_nothing() {
    let place = place();
    drop(Running::start(&place));
    assert_eq!(place.run("state.sls touches").code, Some(0));
}

#[test]
fn nobody_else_can_open_the_lock() {
    let place = place();
    assert_eq!(place.run("state.sls touches").code, Some(0));
    let mode = |path: &str| fs::metadata(place.path(path)).expect("it is there").permissions().mode() & 0o777;
    assert_eq!((mode("cache/run"), mode("cache/run/lock")), (0o700, 0o600));
    // What an older version left readable, and a user holds for ever, stops nobody.
    fs::set_permissions(place.path("cache/run/lock"), fs::Permissions::from_mode(0o644)).expect("a mode");
    let theirs = fs::File::open(place.path("cache/run/lock")).expect("a file");
    theirs.lock().expect("a lock");
    assert_eq!(place.run("state.sls touches").code, Some(0));
    assert_eq!(mode("cache/run/lock"), 0o600);
}

#[test]
fn a_command_that_hangs_is_ended_by_the_configured_time_and_named() {
    let place = place().with("orchestration/minion", &format!("{MINION}cmd_timeout: 0.2\n"));
    let place = place.with("states/hangs.sls", "sleep 600:\n  cmd.run: []\n");
    let said = place.run("state.sls hangs");
    assert_eq!(said.code, Some(1));
    assert!(said.stdout.contains("Timed out after 0.2 seconds"), "{}", said.stdout);
    let place = place.with("states/long.sls", "sleep 0.5:\n  cmd.run:\n    - timeout: 60\n");
    assert_eq!(place.run("state.sls long").code, Some(0), "its own timeout counts");
}
