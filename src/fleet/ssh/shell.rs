//! Runs a command on a host. [`OpenSsh`] is OpenSSH's client; tests have a host in this process.

use std::path::PathBuf;
use std::process::Stdio;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::process::Command;

use super::roster::Host;

/// A command that runs on a host. Dropped, it ends.
pub struct Channel {
    /// What the command reads.
    pub stdin: Box<dyn AsyncWrite + Send + Unpin>,
    /// What it writes.
    pub stdout: Box<dyn AsyncRead + Send + Unpin>,
    /// How it ends.
    pub ended: BoxFuture<'static, Ending>,
}

/// How a command ended.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Ending {
    /// Its exit code; none where a signal ended the client. 255 is the client's own.
    pub code: Option<i32>,
    /// What it, or the client, wrote to stderr: the last of it.
    pub stderr: String,
}

/// What runs commands on hosts.
pub trait Shell: Send + Sync {
    /// Starts one.
    ///
    /// # Errors
    ///
    /// The client cannot be started.
    fn start(&self, host: &Host, command: &str) -> std::io::Result<Channel>;
}

/// OpenSSH's client, one process for each connection.
#[derive(Clone, Debug)]
pub struct OpenSsh {
    /// The program: `ssh`.
    pub program: PathBuf,
    /// A file of configuration in place of the user's.
    pub config: Option<PathBuf>,
    /// True when the key of a host that is not known yet is accepted and noted. The key of a known host may never differ.
    pub accepts_new: bool,
}

/// What is kept of stderr.
const MOST_SAID: usize = 16 * 1024;
/// Seconds until a connection must be there, as Salt's `ssh_timeout`.
const CONNECT: u64 = 60;

impl OpenSsh {
    /// What comes first is what the client takes: nothing below overrides these.
    fn fixed(&self) -> Vec<String> {
        let keys = if self.accepts_new { "accept-new" } else { "yes" };
        let mut words = vec!["-o".to_owned(), "BatchMode=yes".to_owned()];
        words.extend(["-o".to_owned(), format!("StrictHostKeyChecking={keys}")]);
        words.extend([
            "-o".to_owned(),
            "ForwardAgent=no".to_owned(),
            "-o".to_owned(),
            "ForwardX11=no".to_owned(),
        ]);
        if let Some(config) = &self.config {
            words.extend(["-F".to_owned(), config.display().to_string()]);
        }
        words
    }

    /// The client's arguments for a host.
    pub fn arguments(&self, host: &Host, command: &str) -> Vec<String> {
        let mut shared = self.fixed();
        let put = |words: &mut Vec<String>, option: &str, value: &str| {
            words.extend([option.to_owned(), value.to_owned()]);
        };
        if let Some(key) = &host.key {
            put(&mut shared, "-i", key);
        }
        if host.identities_only {
            put(&mut shared, "-o", "IdentitiesOnly=yes");
        }
        for option in &host.options {
            put(&mut shared, "-o", option);
        }
        put(&mut shared, "-o", &format!("ConnectTimeout={}", host.timeout.unwrap_or(CONNECT)));
        // The client notices after this many seconds that a host has died.
        put(&mut shared, "-o", "ServerAliveInterval=5");
        put(&mut shared, "-o", "ServerAliveCountMax=3");
        put(&mut shared, "-o", "LogLevel=ERROR");
        let mut words = shared.clone();
        if let Some(jump) = &host.jump {
            // '-J' would leave these options out for the host between, the check of its key among them.
            put(&mut words, "-o", &format!("ProxyCommand={}", through(&self.program, &shared, jump)));
        }
        if let Some(port) = host.port {
            put(&mut words, "-p", &port.to_string());
        }
        if let Some(user) = &host.user {
            put(&mut words, "-l", user);
        }
        words.extend(["-T".to_owned(), "--".to_owned(), host.address.clone(), command.to_owned()]);
        words
    }
}

