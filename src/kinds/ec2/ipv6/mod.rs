//! IPv6 addresses of network interfaces, and of the first interface of instances.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AssignIpv6Addresses.html>.

mod api;

pub(super) use api::{assign, sent, unassign};

use std::net::Ipv6Addr;

use kind::settings::{Setting, Settings, settings};
use model::{Change, Fields, Plan, Problem, Problems, Shape, Value};

settings! {
    /// Declared addresses.
    Ipv6 {
        all: Addresses = "ipv6_addresses" / "Ipv6Addresses", Shape::Texts,
            "all its IPv6 addresses, from its subnet's range; [] for none";
        count: i32 = "ipv6_address_count" / "Ipv6AddressCount", Shape::Integer,
            "the minimum number of IPv6 addresses; AWS chooses those that are missing";
    }
}

/// Addresses as they were written. Their order and spelling have no meaning.
#[derive(Clone, Debug, Default)]
pub struct Addresses(Vec<(Ipv6Addr, String)>);

impl Addresses {
    fn contains(&self, address: Ipv6Addr) -> bool {
        self.0.iter().any(|(known, _)| *known == address)
    }
}

impl PartialEq for Addresses {
    fn eq(&self, other: &Self) -> bool {
        let within = |these: &Self, those: &Self| these.0.iter().all(|(address, _)| those.contains(*address));
        within(self, other) && within(other, self)
    }
}

impl Setting for Addresses {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        let texts = fields.texts(name)?;
        Some(Self(texts.into_iter().filter_map(|text| Some((text.parse().ok()?, text))).collect()))
    }

    fn shown(&self) -> Value {
        self.0.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>().into()
    }
}

/// The declared addresses, checked.
pub(super) fn read(fields: &Fields, problems: &mut Problems) -> Ipv6 {
    for text in fields.texts("ipv6_addresses").unwrap_or_default() {
        if text.parse::<Ipv6Addr>().is_err() {
            let message = format!("'{text}' is not an IPv6 address");
            problems.push(Problem::at(fields.place_of("ipv6_addresses"), message));
        }
    }
    if fields.has("ipv6_addresses") && fields.has("ipv6_address_count") {
        let message = "'ipv6_addresses' and 'ipv6_address_count' exclude each other";
        problems
            .push(Problem::at(fields.place_of("ipv6_address_count"), message).hint("keep one of the two"));
    }
    Ipv6::read(fields)
}

/// The addresses of a response.
pub(super) fn there<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<Ipv6Addr> {
    let mut all: Vec<Ipv6Addr> = texts.filter_map(|text| text.parse().ok()).collect();
    all.sort();
    all
}

/// As lists of an SLS.
pub(super) fn shown(there: &[Ipv6Addr]) -> Vec<String> {
    there.iter().map(Ipv6Addr::to_string).collect()
}

/// Addresses to be assigned.
#[derive(Clone, Debug, PartialEq)]
pub enum New {
    /// These addresses.
    These(Vec<String>),
    /// This number of addresses, which AWS chooses.
    Some(i32),
}

impl New {
    /// The number, if AWS chooses the addresses.
    pub(super) fn count(&self) -> Option<i32> {
        if let Self::Some(count) = self { Some(*count) } else { None }
    }

    /// As text in a sentence.
    pub(super) fn words(&self) -> String {
        match self {
            Self::These(all) => all.join(", "),
            Self::Some(1) => "an IPv6 address".to_owned(),
            Self::Some(count) => format!("{count} IPv6 addresses"),
        }
    }
}

impl Ipv6 {
    /// The addresses of a new interface.
    pub(super) fn of_new(&self) -> Option<New> {
        let these = self.all.as_ref().filter(|all| !all.0.is_empty());
        let these = these.map(|all| New::These(all.0.iter().map(|(_, text)| text.clone()).collect()));
        these.or(self.count.filter(|count| *count > 0).map(New::Some))
    }

