//! A store with signed releases, and an instance on which they are deployed.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::artifact::{Limits, Manifest, Pinned, Refusal, Release, SigningKey};
use crate::deploy::*;
use crate::publish::{Promotion, build, promote, publish, sign};
use crate::store::Directory;
use machine::file;

pub fn now() -> Timestamp {
    "2026-01-02T03:04:05Z".parse().unwrap()
}

pub struct Place {
    pub dir: TempDir,
    pub key: SigningKey,
    pub rules: Rules,
    pub runtime: Runtime,
    /// The highstate's answer.
    pub highstate: RefCell<Result<Option<Highstate>, String>>,
    /// The target of `next` at each of its runs.
    pub ran_with: RefCell<Vec<Option<String>>>,
    /// Requests the end.
    pub end: watch::Sender<bool>,
    /// The time on the instance.
    pub day: Cell<Timestamp>,
    /// How often the instance was taken out of service.
    pub left: Cell<usize>,
    /// Each registration: the release that was finished then, and the IDs.
    pub registered: RefCell<Vec<String>>,
    /// The answer to the next registrations.
    pub registers: RefCell<Result<(), String>>,
    time: Cell<i64>,
}

impl Place {
    pub fn new() -> Self {
        let key = SigningKey::generate().unwrap().0;
        let rules = Rules {
            pinned: Pinned::of(vec![key.public()]),
            root: None,
            keep: 1,
            only_own_pointer: false,
            limits: Limits::default(),
            max_age_days: None,
            keep_free: 0,
            hooks_timeout: Duration::from_secs(20),
            on_failure: OnFailure::Rollback,
        };
        Self {
            dir: TempDir::new().unwrap(),
            key,
            rules,
            runtime: Runtime::new().unwrap(),
            highstate: RefCell::new(Ok(Some(Highstate { states: 1, ..Highstate::default() }))),
            ran_with: RefCell::default(),
            end: watch::channel(false).0,
            day: Cell::new(now()),
            left: Cell::new(0),
            registered: RefCell::default(),
            registers: RefCell::new(Ok(())),
            time: Cell::new(now().as_second()),
        }
    }

    pub fn keys(&self) -> Pinned {
        self.rules.pinned.clone()
    }

    pub fn store(&self) -> Directory {
        Directory::new(&self.dir.path().join("store"))
    }

    pub fn root(&self) -> PathBuf {
        self.dir.path().join("srv")
    }

    pub fn layout(&self) -> Layout {
        Layout::new(&self.root(), "myapp")
    }

