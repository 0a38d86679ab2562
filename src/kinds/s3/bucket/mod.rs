//! `s3.bucket`: a bucket with all its settings.
//!
//! ```yaml
//! deployments:
//!   boto_s3_bucket.present:
//!     - Bucket: myapp-testing-useast1-deployments
//!     - Versioning: {Status: Enabled}
//!     - Tagging: {team: payments}
//!     - PublicAccessBlock:
//!         BlockPublicAcls: True
//!         IgnorePublicAcls: True
//!         BlockPublicPolicy: True
//!         RestrictPublicBuckets: True
//!     - LifecycleConfiguration:
//!       - ID: old builds
//!         Status: Enabled
//!         Filter: {Prefix: builds/}
//!         Expiration: {Days: 30}
//!     - profile: aws_profile
//! ```
//!
//! **A setting that is left out is not managed** and not read: a bucket costs one call, plus one for each declared setting.
//! A declared setting is complete: rules that it does not contain are removed. An empty one (`Policy: {}`, `CORSRules: []`)
//! removes it.
//!
//! **Region.** A new bucket is created in the region of the connection, or in that of `LocationConstraint`. A bucket cannot
//! move: another region is an error.
//!
//! **Comparison by meaning.** Policies are compared as policies, and ACLs by their grants in any notation. Rules are
//! compared in any order, if their order has no meaning. IDs of rules are compared only if the declaration gives IDs.
//!
//! **Deletion.** `absent` deletes an empty bucket. A bucket that holds objects stays, and the state fails, unless `Force:
//! True`: then all objects are deleted first, with all their versions.
//!
//! GetBucketLocation shows whether a bucket exists: unlike HeadBucket it gives a reason when it refuses.
//!
//! See <https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html>.

pub(super) mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(super) use diff::{Step, complete};
pub(super) use spec::{PARTS, Part, tables};

use aws::{ApiError, Fault};
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// Whether it is empty.
const CONTENT: Aspects = Aspects::nth(31);

kind! {
    /// A bucket, by name. Attributes: `arn`, `name`, `region`.
    Bucket = "s3.bucket", "bucket", &["s3"], resolved;
    source {
        const SHOWS: &'static [&'static str] = &["s3.object"];
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn aspects(spec: &spec::Spec) -> Aspects {
            let parts = spec.parts.keys().fold(Aspects::NONE, |all, part| all | part.aspect());
            parts | CONTENT.when(!spec.present)
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            want::uses(spec)
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found() || want::names_something_new(error)
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = match error.code.as_deref()? {
                "BucketAlreadyExists" => "another account has a bucket of this name: choose another one",
                "AccessControlListNotSupported" => {
                    "the bucket takes no ACL: declare 'ObjectOwnership: BucketOwnerPreferred', or leave 'ACL' out"
                }
                "AccessDenied" if matches!(error.operation, "PutBucketPolicy" | "PutBucketAcl") => {
                    "the credentials do not allow this, or PublicAccessBlock of the bucket or the account forbids public access"
                }
                "IllegalLocationConstraintException" | "PermanentRedirect" | "AuthorizationHeaderMalformed" => {
                    "the bucket and the connection are in different regions: set 'region'"
                }
                _ if error.fault == Fault::InUse => "objects were added to the bucket after this run read it: run again",
                _ => return None,
            };
            Some(advice.to_owned())
        }
    }
}
