//! Everything that a thief of the bucket, or a builder gone astray, could put there: each is refused with its reason.

use std::fs;
use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use instance::artifact::{Envelope, SignatureFile, Signed, SigningKey};
use machine::file::{self, Algorithm};
use serde_json::{Value, json};
use tar::{Builder, EntryType, Header};

use super::yard::{Yard, snapshot};

/// The store with the key of its builder.
struct Forge {
    store: PathBuf,
    key: SigningKey,
    other: SigningKey,
}

const POINTER: &str = "current.json";
const MANIFEST: &str = "r2/manifest.json";
const ARCHIVE: &str = "r2/archive.tar.gz";

impl Forge {
    fn path(&self, name: &str) -> PathBuf {
        self.store.join("myapp").join(name)
    }

    fn read(&self, name: &str) -> Value {
        serde_json::from_slice(&fs::read(self.path(name)).unwrap()).unwrap()
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).unwrap();
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap();
    }

    /// Writes a document with a signature.
    fn sign(&self, key: &SigningKey, kind: Signed, name: &str, bytes: &[u8]) {
        if kind != Signed::Manifest {
            return self.write(name, &Envelope::sign(kind, bytes, key).to_bytes());
        }
        let mut signatures = SignatureFile::default();
        signatures.add(key.sign(kind, bytes));
        self.write(name, bytes);
        self.write(&format!("{name}.sig"), &signatures.to_bytes());
    }

    /// Changes the pointer, and signs it.
    fn pointer(&self, change: impl FnOnce(&mut Value)) {
        let mut pointer: Value = serde_json::from_slice(&self.payload()).unwrap();
        change(&mut pointer);
        self.sign(&self.key, Signed::Pointer, POINTER, pointer.to_string().as_bytes());
    }

    /// The pointer without its signatures.
    fn payload(&self) -> Vec<u8> {
        STANDARD.decode(self.read(POINTER)["payload"].as_str().unwrap()).unwrap()
    }

    /// Changes the object that holds the pointer, and leaves its signature as it is.
    fn envelope(&self, change: impl FnOnce(&mut Value)) {
        let mut envelope = self.read(POINTER);
        change(&mut envelope);
        self.write(POINTER, envelope.to_string().as_bytes());
    }

    /// Changes the manifest, signs it, and lets the pointer vouch for it.
    fn manifest(&self, change: impl FnOnce(&mut Value)) {
        let mut manifest = self.read(MANIFEST);
        change(&mut manifest);
        let text = manifest.to_string();
        self.sign(&self.key, Signed::Manifest, MANIFEST, text.as_bytes());
        self.pointer(|pointer| pointer["manifest_sha256"] = Algorithm::Sha256.digest(text.as_bytes()).into());
    }

    /// Changes what the manifest says of its first entry, a directory.
    fn entry(&self, change: impl FnOnce(&mut Value)) {
        self.manifest(|manifest| change(&mut manifest["entries"][0]));
    }

    /// Puts an archive there that the manifest vouches for.
    fn bytes(&self, bytes: &[u8]) {
        self.write(ARCHIVE, bytes);
        self.manifest(|manifest| {
            manifest["archive"] = json!({"size": bytes.len(), "sha256": Algorithm::Sha256.digest(bytes)});
        });
    }

    /// The same, of one entry in it.
    fn archive(&self, path: &str, content: &[u8], change: impl FnOnce(&mut Header)) {
        let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_mode(0o644);
        header.set_uid(0);
        header.set_gid(0);
        header.set_size(content.len() as u64);
        header.as_gnu_mut().unwrap().name[..path.len()].copy_from_slice(path.as_bytes());
        change(&mut header);
        header.set_cksum();
        builder.append(&header, content).unwrap();
        self.bytes(&builder.into_inner().unwrap().finish().unwrap());
    }
}

