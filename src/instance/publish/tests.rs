use jiff::{Timestamp, ToSpan};
use tempfile::TempDir;

use super::*;
use crate::artifact::{Envelope, Pointer, PointerScope};
use crate::store::{Content, Directory, Store, Tag, Tagged, find_manifest, find_pointer};
use futures::future::{BoxFuture, FutureExt};
use std::sync::Mutex;

fn now() -> Timestamp {
    "2026-01-02T03:04:05Z".parse().unwrap()
}

struct Works {
    dir: TempDir,
    key: SigningKey,
    store: Directory,
}

impl Works {
    fn new() -> Self {
        let dir = TempDir::new().unwrap();
        fs::create_dir_all(dir.path().join("source")).unwrap();
        fs::write(dir.path().join("source/README"), "hello").unwrap();
        let store = Directory::new(&dir.path().join("store"));
        Self { key: SigningKey::generate().unwrap().0, store, dir }
    }

    fn build(&self, revision: &str, sequence: u64) -> Built {
        let (service, revision) = ("myapp".to_owned(), revision.to_owned());
        let release =
            Release { service, revision, sequence, created: now(), expires: None, build: [].into() };
        build(&self.dir.path().join("source"), release, &self.dir.path().join("built")).unwrap().0
    }

    fn keys(&self) -> Pinned {
        Pinned::of(vec![self.key.public()])
    }

    async fn published(&self, revision: &str, sequence: u64) {
        let built = self.build(revision, sequence);
        sign(&built, &self.key).unwrap();
        assert!(publish(&built, &self.store, &self.keys()).await.unwrap().1);
    }

    async fn promoted(&self, revision: &str, change: fn(&mut Promotion<'_>)) -> Result<u64, String> {
        let (service, now) = ("myapp", now());
        let mut promotion =
            Promotion { service, revision, instance: None, expires_days: None, rollback: false, now };
        change(&mut promotion);
        let done = promote(&promotion, &self.store, &self.key, &self.keys()).await;
        done.map(|promoted| promoted.pointer.sequence).map_err(|error| error.to_string())
    }
}

#[tokio::test]
async fn by_a_key_that_is_not_pinned_nothing_is_promoted() {
    let works = Works::new();
    works.published("r1", 1).await;
    let (other, _) = SigningKey::generate().unwrap();
    let promotion = Promotion {
        service: "myapp",
        revision: "r1",
        instance: None,
        expires_days: None,
        rollback: false,
        now: now(),
    };
    let error = promote(&promotion, &works.store, &other, &works.keys()).await.unwrap_err();
    assert_eq!(
        error.with_causes(),
        format!(
            "the promotion of myapp r1 is refused: it is signed by {}, and none of these keys is among those that count for it",
            other.public().id()
        )
    );
    let place = PointerScope { service: "myapp", instance: None };
    assert!(find_pointer(&works.store, place, &works.keys()).await.unwrap().is_none());
}

#[tokio::test]
async fn what_is_built_is_signed_published_promoted_and_listed() {
    let works = Works::new();
    works.published("r1", 1).await;
    works.published("r2", 2).await;
    let time = u64::try_from(now().as_second()).unwrap();
    assert_eq!(works.promoted("r1", |_| {}).await, Ok(time));
    assert_eq!(
        works.promoted("r2", |it| it.instance = Some("testing")).await,
        Ok(time),
        "a pointer of its own"
    );
    let listed = list(&works.store, "myapp", &works.keys()).await.unwrap();
    let rows: Vec<_> = listed.iter().map(|it| (it.revision.as_str(), it.current_for.join(","))).collect();
    assert_eq!(rows, [("r1", "all".to_owned()), ("r2", "testing".to_owned())]);
    assert_eq!(listed[0].refused, None);
    let others = Pinned::of(vec![SigningKey::generate().unwrap().0.public()]);
    let refused = list(&works.store, "myapp", &others).await.unwrap();
    assert!(refused[0].refused.as_deref().unwrap().contains("none of these keys"));
    assert_eq!(services(&works.store).await.unwrap(), ["myapp"]);
}

#[tokio::test]
async fn a_revision_is_published_once() {
    let works = Works::new();
    works.published("r1", 1).await;
    let built = works.build("r1", 1);
    sign(&built, &works.key).unwrap();
    assert!(!publish(&built, &works.store, &works.keys()).await.unwrap().1, "the same again is no news");
    let built = works.build("r1", 2);
    let unsigned = publish(&built, &works.store, &works.keys()).await.unwrap_err().to_string();
    assert!(unsigned.contains("it is not signed"), "another build has no signature: {unsigned}");
    sign(&built, &works.key).unwrap();
    let other = publish(&built, &works.store, &works.keys()).await.unwrap_err().to_string();
    assert!(other.contains("has another r1 of myapp"), "{other}");
}

#[tokio::test]
async fn nothing_changed_is_signed_or_published() {
    let works = Works::new();
    let built = works.build("r1", 1);
    fs::write(built.path().join("archive.tar.gz"), "something else").unwrap();
    assert!(sign(&built, &works.key).unwrap_err().to_string().contains("bytes long instead of"));
    let built = works.build("r1", 1);
    sign(&built, &works.key).unwrap();
    let manifest = built.path().join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap().replace("\"sequence\": 1", "\"sequence\": 9");
    fs::write(&manifest, text).unwrap();
    let message = publish(&built, &works.store, &works.keys()).await.unwrap_err().to_string();
    assert!(message.contains("changed after it was signed"), "{message}");
    let message =
        publish(&works.build("r2", 1), &works.store, &Pinned::of(vec![])).await.unwrap_err().to_string();
    assert!(message.contains("it is not signed"), "{message}");
}

#[tokio::test]
async fn only_what_is_whole_and_newer_is_promoted() {
    let works = Works::new();
    assert!(works.promoted("r1", |_| {}).await.unwrap_err().contains("no manifest of myapp r1"));
    works.published("r1", 1).await;
    works.published("r2", 2).await;
    works.promoted("r2", |_| {}).await.unwrap();
    let message = works.promoted("r1", |_| {}).await.unwrap_err();
    assert_eq!(message, "r1 of myapp was built before r2, which is current");
    let time = u64::try_from(now().as_second()).unwrap();
    assert_eq!(works.promoted("r1", |it| it.rollback = true).await, Ok(time + 1), "sequences only grow");
    assert!(works.promoted("../r1", |_| {}).await.unwrap_err().contains("cannot be the name"));
    fs::remove_file(works.dir.path().join("store/myapp/r2/archive.tar.gz")).unwrap();
    assert!(works.promoted("r2", |_| {}).await.unwrap_err().contains("no archive of myapp r2"));
}

#[tokio::test]
async fn a_pointer_that_nobody_follows_is_replaced() {
    let works = Works::new();
    works.published("r1", 1).await;
    works.store.put("myapp/current.json", Content::Bytes(b"{}")).await.unwrap();
    works.promoted("r1", |it| it.expires_days = Some(2)).await.unwrap();
    let text = works.store.read("myapp/current.json").await.unwrap().unwrap();
    let document = Envelope::open(&text, Signed::Pointer, &works.keys().pointers, 1).unwrap();
    let pointer = Pointer::parse(&document).unwrap();
    assert_eq!(pointer.expires, Some(now() + 48.hours()));
}

/// A store in which something happens before a write: the publisher dies, or another one is faster.
struct Troubled<'a> {
    store: &'a Directory,
    /// How many more writes succeed; then the publisher is dead.
    left: Mutex<usize>,
    /// The write of another publisher, before the next write of this one.
    meanwhile: Mutex<Option<(String, Vec<u8>)>>,
}