    /// A file of the next artifacts, with its mode.
    pub fn source(&self, path: &str, text: &str, mode: u32) {
        let path = self.dir.path().join("source").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Publishes the contents of the source, with the revision in one of its files.
    pub fn published(&self, service: &str, revision: &str) {
        self.source("revision", revision, 0o644);
        let sequence = revision.trim_start_matches(char::is_alphabetic).parse().unwrap();
        let (service, revision) = (service.to_owned(), revision.to_owned());
        let release =
            Release { service, revision, sequence, created: now(), expires: None, build: [].into() };
        let (source, into) = (self.dir.path().join("source"), self.dir.path().join("built"));
        let (built, _) = build(&source, release, &into).unwrap();
        sign(&built, &self.key).unwrap();
        self.runtime.block_on(publish(&built, &self.store(), &self.keys())).unwrap();
    }

    /// Makes a revision the current one.
    pub fn promoted(&self, service: &str, revision: &str) {
        self.promoted_for(service, revision, None);
    }

    /// Makes a revision the current one of an instance, or of all.
    pub fn promoted_for(&self, service: &str, revision: &str, instance: Option<&str>) {
        self.time.set(self.time.get() + 1);
        let now = Timestamp::from_second(self.time.get()).unwrap();
        let promotion = Promotion { service, revision, instance, expires_days: None, rollback: true, now };
        self.runtime.block_on(promote(&promotion, &self.store(), &self.key, &self.keys())).unwrap();
    }

    /// The next promotion is made in the same second as the last one.
    pub fn time_back(&self) {
        self.time.set(self.time.get() - 1);
    }

    /// Publishes, promotes and deploys.
    pub fn deployed(&self, revision: &str) {
        self.published("myapp", revision);
        self.promoted("myapp", revision);
        self.deploy().unwrap();
    }

    pub fn deploy(&self) -> Result<Option<Report>, DeployError> {
        self.run(None, Disk::unwatched(), deploy)
    }

    pub fn run<T>(
        &self,
        revision: Option<&str>,
        disk: Disk<'_>,
        act: impl FnOnce(&Job<'_>) -> Result<T, DeployError>,
    ) -> Result<T, DeployError> {
        let (layout, store) = (self.layout(), self.store());
        self.with_world(disk, |world| {
            let job = Job {
                layout: &layout,
                instance: Some("testing"),
                revision,
                rules: &self.rules,
                store: &store,
                world,
            };
            act(&job)
        })
    }

    pub fn back(&self, disk: Disk<'_>) -> Result<Rollback, DeployError> {
        let layout = self.layout();
        self.with_world(disk, |world| {
            let hooks_timeout = Some(self.rules.hooks_timeout);
            rollback(&RollbackJob { layout: &layout, instance: None, revision: None, hooks_timeout, world })
        })
    }

    fn with_world<T>(&self, disk: Disk<'_>, act: impl FnOnce(&World<'_>) -> T) -> T {
        let highstate = |layout: &Layout| {
            self.ran_with.borrow_mut().push(layout.linked(Link::Next).unwrap());
            self.highstate.borrow().clone()
        };
        let journal = self.dir.path().join("journal").display().to_string();
        act(&World {
            disk,
            runtime: self.runtime.handle().clone(),
            clock: &|| self.day.get(),
            end: self.end.subscribe(),
            environment: BTreeMap::from([("JOURNAL".to_owned(), journal)]),
            highstate: &highstate,
            leave: &|| {
                self.left.set(self.left.get() + 1);
                Ok(())
            },
            register: &|layout, waiting| {
                let record = ServiceRecord::load(&layout.record()).unwrap();
                let finished = record.finished.unwrap_or_default();
                let ids = waiting.iter().map(|it| it.id.as_str()).collect::<Vec<_>>().join(" ");
                self.registered.borrow_mut().push(format!("{finished}: {ids}"));
                self.registers.borrow().clone()
            },
        })
    }

    /// The output of hooks.
    pub fn journal(&self) -> String {
        fs::read_to_string(self.dir.path().join("journal")).unwrap_or_default()
    }

    /// The reason why a deployment is refused; it must change nothing.
    #[track_caller]
    pub fn refused(&self) -> Refusal {
        let before = self.current();
        let error = self.deploy().unwrap_err();
        assert_eq!(self.current(), before);
        match error {
            DeployError::Refused { refusal, .. } => refusal,
            other => panic!("{other}"),
        }
    }

    pub fn current(&self) -> Option<String> {
        self.layout().linked(Link::Current).unwrap()
    }

    pub fn status(&self) -> Status {
        statuses(&self.root(), Some("myapp")).unwrap().remove(0)
    }

    /// Checks that `current` leads to a complete release, or does not exist; returns its revision.
    #[track_caller]
    pub fn whole(&self) -> Option<String> {
        let revision = self.current()?;
        let link = self.layout().link(Link::Current);
        let manifest = fs::read(self.layout().manifest(&revision)).expect("its manifest is here");
        is_of(&Manifest::parse(&manifest).unwrap(), &link);
        assert_eq!(fs::read_to_string(link.join("revision")).unwrap(), revision);
        Some(revision)
    }

    /// The names in the releases' directory that are neither releases nor their manifests.
    pub fn left_behind(&self) -> Vec<String> {
        let layout = self.layout();
        let mut names = Vec::new();
        for directory in [layout.releases(), layout.home(), layout.root().to_owned()] {
            for entry in fs::read_dir(directory).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                let release = name.strip_prefix('.').and_then(|name| name.strip_suffix(".manifest"));
                let is_of_release = release.is_some_and(|release| layout.release(release).is_dir());
                if name.starts_with('.')
                    && !is_of_release
                    && name != ".deployed.json"
                    && !name.ends_with(".lock")
                {
                    names.push(name);
                }
            }
        }
        names
    }

    /// A copy of the deployed files, to begin from again.
    pub fn keep_root(&self) -> DeployedTree {
        let kept = self.dir.path().join("kept");
        file::remove(&kept).unwrap();
        file::copy(&self.root(), &kept, true).unwrap();
        DeployedTree(kept)
    }

    pub fn back_to(&self, kept: &DeployedTree) {
        file::remove(&self.root()).unwrap();
        file::copy(&kept.0, &self.root(), true).unwrap();
    }
}

pub struct DeployedTree(PathBuf);

/// Every entry of a manifest is there, with its content.
#[track_caller]
fn is_of(manifest: &Manifest, directory: &Path) {
    use crate::artifact::Entry;
    for entry in &manifest.entries {
        let path = directory.join(entry.path());
        match entry {
            Entry::Directory { mode, .. } => {
                assert!(path.is_dir(), "{}", path.display());
                assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, *mode);
            }
            Entry::File { sha256, mode, .. } => {
                assert_eq!(file::digest(&path, file::Algorithm::Sha256).unwrap(), *sha256);
                assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, *mode);
            }
            Entry::Link { target, .. } => assert_eq!(fs::read_link(&path).unwrap(), Path::new(target)),
        }
    }
}

/// Allows this many changes and then none, as a kill would.
pub struct Killer {
    left: Cell<usize>,
    pub stopped_at: RefCell<Option<String>>,
}

impl Killer {
    pub fn after(count: usize) -> Self {
        Self { left: Cell::new(count), stopped_at: RefCell::new(None) }
    }

    pub fn judge(&self, attempt: &'static str, path: &Path) -> io::Result<()> {
        if self.left.get() == 0 {
            self.stopped_at.borrow_mut().get_or_insert_with(|| format!("{attempt} {}", path.display()));
            return Err(io::Error::other("killed"));
        }
        self.left.set(self.left.get() - 1);
        Ok(())
    }
}