/// What is told, and what was done.
type Case = (&'static str, fn(&Forge));

const OF_POINTERS: &[Case] = &[
    ("the pointer of myapp in store is refused: it is not signed", |it| {
        it.envelope(|envelope| envelope["signatures"] = json!([]));
    }),
    ("the pointer of myapp in store is refused: it cannot be read", |it| it.write(POINTER, b"-----BEGIN")),
    ("unknown field `surprise`", |it| it.envelope(|envelope| envelope["surprise"] = true.into())),
    ("none of these keys is among those that count", |it| {
        it.sign(&it.other, Signed::Pointer, POINTER, &it.payload());
    }),
    ("it was changed after it was signed", |it| {
        let text = String::from_utf8(it.payload()).unwrap().replace("\"r2\"", "\"r1\"");
        it.envelope(|envelope| envelope["payload"] = STANDARD.encode(text).into());
    }),
    ("it is a application/vnd.orchestrate.freshness+json, not a", |it| {
        it.sign(&it.key, Signed::Freshness, POINTER, &it.payload());
    }),
    ("it was changed after it was signed", |it| {
        // What was signed as another kind of document is no pointer.
        it.sign(&it.key, Signed::Freshness, POINTER, &it.payload());
        it.envelope(|it| it["payloadType"] = "application/vnd.orchestrate.pointer+json".into());
    }),
    ("it was changed after it was signed", |it| {
        // A manifest's signature does not make a pointer of it.
        let signature = it.read("r2/manifest.json.sig")["signatures"][0].clone();
        let manifest = STANDARD.encode(fs::read(it.path(MANIFEST)).unwrap());
        it.envelope(|envelope| {
            envelope["payload"] = manifest.into();
            envelope["signatures"] = json!([{"keyid": signature["key"], "sig": signature["signature"]}]);
        });
    }),
    ("it belongs to service 'other', not to 'myapp'", |it| {
        it.pointer(|pointer| pointer["service"] = "other".into());
    }),
    ("it is for the instances 'production', not for all", |it| {
        it.pointer(|pointer| pointer["instance"] = "production".into());
    }),
    ("it expired at 2020-01-01", |it| {
        it.pointer(|pointer| pointer["expires"] = "2020-01-01T00:00:00Z".into());
    }),
    ("it was rolled back: its sequence is 7", |it| it.pointer(|pointer| pointer["sequence"] = 7.into())),
    ("its format is 2", |it| it.pointer(|pointer| pointer["format"] = 2.into())),
    ("unknown field `surprise`", |it| it.pointer(|pointer| pointer["surprise"] = true.into())),
    ("it cannot be read", |it| it.sign(&it.key, Signed::Pointer, POINTER, b"no JSON")),
    ("'../../etc' cannot be the name", |it| it.pointer(|pointer| pointer["revision"] = "../../etc".into())),
    ("there is no pointer of myapp, although there was one before", |it| it.remove(POINTER)),
];

const OF_MANIFESTS: &[Case] = &[
    ("the manifest of myapp r2 in store is refused: it is not signed", |it| {
        it.remove("r2/manifest.json.sig");
    }),
    ("none of these keys is among those that count", |it| {
        let bytes = fs::read(it.path(MANIFEST)).unwrap();
        it.sign(&it.other, Signed::Manifest, MANIFEST, &bytes);
    }),
    ("it was changed after it was signed", |it| {
        let text = fs::read_to_string(it.path(MANIFEST)).unwrap();
        it.write(MANIFEST, text.replace("\"sequence\": 2", "\"sequence\": 3").as_bytes());
    }),
    ("the pointer to the current revision was signed for another manifest", |it| {
        let mut manifest = it.read(MANIFEST);
        manifest["build"] = json!({"commit": "another"});
        it.sign(&it.key, Signed::Manifest, MANIFEST, manifest.to_string().as_bytes());
    }),
    ("there is no revision r2 of myapp", |it| it.remove(MANIFEST)),
    ("it belongs to service 'other'", |it| it.manifest(|manifest| manifest["service"] = "other".into())),
    ("it is revision 'r3', not 'r2'", |it| it.manifest(|manifest| manifest["revision"] = "r3".into())),
    ("it expired at", |it| it.manifest(|manifest| manifest["expires"] = "2020-01-01T00:00:00Z".into())),
    ("longer ago than the 3650 days", |it| {
        it.manifest(|manifest| manifest["created"] = "2001-01-01T00:00:00Z".into());
    }),
    ("it was rolled back: its sequence is 0", |it| it.manifest(|manifest| manifest["sequence"] = 0.into())),
    ("unknown field `surprise`", |it| it.manifest(|manifest| manifest["surprise"] = true.into())),
    ("the path \"../../etc/cron.d/x\" is absolute, leads out", |it| {
        it.entry(|entry| entry["path"] = "../../etc/cron.d/x".into());
    }),
    ("the path \"/etc/passwd\" is absolute, leads out", |it| {
        it.entry(|entry| entry["path"] = "/etc/passwd".into());
    }),
    ("the link evil leads out, to \"../../../../etc\"", |it| {
        it.entry(|entry| *entry = json!({"type": "link", "path": "evil", "target": "../../../../etc"}));
    }),
    ("is below revision, which is not a directory", |it| {
        it.entry(|entry| entry["path"] = "revision/x".into());
    }),
    ("has the mode 4755: set-user-id", |it| it.entry(|entry| entry["mode"] = 0o4755.into())),
    ("has the mode 0666: set-user-id, set-group-id, sticky and world-writable", |it| {
        it.entry(|entry| entry["mode"] = 0o666.into());
    }),
    ("is listed twice", |it| {
        it.manifest(|manifest| {
            let again = manifest["entries"][0].clone();
            manifest["entries"].as_array_mut().unwrap().push(again);
        });
    }),
    ("more than the 1000000 of 'max_unpacked_bytes'", |it| {
        it.manifest(|manifest| manifest["entries"][1]["size"] = (5_u64 << 40).into());
    }),
    ("more than the 20 of 'max_entries'", |it| {
        it.manifest(|manifest| {
            let one = |number| json!({"type": "directory", "path": format!("d{number}"), "mode": 0o755});
            manifest["entries"] = (0..21).map(one).collect();
        });
    }),
];

const OF_ARCHIVES: &[Case] = &[
    ("bytes long instead of", |it| it.write(ARCHIVE, b"short")),
    ("its archive has another content than the one that was signed", |it| {
        let mut bytes = fs::read(it.path(ARCHIVE)).unwrap();
        bytes[30] ^= 1;
        it.write(ARCHIVE, &bytes);
    }),
    ("there is no archive of myapp r2", |it| it.remove(ARCHIVE)),
    ("its archive is broken", |it| it.bytes(b"no archive at all")),
    ("its archive is broken", |it| {
        let bytes = fs::read(it.path(ARCHIVE)).unwrap();
        it.bytes(&bytes[..bytes.len() / 2]);
    }),
    ("extra is in the archive, but not in the manifest", |it| it.archive("extra", b"x", |_| {})),
    ("the path \"../../x\" is absolute, leads out", |it| it.archive("../../x", b"x", |_| {})),
    ("the path \"/etc/x\" is absolute, leads out", |it| it.archive("/etc/x", b"x", |_| {})),
    ("leads out, to \"/etc/passwd\"", |it| {
        it.archive("revision", b"", |header| {
            header.set_entry_type(EntryType::Symlink);
            header.set_link_name_literal("/etc/passwd").unwrap();
        });
    }),
    ("revision is a device", |it| {
        it.archive("revision", b"", |header| {
            header.set_entry_type(EntryType::Block);
            header.set_device_major(8).unwrap();
        });
    }),
    ("revision is a hard link", |it| {
        it.archive("revision", b"", |header| {
            header.set_entry_type(EntryType::Link);
            header.set_link_name_literal("/etc/shadow").unwrap();
        });
    }),
    ("revision is a pipe", |it| it.archive("revision", b"", |header| header.set_entry_type(EntryType::Fifo))),
    ("revision belongs to 1000:0", |it| it.archive("revision", b"r2", |header| header.set_uid(1000))),
    ("has the mode 4755", |it| it.archive("revision", b"r2", |header| header.set_mode(0o4755))),
    ("revision differs from the manifest", |it| it.archive("revision", b"longer than it was", |_| {})),
    ("revision has another content than the one that was signed", |it| it.archive("revision", b"xx", |_| {})),
    ("is in the manifest, but not in the archive", |it| it.archive("revision", b"r2", |_| {})),
];

#[test]
fn each_is_refused_with_its_reason_and_changes_nothing() {
    let yard = Yard::new();
    let public = yard.json("artifact key signing.pem")["public_key"].as_str().unwrap().to_owned();
    let rules =
        "base: False, keep_free_bytes: 0, max_unpacked_bytes: 1000000, max_entries: 20, max_age_days: 3650";
    yard.configure(&yard.path("store").display().to_string(), &public, rules);
    yard.source("bin/run", "#!/bin/sh\n");
    yard.source("notes", "some text that is not the same as any other");
    yard.promoted("myapp", "r1");
    yard.json("deploy myapp testing");
    yard.promoted("myapp", "r2");
    let key = SigningKey::parse(&fs::read(yard.path("signing.pem")).unwrap()).unwrap();
    let forge = Forge { store: yard.path("store"), key, other: SigningKey::generate().unwrap().0 };
    file::copy(&yard.path("store"), &yard.path("kept"), true).unwrap();
    let cases = [OF_POINTERS, OF_MANIFESTS, OF_ARCHIVES].concat();
    assert!(cases.len() > 50);
    // What was seen of signed documents, and logs, may be new.
    let is_of_release = |line: &String| !line.contains("/logs/") && !line.contains("/.deployed.json ");
    let before: Vec<String> = snapshot(&yard.path("srv")).into_iter().filter(is_of_release).collect();
    // Each case begins with what the instance had seen before the first: it remembers every pointer that it read.
    let seen = yard.path("srv/myapp/.deployed.json");
    let remembered = fs::read(&seen).unwrap();
    for (number, (because, tamper)) in cases.iter().enumerate() {
        fs::write(&seen, &remembered).unwrap();
        file::remove(&yard.path("store")).unwrap();
        file::copy(&yard.path("kept"), &yard.path("store"), true).unwrap();
        tamper(&forge);
        let told = yard.refused("deploy myapp testing");
        assert!(told.contains(because), "case {number}: {because}\n{told}");
        let after: Vec<String> = snapshot(&yard.path("srv")).into_iter().filter(is_of_release).collect();
        assert_eq!(after, before, "case {number}: {because}");
        assert_eq!(yard.current().as_deref(), Some("r1"), "case {number}");
    }
    fs::write(&seen, &remembered).unwrap();
    file::remove(&yard.path("store")).unwrap();
    file::copy(&yard.path("kept"), &yard.path("store"), true).unwrap();
    assert_eq!(yard.json("deploy myapp testing")["revision"], "r2", "what was not tampered with is taken");
}
