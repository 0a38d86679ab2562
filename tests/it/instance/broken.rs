//! Downloads over real connections that break, lie about their length, or go on with something else.

use std::fs;

use super::shop::{Object, Shop, Trouble};
use super::yard::Yard;
use crate::support::Place;

/// Where the archive's key ends.
const ARCHIVE: &str = "/myapp/r1/archive.tar.gz";

/// Text that no compression makes short.
pub fn noise(length: usize) -> String {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut letter = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(b'!' + u8::try_from(state % 94).expect("small"))
    };
    (0..length).map(|_| letter()).collect()
}

/// A published release whose store an instance reaches through a server of ours.
fn stage(troubles: impl IntoIterator<Item = Trouble>) -> (Yard, Shop, Vec<u8>) {
    let place = Place::new();
    let shop = Shop::open(&place.path("store"), ARCHIVE);
    let place = place.set("AWS_ENDPOINT_URL", &shop.endpoint).set("AWS_REGION", "us-east-1");
    let place = place.set("AWS_ACCESS_KEY_ID", "test").set("AWS_SECRET_ACCESS_KEY", "test");
    let yard = Yard::with_store(place, None);
    yard.source("lib/noise", &noise(400_000));
    yard.promoted("myapp", "r1");
    let archive = fs::read(yard.path("store/myapp/r1/archive.tar.gz")).expect("an archive");
    assert!(archive.len() > 300_000, "{}", archive.len());
    let minion = yard.path("orchestration/minion");
    let store = yard.path("store").display().to_string();
    let text = fs::read_to_string(&minion).expect("a configuration");
    fs::write(&minion, text.replace(&format!("'{store}'"), "'s3://artifacts/deploy'"))
        .expect("it is written");
    shop.expect(troubles);
    (yard, shop, archive)
}

/// The tag of the archive as the shop tells it.
fn tag(bytes: &[u8]) -> String {
    Object::of(bytes.to_vec()).tag
}

#[test]
fn a_download_that_breaks_twice_goes_on_from_where_it_was_each_time() {
    let (yard, shop, archive) = stage([Trouble::CutAfter(100_000), Trouble::CutAfter(150_001)]);
    assert_eq!(yard.json("deploy myapp testing")["result"], "deployed");
    assert_eq!(yard.current().as_deref(), Some("r1"));
    let asked = shop.asked();
    let whose = Some(tag(&archive));
    assert_eq!(asked.len(), 3, "{asked:?}");
    assert_eq!(asked[0], (None, None));
    let start = |range: &Option<String>| -> usize {
        let range = range.as_deref().and_then(|range| range.strip_prefix("bytes=")?.strip_suffix('-'));
        range.and_then(|start| start.parse().ok()).expect("a range")
    };
    // What was sent before a connection breaks need not all have come.
    let (first, second) = (start(&asked[1].0), start(&asked[2].0));
    assert!(0 < first && first <= 100_000 && first < second && second <= first + 150_001, "{asked:?}");
    assert!(asked[1..].iter().all(|(_, tag)| *tag == whose), "of the same object: {asked:?}");
}

#[test]
fn what_a_killed_run_had_is_gone_on_with_and_anything_else_is_fetched_anew() {
    let (yard, shop, archive) = stage([]);
    let releases = yard.path("srv/myapp/releases");
    fs::create_dir_all(&releases).expect("a directory");
    fs::write(releases.join(".r1.archive"), &archive[..200_000]).expect("a part");
    assert_eq!(yard.json("deploy myapp testing")["result"], "deployed");
    assert_eq!(shop.asked(), [(Some("bytes=200000-".to_owned()), None)]);

    let (yard, shop, _) = stage([]);
    let releases = yard.path("srv/myapp/releases");
    fs::create_dir_all(&releases).expect("a directory");
    fs::write(releases.join(".r1.archive"), vec![b'x'; 200_000]).expect("a part of something else");
    assert_eq!(yard.json("deploy myapp testing")["result"], "deployed");
    assert_eq!(shop.asked(), [(Some("bytes=200000-".to_owned()), None), (None, None)]);
    assert_eq!(yard.current().as_deref(), Some("r1"));
}

