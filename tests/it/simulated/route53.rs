//! Route 53: records of the one zone that there is.

use super::account::{Account, ZONE};
use super::form::Form;
use super::server::{Answer, Call};
use super::xml::{all, element, inside, text};

pub fn answer(account: &mut Account, call: &Call<'_>) -> Answer {
    let query = Form::parse(call.uri.query().unwrap_or_default().as_bytes());
    let body = String::from_utf8_lossy(call.body);
    match call.operation {
        "ListHostedZonesByName" => {
            let rest = "<IsTruncated>false</IsTruncated><MaxItems>100</MaxItems>";
            document(
                "ListHostedZonesByNameResponse",
                &(element("HostedZones", &element("HostedZone", &zone())) + rest),
            )
        }
        "ListHostedZones" => {
            let rest = "<Marker></Marker><IsTruncated>false</IsTruncated><MaxItems>100</MaxItems>";
            document(
                "ListHostedZonesResponse",
                &(element("HostedZones", &element("HostedZone", &zone())) + rest),
            )
        }
        "GetHostedZone" => document("GetHostedZoneResponse", &element("HostedZone", &zone())),
        "GetChange" => document("GetChangeResponse", &change_info()),
        "ListResourceRecordSets" => list(account, &query),
        "ChangeResourceRecordSets" => change(account, &body),
        _ => Answer::Unknown,
    }
}

fn document(name: &str, inner: &str) -> Answer {
    Answer::Xml(format!(
        "<?xml version=\"1.0\"?><{name} xmlns=\"https://route53.amazonaws.com/doc/2013-04-01/\">{inner}</{name}>"
    ))
}

fn zone() -> String {
    text("Id", &format!("/hostedzone/{ZONE}"))
        + &text("Name", "example.com.")
        + &text("CallerReference", "simulated")
        + "<Config><PrivateZone>false</PrivateZone></Config>"
}

fn change_info() -> String {
    element(
        "ChangeInfo",
        "<Id>/change/C1</Id><Status>INSYNC</Status><SubmittedAt>2026-01-01T00:00:00Z</SubmittedAt>",
    )
}

/// As AWS sorts records: by the labels of the name from the right, then by type.
fn key(name: &str, kind: &str) -> String {
    let labels: Vec<&str> = name.trim_end_matches('.').rsplit('.').collect();
    format!("{} {kind}", labels.join("\u{1}"))
}

/// At most 300 on a page.
fn list(account: &Account, query: &Form) -> Answer {
    let start = query.find("name").map(|name| key(name, query.get("type"))).unwrap_or_default();
    let size = query.get("maxitems").parse().unwrap_or(300).min(300);
    let mut sets = account.records.all().filter(|(key, _)| **key >= start).map(|(_, set)| set);
    let shown: String = sets.by_ref().take(size).map(|set| element("ResourceRecordSet", set)).collect();
    let next = sets.next().map(|set| {
        text("NextRecordName", inside(set, "Name").unwrap_or_default())
            + &text("NextRecordType", inside(set, "Type").unwrap_or_default())
    });
    let truncated = text("IsTruncated", if next.is_some() { "true" } else { "false" });
    let rest = truncated + &next.unwrap_or_default() + &text("MaxItems", &size.to_string());
    document("ListResourceRecordSetsResponse", &(element("ResourceRecordSets", &shown) + &rest))
}

/// A batch; a name gets the dot that authors leave out.
fn change(account: &mut Account, body: &str) -> Answer {
    for change in all(body, "Change") {
        let set = inside(change, "ResourceRecordSet").unwrap_or_default().to_owned();
        let name = inside(&set, "Name").unwrap_or_default();
        let key = key(name, inside(&set, "Type").unwrap_or_default());
        let set = if name.ends_with('.') { set.clone() } else { set.replacen("</Name>", ".</Name>", 1) };
        match account.records.get_mut(&key) {
            Some(known) => *known = set,
            None => drop(account.records.create(&key, set)),
        }
    }
    document("ChangeResourceRecordSetsResponse", &change_info())
}
