//! Secrets of a pillar, by the binary: named by reference and fetched from AWS, or decrypted by GnuPG; states get them, and
//! nothing shows them.

mod declared;
mod in_part;
mod instances;
mod on_aws;
mod outlets;
mod pip;

use std::process::{Command, Stdio};

use crate::support::{Place, Printed};

const SECRET: &str = "correct horse battery";
const TOP: &str = "base:\n  '*':\n    - app\n";
const SLS: &str = "/etc/app:\n  test.configurable_test_state:\n    - result: True\n    - changes: True\n    - comment: {{ pillar.app.password|json }}\n\nwritten:\n  file.managed:\n    - name: {{ opts.cachedir }}/../written\n    - contents: {{ pillar.app.password|json }}\n";

#[track_caller]
fn is_hidden(printed: &Printed) {
    for text in [&printed.stdout, &printed.stderr] {
        assert!(!text.contains(SECRET), "it is shown: {text}");
    }
}

/// Every way to look at a secret: none shows it, yet the state has it.
fn is_used_and_never_shown(place: &Place) {
    for words in [
        "pillar.items",
        "pillar.get app:password",
        "--out json pillar.items",
        "state.show_sls app",
        "--out json state.show_lowstate",
        "-l debug state.sls app test=True",
        "-l debug --profile-run trace.json state.sls app",
        "slsutil.renderer states/app.sls",
    ] {
        is_hidden(&place.run(words));
    }
    assert_eq!(std::fs::read_to_string(place.path("written")).expect("a file").trim_end(), SECRET);
    let trace = std::fs::read_to_string(place.path("trace.json")).expect("a trace");
    assert!(!trace.contains(SECRET));
    assert!(place.run("pillar.get app:password").stdout.contains("(hidden)"));
}

fn place(pillar: &str) -> Place {
    let place = Place::new();
    let sls = SLS.replace("{{ opts.cachedir }}/..", &place.path("").display().to_string());
    let place = place.with("pillar/top.sls", TOP).with("pillar/app.sls", pillar);
    place.with("states/top.sls", TOP).with("states/app.sls", &sls)
}

mod by_reference {
    use super::*;
    use crate::local_aws::moto::python;
    use crate::local_aws::{Moto, Proxy};

    const SEED: &str = "
import sys, boto3
client = lambda service: boto3.client(service, endpoint_url=sys.argv[1], region_name='us-east-1', aws_access_key_id='test', aws_secret_access_key='test')
for number in range(11):
    client('ssm').put_parameter(Name=f'/app/{number}', Value='correct horse battery', Type='SecureString')
client('secretsmanager').create_secret(Name='app', SecretString='{\"user\": \"correct horse battery\", \"port\": 54321}')
";

    async fn account() -> (Moto, Proxy) {
        let moto = Moto::start();
        let seeded = Command::new(python()).args(["-c", SEED, &moto.endpoint]).status().expect("python runs");
        assert!(seeded.success());
        let proxy = Proxy::start(&moto.endpoint).await;
        (moto, proxy)
    }

