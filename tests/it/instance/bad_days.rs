//! What a release, its hooks, and the files of its deployments may look like when an instance is registered.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Stdio;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::served::Served;

const TOP: &str = "base: {'*': [myapp, in_service]}\n";
const IN_SERVICE: &str = "In service:\n  elb.register:\n    - order: last\n";

/// An instance whose first release is deployed and registered, and then deregistered.
async fn deployed() -> Served {
    let served = Served::new("").await;
    served.trees(TOP, IN_SERVICE);
    served.yard.promoted("myapp", "r1");
    served.yard.json("deploy myapp testing");
    assert!(served.is_registered().await);
    assert_eq!(served.run("elb.deregister").code, Some(0));
    served
}

/// The registration is refused for this reason, and calls nothing that changes.
async fn is_refused(served: &Served, words: &str, said: &str) {
    let printed = served.run(words);
    assert_eq!(printed.code, Some(1), "{words}: {}", printed.whole());
    assert!(printed.whole().contains(said), "{words}: {}", printed.whole());
    assert_eq!(served.proxy.mutating(), Vec::<String>::new(), "{words}");
    assert!(!served.is_registered().await, "{words}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_that_leads_to_no_release_is_no_release() {
    let served = deployed().await;
    fs::remove_dir_all(served.yard.path("srv/myapp/releases/r1")).expect("a release");
    is_refused(&served, "elb.register after=run", "r1 of myapp is linked, and is not there").await;
    // The next deployment brings it back.
    served.yard.json("deploy myapp testing");
    assert!(served.is_registered().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_link_and_what_is_no_record_keep_the_instance_out() {
    let served = deployed().await;
    let (current, record) =
        (served.yard.path("srv/myapp/current"), served.yard.path("srv/myapp/.deployed.json"));
    let known = fs::read(&record).expect("a record");
    fs::write(&record, "{\"finished\": ").expect("a file");
    is_refused(&served, "elb.register after=run", ".deployed.json").await;
    fs::write(&record, known).expect("a file");
    fs::remove_file(&current).expect("a link");
    fs::create_dir(&current).expect("a directory");
    is_refused(&served, "elb.register after=run", "current").await;
    fs::remove_dir(&current).expect("a directory");
    symlink("/etc", &current).expect("a link");
    is_refused(&served, "elb.register after=run", "myapp").await;
    fs::remove_file(&current).expect("a link");
    symlink("releases/r1", &current).expect("a link");
    assert_eq!(served.run("elb.register after=run").code, Some(0));
    assert!(served.is_registered().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_that_is_linked_and_never_was_deployed_keeps_the_instance_out() {
    let served = deployed().await;
    let service = served.yard.path("srv/service");
    fs::remove_file(&service).expect("a link");
    symlink("other", &service).expect("a link");
    is_refused(&served, "elb.register after=run", "no release of other is in service").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hook_that_registers_the_instance_by_itself_is_refused_until_its_release_is_fit() {
    let served = Served::new("").await;
    served.trees(TOP, IN_SERVICE);
    let program = env!("CARGO_BIN_EXE_orchestrate");
    let root = served.yard.path(".").canonicalize().expect("a directory").display().to_string();
    let mut text = format!(
        "#!/bin/sh\ncd {root}\nexport XDG_STATE_HOME={root}/.state AWS_EC2_METADATA_DISABLED=false\n"
    );
    text.push_str("export AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test\n");
    let (metadata, aws) = (&served.metadata.endpoint, &served.proxy.endpoint);
    text.push_str(&format!("export AWS_EC2_METADATA_SERVICE_ENDPOINT={metadata} AWS_ENDPOINT_URL={aws}\n"));
    text.push_str(&format!(
        "{program} -c orchestration elb.register after=run >hook.log 2>&1 && touch registered\n"
    ));
    text.push_str("[ $DEPLOY_REVISION = r2 ]\n");
    for name in ["hooks/post-release", "hooks/validate"] {
        served.yard.source(name, &text);
    }
    served.yard.promoted("myapp", "r1");
    served.yard.refused("deploy myapp testing");
    let log = fs::read_to_string(served.yard.path("hook.log")).expect("a log");
    assert!(log.contains("the deployment of r1 of myapp has not ended well"), "{log}");
    assert!(!served.yard.path("registered").exists() && !served.is_registered().await, "{log}");
    served.yard.promoted("myapp", "r2");
    served.yard.json("deploy myapp testing");
    assert!(!served.yard.path("registered").exists(), "not before its end");
    assert!(served.is_registered().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deployment_that_ends_while_it_registers_is_registered_by_the_next_run() {
    let served = Served::new("").await;
    served.trees(
        TOP,
        "In service:\n  elb.register:\n    - order: last\n    - wait: InService\n    - deadline: 600\n",
    );
    served.yard.promoted("myapp", "r1");
    let mut command = served.yard.place.command(&["-c", "orchestration", "deploy", "myapp", "testing"]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the binary");
    for round in 0.. {
        if served.is_registered().await {
            break;
        }
        assert!(round < 1200, "it never registers");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    kill(Pid::from_raw(i32::try_from(child.id()).expect("a process")), Signal::SIGTERM).expect("it runs");
    let ended = child.wait_with_output().expect("its end");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(1), "{said}");
    let status = served.yard.json("status myapp")["services"]["myapp"].clone();
    assert_eq!((&status["settled"], &status["withdrawn"]), (&true.into(), &serde_json::json!([])), "{said}");
    // Somebody takes it out; the next run still owes the registration.
    assert_eq!(served.run("elb.deregister").code, Some(0));
    served.proxy.set(crate::local_aws::Fault::None);
    let mut command = served.yard.place.command(&["-c", "orchestration", "deploy", "myapp", "testing"]);
    let again = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary");
    for round in 0.. {
        if served.is_registered().await {
            break;
        }
        assert!(round < 1200, "the next run does not register");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    kill(Pid::from_raw(i32::try_from(again.id()).expect("a process")), Signal::SIGTERM).expect("it runs");
    let mut again = again;
    again.wait().expect("its end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lock_of_a_service_that_is_a_directory_is_named() {
    let served = deployed().await;
    let lock = served.yard.path("srv/.myapp.lock");
    fs::remove_file(&lock).expect("a lock");
    fs::create_dir(&lock).expect("a directory");
    served.yard.promoted("myapp", "r2");
    let told = served.yard.refused("deploy myapp testing");
    assert!(told.contains(".myapp.lock"), "{told}");
    assert_eq!(served.yard.current().as_deref(), Some("r1"));
    fs::remove_dir(&lock).expect("a directory");
    served.yard.json("deploy myapp testing");
    assert!(served.is_registered().await);
}
