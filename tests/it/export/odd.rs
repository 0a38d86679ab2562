//! The property of an export: what was made with odd names and values is exported as an SLS without findings and without
//! changes, and the SLS makes the same things in an empty account.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::local_aws::Moto;
use crate::support::{Place, Printed};

/// Texts that YAML, Jinja or a reader of either could take for something else.
const TEXTS: &[&str] = &[
    "plain",
    "",
    "  two blanks before",
    "ends in blank ",
    "a: b",
    "- a",
    "# no comment",
    "'single'",
    "\"double\"",
    "it's",
    "yes",
    "No",
    "null",
    "~",
    "010",
    "1e3",
    "0x1F",
    "1_000",
    "12:30:00",
    "2001-01-01",
    "=",
    "<<",
    "!tag",
    "&anchor",
    "*alias",
    "%percent",
    "@at",
    "`tick`",
    "{a: b}",
    "[a]",
    "{{ x }}",
    "{% if %}",
    "{# c #}",
    "${X}",
    "a\\b",
    "tab\there",
    "two\nlines",
    "ends\n",
    "ends in blanks\n\n\n",
    "\nbegins with a line",
    "a\n\n\nb",
    " \n",
    "   \n  x\n",
    "é ü 漢字",
    "😀",
    "|",
    "|+",
    "> x",
    "...",
    "---",
    "--- x",
    "a,b",
    "?",
    "? a",
    ": ",
    "key:",
    "#",
    "a #b",
    "trailing:",
    "true",
    "0",
    "-1",
    "+1",
    ".inf",
    ".5",
    "1.",
    "\u{a0}nbsp",
    "a\r\nb",
    "\\n",
    "{{",
    "}}",
    "%}",
    "a{{b}}c{%d%}",
    "http://x/y?z=1&a=2#f",
    "line one\n  indented\nback\n",
    "\ttab first",
];

/// What a name begins with; YAML reads most of them as something else than text.
const NAMES: &[&str] = &["yes", "null", "010", "true", "1e3", "on", "odd", "A", "x"];

/// The kinds that are made.
const KINDS: &str = "sqs,sns.topic,ssm,iam.role,iam.policy,iam.user,iam.group,ec2.security_group,ec2.vpc,ec2.subnet,\
                     ec2.internet_gateway,ec2.route_table,cloudwatch,kms,s3.bucket,dynamodb,events,route53,autoscaling";

/// Chooses, always the same for one seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        // https://prng.di.unimi.it/splitmix64.c
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % most as u64).expect("it is below a usize")
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    /// A text that AWS accepts.
    fn text(&mut self, is_accepted: impl Fn(&str) -> bool) -> String {
        loop {
            let mut text = self.of(TEXTS).to_owned();
            if self.below(3) == 0 {
                text.push_str(self.of(TEXTS));
            }
            if is_accepted(&text) {
                return text;
            }
        }
    }
}

/// States of one seed.
struct Made {
    dice: Dice,
    states: Map<String, Value>,
}

impl Made {
    fn name(&mut self, separators: &[&str]) -> String {
        let mut name = self.dice.of(NAMES).to_owned();
        name.push_str(self.dice.of(separators));
        let _ = write!(name, "{}", self.states.len());
        name.push_str(self.dice.of(&["", "-a", "_b", "-zzzz"]));
        name
    }

    fn add(&mut self, function: &str, arguments: &Value) {
        let mut arguments: Vec<Value> = arguments
            .as_object()
            .expect("arguments")
            .iter()
            .map(|(name, value)| json!({name.clone(): value}))
            .collect();
        arguments.push(json!({"profile": "own"}));
        let id = format!("state {}", self.states.len());
        self.states.insert(id, json!({function: arguments}));
    }

