//! The settings of a bucket: each is a separate document with its own calls.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::rules::{CORS, ENCRYPTION, GRANTEE, LIFECYCLE, NOTIFICATIONS, REPLICATION, WEBSITE};
use aws::{policy, tags};
use kind::document;
use model::{Argument, Aspects, Fields, Problem, Problems, Shape};

/// A setting of a bucket.
///
/// The order of the variants is the order of the calls: ownership of objects before ACLs, versioning before replication.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Part {
    /// Who owns the objects that other accounts put into it.
    Ownership,
    /// Which public access it blocks.
    PublicAccessBlock,
    /// Who may use it: the access control list.
    Acl,
    /// Who may use it: the bucket policy.
    Policy,
    /// Whether it keeps old versions of objects.
    Versioning,
    /// How objects are encrypted.
    Encryption,
    /// Its tags.
    Tagging,
    /// Where accesses are logged.
    Logging,
    /// Which other sites may use it from a browser.
    Cors,
    /// When objects move to another storage class or are deleted.
    Lifecycle,
    /// Who is notified of changes.
    Notification,
    /// Where copies are sent.
    Replication,
    /// Who pays.
    RequestPayment,
    /// How it serves a site.
    Website,
}

/// All of them, in the order of the enum.
pub(crate) const PARTS: [Part; 14] = [
    Part::Ownership,
    Part::PublicAccessBlock,
    Part::Acl,
    Part::Policy,
    Part::Versioning,
    Part::Encryption,
    Part::Tagging,
    Part::Logging,
    Part::Cors,
    Part::Lifecycle,
    Part::Notification,
    Part::Replication,
    Part::RequestPayment,
    Part::Website,
];

impl Part {
    /// Its bit in the set of parts to read.
    pub const fn aspect(self) -> Aspects {
        Aspects::nth(self as u32)
    }

    fn argument(self) -> &'static Argument {
        &DOCUMENTS[self as usize]
    }

    /// Its name in an SLS.
    pub fn name(self) -> &'static str {
        self.argument().name
    }

    /// The call that sets it, and the call that removes it. A part without such a call is removed by an empty document.
    pub fn operations(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Ownership => ("S3.PutBucketOwnershipControls", Some("S3.DeleteBucketOwnershipControls")),
            Self::PublicAccessBlock => ("S3.PutPublicAccessBlock", Some("S3.DeletePublicAccessBlock")),
            Self::Acl => ("S3.PutBucketAcl", None),
            Self::Policy => ("S3.PutBucketPolicy", Some("S3.DeleteBucketPolicy")),
            Self::Versioning => ("S3.PutBucketVersioning", None),
            Self::Encryption => ("S3.PutBucketEncryption", Some("S3.DeleteBucketEncryption")),
            Self::Tagging => ("S3.PutBucketTagging", Some("S3.DeleteBucketTagging")),
            Self::Logging => ("S3.PutBucketLogging", None),
            Self::Cors => ("S3.PutBucketCors", Some("S3.DeleteBucketCors")),
            Self::Lifecycle => ("S3.PutBucketLifecycleConfiguration", Some("S3.DeleteBucketLifecycle")),
            Self::Notification => ("S3.PutBucketNotificationConfiguration", None),
            Self::Replication => ("S3.PutBucketReplication", Some("S3.DeleteBucketReplication")),
            Self::RequestPayment => ("S3.PutBucketRequestPayment", None),
            Self::Website => ("S3.PutBucketWebsite", Some("S3.DeleteBucketWebsite")),
        }
    }
}

const fn text(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const fn flag(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc)
}

const BLOCK: &[Argument] = &[
    flag("BlockPublicAcls", "refuse ACLs that make something public"),
    flag("IgnorePublicAcls", "ignore ACLs that make something public"),
    flag("BlockPublicPolicy", "refuse policies that make the bucket public"),
    flag("RestrictPublicBuckets", "only the account and AWS services may use a public bucket"),
];
const WHO: &str = "grantees: 'uri=…,id=…'";
const GRANTS: &[Argument] = &[
    Argument::optional("Grantee", Shape::Record(GRANTEE), "who"),
    text("Permission", "FULL_CONTROL, READ, READ_ACP, WRITE, WRITE_ACP"),
];
const OWNER: &[Argument] = &[text("ID", "canonical user ID"), text("DisplayName", "name")];
const ACCESS: &[Argument] = &[
    Argument::optional("Grants", Shape::Records(GRANTS), "all grants"),
    Argument::optional("Owner", Shape::Record(OWNER), "the bucket's owner"),
];
pub(crate) const ACL: &[Argument] = &[
    Argument::optional(
        "ACL",
        Shape::Word(&[
            "private",
            "public-read",
            "public-read-write",
            "authenticated-read",
            "aws-exec-read",
            "log-delivery-write",
        ]),
        "a canned ACL",
    ),
    text("GrantFullControl", WHO),
    text("GrantRead", WHO),
    text("GrantReadACP", WHO),
    text("GrantWrite", WHO),
    text("GrantWriteACP", WHO),
    Argument::optional("AccessControlPolicy", Shape::Record(ACCESS), "the grants themselves"),
];
const LOGGING_GRANTS: &[Argument] = &[
    Argument::optional("Grantee", Shape::Record(GRANTEE), "who"),
    text("Permission", "FULL_CONTROL, READ or WRITE"),
];
pub(crate) const LOGGING: &[Argument] = &[
    text("TargetBucket", "the bucket that logs are written to"),
    text("TargetPrefix", "the prefix of their names"),
    Argument::optional("TargetGrants", Shape::Records(LOGGING_GRANTS), "who may read them"),
];
pub(crate) const VERSIONING: &[Argument] = &[
    Argument::optional("Status", Shape::Word(&["Enabled", "Suspended"]), "whether versions are kept"),
    Argument::optional(
        "MFADelete",
        Shape::Word(&["Enabled", "Disabled"]),
        "whether deleting versions needs an MFA code",
    ),
    text("MFA", "the device's serial number and its code, to change MFADelete"),
];
pub(crate) const PAYER: &[Argument] =
    &[Argument::required("Payer", Shape::Word(&["BucketOwner", "Requester"]), "who pays for requests")];

