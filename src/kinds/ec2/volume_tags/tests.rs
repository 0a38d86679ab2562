use super::live::{Live, Tagged};
use super::spec::{Map, Spec};
use super::want::Want;
use super::*;
use aws::tags::Tags;
use kind::Resource;

fn tags(pairs: &[(&str, &str)]) -> Tags {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn want(is_whole: bool) -> Want {
    let map = |pairs| Map { tags: tags(pairs), ..Map::default() };
    let maps = vec![map(&[("team", "web"), ("stage", "test")]), map(&[("team", "data")])];
    Want { spec: Spec { name: "volumes".to_owned(), maps, is_whole }, ..Want::default() }
}

fn live() -> Live {
    let volume = |id: &str, pairs| Tagged { id: id.to_owned(), tags: tags(pairs) };
    let first = volume("vol-1", &[("team", "web"), ("stage", "test"), ("old", "1"), ("aws:x", "y")]);
    let second = volume("vol-2", &[("stage", "test")]);
    Live(vec![vec![first, second.clone()], vec![second]])
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    VolumeTags::diff(want, live).steps.iter().map(ToString::to_string).collect()
}

#[test]
fn only_differences_are_written_and_the_later_map_has_priority() {
    assert_eq!(steps(&want(false), Some(&live())), ["tag vol-2 with team"]);
    let whole = ["remove the tags old of vol-1", "tag vol-2 with team"];
    assert_eq!(steps(&want(true), Some(&live())), whole);
    assert_eq!(steps(&want(false), None), Vec::<String>::new());
}

#[test]
fn a_missing_instance_is_reported_and_a_new_one_is_predicted() {
    let missing = Want { missing: vec!["web".to_owned()], ..want(false) };
    let plan = VolumeTags::diff(&missing, Some(&Live(vec![vec![], vec![]])));
    assert!(plan.is_empty() && plan.warnings[0].contains("no instance 'web'"), "{plan:?}");
    let early = Want { is_early: true, ..want(false) };
    let plan = VolumeTags::diff(&early, Some(&Live(vec![vec![], vec![]])));
    assert!(plan.steps.is_empty() && plan.changes[0].new == "(known after apply)".into(), "{plan:?}");
}