#[test]
fn an_object_that_changes_meanwhile_is_never_mixed_with_what_it_was() {
    let (yard, shop, archive) = stage([]);
    // What is begun with is not what was signed; it is put right before the rest is fetched.
    let wrong = Object::of(vec![b'x'; archive.len()]);
    shop.put(wrong.clone());
    shop.expect([Trouble::CutAfter(100_000), Trouble::Becomes(Object::of(archive.clone()))]);
    assert_eq!(yard.json("deploy myapp testing")["result"], "deployed");
    let asked = shop.asked();
    assert_eq!(asked.len(), 3, "begun, refused, begun anew: {asked:?}");
    assert_eq!((&asked[1].1, &asked[2]), (&Some(wrong.tag), &(None, None)));
    assert_eq!(yard.current().as_deref(), Some("r1"));

    // And the other way round: a good beginning, and other bytes after it.
    let (yard, shop, archive) = stage([]);
    let mut other = archive.clone();
    other[250_000..].fill(b'x');
    shop.expect([Trouble::CutAfter(100_000), Trouble::Becomes(Object::of(other))]);
    let told = yard.refused("deploy myapp testing");
    assert!(told.contains("another content than the one that was signed"), "{told}");
    assert_eq!((yard.current(), shop.asked().len()), (None, 3));
    shop.put(Object::of(archive));
    assert_eq!(yard.json("deploy myapp testing")["result"], "deployed", "nothing wrong was kept");
}

#[test]
fn a_server_that_sends_other_bytes_for_the_rest_is_found_out() {
    for lie in [Trouble::OtherBytes, Trouble::OtherStart] {
        let is_start = matches!(lie, Trouble::OtherStart);
        let (yard, shop, _) = stage([Trouble::CutAfter(100_000), lie]);
        if is_start {
            assert_eq!(yard.json("deploy myapp testing")["result"], "deployed", "it is asked once more");
        } else {
            let told = yard.refused("deploy myapp testing");
            assert!(told.contains("another content than the one that was signed"), "{told}");
            assert_eq!(yard.current(), None);
            assert_eq!(yard.json("deploy myapp testing")["result"], "deployed", "nothing wrong was kept");
        }
        assert_eq!(shop.asked().len(), 3, "{:?}", shop.asked());
        assert_eq!(yard.current().as_deref(), Some("r1"));
    }
}

#[test]
fn a_length_that_is_wrong_is_no_release() {
    let (yard, shop, archive) = stage([Trouble::Shorter(1000)]);
    let told = yard.refused("deploy myapp testing");
    let sizes = [archive.len() - 1000, archive.len()].map(|size| size.to_string());
    assert!(sizes.iter().all(|size| told.contains(size)), "{told}");
    assert_eq!(yard.current(), None);
    assert_eq!(yard.json("deploy myapp testing")["result"], "deployed");
    assert_eq!(shop.asked().len(), 2);

    let (yard, shop, archive) = stage([Trouble::Longer(5000)]);
    assert_eq!(yard.json("deploy myapp testing")["result"], "deployed", "what is too much is not read");
    assert_eq!(shop.asked().len(), 1);
    let left = yard.path("srv/myapp/releases/.r1.archive");
    assert!(!left.exists() && archive.len() > 300_000);

    let (yard, _shop, _) = stage([Trouble::CutAfter(100_000), Trouble::IgnoresRanges]);
    assert_eq!(
        yard.json("deploy myapp testing")["result"],
        "deployed",
        "a server without ranges sends it all"
    );
    assert_eq!(yard.current().as_deref(), Some("r1"));
}

#[test]
fn a_refusal_says_what_is_wrong_with_this_machine_or_its_configuration() {
    for (status, code, hint) in [
        (403, "RequestTimeTooSkewed", "the clock of this machine is wrong: set it"),
        (301, "PermanentRedirect", "the bucket is in another region: name it as 'region'"),
        (400, "AuthorizationHeaderMalformed", "the bucket is in another region: name it as 'region'"),
        (403, "AccessDenied", "IAM"),
    ] {
        let (yard, _shop, _) = stage(vec![Trouble::Refused(status, code); 20]);
        let told = yard.refused("deploy myapp testing");
        assert!(told.contains(code) && told.contains(hint), "{code}: {told}");
        assert_eq!(yard.current(), None, "{code}");
    }
}
