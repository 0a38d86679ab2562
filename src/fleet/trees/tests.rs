//! Trees on the local transport: what is published comes whole, and what was tampered with does not come at all.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use futures::FutureExt;
use futures::future::{BoxFuture, ready};

use super::sealed_tree::{self, digest};
use super::*;
use crate::identity::Right;
use crate::identity::setup::Root;
use crate::operator::{Console, OperatorError, Publication, Published};
use crate::protocol::subjects::{TREES, tree};
use crate::protocol::{SealedTree, Supply};
use crate::transport::Transport;
use crate::transport::local::Local;
use instance::artifact::{Archive, Entry, Manifest};
use model::Map;

struct Stage {
    server: Local,
    root: Root,
    console: Console,
    directory: tempfile::TempDir,
}

async fn console(root: &mut Root, server: &Local, name: &str, functions: &[&str]) -> Console {
    let functions = functions.iter().map(|it| (*it).to_owned()).collect();
    let kit = root.add_operator(name, vec![Right { targets: "*".to_owned(), functions }], true, 0).unwrap();
    let transport: Arc<dyn Transport> = Arc::new(server.clone());
    Console::open(transport, kit, jiff::Timestamp::now).await.unwrap()
}

impl Stage {
    async fn new() -> Self {
        let (server, mut root) = (Local::default(), Root::generate(vec![], 0).unwrap());
        let console = console(&mut root, &server, "ops1", &["*"]).await;
        let stage = Self { server, root, console, directory: tempfile::tempdir().unwrap() };
        stage.write("states/top.sls", b"base: {'*': [web]}");
        stage.write("states/web/init.sls", b"a: test.nop");
        // More than one part, and nothing that packs well.
        let noise: Vec<u8> =
            (0..40_000_u32).flat_map(|number| digest(&number.to_be_bytes()).into_bytes()).collect();
        stage.write("states/web/large", &noise);
        stage.write("states/.git/config", b"secret");
        stage.write("pillar/top.sls", b"base: {}");
        stage
    }

    fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }

    fn write(&self, path: &str, content: &[u8]) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn list_files(&self, root: &str) -> TreeFiles {
        list_files(&[("base".to_owned(), vec![self.path(root)])].into_iter().collect()).unwrap()
    }

    async fn publish(&self, name: Option<&str>) -> Result<Publication, OperatorError> {
        let trees = (&self.list_files("states"), &self.list_files("pillar"));
        self.console.publish_trees(trees, name, &self.path("scratch"), None).await
    }

    async fn published(&self, name: &str) -> (Published, Supply) {
        self.publish(Some(name)).await.unwrap();
        let published = self.console.get_revision(name).await.unwrap();
        let supply = self.console.supply(&published).unwrap();
        (published, supply)
    }

    fn cache(&self) -> TreeCache {
        TreeCache::new(self.path("cache"), KEPT)
    }

    /// What an instance does with a supply.
    async fn fetch(&self, supply: &Supply) -> Result<Roots, TreeError> {
        let by = TreeCache::publisher(&self.console.operators, supply, ("web-1", &Map::new()))?;
        let wanted = (Tree::States, &supply.states, supply);
        self.cache().roots(&self.server, wanted, by, jiff::Timestamp::now()).await
    }

    /// Puts a sealed tree of somebody's making into the stream, and names it in a supply.
    async fn smuggle(&self, supply: &Supply, packed: Packed) -> Supply {
        chunks::store(&self.server, &packed.sealed_tree, &packed.bytes).await.unwrap();
        Supply { states: packed.sealed_tree, ..supply.clone() }
    }

    fn files(&self) -> usize {
        let names = fs::read_dir(self.path("cache")).into_iter().flatten();
        names.filter(|name| name.as_ref().unwrap().file_name() != "lock").count()
    }
}

fn said(error: &TreeError) -> String {
    model::chain(error)
}