    fn with_account(place: Place, proxy: &Proxy) -> Place {
        let place = place.set("AWS_ENDPOINT_URL", &proxy.endpoint).set("AWS_REGION", "us-east-1");
        place.set("AWS_ACCESS_KEY_ID", "test").set("AWS_SECRET_ACCESS_KEY", "test")
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn parameters_and_secrets_are_fetched_in_batches_and_never_shown() {
        let (_moto, proxy) = account().await;
        let many: String =
            (0..11).map(|number| format!("    - {{__secret__: 'ssm:/app/{number}'}}\n")).collect();
        let pillar = format!(
            "app:\n  password: {{__secret__: 'ssm:/app/0'}}\n  user: {{__secret__: 'secretsmanager:app:user'}}\n  many:\n{many}"
        );
        let place = with_account(place(&pillar), &proxy);
        let counted = tokio::task::spawn_blocking(move || {
            let printed = place.run("pillar.get app:user");
            assert!(printed.stdout.contains("(hidden)"), "{}{}", printed.stdout, printed.stderr);
            place
        });
        let place = counted.await.expect("it runs");
        let mut calls: Vec<_> = proxy.traffic().calls.into_iter().map(|call| call.name).collect();
        calls.sort();
        assert_eq!(calls, ["BatchGetSecretValue", "GetParameters", "GetParameters"]);
        tokio::task::spawn_blocking(move || is_used_and_never_shown(&place)).await.expect("it runs");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_secret_that_is_not_there_breaks_the_pillar() {
        let (_moto, proxy) = account().await;
        let pillar = "app:\n  password: {__secret__: 'ssm:/nowhere'}\n  user: {__secret__: 'secretsmanager:app:nobody'}\n";
        let place = with_account(place(pillar), &proxy);
        let run = move || place.run("--retcode-passthrough state.sls app");
        let printed = tokio::task::spawn_blocking(run).await.expect("it runs");
        assert_eq!(printed.code, Some(5), "{}", printed.stderr);
        for told in ["ssm:/nowhere", "secretsmanager:app:nobody", "app:password"] {
            assert!(printed.stderr.contains(told), "{told}: {}", printed.stderr);
        }
        is_hidden(&printed);
    }
}

/// A throwaway key ring; its agent ends with it.
struct KeyRing(tempfile::TempDir);

impl KeyRing {
    fn new() -> Self {
        let ring = Self(tempfile::tempdir().expect("a directory"));
        let mut made =
            ring.gpg(&["--passphrase", "", "--quick-gen-key", "app@example.com", "default", "default"]);
        assert!(made.status().expect("gpg runs; .ci/run installs it").success());
        ring
    }

    fn gpg(&self, words: &[&str]) -> Command {
        let mut command = Command::new("gpg");
        command.arg("--homedir").arg(self.0.path()).args([
            "--batch",
            "--quiet",
            "--pinentry-mode",
            "loopback",
        ]);
        command.args(words);
        command
    }

    fn encrypt(&self, text: &str) -> String {
        let mut command = self.gpg(&["--armor", "--trust-model", "always", "-e", "-r", "app@example.com"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("gpg runs");
        std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), text.as_bytes())
            .expect("it reads");
        String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("armour is text")
    }
}

impl Drop for KeyRing {
    fn drop(&mut self) {
        let mut agent = Command::new("gpgconf");
        drop(agent.arg("--homedir").arg(self.0.path()).args(["--kill", "gpg-agent"]).status());
    }
}

#[test]
fn what_gnupg_decrypts_is_used_and_never_shown() {
    let ring = KeyRing::new();
    let message: String = ring.encrypt(SECRET).lines().map(|line| format!("    {line}\n")).collect();
    let place = place(&format!("#!jinja|yaml|gpg\n\napp:\n  password: |\n{message}"));
    let config = std::fs::read_to_string(place.path("orchestration/minion")).expect("the configuration");
    let place =
        place.with("orchestration/minion", &format!("{config}gpg_keydir: {}\n", ring.0.path().display()));
    is_used_and_never_shown(&place);
}

#[test]
fn without_a_key_the_pillar_is_broken() {
    let (ring, other) = (KeyRing::new(), KeyRing::new());
    let message: String = other.encrypt(SECRET).lines().map(|line| format!("    {line}\n")).collect();
    let place = place(&format!("#!jinja|yaml|gpg\n\napp:\n  password: |\n{message}"));
    let config = std::fs::read_to_string(place.path("orchestration/minion")).expect("the configuration");
    let place =
        place.with("orchestration/minion", &format!("{config}gpg_keydir: {}\n", ring.0.path().display()));
    let printed = place.run("--retcode-passthrough state.sls app");
    assert_eq!(printed.code, Some(5), "{}{}", printed.stdout, printed.stderr);
    assert!(printed.stderr.contains("gpg"), "{}", printed.stderr);
}

/// A secret that cannot be hidden is refused where it comes from, and the advice is not about keys.
#[test]
fn a_short_secret_of_gnupg_breaks_the_pillar_and_is_not_shown() {
    let ring = KeyRing::new();
    for (first, value) in
        [("#!jinja|yaml|gpg", "app:\n  password: |\n"), ("#!yaml|gpg", "app:\n  list:\n  - |\n")]
    {
        let message: String = ring.encrypt("q7x\n").lines().map(|line| format!("    {line}\n")).collect();
        let place = place(&format!("{first}\n\n{value}{message}"));
        let config = std::fs::read_to_string(place.path("orchestration/minion")).expect("the configuration");
        let config = format!("{config}gpg_keydir: {}\n", ring.0.path().display());
        let place = place.with("orchestration/minion", &config);
        for words in ["--retcode-passthrough state.sls app", "pillar.items", "-l debug pillar.items"] {
            let printed = place.run(words);
            assert_ne!(printed.code, Some(0), "{first} {words}: {}", printed.whole());
            let said = printed.whole();
            for told in [
                "the value cannot be used: the secret is shorter than 4 characters and cannot be hidden",
                "choose a longer secret; what is so short is guessed at once, and is a part of many words",
            ] {
                assert!(said.contains(told), "{first} {words}: {told}: {said}");
            }
            assert!(!said.contains("q7x") && !said.contains("gpg_keydir"), "{first} {words}: {said}");
        }
    }
}
