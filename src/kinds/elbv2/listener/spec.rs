//! The declaration of a listener in an SLS.

use crate::actions::{self, ACTIONS, RuleAction};
use crate::extras;
use kind::settings::{Settings, arguments, settings};
use model::{Argument, Fields, Function, Leaves, Problems, Shape};

const PROTOCOLS: Shape = Shape::Word(&["HTTP", "HTTPS", "TCP", "TLS", "UDP", "TCP_UDP", "QUIC", "TCP_QUIC"]);

settings! {
    /// Simple settings.
    Plain {
        protocol: String = "protocol" / "Protocol", PROTOCOLS, "the protocol of clients";
        ssl_policy: String = "ssl_policy" / "SslPolicy", Shape::Text, "the policy for TLS versions and ciphers";
        alpn_policy: Vec<String> = "alpn_policy" / "AlpnPolicy", Shape::Texts, "the ALPN policy, for TLS: HTTP2Preferred";
    }
}

settings! {
    /// Mutual authentication: certificates of clients.
    Mutual {
        mode: String = "mode" / "Mode", Shape::Word(&["off", "passthrough", "verify"]), "whether clients must have a certificate";
        trust_store_arn: String = "trust_store_arn" / "TrustStoreArn", Shape::Text, "the trust store";
        ignore_expiry: bool = "ignore_client_certificate_expiry" / "IgnoreClientCertificateExpiry", Shape::Boolean,
            "also accept expired certificates";
        advertise: String = "advertise_trust_store_ca_names" / "AdvertiseTrustStoreCaNames",
            Shape::Word(&["on", "off"]), "whether the balancer sends clients the names of its certificate authorities";
    }
}

/// The arguments that name a listener.
pub(crate) const WHICH: &[Argument] = &[
    Argument::required("load_balancer", Shape::Text, "the balancer, by name or ARN").alias(&[
        "load_balancer_arn",
        "LoadBalancerArn",
        "load_balancer_name",
    ]),
    Argument::required("port", Shape::Integer, "the port on which it listens").alias(&["Port"]),
];
const NAME: Argument = Argument::optional("name", Shape::Text, "a name for the state only");
const OTHERS: &[Argument] = &[
    Argument::optional(
        "certificates",
        Shape::Texts,
        "all certificates, the default first: ARNs, acm:<domain>, or names of server certificates of IAM",
    )
    .alias(&["Certificates"]),
    Argument::optional("default_actions", Shape::Records(ACTIONS), "what is done if no rule matches")
        .alias(&["DefaultActions"]),
    Argument::optional("mutual_authentication", Shape::Record(Mutual::ARGUMENTS), "certificates of clients")
        .alias(&["MutualAuthentication"]),
    extras::attributes("attribute to value, as AWS names them: tcp.idle_timeout.seconds"),
    extras::TAGS_ARGUMENT,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_elbv2.listener_present", "boto3_elbv2.listener_present"],
        arguments!(&[NAME], WHICH, Plain::ARGUMENTS, OTHERS),
        "Makes sure that a load balancer listens on a port as declared.",
    ),
    Function::absent(
        &["boto_elbv2.listener_absent", "boto3_elbv2.listener_absent"],
        arguments!(&[NAME], WHICH),
        "Makes sure that a load balancer does not listen on a port.",
    ),
];

/// A declared listener. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// `<balancer>:<port>`.
    pub name: String,
    /// The balancer, by name or ARN.
    pub balancer: String,
    /// The port.
    pub port: i32,
    /// False for `listener_absent`.
    pub present: bool,
    /// Simple settings.
    pub plain: Plain,
    /// All certificates, the default first.
    pub certificates: Option<Vec<String>>,
    /// The default actions.
    pub actions: Option<Vec<RuleAction>>,
    /// Certificates of clients.
    pub mutual: Mutual,
    /// Attributes and tags.
    pub extras: extras::Declared,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let balancer = fields.required_text("load_balancer");
    let port = fields.integer32("port").unwrap_or_default();
    let spec = Spec { name: format!("{balancer}:{port}"), balancer, port, ..Spec::default() };
    if function.leaves != Leaves::Present {
        return spec;
    }
    Spec {
        present: true,
        plain: Plain::read(fields),
        certificates: fields.texts("certificates"),
        actions: actions::read(fields, "default_actions", problems),
        mutual: fields
            .record("mutual_authentication")
            .map(|record| Mutual::read(&record))
            .unwrap_or_default(),
        extras: extras::Declared::read(fields),
        ..spec
    }
}