/// The arguments of `present`, in the order of [`PARTS`].
pub(crate) const DOCUMENTS: &[Argument] = &[
    text("ObjectOwnership", "BucketOwnerEnforced, BucketOwnerPreferred or ObjectWriter")
        .alias(&["ownership", "Ownership"]),
    Argument::optional("PublicAccessBlock", Shape::Record(BLOCK), "what S3 keeps from becoming public")
        .alias(&["public_access_block", "PublicAccessBlockConfiguration"]),
    Argument::optional("ACL", Shape::Record(ACL), "the access control list, in one of its forms"),
    Argument::optional("Policy", policy::SHAPE, "the bucket policy"),
    Argument::optional("Versioning", Shape::Record(VERSIONING), "whether former versions are kept"),
    Argument::optional("Encryption", Shape::Record(ENCRYPTION), "how objects are encrypted")
        .alias(&["encryption", "ServerSideEncryptionConfiguration"]),
    Argument::optional("Tagging", tags::SHAPE, "all tags").alias(&["tags", "Tags"]),
    Argument::optional("Logging", Shape::Record(LOGGING), "where accesses are logged"),
    Argument::optional("CORSRules", Shape::Records(CORS), "which sites may use it from a browser"),
    Argument::optional("LifecycleConfiguration", Shape::Records(LIFECYCLE), "all lifecycle rules"),
    Argument::optional("NotificationConfiguration", Shape::Record(NOTIFICATIONS), "where S3 sends events"),
    Argument::optional("Replication", Shape::Record(REPLICATION), "where copies go"),
    Argument::optional("RequestPayment", Shape::Record(PAYER), "who pays for requests"),
    Argument::optional("Website", Shape::Record(WEBSITE), "how it serves a site"),
];

/// The declared settings, in AWS's form.
pub(crate) fn documents(fields: &Fields, problems: &mut Problems) -> BTreeMap<Part, Json> {
    let given = PARTS.into_iter().filter(|part| fields.takes(part.name()));
    given.filter_map(|part| Some((part, document(part, fields, problems)?))).collect()
}

fn document(part: Part, fields: &Fields, problems: &mut Problems) -> Option<Json> {
    let argument = part.argument();
    let node = fields.node(argument.name)?;
    match part {
        Part::Policy
            if node.as_map().is_some_and(indexmap::IndexMap::is_empty) || node.as_str() == Some("") =>
        {
            Some(Json::Null)
        }
        Part::Policy => {
            policy::from_node(node).map_err(|problem| problems.push(problem)).ok().map(Json::from)
        }
        Part::Tagging => Some(json!(tags::read(fields, argument.name).unwrap_or_default())),
        Part::Acl => {
            let acl = document::read(fields, argument)?;
            check_acl(&acl, fields, problems);
            Some(acl)
        }
        _ => document::read(fields, argument),
    }
}

fn check_acl(acl: &Json, fields: &Fields, problems: &mut Problems) {
    let grants = acl.as_object().into_iter().flatten().filter(|(key, _)| key.starts_with("Grant"));
    let written = grants.clone().map(|(_, value)| value.to_string()).collect::<String>();
    let forms = [acl.get("ACL").is_some(), acl.get("AccessControlPolicy").is_some(), grants.count() > 0];
    let place = fields.place_of("ACL");
    if forms.iter().filter(|is_given| **is_given).count() > 1 {
        let problem = Problem::at(place, "an ACL has one form: 'ACL', 'Grant…' or 'AccessControlPolicy'");
        problems.push(problem.hint("keep one of them"));
    }
    if written.contains("emailAddress") {
        let problem = Problem::at(place, "S3 does not show e-mail addresses, so a run cannot compare them");
        problems.push(problem.hint("write the account's canonical user ID: id=…"));
    }
}