    fn tags(&mut self) -> Value {
        let is_accepted = |text: &str| {
            let is_known = |it: char| it.is_ascii_alphanumeric() || " _.:/=+-@".contains(it);
            !text.trim().is_empty() && text.trim() == text && text.chars().all(is_known)
        };
        let count = self.dice.below(3);
        ["yes", "Stage x", "a:b"].iter().take(count).map(|key| (*key, self.dice.text(is_accepted))).collect()
    }
}

/// Letters of one line.
fn is_line(text: &str) -> bool {
    text.chars().all(|it| !it.is_control())
}

/// Letters that IAM takes in descriptions.
fn is_latin(text: &str) -> bool {
    let fits =
        |it: char| "\t\n\r".contains(it) || (' '..='~').contains(&it) || ('\u{a1}'..='\u{ff}').contains(&it);
    text.chars().all(fits)
}

fn is_ascii_line(text: &str) -> bool {
    text.is_ascii() && is_line(text) && !text.is_empty() && !text.starts_with(':')
}

const IAM: &[&str] = &["-", "_", ".", "@", "=", ",", "+"];
const PLAIN: &[&str] = &["-", "_"];

/// About forty states with odd names and values.
fn states(seed: u64) -> (String, usize) {
    let mut made = Made { dice: Dice(seed), states: Map::new() };
    let queues = queues(&mut made);
    identities(&mut made);
    for _ in 0..3 {
        let (name, tags) = (made.name(&["-", "_", ".", "/"]), made.tags());
        let value = made.dice.text(|it| !it.trim().is_empty());
        let description = made.dice.text(|it| it.len() <= 1024);
        let arguments = json!({"name": format!("/{name}"), "type": "String", "value": value, "description": description, "tags": tags});
        made.add("boto_ssm.parameter_present", &arguments);
        let (name, description, tags) =
            (made.name(&["-", "_", "/"]), made.dice.text(|it| it.len() <= 8000), made.tags());
        made.add("boto_kms.key_present", &json!({"name": name, "description": description, "tags": tags}));
        let (name, tags) = (format!("odd-{seed}-{}", made.states.len()), made.tags());
        made.add("boto_s3_bucket.present", &json!({"Bucket": name, "Tagging": tags}));
        alarm(&mut made);
        let name = made.name(&["-", "_", "."]);
        let key = json!({"name": name, "hash_key": "id", "hash_key_data_type": "S", "read_capacity_units": 1, "write_capacity_units": 1});
        made.add("boto_dynamodb.present", &key);
    }
    let (name, source) = (made.name(&["-", "_", "."]), made.dice.text(|_| true));
    let description = made.dice.text(|it| it.len() <= 512);
    let rule = json!({
        "Name": name, "Description": description, "EventPattern": {"source": [source]}, "State": "DISABLED",
        "Targets": [{"Id": "one", "Arn": queues[0]}],
    });
    made.add("boto_cloudwatch_event.present", &rule);
    network(&mut made);
    zone(&mut made, seed);
    (format!("#!yaml\n{}", Value::Object(made.states.clone())), made.states.len())
}

/// Queues, and a topic for two of them. Gives the ARNs of the queues.
fn queues(made: &mut Made) -> Vec<String> {
    let mut queues = vec![];
    for _ in 0..3 {
        let (name, tags, delay) = (made.name(PLAIN), made.tags(), made.dice.below(900));
        queues.push(format!("arn:aws:sqs:us-east-1:123456789012:{name}"));
        made.add(
            "boto_sqs.present",
            &json!({"name": name, "attributes": {"DelaySeconds": delay}, "tags": tags}),
        );
    }
    let (name, shown) = (made.name(PLAIN), made.dice.text(|it| it.len() <= 100 && is_line(it)));
    let subscriptions: Vec<Value> =
        queues[1..].iter().map(|queue| json!({"protocol": "sqs", "endpoint": queue})).collect();
    let topic = json!({"name": name, "attributes": {"DisplayName": shown}, "subscriptions": subscriptions});
    made.add("boto_sns.present", &topic);
    queues
}

