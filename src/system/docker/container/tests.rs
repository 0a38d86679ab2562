use serde_json::{Value as Json, json};

use super::canon::{Extent, expected, is_same};
use super::form::Form;
use super::network::{Wanted, moves, of_new};
use super::table::SETTINGS;
use super::want::Want;
use super::{Present, ending, running};
use crate::docker::{Live, Operations};
use crate::operation::Operation;
use crate::sample::{call, shown};
use crate::{Call, Intent};
use machine::docker::{Engine, Order};
use model::{Value, Verdict};

fn read(form: Form, value: Json) -> Result<Json, String> {
    form.read(&Value::from(value), true)
}

#[test]
fn every_name_and_every_place_is_in_the_table_once() {
    let mut names: Vec<&str> = SETTINGS.iter().map(|it| it.argument.name).collect();
    names.extend(SETTINGS.iter().flat_map(|it| it.argument.aliases.iter().copied()));
    names.extend(super::spec::FUNCTIONS[0].arguments.iter().take(13).map(|it| it.name));
    let mut places: Vec<String> = SETTINGS.iter().map(|it| it.at.join(".")).collect();
    for list in [names.iter().map(ToString::to_string).collect(), std::mem::take(&mut places)] {
        let mut sorted: Vec<String> = list;
        sorted.sort_unstable();
        let twice: Vec<_> = sorted.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}

#[test]
fn values_are_read_as_on_the_command_line_and_as_in_the_api() {
    for (form, written, api) in [
        (Form::Text, json!(80), json!("80")),
        (Form::Integer, json!("512"), json!(512)),
        (Form::Bytes, json!("512m"), json!(536_870_912)),
        (Form::Bytes, json!("1.5GB"), json!(1_610_612_736)),
        (Form::Bytes, json!(-1), json!(-1)),
        (Form::Bytes, json!("64 k"), json!(65536)),
        (Form::Command, json!("sh -c 'a b'"), json!(["sh", "-c", "a b"])),
        (Form::Command, json!(["nice", 5]), json!(["nice", "5"])),
        (Form::Words, json!("a, b"), json!(["a", "b"])),
        (Form::Hosts, json!("db:10.0.0.5,api:fd00::1"), json!(["api:fd00::1", "db:10.0.0.5"])),
        (Form::Hosts, json!({"up": "host-gateway"}), json!(["up:host-gateway"])),
        (Form::Environment, json!(["A=1,2", {"B": null}, {"C": 3}]), json!(["A=1,2", "B", "C=3"])),
        (Form::Labels, json!(["a", "b=c", {"d": "e"}]), json!({"a": "", "b": "c", "d": "e"})),
        (Form::Table('='), json!("size=10G"), json!({"size": "10G"})),
        (
            Form::Ports,
            json!("80,53/UDP,90-91"),
            json!({"80/tcp": {}, "53/udp": {}, "90/tcp": {}, "91/tcp": {}}),
        ),
        (Form::Volumes, json!(["/a"]), json!({"/a": {}})),
        (Form::Binds, json!({"/a": {"bind": "/b", "ro": true}, "c": "/d"}), json!(["/a:/b:ro", "c:/d:rw"])),
        (Form::Links, json!("b:x,a:y"), json!(["a:y", "b:x"])),
        (
            Form::Devices,
            json!("/dev/a:/dev/b"),
            json!([{"PathOnHost": "/dev/a", "PathInContainer": "/dev/b", "CgroupPermissions": "rwm"}]),
        ),
        (Form::Speeds, json!("/dev/a:1m"), json!([{"Path": "/dev/a", "Rate": 1_048_576}])),
        (Form::Weights, json!([{"Path": "/dev/a", "Weight": 9}]), json!([{"Path": "/dev/a", "Weight": 9}])),
        (Form::Restart, json!("on-failure:5"), json!({"Name": "on-failure", "MaximumRetryCount": 5})),
        (Form::Restart, json!({"Name": "always"}), json!({"Name": "always", "MaximumRetryCount": 0})),
        (Form::Ulimits, json!("nofile=1:2"), json!([{"Name": "nofile", "Soft": 1, "Hard": 2}])),
        (
            Form::Health,
            json!([{"test": "true"}, {"retries": 2}]),
            json!({"Test": ["CMD-SHELL", "true"], "Retries": 2}),
        ),
    ] {
        assert_eq!(read(form, written.clone()), Ok(api), "{form:?} {written}");
    }
}

#[test]
fn what_cannot_be_read_is_refused_with_a_reason() {
    for (form, written, reason) in [
        (Form::Path, json!("data"), "'data' is not an absolute path"),
        (Form::Integer, json!("many"), "'many' is not an integer"),
        (Form::Bytes, json!("12x"), "'12x' is no size"),
        (Form::Command, json!("a 'b"), "a quotation that is not closed"),
        (Form::Addresses, json!("10.0.0.300"), "'10.0.0.300' is not a valid IP address"),
        (Form::Hosts, json!("db"), "'db' is not a key:value pair"),
        (Form::Environment, json!("A"), "'A' is not a key=value pair"),
        (Form::Ports, json!("http"), "'http' is non-numeric or an invalid port range"),
        (Form::Ports, json!("9-8"), "Start of port range (9) cannot be greater"),
        (Form::Published, json!(":80"), "Empty host port in port binding definition ':80'"),
        (Form::Published, json!("80:"), "Empty container port in port binding definition '80:'"),
        (
            Form::Published,
            json!("80-81:80"),
            "Host port range (80-81) does not have the same number of ports",
        ),
        (Form::Published, json!("a:1:2:3"), "at most 3 components are allowed, found 4"),
        (Form::Published, json!("host:1:2"), "'host' is not a valid IP address"),
        (Form::Volumes, json!("a"), "'a' is not an absolute path"),
        (Form::Restart, json!("a,b"), "Only one policy is permitted"),
        (Form::Restart, json!("always:often"), "Retry count 'often' is non-numeric"),
        (Form::Ulimits, json!("nofile"), "is not in the format type=soft_limit[:hard_limit]"),
        (Form::Ulimits, json!("nofile=many"), "contains non-numeric value(s)"),
        (Form::Weights, json!("/dev/a"), "'/dev/a' contains 1 value(s) (expected 2)"),
        (Form::Health, json!({"tset": "x"}), "a health check has no 'tset'"),
    ] {
        let error = read(form, written.clone()).unwrap_err();
        assert!(error.contains(reason), "{form:?} {written}: {error}");
    }
}

#[test]
fn ports_are_bound_as_docker_binds_them() {
    let bound = |host: &str, port: &str| json!({"HostIp": host, "HostPort": port});
    for (written, api) in [
        (json!(80), json!({"80/tcp": [bound("", "")]})),
        (json!("8080:80/tcp"), json!({"80/tcp": [bound("", "8080")]})),
        (json!("127.0.0.1::53/udp"), json!({"53/udp": [bound("127.0.0.1", "")]})),
        (json!("9000-9001:90-91"), json!({"90/tcp": [bound("", "9000")], "91/tcp": [bound("", "9001")]})),
        (json!("80,8080:80"), json!({"80/tcp": [bound("", "80"), bound("", "8080")]})),
        (
            json!({"80": 8080, "53/udp": null}),
            json!({"80/tcp": [bound("", "8080")], "53/udp": [bound("", "")]}),
        ),
        (json!({"80": [1, {"HostPort": "2"}]}), json!({"80/tcp": [bound("", "1"), {"HostPort": "2"}]})),
    ] {
        assert_eq!(read(Form::Published, written.clone()), Ok(api), "{written}");
    }
}

#[test]
fn what_means_the_same_is_no_difference() {
    use Extent::{Part, Whole};
    for (form, extent, wanted, there) in [
        (Form::Text, Whole, json!(""), json!(null)),
        (Form::Boolean, Whole, json!(false), json!(null)),
        (Form::Integer, Whole, json!(0), json!(null)),
        (Form::Limit, Whole, json!(-1), json!(null)),
        (Form::Words, Whole, json!(["b", "a"]), json!(["a", "b"])),
        (Form::Capabilities, Whole, json!(["net_admin"]), json!(["CAP_NET_ADMIN"])),
        (Form::Security, Whole, json!(["apparmor:x"]), json!(["apparmor=x", "label=disable"])),
        (Form::Binds, Whole, json!(["/a:/b"]), json!(["/a:/b:rw"])),
        (Form::Links, Whole, json!(["db:x"]), json!(["/db:/web/x"])),
        (Form::Mode, Whole, json!("default"), json!("bridge")),
        (Form::Hardware, Whole, json!("02:AA:00:00:00:01"), json!("02:aa:00:00:00:01")),
        (Form::Restart, Whole, json!({"Name": "no"}), json!({"Name": "", "MaximumRetryCount": 0})),
        (
            Form::Restart,
            Whole,
            json!({"Name": "always", "MaximumRetryCount": 0}),
            json!({"Name": "always", "MaximumRetryCount": 3}),
        ),
        (
            Form::Published,
            Whole,
            json!({"80/tcp": [{"HostPort": "1"}, {"HostPort": "2"}]}),
            json!({"80/tcp": [{"HostIp": "", "HostPort": "2"}, {"HostIp": "", "HostPort": "1"}]}),
        ),
        (
            Form::Ulimits,
            Part,
            json!([{"Name": "nofile", "Soft": 1, "Hard": 1}]),
            json!([{"Name": "core", "Soft": 0, "Hard": 0}, {"Name": "nofile", "Hard": 1, "Soft": 1}]),
        ),
        (Form::Table('='), Part, json!({"max-size": "1m"}), json!({"max-size": "1m", "tag": "x"})),
        (
            Form::Health,
            Part,
            json!({"Test": ["NONE"], "Retries": 0}),
            json!({"Test": ["NONE"], "Interval": 5}),
        ),
    ] {
        assert!(is_same(form, extent, &wanted, &there), "{form:?}: {wanted} and {there}");
    }
}

#[test]
fn what_means_something_else_is_a_difference() {
    use Extent::{Part, Whole};
    for (form, extent, wanted, there) in [
        (Form::Exact, Whole, json!(0), json!(null)),
        (Form::Ordered, Whole, json!(["b", "a"]), json!(["a", "b"])),
        (Form::Command, Whole, json!(["b", "a"]), json!(["a", "b"])),
        (Form::Capabilities, Whole, json!(["NET_ADMIN"]), json!(["NET_RAW"])),
        (Form::Security, Whole, json!([]), json!(["seccomp=unconfined"])),
        (Form::Binds, Whole, json!(["/a:/b"]), json!(["/a:/b:ro"])),
        (Form::Links, Whole, json!(["db:x"]), json!(["/db:/web/y"])),
        (
            Form::Restart,
            Whole,
            json!({"Name": "on-failure", "MaximumRetryCount": 5}),
            json!({"Name": "on-failure", "MaximumRetryCount": 4}),
        ),
        (
            Form::Published,
            Whole,
            json!({"80/tcp": [{"HostPort": "1"}]}),
            json!({"80/tcp": [{"HostPort": "2"}]}),
        ),
        (Form::Ulimits, Part, json!([{"Name": "core", "Soft": 1}]), json!([{"Name": "core", "Soft": 2}])),
        (Form::Ulimits, Part, json!([{"Name": "core", "Soft": 1}]), json!(null)),
        (Form::Table('='), Part, json!({"max-size": "1m"}), json!({})),
    ] {
        assert!(!is_same(form, extent, &wanted, &there), "{form:?}: {wanted} and {there}");
    }
}

#[test]
fn what_the_image_has_is_no_difference_and_what_is_taken_away_is_one() {
    let image = json!(["PATH=/bin", "MODE=image", "HOME=/root"]);
    let wanted = json!(["MODE=live", "HOME"]);
    let new = expected(Form::Environment, Extent::BesideImage, &wanted, &image);
    assert_eq!(new, json!(["MODE=live", "PATH=/bin"]));
    let is_so = |there: Json| is_same(Form::Environment, Extent::BesideImage, &new, &there);
    assert!(is_so(json!(["PATH=/bin", "MODE=live"])));
    assert!(!is_so(json!(["PATH=/bin", "MODE=live", "OLD=1"])));
    assert!(!is_so(json!(["PATH=/bin"])));
    let labels = expected(Form::Labels, Extent::BesideImage, &json!({"a": "b"}), &json!({"of": "image"}));
    assert_eq!(labels, json!({"of": "image", "a": "b"}));
}

fn lines(orders: &[Order]) -> Vec<String> {
    let body = |order: &Order| order.body.as_ref().map(ToString::to_string).unwrap_or_default();
    orders.iter().map(|order| format!("{} {}", order.path, body(order))).collect()
}

fn wanted(name: &str, endpoint: Json) -> Wanted {
    Wanted { name: name.to_owned(), endpoint }
}

#[test]
fn networks_are_those_that_are_declared_and_addresses_stay() {
    let container = json!({"Id": "0123456789abcdef", "Name": "/web", "NetworkSettings": {"Networks": {
        "back": {"Aliases": ["0123456789ab", "db"], "IPAMConfig": {"IPv4Address": "10.0.0.9"}},
        "bridge": {"Aliases": null, "IPAMConfig": null},
    }}});
    let same = moves(&[wanted("back", json!({})), wanted("bridge", json!({}))], &container);
    assert!(same.changes.is_empty() && same.orders.is_empty(), "{same:?}");
    let other =
        moves(&[wanted("back", json!({"Aliases": ["main"]})), wanted("front", json!({}))], &container);
    assert_eq!(
        Json::Object(other.changes),
        json!({
            "back": {"Aliases": {"old": ["db"], "new": ["main"]}},
            "bridge": {"IPConfiguration": {"old": "automatic", "new": "not connected"}},
            "front": {"IPConfiguration": {"old": "not connected", "new": "automatic"}},
        })
    );
    assert!(lines(&other.orders)[1].contains("10.0.0.9"), "{:?}", lines(&other.orders));
    assert_eq!(
        other.comments,
        [
            "Reconnected to network 'back' with updated configuration",
            "Disconnected from network 'bridge'",
            "Connected to network 'front'",
        ]
    );
}

#[test]
fn a_new_container_has_the_networks_that_are_declared_or_those_of_the_one_before() {
    let before = json!({"Id": "0123456789abcdef", "HostConfig": {"NetworkMode": "default"}, "NetworkSettings": {"Networks": {
        "bridge": {"Aliases": null}, "back": {"Aliases": ["db"]},
    }}});
    let (config, orders) = of_new(None, "bridge", "new", Some(&before));
    assert_eq!(config, None);
    assert_eq!(
        lines(&orders),
        [r#"/networks/back/connect {"Container":"new","EndpointConfig":{"Aliases":["db"]}}"#]
    );
    let declared = [wanted("back", json!({"Aliases": ["a"]})), wanted("front", json!({}))];
    let (config, orders) = of_new(Some(&declared), "back", "new", Some(&before));
    assert_eq!(config, Some(json!({"EndpointsConfig": {"back": {"Aliases": ["a"]}}})));
    assert_eq!(lines(&orders), [r#"/networks/front/connect {"Container":"new","EndpointConfig":{}}"#]);
    let (_, orders) = of_new(Some(&[]), "bridge", "new", None);
    assert_eq!(lines(&orders), [r#"/networks/bridge/disconnect {"Container":"new"}"#]);
}

const ID: &str = "0123456789abcdef";

/// A container as an engine shows it, with other settings over it.
fn there(over: &[(&str, Json)]) -> Json {
    let mut container = json!({
        "Id": ID, "Name": "/web", "Image": "sha256:1", "State": {"Running": true, "Paused": false},
        "Config": {"Env": ["PATH=/bin", "A=1"], "Labels": {}}, "HostConfig": {"NetworkMode": "bridge", "AutoRemove": false},
        "NetworkSettings": {"Networks": {"bridge": {}}},
    });
    for (at, value) in over {
        *container.pointer_mut(at).expect("a place") = value.clone();
    }
    container
}

fn seen(container: Option<Json>) -> Present {
    let image = Some(json!({"Id": "sha256:1", "Config": {"Env": ["PATH=/bin"], "Labels": {}}}));
    Present { targets: vec![("web".to_owned(), container.clone())], container, image, ..Present::default() }
}

async fn live(seen: Present) -> Live<Present> {
    let engine = Engine::connect("unix:///nowhere", Some("1.47")).await.expect("an address");
    Live::of(engine, Ok(seen))
}

/// Verdict, comment and changes of a test run, and the requests of a real one.
fn outcome(intent: Intent<Operations>) -> (Verdict, String, Json, Vec<String>) {
    let (verdict, comment, changes) = shown(&intent);
    let operations = match intent {
        Intent::Act { step, .. } => step.into_parts().0,
        _ => vec![],
    };
    let request = |operation: &Operation| match operation {
        Operation::Docker(asked) => format!("{} {}", asked.1.method, asked.1.path),
        other => format!("{other:?}"),
    };
    (verdict, comment, changes, operations.iter().map(request).collect())
}

async fn run(
    arguments: Json,
    seen: Present,
    reacts_to: Option<&[String]>,
) -> (Verdict, String, Json, Vec<String>) {
    let live = live(seen).await;
    call("docker_container.running", "web", &arguments, |call| {
        let want = Want::read(call.fields).expect("a declaration");
        outcome(running::running(&Call { reacts_to, ..call }, &want, &live))
    })
}

#[tokio::test]
async fn a_container_is_stopped_only_after_the_new_one_was_made() {
    let arguments = json!({"image": "nginx", "env": "A=2", "shutdown_timeout": 3});
    let (_, comment, changes, requests) = run(arguments, seen(Some(there(&[]))), None).await;
    assert_eq!(comment, "Container 'web' would be replaced");
    let env = json!({"old": ["A=1", "PATH=/bin"], "new": ["A=2", "PATH=/bin"]});
    assert_eq!(changes, json!({"container": {"Config": {"Env": env}}, "container_id": {"removed": [ID]}}));
    assert_eq!(
        requests,
        [
            "DELETE /containers/web.0123456789ab",
            "POST /containers/create?name=web.0123456789ab",
            "POST /containers/0123456789abcdef/stop?t=3",
            "DELETE /containers/0123456789abcdef",
            "POST /containers/web.0123456789ab/rename?name=web",
            "POST /containers/web/start",
            "GET /containers/web/json",
        ]
    );
}

#[tokio::test]
async fn one_that_removes_itself_is_waited_for_and_one_that_is_paused_goes_on_first() {
    let arguments = json!({"image": "nginx", "force": true, "start": false});
    let over = [("/HostConfig/AutoRemove", json!(true)), ("/State/Paused", json!(true))];
    let (.., requests) = run(arguments, seen(Some(there(&over))), None).await;
    assert_eq!(
        requests[2..],
        [
            "POST /containers/0123456789abcdef/unpause",
            "POST /containers/0123456789abcdef/stop",
            "POST /containers/0123456789abcdef/wait?condition=removed",
            "POST /containers/web.0123456789ab/rename?name=web",
        ]
    );
}

#[tokio::test]
async fn a_watched_change_replaces_or_sends_a_signal() {
    let because = Some(&["file: /etc/web.conf".to_owned()][..]);
    let plain = json!({"image": "nginx"});
    let (_, comment, changes, _) = run(plain.clone(), seen(Some(there(&[]))), because).await;
    assert_eq!(comment, "Container 'web' would be replaced");
    assert_eq!(changes["forced_update"], json!(true));
    let signal = json!({"image": "nginx", "watch_action": "SIGHUP", "force": true});
    let (verdict, comment, changes, requests) = run(signal.clone(), seen(Some(there(&[]))), because).await;
    assert_eq!(
        (verdict, comment.as_str()),
        (Verdict::WouldChange, "Signal SIGHUP would be sent to container")
    );
    assert_eq!(
        (changes, requests),
        (json!({"signal": "SIGHUP"}), vec!["POST /containers/web/kill?signal=SIGHUP".to_owned()])
    );
    // One that is stopped is started, and needs no signal.
    let stopped = there(&[("/State/Running", json!(false))]);
    let (.., requests) = run(signal, seen(Some(stopped)), because).await;
    assert_eq!(requests[0], "POST /containers/web/start");
    let (_, comment, ..) = run(plain, seen(Some(there(&[]))), None).await;
    assert_eq!(comment, "Container 'web' is already configured as specified");
}

#[tokio::test]
async fn what_an_engine_cannot_do_is_no_difference() {
    let arguments = json!({"image": "nginx", "mem_swappiness": 10, "oom_kill_disable": true, "memory": "1m"});
    let mut container = there(&[]);
    container["HostConfig"]["Memory"] = json!(1_048_576);
    let info =
        |version: &str| json!({"CgroupVersion": version, "OomKillDisable": false, "MemoryLimit": true});
    let with = |version| Present { info: Some(info(version)), ..seen(Some(container.clone())) };
    let (.., requests) = run(arguments.clone(), with("2"), None).await;
    assert!(requests.is_empty(), "{requests:?}");
    let (_, _, changes, _) = run(arguments, with("1"), None).await;
    let swappiness = json!({"old": null, "new": 10});
    assert_eq!(changes["container"], json!({"HostConfig": {"MemorySwappiness": swappiness}}));
}

#[tokio::test]
async fn a_namespace_is_shared_with_the_container_that_the_engine_names_by_its_id() {
    let arguments = json!({"image": "nginx", "network_mode": "container:db"});
    let over = [("/HostConfig/NetworkMode", json!("container:fedcba"))];
    let peers = [("db".to_owned(), "fedcba".to_owned())].into_iter().collect();
    let same = Present { peers, ..seen(Some(there(&over))) };
    let (.., requests) = run(arguments.clone(), same, None).await;
    assert!(requests.is_empty(), "{requests:?}");
    let (.., requests) = run(arguments, seen(Some(there(&over))), None).await;
    assert!(!requests.is_empty());
}

#[test]
fn arguments_that_cannot_be_together_are_refused() {
    for (arguments, reason) in [
        (json!({}), "The 'image' argument is required"),
        (json!({"image": "a b"}), "'a b' is no name of an image"),
        (json!({"image": "a", "publish": 1, "publish_all": true}), "port_bindings: Cannot be used"),
        (json!({"image": "a", "hostname": "b", "network_mode": "host"}), "hostname: Cannot be used"),
        (json!({"image": "a", "networks": "b", "network_mode": "none"}), "networks: Cannot be used"),
        (
            json!({"image": "a", "networks": [{"b": [{"aliases": null}]}]}),
            "Config option 'aliases' for network 'b'",
        ),
        (json!({"image": "a", "networks": {"b": "c"}}), "Invalid configuration for network 'b'"),
        (json!({"image": "a", "networks": {"b": {"c": 1}}}), "there is no option 'c'"),
        (json!({"image": "a", "host_config": "b"}), "host_config: 'b' is not a dictionary"),
    ] {
        let error =
            call("docker_container.running", "web", &arguments, |call| Want::read(call.fields).map(|_| ()));
        assert!(error.as_ref().is_err_and(|error| error.contains(reason)), "{arguments}: {error:?}");
    }
}

#[test]
fn what_is_written_as_the_api_has_it_is_sent_so() {
    let arguments = json!({
        "image": "a", "skip_translate": "publish", "publish": {"80/tcp": [{"HostPort": "1"}]}, "cmd": "sleep 9", "stdin_open": true,
        "memory": "1k", "host_config": {"Memory": 7, "Init": true}, "entrypoint": "", "log_opt": "tag=x", "log_driver": "journald",
    });
    let body = call("docker_container.running", "web", &arguments, |call| {
        Want::read(call.fields).map(|want| want.body())
    });
    assert_eq!(
        body.unwrap(),
        json!({
            "Image": "a", "AttachStdout": true, "AttachStderr": true, "AttachStdin": true, "StdinOnce": true, "OpenStdin": true,
            "Cmd": ["sleep", "9"], "ExposedPorts": {"80/tcp": {}},
            "HostConfig": {
                "PortBindings": {"80/tcp": [{"HostPort": "1"}]}, "Memory": 7, "Init": true,
                "LogConfig": {"Type": "journald", "Config": {"tag": "x"}},
            },
        })
    );
}

#[tokio::test]
async fn only_what_is_there_is_stopped_and_removed() {
    let running = live(seen(Some(there(&[])))).await;
    let nothing = live(seen(None)).await;
    let stopped = |arguments: Json, live: &Live<Present>| {
        call("docker_container.stopped", "web", &arguments, |call| outcome(ending::stopped(&call, live)))
    };
    let absent = |arguments: Json, live: &Live<Present>| {
        call("docker_container.absent", "web", &arguments, |call| outcome(ending::absent(&call, live)))
    };
    let (.., requests) = stopped(json!({"shutdown_timeout": -1}), &running);
    assert_eq!(requests, ["POST /containers/0123456789abcdef/stop?t=-1"]);
    let (verdict, comment, ..) = stopped(json!({}), &nothing);
    assert_eq!((verdict, comment.as_str()), (Verdict::Failed, "The following container(s) are absent: web"));
    let (verdict, ..) = absent(json!({}), &running);
    assert_eq!(verdict, Verdict::Failed);
    let (.., requests) = absent(json!({"force": true}), &running);
    assert_eq!(requests, ["DELETE /containers/0123456789abcdef?force=1"]);
    let (verdict, comment, ..) = absent(json!({}), &nothing);
    assert_eq!((verdict, comment.as_str()), (Verdict::Succeeded, "Container 'web' does not exist"));
}
