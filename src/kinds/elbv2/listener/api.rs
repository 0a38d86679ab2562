//! The calls for listeners.

use std::collections::BTreeSet;

use aws_sdk_elasticloadbalancingv2::types::{
    AdvertiseTrustStoreCaNamesEnum, Certificate, MutualAuthenticationAttributes, ProtocolEnum,
};
use futures::future::FutureExt;

use super::CERTIFICATES;
use super::diff::Step;
use super::live::{Live, described};
use super::spec::Mutual;
use crate::Elbv2;
use crate::actions;
use crate::api::{completed, listeners, names, set_attributes, tag, untag};
use aws::crowd::{Named, read_each};
use aws::error::{done_if_not_found, not_yet_if_not_found};
use aws::{ApiError, Aws, failed, sdk_tags};
use kind::settings::Settings;
use kind::{Answers, Ask};
use model::Asked;

/// Listeners whose certificates are read in parallel, one per call.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let found = async {
        let found = listeners(aws, &names(asks)).await?;
        let mut found: Named<Live> = found.into_iter().map(|(name, it)| (name, described(it))).collect();
        let wanted = asks.iter().filter(|ask| ask.aspects.has(CERTIFICATES)).map(|ask| &ask.reference.name);
        let with = |name: &String| {
            Some((name.clone(), found.get(name)?)).map(|(name, it)| (name, it.arn.clone(), it.is_secure()))
        };
        let wanted: Vec<(String, String, bool)> = wanted.filter_map(with).collect();
        let read = read_each(&wanted, AT_ONCE, |(_, arn, is_secure)| {
            other_certificates(aws, arn, *is_secure).boxed()
        });
        for ((name, ..), answer) in read.await {
            if let Some(live) = found.get_mut(name) {
                live.others = answer?;
            }
        }
        Ok(found)
    };
    let found = found.await;
    completed(aws, asks, found).await
}

/// The listeners of a balancer, by their ports.
pub(crate) async fn all(aws: &Aws, balancer: &str) -> Result<Vec<Live>, ApiError> {
    let found = listeners(aws, &[format!("{balancer}:")]).await?;
    let mut all: Vec<Live> = found.into_values().map(described).collect();
    all.sort_by_key(|live| live.port);
    Ok(all)
}

/// The certificates in addition to the default one. Only TLS listeners have any.
async fn other_certificates(
    aws: &Aws,
    arn: &str,
    is_secure: bool,
) -> Result<Asked<BTreeSet<String>>, ApiError> {
    let (mut all, mut marker) = (BTreeSet::new(), None);
    if !is_secure {
        return Ok(Asked::Answer(all));
    }
    loop {
        let request =
            aws.client::<Elbv2>().describe_listener_certificates().listener_arn(arn).set_marker(marker);
        let answer = request.send().await.map_err(failed("DescribeListenerCertificates", arn));
        let answer = match not_yet_if_not_found(answer)? {
            Asked::Answer(answer) => answer,
            Asked::NotYet | Asked::NotAsked => return Ok(Asked::NotYet),
        };
        let others =
            answer.certificates().iter().filter(|certificate| certificate.is_default() != Some(true));
        all.extend(others.filter_map(|certificate| certificate.certificate_arn.clone()));
        marker = answer.next_marker;
        if marker.is_none() {
            return Ok(Asked::Answer(all));
        }
    }
}

/// Sets the common parameters of creation and modification of a listener.
macro_rules! with_settled {
    ($request:expr, $new:expr) => {
        $request
            .set_protocol($new.plain.protocol.as_deref().map(ProtocolEnum::from))
            .set_ssl_policy($new.plain.ssl_policy.clone())
            .set_alpn_policy($new.plain.alpn_policy.clone())
            .set_certificates($new.certificate.as_ref().map(|arn| vec![certificate(arn.as_str())]))
            .set_default_actions($new.actions.as_deref().map(actions::sent))
            .set_mutual_authentication(mutual(&$new.mutual))
    };
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (elb, call) = (aws.client::<Elbv2>(), step.call());
    match step {
        // A second call with the same settings makes no second listener.
        Step::Create { balancer, port, new, tags } => {
            let request = elb.create_listener().load_balancer_arn(balancer.as_str()).port(*port);
            let request = with_settled!(request, new).set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, format!("{balancer}:{port}")))
        }
        Step::Modify { arn, new } => {
            let request = with_settled!(elb.modify_listener().listener_arn(arn), new);
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::AddCertificates { arn, certificates } => {
            let request = elb.add_listener_certificates().listener_arn(arn);
            let list = certificates.iter().map(|arn| certificate(arn)).collect();
            request.set_certificates(Some(list)).send().await.map(drop).map_err(failed(call, arn))
        }
        Step::RemoveCertificates { arn, certificates } => {
            let request = elb.remove_listener_certificates().listener_arn(arn);
            let list = certificates.iter().map(|arn| certificate(arn)).collect();
            request.set_certificates(Some(list)).send().await.map(drop).map_err(failed(call, arn))
        }
        Step::SetAttributes { arn, attributes } => set_attributes(aws, call, arn, attributes).await,
        Step::Tag { arn, tags } => tag(aws, call, arn, tags).await,
        Step::Untag { arn, keys } => untag(aws, call, arn, keys).await,
        Step::Delete { arn, .. } => {
            let answer = elb.delete_listener().listener_arn(arn).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, arn)))
        }
    }
}

fn certificate(arn: &str) -> Certificate {
    Certificate::builder().certificate_arn(arn).build()
}

fn mutual(mutual: &Mutual) -> Option<MutualAuthenticationAttributes> {
    let advertise = mutual.advertise.as_deref().map(AdvertiseTrustStoreCaNamesEnum::from);
    let built = MutualAuthenticationAttributes::builder()
        .set_mode(mutual.mode.clone())
        .set_trust_store_arn(mutual.trust_store_arn.clone())
        .set_ignore_client_certificate_expiry(mutual.ignore_expiry)
        .set_advertise_trust_store_ca_names(advertise);
    (!mutual.is_empty()).then(|| built.build())
}
