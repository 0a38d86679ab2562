//! The smallest IAM policy for an instance, made from the actions of the calls that instances make.
//!
//! Law: an action is limited to the instance's own resources if IAM can limit it. Pure, and the same bytes each time.

use serde_json::{Value, json};

use aws::action::{Action, On};
use aws::arn::{is_arn, partition};

/// The resources of an instance of a service.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Rights {
    /// The region; none means any.
    pub region: Option<String>,
    /// The account; none means any.
    pub account: Option<String>,
    /// Classic load balancers, by name.
    pub balancers: Vec<String>,
    /// Target groups, by name or ARN.
    pub target_groups: Vec<String>,
    /// Its Auto Scaling group.
    pub group: Option<String>,
    /// Bucket and key, or prefix of keys followed by `*`, of its downloads.
    pub objects: Vec<(String, String)>,
    /// Parameters that it reads, by path; `*` matches any text.
    pub parameters: Vec<String>,
    /// Secrets that it reads, by name.
    pub secrets: Vec<String>,
}

impl Rights {
    fn partition(&self) -> &'static str {
        partition(self.region.as_deref().unwrap_or_default())
    }

    fn arn(&self, service: &str, resource: &str) -> String {
        let any = |part: &Option<String>| part.clone().unwrap_or_else(|| "*".to_owned());
        let (region, account) = (any(&self.region), any(&self.account));
        format!("arn:{}:{service}:{region}:{account}:{resource}", self.partition())
    }

    fn target_group(&self, group: &str) -> String {
        if is_arn(group) {
            return group.to_owned();
        }
        self.arn("elasticloadbalancing", &format!("targetgroup/{group}/*"))
    }

    /// The resources of a type; none if the instance has none.
    fn resources(&self, on: On) -> Vec<String> {
        let arns = |names: &[String], arn: &dyn Fn(&str) -> String| -> Vec<String> {
            names.iter().map(|name| arn(name)).collect()
        };
        let partition = self.partition();
        let mut resources = match on {
            On::Anything => vec!["*".to_owned()],
            On::Balancer => arns(&self.balancers, &|name| {
                self.arn("elasticloadbalancing", &format!("loadbalancer/{name}"))
            }),
            On::TargetGroup => arns(&self.target_groups, &|name| self.target_group(name)),
            On::Group => arns(self.group.as_slice(), &|name| {
                self.arn("autoscaling", &format!("autoScalingGroup:*:autoScalingGroupName/{name}"))
            }),
            On::Object => {
                let objects = self.objects.iter();
                objects.map(|(bucket, key)| format!("arn:{partition}:s3:::{bucket}/{key}")).collect()
            }
            On::Bucket => {
                self.objects.iter().map(|(bucket, _)| format!("arn:{partition}:s3:::{bucket}")).collect()
            }
            On::Parameter => arns(&self.parameters, &|name| {
                self.arn("ssm", &format!("parameter/{}", name.trim_start_matches('/')))
            }),
            On::Secret => {
                arns(&self.secrets, &|name| self.arn("secretsmanager", &format!("secret:{name}-??????")))
            }
        };
        resources.sort();
        resources.dedup();
        resources
    }

    /// The conditions that limit a type further.
    fn condition(&self, on: On) -> Option<Value> {
        match on {
            On::Anything => {
                let region = self.region.as_ref()?;
                Some(json!({"StringEquals": {"aws:RequestedRegion": region}}))
            }
            On::Bucket => {
                let mut prefixes: Vec<&str> = self.objects.iter().map(|(_, key)| key.as_str()).collect();
                prefixes.sort_unstable();
                Some(json!({"StringLike": {"s3:prefix": prefixes}}))
            }
            _ => None,
        }
    }
}

/// The types in the order of the policy, each with the name of its statement.
const ORDER: [(On, &str); 8] = [
    (On::Anything, "Look"),
    (On::Balancer, "ServeBalancers"),
    (On::TargetGroup, "ServeTargetGroups"),
    (On::Group, "AnswerGroup"),
    (On::Object, "FetchArtifacts"),
    (On::Bucket, "FindArtifacts"),
    (On::Parameter, "ReadParameters"),
    (On::Secret, "ReadSecrets"),
];

/// The lists that apply to an instance: one that serves no balancers needs no calls about them.
fn is_needed(action: &Action, rights: &Rights) -> bool {
    match action.on {
        On::Anything if action.name.starts_with("secretsmanager:") => !rights.secrets.is_empty(),
        On::Anything => true,
        on => !rights.resources(on).is_empty(),
    }
}

