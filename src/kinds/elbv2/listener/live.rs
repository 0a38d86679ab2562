//! A listener as AWS describes it.

use std::collections::BTreeSet;

use aws_sdk_elasticloadbalancingv2::types;

use super::spec::{Mutual, Plain};
use crate::actions::{self, RuleAction};
use crate::api::Thing;
use crate::extras::Extras;
use kind::settings::Settings;
use model::{Asked, Value};

/// A listener in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its port.
    pub port: i32,
    /// Simple settings.
    pub plain: Plain,
    /// The ARN of the default certificate.
    pub default: Option<String>,
    /// ARNs of the other certificates, if they were read.
    pub others: Asked<BTreeSet<String>>,
    /// The default actions.
    pub actions: Vec<RuleAction>,
    /// The mutual authentication.
    pub mutual: Mutual,
    /// Its attributes and tags.
    pub extras: Extras,
}

impl Thing for Live {
    fn arn(&self) -> &str {
        &self.arn
    }

    fn extras(&mut self) -> &mut Extras {
        &mut self.extras
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        (attribute == "arn").then(|| self.arn.as_str().into())
    }

    /// True if it speaks TLS, and so has certificates.
    pub(super) fn is_secure(&self) -> bool {
        matches!(self.plain.protocol.as_deref(), Some("HTTPS" | "TLS" | "QUIC" | "TCP_QUIC"))
    }
}

/// A listener as the API describes it, with the values that AWS leaves out filled in.
pub(super) fn described(listener: types::Listener) -> Live {
    let mutual = listener.mutual_authentication.map(|it| Mutual {
        mode: it.mode,
        trust_store_arn: it.trust_store_arn,
        ignore_expiry: it.ignore_client_certificate_expiry,
        advertise: it.advertise_trust_store_ca_names.map(|word| word.as_str().to_owned()),
    });
    let off = || Mutual { mode: Some("off".to_owned()), ..Mutual::default() };
    let certificates = listener.certificates.unwrap_or_default();
    Live {
        arn: listener.listener_arn.unwrap_or_default(),
        port: listener.port.unwrap_or_default(),
        plain: Plain {
            protocol: listener.protocol.map(|protocol| protocol.as_str().to_owned()),
            ssl_policy: listener.ssl_policy,
            alpn_policy: Some(listener.alpn_policy.unwrap_or_default()),
        },
        default: certificates.into_iter().find_map(|certificate| certificate.certificate_arn),
        others: Asked::NotAsked,
        actions: actions::of(&listener.default_actions.unwrap_or_default()),
        mutual: mutual.unwrap_or_else(off),
        extras: Extras::default(),
    }
}

/// A listener for people: the result of `describe_listeners`.
pub(crate) fn shown(live: &Live) -> Value {
    let first = [("arn", live.arn.as_str().into()), ("port", live.port.into())];
    let certificate = live.default.as_deref().map(|arn| ("certificate", Value::from(arn)));
    let actions = ("default_actions", actions::shown(&live.actions));
    first.into_iter().chain(live.plain.entries()).chain(certificate).chain([actions]).collect()
}
