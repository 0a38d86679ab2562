//! An instance of a cluster with a local AWS around it.

use std::sync::Arc;

use serde_json::Value;

use crate::local_aws::{Fault, Metadata, Moto, Proxy};
use crate::support::{Place, Printed};

/// The instance.
pub const ID: &str = "i-0123456789abcdef0";

/// The cluster, and its balancer.
pub const CLUSTER: &str = "myapp-testing-useast1";

const CONFIG: &str = "
file_client: local
root_dir: .
cachedir: cache
file_roots: {base: [states]}
pillar_roots: {base: [pillar]}
";

/// The instance: its files, its metadata, and the AWS that it reaches.
pub struct Host {
    place: Arc<Place>,
    id: String,
    /// What it is told about itself.
    pub metadata: Metadata,
    /// What it calls.
    pub proxy: Proxy,
    /// The account.
    pub moto: Moto,
}

impl Host {
    /// An instance of the cluster, with the tree of `orchestration/` for registering, and this pillar.
    pub async fn new(pillar: &str) -> Self {
        Self::of(ID, Moto::start(), pillar).await
    }

    /// The only instance of its group, which has these hooks: name and transition.
    pub async fn in_group(pillar: &str, hooks: &[(&str, &str)]) -> Self {
        let moto = Moto::start();
        let call = |form: String| {
            let moto = &moto;
            async move { moto.ask("autoscaling", &format!("Version=2011-01-01&{form}")).await }
        };
        call("Action=CreateLaunchConfiguration&LaunchConfigurationName=lc&ImageId=ami-0a1b2c3d4e5f60001&InstanceType=t3.micro".to_owned()).await;
        call(format!(
            "Action=CreateAutoScalingGroup&AutoScalingGroupName={CLUSTER}&LaunchConfigurationName=lc&MinSize=0&MaxSize=1\
             &DesiredCapacity=0&AvailabilityZones.member.1=us-east-1a"
        ))
        .await;
        for (name, transition) in hooks {
            call(format!(
                "Action=PutLifecycleHook&AutoScalingGroupName={CLUSTER}&LifecycleHookName={name}\
                 &LifecycleTransition=autoscaling:EC2_INSTANCE_{transition}"
            ))
            .await;
        }
        call(format!("Action=SetDesiredCapacity&AutoScalingGroupName={CLUSTER}&DesiredCapacity=1")).await;
        let told = call("Action=DescribeAutoScalingInstances".to_owned()).await;
        let id = element(&told, "InstanceId");
        Self::of(&id, moto, pillar).await
    }

    /// Where the instance stands in its group; nothing if it is in none.
    pub async fn lifecycle(&self) -> String {
        let told =
            self.moto.ask("autoscaling", "Version=2011-01-01&Action=DescribeAutoScalingInstances").await;
        element(&told, "LifecycleState")
    }

    async fn of(id: &str, moto: Moto, pillar: &str) -> Self {
        let metadata = Metadata::start(id).await;
        metadata.put("meta-data/tags/instance", "aws:autoscaling:groupName");
        metadata.put("meta-data/tags/instance/aws:autoscaling:groupName", CLUSTER);
        let proxy = Proxy::start(&moto.endpoint).await;
        proxy.set(Fault::None);
        let register = include_str!("../../../orchestration/states/elb/register.sls");
        let deregister = include_str!("../../../orchestration/states/elb/deregister.sls");
        let place = Place::new()
            .with("orchestration/minion", CONFIG)
            .with("states/elb/register.sls", register)
            .with("states/elb/deregister.sls", deregister)
            .with("pillar/top.sls", "base: {'*': [all]}\n")
            .with("pillar/all.sls", &format!("aws_profile: {{region: us-east-1}}\n{pillar}"))
            .with("states/top.sls", "base: {'*': [app]}\n")
            .with("states/app.sls", "app: test.succeed_without_changes\n")
            .set("AWS_EC2_METADATA_DISABLED", "false")
            .set("AWS_EC2_METADATA_SERVICE_ENDPOINT", &metadata.endpoint)
            .set("AWS_ENDPOINT_URL", &proxy.endpoint)
            .set("AWS_ACCESS_KEY_ID", "test")
            .set("AWS_SECRET_ACCESS_KEY", "test");
        Self { place: Arc::new(place), id: id.to_owned(), metadata, proxy, moto }
    }

