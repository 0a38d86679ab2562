//! `s3.object`: a local file as an object of a bucket.
//!
//! ```yaml
//! myapp-testing-useast1-deployments/myapp.tar.gz:
//!   boto_s3.object_present:
//!     - source: /srv/build/myapp.tar.gz
//!     - extra_args:
//!         ContentType: application/gzip
//!         Metadata: {version: '1.4'}
//!     - profile: aws_profile
//! ```
//!
//! **What is compared.** The file's digest (`hash_type`, else that of the configuration, else sha256), which the object
//! stores in its metadata `salt_managed_content_hash`, as with Salt, and the settings in `extra_args`. Declared metadata are
//! the complete set. Any difference uploads the file again, in one call of at most 5 GiB.
//!
//! **The file** is a path, or `salt://…` in the file roots. It must exist when the state runs; in a test run it must exist
//! already.
//!
//! `object_absent` (not in Salt) deletes the object. If the bucket has versioning, old versions stay.
//!
//! Not supported: `Expires` (write `CacheControl`), keys of the account's own for encryption (`SSECustomer…`: they would be in the SLS),
//! ACLs of objects (Salt has none either).
//!
//! See <https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html>.

mod api;
mod diff;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(super) use api::apply;
pub(super) use diff::Step;
pub(super) use spec::KEPT;

use aws::ApiError;
use kind::{Answers, Ask, Lookup, Resource, Source, Unresolved};
use model::{Fields, Function, Minion, Problems, Reference, Value};

/// An object, by `bucket/key`. Attribute: `etag`.
#[derive(Debug)]
pub struct Object;

impl Source for Object {
    const KIND: &'static str = "s3.object";
    const NOUN: &'static str = "object";
    type Live = live::Live;

    async fn describe(aws: &aws::Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        (attribute == "etag").then(|| live.etag.as_str().into())
    }
}

/// Not wired by `kind!`, because the path of the file depends on the configuration.
impl Resource for Object {
    type Spec = spec::Spec;
    type Want = want::Want;
    type Step = Step;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["s3"];

    fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, minion, problems)
    }

    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        vec![Reference::new(Self::KIND, &spec.name)]
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        let bucket = spec.name.split('/').next().unwrap_or_default();
        vec![Reference::new("s3.bucket", bucket)]
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<want::Want, Unresolved> {
        want::resolve(spec, lookup)
    }

    fn diff(want: &want::Want, live: Option<&live::Live>) -> model::Plan<Step> {
        diff::diff(want, live)
    }

    fn operation(step: &Step) -> Option<&'static str> {
        Some(step.operation())
    }

    async fn apply(aws: &aws::Aws, step: &Step) -> Result<(), ApiError> {
        apply(aws, step).await
    }

    fn is_not_yet(error: &ApiError) -> bool {
        error.is_not_found()
    }
}