#[tokio::test]
async fn what_is_published_comes_whole_and_its_links_are_what_they_lead_to() {
    let stage = Stage::new().await;
    std::os::unix::fs::symlink("init.sls", stage.path("states/web/link.sls")).unwrap();
    let (published, supply) = stage.published("r1").await;
    assert_eq!((published.revision.files, published.revision.operator.as_str()), (5, "ops1"));
    let roots = stage.fetch(&supply).await.unwrap();
    let base = &roots["base"][0];
    assert_eq!(fs::read(base.join("web/link.sls")).unwrap(), b"a: test.nop");
    assert!(fs::symlink_metadata(base.join("web/link.sls")).unwrap().is_file());
    assert_eq!(fs::read(base.join("web/large")).unwrap(), fs::read(stage.path("states/web/large")).unwrap());
    assert!(!base.join(".git").exists() && !stage.path("scratch").exists());
    // The pillar's keys are not among what an instance is sent, and a server reads nothing.
    let sent = serde_json::to_string(&supply).unwrap();
    assert!(!sent.contains(&stage.console.sealed_trees(&published).unwrap().pillar.keys.seal));
    let part = stage.server.last(TREES.to_owned(), tree(&supply.states.sha256, 0)).await.unwrap().unwrap();
    assert!(!part.windows(8).any(|bytes| bytes == b"init.sls"));
}

/// A revision stays on the servers while programs are replaced: a stored name that changes makes it unreadable.
#[tokio::test]
async fn a_stored_revision_has_the_names_that_all_builds_read() {
    let stage = Stage::new().await;
    let (published, _) = stage.published("r1").await;
    let names = |stored: serde_json::Value| stored.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let revision = names(serde_json::to_value(&published.revision).unwrap());
    assert_eq!(revision, ["name", "sequence", "created", "operator", "content", "files", "bytes", "parcels"]);
    let trees = stage.console.sealed_trees(&published).unwrap();
    assert_eq!(names(serde_json::to_value(&trees).unwrap()), ["states", "pillar"]);
    assert_eq!(names(serde_json::to_value(&trees.states).unwrap()), ["sha256", "size", "keys"]);
}

#[tokio::test]
async fn the_same_files_are_published_once_and_a_name_is_given_once() {
    let stage = Stage::new().await;
    let Publication::Made(first) = stage.publish(None).await.unwrap() else { panic!("it is new") };
    assert!(matches!(stage.publish(None).await.unwrap(), Publication::Unchanged(known) if known == first));
    stage.write("pillar/top.sls", b"base: {'*': [a]}");
    let Publication::Made(second) = stage.publish(Some("v2")).await.unwrap() else { panic!("it is new") };
    assert_eq!((second.revision.sequence, second.revision.name.as_str()), (2, "v2"));
    let (all, ignored) = stage.console.list_revisions().await.unwrap();
    assert_eq!((all, ignored), (vec![*first, *second], vec![]));
    assert!(matches!(stage.publish(Some("v2")).await, Err(OperatorError::RevisionTaken { .. })));
    for name in ["../x", "a.b", "", "a/b", "*"] {
        assert!(stage.publish(Some(name)).await.is_err(), "{name}");
        assert!(stage.console.get_revision(name).await.is_err(), "{name}");
    }
}

#[tokio::test]
async fn a_fetch_that_was_cut_off_goes_on_where_it_was() {
    let stage = Stage::new().await;
    let (_, supply) = stage.published("r1").await;
    let size = supply.states.size;
    assert!(size > 2 * chunks::PART, "{size}");
    let partial = stage.path(&format!("cache/{}.partial", supply.states.sha256));
    fs::create_dir_all(stage.path("cache")).unwrap();
    let first = stage.server.last(TREES.to_owned(), tree(&supply.states.sha256, 0)).await.unwrap().unwrap();
    // The first part is there, and some of the second one; on the servers the first is gone meanwhile.
    fs::write(&partial, [first, b"cut".to_vec()].concat()).unwrap();
    stage.server.store(tree(&supply.states.sha256, 0), b"gone".to_vec()).await.unwrap();
    assert!(stage.fetch(&supply).await.unwrap()["base"][0].join("top.sls").is_file());
    assert!(!partial.exists());
}

