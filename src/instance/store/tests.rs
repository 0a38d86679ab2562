use std::fs;

use tempfile::TempDir;

use super::*;

#[tokio::test]
async fn what_is_put_is_read_and_listed() {
    let dir = TempDir::new().unwrap();
    let store = Directory::new(dir.path());
    let keys = Keys { service: "myapp" };
    assert_eq!(store.read(&keys.pointer(None)).await.unwrap(), None);
    assert_eq!(store.names("myapp").await.unwrap(), Vec::<String>::new());
    store.put(&keys.pointer(None), Content::Bytes(b"one")).await.unwrap();
    store.put(&keys.pointer(None), Content::Bytes(b"two")).await.unwrap();
    store.put(&signature_of(&keys.pointer(None)), Content::Bytes(b"signed")).await.unwrap();
    store.put(&keys.manifest("r1"), Content::Bytes(b"{}")).await.unwrap();
    assert_eq!(store.read(&keys.pointer(None)).await.unwrap().as_deref(), Some(&b"two"[..]));
    assert_eq!(store.names("myapp").await.unwrap(), ["current.json", "current.json.sig", "r1"]);
    assert_eq!(store.names("").await.unwrap(), ["myapp"]);
    assert_eq!(keys.pointer(Some("testing")), "myapp/current.testing.json");
}

#[tokio::test]
async fn a_fetch_goes_on_where_the_file_ends() {
    let dir = TempDir::new().unwrap();
    let store = Directory::new(&dir.path().join("store"));
    let (from, to) = (dir.path().join("from"), dir.path().join("to"));
    fs::write(&from, "0123456789").unwrap();
    let key = Keys { service: "myapp" }.archive("r1");
    assert!(!store.fetch(&key, 10, &to).await.unwrap());
    store.put(&key, Content::File(&from)).await.unwrap();
    for there in ["", "0123", "0123456789", "longer than it ever was"] {
        fs::write(&to, there).unwrap();
        assert!(store.fetch(&key, 10, &to).await.unwrap());
        assert_eq!(fs::read_to_string(&to).unwrap(), "0123456789", "{there}");
    }
}

#[tokio::test]
async fn a_document_has_its_limit() {
    let dir = TempDir::new().unwrap();
    let file = fs::File::create(dir.path().join("large")).unwrap();
    file.set_len(LARGEST_DOCUMENT + 1).unwrap();
    let message = Directory::new(dir.path()).read("large").await.unwrap_err().to_string();
    assert_eq!(message, "large is 67108865 bytes long, but at most 67108864 are allowed");
}

#[tokio::test]
async fn what_another_one_has_changed_is_not_replaced() {
    let dir = TempDir::new().unwrap();
    let store = Directory::new(&dir.path().join("store"));
    assert!(store.put_if("a", Content::Bytes(b"one"), None).await.unwrap());
    assert!(!store.put_if("a", Content::Bytes(b"two"), None).await.unwrap());
    let (bytes, tag) = store.read_tagged("a").await.unwrap().unwrap();
    assert_eq!(bytes, b"one");
    assert!(store.put_if("a", Content::Bytes(b"two"), Some(&tag)).await.unwrap());
    assert!(!store.put_if("a", Content::Bytes(b"three"), Some(&tag)).await.unwrap());
    fs::remove_file(dir.path().join("store/a")).unwrap();
    assert!(!store.put_if("a", Content::Bytes(b"three"), Some(&tag)).await.unwrap());
    assert_eq!(store.names("").await.unwrap(), Vec::<String>::new());
}
