//! An instance of a cluster on which releases are deployed: a yard, its metadata service, and the AWS that it reaches.

use super::ID;
use super::yard::Yard;
use crate::local_aws::{Fault, Metadata, Moto, Proxy};
use crate::support::{Place, Printed};

/// The cluster, and its balancer.
pub const CLUSTER: &str = "myapp-testing-useast1";

pub struct Served {
    pub yard: Yard,
    pub metadata: Metadata,
    pub proxy: Proxy,
    pub moto: Moto,
}

impl Served {
    /// The instance, its balancer, and nothing deployed: `deploy` gets these settings more.
    pub async fn new(deploy: &str) -> Self {
        let moto = Moto::start();
        let metadata = Metadata::start(ID).await;
        metadata.put("meta-data/tags/instance", "aws:autoscaling:groupName");
        metadata.put("meta-data/tags/instance/aws:autoscaling:groupName", CLUSTER);
        let proxy = Proxy::start(&moto.endpoint).await;
        proxy.set(Fault::None);
        let form = format!(
            "Action=CreateLoadBalancer&Version=2012-06-01&LoadBalancerName={CLUSTER}&AvailabilityZones.member.1=us-east-1a\
             &Listeners.member.1.Protocol=HTTP&Listeners.member.1.LoadBalancerPort=80&Listeners.member.1.InstancePort=80"
        );
        moto.call("elasticloadbalancing", &form).await;
        let place = Place::new()
            .set("AWS_EC2_METADATA_DISABLED", "false")
            .set("AWS_EC2_METADATA_SERVICE_ENDPOINT", &metadata.endpoint)
            .set("AWS_ENDPOINT_URL", &proxy.endpoint)
            .set("AWS_ACCESS_KEY_ID", "test")
            .set("AWS_SECRET_ACCESS_KEY", "test");
        let yard = Yard::with_store(place, None);
        let public = yard.json("artifact key signing.pem")["public_key"].as_str().expect("a key").to_owned();
        let store = yard.path("store").display().to_string();
        yard.configure(&store, &public, &format!("base: False, keep: 1, keep_free_bytes: 0{deploy}"));
        Self { yard, metadata, proxy, moto }
    }

    /// The trees of the next releases.
    pub fn trees(&self, top: &str, in_service: &str) {
        self.yard.source("states/top.sls", top);
        self.yard.source("states/in_service.sls", in_service);
        self.yard.source("states/myapp.sls", "myapp: test.succeed_without_changes\n");
    }

    /// A hook of the next releases that fails for these revisions.
    pub fn validates_all_but(&self, revisions: &str) {
        let text = format!("#!/bin/sh\ncase \" {revisions} \" in *\" $DEPLOY_REVISION \"*) exit 1 ;; esac\n");
        self.yard.source("hooks/validate", &text);
    }

    /// Runs a command line; the traffic counts from here.
    pub fn run(&self, words: &str) -> Printed {
        self.proxy.set(Fault::None);
        self.yard.run(words)
    }

    /// True if the balancer has the instance.
    pub async fn is_registered(&self) -> bool {
        let form =
            format!("Action=DescribeLoadBalancers&Version=2012-06-01&LoadBalancerNames.member.1={CLUSTER}");
        self.moto.ask("elasticloadbalancing", &form).await.contains(ID)
    }
}
