//! What a template has read, the states of the run do not read again.

use std::sync::Arc;

use aws::{Connection, Sessions};
use engine::Snapshot;
use kind::Question;

use crate::local_aws::{Fault, Moto, Proxy};
use crate::support::Place;

const PILLAR: &str = "
aws_profile: {region: us-east-1, keyid: test, key: test}
";

const MADE: &str = "
web:
  boto_secgroup.present:
    - description: web servers
    - vpc_name: main
    - rules: []
    - profile: aws_profile
jobs:
  boto_sqs.present:
    - attributes: {VisibilityTimeout: 60}
    - profile: aws_profile
";

/// As formulas are written that ask AWS for everything: the same questions, many times over.
const ASKING: &str = "
{% set asked = [] %}
{% for turn in range(5) %}
{% do asked.append(salt['boto_vpc.get_id']('main', profile='aws_profile')['id']) %}
{% do asked.append(salt['boto_secgroup.get_group_id']('web', vpc_name='main', profile='aws_profile')) %}
{% do asked.append(salt['boto_secgroup.exists']('web', vpc_name='main', profile='aws_profile')) %}
{% do asked.append(salt['boto_sqs.get_attributes']('jobs', profile='aws_profile')['result']['VisibilityTimeout']) %}
{% do asked.append(salt['boto_vpc.describe_subnets'](vpc_id=asked[0], profile='aws_profile')['subnets']) %}
{% endfor %}
{% if asked[1].startswith('sg-') and asked[2] and asked[3] == '60' and asked[4] is none %}
";

/// Runs an SLS and tells the operations that were called.
async fn called(proxy: &Proxy, sls: String) -> Vec<String> {
    proxy.set(Fault::None);
    let endpoint = proxy.endpoint.clone();
    let run = move || {
        let place = Place::new().with("states/a.sls", &sls).with("pillar/top.sls", "base: {'*': [aws]}\n");
        place.with("pillar/aws.sls", PILLAR).set("AWS_ENDPOINT_URL", &endpoint).run("state.sls a")
    };
    let printed = tokio::task::spawn_blocking(run).await.expect("it runs");
    assert_eq!(printed.code, Some(0), "{}{}", printed.stdout, printed.stderr);
    let mut names: Vec<String> = proxy.traffic().calls.into_iter().map(|call| call.name).collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_template_has_read_the_states_do_not_read_again() {
    let moto = Moto::start();
    moto.call(
        "ec2",
        "Action=CreateVpc&Version=2016-11-15&CidrBlock=10.1.0.0/16&TagSpecification.1.ResourceType=vpc&\
                     TagSpecification.1.Tag.1.Key=Name&TagSpecification.1.Tag.1.Value=main",
    )
    .await;
    let proxy = Proxy::start(&moto.endpoint).await;
    called(&proxy, MADE.to_owned()).await;
    let plain = called(&proxy, MADE.to_owned()).await;
    let asking = called(&proxy, format!("{ASKING}{MADE}{{% endif %}}\n")).await;
    // One question is the template's own: no state asks for subnets.
    let own = ["DescribeSubnets"];
    let shared: Vec<&String> = asking.iter().filter(|name| !own.contains(&name.as_str())).collect();
    assert_eq!(shared, plain.iter().collect::<Vec<_>>());
    assert_eq!(asking.iter().filter(|name| *name == "DescribeSubnets").count(), 1, "{asking:?}");
}

#[tokio::test]
async fn an_answer_belongs_to_the_service_that_gave_it() {
    let snapshot = Snapshot::new(Arc::new(Sessions::new()));
    let session = snapshot.open(&Connection::default()).await;
    let asked = |service| Question { service, asked: "groups".to_owned() };
    snapshot.keep(session, asked("iam"), "of people".into());
    snapshot.keep(session, asked("autoscaling"), "of instances".into());
    assert_eq!(snapshot.recall(session, &asked("iam")), Some("of people".into()));
    assert_eq!(snapshot.recall(session, &asked("autoscaling")), Some("of instances".into()));
    assert_eq!(snapshot.recall(session, &asked("ec2")), None);
}
