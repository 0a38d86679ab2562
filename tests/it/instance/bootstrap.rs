//! `bootstrap user-data`, by the binary: what it prints is what cloud-init and a shell take.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::support::Place;

const CONFIG: &str = "
deploy:
  store: s3://artifacts/deploy
bootstrap:
  binary:
    x86_64:
      url: s3://artifacts/bin/orchestrate
      sha256: 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
  packages: [curl, git]
";

fn place() -> Place {
    Place::new().with("orchestration/minion", &format!("file_roots:\n  base: [states]\n{CONFIG}"))
}

/// The body of the part with this content type.
fn part(message: &str, kind: &str) -> String {
    let boundary =
        message.split("boundary=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a boundary");
    let part = message.split(&format!("--{boundary}")).find(|part| part.contains(kind)).expect(kind);
    part.split_once("\n\n").expect("a body").1.to_owned()
}

#[test]
fn the_message_is_printed_as_it_is_and_the_same_each_time() {
    let place = place();
    let first = place.run("bootstrap user-data myapp testing");
    assert_eq!((first.code, first.stderr.as_str()), (Some(0), ""));
    assert!(first.stdout.starts_with("Content-Type: multipart/mixed; boundary="), "{}", first.stdout);
    assert_eq!(first.stdout, place.run("bootstrap user-data myapp testing").stdout);
    let asked = place.run("--out json bootstrap.user_data myapp testing");
    let asked: serde_json::Value = serde_json::from_str(&asked.stdout).expect("JSON");
    assert_eq!(asked["local"].as_str().map(str::trim_end), Some(first.stdout.trim_end()));
}

#[test]
fn the_script_is_one_that_a_shell_can_read() {
    let script = part(&place().run("bootstrap user-data myapp testing").stdout, "text/x-shellscript");
    let place = place().with("bootstrap.sh", &script);
    let read = Command::new("sh").arg("-n").arg(place.path("bootstrap.sh")).output().expect("a shell");
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
}

#[test]
fn what_is_typed_wrong_is_answered_with_what_is_right() {
    let printed = place().run("bootstrap user-date myapp testing");
    assert_eq!(printed.code, Some(64));
    assert!(printed.stderr.contains("a similar subcommand exists: 'user-data'"), "{}", printed.stderr);
    let printed = Place::new().run("bootstrap user-data myapp testing");
    assert_eq!(printed.code, Some(1));
    assert!(printed.stderr.contains("there is no mapping 'bootstrap'"), "{}", printed.stderr);
}

/// Debian's cloud-init; `.ci/run` installs it.
#[test]
#[ignore = "needs the program cloud-init"]
fn cloud_init_accepts_the_configuration() {
    let config = part(&place().run("bootstrap user-data myapp testing").stdout, "text/cloud-config");
    // A part is known by its type, a file by this line.
    let place = place().with("config.yaml", &format!("#cloud-config\n{config}"));
    let judged =
        Command::new("cloud-init").args(["schema", "--config-file"]).arg(place.path("config.yaml")).output();
    let judged = judged.expect("cloud-init");
    let said = String::from_utf8_lossy(&judged.stdout) + String::from_utf8_lossy(&judged.stderr);
    assert!(judged.status.success() && said.contains("Valid"), "{said}");
}

/// A server with the documents of a store and of a metadata service, which answers the first requests for each of them with 503.
fn stubborn(failures: usize, documents: Vec<(&'static str, Vec<u8>)>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        let mut asked: HashMap<String, usize> = HashMap::new();
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
            let first = lines.next().and_then(Result::ok).unwrap_or_default();
            let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
            for line in lines.map_while(Result::ok) {
                if line.is_empty() {
                    break;
                }
            }
            let times = asked.entry(path.clone()).or_default();
            *times += 1;
            let document = documents.iter().find(|(known, _)| *known == path);
            let (status, body) = match document {
                Some(_) if *times <= failures => (503, vec![]),
                Some((_, body)) => (200, body.clone()),
                None => (404, vec![]),
            };
            let head =
                format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            drop(stream.write_all(&[head.as_bytes(), &body].concat()));
        }
    });
    endpoint
}

const PROGRAM: &str = "#!/bin/sh\necho \"$@\" >>\"$(dirname \"$0\")/called\"\n";

