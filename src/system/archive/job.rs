//! Taking an archive out, and giving what it held to whom it belongs.

use std::path::PathBuf;

use crate::machine::archive::Archive;
use crate::machine::file::{self, Permissions};
use crate::model::{Outcome, chain};

/// What is done, in order.
#[derive(Clone, Debug)]
pub struct Job {
    into: PathBuf,
    owner: Permissions,
    /// What of it belongs to somebody; none: all.
    pub(super) within: Option<PathBuf>,
    /// What goes first.
    pub(super) removed: Vec<PathBuf>,
    /// The archive that is taken out; none where only the owner differs.
    pub(super) archive: Option<Archive>,
    /// What is given to its owner.
    pub(super) given: Vec<PathBuf>,
    /// What is said then.
    pub(super) done: Outcome,
}

impl Job {
    pub(super) fn new(into: &str, owner: Permissions) -> Self {
        let into = into.trim_end_matches('/').into();
        Self {
            into,
            owner,
            within: None,
            removed: vec![],
            archive: None,
            given: vec![],
            done: Outcome::succeeded(""),
        }
    }

    pub(super) async fn carry_out(self) -> Outcome {
        // Large archives take their time; others of the run go on meanwhile.
        let worked = tokio::task::spawn_blocking(move || self.work());
        match worked.await {
            Ok(Ok(done)) => done,
            Ok(Err(why)) => Outcome::failed(why),
            Err(_) => Outcome::failed("taking the archive out ended early"),
        }
    }

    fn work(mut self) -> Result<Outcome, String> {
        for path in &self.removed {
            file::remove(path).map_err(|error| chain(&error))?;
        }
        if let Some(archive) = &self.archive {
            let is_new = !self.into.is_dir();
            std::fs::create_dir_all(&self.into)
                .map_err(|error| format!("'{}' cannot be made: {error}", self.into.display()))?;
            if is_new && self.owner.uid.is_some() {
                let whose = Permissions { uid: self.owner.uid, ..Permissions::default() };
                file::permit(&self.into, whose).map_err(|error| chain(&error))?;
            }
            let entries = archive.extract(&self.into).map_err(|error| chain(&error))?;
            let paths = entries.into_iter().map(|entry| self.into.join(entry.path));
            let within = self.within.as_ref();
            self.given = paths.filter(|path| within.is_none_or(|within| path.starts_with(within))).collect();
        }
        if self.owner.uid.is_some() || self.owner.gid.is_some() {
            for path in &self.given {
                file::permit(path, self.owner).map_err(|error| chain(&error))?;
            }
        }
        Ok(self.done)
    }
}
