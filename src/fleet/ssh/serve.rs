//! The host's side of one connection: grains, tree, job, answer. Nothing is left running when the operator goes.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::io::{AsyncBufRead, AsyncReadExt, AsyncWrite};
use tokio::sync::{Mutex, oneshot, watch};

use super::wire::{Done, Hello, Reply, WireError, Word, Work, hear, say};
use crate::agent::{Ended, Runner, Task};
use crate::protocol::{Call, Status};
use crate::transport::{BucketEntry, Link, Placed, Subscription, Transport, TransportError};
use crate::trees::{KEPT, Roots, Tree, TreeCache, chunks};
use model::chain;

/// How long grains may take.
const FOR_GRAINS: Duration = Duration::from_secs(120);
/// An operator who says nothing for so long has gone, whatever the connection says.
const SILENCE: Duration = Duration::from_secs(60);

/// Makes what runs the jobs of an operator who has said hello.
pub type MakeRunner<'a> = dyn Fn(&Hello) -> Result<Arc<dyn Runner>, String> + Send + Sync + 'a;

/// Where jobs run.
pub struct Site<'a> {
    /// Makes what runs jobs, once the configuration is known.
    pub runner: &'a MakeRunner<'a>,
    /// The directory for trees.
    pub trees: PathBuf,
    /// The clock.
    pub clock: fn() -> jiff::Timestamp,
}

/// What the operator says and hears.
struct Line<R, W> {
    from: R,
    to: W,
}

