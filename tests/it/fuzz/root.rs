//! The document with the keys of releases (TUF's root), as a writer of the bucket may change it.
//!
//! Laws: nothing panics, hangs or swells, and only what enough keys signed is believed. A body that its signers chose freely is refused, or
//! it names roles that its keys can fulfil.

use instance::artifact::{Anchor, Envelope, Role, Root, Signed, SigningKey};

use super::drive::{Target, drive};

/// A key that is the same in each run, so that a seed repeats its cases.
fn key(number: u8) -> SigningKey {
    // An Ed25519 key of RFC 8410, without its public half.
    let mut document = vec![0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
    document.extend([number; 32]);
    SigningKey::from_pkcs8(&document).expect("a key")
}

fn role(keys: &[&SigningKey], threshold: usize) -> Role {
    Role { keys: keys.iter().map(|key| key.public()).collect(), threshold }
}

fn signed(document: &[u8], keys: &[&SigningKey]) -> Vec<u8> {
    let mut envelope = Envelope::unsigned(Signed::Root, document);
    for key in keys {
        envelope.sign_too(Signed::Root, key).expect("it is a root");
    }
    envelope.to_bytes()
}

#[test]
fn no_root_document_panics_hangs_or_is_believed_after_a_change() {
    let [a, b, c, release] = [1, 2, 3, 4].map(key);
    let of = |version: u64, root: Role| Root {
        format: 1,
        version,
        expires: "2027-01-01T00:00:00Z".parse().expect("a time"),
        root,
        releases: role(&[&release], 1),
        pointers: role(&[&release, &c], 2),
        renewals: vec![b.public()],
    };
    let (one, two) = (of(1, role(&[&a, &b], 2)), of(2, role(&[&b, &c], 2)));
    let anchor = Anchor { version: 1, root: one.root.clone() };
    let texts = [signed(&one.to_bytes(), &[&a, &b]), signed(&two.to_bytes(), &[&a, &b, &c])];
    assert_eq!(Root::first(&texts[0], &anchor).expect("it is signed"), one);
    assert_eq!(one.next(&texts[1]).expect("it is signed"), two);
    let corpus = texts.map(|bytes| String::from_utf8(bytes).expect("JSON")).into();
    drive(&Target { name: "root", seed: 0x4007, cases: 3000, corpus, make: None }, |text| {
        if let Ok(read) = Root::first(text.as_bytes(), &anchor) {
            assert_eq!(read, one, "a document was believed that nobody signed");
        }
        if let Ok(read) = one.next(text.as_bytes()) {
            assert_eq!(read, two, "a document was believed that nobody signed");
        }
    });
    let corpus = [&one, &two].map(|root| String::from_utf8(root.to_bytes()).expect("JSON")).into();
    drive(&Target { name: "signed root", seed: 0x4008, cases: 3000, corpus, make: None }, |text| {
        let all = [&a, &b, &c, &release];
        let Ok(read) = one.next(&signed(text.as_bytes(), &all)) else { return };
        assert_eq!(read.version, 2, "a version is left out");
        for role in [&read.root, &read.releases, &read.pointers] {
            assert!(
                (1..=role.keys.len()).contains(&role.threshold),
                "nobody, or anybody, fulfils it: {role:?}"
            );
        }
        let _ = (read.check_time("2026-11-28T00:00:00Z".parse().expect("a time")), read.pinned());
    });
}
