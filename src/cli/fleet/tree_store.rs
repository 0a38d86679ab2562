//! Published trees in a bucket: `fleet: {trees: 's3://bucket/prefix'}`.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::process::Command;

use super::args::{given_path, whole};
use super::command::{FleetCommand, Given, PlaceArgs};
use super::open::{Opened, open, runtime};
use super::{Ended, failed, own_thread};
use crate::args::OutputArgs;
use crate::commands::{Session, open_bucket};
use crate::settings::{Environment, Settings};
use aws::calls::beside_the_run;
use exec::{required, takes};
use fleet::trees::{TreeSource, TreeStore};
use instance::store::{Content, Location, Store, StoreError};
use model::Effect::{AsksHosts, ChangesMachine};
use model::{Map, Minion, Shape, Value, chain};

/// The exit code of [`FETCH`] if the bucket has no such tree.
const MISSING: u8 = 2;

/// The word for it. The agent refers to this word alone: it must not contain what the command needs.
const FETCH_NAME: &str = "fleet-fetch";

/// Fetches a tree, in a process of its own: the agent never loads what AWS needs. The agent alone types it, so no manual lists it.
pub const FETCH: FleetCommand = FleetCommand {
    name: FETCH_NAME,
    link: None,
    signature: takes(&[
        required("place", Shape::Text, "where it is: s3://bucket/prefix"),
        required("name", Shape::Text, "its name there"),
        required("size", Shape::Integer, "how many bytes it has"),
        required("to", Shape::Text, "the file; it goes on where that ends"),
    ])
    .words(4),
    doc: "Fetches a published tree from a bucket.",
    returns: "nothing",
    does: &[AsksHosts, ChangesMachine],
    run: fetch,
};

fn fetch(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let opened = open(&given.place, OutputArgs::default(), "fleet-fetch", environment)?;
    let (place, name) = (given.bound.text("place"), given.bound.text("name"));
    let size = whole(&given.bound, "size")?.unwrap_or_default();
    let to = given_path(&given.bound, "to").unwrap_or_default();
    let buckets = Buckets { settings: opened.settings };
    let found = runtime()?.block_on(buckets.fetch(&place, &name, size, &to)).map_err(failed)?;
    Ok(if found { 0 } else { MISSING })
}

/// The bucket that the configuration names for trees; none for the servers' own stream.
///
/// # Errors
///
/// It is not a bucket.
pub fn configured(opened: &Opened) -> Result<Option<Bucket>, Ended> {
    let fleet = opened.config.opts.get("fleet").and_then(Value::as_map);
    let Some(given) = fleet.and_then(|fleet| fleet.get("trees")).filter(|it| it.is_truthy()) else {
        return Ok(None);
    };
    let location = given.as_str().and_then(Location::parse);
    let location =
        location.ok_or_else(|| failed("'fleet: {trees: …}' names a bucket: s3://bucket/prefix"))?;
    Ok(Some(Bucket { url: location.url(), buckets: Buckets { settings: opened.settings.clone() } }))
}

/// A bucket that trees are published to.
pub struct Bucket {
    url: String,
    buckets: Buckets,
}

impl TreeStore for Bucket {
    fn place(&self) -> &str {
        &self.url
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> BoxFuture<'a, Result<(), String>> {
        let name = name.to_owned();
        let put = move |store: Arc<dyn Store>| {
            async move { store.put(&name, Content::Bytes(&bytes)).await }.boxed()
        };
        self.buckets.with(&self.url, put).boxed()
    }
}

/// Any bucket, with this machine's configuration and credentials.
#[derive(Clone, Debug)]
pub struct Buckets {
    /// The settings.
    pub settings: Settings,
}

impl Buckets {
    async fn with<T: Send + 'static>(
        &self,
        url: &str,
        work: impl FnOnce(Arc<dyn Store>) -> BoxFuture<'static, Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, String> {
        let location = Location::parse(url).ok_or_else(|| format!("'{url}' is not a bucket"))?;
        let settings = self.settings.clone();
        let done = own_thread::start(move || {
            let session = Session::load(&settings).map_err(|error| error.report().problems.to_string())?;
            let (opts, grains) = (session.opts().clone(), session.grains().clone());
            let minion = Minion { opts, grains, pillar: Map::new() };
            let store = open_bucket(&session, &minion, &location);
            let store = store.map_err(|error| error.report().problems.to_string())?;
            let waited = session.reach().wait(beside_the_run(work(store)));
            waited.map_err(|error| error.to_string())?.map_err(|error| chain(&error))
        });
        done.await?
    }
}

impl TreeSource for Buckets {
    fn fetch<'a>(
        &'a self,
        place: &'a str,
        name: &'a str,
        size: u64,
        to: &'a Path,
    ) -> BoxFuture<'a, Result<bool, String>> {
        let (name, to) = (name.to_owned(), to.to_owned());
        let fetch = move |store: Arc<dyn Store>| async move { store.fetch(&name, size, &to).await }.boxed();
        self.with(place, fetch).boxed()
    }
}

/// Any bucket, by a child process.
#[derive(Clone, Debug)]
pub struct Fetcher {
    /// The program that has [`FETCH`].
    pub program: PathBuf,
    /// Where the configuration is.
    pub place: PlaceArgs,
}

impl TreeSource for Fetcher {
    fn fetch<'a>(
        &'a self,
        place: &'a str,
        name: &'a str,
        size: u64,
        to: &'a Path,
    ) -> BoxFuture<'a, Result<bool, String>> {
        async move {
            // It becomes a word of a command line.
            if Location::parse(place).is_none() {
                return Err(format!("'{place}' is not a bucket"));
            }
            let not_started = |error: std::io::Error| format!("a process cannot be started: {error}");
            let mut command = Command::new(&self.program);
            command.arg(FETCH_NAME);
            if let Some(directory) = &self.place.config_dir {
                command.arg("--config-dir").arg(directory);
            }
            command.args([place, name, &size.to_string()]).arg(to);
            command.stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true);
            let done = command.output().await.map_err(not_started)?;
            match done.status.code() {
                Some(0) => Ok(true),
                Some(code) if code == i32::from(MISSING) => Ok(false),
                _ => Err(String::from_utf8_lossy(&done.stderr).trim().to_owned()),
            }
        }
        .boxed()
    }
}
