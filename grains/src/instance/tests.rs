use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime};

use serde_json::json;
use tempfile::TempDir;

use super::*;

/// How the service of a test behaves.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Mood {
    /// As on an instance whose metadata hold its tags.
    Full,
    /// Without the tags.
    WithoutTags,
    /// The first token is forgotten at once.
    Forgetful,
    /// Version 2 is switched off.
    Off,
    /// It takes the connection and says nothing.
    Silent,
    /// Each document is an error the first time, and so is the token.
    Busy,
    /// Each answer takes a while.
    Slow,
    /// Only one document is an error, each time.
    Broken,
    /// There are no tokens: version 1 only.
    Old,
}

/// A metadata service on a free port, which ends with the test; the paths asked for are kept.
fn service(mood: Mood) -> (MetadataService, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = asked.clone();
    thread::spawn(move || {
        let tokens = Arc::new(Mutex::new(0));
        for stream in listener.incoming().flatten() {
            let (seen, tokens) = (seen.clone(), tokens.clone());
            thread::spawn(move || converse(&stream, mood, &seen, &tokens));
        }
    });
    (MetadataService::at(&format!("http://{address}/")), asked)
}

fn converse(stream: &TcpStream, mood: Mood, seen: &Mutex<Vec<String>>, tokens: &Mutex<u32>) {
    let mut lines = BufReader::new(stream).lines();
    let mut out = stream;
    while let Some(Ok(request)) = lines.next() {
        let mut token = String::new();
        for line in lines.by_ref().map_while(Result::ok).take_while(|line| !line.is_empty()) {
            if let Some(("x-aws-ec2-metadata-token", value)) = line.to_lowercase().split_once(": ") {
                value.clone_into(&mut token);
            }
        }
        let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
        seen.lock().unwrap().push(path.clone());
        if mood == Mood::Silent {
            thread::park_timeout(Duration::from_secs(30));
        }
        if mood == Mood::Slow {
            thread::park_timeout(Duration::from_millis(400));
        }
        let times = seen.lock().unwrap().iter().filter(|it| **it == path).count();
        let is_broken = mood == Mood::Broken && path.ends_with("meta-data/mac");
        let (status, body) = if is_broken || (mood == Mood::Busy && times == 1) {
            (503, String::new())
        } else {
            answer(mood, &request, &path, &token, tokens)
        };
        let head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\n\r\n", body.len());
        out.write_all((head + &body).as_bytes()).unwrap();
    }
}

fn answer(mood: Mood, request: &str, path: &str, token: &str, tokens: &Mutex<u32>) -> (u16, String) {
    let mut tokens = tokens.lock().unwrap();
    if request.starts_with("PUT /latest/api/token ") {
        *tokens += 1;
        return if mood == Mood::Off {
            (403, String::new())
        } else if mood == Mood::Old {
            (404, String::new())
        } else {
            (200, format!("token{tokens}"))
        };
    }
    let wanted = if mood == Mood::Forgetful { "token2".to_owned() } else { format!("token{tokens}") };
    if token != wanted {
        return (401, String::new());
    }
    let body = match path.strip_prefix("/latest/").unwrap_or_default() {
        "dynamic/instance-identity/document" => {
            json!({"instanceId": "i-0123456789abcdef0", "region": "us-east-1", "imageId": "ami-1", "kernelId": null,
                   "availabilityZone": "us-east-1a", "instanceType": "t3.micro", "accountId": "123456789012"})
            .to_string()
        }
        "meta-data/mac" => "02:00:00:00:00:01".to_owned(),
        "meta-data/network/interfaces/macs/02:00:00:00:00:01/vpc-id" => "vpc-1".to_owned(),
        "meta-data/security-groups" => "base\nmyapp".to_owned(),
        "meta-data/iam/info" => json!({"InstanceProfileArn": "arn:aws:iam::1:instance-profile/myapp"}).to_string(),
        "meta-data/tags/instance" if mood != Mood::WithoutTags => "Name\naws:autoscaling:groupName\nthe owner".to_owned(),
        "meta-data/tags/instance/Name" => "myapp".to_owned(),
        "meta-data/tags/instance/aws:autoscaling:groupName" => "myapp-testing-useast1".to_owned(),
        "meta-data/tags/instance/the%20owner" => "us & them".to_owned(),
        _ => return (404, String::new()),
    };
    (200, body)
}

