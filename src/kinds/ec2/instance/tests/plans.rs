use super::super::attributes::{Attribute, Content};
use super::super::diff::Step;
use super::super::launch::{Metadata, NewInstance};
use super::super::live::Live;
use super::super::spec::Spec;
use super::super::want::Want;
use super::super::*;
use crate::elastic::{Elastic, Held, Wanted};
use crate::ipv6::{self, New};
use kind::Resource;
use model::{Asked, Ident};

fn want(more: impl FnOnce(&mut Want)) -> Want {
    let spec = Spec { name: "web".to_owned(), present: true, is_named: true, ..Spec::default() };
    let mut want = Want { spec, image: Some("ami-1".into()), ..Want::default() };
    more(&mut want);
    want
}

fn live(state: &str) -> Live {
    let settings = [
        (Attribute::Check, Content::Truth(true)),
        (Attribute::Groups, Content::Groups(vec!["sg-1".into()])),
        (Attribute::Protection, Content::Truth(false)),
    ];
    Live {
        id: "i-1".to_owned(),
        state: state.to_owned(),
        settings: settings.into_iter().collect(),
        made: [("image_id", "ami-1".to_owned()), ("key_name", "me".to_owned())].into_iter().collect(),
        metadata: Metadata { http_tokens: Some("required".to_owned()), ..Metadata::default() },
        elastic: Asked::empty(),
        ..Live::default()
    }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = Instance::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

fn started(want: &Want) -> NewInstance {
    let plan = Instance::diff(want, None);
    let [Step::Run { new, .. }] = plan.steps.as_slice() else { panic!("{plan:?}") };
    (**new).clone()
}

#[test]
fn a_new_one_has_its_name_and_imdsv2_in_the_call_that_starts_it() {
    let groups = vec![Ident::from("sg-1")];
    let plain = want(|want| {
        want.subnet = Some("subnet-1".into());
        want.attributes = vec![(Attribute::Groups, Content::Groups(groups.clone()))];
    });
    let new = started(&plain);
    assert_eq!(new.tags.get("Name").map(String::as_str), Some("web"));
    assert_eq!(new.metadata.http_tokens.as_deref(), Some("required"));
    assert_eq!((new.texts["subnet_id"].as_str(), new.group_ids), ("subnet-1", vec!["sg-1".to_owned()]));
    let optional = want(|want| want.spec.launch.metadata.http_tokens = Some("optional".to_owned()));
    assert_eq!(started(&optional).metadata.http_tokens.as_deref(), Some("optional"));
    let by_interface = want(|want| {
        want.interface = Some("eni-1".into());
        want.subnet = Some("subnet-1".into());
    });
    let new = started(&by_interface);
    assert_eq!(new.interfaces[0].id.as_deref(), Some("eni-1"));
    assert!(!new.texts.contains_key("subnet_id"), "AWS refuses a subnet beside an interface");
}

#[test]
fn a_new_one_needs_an_image_and_a_name() {
    for more in [|want: &mut Want| want.image = None, |want: &mut Want| want.spec.is_named = false] {
        let plan = Instance::diff(&want(more), None);
        assert!(plan.steps.is_empty() && plan.refusals.len() == 1, "{plan:?}");
    }
}

#[test]
fn changes_are_set_and_aspects_that_were_not_read_are_never_compared() {
    let changed = want(|want| {
        want.attributes = vec![
            (Attribute::Check, Content::Truth(false)),
            (Attribute::Groups, Content::Groups(vec!["sg-2".into()])),
            (Attribute::Protection, Content::Truth(false)),
        ];
        want.spec.launch.truths.insert("monitoring_enabled", true);
        want.spec.launch.metadata.http_tokens = Some("optional".to_owned());
    });
    let expected =
        ["set sourceDestCheck", "set groupSet", "enable detailed monitoring", "set the metadata options"];
    assert_eq!(steps(&changed, Some(&live("running"))), expected);
    assert_eq!(steps(&want(|_| ()), Some(&live("running"))), Vec::<String>::new());
    let unread = want(|want| want.attributes = vec![(Attribute::UserData, Content::Text("x".to_owned()))]);
    let plan = Instance::diff(&unread, Some(&live("running")));
    assert!(plan.steps.is_empty() && plan.refusals[0].contains("userData"), "{plan:?}");
}

#[test]
fn another_image_is_a_warning_without_a_change() {
    let other = want(|want| {
        want.image = Some("ami-2".into());
        want.spec.launch.texts.insert("key_name", "you".to_owned());
    });
    let plan = Instance::diff(&other, Some(&live("running")));
    assert!(plan.is_empty(), "{plan:?}");
    assert!(plan.warnings[0].contains("key_name is me, and the SLS declares you"), "{:?}", plan.warnings);
    assert!(
        plan.warnings[1].contains("image_id is ami-1, and the SLS declares ami-2"),
        "{:?}",
        plan.warnings
    );
    let by_parameter = want(|want| want.image = Some("resolve:ssm:/aws/x".into()));
    assert!(Instance::diff(&by_parameter, Some(&live("running"))).warnings.is_empty());
}

#[test]
fn nothing_is_sent_before_it_runs_and_it_stops_and_starts_on_demand() {
    let target = |word: &str| want(|want| want.spec.target = Some(word.to_owned()));
    assert_eq!(steps(&target("stopped"), Some(&live("running"))), ["stop it"]);
    assert_eq!(steps(&target("running"), Some(&live("stopped"))), ["start it again"]);
    for (want, state) in [(target("running"), "pending"), (target("stopped"), "stopping")] {
        let plan = Instance::diff(&want, Some(&live(state)));
        assert!(plan.steps.is_empty() && plan.busy.is_some(), "{plan:?}");
    }
}

#[test]
fn an_address_is_allocated_once_and_another_replaces_it() {
    let wanted = |address| want(|want| want.address = Some(address));
    let held =
        Held { allocation: "eipalloc-1".to_owned(), association: "eipassoc-1".to_owned(), ..Held::default() };
    let held = Live { elastic: Elastic { held: Some(held), free: vec![] }.into(), ..live("running") };
    let free = Elastic { held: None, free: vec!["eipalloc-2".to_owned()] };
    let free = Live { elastic: free.into(), ..live("running") };
    assert_eq!(steps(&wanted(Wanted::Own), Some(&live("running"))), ["allocate an address"]);
    assert_eq!(steps(&wanted(Wanted::Own), Some(&free)), ["associate eipalloc-2"]);
    assert_eq!(steps(&wanted(Wanted::Own), Some(&held)), Vec::<String>::new());
    assert_eq!(steps(&wanted(Wanted::This("eipalloc-1".into())), Some(&held)), Vec::<String>::new());
    let other = ["disassociate its address", "associate eipalloc-3"];
    assert_eq!(steps(&wanted(Wanted::This("eipalloc-3".into())), Some(&held)), other);
}

#[test]
fn a_protected_one_stays_and_an_address_is_released_only_if_declared() {
    let gone = |release| want(|want| (want.spec.present, want.spec.release_eip) = (false, release));
    let mut protected = live("running");
    protected.settings.insert(Attribute::Protection, Content::Truth(true));
    let plan = Instance::diff(&gone(false), Some(&protected));
    assert!(plan.steps.is_empty() && plan.refusals[0].contains("disable_api_termination"), "{plan:?}");
    assert_eq!(steps(&gone(false), Some(&live("running"))), ["terminate the instance"]);
    let free = Elastic { held: None, free: vec!["eipalloc-2".to_owned()] };
    let free = Live { elastic: free.into(), ..live("running") };
    assert_eq!(steps(&gone(true), Some(&free)), ["release eipalloc-2", "terminate the instance"]);
    assert_eq!(steps(&gone(true), None), Vec::<String>::new());
}

#[test]
fn ipv6_addresses_are_those_of_the_first_interface_of_a_new_one_and_of_one_that_runs() {
    let two = want(|want| {
        want.spec.ipv6.count = Some(2);
        want.subnet = Some("subnet-1".into());
    });
    assert_eq!(started(&two).ipv6, Some(New::Some(2)));
    let with_interface = want(|want| {
        want.spec.ipv6.count = Some(2);
        want.interface = Some("eni-1".into());
    });
    assert_eq!(started(&with_interface).ipv6, None, "AWS takes them at the interface, in the next round");
    let has_one = |state: &str| Live {
        interface: "eni-1".to_owned(),
        ipv6: ipv6::there(["2001:db8::5"].into_iter()),
        ..live(state)
    };
    let plan = Instance::diff(&two, Some(&has_one("running")));
    let [Step::AssignIpv6 { interface, addresses }] = plan.steps.as_slice() else { panic!("{plan:?}") };
    assert_eq!((interface.as_str(), addresses), ("eni-1", &New::Some(1)));
    assert!(Instance::diff(&two, Some(&has_one("pending"))).steps.is_empty(), "first it must run");
}
