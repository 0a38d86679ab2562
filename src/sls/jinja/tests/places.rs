//! Places of problems and of rendered text.

use super::support::{problem, run, text};
use crate::jinja::Rendered;

fn rendered(template: &str, files: &[(&str, &str)]) -> Rendered {
    run(template, files, serde_json::json!({"x": "one\ntwo", "l": ["a", "b"]})).expect("it must render")
}

/// The place of the first occurrence of `part` in the output of a template.
fn origin(template: &str, files: &[(&str, &str)], part: &str) -> String {
    let rendered = rendered(template, files);
    let at = rendered.text.find(part).expect("the part must be there");
    let before = &rendered.text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    let number = |count: usize| u32::try_from(count).expect("a small count");
    rendered.map.place(number(line), number(column)).to_string()
}

#[test]
fn copied_text_is_placed_to_the_column() {
    assert_eq!(origin("a\n{% if true %}\n  bc: d\n{% endif %}\n", &[], "c: d"), "dir/main:3:4");
    assert_eq!(origin("{{ x }} é tail", &[], "tail"), "dir/main:1:11");
}

#[test]
fn a_text_without_tags_is_placed_where_it_is() {
    for template in ["a: 1\nbé: [\n", "a: 1\nbé: ["] {
        let rendered = rendered(template, &[]);
        for (line, column, place) in [(1, 1, "dir/main:1:1"), (2, 4, "dir/main:2:4"), (2, 6, "dir/main:2:6")]
        {
            assert_eq!(
                rendered.map.place(line, column).to_string(),
                place,
                "{line}:{column} of {template:?}"
            );
        }
    }
}

#[test]
fn printed_text_has_the_place_of_its_expression() {
    assert_eq!(origin("k: {{ x }}\n", &[], "two"), "dir/main:1:7");
    assert_eq!(origin("{% macro m() %}\ninner\n{% endmacro %}\nk: {{ m() }}", &[], "inner"), "dir/main:4:7");
}

#[test]
fn text_of_a_loop_is_placed_in_its_body_each_time() {
    let rendered = rendered("{% for i in l %}\n- {{ i }}: v\n{% endfor %}", &[]);
    assert_eq!(rendered.text, "\n- a: v\n\n- b: v\n");
    assert_eq!(rendered.map.place(4, 4).to_string(), "dir/main:2:10");
    assert_eq!(rendered.map.place(4, 3).to_string(), "dir/main:2:6");
}

#[test]
fn included_text_is_placed_in_its_own_file() {
    let files = [("inc", "first\nsecond")];
    assert_eq!(origin("a\n{% include 'inc' %}\nb", &files, "second"), "dir/inc:2:1");
    assert_eq!(origin("a\n{% include 'inc' %}\nb", &files, "\nb"), "dir/main:2:20");
}

#[test]
fn inherited_text_is_placed_in_its_own_file() {
    let files = [("base", "x\n{% block b %}{% endblock %}\ny")];
    assert_eq!(
        origin("{% extends 'base' %}\n{% block b %}mine{% endblock %}", &files, "mine"),
        "dir/main:2:14"
    );
    assert_eq!(origin("{% extends 'base' %}\n{% block b %}mine{% endblock %}", &files, "y"), "dir/base:3:1");
}

#[test]
fn an_unknown_name_is_placed_and_a_near_one_proposed() {
    let problem = problem("a: b\nc: {{ pilar.vpc }}\n");
    assert_eq!(problem.place.as_ref().map(ToString::to_string).as_deref(), Some("dir/main:2:7"));
    assert_eq!(problem.message, "'pilar' is undefined");
    assert_eq!(problem.hint.as_deref(), Some("did you mean 'pillar'?"));
    let excerpt = problem.excerpt.expect("an excerpt").to_string();
    assert!(excerpt.ends_with("2 | c: {{ pilar.vpc }}\n  |       ^^^^^"), "{excerpt}");
}

#[test]
fn a_missing_key_is_placed_at_the_key() {
    let problem = problem("{{ pillar.vpc.subnet }}");
    assert_eq!(problem.place.as_ref().map(ToString::to_string).as_deref(), Some("dir/main:1:15"));
    assert_eq!(problem.message, "'dict object' has no attribute 'subnet'");
    assert_eq!(problem.hint.as_deref(), Some("did you mean 'subnets'?"));
}

#[test]
fn a_failure_in_a_macro_of_another_file_is_placed_there() {
    let files = [("lib", "\n{% macro m(a) %}\n{{ a.b.c }}{% endmacro %}")];
    let problem = run("{% import 'lib' as l %}\n{{ l.m({'b': {}}) }}", &files, serde_json::json!({}));
    let place = problem.expect_err("it must fail").place.map(|place| place.to_string());
    assert_eq!(place.as_deref(), Some("dir/lib:3:8"));
}

#[test]
fn syntax_errors_name_line_column_and_what_is_open() {
    let problem = problem("a\n{% if true %}\n{% for i in [] %}\n{% endif %}");
    assert_eq!(problem.place.as_ref().map(ToString::to_string).as_deref(), Some("dir/main:4:4"));
    assert_eq!(problem.message, "unexpected tag 'endif': the innermost tag that is open is 'for'");
}

#[test]
fn an_unknown_tag_or_filter_gets_a_suggestion() {
    assert_eq!(problem("{% quux x %}").hint, None);
    assert_eq!(problem("{% inlude 'x' %}").hint.as_deref(), Some("did you mean 'include'?"));
    assert_eq!(problem("{{ 'a'|uper }}").hint.as_deref(), Some("did you mean 'upper'?"));
}

#[test]
fn the_last_line_end_stays() {
    assert_eq!(text("a\n"), "a\n");
    assert_eq!(text("a"), "a");
}
