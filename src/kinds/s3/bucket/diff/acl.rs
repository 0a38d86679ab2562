//! Compares access control lists by their grants, in any notation.
//!
//! See <https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#canned-acl>.

use std::collections::BTreeSet;

use serde_json::Value as Json;

/// Pairs of grantee and permission.
type Grants = BTreeSet<(String, String)>;

const ALL: &str = "http://acs.amazonaws.com/groups/global/AllUsers";
const AUTHENTICATED: &str = "http://acs.amazonaws.com/groups/global/AuthenticatedUsers";
const LOGS: &str = "http://acs.amazonaws.com/groups/s3/LogDelivery";
/// The canonical user id of EC2, which reads the bundles of machine images.
const EC2: &str = "6aa5a366c34c1cbe25dc49211496e913e0351eb0e8c37aa3477e40942ec6b97c";

/// True if a declared ACL has the same grants as the bucket's. An empty one means `private`.
pub(super) fn is_same(wanted: &Json, current: &Json) -> bool {
    let owner = current.pointer("/Owner/ID").and_then(Json::as_str).unwrap_or_default();
    wanted_grants(wanted, owner) == listed(current)
}

fn wanted_grants(wanted: &Json, owner: &str) -> Grants {
    if let Some(policy) = wanted.get("AccessControlPolicy") {
        return listed(policy);
    }
    let headers = [
        ("GrantFullControl", "FULL_CONTROL"),
        ("GrantRead", "READ"),
        ("GrantReadACP", "READ_ACP"),
        ("GrantWrite", "WRITE"),
        ("GrantWriteACP", "WRITE_ACP"),
    ];
    let of_header = |(header, permission): (&str, &str)| -> Grants {
        let grantees = wanted.get(header).and_then(Json::as_str).unwrap_or_default().split(',');
        let who = grantees.filter_map(|grantee| grantee.split_once('='));
        who.map(|(_, who)| (who.trim().trim_matches('"').to_owned(), permission.to_owned())).collect()
    };
    let of_headers: Grants = headers.into_iter().flat_map(of_header).collect();
    if !of_headers.is_empty() {
        return of_headers;
    }
    let beside_the_owner: &[(&str, &str)] =
        match wanted.get("ACL").and_then(Json::as_str).unwrap_or("private") {
            "public-read" => &[(ALL, "READ")],
            "public-read-write" => &[(ALL, "READ"), (ALL, "WRITE")],
            "authenticated-read" => &[(AUTHENTICATED, "READ")],
            "aws-exec-read" => &[(EC2, "READ")],
            "log-delivery-write" => &[(LOGS, "WRITE"), (LOGS, "READ_ACP")],
            _ => &[],
        };
    let own = [(owner, "FULL_CONTROL")];
    beside_the_owner.iter().chain(&own).map(|(who, what)| ((*who).to_owned(), (*what).to_owned())).collect()
}

/// The grants of an access control policy.
fn listed(policy: &Json) -> Grants {
    let grants = policy.get("Grants").and_then(Json::as_array).into_iter().flatten();
    let grant = |grant: &Json| {
        let grantee = grant.get("Grantee")?;
        let who = grantee.get("URI").or_else(|| grantee.get("ID"))?.as_str()?;
        Some((who.to_owned(), grant.get("Permission")?.as_str()?.to_owned()))
    };
    grants.filter_map(grant).collect()
}
