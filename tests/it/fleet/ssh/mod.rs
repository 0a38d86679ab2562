//! `orchestrate ssh` against a real sshd of this machine: own port, own keys, own configuration.
//!
//! Without Debian's `openssh-server` these tests say so and prove nothing; `.ci/run` installs it.

mod aws;
mod bad_hosts;
mod visits;

use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use super::{PROGRAM, Printed, pause};
use crate::support::left_out;

const SSHD: &str = "/usr/sbin/sshd";

/// A running sshd with a configuration of an operator, ended when dropped.
pub struct Sshd {
    directory: tempfile::TempDir,
    server: Child,
    pub port: u16,
}

/// The program without what only a debugger reads: it is shipped, and its digest is checked at each visit.
fn shipped() -> &'static Path {
    static SHIPPED: OnceLock<PathBuf> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let (path, new) =
            (directory.join("shipped"), directory.join(format!("shipped-{}", std::process::id())));
        let written = |path: &Path| std::fs::metadata(path).and_then(|facts| facts.modified()).ok();
        if written(&path) < written(Path::new(PROGRAM)) {
            run("strip", &["-o", &new.display().to_string(), PROGRAM]);
            std::fs::rename(&new, &path).unwrap();
        }
        path
    })
}

fn run(program: &str, words: &[&str]) {
    let done = Command::new(program).args(words).stdin(Stdio::null()).output().unwrap();
    assert!(done.status.success(), "{program} {words:?}: {done:?}");
}

/// Starts sshd on a free port; none where it does not come to answer there as an sshd.
fn start(line: &str, path: &dyn Fn(&str) -> String) -> Option<(Child, u16)> {
    let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let configuration = format!(
        "Port {port}\nListenAddress 127.0.0.1\nHostKey {}\nPidFile none\nAuthorizedKeysFile {}\nStrictModes no\nUsePAM no\n\
         PasswordAuthentication no\nKbdInteractiveAuthentication no\nPermitRootLogin yes\n",
        path("host-key"),
        path("authorized")
    );
    std::fs::write(path("sshd_config"), configuration).unwrap();
    let mut server = Command::new("/bin/sh");
    server.arg("-c").arg(format!("{line} {SSHD} -D -e -f {}", path("sshd_config")));
    let mut server = server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let greets = || {
        let mut greeting = [0; 4];
        let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        stream.read_exact(&mut greeting).ok().filter(|()| greeting == *b"SSH-")
    };
    // It ends where the port is taken.
    while server.try_wait().unwrap().is_none() {
        if greets().is_some() {
            return Some((server, port));
        }
        pause();
    }
    None
}

impl Sshd {
    /// Starts one; none where there is no sshd.
    pub fn up() -> Option<Self> {
        Self::up_within("exec")
    }

