use super::World;

#[test]
fn a_missing_include_names_its_place_and_the_nearest_name() {
    let world =
        World::states(&[("states/a.sls", "include:\n  - elb.regsiter\n"), ("states/elb/register.sls", "")]);
    let shown = world.shown(world.low("a"));
    assert!(
        shown.contains("states/a.sls:2:5: there is no SLS 'elb.regsiter' in environment 'base'"),
        "{shown}"
    );
    assert!(shown.contains("did you mean 'elb.register'?"), "{shown}");
}

#[test]
fn a_missing_sls_of_the_command_line_has_no_place_but_advice() {
    let world = World::states(&[("states/myapp.sls", "")]);
    assert!(world.shown(world.low("myap")).contains("hint: did you mean 'myapp'?"));
    assert!(world.shown(world.low("other")).contains("looked for other.sls and other/init.sls in states"));
    assert!(world.shown(world.low(" ")).contains("no SLS is named"));
}

#[test]
fn an_sls_that_a_top_file_names_in_vain_has_the_place_there() {
    let world = World::states(&[("states/top.sls", "base:\n  '*':\n    - nosuch\n")]);
    let shown = world.shown(world.highstate());
    assert!(shown.contains("states/top.sls:3:7: there is no SLS 'nosuch'"), "{shown}");
}

#[test]
fn all_files_that_are_broken_are_reported_at_once() {
    let world = World::states(&[
        ("states/a.sls", "include: [b, c, d, nosuch]\n5:\n  test.nop: []\nx:\n  test.nop:\n"),
        ("states/b.sls", "y:\n  test.nop: %\n"),
        ("states/c.sls", "z:\n  test.nop:\n    - a: {{ nosuch }}\n"),
        ("states/d.sls", "w:\n  test.nop:\n    - require: x\n"),
    ]);
    let shown = world.shown(world.low("a"));
    for part in [
        "a.sls:1:20: there is no SLS 'nosuch'",
        "a.sls:2:1: the ID '5' is an integer, but must be text",
        "a.sls:5:3: 'test.nop:' of the ID 'x' has nothing below it",
        "b.sls:2:13: this is not YAML",
        "c.sls:3:13: 'nosuch' is undefined",
        "d.sls:3:16: 'require' of the ID 'w' must be a list, not text",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
}

#[test]
fn places_are_those_of_the_template_and_not_of_its_output() {
    let world = World::states(&[(
        "states/a.sls",
        "{% set ports = [80, 443] %}\n{# a comment\n of two lines #}\n{% for port in ports %}\nx{{ port }}:\n  test.nop:\n    - colour: {{ port }}\n{% endfor %}\n",
    )]);
    let lows = world.low("a").unwrap();
    for low in &lows {
        assert_eq!((low.place.line, low.place.column), (5, 1), "{}", low.id);
        assert_eq!((low.function_place.line, low.function_place.column), (6, 3));
        let entry = &low.arguments["colour"];
        assert_eq!((entry.key_place.line, entry.node.place.line, entry.node.place.column), (7, 7, 18));
    }
    let world =
        World::states(&[("states/a.sls", "{% for n in [1, 2] %}\nx:\n  test.nop: []\n{% endfor %}\n")]);
    let shown = world.shown(world.low("a"));
    assert!(shown.contains("a.sls:2:1: the key 'x' is twice"), "{shown}");
    let world = World::states(&[("states/a.sls", "{% if True %}\n{% endif %}\nx:\n  test.nop: []\n y: 1\n")]);
    let shown = world.shown(world.low("a"));
    assert!(shown.contains("a.sls:5:2: this is not YAML"), "{shown}");
}

#[test]
fn an_id_in_two_files_names_both_places() {
    let world = World::states(&[
        ("states/a.sls", "include: [b]\nx:\n  test.nop: []\n"),
        ("states/b.sls", "\n\nx:\n  test.nop: []\n"),
    ]);
    let shown = world.shown(world.low("a"));
    assert!(
        shown.contains("b.sls:3:1: the ID 'x' is declared twice") && shown.contains("a.sls:2:1"),
        "{shown}"
    );
}

#[test]
fn a_missing_pillar_key_is_reported_with_its_place() {
    let world = World::states(&[("states/a.sls", "x:\n  test.nop:\n    - vpc: {{ pillar.vpc.id }}\n")]);
    let shown = world.shown(world.low("a"));
    assert!(shown.contains("a.sls:3:") && shown.contains("vpc"), "{shown}");
}

#[test]
fn a_broken_pillar_reports_all_its_files() {
    let world = World::states(&[
        ("pillar/top.sls", "base:\n  '*': [a, b, nosuch]\n"),
        ("pillar/a.sls", "x: %\n"),
        ("pillar/b.sls", "- x\n"),
    ]);
    let shown = world.shown(world.pillar(None));
    for part in [
        "pillar/a.sls:1:4: this is not YAML",
        "pillar/b.sls:1:1: the pillar file 'b' must hold a mapping",
        "pillar/top.sls:2:15: there is no SLS 'nosuch'",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
}

#[test]
fn extending_what_nobody_declares_is_an_error_with_the_nearest_id() {
    let world = World::states(&[(
        "states/a.sls",
        "extend:\n  myquue:\n    test:\n      - a: 1\nmyqueue:\n  test.nop: []\n",
    )]);
    let shown = world.shown(world.low("a"));
    assert!(
        shown.contains("a.sls:2:3: 'extend' names the ID 'myquue'") && shown.contains("'myqueue'?"),
        "{shown}"
    );
}

#[test]
fn extensions_and_exclusions_hold_for_a_run() {
    let world = World::states(&[
        (
            "states/a.sls",
            "include: [b]\nextend:\n  y:\n    test:\n      - a: 2\n      - c: 3\n      - require: [{test: x}]\nexclude:\n  - id: w\nx:\n  test.nop: []\n",
        ),
        (
            "states/b.sls",
            "y:\n  test.nop:\n    - a: 1\n    - require: [{test: z}]\nw:\n  test.nop: []\nz:\n  test.nop: []\n",
        ),
    ]);
    let lows = world.low("a").unwrap();
    let ids: Vec<&str> = lows.iter().map(|low| low.id.as_str()).collect();
    assert_eq!(ids, ["y", "z", "x"]);
    let shown = lows[0].to_value().to_json();
    assert_eq!((&shown["a"], &shown["c"]), (&2.into(), &3.into()));
    assert_eq!(shown["require"], serde_json::json!([{"test": "z"}, {"test": "x"}]));
}

#[test]
fn an_unknown_environment_is_refused_with_those_there_are() {
    let world = World::states(&[("states/a.sls", "")]);
    let refused = world.compiler.wanted(&["a".to_owned()], Some("prod"));
    assert!(world.shown(refused).contains("no environment 'prod' in file_roots\n  hint: there are: base"));
}

#[test]
fn only_an_order_that_was_written_counts_as_explicit() {
    let world = World::states(&[(
        "states/a.sls",
        "#!json\n{\"x\": {\"test.nop\": []}, \"y\": {\"test.nop\": [{\"order\": 3}]}}\n",
    )]);
    let orders: Vec<(String, bool)> =
        world.low("a").unwrap().into_iter().map(|low| (low.id, low.explicit_order)).collect();
    assert_eq!(orders, [("y".to_owned(), true), ("x".to_owned(), false)]);
}