impl<'a> Troubled<'a> {
    fn after(store: &'a Directory, left: usize) -> Self {
        Self { store, left: Mutex::new(left), meanwhile: Mutex::default() }
    }

    async fn before_write(&self) -> Result<(), StoreError> {
        let meanwhile = self.meanwhile.lock().unwrap().take();
        if let Some((key, bytes)) = meanwhile {
            self.store.put(&key, Content::Bytes(&bytes)).await?;
        }
        let mut left = self.left.lock().unwrap();
        *left = left.checked_sub(1).ok_or_else(|| StoreError::Disk {
            attempt: "reach",
            subject: "the store".to_owned(),
            source: io::Error::other("killed"),
        })?;
        Ok(())
    }
}

impl Store for Troubled<'_> {
    fn name(&self) -> String {
        self.store.name()
    }

    fn read<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        self.store.read(key)
    }

    fn read_tagged<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Tagged>, StoreError>> {
        self.store.read_tagged(key)
    }

    fn fetch<'a>(&'a self, key: &'a str, size: u64, to: &'a Path) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.store.fetch(key, size, to)
    }

    fn put<'a>(&'a self, key: &'a str, content: Content<'a>) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            self.before_write().await?;
            self.store.put(key, content).await
        }
        .boxed()
    }

    fn put_if<'a>(
        &'a self,
        key: &'a str,
        content: Content<'a>,
        there: Option<&'a Tag>,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        async move {
            self.before_write().await?;
            self.store.put_if(key, content, there).await
        }
        .boxed()
    }

    fn names<'a>(&'a self, below: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        self.store.names(below)
    }
}

fn promotion(revision: &str) -> Promotion<'_> {
    Promotion { service: "myapp", revision, instance: None, expires_days: None, rollback: false, now: now() }
}