/// Roles, policies, users and a group.
fn identities(made: &mut Made) {
    for _ in 0..3 {
        let (policy, description) = (made.name(IAM), made.dice.text(is_latin));
        let document = json!({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]});
        let managed = json!({"name": policy, "description": description, "policy_document": document});
        made.add("boto_iam.policy_present", &managed);
        let (name, inline) = (made.name(IAM), made.name(IAM));
        let (description, value) = (made.dice.text(is_latin), made.dice.text(is_ascii_line));
        let path = made.dice.of(&["/", "/a/", "/a/b-c/"]).to_owned();
        let document = json!({"Version": "2012-10-17", "Statement": [{
            "Effect": "Allow", "Action": ["a:b", "c:d"], "Resource": "*", "Condition": {"StringLike": {"aws:x": [value]}},
        }]});
        let role = json!({
            "name": name, "path": path, "description": description, "policies": {inline: document},
            "managed_policies": [policy, "arn:aws:iam::aws:policy/ReadOnlyAccess"], "create_instance_profile": path == "/",
        });
        made.add("boto_iam_role.present", &role);
    }
    let (user, group) = (made.name(IAM), made.name(IAM));
    made.add("boto_iam.user_present", &json!({"name": user}));
    made.add("boto_iam.group_present", &json!({"name": group, "users": [user]}));
}

fn alarm(made: &mut Made) {
    let name = format!(
        "{}{}",
        made.name(&[" ", "-", ":", "/", "#"]),
        made.dice.text(|it| it.len() < 50 && is_line(it) && it.is_ascii())
    );
    let is_value = |it: &str| is_ascii_line(it) && it.trim() == it;
    let (metric, value) = (made.dice.text(is_ascii_line), made.dice.text(is_value));
    let description = made.dice.text(|it| it.chars().all(|it| it == '\n' || !it.is_control()));
    let attributes = json!({
        "metric": metric, "namespace": "Odd/x", "statistic": "Average", "comparison": ">=", "threshold": 1.5, "period": 60,
        "evaluation_periods": 1, "unit": null, "description": description, "dimensions": {"Name": [value]},
        "alarm_actions": [], "insufficient_data_actions": [], "ok_actions": [],
    });
    made.add("boto_cloudwatch_alarm.present", &json!({"name": name, "attributes": attributes}));
}

/// A network whose parts name each other, and groups in the default VPC.
fn network(made: &mut Made) {
    let parts: &[&str] = &[" ", "-", "_"];
    let (network, gateway, table) = (made.name(parts), made.name(parts), made.name(&["-"]));
    let tags = made.tags();
    made.add("boto_vpc.present", &json!({"name": network, "cidr_block": "10.200.0.0/16", "tags": tags}));
    let mut subnets = vec![];
    for zone in ["a", "b"] {
        let name = made.name(parts);
        let subnet = json!({
            "name": name, "vpc_name": network, "cidr_block": format!("10.200.{}.0/24", made.states.len()),
            "availability_zone": format!("us-east-1{zone}"),
        });
        made.add("boto_vpc.subnet_present", &subnet);
        subnets.push(name);
    }
    made.add("boto_vpc.internet_gateway_present", &json!({"name": gateway, "vpc_name": network}));
    let routes = json!([{"destination_cidr_block": "0.0.0.0/0", "internet_gateway_name": gateway}]);
    let routing = json!({"name": table, "vpc_name": network, "routes": routes, "subnet_names": subnets});
    made.add("boto_vpc.route_table_present", &routing);
    let is_description = |it: &str| {
        let fits = |it: char| it.is_ascii_alphanumeric() || " ._-:/()#,@[]+=&;{}!$*".contains(it);
        !it.trim().is_empty() && it.chars().all(fits)
    };
    let groups: &[&str] = &[" ", "-", "_", ":", "."];
    let (front, back, own) = (made.name(groups), made.name(groups), made.name(groups));
    let described = [0; 3].map(|_| made.dice.text(is_description));
    let rules = json!([{"ip_protocol": "tcp", "from_port": 80, "to_port": 80, "cidr_ip": ["10.0.0.0/8", "0.0.0.0/0"], "description": described[0]}]);
    made.add("boto_secgroup.present", &json!({"name": front, "description": described[1], "rules": rules}));
    let rules = json!([{"ip_protocol": "all", "source_group_name": front}]);
    made.add("boto_secgroup.present", &json!({"name": back, "description": described[2], "rules": rules}));
    made.add(
        "boto_secgroup.present",
        &json!({"name": own, "description": "x", "vpc_name": network, "rules": []}),
    );
    let (name, data) = (made.name(PLAIN), made.dice.text(|it| !it.trim().is_empty()));
    let launched = json!({
        "name": name, "image_id": "ami-0a1b2c3d4e5f60001", "instance_type": "t3.micro", "user_data": data, "security_groups": [front, back],
    });
    made.add("boto_lc.present", &launched);
}

