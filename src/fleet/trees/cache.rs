//! Unpacked trees on a disk: fetched once, kept while they are among the last ones that were used.

use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::sealed_tree::{LAYOUT, unpack};
use super::store::{TreeSource, name_of};
use super::{Roots, Tree, TreeError, chunks};
use crate::identity::{Operator, Operators};
use crate::protocol::{Refusal, SealedTree, Supply};
use crate::transport::Transport;
use machine::file;
use machine::lock::{Lock, LockError};
use model::Map;

/// How many trees an instance keeps: those that it used last.
pub const KEPT: usize = 4;
/// How often a program that waits for another one looks.
const LOOK: Duration = Duration::from_millis(50);
/// The right that an operator needs in order to publish, as a function's name.
pub const RIGHT: &str = "tree.publish";
/// The right to publish trees whose pillar ops nodes compile. It is needed for all instances.
pub const PILLAR_RIGHT: &str = "tree.publish_pillar";

/// A directory of unpacked trees. One task of one program at a time fetches.
#[derive(Debug)]
pub struct TreeCache {
    directory: PathBuf,
    kept: usize,
    busy: tokio::sync::Mutex<()>,
    source: Option<Arc<dyn TreeSource>>,
}

impl TreeCache {
    /// A cache in a directory, which is made when the first tree comes; `kept` trees stay.
    pub fn new(directory: PathBuf, kept: usize) -> Self {
        Self { directory, kept, busy: tokio::sync::Mutex::new(()), source: None }
    }

    /// The same; trees in a bucket come from there.
    pub fn with_source(self, source: Option<Arc<dyn TreeSource>>) -> Self {
        Self { source, ..self }
    }

    /// The operator who published, if instances with these grains follow.
    ///
    /// # Errors
    ///
    /// The publisher is no longer an operator, or has no right to publish for this instance.
    pub fn publisher<'o>(
        operators: &'o Operators,
        supply: &Supply,
        (id, grains): (&str, &Map),
    ) -> Result<&'o Operator, TreeError> {
        let refused = |refusal| TreeError::Refused { revision: supply.revision.clone(), refusal };
        let operator = operators.find(&supply.by).ok_or_else(|| refused(Refusal::UnknownOperator))?;
        if operator.may(RIGHT, id, grains) {
            return Ok(operator);
        }
        let what = "publish trees".to_owned();
        Err(refused(Refusal::NotAllowed { operator: operator.name.clone(), what }))
    }

    /// The directories of a tree by environment; fetched, checked and unpacked first where that is needed.
    ///
    /// # Errors
    ///
    /// It is not on the servers, is not what was signed, or the disk would not take it.
    pub async fn roots(
        &self,
        transport: &dyn Transport,
        (tree, sealed_tree, supply): (Tree, &SealedTree, &Supply),
        by: &Operator,
        now: Timestamp,
    ) -> Result<Roots, TreeError> {
        let _alone = self.busy.lock().await;
        if !is_digest(&sealed_tree.sha256) {
            return Err(TreeError::Digest { revision: supply.revision.clone() });
        }
        let place = self.directory.join(&sealed_tree.sha256);
        if !place.is_dir() {
            let failed = |source| TreeError::Write { path: self.directory.clone(), source };
            fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.directory).map_err(failed)?;
            let _lock = self.lock(now).await?;
            // Somebody else may have brought it meanwhile.
            if !place.is_dir() {
                let partial = self.directory.join(format!("{}.partial", sealed_tree.sha256));
                match &sealed_tree.place {
                    None => chunks::fetch(transport, (sealed_tree, supply), &partial).await?,
                    Some(place) => self.fetch(place, (sealed_tree, supply), &partial).await?,
                }
                self.unpack(&partial, (tree, sealed_tree, supply), by, now)?;
            }
        }
        // The time of the last use: the oldest leave first.
        let used = std::time::SystemTime::from(now);
        let touch = || fs::File::open(&place)?.set_modified(used);
        touch().map_err(|source| TreeError::Write { path: place.clone(), source })?;
        self.leave_only_the_last();
        read_roots(&place)
    }

    /// Fetches from a bucket.
    async fn fetch(
        &self,
        place: &str,
        (sealed_tree, supply): (&SealedTree, &Supply),
        to: &Path,
    ) -> Result<(), TreeError> {
        let (revision, place) = (supply.revision.clone(), place.to_owned());
        let Some(source) = &self.source else {
            let reason = "nothing here can fetch from it".to_owned();
            return Err(TreeError::Store { revision, place, reason });
        };
        match source.fetch(&place, &name_of(&sealed_tree.sha256), sealed_tree.size, to).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(TreeError::NotThere { revision, place }),
            Err(reason) => Err(TreeError::Store { revision, place, reason }),
        }
    }

    /// Several programs of an ops node use one cache: one of them fetches, the others wait for it.
    async fn lock(&self, now: Timestamp) -> Result<Lock, TreeError> {
        let path = self.directory.join("lock");
        loop {
            match Lock::take(&path, "a published tree", now) {
                Err(LockError::Held { .. }) => tokio::time::sleep(LOOK).await,
                taken => return Ok(taken?),
            }
        }
    }

    fn unpack(
        &self,
        partial: &Path,
        (tree, sealed_tree, supply): (Tree, &SealedTree, &Supply),
        by: &Operator,
        now: Timestamp,
    ) -> Result<(), TreeError> {
        let (place, new) = (self.directory.join(&sealed_tree.sha256), self.directory.join("new"));
        let failed = |source| TreeError::Write { path: new.clone(), source };
        if new.exists() {
            fs::remove_dir_all(&new).map_err(failed)?;
        }
        fs::DirBuilder::new().mode(0o700).create(&new).map_err(failed)?;
        let sealed = file::read(partial)?;
        // The next attempt starts from the beginning, whatever the fault was.
        let unpacked = unpack(&sealed, (tree, sealed_tree, supply), by, (&new, now));
        file::remove(partial)?;
        if let Err(error) = unpacked {
            let _ = fs::remove_dir_all(&new);
            return Err(error);
        }
        Ok(file::rename(&new, &place)?)
    }

    /// Removes trees that were not used lately. What cannot be removed stays.
    fn leave_only_the_last(&self) {
        let mut trees = vec![];
        for name in
            file::names(&self.directory).unwrap_or_default().into_iter().filter(|name| is_digest(name))
        {
            let path = self.directory.join(name);
            let used = fs::metadata(&path).and_then(|facts| facts.modified());
            trees.extend(used.ok().map(|used| (used, path)));
        }
        trees.sort();
        let many = trees.len().saturating_sub(self.kept);
        for (_, path) in trees.into_iter().take(many) {
            let _ = fs::remove_dir_all(path);
        }
    }
}

fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.chars().all(|letter| letter.is_ascii_hexdigit())
}

/// Reads the directories of each environment of an unpacked tree.
fn read_roots(place: &Path) -> Result<Roots, TreeError> {
    let path = place.join(LAYOUT);
    let broken = || TreeError::Name(path.clone());
    let layout: indexmap::IndexMap<String, Vec<String>> =
        serde_json::from_slice(&file::read(&path)?).map_err(|_| broken())?;
    let is_plain = |name: &String| name.chars().all(|letter| letter.is_ascii_digit());
    if !layout.values().flatten().all(is_plain) {
        return Err(broken());
    }
    let full = |names: Vec<String>| names.iter().map(|name| place.join(name)).collect();
    Ok(layout.into_iter().map(|(env, names)| (env, full(names))).collect())
}
