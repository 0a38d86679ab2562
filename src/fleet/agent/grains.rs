//! The grains of a running agent: its card has the new ones after a job that may change them, and after their files have changed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use tokio::sync::{mpsc, oneshot};

use super::child::{Runner, Task};
use super::serve::{News, Serving};
use crate::protocol::Call;
use model::{Map, Value};

/// How long collecting may take.
const COLLECTING: Duration = Duration::from_secs(300);
/// How often the files are looked at.
const LOOK: Duration = Duration::from_secs(20);
/// Functions that change no file but ask for new grains.
const REFRESHES: [&str; 4] =
    ["saltutil.refresh_grains", "saltutil.sync_grains", "saltutil.sync_all", "saltutil.sync_modules"];
/// Functions of grains that change nothing.
const READS: [&str; 8] = ["get", "items", "item", "ls", "has_value", "fetch", "filter_by", "equals"];

/// Where grains come from.
#[derive(Clone, Debug, Default)]
pub struct GrainSources {
    /// Files and directories that an administrator edits.
    pub files: Vec<PathBuf>,
    /// How often they are collected anew, whatever the files say: `grains_refresh_every`.
    pub every: Option<Duration>,
}

/// What is known of the files without reading them.
type Stamps = BTreeMap<PathBuf, (SystemTime, u64)>;

/// When grains are due.
pub(super) struct GrainWatch {
    sources: GrainSources,
    stamps: Stamps,
    looks: tokio::time::Interval,
    turns: tokio::time::Interval,
}

impl GrainSources {
    fn stamps(&self) -> Stamps {
        let mut stamps = Stamps::new();
        let mut paths = self.files.clone();
        for directory in &self.files {
            let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
            paths.extend(entries.map(|entry| entry.path()));
        }
        for path in paths {
            let Ok(facts) = std::fs::metadata(&path) else { continue };
            let Ok(modified) = facts.modified() else { continue };
            stamps.insert(path, (modified, facts.len()));
        }
        stamps
    }
}

impl GrainWatch {
    pub(super) fn new(sources: GrainSources) -> Self {
        let later = |pause: Duration| tokio::time::interval_at(tokio::time::Instant::now() + pause, pause);
        let turns = later(sources.every.unwrap_or(Duration::from_secs(365 * 24 * 3600)));
        Self { stamps: sources.stamps(), looks: later(LOOK), turns, sources }
    }

    /// Waits until grains are due: a file has changed, or their time has come.
    pub(super) async fn due(&mut self) {
        loop {
            tokio::select! {
                _ = self.turns.tick() => return,
                _ = self.looks.tick() => {
                    let now = self.sources.stamps();
                    if now != self.stamps {
                        self.stamps = now;
                        return;
                    }
                }
            }
        }
    }
}

/// Whether the grains are others after a function, or somebody asks for new ones. States may set grains too.
pub(super) fn changes_grains(fun: &str) -> bool {
    match fun.split_once('.') {
        Some(("grains", name)) => !READS.contains(&name),
        _ => REFRESHES.contains(&fun),
    }
}

/// Collects the grains in a child process, and reports them to the loop.
pub(super) async fn collect(runner: Arc<dyn Runner>, news: &mpsc::UnboundedSender<News>) {
    let task = Task { call: Call::new("grains.items", vec![]), roots: None };
    let (_kill, killed) = oneshot::channel();
    let ended = runner.run(task, COLLECTING, killed).await;
    match Value::from(ended.result) {
        Value::Map(grains) => {
            let _ = news.send(News::Grains(grains));
        }
        other => tracing::warn!("the grains could not be collected: {}", other.to_json()),
    }
}

impl Serving<'_> {
    /// Collects the grains beside the loop.
    pub(super) fn collect_grains(&self) {
        let (runner, news) = (Arc::clone(&self.agent.runner), self.news.clone());
        tokio::spawn(async move { collect(runner, &news).await });
    }

    /// Sends the card anew if the grains are others.
    pub(super) fn have_grains(&mut self, grains: Map) {
        if grains != self.agent.grains {
            self.agent.grains = grains;
            self.introduce(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Instant, timeout};

    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[tokio::test(start_paused = true)]
    async fn grains_are_collected_anew_as_often_as_the_configuration_says_though_no_file_has_changed() {
        let every = Duration::from_secs(120);
        let mut watch = GrainWatch::new(GrainSources { files: vec![], every: Some(every) });
        let began = Instant::now();
        for count in 1..4 {
            watch.due().await;
            assert_eq!(began.elapsed(), every * count);
        }
        let mut watch = GrainWatch::new(GrainSources::default());
        assert!(timeout(HOUR, watch.due()).await.is_err());
    }
}