/// The command that connects through another host, as the client's configuration holds it.
fn through(program: &std::path::Path, shared: &[String], jump: &str) -> String {
    let quoted = |word: &str| format!("'{}'", word.replace('\'', "'\\''").replace('%', "%%"));
    let (jump, port) = match jump.rsplit_once(':') {
        Some((host, port)) if port.chars().all(|it| it.is_ascii_digit()) && !host.ends_with(':') => {
            (host, Some(port))
        }
        _ => (jump, None),
    };
    let mut words: Vec<String> = vec![quoted(&program.display().to_string())];
    words.extend(shared.iter().map(|word| quoted(word)));
    words.extend(port.into_iter().flat_map(|port| ["-p".to_owned(), quoted(port)]));
    words.extend(["-W".to_owned(), "[%h]:%p".to_owned(), "--".to_owned(), quoted(jump)]);
    format!("exec {}", words.join(" "))
}

impl Shell for OpenSsh {
    fn start(&self, host: &Host, command: &str) -> std::io::Result<Channel> {
        let mut process = Command::new(&self.program);
        process.args(self.arguments(host, command)).env("SSH_ASKPASS_REQUIRE", "never").kill_on_drop(true);
        let mut child =
            process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let missing = || std::io::Error::other("the client has no pipes");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let mut stderr = child.stderr.take().ok_or_else(missing)?;
        let ended = async move {
            let said = last_of(&mut stderr).await;
            let code = child.wait().await.ok().and_then(|status| status.code());
            Ending { code, stderr: said }
        };
        // Its stderr is read all the time: a full pipe would stop the client.
        let ended = tokio::spawn(ended);
        let ended = AbortOnDrop(ended).map(Option::unwrap_or_default).boxed();
        Ok(Channel { stdin: Box::new(stdin), stdout: Box::new(stdout), ended })
    }
}

/// A task that ends, together with its process, when nobody waits for it any more.
struct AbortOnDrop<T>(tokio::task::JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl<T> Future for AbortOnDrop<T> {
    type Output = Option<T>;

    fn poll(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<T>> {
        std::pin::Pin::new(&mut self.0).poll(context).map(Result::ok)
    }
}

/// Reads to the end, and keeps the last of it.
async fn last_of(from: &mut (impl AsyncRead + Unpin)) -> String {
    let (mut kept, mut buffer) = (vec![], vec![0; 4096]);
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        kept.extend_from_slice(&buffer[..read]);
        let over = kept.len().saturating_sub(MOST_SAID);
        kept.drain(..over);
    }
    // A line of the client ends as a terminal has it.
    String::from_utf8_lossy(&kept).replace("\r\n", "\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client() -> OpenSsh {
        OpenSsh { program: "ssh".into(), config: Some("/c".into()), accepts_new: false }
    }

    #[test]
    fn checks_come_first_so_that_no_option_of_a_roster_undoes_them() {
        let host = Host {
            address: "10.0.0.1".to_owned(),
            port: Some(2222),
            user: Some("admin".to_owned()),
            key: Some("/k".to_owned()),
            options: vec!["StrictHostKeyChecking=no".to_owned(), "ConnectTimeout=3".to_owned()],
            ..Host::default()
        };
        let words = client().arguments(&host, "true");
        let place = |word: &str| words.iter().position(|it| it == word).unwrap_or(usize::MAX);
        assert!(place("StrictHostKeyChecking=yes") < place("StrictHostKeyChecking=no"), "{words:?}");
        assert!(place("ConnectTimeout=3") < place("ConnectTimeout=60"), "{words:?}");
        assert_eq!(words[words.len() - 8..], ["-p", "2222", "-l", "admin", "-T", "--", "10.0.0.1", "true"]);
    }

    #[test]
    fn the_host_between_is_checked_as_well() {
        let host = Host {
            jump: Some("ops@bastion:2200".to_owned()),
            key: Some("/a b'%".to_owned()),
            ..Host::default()
        };
        let words = client().arguments(&host, "true");
        let proxy = words.iter().find(|word| word.starts_with("ProxyCommand=")).unwrap();
        assert!(
            proxy
                .starts_with("ProxyCommand=exec 'ssh' '-o' 'BatchMode=yes' '-o' 'StrictHostKeyChecking=yes'"),
            "{proxy}"
        );
        assert!(proxy.contains("'-F' '/c' '-i' '/a b'\\''%%'"), "{proxy}");
        assert!(proxy.ends_with("-p '2200' -W [%h]:%p -- 'ops@bastion'"), "{proxy}");
        assert!(
            through("ssh".as_ref(), &[], "fe80::1").ends_with("-- 'fe80::1'"),
            "a bare IPv6 address has no port"
        );
    }
}
