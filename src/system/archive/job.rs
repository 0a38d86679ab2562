//! Extracting an archive, and setting the owner of its files.

use std::path::PathBuf;

use machine::archive::{Archive, Owner};
use machine::file::{self, Permissions};
use model::{Outcome, chain};

/// The work, in order.
#[derive(Clone, Debug)]
pub struct Job {
    into: PathBuf,
    owner: Permissions,
    /// The paths that belong to an owner; `None` means all.
    pub(super) within: Option<PathBuf>,
    /// The paths that are removed first.
    pub(super) removed: Vec<PathBuf>,
    /// The archive that is extracted; none if only the owner differs.
    pub(super) archive: Option<Archive>,
    /// The paths that get an owner.
    pub(super) given: Vec<PathBuf>,
    /// The outcome.
    pub(super) done: Outcome,
}

impl crate::Step for Job {
    fn refusal(&self) -> Option<String> {
        let removed = self.removed.iter().map(|path| file::check_path(path, false, None));
        let into = self.archive.iter().map(|_| file::check_path(&self.into, true, self.owner.uid));
        let given = self.given.iter().map(|path| file::check_permit(path, false, self.owner));
        removed.chain(into).chain(given).find_map(Result::err).map(|error| chain(&error))
    }

    async fn carry_out(self) -> Outcome {
        // Large archives take a long time; other states of the run go on meanwhile.
        let worked = tokio::task::spawn_blocking(move || self.work());
        match worked.await {
            Ok(Ok(done)) => done,
            Ok(Err(why)) => Outcome::failed(why),
            Err(_) => Outcome::failed("the extraction ended early"),
        }
    }
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

    fn work(self) -> Result<Outcome, String> {
        for path in &self.removed {
            file::remove(path).map_err(|error| chain(&error))?;
        }
        let has_owner = self.owner.uid.is_some() || self.owner.gid.is_some();
        if let Some(archive) = &self.archive {
            let mut missing: Vec<_> = self.into.ancestors().take_while(|path| !path.is_dir()).collect();
            missing.reverse();
            for path in missing {
                let uid = self.owner.uid.filter(|_| path == self.into);
                let whose = Permissions { uid, ..Permissions::default() };
                file::make_directory(path, whose).map_err(|error| chain(&error))?;
            }
            let below =
                |within: &PathBuf| within.strip_prefix(&self.into).map(PathBuf::from).unwrap_or_default();
            let within = self.within.as_ref().map(below);
            let owner = Owner { uid: self.owner.uid, gid: self.owner.gid, within };
            archive.extract(&self.into, owner).map_err(|error| chain(&error))?;
        } else if has_owner {
            for path in &self.given {
                file::permit(path, self.owner).map_err(|error| chain(&error))?;
            }
        }
        Ok(self.done)
    }
}
