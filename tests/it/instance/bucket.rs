//! Artifacts in a bucket of the local AWS.

use std::fs;
use std::sync::Arc;

use aws::{Connection, Sessions};
use aws_sdk_s3::types::ServerSideEncryption;
use instance::S3Service;
use instance::store::{Content, Encryption, Location, S3, Store};

use super::yard::Yard;
use crate::local_aws::Moto;
use crate::support::Place;

async fn store(moto: &Moto) -> S3 {
    let text = |text: &str| Some(text.to_owned());
    let connection = Connection {
        region: text("us-east-1"),
        keyid: text("test"),
        key: text("test"),
        endpoint_url: Some(moto.endpoint.clone()),
        ..Connection::default()
    };
    let aws: Arc<_> = Sessions::new().open(&connection).await;
    aws.client::<S3Service>().create_bucket().bucket("artifacts").send().await.expect("a bucket");
    let encryption = Encryption { method: text("AES256"), kms_key_id: None };
    S3 { aws, location: Location::parse("s3://artifacts/deploy").expect("a location"), encryption }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_files_go_up_in_parts_and_come_down_from_where_they_ended() {
    let moto = Moto::start();
    let s3 = store(&moto).await;
    let dir = tempfile::tempdir().expect("a directory");
    let (from, to) = (dir.path().join("from"), dir.path().join("to"));
    let bytes: Vec<u8> = (0..(16_u32 << 20) + 1000).map(|number| number.to_le_bytes()[1]).collect();
    fs::write(&from, &bytes).expect("a file");
    assert!(!s3.fetch("myapp/r1/archive.tar.gz", 10, &to).await.expect("an answer"), "there is none yet");
    assert_eq!(s3.read("myapp/r1/archive.tar.gz").await.expect("an answer"), None);
    s3.put("myapp/r1/archive.tar.gz", Content::File(&from)).await.expect("it goes up");
    fs::write(&to, &bytes[..10_000_000]).expect("a file");
    let size = bytes.len() as u64;
    assert!(s3.fetch("myapp/r1/archive.tar.gz", size, &to).await.expect("an answer"));
    assert!(fs::read(&to).expect("a file") == bytes);
    s3.put("myapp/current.json", Content::Bytes(b"{}")).await.expect("it goes up");
    assert_eq!(s3.read("myapp/current.json").await.expect("an answer").as_deref(), Some(&b"{}"[..]));
    let (_, tag) = s3.read_tagged("myapp/current.json").await.expect("an answer").expect("it is there");
    let put = |key, bytes, tag| s3.put_if(key, Content::Bytes(bytes), tag);
    assert!(!put("myapp/current.json", b"[]", None).await.expect("an answer"), "there is one");
    assert!(put("myapp/current.json", b"{ }", Some(&tag)).await.expect("an answer"));
    assert!(
        !put("myapp/current.json", b"[]", Some(&tag)).await.expect("an answer"),
        "it is another one by now"
    );
    assert!(!put("myapp/none.json", b"[]", Some(&tag)).await.expect("an answer"), "there is none any more");
    assert!(!s3.put_if("myapp/r1/archive.tar.gz", Content::File(&from), None).await.expect("an answer"));
    assert_eq!(s3.read("myapp/current.json").await.expect("an answer").as_deref(), Some(&b"{ }"[..]));
    assert_eq!(s3.names("myapp").await.expect("names"), ["current.json", "r1"]);
    assert_eq!(s3.names("").await.expect("names"), ["myapp"]);
    let held = s3
        .aws
        .client::<S3Service>()
        .head_object()
        .bucket("artifacts")
        .key("deploy/myapp/current.json")
        .send()
        .await;
    let held = held.expect("it is there");
    let method = held.server_side_encryption().map(ServerSideEncryption::as_str);
    assert_eq!(method, Some("AES256"));
    let nowhere = S3 { location: Location::parse("s3://nowhere").expect("a location"), ..s3 };
    let told = nowhere.read("myapp/current.json").await.expect_err("no bucket is an error").to_string();
    assert!(told.contains("NoSuchBucket"), "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_comes_from_a_bucket_by_its_digest() {
    let moto = Moto::start();
    let s3 = store(&moto).await;
    s3.put("tool", Content::Bytes(b"#!/bin/sh\n")).await.expect("it goes up");
    let endpoint = moto.endpoint.clone();
    let run = move || {
        let place = Place::new().set("AWS_ENDPOINT_URL", &endpoint).set("AWS_REGION", "us-east-1");
        let place = place.set("AWS_ACCESS_KEY_ID", "test").set("AWS_SECRET_ACCESS_KEY", "test");
        let config = "file_client: local\nroot_dir: .\ncachedir: cache\nfile_roots: {base: [states]}\n";
        let place = place.with("orchestration/minion", config);
        let target = place.path("tool").display().to_string();
        let digest = "a8076d3d28d21e02012b20eaf7dbf75409a6277134439025f282e368e3305abf";
        let state = |source: &str, digest: &str| {
            format!(
                "{target}: {{file.managed: [{{source: '{source}'}}, {{source_hash: '{digest}'}}, {{mode: '0755'}}]}}\n"
            )
        };
        let place = place.with("states/tool.sls", &state("s3://artifacts/deploy/tool", digest));
        let sls = |words: &str| place.run(&format!("-c orchestration state.sls tool {words}"));
        let foreseen = sls("test=True");
        assert!(foreseen.code == Some(0) && !place.path("tool").exists(), "{}", foreseen.whole());
        let done = sls("");
        assert!(done.code == Some(0) && done.stdout.contains("(changed=1)"), "{}", done.whole());
        assert_eq!(fs::read_to_string(place.path("tool")).expect("a file"), "#!/bin/sh\n");
        let again = sls("");
        assert!(again.code == Some(0) && !again.stdout.contains("changed="), "{}", again.whole());
        for (source, digest, told) in [
            ("s3://artifacts/deploy/tool", "0".repeat(64).as_str(), "does not match actual checksum"),
            ("s3://artifacts/deploy/none", digest, "there is no such object"),
            ("s3://artifacts", digest, "s3://bucket/key"),
        ] {
            fs::write(place.path("states/tool.sls"), state(source, digest)).expect("a tree");
            fs::write(place.path("tool"), "something else").expect("a file");
            let refused = sls("");
            assert!(refused.code == Some(1) && refused.stdout.contains(told), "{}", refused.whole());
        }
    };
    tokio::task::spawn_blocking(run).await.expect("it runs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_release_comes_from_a_bucket() {
    let moto = Moto::start();
    drop(store(&moto).await);
    let endpoint = moto.endpoint.clone();
    let run = move || {
        let place = Place::new().set("AWS_ENDPOINT_URL", &endpoint).set("AWS_REGION", "us-east-1");
        let place = place.set("AWS_ACCESS_KEY_ID", "test").set("AWS_SECRET_ACCESS_KEY", "test");
        let yard = Yard::with_store(place, Some("s3://artifacts/deploy"));
        yard.source("lib/file", &"text\n".repeat(10_000));
        yard.promoted("base", "r1");
        yard.promoted("myapp", "r1");
        assert_eq!(yard.json("artifact publish artifacts/myapp/r1")["result"], "unchanged");
        let told = yard.json("deploy myapp testing");
        assert_eq!((&told["result"], &told["base"]["revision"]), (&"deployed".into(), &"r1".into()));
        assert_eq!(yard.current().as_deref(), Some("r1"));
        assert_eq!(yard.json("deploy myapp testing")["result"], "unchanged");
        assert_eq!(yard.json("artifact list myapp")["r1"]["current_for"], serde_json::json!(["all"]));
        assert_eq!(yard.json("artifact list"), serde_json::json!(["base", "myapp"]));
    };
    tokio::task::spawn_blocking(run).await.expect("it runs");
}