/// The policy.
pub fn document(rights: &Rights, actions: &[&[Action]]) -> Value {
    let needed: Vec<&Action> =
        actions.iter().copied().flatten().filter(|action| is_needed(action, rights)).collect();
    let statement = |(on, name): &(On, &str)| {
        let mut names: Vec<&str> =
            needed.iter().filter(|action| action.on == *on).map(|action| action.name).collect();
        names.sort_unstable();
        names.dedup();
        if names.is_empty() {
            return None;
        }
        let mut statement =
            json!({"Sid": name, "Effect": "Allow", "Action": names, "Resource": rights.resources(*on)});
        if let (Some(condition), Some(object)) = (rights.condition(*on), statement.as_object_mut()) {
            object.insert("Condition".to_owned(), condition);
        }
        Some(statement)
    };
    json!({"Version": "2012-10-17", "Statement": ORDER.iter().filter_map(statement).collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACTIONS: &[Action] = &[
        Action::on("elasticloadbalancing:RegisterTargets", On::TargetGroup),
        Action::on("elasticloadbalancing:DescribeTargetHealth", On::Anything),
        Action::on("elasticloadbalancing:RegisterInstancesWithLoadBalancer", On::Balancer),
        Action::on("autoscaling:SetInstanceHealth", On::Group),
        Action::on("ec2:DescribeTags", On::Anything),
        Action::on("s3:GetObject", On::Object),
        Action::on("s3:ListBucket", On::Bucket),
        Action::on("ssm:GetParameters", On::Parameter),
        Action::on("secretsmanager:BatchGetSecretValue", On::Anything),
        Action::on("secretsmanager:GetSecretValue", On::Secret),
    ];

    fn rights() -> Rights {
        Rights {
            region: Some("eu-west-1".to_owned()),
            account: Some("123456789012".to_owned()),
            balancers: vec!["web".to_owned()],
            group: Some("myapp-testing-useast1".to_owned()),
            ..Rights::default()
        }
    }

    #[test]
    fn every_action_that_iam_can_limit_is_limited_to_what_is_its_own() {
        let policy = document(&rights(), &[ACTIONS]);
        assert_eq!(
            policy,
            json!({"Version": "2012-10-17", "Statement": [
                {"Sid": "Look", "Effect": "Allow",
                 "Action": ["ec2:DescribeTags", "elasticloadbalancing:DescribeTargetHealth"], "Resource": ["*"],
                 "Condition": {"StringEquals": {"aws:RequestedRegion": "eu-west-1"}}},
                {"Sid": "ServeBalancers", "Effect": "Allow",
                 "Action": ["elasticloadbalancing:RegisterInstancesWithLoadBalancer"],
                 "Resource": ["arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/web"]},
                {"Sid": "AnswerGroup", "Effect": "Allow", "Action": ["autoscaling:SetInstanceHealth"],
                 "Resource": ["arn:aws:autoscaling:eu-west-1:123456789012:autoScalingGroup:*:autoScalingGroupName/myapp-testing-useast1"]},
            ]})
        );
        assert_eq!(policy.to_string(), document(&rights(), &[ACTIONS]).to_string());
    }

    #[test]
    fn artifacts_parameters_and_secrets_only_where_they_are_configured() {
        let rights = Rights {
            region: Some("cn-north-1".to_owned()),
            target_groups: vec!["web".to_owned(), "arn:aws-cn:elasticloadbalancing:x".to_owned()],
            objects: vec![("b".to_owned(), "deploy/myapp/*".to_owned()), ("b".to_owned(), "bin".to_owned())],
            parameters: vec!["/myapp/*".to_owned()],
            secrets: vec!["myapp/db".to_owned()],
            ..Rights::default()
        };
        let policy = document(&rights, &[ACTIONS]);
        let of = |sid: &str| {
            let statements = policy["Statement"].as_array().unwrap();
            statements.iter().find(|it| it["Sid"] == sid).unwrap_or_else(|| panic!("{sid}")).clone()
        };
        let target = "arn:aws-cn:elasticloadbalancing:cn-north-1:*:targetgroup/web/*";
        assert_eq!(of("ServeTargetGroups")["Resource"], json!([target, "arn:aws-cn:elasticloadbalancing:x"]));
        assert_eq!(
            of("FetchArtifacts")["Resource"],
            json!(["arn:aws-cn:s3:::b/bin", "arn:aws-cn:s3:::b/deploy/myapp/*"])
        );
        assert_eq!(of("FindArtifacts")["Resource"], json!(["arn:aws-cn:s3:::b"]));
        assert_eq!(
            of("FindArtifacts")["Condition"],
            json!({"StringLike": {"s3:prefix": ["bin", "deploy/myapp/*"]}})
        );
        assert_eq!(
            of("ReadParameters")["Resource"],
            json!(["arn:aws-cn:ssm:cn-north-1:*:parameter/myapp/*"])
        );
        assert_eq!(
            of("ReadSecrets")["Resource"],
            json!(["arn:aws-cn:secretsmanager:cn-north-1:*:secret:myapp/db-??????"])
        );
        let look = of("Look")["Action"].to_string();
        assert!(look.contains("BatchGetSecretValue"), "{look}");
    }
}
