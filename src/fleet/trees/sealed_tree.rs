//! A sealed tree: one tree, packed, signed by an operator, and sealed with keys that are made for it alone.
//!
//! The sealed bytes hold the length of the signed manifest (four bytes, the highest first), the manifest, and the archive.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use super::{TreeError, TreeFiles};
use crate::identity::{Identity, Operator};
use crate::protocol::{Domain, Refusal, SealedTree, Signed, Supply};
use instance::artifact::{self, Expected, Limits, Manifest, Release};
use machine::file::{self, Permissions};

/// The most bytes of a sealed tree. An instance holds it in memory while it checks it.
pub const MOST: u64 = 256 << 20;
/// The file of a tree that lists the directories of each environment.
pub const LAYOUT: &str = "roots.json";

/// Which of the two trees: the name of the artifact's service.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Tree {
    /// `file_roots`.
    States,
    /// `pillar_roots`.
    Pillar,
}

impl Tree {
    fn word(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Pillar => "pillar",
        }
    }
}

/// Who publishes what, and when.
#[derive(Clone, Copy, Debug)]
pub struct Publisher<'a> {
    /// The operator's keys.
    pub identity: &'a Identity,
    /// The name of the revision.
    pub revision: &'a str,
    /// Its number.
    pub sequence: u64,
    /// When.
    pub now: Timestamp,
}

/// A sealed tree with its bytes.
#[derive(Debug)]
pub struct Packed {
    /// What names it.
    pub sealed_tree: SealedTree,
    /// What the stream or a bucket keeps.
    pub bytes: Vec<u8>,
    /// How many bytes the files have.
    pub unpacked: u64,
}

/// Packs files. `scratch` is a directory that does not exist; it is removed afterwards.
///
/// # Errors
///
/// A file cannot be read, the scratch directory cannot be written, or the tree is too large.
pub fn pack(
    tree: Tree,
    tree_files: &TreeFiles,
    publisher: Publisher<'_>,
    scratch: &Path,
) -> Result<Packed, TreeError> {
    let packed = stage(tree_files, scratch).and_then(|()| pack_directory(tree, scratch, publisher));
    let _ = fs::remove_dir_all(scratch);
    packed
}

/// Copies the files, so that neither links nor owners nor odd permissions of the roots matter.
fn stage(tree_files: &TreeFiles, scratch: &Path) -> Result<(), TreeError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| TreeError::Write { path, source }
    };
    let mode = |mode| fs::Permissions::from_mode(mode);
    fs::DirBuilder::new().recursive(true).mode(0o700).create(scratch).map_err(failed(scratch))?;
    for place in &tree_files.directories {
        let path = scratch.join(place);
        let made = fs::create_dir(&path).and_then(|()| fs::set_permissions(&path, mode(0o755)));
        made.map_err(failed(&path))?;
    }
    for (place, from, is_executable) in &tree_files.files {
        let to = scratch.join(place);
        fs::copy(from, &to).map_err(|source| TreeError::Read { path: from.clone(), source })?;
        let mode = mode(if *is_executable { 0o755 } else { 0o644 });
        fs::set_permissions(&to, mode).map_err(failed(&to))?;
    }
    let path = scratch.join(LAYOUT);
    let layout = serde_json::to_vec(&tree_files.layout).unwrap_or_default();
    let written = fs::write(&path, layout).and_then(|()| fs::set_permissions(&path, mode(0o644)));
    written.map_err(failed(&path))
}

fn pack_directory(tree: Tree, directory: &Path, publisher: Publisher<'_>) -> Result<Packed, TreeError> {
    let release = Release {
        service: tree.word().to_owned(),
        revision: publisher.revision.to_owned(),
        sequence: publisher.sequence,
        created: publisher.now,
        expires: None,
        build: BTreeMap::new(),
    };
    let mut archive = vec![];
    let packed = artifact::pack(directory, release, &mut archive)?;
    let unpacked = packed.manifest.unpacked_bytes();
    seal(&packed.manifest, &archive, publisher.identity).map(|packed| Packed { unpacked, ..packed })
}

/// Signs and seals a manifest with its archive.
pub(super) fn seal(manifest: &Manifest, archive: &[u8], by: &Identity) -> Result<Packed, TreeError> {
    let refused = |refusal| TreeError::Refused { revision: manifest.revision.clone(), refusal };
    let signed =
        Signed::new(Domain::Tree, manifest, by).and_then(|signed| signed.to_bytes()).map_err(refused)?;
    let length = u32::try_from(signed.len()).unwrap_or(u32::MAX);
    let content = [&length.to_be_bytes(), signed.as_slice(), archive].concat();
    let found = content.len() as u64;
    if found > MOST {
        return Err(TreeError::TooLarge { found, most: MOST });
    }
    let once = Identity::generate();
    let bytes = by.seal(&content, &once.box_key())?;
    let sealed_tree =
        SealedTree { sha256: digest(&bytes), size: bytes.len() as u64, keys: once.seeds()?, place: None };
    Ok(Packed { sealed_tree, bytes, unpacked: 0 })
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Opens a sealed tree, checks who signed it, and unpacks it into `target`, a directory that exists and is empty.
pub(super) fn unpack(
    sealed: &[u8],
    (tree, sealed_tree, supply): (Tree, &SealedTree, &Supply),
    by: &Operator,
    (target, now): (&Path, Timestamp),
) -> Result<(), TreeError> {
    let revision = || supply.revision.clone();
    let refused = |refusal| TreeError::Refused { revision: revision(), refusal };
    if digest(sealed) != sealed_tree.sha256 {
        return Err(TreeError::Digest { revision: revision() });
    }
    let keys = Identity::from_seeds(&sealed_tree.keys, "a published tree")?;
    let content = keys.open(sealed, &by.seal).map_err(|_| refused(Refusal::NotSealedForUs))?;
    let (signed, archive) =
        split(&content).ok_or_else(|| refused(Refusal::Malformed { what: "a published tree".to_owned() }))?;
    let signed = Signed::read(signed).map_err(refused)?;
    if signed.by != by.key {
        return Err(refused(Refusal::WrongKey));
    }
    let manifest: Manifest = signed.open(Domain::Tree).map_err(refused)?;
    let of_artifact = |source| TreeError::Artifact { revision: revision(), source };
    let expected = Expected {
        service: tree.word(),
        revision: &supply.revision,
        seen: None,
        max_age_days: None,
        now,
        limits: Limits::default(),
    };
    manifest.check(&expected).map_err(|refusal| of_artifact(refusal.into()))?;
    let path = target.with_extension("archive");
    let private = Permissions { mode: Some(0o600), ..Permissions::default() };
    file::replace(&path, archive, private)?;
    let done = artifact::check_archive(&manifest, &path)
        .and_then(|()| artifact::unpack(&manifest, &path, target, &|_| Ok(())));
    file::remove(&path)?;
    done.map_err(of_artifact)
}

fn split(content: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = content.split_first_chunk::<4>()?;
    rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)
}