#[tokio::test]
async fn a_revision_that_is_gone_is_named_and_nothing_is_left_behind() {
    let stage = Stage::new().await;
    let (_, supply) = stage.published("r1").await;
    let elsewhere = Local::default();
    let by = stage.console.operators.find(&supply.by).unwrap();
    let wanted = (Tree::States, &supply.states, &supply);
    let gone = stage.cache().roots(&elsewhere, wanted, by, jiff::Timestamp::now()).await.unwrap_err();
    assert!(said(&gone).contains("revision 'r1' is no longer on the servers (part 0 is missing)"), "{gone}");
    assert!(matches!(stage.console.get_revision("r9").await, Err(OperatorError::NoRevision { .. })));
}

#[tokio::test]
async fn changed_bytes_are_refused_and_fetched_anew() {
    let stage = Stage::new().await;
    let (_, supply) = stage.published("r1").await;
    let subject = tree(&supply.states.sha256, 1);
    let good = stage.server.last(TREES.to_owned(), subject.clone()).await.unwrap().unwrap();
    let mut bad = good.clone();
    bad[17] ^= 1;
    stage.server.store(subject.clone(), bad).await.unwrap();
    let refused = stage.fetch(&supply).await.unwrap_err();
    assert!(said(&refused).contains("is not the one that the job names"), "{refused}");
    assert_eq!(stage.files(), 0);
    stage.server.store(subject, good).await.unwrap();
    stage.fetch(&supply).await.unwrap();
}

#[tokio::test]
async fn what_another_key_signed_or_sealed_is_refused() {
    let mut stage = Stage::new().await;
    let (published, supply) = stage.published("r1").await;
    let tree_files = stage.list_files("states");
    let scratch = stage.path("scratch");
    let by = |identity, revision, tree| {
        let publisher = Publisher { identity, revision, sequence: 1, now: jiff::Timestamp::now() };
        pack(tree, &tree_files, publisher, &scratch).unwrap()
    };
    // A stranger seals and signs; the job says that the operator did.
    let stranger = crate::identity::Identity::generate();
    let forged = stage.smuggle(&supply, by(&stranger, "r1", Tree::States)).await;
    assert!(said(&stage.fetch(&forged).await.unwrap_err()).contains("sealed for another key"));
    // A stranger signed the tree, and the operator's seal is around it: this needs the keys of the seal.
    let seeds = crate::identity::Seeds {
        sign: stranger.seeds().unwrap().sign,
        seal: stage.console.identity.seeds().unwrap().seal,
    };
    let mixed = crate::identity::Identity::from_seeds(&seeds, "a test").unwrap();
    let forged = stage.smuggle(&supply, by(&mixed, "r1", Tree::States)).await;
    assert!(said(&stage.fetch(&forged).await.unwrap_err()).contains("signed by the wrong key"));
    // Another revision, and the pillar in the place of states.
    for (revision, tree) in [("r2", Tree::States), ("r1", Tree::Pillar)] {
        let other = stage.smuggle(&supply, by(&stage.console.identity, revision, tree)).await;
        assert!(matches!(stage.fetch(&other).await.unwrap_err(), TreeError::Artifact { .. }));
    }
    // The first key is of no operator. The second is of an operator without the right to publish.
    let unknown = Supply { by: stranger.public(), ..supply.clone() };
    assert!(said(&stage.fetch(&unknown).await.unwrap_err()).contains("not signed by an operator"));
    let narrow = console(&mut stage.root, &stage.server, "deployer", &["state.*"]).await;
    let trees = (&stage.list_files("states"), &stage.list_files("pillar"));
    let refused = narrow.publish_trees(trees, Some("mine"), &stage.path("scratch"), None).await.unwrap_err();
    assert!(refused.to_string().contains("operator 'deployer' may not publish trees"), "{refused}");
    stage.console.operators = narrow.operators.clone();
    let theirs = Supply { by: narrow.identity.public(), ..supply.clone() };
    assert!(said(&stage.fetch(&theirs).await.unwrap_err()).contains("may not publish trees"));
    assert_eq!(stage.files(), 0);
    // A record that was changed, unsigned, or stored under another name.
    let bytes = stage.server.last(String::new(), "$KV.fleet_revisions.r1".to_owned()).await.unwrap().unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    for (name, record) in [
        ("r1", text.replace("ops1", "ops2").into_bytes()),
        ("r1", serde_json::to_vec(&published.revision).unwrap()),
        ("r7", bytes),
    ] {
        stage.server.store(format!("$KV.fleet_revisions.{name}"), record).await.unwrap();
        assert!(stage.console.get_revision(name).await.is_err());
    }
    let (all, ignored) = stage.console.list_revisions().await.unwrap();
    assert_eq!((all.len(), ignored.len()), (0, 2), "{ignored:?}");
}