#[test]
fn an_instance_is_described_by_its_metadata() {
    let instance = service(Mood::Full).0.describe().unwrap();
    assert_eq!((instance.id(), instance.region()), (Some("i-0123456789abcdef0"), Some("us-east-1")));
    assert_eq!(instance.group_name(), Some("myapp-testing-useast1"));
    let grains = instance.grains();
    for (name, value) in [
        ("ec2_instance_type", json!("t3.micro")),
        ("ec2_vpc_id", json!("vpc-1")),
        ("ec2_security_groups", json!(["base", "myapp"])),
        ("ec2_instance_profile_arn", json!("arn:aws:iam::1:instance-profile/myapp")),
        ("ec2_autoscaling_group", json!("myapp-testing-useast1")),
        (
            "ec2_tags",
            json!({"Name": "myapp", "aws:autoscaling:groupName": "myapp-testing-useast1", "the owner": "us & them"}),
        ),
    ] {
        assert_eq!(grains.get(name), Some(&value), "{name}");
    }
    assert_eq!(grains.get("ec2_public_ipv4"), None);
}

#[test]
fn without_tags_in_the_metadata_the_group_is_not_known() {
    let instance = service(Mood::WithoutTags).0.describe().unwrap();
    assert_eq!((instance.tags.as_ref(), instance.group_name()), (None, None));
    assert!(!instance.grains().contains_key("ec2_tags"));
}

#[test]
fn a_token_that_is_no_longer_taken_is_renewed_once() {
    let (service, asked) = service(Mood::Forgetful);
    assert_eq!(service.describe().unwrap().id(), Some("i-0123456789abcdef0"));
    let tokens = asked.lock().unwrap().iter().filter(|path| path.ends_with("api/token")).count();
    assert_eq!(tokens, 2);
}

#[test]
fn a_service_that_is_off_or_silent_is_an_error_with_advice() {
    let error = service(Mood::Off).0.describe().unwrap_err();
    assert!(matches!(error, MetadataError::Refused { status: 403, .. }), "{error}");
    let error = service(Mood::Silent).0.within(Duration::from_millis(200)).describe().unwrap_err();
    assert!(matches!(error, MetadataError::NoToken { .. }), "{error}");
    assert!(error.hint().contains("HttpPutResponseHopLimit"));
}

#[test]
fn only_the_firmware_of_ec2_makes_an_instance() {
    let root = TempDir::new().unwrap();
    assert!(!is_instance(root.path()));
    let dmi = root.path().join("sys/class/dmi/id");
    fs::create_dir_all(&dmi).unwrap();
    fs::write(dmi.join("sys_vendor"), "QEMU\n").unwrap();
    assert!(!is_instance(root.path()));
    fs::write(dmi.join("sys_vendor"), "Amazon EC2\n").unwrap();
    assert!(is_instance(root.path()));
}

#[test]
fn what_was_read_is_kept_for_an_hour_of_this_boot() {
    let root = TempDir::new().unwrap();
    let boot = root.path().join("proc/sys/kernel/random/boot_id");
    let file = root.path().join("var/cache/ec2.json");
    assert!(Cache::new(root.path(), file.clone()).is_none());
    fs::create_dir_all(boot.parent().unwrap()).unwrap();
    fs::write(&boot, "first\n").unwrap();
    let cache = Cache::new(root.path(), file.clone()).unwrap();
    assert_eq!(cache.get(SystemTime::UNIX_EPOCH), None);
    let instance = Instance { facts: [("a".to_owned(), "b".to_owned())].into(), tags: None };
    cache.put(&instance).unwrap();
    let now = fs::metadata(&file).unwrap().modified().unwrap();
    assert_eq!(cache.get(now + Duration::from_secs(60)), Some(instance));
    assert_eq!(cache.get(now + Duration::from_secs(7200)), None);
    assert!(cache.get_expired().is_some(), "it is still that of this boot");
    fs::write(&boot, "second\n").unwrap();
    let other = Cache::new(root.path(), file).unwrap();
    assert_eq!((other.get(now), other.get_expired()), (None, None));
}

#[test]
fn a_service_that_is_busy_or_slow_is_asked_again_and_all_documents_at_once() {
    for mood in [Mood::Busy, Mood::Slow] {
        let began = std::time::Instant::now();
        let instance = service(mood).0.describe().unwrap();
        assert_eq!(instance.grains(), service(Mood::Full).0.describe().unwrap().grains());
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "fourteen answers of 0.4 s, one after the other, take 5.6 s"
        );
    }
}

#[test]
fn one_document_that_cannot_be_read_is_never_left_out() {
    let error = service(Mood::Broken).0.within(Duration::from_millis(700)).describe().unwrap_err();
    assert!(
        matches!(&error, MetadataError::Status { path, status: 503 } if path == "meta-data/mac"),
        "{error}"
    );
}

#[test]
fn a_service_of_version_1_only_is_refused_at_once() {
    let began = std::time::Instant::now();
    let error = service(Mood::Old).0.describe().unwrap_err();
    assert!(matches!(error, MetadataError::Refused { status: 404, .. }), "{error}");
    assert!(began.elapsed() < Duration::from_secs(2));
}