    /// Missing addresses are assigned before others are unassigned.
    pub(super) fn plan<S>(
        &self,
        there: &[Ipv6Addr],
        assign: impl FnOnce(New) -> S,
        unassign: impl FnOnce(Vec<String>) -> S,
    ) -> Plan<S> {
        let mut plan = Plan::nothing();
        if let Some(all) = &self.all {
            let missing: Vec<String> =
                all.0.iter().filter(|(it, _)| !there.contains(it)).map(|(_, text)| text.clone()).collect();
            let extra: Vec<Ipv6Addr> = there.iter().copied().filter(|it| !all.contains(*it)).collect();
            if !missing.is_empty() || !extra.is_empty() {
                plan.changes.push(Change::update("ipv6_addresses", shown(there), all.shown()));
            }
            plan.steps.extend((!missing.is_empty()).then(|| assign(New::These(missing))));
            plan.steps.extend((!extra.is_empty()).then(|| unassign(shown(&extra))));
        } else if let Some(count) = self.count {
            let is = i32::try_from(there.len()).unwrap_or(i32::MAX);
            if is < count {
                plan.then(Change::update("ipv6_address_count", is, count), assign(New::Some(count - is)));
            }
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Argument, Node, Place};

    const TABLE: &[Argument] = Ipv6::ARGUMENTS;

    fn declared(arguments: serde_json::Value) -> (Ipv6, String) {
        let (place, mut problems) = (Place::new("a.sls", 1, 1), Problems::default());
        let node = Node::from_value(arguments.into(), &place);
        let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
        let fields = Fields::check(TABLE, entries, &place, "eni", &mut problems);
        (read(&fields, &mut problems), problems.to_string())
    }

    fn steps(want: &Ipv6, is: &[&str]) -> Vec<String> {
        let plan: Plan<String> = want.plan(
            &there(is.iter().copied()),
            |new| format!("assign {}", new.words()),
            |gone| format!("unassign {}", gone.join(", ")),
        );
        assert_eq!(plan.changes.is_empty(), plan.steps.is_empty());
        plan.steps
    }

    #[test]
    fn a_list_is_complete_and_spelling_does_not_matter() {
        let (want, _) = declared(serde_json::json!({"ipv6_addresses": ["2001:DB8:0::5", "2001:db8::6"]}));
        assert_eq!(steps(&want, &["2001:db8::6", "2001:db8::5"]), [""; 0]);
        assert_eq!(
            steps(&want, &["2001:db8::6", "2001:db8::7"]),
            ["assign 2001:DB8:0::5", "unassign 2001:db8::7"]
        );
        assert_eq!(want.of_new().unwrap().words(), "2001:DB8:0::5, 2001:db8::6");
        let (none, _) = declared(serde_json::json!({"ipv6_addresses": []}));
        assert_eq!(steps(&none, &["2001:db8::6"]), ["unassign 2001:db8::6"]);
        assert_eq!(none.of_new(), None);
        assert_eq!(steps(&Ipv6::default(), &["2001:db8::6"]), [""; 0], "left out is not managed");
    }

    #[test]
    fn a_number_is_a_minimum() {
        let (want, _) = declared(serde_json::json!({"ipv6_address_count": 2}));
        assert_eq!(steps(&want, &[]), ["assign 2 IPv6 addresses"]);
        assert_eq!(steps(&want, &["2001:db8::6"]), ["assign an IPv6 address"]);
        assert_eq!(steps(&want, &["2001:db8::6", "2001:db8::7", "2001:db8::8"]), [""; 0]);
    }

    #[test]
    fn invalid_addresses_are_refused_and_so_are_both_notations_together() {
        let (_, problems) =
            declared(serde_json::json!({"ipv6_addresses": ["10.0.0.1"], "ipv6_address_count": 1}));
        assert!(
            problems.contains("'10.0.0.1' is not an IPv6 address") && problems.contains("exclude each other")
        );
    }
}