/// A sealed tree that the operator's own keys made, of an archive that nobody should unpack.
fn poisoned(stage: &Stage, path: &str, listed: &str) -> Packed {
    let mut archive = tar::Builder::new(flate2::write::GzEncoder::new(vec![], flate2::Compression::fast()));
    let mut header = tar::Header::new_gnu();
    header.set_size(4);
    header.set_mode(0o644);
    header.set_entry_type(tar::EntryType::Regular);
    header.as_old_mut().name[..path.len()].copy_from_slice(path.as_bytes());
    header.set_cksum();
    archive.append(&header, &b"evil"[..]).unwrap();
    let archive = archive.into_inner().unwrap().finish().unwrap();
    let manifest = Manifest {
        format: 1,
        service: "states".to_owned(),
        revision: "r1".to_owned(),
        sequence: 1,
        created: jiff::Timestamp::now(),
        expires: None,
        archive: Archive { size: archive.len() as u64, sha256: digest(&archive) },
        entries: vec![Entry::File { path: listed.to_owned(), mode: 0o644, size: 4, sha256: digest(b"evil") }],
        build: BTreeMap::new(),
    };
    sealed_tree::seal(&manifest, &archive, &stage.console.identity).unwrap()
}

#[tokio::test]
async fn paths_that_lead_outside_are_refused_even_of_an_operator() {
    let stage = Stage::new().await;
    let (_, supply) = stage.published("r1").await;
    for (path, listed) in [
        ("../../evil", "../../evil"),
        ("../../evil", "evil"),
        ("/tmp/evil", "/tmp/evil"),
        ("a/evil", "a/evil"),
    ] {
        let poisoned = stage.smuggle(&supply, poisoned(&stage, path, listed)).await;
        let refused = stage.fetch(&poisoned).await.unwrap_err();
        assert!(matches!(refused, TreeError::Artifact { .. }), "{path}: {refused}");
        assert!(!stage.path("evil").exists() && !Path::new("/tmp/evil").exists());
        assert_eq!(stage.files(), 0, "{path}");
    }
    // The digest itself is a name of a file: it is held against its form first.
    let sealed_tree = SealedTree { sha256: "../evil".to_owned(), ..supply.states.clone() };
    let crooked = Supply { states: sealed_tree, ..supply };
    assert!(matches!(stage.fetch(&crooked).await.unwrap_err(), TreeError::Digest { .. }));
}

#[tokio::test]
async fn only_the_last_trees_are_kept() {
    let stage = Stage::new().await;
    let mut supplies = vec![];
    for number in 0..KEPT + 2 {
        stage.write("states/number", number.to_string().as_bytes());
        let (_, supply) = stage.published(&format!("r{number}")).await;
        stage.fetch(&supply).await.unwrap();
        // The first one is used again and again.
        supplies.push(supply);
        stage.fetch(&supplies[0]).await.unwrap();
    }
    assert_eq!(stage.files(), KEPT);
    assert!(stage.path("cache").join(&supplies[0].states.sha256).is_dir());
    assert!(!stage.path("cache").join(&supplies[1].states.sha256).exists());
}

#[tokio::test]
async fn links_in_a_circle_and_pipes_are_refused_by_name() {
    let stage = Stage::new().await;
    let roots: Roots = [("base".to_owned(), vec![stage.path("states")])].into_iter().collect();
    nix::unistd::mkfifo(&stage.path("states/pipe"), nix::sys::stat::Mode::S_IRUSR).unwrap();
    assert!(said(&list_files(&roots).unwrap_err()).contains("states/pipe is neither a file nor a directory"));
    fs::remove_file(stage.path("states/pipe")).unwrap();
    std::os::unix::fs::symlink("..", stage.path("states/web/up")).unwrap();
    let circle = list_files(&roots).unwrap_err();
    assert!(matches!(circle, TreeError::TooDeep(_) | TreeError::Read { .. }), "{circle}");
}

