//! The arguments of target groups, for the state and for the function of its name.

use crate::aws::tags;
use crate::model::{Argument, Function, Shape};

const PROTOCOLS: Shape = Shape::Word(&["HTTP", "HTTPS", "TCP", "TLS", "UDP", "TCP_UDP", "GENEVE"]);
const CHECK_PROTOCOLS: Shape = Shape::Word(&["HTTP", "HTTPS", "TCP"]);
const CODES: &[Argument] = &[
    Argument::optional("HttpCode", Shape::Text, "statuses: 200-299, or 200,202"),
    Argument::optional("GrpcCode", Shape::Text, "statuses of GRPC: 0-99"),
];
const NAME: Argument =
    Argument::required("name", Shape::Text, "the target group's name, or the ARN of one that exists");

const PROTOCOL: Argument =
    Argument::optional("protocol", PROTOCOLS, "what its targets speak; for good").alias(&["Protocol"]);
const PORT: Argument =
    Argument::optional("port", Shape::Integer, "the port its targets listen on; for good").alias(&["Port"]);
const VPC_ID: Argument =
    Argument::optional("vpc_id", Shape::Text, "the VPC of its targets, by id; for good").alias(&["VpcId"]);
const CHECK_PROTOCOL: Argument =
    Argument::optional("health_check_protocol", CHECK_PROTOCOLS, "what checks speak")
        .alias(&["HealthCheckProtocol"]);
const CHECK_PORT: Argument =
    Argument::optional("health_check_port", Shape::Text, "the port of checks, or traffic-port")
        .alias(&["HealthCheckPort"]);
const CHECK_PATH: Argument =
    Argument::optional("health_check_path", Shape::Text, "the path that checks ask for")
        .alias(&["HealthCheckPath"]);
const INTERVAL: Argument =
    Argument::optional("health_check_interval_seconds", Shape::Integer, "seconds between two checks")
        .alias(&["HealthCheckIntervalSeconds"]);
const TIMEOUT: Argument =
    Argument::optional("health_check_timeout_seconds", Shape::Integer, "seconds until a check has failed")
        .alias(&["HealthCheckTimeoutSeconds"]);
const HEALTHY: Argument =
    Argument::optional("healthy_threshold_count", Shape::Integer, "checks until a target is in")
        .alias(&["HealthyThresholdCount"]);
const UNHEALTHY: Argument =
    Argument::optional("unhealthy_threshold_count", Shape::Integer, "checks until a target is out")
        .alias(&["UnhealthyThresholdCount"]);

/// What the function of that name takes: Salt's arguments, the last seven after those of the connection.
pub(in crate::resources::elbv2) const CREATE: &[Argument] = &[
    NAME,
    Argument { required: true, ..PROTOCOL },
    Argument { required: true, ..PORT },
    Argument { required: true, ..VPC_ID },
    CHECK_PROTOCOL,
    CHECK_PORT,
    CHECK_PATH,
    INTERVAL,
    TIMEOUT,
    HEALTHY,
    UNHEALTHY,
];

/// What the state takes, Salt's arguments first.
const PRESENT: &[Argument] = &[
    NAME,
    PROTOCOL,
    PORT,
    VPC_ID,
    Argument::optional("vpc_name", Shape::Text, "the VPC of its targets, by its Name tag"),
    CHECK_PROTOCOL,
    CHECK_PORT,
    CHECK_PATH,
    INTERVAL,
    TIMEOUT,
    HEALTHY,
    UNHEALTHY,
    Argument::optional("health_check_enabled", Shape::Boolean, "False for functions only")
        .alias(&["HealthCheckEnabled"]),
    Argument::optional(
        "matcher",
        Shape::Either(&[Shape::Text, Shape::Record(CODES)]),
        "what a healthy target answers: 200-299",
    )
    .alias(&["Matcher"]),
    Argument::optional(
        "target_type",
        Shape::Word(&["instance", "ip", "lambda", "alb"]),
        "instance if left out; for good",
    )
    .alias(&["TargetType"]),
    Argument::optional(
        "protocol_version",
        Shape::Word(&["HTTP1", "HTTP2", "GRPC"]),
        "HTTP1 if left out; for good",
    )
    .alias(&["ProtocolVersion"]),
    Argument::optional("ip_address_type", Shape::Word(&["ipv4", "ipv6"]), "ipv4 if left out; for good")
        .alias(&["IpAddressType"]),
    Argument::optional(
        "attributes",
        tags::SHAPE,
        "attribute to value, as AWS names them: deregistration_delay.timeout_seconds",
    )
    .alias(&["Attributes"]),
    Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]),
];

pub const FUNCTIONS: &[Function] = &[
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
