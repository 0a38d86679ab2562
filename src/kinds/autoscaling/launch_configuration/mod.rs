//! `autoscaling.launch_configuration`: the launch settings of a group's instances.
//!
//! ```yaml
//! myapp-v1:
//!   boto_lc.present:
//!     - image_id: ami-0a1b2c3d4e5f60001
//!     - instance_type: t3.medium
//!     - key_name: myapp
//!     - security_groups: [base, myapp]
//!     - instance_profile_name: myapp
//!     - block_device_mappings:
//!       - /dev/xvda: {size: 20, volume_type: gp3, delete_on_termination: True}
//!     - cloud_init:
//!         scripts:
//!           bootstrap: |
//!             #!/bin/sh
//!             orchestrate deploy myapp testing
//!     - profile: aws_profile
//! ```
//!
//! AWS never changes a launch configuration. If one differs from its declaration, the state fails and says what differs. If
//! it is declared inline in `boto_asg.present`, a new one replaces it instead. Names of security groups are looked up in the
//! given VPC, else in the default VPC. `image_id: resolve:ssm:<parameter>` is the image that a parameter of Systems Manager
//! holds, as in a launch template: AWS accepts ids only here, so each run reads the parameter. Accounts opened since 2023
//! have launch templates only.
//!
//! See <https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_CreateLaunchConfiguration.html>.

pub(super) mod api;
pub(super) mod diff;
mod export;
mod spec;
#[cfg(test)]
mod tests;

use super::fault;
use super::launch::{self, Content};
use aws::{ApiError, Aws};
use kind::export::Export;
use kind::{Answers, Ask, Lookup, Resource, Source, Unresolved};
use model::{Aspects, Fields, Function, Minion, Plan, Problems, Reference, Value};

/// A launch configuration.
#[derive(Debug)]
pub struct LaunchConfiguration;

/// A launch configuration as AWS has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Live {
    name: String,
    content: Content,
}

impl Source for LaunchConfiguration {
    const KIND: &'static str = "autoscaling.launch_configuration";
    const NOUN: &'static str = "launch configuration";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        (attribute == "name").then(|| live.name.as_str().into())
    }
}

impl Resource for LaunchConfiguration {
    type Spec = spec::Spec;
    type Want = spec::Want;
    type Step = diff::Step;

    const EXPORT: Option<Export<Live>> = Some(export::EXPORT);
    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["asg", "autoscaling"];
    const HELD_BY: &'static [&'static str] = &["autoscaling.group"];

    fn read(function: &Function, fields: &Fields, _minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, problems)
    }

    fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.name))
    }

    fn aspects(_spec: &spec::Spec) -> Aspects {
        Aspects::NONE
    }

    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        vec![Reference::new(Self::KIND, &spec.name)]
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        spec.launch.as_ref().map(launch::LaunchSpec::uses).unwrap_or_default()
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<spec::Want, Unresolved> {
        let content = spec.launch.as_ref().map(|launch| launch.resolve(None, lookup)).transpose()?;
        Ok(spec::Want { name: spec.name.clone(), content })
    }

    fn diff(want: &spec::Want, live: Option<&Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    fn creation(_spec: &spec::Spec) -> Vec<&'static str> {
        vec!["Auto Scaling.CreateLaunchConfiguration"]
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        step.operation()
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }

    fn is_not_yet(error: &ApiError) -> bool {
        fault::is_not_yet(error)
    }

    fn advice(error: &ApiError) -> Option<String> {
        fault::advice(error)
    }
}