#[tokio::test]
async fn programs_that_want_a_tree_at_the_same_time_all_get_it() {
    let stage = Stage::new().await;
    let (_, supply) = stage.published("r1").await;
    let (first, second, third) =
        futures::join!(stage.fetch(&supply), stage.fetch(&supply), stage.fetch(&supply));
    for roots in [first, second, third] {
        assert!(roots.unwrap()["base"][0].join("web/init.sls").is_file());
    }
    assert_eq!(stage.files(), 1);
}

/// A bucket, as a directory, and where fetches from it began.
#[derive(Debug, Default)]
struct Bucket {
    directory: PathBuf,
    begun: std::sync::Mutex<Vec<u64>>,
}

impl TreeStore for Bucket {
    fn place(&self) -> &'static str {
        "s3://trees/ops"
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> BoxFuture<'a, Result<(), String>> {
        let path = self.directory.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        ready(Ok(())).boxed()
    }
}

impl TreeSource for Bucket {
    fn fetch<'a>(
        &'a self,
        place: &'a str,
        name: &'a str,
        size: u64,
        to: &'a Path,
    ) -> BoxFuture<'a, Result<bool, String>> {
        assert_eq!(place, "s3://trees/ops");
        let Ok(whole) = fs::read(self.directory.join(name)) else { return ready(Ok(false)).boxed() };
        assert_eq!(whole.len() as u64, size);
        let mut bytes = fs::read(to).unwrap_or_default();
        self.begun.lock().unwrap().push(bytes.len() as u64);
        bytes.extend_from_slice(&whole[bytes.len()..]);
        fs::write(to, bytes).unwrap();
        ready(Ok(true)).boxed()
    }
}

#[tokio::test]
async fn a_tree_in_a_bucket_is_checked_as_one_in_the_stream() {
    let stage = Stage::new().await;
    let bucket = Arc::new(Bucket { directory: stage.path("bucket"), ..Bucket::default() });
    let trees = (&stage.list_files("states"), &stage.list_files("pillar"));
    stage.console.publish_trees(trees, Some("r1"), &stage.path("scratch"), Some(&*bucket)).await.unwrap();
    let published = stage.console.get_revision("r1").await.unwrap();
    let supply = stage.console.supply(&published).unwrap();
    let parts = stage.server.subjects(TREES.to_owned(), "fleet.tree.>".to_owned()).await.unwrap();
    assert_eq!((parts, supply.states.place.as_deref()), (vec![], Some("s3://trees/ops")));

    let by = TreeCache::publisher(&stage.console.operators, &supply, ("web-1", &Map::new())).unwrap();
    let fetch = async |source: Option<Arc<dyn TreeSource>>| {
        let wanted = (Tree::States, &supply.states, &supply);
        let cache = stage.cache().with_source(source);
        cache.roots(&stage.server, wanted, by, jiff::Timestamp::now()).await
    };
    let source: Option<Arc<dyn TreeSource>> = Some(Arc::clone(&bucket) as Arc<dyn TreeSource>);
    let told = said(&fetch(None).await.unwrap_err());
    assert_eq!(told, "revision 'r1' and s3://trees/ops: nothing here can fetch from it");

    let object = stage.path("bucket").join(name_of(&supply.states.sha256));
    let whole = fs::read(&object).unwrap();
    let mut changed = whole.clone();
    changed[7_000] ^= 1;
    fs::write(&object, &changed).unwrap();
    let told = said(&fetch(source.clone()).await.unwrap_err());
    assert!(told.contains("the digest of the fetched revision"), "{told}");
    fs::remove_file(&object).unwrap();
    let told = said(&fetch(source.clone()).await.unwrap_err());
    assert_eq!(told, "revision 'r1' is no longer in s3://trees/ops; publish it again");

    // A fetch that was cut off goes on; what was changed was not kept.
    fs::write(&object, &whole).unwrap();
    let partial = stage.path("cache").join(format!("{}.partial", supply.states.sha256));
    fs::write(partial, &whole[..9_000]).unwrap();
    let roots = fetch(source).await.unwrap();
    assert_eq!(fs::read(roots["base"][0].join("web/init.sls")).unwrap(), b"a: test.nop");
    assert_eq!(*bucket.begun.lock().unwrap(), [0, 9_000]);
}
