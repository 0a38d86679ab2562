//! The declaration of a target group in an SLS.

use crate::extras;
use kind::settings::{Setting, Settings, arguments, settings};
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape, Value};

const PROTOCOLS: Shape = Shape::Word(&["HTTP", "HTTPS", "TCP", "TLS", "UDP", "TCP_UDP", "GENEVE"]);
const CHECK_PROTOCOLS: Shape = Shape::Word(&["HTTP", "HTTPS", "TCP"]);
const CODES: &[Argument] = &[
    Argument::optional("HttpCode", Shape::Text, "statuses: 200-299, or 200,202"),
    Argument::optional("GrpcCode", Shape::Text, "statuses of GRPC: 0-99"),
];

settings! {
    /// Settings that cannot be changed after creation.
    Fixed {
        protocol: String = "protocol" / "Protocol", PROTOCOLS, "the protocol of its targets; cannot change";
        port: i32 = "port" / "Port", Shape::Integer, "the port its targets listen on; cannot change";
        target_type: String = "target_type" / "TargetType",
            Shape::Word(&["instance", "ip", "lambda", "alb"]), "instance if left out; cannot change";
        protocol_version: String = "protocol_version" / "ProtocolVersion",
            Shape::Word(&["HTTP1", "HTTP2", "GRPC"]), "HTTP1 if left out; cannot change";
        ip_address_type: String = "ip_address_type" / "IpAddressType",
            Shape::Word(&["ipv4", "ipv6"]), "ipv4 if left out; cannot change";
    }
}

settings! {
    /// The health check.
    Check {
        protocol: String = "health_check_protocol" / "HealthCheckProtocol", CHECK_PROTOCOLS, "the protocol of checks";
        port: String = "health_check_port" / "HealthCheckPort", Shape::Text, "the port of checks, or traffic-port";
        path: String = "health_check_path" / "HealthCheckPath", Shape::Text, "the path that checks ask for";
        interval: i32 = "health_check_interval_seconds" / "HealthCheckIntervalSeconds",
            Shape::Integer, "seconds between two checks";
        timeout: i32 = "health_check_timeout_seconds" / "HealthCheckTimeoutSeconds",
            Shape::Integer, "seconds until a check has failed";
        healthy: i32 = "healthy_threshold_count" / "HealthyThresholdCount",
            Shape::Integer, "successful checks until a target gets requests";
        unhealthy: i32 = "unhealthy_threshold_count" / "UnhealthyThresholdCount",
            Shape::Integer, "failed checks until a target gets no more requests";
        enabled: bool = "health_check_enabled" / "HealthCheckEnabled",
            Shape::Boolean, "whether checks are on; only groups of functions can have False";
        matcher: Codes = "matcher" / "Matcher",
            Shape::Either(&[Shape::Text, Shape::Record(CODES)]), "the status codes of a healthy target: 200-299";
    }
}

/// The statuses of a healthy target: `200-299`.
#[derive(Clone, Debug, PartialEq)]
pub struct Codes(pub String);

impl Setting for Codes {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        if fields.value(name)?.as_map().is_none() {
            return fields.text(name).map(Self);
        }
        let codes = fields.record(name)?;
        codes.text("HttpCode").or_else(|| codes.text("GrpcCode")).map(Self)
    }

    fn shown(&self) -> Value {
        self.0.as_str().into()
    }
}

const NAME: Argument =
    Argument::required("name", Shape::Text, "the target group's name, or the ARN of one that exists");
const VPC_ID: Argument =
    Argument::optional("vpc_id", Shape::Text, "the VPC of its targets, by id; cannot change")
        .alias(&["VpcId"]);
const OTHERS: &[Argument] = &[
    VPC_ID,
    Argument::optional("vpc_name", Shape::Text, "the VPC of its targets, by its Name tag"),
    extras::attributes("attribute to value, as AWS names them: deregistration_delay.timeout_seconds"),
    extras::TAGS_ARGUMENT,
];
const PRESENT: &[Argument] = arguments!(&[NAME], Fixed::ARGUMENTS, OTHERS, Check::ARGUMENTS);

/// The arguments of the function with that name: the settings of the health check come after the arguments of the connection.
pub(crate) const CREATE: &[Argument] = arguments!(
    &[
        NAME,
        Argument { required: true, ..Fixed::ARGUMENTS[0] },
        Argument { required: true, ..Fixed::ARGUMENTS[1] },
        Argument { required: true, ..VPC_ID },
    ],
    Check::ARGUMENTS
);

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_elbv2.create_target_group", "boto3_elbv2.create_target_group"],
        PRESENT,
        "Makes sure that a target group exists and is as declared.",
    ),
    Function::absent(
        &["boto_elbv2.delete_target_group", "boto3_elbv2.delete_target_group"],
        &[NAME],
        "Makes sure that a target group does not exist.",
    ),
];

/// A declared target group. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name, or the ARN of one that exists.
    pub name: String,
    /// False for `delete_target_group`.
    pub present: bool,
    /// The settings that are fixed at creation.
    pub fixed: Fixed,
    /// The VPC of its targets.
    pub vpc: Option<Which>,
    /// The health check.
    pub check: Check,
    /// Attributes and tags.
    pub extras: extras::Declared,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves != Leaves::Present {
        return Spec { name, ..Spec::default() };
    }
    let spec = Spec {
        name,
        present: true,
        fixed: Fixed::read(fields),
        vpc: Which::read(fields, "vpc_id", "vpc_name", problems),
        check: Check::read(fields),
        extras: extras::Declared::read(fields),
    };
    // Functions have no port.
    if spec.fixed.target_type.as_deref() != Some("lambda") {
        complete(&spec, fields, problems);
    }
    spec
}

fn complete(spec: &Spec, fields: &Fields, problems: &mut Problems) {
    let lambda = "only 'target_type: lambda' does not need it";
    let needed = [
        ("protocol", spec.fixed.protocol.is_some(), lambda),
        ("port", spec.fixed.port.is_some(), lambda),
        ("vpc_id", spec.vpc.is_some(), "or write 'vpc_name'"),
    ];
    for (name, _, hint) in needed.iter().filter(|(_, is_given, _)| !is_given) {
        let message = format!("'{name}' is missing in the target group {}", spec.name);
        problems.push(Problem::at(fields.place(), message).hint(*hint));
    }
}