/// Runs the script in a directory of its own, with another `curl` in front if there is one.
fn boot(binary: &str, endpoint: &str, more: &str, curl: Option<&str>) -> (Option<i32>, String, String) {
    let digest: String = Sha256::digest(PROGRAM).iter().map(|byte| format!("{byte:02x}")).collect();
    let config = format!(
        "file_roots: {{base: [states]}}\ndeploy: {{store: 's3://artifacts/deploy'}}\n\
         bootstrap:\n  binary: {{x86_64: {{url: '{binary}', sha256: {digest}}}}}\n{more}"
    );
    let place = Place::new().with("orchestration/minion", &config);
    let script = part(&place.run("bootstrap user-data myapp testing").stdout, "text/x-shellscript");
    let own = |path: &str| place.path(path).display().to_string();
    let mut path = "export PATH=".to_owned();
    if let Some(text) = curl {
        std::fs::create_dir(place.path("bin")).expect("a directory");
        crate::support::write_program(&place.path("bin/curl"), text);
        path = format!("export PATH={}:", own("bin"));
    }
    let script = script
        .replace("program=/usr/local/bin/orchestrate", &format!("program={}", own("orchestrate")))
        .replace("state=/var/lib/orchestrate", &format!("state={}", own("state")))
        .replace("$(uname -m)", "x86_64")
        .replace("export PATH=", &path);
    let place = place.with("bootstrap.sh", &script);
    let mut command = Command::new("sh");
    command.arg(place.path("bootstrap.sh")).env("AWS_EC2_METADATA_SERVICE_ENDPOINT", endpoint);
    let ran = command.env("AWS_ENDPOINT_URL_S3", endpoint).output().expect("a shell");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
    (ran.status.code(), said, std::fs::read_to_string(place.path("called")).unwrap_or_default())
}

fn documents() -> Vec<(&'static str, Vec<u8>)> {
    let keys = r#"{"AccessKeyId": "a", "SecretAccessKey": "b", "Token": "c"}"#;
    vec![
        ("/latest/api/token", b"token".to_vec()),
        ("/latest/meta-data/placement/region", b"us-east-1".to_vec()),
        ("/latest/meta-data/iam/security-credentials/", b"role".to_vec()),
        ("/latest/meta-data/iam/security-credentials/role", keys.as_bytes().to_vec()),
        ("/artifacts/bin/orchestrate", PROGRAM.as_bytes().to_vec()),
    ]
}

#[test]
fn a_metadata_service_and_a_store_in_trouble_are_asked_again_until_patience_ends() {
    let endpoint = stubborn(1, documents());
    let (code, said, called) = boot("s3://artifacts/bin/orchestrate", &endpoint, "  patience: 120\n", None);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("goes on in 1 s, for at most"), "{said}");
    assert!(called.contains("deploy myapp testing") && called.contains("state.sls elb.register"), "{called}");

    let endpoint = stubborn(usize::MAX, documents());
    let (code, said, called) = boot("s3://artifacts/bin/orchestrate", &endpoint, "  patience: 3\n", None);
    assert_eq!((code, called.as_str()), (Some(1), ""), "{said}");
    for words in ["could not be fetched within 3 s", "nothing was registered", "the instance stays as it is"]
    {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn a_curl_that_signs_wrongly_is_named_before_anything_is_fetched() {
    for (version, is_fine) in [("7.76.1", false), ("7.81.0", false), ("7.88.1", true), ("8.5.0", true)] {
        let endpoint = stubborn(0, documents());
        let real = "PATH=/usr/local/bin:/usr/bin:/bin exec curl \"$@\"";
        let text = format!(
            "#!/bin/sh\ncase $1 in --version) echo 'curl {version} (x86_64-pc-linux-gnu)' ;; *) {real} ;; esac\n"
        );
        let (code, said, _) =
            boot("s3://artifacts/bin/orchestrate", &endpoint, "  patience: 20\n", Some(&text));
        assert_eq!(code, Some(if is_fine { 0 } else { 1 }), "{version}: {said}");
        let told = format!(
            "curl {version} (x86_64-pc-linux-gnu) signs requests to S3 wrongly: take an image with curl 7.88"
        );
        assert_eq!(said.contains(&told), !is_fine, "{version}: {said}");
    }
}
