use super::live::Live;
use super::spec::Spec;
use super::want::Want;
use super::*;
use crate::network_interface;
use kind::which::Which;
use kind::{Resource, Source};

fn want(present: bool, addresses: &[&str]) -> Want {
    let interface = Which::Name("eth1".to_owned());
    let addresses = addresses.iter().map(|address| (*address).to_owned()).collect();
    Want { spec: Spec { name: "eth1".to_owned(), present, interface, addresses, takes_over: false } }
}

fn live() -> Live {
    Live(network_interface::Live {
        id: "eni-1".to_owned(),
        private_ip: "10.0.1.4".to_owned(),
        secondary: vec!["10.0.1.5".to_owned()],
        ..network_interface::Live::default()
    })
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = PrivateIps::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn only_the_addresses_that_are_named_come_and_go() {
    let all = ["10.0.1.5", "10.0.1.6", "10.0.1.7"];
    assert_eq!(steps(&want(true, &all), Some(&live())), ["assign 10.0.1.6, 10.0.1.7"]);
    assert_eq!(steps(&want(true, &all[..1]), Some(&live())), Vec::<String>::new());
    assert_eq!(steps(&want(false, &all), Some(&live())), ["unassign 10.0.1.5"]);
    assert_eq!(steps(&want(false, &all[1..]), Some(&live())), Vec::<String>::new());
    assert_eq!(steps(&want(false, &all), None), Vec::<String>::new());
}

#[test]
fn the_first_address_stays() {
    let plan = PrivateIps::diff(&want(false, &["10.0.1.4", "10.0.1.5"]), Some(&live()));
    assert!(plan.steps.is_empty() && plan.refusals[0].contains("10.0.1.4"), "{plan:?}");
    assert_eq!(steps(&want(true, &["10.0.1.4"]), Some(&live())), Vec::<String>::new());
}

#[test]
fn all_addresses_are_listed_with_the_first_one_first() {
    let all = PrivateIps::attribute(&live(), "private_ip_addresses");
    assert_eq!(all, Some(vec!["10.0.1.4".to_owned(), "10.0.1.5".to_owned()].into()));
}
