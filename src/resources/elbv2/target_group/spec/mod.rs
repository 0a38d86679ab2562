//! What an SLS may say about a target group.

mod arguments;

pub(in crate::resources::elbv2) use arguments::CREATE;
pub(super) use arguments::FUNCTIONS;

use crate::aws::tags::{self, Tags};
use crate::model::{Fields, Function, Leaves, Problem, Problems, Value};

/// A declared target group. What is `None` is not managed.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its name, or the ARN of one that exists.
    pub name: String,
    /// False for `delete_target_group`.
    pub present: bool,
    /// What is decided when it is made.
    pub fixed: Fixed,
    /// Where its targets are.
    pub vpc: Vpc,
    /// How targets are checked.
    pub check: Check,
    /// Attributes as AWS takes them: text.
    pub attributes: Option<Tags>,
    /// All tags.
    pub tags: Option<Tags>,
}

/// What cannot change later.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fixed {
    /// What targets speak.
    pub protocol: Option<String>,
    /// The port that targets listen on unless they say otherwise.
    pub port: Option<i32>,
    /// `instance`, `ip`, `lambda`, `alb`.
    pub target_type: Option<String>,
    /// `HTTP1`, `HTTP2`, `GRPC`.
    pub protocol_version: Option<String>,
    /// `ipv4`, `ipv6`.
    pub ip_address_type: Option<String>,
}

/// How targets are checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Check {
    /// Only groups of functions can do without.
    pub enabled: Option<bool>,
    /// What checks speak.
    pub protocol: Option<String>,
    /// A port, or `traffic-port`.
    pub port: Option<String>,
    /// The path that is asked for.
    pub path: Option<String>,
    /// Seconds between two checks.
    pub interval: Option<i32>,
    /// Seconds until a check has failed.
    pub timeout: Option<i32>,
    /// Checks until a target is in.
    pub healthy: Option<i32>,
    /// Checks until it is out.
    pub unhealthy: Option<i32>,
    /// What a healthy target answers.
    pub matcher: Option<String>,
}

/// Which VPC.
#[derive(Clone, Debug, PartialEq)]
pub enum Vpc {
    /// Nothing is said.
    Unsaid,
    /// `vpc_id`.
    Id(String),
    /// `vpc_name`.
    Name(String),
}

impl Fixed {
    /// Those that are said, under the names that authors know.
    pub fn entries(&self) -> Vec<(&'static str, Value)> {
        said([
            ("protocol", self.protocol.clone().into()),
            ("port", self.port.into()),
            ("target_type", self.target_type.clone().into()),
            ("protocol_version", self.protocol_version.clone().into()),
            ("ip_address_type", self.ip_address_type.clone().into()),
        ])
    }
}

impl Check {
    /// Those that are said, under the names that authors know.
    pub fn entries(&self) -> Vec<(&'static str, Value)> {
        said([
            ("health_check_enabled", self.enabled.into()),
            ("health_check_protocol", self.protocol.clone().into()),
            ("health_check_port", self.port.clone().into()),
            ("health_check_path", self.path.clone().into()),
            ("health_check_interval_seconds", self.interval.into()),
            ("health_check_timeout_seconds", self.timeout.into()),
            ("healthy_threshold_count", self.healthy.into()),
            ("unhealthy_threshold_count", self.unhealthy.into()),
            ("matcher", self.matcher.clone().into()),
        ])
    }

    /// Those that are said here and are otherwise there.
    #[must_use]
    pub fn differing(&self, there: &Self) -> Self {
        fn pick<T: Clone + PartialEq>(want: &Option<T>, live: &Option<T>) -> Option<T> {
            want.clone().filter(|_| want != live)
        }
        Self {
            enabled: pick(&self.enabled, &there.enabled),
            protocol: pick(&self.protocol, &there.protocol),
            port: pick(&self.port, &there.port),
            path: pick(&self.path, &there.path),
            interval: pick(&self.interval, &there.interval),
            timeout: pick(&self.timeout, &there.timeout),
            healthy: pick(&self.healthy, &there.healthy),
            unhealthy: pick(&self.unhealthy, &there.unhealthy),
            matcher: pick(&self.matcher, &there.matcher),
        }
    }

    /// Reads what both the function and the state take.
    pub(super) fn read(fields: &Fields) -> Self {
        Self {
            protocol: fields.text("health_check_protocol"),
            port: fields.text("health_check_port"),
            path: fields.text("health_check_path"),
            interval: fields.integer32("health_check_interval_seconds"),
            timeout: fields.integer32("health_check_timeout_seconds"),
            healthy: fields.integer32("healthy_threshold_count"),
            unhealthy: fields.integer32("unhealthy_threshold_count"),
            ..Self::default()
        }
    }

    fn of_state(fields: &Fields) -> Self {
        let matcher = |fields: &Fields| {
            let record = fields
                .record("matcher")
                .filter(|_| fields.value("matcher").is_some_and(|it| it.as_map().is_some()));
            match record {
                Some(codes) => codes.text("HttpCode").or_else(|| codes.text("GrpcCode")),
                None => fields.text("matcher"),
            }
        };
        Self {
            enabled: fields.boolean("health_check_enabled"),
            matcher: matcher(fields),
            ..Self::read(fields)
        }
    }
}

fn said<const N: usize>(entries: [(&'static str, Value); N]) -> Vec<(&'static str, Value)> {
    entries.into_iter().filter(|(_, value)| !value.is_null()).collect()
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves != Leaves::Present {
        return Spec {
            name,
            present: false,
            fixed: Fixed::default(),
            vpc: Vpc::Unsaid,
            check: Check::default(),
            attributes: None,
            tags: None,
        };
    }
    let spec = Spec {
        name,
        present: true,
        fixed: Fixed {
            protocol: fields.text("protocol"),
            port: fields.integer32("port"),
            target_type: fields.text("target_type"),
            protocol_version: fields.text("protocol_version"),
            ip_address_type: fields.text("ip_address_type"),
        },
        vpc: vpc(fields, problems),
        check: Check::of_state(fields),
        attributes: tags::read(fields, "attributes"),
        tags: tags::read(fields, "tags"),
    };
    complete(&spec, fields, problems);
    spec
}

fn vpc(fields: &Fields, problems: &mut Problems) -> Vpc {
    match (fields.text("vpc_id"), fields.text("vpc_name")) {
        (None, None) => Vpc::Unsaid,
        (None, Some(name)) => Vpc::Name(name),
        (Some(id), other) => {
            if other.is_some() {
                let place = fields.place_of("vpc_name");
                let problem = Problem::at(place, "'vpc_id' and 'vpc_name' exclude each other");
                problems.push(problem.hint("keep one of the two"));
            }
            Vpc::Id(id)
        }
    }
}

/// Functions are called, and not reached on a port.
fn complete(spec: &Spec, fields: &Fields, problems: &mut Problems) {
    if spec.fixed.target_type.as_deref() == Some("lambda") {
        return;
    }
    let missing = [
        ("protocol", spec.fixed.protocol.is_none()),
        ("port", spec.fixed.port.is_none()),
        ("vpc_id", spec.vpc == Vpc::Unsaid),
    ];
    for (name, _) in missing.iter().filter(|(_, is_missing)| *is_missing) {
        let problem =
            Problem::at(fields.place(), format!("'{name}' is missing in the target group {}", spec.name));
        let hint =
            if *name == "vpc_id" { "or write 'vpc_name'" } else { "only 'target_type: lambda' does without" };
        problems.push(problem.hint(hint));
    }
}
