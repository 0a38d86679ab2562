//! Every attempt waits here: after its credentials are known, before it is signed.
//!
//! The SDK asks its identity cache for credentials at each attempt, retries included. This is the only place in its
//! pipeline that can wait and that knows the credentials and the operation. The signature is made after the wait, so it
//! is fresh after any wait.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use aws_credential_types::Credentials;
use aws_smithy_runtime_api::client::identity::{
    Identity, IdentityFuture, ResolveCachedIdentity, SharedIdentityCache, SharedIdentityResolver,
};
use aws_smithy_runtime_api::client::orchestrator::Metadata;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::ConfigBag;

use tracing::Instrument;

use super::limits::{self, Limit};
use super::{Budgets, Forecast, Scope, account, foresee, quotas};
use crate::{Aws, Calls};
use model::PROFILE;

/// The budgets of one connection. Clones share the gate.
#[derive(Clone, Debug)]
pub struct Gate(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    budgets: Budgets,
    calls: Calls,
    region: String,
    /// None: there is no limit.
    speed: Option<f64>,
    /// An endpoint other than AWS's counts as a separate account.
    endpoint: Option<String>,
    scope: OnceLock<Scope>,
}

impl Gate {
    /// The gate for a region at an endpoint.
    pub fn new(budgets: Budgets, calls: Calls, region: String, endpoint: Option<String>) -> Self {
        let speed = budgets.speed(endpoint.as_deref());
        Self(Arc::new(Inner { budgets, calls, region, speed, endpoint, scope: OnceLock::new() }))
    }

    /// The identity cache that holds attempts back.
    pub fn in_front_of(&self, cache: SharedIdentityCache) -> GatedCache {
        GatedCache { gate: self.clone(), cache }
    }

    /// The owner of these buckets, once a call has been made.
    pub fn scope(&self) -> Option<&Scope> {
        self.0.scope.get()
    }

    /// Lowers the bucket of an operation after AWS has throttled it.
    pub fn throttled(&self, service: &str, operation: &str) {
        if let (Some(speed), Some(scope), Some(limit)) =
            (self.0.speed, self.scope(), limits::of(service, operation))
        {
            self.0.budgets.throttled(scope, &limit, speed);
        }
    }

    /// The waits that the limits cause for this many calls. Before a long wait the granted quotas of the account are
    /// looked up.
    pub async fn foresee(&self, aws: &Aws, counts: &BTreeMap<&'static str, usize>) -> Vec<Forecast> {
        let Some(speed) = self.0.speed else { return vec![] };
        let Some(scope) = self.scope() else { return foresee(counts, |limit| limit.pace) };
        let foreseen = || foresee(counts, |limit| self.0.budgets.whole_pace(scope, limit, speed));
        let bound = foreseen();
        let limits = counts.keys().filter_map(|name| limits::of_name(name));
        let limits: Vec<Limit> =
            limits.filter(|limit| bound.iter().any(|forecast| forecast.bucket == limit.bucket)).collect();
        if quotas::look_up(aws, &self.0.budgets, scope, &limits).await { foreseen() } else { bound }
    }

    /// Waits until the attempt may be sent; true if it had to wait.
    async fn pass(&self, identity: &Identity, service: &str, operation: &str) -> bool {
        let (Some(speed), Some(limit)) = (self.0.speed, limits::of(service, operation)) else { return false };
        let scope = self.0.scope.get_or_init(|| self.0.scope_of(identity));
        let pause = self.0.budgets.take(scope, &limit, speed);
        if pause.is_zero() {
            return false;
        }
        let waiting =
            RateLimitWait { calls: &self.0.calls, limit: &limit, since: tokio::time::Instant::now() };
        let span = tracing::info_span!(target: PROFILE, "budget", bucket = limit.bucket);
        tokio::time::sleep(pause).instrument(span).await;
        drop(waiting);
        true
    }
}

impl Inner {
    fn scope_of(&self, identity: &Identity) -> Scope {
        let credentials = identity.data::<Credentials>();
        let account = credentials.map_or_else(String::new, |it| {
            it.account_id().map_or_else(|| account::of_key(it.access_key_id()), |id| id.as_str().to_owned())
        });
        let elsewhere = self.endpoint.as_deref().map(account::digest);
        let account = elsewhere.map_or(account.clone(), |endpoint| format!("{account}-{endpoint}"));
        Scope { account, region: self.region.clone() }
    }
}

/// Notes a wait when it ends, even if it was cancelled.
struct RateLimitWait<'a> {
    calls: &'a Calls,
    limit: &'a Limit,
    since: tokio::time::Instant,
}

impl Drop for RateLimitWait<'_> {
    fn drop(&mut self) {
        self.calls.note_wait(&self.limit.bucket, self.since.elapsed());
    }
}

/// The SDK's identity cache with a gate in front.
#[derive(Debug)]
pub struct GatedCache {
    gate: Gate,
    cache: SharedIdentityCache,
}

impl ResolveCachedIdentity for GatedCache {
    fn resolve_cached_identity<'a>(
        &'a self,
        resolver: SharedIdentityResolver,
        components: &'a RuntimeComponents,
        bag: &'a ConfigBag,
    ) -> IdentityFuture<'a> {
        IdentityFuture::new(async move {
            let identity = self.cache.resolve_cached_identity(resolver.clone(), components, bag).await?;
            let Some(call) = bag.load::<Metadata>() else { return Ok(identity) };
            if self.gate.pass(&identity, call.service(), call.name()).await {
                // After a long wait they may have expired.
                return self.cache.resolve_cached_identity(resolver, components, bag).await;
            }
            Ok(identity)
        })
    }
}