/// Serves one operator.
///
/// # Errors
///
/// The connection ended before the answer was sent.
pub async fn serve<R, W>(mut from: R, mut to: W, site: &Site<'_>) -> Result<(), WireError>
where
    R: AsyncBufRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin,
{
    let hello: Hello = hear(&mut from).await?;
    let runner = match (site.runner)(&hello) {
        Ok(runner) => runner,
        Err(why) => return answer(&mut to, Ended::without_result(Status::Refused, why)).await,
    };
    if hello.wants_grains {
        let (_stay, kill) = oneshot::channel();
        let call = Call::new("grains.items", vec![]);
        let ended = runner.run(Task { call, roots: None }, FOR_GRAINS, kill).await;
        match ended.result {
            serde_json::Value::Object(grains) if ended.retcode == 0 => {
                say(&mut to, &Reply::Grains(grains)).await?;
            }
            result => return answer(&mut to, Ended { result, retcode: 1, ..ended }).await,
        }
    }
    let work = first_work(&mut from).await?;
    let line = Arc::new(Mutex::new(Line { from, to }));
    let ended = match roots(&line, &work, site).await {
        Ok(roots) => {
            let (stop, kill) = oneshot::channel();
            let task = Task { call: work.call, roots };
            let running = runner.run(task, Duration::from_secs(work.deadline.max(1)), kill);
            until_gone(&line, running, stop).await?
        }
        Err(why) => Ended::without_result(Status::Refused, format!("the job was not started: {why}")),
    };
    answer(&mut line.lock().await.to, ended).await
}

async fn answer(to: &mut (impl AsyncWrite + Unpin), ended: Ended) -> Result<(), WireError> {
    say(to, &Reply::Answer(Done::from(ended))).await
}

/// The work, after words that say that the operator is there.
async fn first_work(from: &mut (impl AsyncBufRead + Unpin)) -> Result<Work, WireError> {
    loop {
        let heard: serde_json::Value = hear(from).await?;
        if heard != serde_json::json!("alive") {
            return serde_json::from_value(heard).map_err(|error| WireError::Foreign(error.to_string()));
        }
    }
}

/// Waits for a job, and ends it when the operator has gone.
async fn until_gone<R, W>(
    line: &Mutex<Line<R, W>>,
    running: BoxFuture<'static, Ended>,
    stop: oneshot::Sender<()>,
) -> Result<Ended, WireError>
where
    R: AsyncBufRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin,
{
    let mut running = running;
    let mut line = line.lock().await;
    let gone = async {
        // Whatever is said now is a sign of life alone.
        while let Ok(Ok(Word::Alive)) = tokio::time::timeout(SILENCE, hear(&mut line.from)).await {}
    };
    tokio::select! {
        ended = &mut running => return Ok(ended),
        () = gone => {}
    }
    let _ = stop.send(());
    running.await;
    Err(WireError::Ended)
}

async fn roots<R, W>(
    line: &Arc<Mutex<Line<R, W>>>,
    work: &Work,
    site: &Site<'_>,
) -> Result<Option<Roots>, String>
where
    R: AsyncBufRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin,
{
    let Some(supply) = &work.call.tree else { return Ok(None) };
    let by = work.by.as_ref().filter(|by| by.key == supply.by).ok_or("nobody signed its tree")?;
    let brought = Brought { line: Arc::clone(line) };
    let cache = TreeCache::new(site.trees.clone(), KEPT);
    let wanted = (Tree::States, &supply.states, &**supply);
    let roots = cache.roots(&brought, wanted, by, (site.clock)()).await;
    roots.map(Some).map_err(|error| chain(&error))
}

/// A tree's parts, asked for over the connection. It carries nothing else.
struct Brought<R, W> {
    line: Arc<Mutex<Line<R, W>>>,
}

impl<R, W> Brought<R, W>
where
    R: AsyncBufRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin,
{
    async fn part(&self, number: u64) -> Result<Vec<u8>, WireError> {
        let mut line = self.line.lock().await;
        say(&mut line.to, &Reply::Need(number)).await?;
        loop {
            match tokio::time::timeout(SILENCE, hear(&mut line.from))
                .await
                .map_err(|_| WireError::Ended)??
            {
                Word::Alive => {}
                Word::Part(size) if size <= chunks::PART => {
                    let mut bytes = vec![];
                    let read = (&mut line.from).take(size).read_to_end(&mut bytes).await?;
                    return if read as u64 == size { Ok(bytes) } else { Err(WireError::Ended) };
                }
                Word::Part(size) => return Err(WireError::Foreign(format!("a part of {size} bytes"))),
            }
        }
    }
}

/// What SSH does not carry.
fn nothing<T>(attempt: &'static str) -> BoxFuture<'static, Result<T, TransportError>>
where
    T: Send + 'static,
{
    let reason = "there is no server".to_owned();
    futures::future::ready(Err(TransportError::Failed { attempt, reason })).boxed()
}

impl<R, W> Transport for Brought<R, W>
where
    R: AsyncBufRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin,
{
    fn last(&self, _: String, subject: String) -> BoxFuture<'_, Result<Option<Vec<u8>>, TransportError>> {
        async move {
            let failed = |reason: String| TransportError::Failed { attempt: "the tree's way here", reason };
            let number = subject.rsplit('.').next().and_then(|number| number.parse().ok());
            let number = number.ok_or_else(|| failed(format!("'{subject}' is no part of a tree")))?;
            self.part(number).await.map(Some).map_err(|error| failed(chain(&error)))
        }
        .boxed()
    }

    fn publish(&self, _: String, _: Vec<u8>) -> BoxFuture<'_, Result<(), TransportError>> {
        nothing("a message")
    }

    fn ask(&self, _: String, _: Vec<u8>, _: String) -> BoxFuture<'_, Result<(), TransportError>> {
        nothing("a message")
    }

    fn subscribe(&self, _: String) -> BoxFuture<'_, Result<Subscription, TransportError>> {
        nothing("a subscription")
    }

    fn store(&self, _: String, _: Vec<u8>) -> BoxFuture<'_, Result<(), TransportError>> {
        nothing("a message to keep")
    }

    fn last_at(&self, _: String, _: String) -> BoxFuture<'_, Result<Placed, TransportError>> {
        nothing("a look into a stream")
    }

    fn store_after(&self, _: String, _: Vec<u8>, _: u64) -> BoxFuture<'_, Result<bool, TransportError>> {
        nothing("a message to keep")
    }

    fn subjects(&self, _: String, _: String) -> BoxFuture<'_, Result<Vec<String>, TransportError>> {
        nothing("a list of subjects")
    }

    fn bucket_from(&self, _: String, _: u64) -> BoxFuture<'_, Result<Vec<BucketEntry>, TransportError>> {
        nothing("a look into a bucket")
    }

    fn link(&self) -> watch::Receiver<Link> {
        watch::Sender::new(Link::Up(1)).subscribe()
    }

    fn flush(&self) -> BoxFuture<'_, Result<(), TransportError>> {
        futures::future::ready(Ok(())).boxed()
    }
}
