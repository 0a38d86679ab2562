use proptest::prelude::*;

use super::*;

fn parts(pairs: &[(&str, &str)]) -> Parts {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn four() -> Parts {
    parts(&[
        ("service_name", "myapp"),
        ("service_instance", "testing"),
        ("region", "useast1"),
        ("service_node", "898900"),
    ])
}

#[test]
fn a_host_name_of_four_parts_is_read() {
    assert_eq!(Convention::default().parse("myapp-testing-useast1-898900.example.com"), Some(four()));
}

#[test]
fn a_host_name_of_five_parts_has_a_sub_service() {
    let found = Convention::default().parse("myapp-worker-testing-useast1-898900").unwrap();
    assert_eq!(found["sub_service"], "worker");
    assert_eq!(Convention::default().derive(&found)["cluster_name"], "myapp-worker-testing-useast1");
    assert_eq!(Convention::default().derive(&found)["service_group"], "myapp-worker-testing");
}

#[test]
fn names_of_other_shapes_say_nothing() {
    for host in [
        "",
        "localhost",
        "ip-10-0-0-1.ec2.internal.",
        "i-0123456789abcdef0.ec2.internal",
        "a-b-c",
        "a-b-c-d-e-f",
        "-b-c-d",
        "a-b-c-",
        "a--c-d",
    ] {
        assert_eq!(Convention::default().parse(host), None, "{host}");
    }
    assert!(Convention::default().parse("ip-manager-live-useast1-1").is_some());
}

#[test]
fn a_groups_name_and_an_instances_id_are_the_parts_of_its_host_name() {
    let convention = Convention::default();
    assert_eq!(convention.parse_group("myapp-testing-useast1", "i-898900"), Some(four()));
    let found = convention.parse_group("myapp-worker-testing-useast1", "i-0abc").unwrap();
    assert_eq!(convention.host_name(&found).unwrap(), "myapp-worker-testing-useast1-0abc");
    for (group, id) in
        [("myapp", "i-1"), ("a-b-c-d-e", "i-1"), ("myapp-testing-useast1", "1"), ("a-b-c", "i-")]
    {
        assert_eq!(convention.parse_group(group, id), None, "{group} {id}");
    }
}

#[test]
fn clusters_and_groups_are_derived_without_a_node() {
    let mut some = four();
    some.remove("service_node");
    let derived = Convention::default().derive(&some);
    assert_eq!(
        derived,
        parts(&[("cluster_name", "myapp-testing-useast1"), ("service_group", "myapp-testing")])
    );
    some.remove("region");
    assert_eq!(Convention::default().derive(&some), parts(&[("service_group", "myapp-testing")]));
}

#[test]
fn separators_and_order_are_a_matter_of_configuration() {
    let pattern = Pattern::new("i{node}--{stage}_{app}", &[("cluster", "{app}/{stage}")]).unwrap();
    let convention = Convention::new(vec![pattern]);
    let found = convention.parse("i7--live_shop.example.com").unwrap();
    assert_eq!(found, parts(&[("node", "7"), ("stage", "live"), ("app", "shop")]));
    assert_eq!(convention.host_name(&found).as_deref(), Some("i7--live_shop"));
    assert_eq!(convention.derive(&found)["cluster"], "shop/live");
}

#[test]
fn a_template_that_could_not_be_read_back_is_refused() {
    let reason = |text| Template::parse(text).err();
    assert_eq!(reason("{a}{b}"), Some(TemplateError::NoSeparator));
    assert_eq!(reason("{a}-{a}"), Some(TemplateError::Twice));
    assert_eq!(reason("{a"), Some(TemplateError::Brace));
    assert_eq!(reason("a}-{b}"), Some(TemplateError::Brace));
    assert_eq!(reason("{}"), Some(TemplateError::Unnamed));
    assert_eq!(reason("web"), Some(TemplateError::NoPart));
    assert_eq!(reason("{a}-{b}"), None);
}

#[test]
fn a_derived_name_cannot_want_what_the_host_name_has_not() {
    let fault = Pattern::new("{a}-{b}", &[("cluster", "{c}")]).unwrap_err();
    assert_eq!(fault.to_string(), "cluster wants c, which host names of the form \"{a}-{b}\" do not have");
}

#[test]
fn parts_that_hold_a_separator_make_no_host_name() {
    let mut some = four();
    some.insert("service_name".to_owned(), "my-app".to_owned());
    assert_eq!(Convention::default().host_name(&some), None);
}

proptest! {
    #[test]
    fn what_is_made_is_read_back_the_same(values in prop::collection::vec("[a-z0-9]{1,12}", 4..=5), domain in "(\\.[a-z]{1,8}){0,3}") {
        let names: &[&str] = if values.len() == 4 {
            &["service_name", "service_instance", "region", "service_node"]
        } else {
            &["service_name", "sub_service", "service_instance", "region", "service_node"]
        };
        let made: Parts = names.iter().map(|name| (*name).to_owned()).zip(values).collect();
        let host = Convention::default().host_name(&made).unwrap();
        prop_assert_eq!(Convention::default().parse(&format!("{host}{domain}")), Some(made));
    }

    #[test]
    fn what_is_read_is_made_again(host in "[a-z0-9.-]{0,40}") {
        let convention = Convention::default();
        if let Some(found) = convention.parse(&host) {
            let first = host.split('.').next().map(str::to_owned);
            prop_assert_eq!(convention.host_name(&found), first);
        }
    }

    #[test]
    fn any_template_reads_back_what_it_fills(
        separators in prop::collection::vec("[-_]{1,2}", 1..5),
        values in prop::collection::vec("[a-z0-9]{1,6}", 5),
        head in "[a-z]{0,3}",
    ) {
        let mut text = head;
        for (place, separator) in separators.iter().enumerate() {
            text.push_str(&format!("{{p{place}}}{separator}"));
        }
        text.push_str("{last}");
        let template = Template::parse(&text).unwrap();
        prop_assert_eq!(&template.to_string(), &text);
        let made: Parts = template.names().map(str::to_owned).zip(values).collect();
        let filled = template.fill(&made).unwrap();
        prop_assert_eq!(template.read(&filled), Some(made));
    }
}
