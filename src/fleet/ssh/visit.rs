//! The operator's side of one connection: from the start of the client to the answer.

use std::time::Duration;

use futures::future::BoxFuture;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

use super::bundle::Bundle;
use super::program::Program;
use super::roster::Host;
use super::script::command;
use super::shell::{Channel, Ending, Shell};
use super::wire::{Hello, Reply, WireError, Word, Work, hear, line, say};
use crate::agent::Ended;
use crate::protocol::{Call, Compiled};
use model::{Map, Value, chain};

/// What a visit does on hosts.
pub struct Errand<'a> {
    /// The call, without its tree.
    pub call: Call,
    /// Seconds that it may run.
    pub deadline: u64,
    /// What can be shipped.
    pub programs: &'a [Program],
    /// Whether the program and the tree are removed afterwards.
    pub wipes: bool,
    /// What gives the tree and the pillar; none where the call reads neither.
    pub supplier: Option<&'a Supplier>,
}

/// A tree with the pillar of one host.
pub struct Supplied {
    /// The tree.
    pub bundle: std::sync::Arc<Bundle>,
    /// The pillar.
    pub pillar: Compiled,
}

/// Compiles the pillar of a host from its grains.
pub type Supplier = dyn Fn(Host, Map) -> BoxFuture<'static, Supplied> + Send + Sync;

/// What came of a visit.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The host answered, with its grains if they were requested.
    Answered(Ended, Option<Map>),
    /// There was no connection: what the client said.
    Unreached(String),
    /// There was one, and nothing was started: why.
    NotStarted(String),
    /// The job was under way, and the connection ended.
    Lost(String),
}

/// Lines that a login shell may write before ours.
const MOST_NOISE: u64 = 64 * 1024;
/// How often the host hears that the operator is still there.
const ALIVE: Duration = Duration::from_secs(10);
/// What storing the program, fetching the tree and ending the job may take besides the job itself.
const AROUND: Duration = Duration::from_secs(600);
/// How long the command may take to end once all is said.
const FOR_THE_END: Duration = Duration::from_secs(20);
/// The exit code of the client itself.
const OF_CLIENT: i32 = 255;

/// Visits a host: one connection, one command, whatever has to be brought.
pub async fn visit(shell: &dyn Shell, host: &Host, errand: &Errand<'_>) -> Outcome {
    let mark = format!("orchestrate-ssh {:016x}", rand::random::<u64>());
    let channel = match shell.start(host, &command(host, errand.programs, &mark, errand.wipes)) {
        Ok(channel) => channel,
        Err(error) => return Outcome::Unreached(format!("ssh cannot be started: {error}")),
    };
    let Channel { stdin, stdout, ended } = channel;
    let mut talk = Talk {
        stdin,
        stdout: BufReader::new(stdout),
        is_under_way: false,
        is_connected: false,
        grains: None,
    };
    let patience = Duration::from_secs(errand.deadline + host.timeout.unwrap_or(60)).saturating_add(AROUND);
    let talked = tokio::time::timeout(patience, talk.through(host, errand, &mark)).await;
    let (is_under_way, is_connected, grains) = (talk.is_under_way, talk.is_connected, talk.grains.take());
    // The host's side reads the end of its input, and ends what it started.
    drop(talk);
    match talked {
        Ok(Ok(done)) => {
            // What it stored for this job alone is removed before it ends.
            let _ = tokio::time::timeout(FOR_THE_END, ended).await;
            Outcome::Answered(done, grains)
        }
        Ok(Err(Stopped::Refused(why))) => Outcome::NotStarted(why),
        Ok(Err(Stopped::Wire(error))) => {
            let ending = tokio::time::timeout(FOR_THE_END, ended).await.unwrap_or_default();
            let said = said(&ending, &error);
            match (is_under_way, is_connected || ending.code != Some(OF_CLIENT)) {
                (true, _) => Outcome::Lost(said),
                (false, true) => Outcome::NotStarted(said),
                (false, false) => Outcome::Unreached(said),
            }
        }
        Err(_) => Outcome::Lost(format!("it did not answer within {} s", patience.as_secs())),
    }
}

/// What the client or the host said; else how the command ended.
fn said(ending: &Ending, error: &WireError) -> String {
    match (&ending.stderr, ending.code) {
        (stderr, Some(OF_CLIENT) | None) if !stderr.is_empty() => stderr.clone(),
        (stderr, Some(code)) if !stderr.is_empty() => {
            format!("the command ended with exit code {code}: {stderr}")
        }
        (_, Some(code)) => format!("{}, with exit code {code}", chain(error)),
        (_, None) => chain(error),
    }
}

enum Stopped {
    Refused(String),
    Wire(WireError),
}

impl From<WireError> for Stopped {
    fn from(error: WireError) -> Self {
        Self::Wire(error)
    }
}

impl From<std::io::Error> for Stopped {
    fn from(error: std::io::Error) -> Self {
        Self::Wire(error.into())
    }
}

struct Talk {
    stdin: Box<dyn AsyncWrite + Send + Unpin>,
    stdout: BufReader<Box<dyn AsyncRead + Send + Unpin>>,
    is_connected: bool,
    is_under_way: bool,
    grains: Option<Map>,
}

