//! A fleet whose instances are those of an Auto Scaling group of the local AWS.

use serde_json::{Value, json};

use super::{Fleet, Printed, Running, pause};
use crate::local_aws::{Metadata, Moto};
use crate::support::left_out;

const STACK: &str = "
web-lb:
  boto_elb.present:
    - name: web-lb
    - availability_zones: [us-east-1a, us-east-1b]
    - listeners:
      - {elb_port: 80, instance_port: 8080, elb_protocol: HTTP}
web-group:
  boto_asg.present:
    - name: web-group
    - launch_config_name: web-group
    - launch_config:
      - image_id: ami-0a1b2c3d4e5f60001
      - instance_type: t3.small
    - availability_zones: [us-east-1a, us-east-1b]
    - load_balancers: [web-lb]
    - min_size: 2
    - max_size: 4
    - desired_capacity: 2
    - require:
      - boto_elb: web-lb
";

/// An AWS state before, the job through the group, and an AWS state after.
const ROLLING: &str = "
queue:
  boto_sqs.present:
    - name: rolled
rolled:
  salt.state:
    - tgt: 'web-*'
    - sls: web
    - timeout: 60
    - rolling: {group: web-group, share: 50%, by: zone, min_in_service: MIN, stop_on_alarms: [ALARMS], patience: 20, interval: 1}
    - require:
      - boto_sqs: queue
after:
  boto_sqs.absent:
    - name: rolled
    - require:
      - salt: rolled
";