    /// Makes the classic balancer of the cluster.
    pub async fn with_balancer(self) -> Self {
        let form = format!(
            "Action=CreateLoadBalancer&Version=2012-06-01&LoadBalancerName={CLUSTER}&AvailabilityZones.member.1=us-east-1a\
             &Listeners.member.1.Protocol=HTTP&Listeners.member.1.LoadBalancerPort=80&Listeners.member.1.InstancePort=80"
        );
        self.moto.call("elasticloadbalancing", &form).await;
        self
    }

    /// Makes a target group of the cluster's name.
    pub async fn with_target_group(self) -> Self {
        let vpcs = self.moto.ask("ec2", "Action=DescribeVpcs&Version=2016-11-15").await;
        let form = format!(
            "Action=CreateTargetGroup&Version=2015-12-01&Name={CLUSTER}&Protocol=HTTP&Port=8080&VpcId={}",
            element(&vpcs, "vpcId")
        );
        self.moto.call("elasticloadbalancing", &form).await;
        self
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Writes a file of the instance.
    pub fn write(&self, path: &str, text: &str) {
        std::fs::write(self.place.path(path), text).expect("a file");
    }

    /// Where a file of the instance is.
    pub fn path(&self, path: &str) -> std::path::PathBuf {
        self.place.path(path)
    }

    /// The command line as a process that is not waited for; the traffic counts from here.
    pub fn start(&self, words: &str) -> std::process::Child {
        self.proxy.set(Fault::None);
        let words = format!("-c orchestration --out json {words}");
        let mut command = self.place.command(&words.split_whitespace().collect::<Vec<_>>());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        command.spawn().expect("it starts")
    }

    /// Runs a command line on it; the traffic counts from here.
    pub async fn run(&self, words: &str) -> Printed {
        self.proxy.set(Fault::None);
        let (place, words) = (self.place.clone(), format!("-c orchestration --out json {words}"));
        tokio::task::spawn_blocking(move || place.run(&words)).await.expect("it runs")
    }

    /// The same while AWS behaves so.
    pub async fn run_with(&self, fault: Fault, words: &str) -> Printed {
        self.proxy.set(fault);
        let (place, words) = (self.place.clone(), format!("-c orchestration --out json {words}"));
        tokio::task::spawn_blocking(move || place.run(&words)).await.expect("it runs")
    }

    /// Runs a command line that ends well, and gives its states in order.
    pub async fn succeed(&self, words: &str) -> Vec<Value> {
        let printed = self.run(words).await;
        assert_eq!(printed.code, Some(0), "{words}: {}\n{}", printed.stdout, printed.stderr);
        states(&printed)
    }

    /// Runs a command line that fails, and gives its states in order.
    pub async fn fail(&self, words: &str) -> Vec<Value> {
        let printed = self.run(words).await;
        assert_eq!(printed.code, Some(1), "{words}: {}\n{}", printed.stdout, printed.stderr);
        states(&printed)
    }

    /// The calls of the last run that changed something.
    pub fn changed(&self) -> Vec<String> {
        self.proxy.mutating()
    }

    /// All calls of the last run.
    pub fn called(&self) -> Vec<String> {
        self.proxy.traffic().calls.into_iter().map(|call| call.name).collect()
    }
}

/// The text of the first element of this name; nothing where there is none.
fn element(xml: &str, name: &str) -> String {
    let inside = xml.split_once(&format!("<{name}>")).and_then(|(_, rest)| rest.split_once('<'));
    inside.map(|(text, _)| text.to_owned()).unwrap_or_default()
}

/// The states of a return, as they ran.
pub fn states(printed: &Printed) -> Vec<Value> {
    let json: Value = serde_json::from_str(&printed.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}\n{}", printed.stdout, printed.stderr));
    let states = json["local"].as_object().unwrap_or_else(|| panic!("no states: {}", printed.stdout));
    let mut states: Vec<Value> = states.values().cloned().collect();
    states.sort_by_key(|state| state["__run_num__"].as_i64());
    states
}

/// The comment of the only state, or of the last.
pub fn comment(states: &[Value]) -> &str {
    states.last().and_then(|state| state["comment"].as_str()).expect("a comment")
}