fn zone(made: &mut Made, seed: u64) {
    let zone = format!("odd{seed}.example.");
    let comment = made.dice.text(|it| is_line(it) && it.trim() == it);
    made.add("boto3_route53.hosted_zone_present", &json!({"Name": zone, "Comment": comment}));
    let is_value = |it: &str| is_ascii_line(it) && it.trim() == it && !it.contains(['"', '\\']);
    let value = made.dice.text(is_value);
    for (name, kind, values) in [("_x", "TXT", [format!("\"{value}\"")]), ("*", "A", ["10.0.0.1".to_owned()])]
    {
        let record = json!({"Name": format!("{name}.{zone}"), "DomainName": zone, "Type": kind, "TTL": 60, "ResourceRecords": values});
        made.add("boto3_route53.rr_present", &record);
    }
}

/// Runs a command in an account; it must succeed.
#[track_caller]
fn succeeds(place: &Place, account: &Moto, words: &str) -> Printed {
    let mut command = place.command(&words.split_whitespace().collect::<Vec<_>>());
    let output = command.env("AWS_ENDPOINT_URL", &account.endpoint).output().expect("the binary");
    let printed = Printed::of(words, &output);
    assert_eq!(printed.code, Some(0), "{}", printed.whole());
    printed
}

#[track_caller]
fn is_empty(place: &Place, account: &Moto, sls: &str) {
    let plan = succeeds(place, account, &format!("plan {sls}"));
    assert!(plan.stdout.contains("0 to create, 0 to change, 0 to delete"), "{}", plan.whole());
}

/// Three hundred things of eight seeds.
#[test]
fn what_is_exported_has_no_findings_and_makes_the_same_in_an_empty_account() {
    let mut things = 0;
    for seed in 0..8 {
        let (made, count) = states(seed);
        things += count;
        let place = Place::new()
            .with("orchestration/minion", "id: sample\nfile_roots: {base: [states]}\npillar_roots: {base: [pillar]}\ncachedir: cache\naws_budget_speed: 0\n")
            .with("pillar/top.sls", "base: {'*': [aws]}\n")
            .with("pillar/aws.sls", "own: {keyid: test, key: test, region: us-east-1}\n")
            .with("states/made.sls", &made);
        let account = Moto::start();
        let _ = succeeds(&place, &account, "state.sls made");
        let exported = succeeds(&place, &account, &format!("export --kinds {KINDS} --profile own"));
        assert!(!exported.stderr.contains("left out"), "{}", exported.whole());
        let place = place.with("states/exported.sls", &exported.stdout);
        let lint = succeeds(&place, &account, "lint exported");
        assert!(lint.whole().contains("0 errors, 0 warnings"), "seed {seed}: {}", lint.whole());
        is_empty(&place, &account, "exported");
        let other = Moto::start();
        let _ = succeeds(&place, &other, "state.sls exported");
        is_empty(&place, &other, "exported");
        is_empty(&place, &other, "made");
    }
    assert!(things >= 300, "{things}");
}
