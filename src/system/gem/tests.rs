use serde_json::json;

use super::*;
use crate::sample::{call, shown};
use model::Verdict;

fn plan(function: &str, arguments: &serde_json::Value, live: Live) -> (Verdict, String, Vec<String>) {
    call(function, "rake", arguments, |call| {
        let intent = RubyPackages::diff(call, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, comment, _) = shown(&intent);
        (verdict, comment, lines)
    })
}

fn live(versions: &[&str], is_3: bool) -> Live {
    Live { versions: versions.iter().map(|&version| version.to_owned()).collect(), is_3, ..Live::default() }
}

#[test]
fn what_will_do_stays() {
    for (version, comment) in [
        (json!({}), "Gem is already installed."),
        (json!({"version": "13.0.6"}), "Gem is already installed."),
        (json!({"version": "~> 13.0"}), "Installed Gem meets version requirements."),
    ] {
        assert_eq!(plan("gem.installed", &version, live(&["13.0.6"], true)).1, comment);
    }
    let other = plan("gem.installed", &json!({"version": "12"}), live(&["13.0.6"], true));
    assert_eq!(other.2, ["gem install rake --version 12 --no-document"]);
    let (verdict, comment, _) = plan("gem.installed", &json!({"version": "=> 12"}), live(&[], true));
    assert_eq!((verdict, comment.contains("'=> 12' is not a version")), (Verdict::Failed, true));
}

#[test]
fn old_programs_have_other_words() {
    let arguments = json!({"rdoc": true, "gem_bin": "/opt/gem", "source": "https://x"});
    assert_eq!(
        plan("gem.installed", &arguments, live(&[], false)).2,
        ["/opt/gem install rake --no-ri --source https://x"]
    );
    assert_eq!(
        plan("gem.installed", &arguments, live(&[], true)).2,
        ["/opt/gem install rake --no-document --source https://x"]
    );
}

#[test]
fn sources_come_and_go() {
    let own = || Live { sources: vec!["rake".into()], ..Live::default() };
    assert_eq!(plan("gem.sources_add", &json!({}), own()).1, "Gem source is already added.");
    assert_eq!(plan("gem.sources_add", &json!({}), Live::default()).2, ["gem sources --add rake"]);
    assert_eq!(plan("gem.sources_remove", &json!({}), own()).2, ["gem sources --remove rake"]);
}

#[test]
fn without_gem_a_test_run_foresees_and_does_nothing() {
    let silent = || Live { silence: Some("no gem".into()), ..Live::default() };
    for function in ["gem.installed", "gem.removed"] {
        let (verdict, _, lines) = plan(function, &json!({}), silent());
        assert_eq!((verdict, lines.len()), (Verdict::WouldChange, 0));
    }
}