fn write(fleet: &Fleet, path: &str, content: &str) {
    let path = fleet.path(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
}

/// A command of `ops1` with the local AWS.
fn run(fleet: &Fleet, moto: &Moto, words: &[&str]) -> Printed {
    let mut command = fleet.command("ops1", words);
    command.env("AWS_ENDPOINT_URL", &moto.endpoint).env("AWS_REGION", "us-east-1");
    command.env("AWS_ACCESS_KEY_ID", "test").env("AWS_SECRET_ACCESS_KEY", "test");
    Printed::of(command.output().unwrap())
}

/// The states of a run by their IDs.
fn states(printed: &Printed) -> Value {
    let all = printed.json();
    let states = all["ops1_master"].as_object().unwrap_or_else(|| panic!("{printed:?}"));
    states.iter().map(|(tag, state)| (tag.split("_|-").nth(1).unwrap().to_owned(), state.clone())).collect()
}

/// The instances of the group that the balancer has in service, by zone; waits until there are two.
fn in_service(fleet: &Fleet, moto: &Moto) -> Vec<String> {
    let health = ["boto_elb.get_instance_health", "web-lb", "--out", "json"];
    let mut last = None;
    for _ in 0..100 {
        let printed = run(fleet, moto, &health);
        let found = printed.json();
        let found: Vec<String> = found["local"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|it| it["state"] == "InService")
            .map(|it| it["instance_id"].as_str().unwrap().to_owned())
            .collect();
        if found.len() == 2 {
            return found;
        }
        last = Some(printed);
        pause();
    }
    panic!("two instances are not in service: {last:?}");
}

/// The agents of the group's instances, accepted, with a state that writes a file of each into a directory.
fn web_agents(fleet: &Fleet, instances: &[String], out: &str) -> [Running; 2] {
    let of = |number: usize| json!({"grains": {"ec2_instance_id": instances[number]}});
    let agents = [
        fleet.start_configured_agent("web-1", "web-1", &of(0)),
        fleet.start_configured_agent("web-2", "web-2", &of(1)),
    ];
    fleet.keys_until("ops1", "minions_pre", &["web-1", "web-2"]);
    assert_eq!(fleet.run("ops1", &["key", "accept-all"]).code, Some(0));
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    std::fs::create_dir_all(out).unwrap();
    write(
        fleet,
        "ops1/states/web.sls",
        &format!(
            "{out}/{{{{ grains.id }}}}:\n  file.managed:\n    - contents: {{{{ pillar.get('text', 'x') }}}}\n"
        ),
    );
    assert_eq!(fleet.run("ops1", &["tree", "publish"]).code, Some(0));
    agents
}

#[test]
fn a_job_goes_through_a_group_behind_its_balancer() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    let moto = Moto::seeded();
    write(&fleet, "ops1/states/stack.sls", STACK);
    let made = run(&fleet, &moto, &["state.sls", "stack"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let instances = in_service(&fleet, &moto);
    let out = fleet.path("out").display().to_string();
    let _agents = web_agents(&fleet, &instances, &out);
    let rolling = |name: &str, min: &str, alarms: &str| {
        write(
            &fleet,
            &format!("ops1/states/{name}.sls"),
            &ROLLING.replace("MIN", min).replace("ALARMS", alarms),
        );
        run(&fleet, &moto, &["fleet-run", "state.orchestrate", name, "--out", "json"])
    };

    // Two must stay in service, and there are two: nothing begins, and what requires it does not run.
    let stuck = rolling("stuck", "2", "");
    let seen = states(&stuck);
    let comment = seen["rolled"]["comment"].as_str().unwrap();
    assert!(
        comment.contains("it waited 20 s for more than 2 instances to be in service; there are 2"),
        "{stuck:?}"
    );
    assert_eq!(
        (&seen["rolled"]["result"], &seen["queue"]["result"]),
        (&json!(false), &json!(true)),
        "{stuck:?}"
    );
    assert!(seen["after"]["comment"].as_str().unwrap().contains("requisite failed"), "{stuck:?}");
    assert!(std::fs::read_dir(&out).unwrap().next().is_none(), "nobody was asked");

    // An alarm that is not there stops as one that is on.
    let alarmed = rolling("alarmed", "1", "web-5xx");
    let comment = states(&alarmed)["rolled"]["comment"].as_str().unwrap().to_owned();
    assert!(comment.contains("the alarm web-5xx (not there) is on"), "{alarmed:?}");

    let real = rolling("rolling", "1", "");
    let seen = states(&real);
    assert_eq!(seen["rolled"]["comment"], "States ran successfully. Updating web-1, web-2.", "{real:?}");
    assert_eq!(seen["after"]["result"], true, "{real:?}");
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 2);

    // One that is not in service when its turn is over is waited for, and the other one is not asked.
    std::fs::remove_file(format!("{out}/web-1")).unwrap();
    std::fs::remove_file(format!("{out}/web-2")).unwrap();
    let first = format!("[{}]", instances[0]);
    let words = ["boto_asg.enter_standby", "web-group", &first, "should_decrement_desired_capacity=True"];
    let gone = run(&fleet, &moto, &words);
    assert_eq!(gone.code, Some(0), "{gone:?}");
    let halted = rolling("halted", "1", "");
    let comment = states(&halted)["rolled"]["comment"].as_str().unwrap().to_owned();
    assert!(comment.contains("it waited 20 s for"), "{halted:?}");
    assert!(std::fs::read_dir(&out).unwrap().count() <= 1, "{halted:?}");
}

/// A document of this instance, signed as AWS does, and the certificate; none without openssl.
fn signed_document(fleet: &Fleet, instance: &str) -> Option<String> {
    let directory = fleet.path("document");
    std::fs::create_dir_all(&directory).unwrap();
    let document = json!({
        "accountId": "123456789012", "region": "us-east-1", "instanceId": instance, "version": "2017-09-30",
        "pendingTime": jiff::Timestamp::now().to_string(), "availabilityZone": "us-east-1a",
    });
    std::fs::write(directory.join("document"), document.to_string()).unwrap();
    let openssl = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        std::process::Command::new("openssl").args(words).current_dir(&directory).output()
    };
    let is_there = openssl("version").is_ok();
    left_out("identity documents", usize::from(!is_there), "openssl is missing", true);
    if !is_there {
        return None;
    }
    let made =
        openssl("req -x509 -newkey rsa:2048 -nodes -keyout key -out us-east-1.pem -days 2 -subj /O=test")
            .unwrap();
    assert!(made.status.success(), "{made:?}");
    let words = "cms -sign -in document -binary -nodetach -nocerts -nosmimecap -stream -md sha256 -signer us-east-1.pem -inkey key -outform PEM";
    let signed = openssl(words).unwrap();
    assert!(signed.status.success(), "{signed:?}");
    let text = String::from_utf8(signed.stdout).unwrap();
    // The metadata service gives the lines without the first and the last.
    Some(text.lines().filter(|line| !line.starts_with('-')).collect::<Vec<_>>().join("\n"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instance_is_accepted_by_its_identity_document() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    let moto = Moto::seeded();
    write(&fleet, "ops1/states/stack.sls", STACK);
    let made = run(&fleet, &moto, &["state.sls", "stack"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let instance = in_service(&fleet, &moto)[0].clone();
    let Some(document) = signed_document(&fleet, &instance) else { return };
    let metadata = Metadata::start(&instance).await;
    metadata.put("dynamic/instance-identity/rsa2048", &document);
    let minion: Value = serde_json::from_slice(&std::fs::read(fleet.path("ops1/minion")).unwrap()).unwrap();
    let policy = |accounts: &str| {
        let mut minion = minion.clone();
        minion["fleet"] = json!({"accept": {"identity_document": {
            "accounts": [accounts], "regions": ["us-east-1"], "ids": ["{group}-*"],
            "certificates": fleet.path("document"),
        }}});
        std::fs::write(fleet.path("ops1/minion"), minion.to_string()).unwrap();
    };
    let start = |id: &str| fleet.start_agent_of(id, id, &metadata.endpoint);
    let admitted = |said: &str| {
        let mut last = None;
        for _ in 0..100 {
            let printed = run(&fleet, &moto, &["key", "admit"]);
            if printed.stdout.contains(said) || printed.stderr.contains(said) {
                return;
            }
            last = Some(printed);
            pause();
        }
        panic!("nothing says {said}: {last:?}");
    };
    let mut agents = vec![start("db-1")];
    policy("210987654321");
    admitted("db-1 is not accepted: its account 123456789012 is not in fleet");
    policy("123456789012");
    admitted(&format!("db-1 is not accepted: the group and the tags of {instance} do not allow the ID db-1"));
    agents.push(start("web-group-1"));
    admitted(&format!(
        "Key for minion web-group-1 accepted: its instance {instance} of account 123456789012."
    ));
    fleet.ping_until("ops1", &["web-group-1"]);
    // Whoever copied the document comes too late.
    agents.push(start("web-group-2"));
    admitted(&format!(
        "web-group-2 is not accepted: its proof ({instance}) was used already, by web-group-1"
    ));
}