impl Talk {
    async fn through(&mut self, host: &Host, errand: &Errand<'_>, mark: &str) -> Result<Ended, Stopped> {
        let mut word = self.marked(mark).await?;
        if let Some(architecture) = word.strip_prefix("missing ") {
            let program = errand.programs.iter().find(|it| it.architecture == architecture);
            let program = program
                .ok_or_else(|| Stopped::Refused(format!("it asks for a program for {architecture}")))?;
            // Where the host cannot store it, the script says why, and this write fails or not.
            let sent = self.send(program).await;
            word = self.marked(mark).await?;
            if word == "ready" {
                sent?;
            }
        }
        match word.strip_prefix("refused ") {
            Some(why) => return Err(Stopped::Refused(why.to_owned())),
            None if word != "ready" => return Err(Stopped::Refused(format!("it says '{word}'"))),
            None => {}
        }
        let Value::Map(grains) = self.greet(host, errand).await? else {
            return Err(WireError::Foreign("grains are no mapping".to_owned()).into());
        };
        let supplied = match errand.supplier {
            Some(supplier) => Some(self.waiting(supplier(host.clone(), grains)).await?),
            None => None,
        };
        self.work(errand, supplied).await
    }

    /// The next line that begins with the mark. Others come from the user's login shell.
    async fn marked(&mut self, mark: &str) -> Result<String, Stopped> {
        let mut noise = 0;
        loop {
            let line = line(&mut self.stdout, MOST_NOISE).await?.ok_or(WireError::Ended)?;
            noise += line.len() as u64 + 1;
            let text = String::from_utf8_lossy(&line);
            if let Some(word) = text.strip_prefix(mark).and_then(|rest| rest.strip_prefix(' ')) {
                self.is_connected = true;
                return Ok(word.trim_end().to_owned());
            }
            if noise > MOST_NOISE {
                return Err(Stopped::Refused("its login shell prints without end".to_owned()));
            }
        }
    }

    async fn send(&mut self, program: &Program) -> Result<(), Stopped> {
        let file = tokio::fs::File::open(&program.path).await?;
        let mut file = file.take(program.size);
        let mut buffer = vec![0; 256 * 1024];
        loop {
            match file.read(&mut buffer).await? {
                0 => break,
                read => self.stdin.write_all(&buffer[..read]).await?,
            }
        }
        Ok(self.stdin.flush().await?)
    }

    /// The grains, if they were requested.
    async fn greet(&mut self, host: &Host, errand: &Errand<'_>) -> Result<Value, Stopped> {
        let wants_grains = errand.supplier.is_some();
        let config = match Value::Map(host.minion_opts.clone()).to_json() {
            serde_json::Value::Object(config) => config,
            _ => serde_json::Map::new(),
        };
        say(&mut self.stdin, &Hello { id: host.id.clone(), config, wants_grains }).await?;
        if !wants_grains {
            return Ok(Value::Map(Map::new()));
        }
        match hear(&mut self.stdout).await? {
            Reply::Grains(grains) => {
                let grains = Value::from(serde_json::Value::Object(grains));
                self.grains = grains.as_map().cloned();
                Ok(grains)
            }
            Reply::Answer(done) => {
                let Ended { result, .. } = done.into();
                Err(Stopped::Refused(format!("its grains cannot be collected: {result}")))
            }
            Reply::Need(_) => Err(WireError::Foreign("it wants a tree before its work".to_owned()).into()),
        }
    }

    /// Waits, and sends the host a sign that the operator is still connected.
    async fn waiting<T>(&mut self, what: BoxFuture<'_, T>) -> Result<T, Stopped> {
        let mut what = what;
        loop {
            match tokio::time::timeout(ALIVE, &mut what).await {
                Ok(done) => return Ok(done),
                Err(_) => say(&mut self.stdin, &Word::Alive).await?,
            }
        }
    }

    async fn work(&mut self, errand: &Errand<'_>, supplied: Option<Supplied>) -> Result<Ended, Stopped> {
        let mut call = errand.call.clone();
        let bundle = supplied.map(|Supplied { bundle, pillar }| {
            call.tree = Some(Box::new(bundle.supply(pillar)));
            bundle
        });
        let by = bundle.as_ref().map(|bundle| bundle.by().clone());
        say(&mut self.stdin, &Work { call, by, deadline: errand.deadline }).await?;
        self.is_under_way = true;
        loop {
            self.until_said().await?;
            match hear(&mut self.stdout).await? {
                Reply::Answer(done) => return Ok(done.into()),
                Reply::Grains(_) => return Err(WireError::Foreign("it sends grains twice".to_owned()).into()),
                Reply::Need(number) => {
                    let part = bundle.as_ref().and_then(|bundle| bundle.part(number));
                    let part = part
                        .ok_or_else(|| WireError::Foreign(format!("it wants part {number} of the tree")))?;
                    say(&mut self.stdin, &Word::Part(part.len() as u64)).await?;
                    self.stdin.write_all(part).await?;
                    self.stdin.flush().await?;
                }
            }
        }
    }

    /// Waits until the host sends something. It reads nothing, so a wait can be cancelled at any time.
    async fn until_said(&mut self) -> Result<(), Stopped> {
        loop {
            match tokio::time::timeout(ALIVE, self.stdout.fill_buf()).await {
                Ok(read) => return Ok(read.map(drop)?),
                Err(_) => say(&mut self.stdin, &Word::Alive).await?,
            }
        }
    }
}
