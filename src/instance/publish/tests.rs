use jiff::{Timestamp, ToSpan};
use tempfile::TempDir;

use super::*;
use crate::instance::artifact::Place;
use crate::instance::store::{Content, Directory, Store, find_pointer};

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

    fn keys(&self) -> Vec<PublicKey> {
        vec![self.key.public()]
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
        done.map(|pointer| pointer.sequence).map_err(|error| error.to_string())
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
        error.told(),
        format!(
            "the promotion of myapp r1 is refused: it is signed by {}, and none of these keys is among 'public_keys'",
            other.public().id()
        )
    );
    let place = Place { service: "myapp", instance: None };
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
    let told: Vec<_> = listed.iter().map(|it| (it.revision.as_str(), it.current_for.join(","))).collect();
    assert_eq!(told, [("r1", "all".to_owned()), ("r2", "testing".to_owned())]);
    assert_eq!(listed[0].refused, None);
    let others = [SigningKey::generate().unwrap().0.public()];
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
    let told = publish(&built, &works.store, &works.keys()).await.unwrap_err().to_string();
    assert!(told.contains("changed after it was signed"), "{told}");
    let told = publish(&works.build("r2", 1), &works.store, &[]).await.unwrap_err().to_string();
    assert!(told.contains("it is not signed"), "{told}");
}

#[tokio::test]
async fn only_what_is_whole_and_newer_is_promoted() {
    let works = Works::new();
    assert!(works.promoted("r1", |_| {}).await.unwrap_err().contains("no manifest of myapp r1"));
    works.published("r1", 1).await;
    works.published("r2", 2).await;
    works.promoted("r2", |_| {}).await.unwrap();
    let told = works.promoted("r1", |_| {}).await.unwrap_err();
    assert_eq!(told, "r1 of myapp was built before r2, which is current");
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
    let pointer = crate::instance::artifact::Pointer::parse(&text).unwrap();
    assert_eq!(pointer.expires, Some(now() + 48.hours()));
}