#[tokio::test]
async fn a_publisher_that_dies_between_two_writes_leaves_what_was() {
    let works = Works::new();
    works.published("r1", 1).await;
    works.promoted("r1", |_| {}).await.unwrap();
    let place = PointerScope { service: "myapp", instance: None };
    let built = works.build("r2", 2);
    sign(&built, &works.key).unwrap();
    for writes in 0..4 {
        let _ = fs::remove_dir_all(works.dir.path().join("store/myapp/r2"));
        let troubled = Troubled::after(&works.store, writes);
        let published = publish(&built, &troubled, &works.keys()).await;
        let promoted = match published {
            Ok(_) => promote(&promotion("r2"), &troubled, &works.key, &works.keys()).await.map(|_| ()),
            Err(error) => Err(error),
        };
        assert!(promoted.is_err(), "after {writes} writes it died");
        let current = find_pointer(&works.store, place, &works.keys()).await.unwrap().unwrap();
        assert_eq!(current.revision, "r1", "after {writes} writes");
        let found = find_manifest(&works.store, "myapp", "r1", &works.keys()).await.unwrap();
        assert!(found.is_some());
    }
    publish(&built, &works.store, &works.keys()).await.expect("the next one goes on");
    works.promoted("r2", |_| {}).await.unwrap();
}

#[tokio::test]
async fn of_two_who_promote_at_once_each_sees_the_other() {
    let works = Works::new();
    for (revision, sequence) in [("r1", 1), ("r2", 2), ("r3", 3)] {
        works.published(revision, sequence).await;
    }
    works.promoted("r1", |_| {}).await.unwrap();
    let key = "myapp/current.json";
    let before = works.store.read(key).await.unwrap().unwrap();
    works.promoted("r3", |_| {}).await.unwrap();
    let of_r3 = works.store.read(key).await.unwrap().unwrap();
    works.store.put(key, Content::Bytes(&before)).await.unwrap();
    // While r2 is promoted by one, another one promotes r3.
    let troubled = Troubled::after(&works.store, 9);
    *troubled.meanwhile.lock().unwrap() = Some((key.to_owned(), of_r3));
    let error = promote(&promotion("r2"), &troubled, &works.key, &works.keys()).await.unwrap_err();
    assert!(matches!(&error, PublishError::Older { current, .. } if current == "r3"), "{error}");
    let place = PointerScope { service: "myapp", instance: None };
    let current = find_pointer(&works.store, place, &works.keys()).await.unwrap().unwrap();
    assert_eq!(current.revision, "r3");
}

#[tokio::test]
async fn of_two_who_publish_one_revision_the_second_changes_nothing() {
    let works = Works::new();
    let built = works.build("r1", 1);
    sign(&built, &works.key).unwrap();
    let archive = fs::read(built.path().join("archive.tar.gz")).unwrap();
    for (key, theirs) in
        [("myapp/r1/archive.tar.gz", b"another archive"), ("myapp/r1/manifest.json", b"another one....")]
    {
        let troubled = Troubled::after(&works.store, 9);
        *troubled.meanwhile.lock().unwrap() = Some((key.to_owned(), theirs.to_vec()));
        let error = publish(&built, &troubled, &works.keys()).await.unwrap_err();
        assert!(matches!(error, PublishError::Other { .. }), "{error}");
        assert_eq!(works.store.read(key).await.unwrap().as_deref(), Some(&theirs[..]), "{key}");
        assert_eq!(works.store.read("myapp/r1/manifest.json.sig").await.unwrap(), None, "{key}");
        fs::remove_dir_all(works.dir.path().join("store/myapp/r1")).unwrap();
    }
    // Its own archive, from an attempt that ended there, is not another one.
    works.store.put("myapp/r1/archive.tar.gz", Content::Bytes(&archive)).await.unwrap();
    assert!(publish(&built, &works.store, &works.keys()).await.unwrap().1);
}

#[tokio::test]
async fn a_renewal_is_of_the_current_pointer_and_by_its_own_key() {
    let works = Works::new();
    works.published("r1", 1).await;
    let (renewer, _) = SigningKey::generate().unwrap();
    let renewal = Renewal { service: "myapp", instance: None, days: 7, now: now() };
    let keys = Pinned { renewals: vec![renewer.public()], ..works.keys() };
    let renew = |key| refresh(&renewal, &works.store, key, &keys);
    assert!(renew(&renewer).await.unwrap_err().to_string().contains("there is no pointer of myapp"));
    works.promoted("r1", |_| {}).await.unwrap();
    let done = renew(&renewer).await.unwrap();
    let place = PointerScope { service: "myapp", instance: None };
    let pointer = find_pointer(&works.store, place, &keys).await.unwrap().unwrap();
    assert_eq!((done.pointer_sha256.clone(), done.expires), (pointer.digest(), now() + 168.hours()));
    let (other, _) = SigningKey::generate().unwrap();
    assert!(renew(&other).await.unwrap_err().to_string().contains("none of these keys"));
    let listed = list(&works.store, "myapp", &keys).await.unwrap();
    assert_eq!(listed.len(), 1, "a renewal is no revision");
    let message = promote(&promotion("r1"), &works.store, &renewer, &keys).await.unwrap_err().to_string();
    assert!(message.contains("none of these keys"), "who renews makes nothing current: {message}");
}