    /// Starts one by a line of the shell that ends in `exec`: limits set there hold for all that it starts.
    pub fn up_within(line: &str) -> Option<Self> {
        let is_missing = !Path::new(SSHD).exists();
        let why = "openssh-server is missing (apt-get install openssh-server)";
        left_out("a test of ssh", usize::from(is_missing), why, true);
        if is_missing {
            return None;
        }
        let directory = tempfile::tempdir().unwrap();
        std::fs::set_permissions(directory.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        let path = |name: &str| directory.path().join(name).display().to_string();
        for key in ["host-key", "key", "other-key"] {
            run("ssh-keygen", &["-q", "-t", "ed25519", "-N", "", "-f", &path(key)]);
        }
        std::fs::copy(path("key.pub"), path("authorized")).unwrap();
        // Debian's sshd as root wants the directory that its unit makes.
        let _ = std::fs::create_dir("/run/sshd");
        let mut started = None;
        // Between the choice of a port and its use somebody else may take it.
        for _ in 0..5 {
            started = started.or_else(|| start(line, &path));
        }
        let (server, port) = started.expect("sshd does not listen");
        let sshd = Self { directory, server, port };
        sshd.know("host-key");
        sshd.roster("");
        std::fs::create_dir(sshd.path("cfg/states")).unwrap();
        std::fs::create_dir(sshd.path("cfg/pillar")).unwrap();
        Some(sshd)
    }

    /// A path of this test.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// The text of a path.
    pub fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    /// Notes a host key as the one of this sshd.
    pub fn know(&self, key: &str) {
        let public = std::fs::read_to_string(self.path(&format!("{key}.pub"))).unwrap();
        let key = public.split(' ').take(2).collect::<Vec<_>>().join(" ");
        std::fs::write(self.path("known"), format!("[127.0.0.1]:{} {key}\n", self.port)).unwrap();
    }

    /// Writes the operator's configuration and a roster: `web1` is this sshd, `dead1` a port where nobody listens.
    pub fn roster(&self, more: &str) {
        std::fs::create_dir_all(self.path("cfg")).unwrap();
        let write = |name: &str, text: String| std::fs::write(self.path(name), text).unwrap();
        let minion = serde_json::json!({
            "id": "ops",
            "cachedir": self.path("cfg/cache"),
            "file_roots": {"base": [self.path("cfg/states")]},
            "pillar_roots": {"base": [self.path("cfg/pillar")]},
            "ssh_config_file": self.path("ssh_config"),
        });
        write("cfg/minion", minion.to_string());
        write("ssh_config", format!("UserKnownHostsFile {}\nIdentitiesOnly yes\n", self.text("known")));
        let user = Command::new("id").arg("-un").output().expect("id runs").stdout;
        let user = String::from_utf8_lossy(&user).trim().to_owned();
        let (port, key, remote, cache) =
            (self.port, self.text("key"), self.text("remote"), self.text("remote-cache"));
        let host = |id: &str, port: u16, more: &str| {
            format!(
                "{id}:\n  host: 127.0.0.1\n  port: {port}\n  user: {user}\n  priv: {key}\n  thin_dir: {remote}\n  minion_opts: {{cachedir: {cache}, journal: False{more}}}\n"
            )
        };
        write(
            "cfg/roster",
            format!(
                "{{% set n = 1 %}}\n{}{}{more}",
                host("web{{ n }}", port, ", grains: {role: web}"),
                host("dead1", 1, "")
            ),
        );
    }

    /// A command line of the operator, not yet started.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.arg("ssh").arg("-c").arg(self.path("cfg")).arg("--program").arg(shipped()).args(words);
        command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").stdin(Stdio::null());
        command
    }

    /// Runs a command line of the operator.
    pub fn run(&self, words: &[&str]) -> Printed {
        Printed::of(self.command(words).output().unwrap())
    }

    /// The names in the directory of the host.
    pub fn on_host(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path("remote")).unwrap();
        let mut names: Vec<String> =
            entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The processes of jobs of this test, with their command lines.
    pub fn jobs(&self) -> Vec<(i32, String)> {
        let here = self.text("remote");
        self.processes("fleet-job").into_iter().filter(|(_, line)| line.contains(&here)).collect()
    }

    /// The processes whose command lines hold a text, operators aside.
    pub fn processes(&self, text: &str) -> Vec<(i32, String)> {
        let of = |entry: std::fs::DirEntry| {
            let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
            let line = std::fs::read(entry.path().join("cmdline")).ok()?;
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            (line.contains(text) && !line.contains("--program")).then_some((pid, line))
        };
        std::fs::read_dir("/proc").unwrap().filter_map(|entry| of(entry.unwrap())).collect()
    }

    /// Waits until a command line has a text. It fails at once if the operator that starts the job has ended.
    pub fn until_some(&self, text: &str, operator: &mut Child) {
        for _ in 0..3000 {
            if !self.processes(text).is_empty() {
                return;
            }
            if operator.try_wait().unwrap().is_some() {
                let mut said = String::new();
                let pipes = (operator.stdout.take().unwrap(), operator.stderr.take().unwrap());
                let _ = pipes.0.chain(pipes.1).read_to_string(&mut said);
                panic!("nothing runs that has '{text}', and its operator has ended: {said}");
            }
            pause();
        }
        panic!("nothing runs that has '{text}'");
    }

    /// Waits until no command line holds a text.
    pub fn until_none(&self, text: &str) {
        for _ in 0..300 {
            if self.processes(text).is_empty() {
                return;
            }
            pause();
        }
        panic!("these still run: {:?}", self.processes(text));
    }

    /// Waits until the host runs no job.
    pub fn until_idle(&self) {
        self.until_none(&format!("fleet-job --config-dir {}", self.text("remote")));
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
