//! What counts as work: templates that would run too long end with a message.

use super::support::{problem, run, text};

#[test]
fn comparisons_count_as_work() {
    let lists = "{% set l = [] %}{% for i in range(3000) %}{% do l.append([i]) %}{% endfor %}";
    for slow in [
        "{{ l|unique|length }}",
        "{% for i in range(3000) %}{{ [i] in l }}{% endfor %}",
        "{{ l|difference(l) }}",
        "{{ l|union(l)|length }}",
        "{{ l|intersect(l)|length }}",
        "{{ l|symmetric_difference(l)|length }}",
        "{% for i in range(3000) %}{{ l.count([i]) }}{% endfor %}",
        "{% for i in range(3000) %}{{ l == l|list }}{% endfor %}",
    ] {
        let problem = problem(&format!("{lists}{slow}"));
        assert!(problem.message.contains("does not end within 200000 steps"), "{slow}: {problem}");
        assert!(problem.hint.as_deref().is_some_and(|hint| hint.contains("jinja_max_steps")), "{problem}");
    }
}

#[test]
fn moving_the_items_of_lists_and_dicts_counts_as_work() {
    let fill = "{% set l = range(20000)|list %}{% set d = {} %}{% for i in l %}{% do d.update({i: i}) %}{% endfor %}";
    for slow in [
        "{% for i in range(20000) %}{% do l.insert(0, i) %}{% endfor %}",
        "{% for i in range(20000) %}{% do l.pop(0) %}{% endfor %}",
        "{% for i in range(20000) %}{% do d.pop(i) %}{% endfor %}",
    ] {
        let problem = problem(&format!("{fill}{slow}"));
        assert!(problem.message.contains("does not end within 200000 steps"), "{slow}: {problem}");
    }
    let at_the_end = "{% for i in range(3000) %}{% do l.pop() %}{% do l.insert(l|length, i) %}{% do d.popitem() %}{% endfor %}";
    assert_eq!(text(&format!("{fill}{at_the_end}{{{{ d|length }}}}")), "17000");
}

#[test]
fn slices_count_as_data_that_is_made() {
    let problem =
        problem("{% set l = range(1000000)|list %}{% for i in range(1000) %}{% set m = l[1:] %}{% endfor %}");
    assert!(problem.message.contains("makes more than"), "{problem}");
}

#[test]
fn what_can_be_hashed_is_found_at_once() {
    let texts = "{% set l = range(20000)|map('string')|list %}";
    assert_eq!(text(&format!("{texts}{{{{ (l + l)|unique|length }}}}")), "20000");
    assert_eq!(text(&format!("{texts}{{{{ l|difference(l)|length }}}}")), "0");
}

#[test]
fn values_that_multiply_end_with_a_message() {
    let pair =
        "{% set ns = namespace(t=(1,)) %}{% for i in range(80) %}{% set ns.t = (ns.t, ns.t) %}{% endfor %}";
    for use_of_it in [
        "{{ {ns.t: 1} }}",
        "{{ ns.t in {} }}",
        "{{ {}[ns.t] }}",
        "{{ [ns.t]|unique|list|length }}{{ ns.t|yaml }}",
        "{{ ns.t|python }}",
        "{{ ns.t|pprint }}",
        "{{ ns.t|json }}",
        "{{ ns.t == (ns.t, ns.t)[0] + () }}{{ ns.t|sort == [[ns.t]] }}{{ {ns.t: 1} }}",
    ] {
        let ended = run(&format!("{pair}{use_of_it}"), &[], serde_json::json!({}));
        assert!(ended.is_err(), "{use_of_it}");
    }
}

/// The standard library does not accept the order of these: it may panic above 20 items.
#[test]
fn values_that_do_not_compare_end_with_an_error_at_any_length() {
    for count in [1, 2, 21, 45, 64, 500] {
        let list = format!(
            "{{% set l = [] %}}{{% for i in range({count}) %}}{{% do l.append((i * 7919) % 101) %}}{{% do l.append('x' ~ (i * 31) % 17) %}}{{% endfor %}}"
        );
        for sorting in [
            "{{ l|sort }}",
            "{% set g = [] %}{% for x in l %}{% do g.append({'k': x}) %}{% endfor %}{{ g|groupby('k') }}",
            "{% do l.sort() %}",
        ] {
            let problem = problem(&format!("{list}{sorting}"));
            assert!(problem.message.contains("not supported between"), "{count} {sorting}: {problem}");
            assert!(problem.place.is_some(), "{problem}");
        }
        let dict = format!(
            "{list}{{% set d = {{}} %}}{{% for x in l %}}{{% do d.update({{x: 1}}) %}}{{% endfor %}}"
        );
        for sorting in ["{{ d|dictsort }}", "{{ d|json }}"] {
            let problem = problem(&format!("{dict}{sorting}"));
            assert!(problem.message.contains("not supported between"), "{count} {sorting}: {problem}");
        }
        for filtered in ["{{ d|pprint }}", "{{ d|python }}", "{{ d|yaml }}", "{{ d|tojson }}"] {
            assert!(text(&format!("{dict}{filtered}")).starts_with('{'), "{count} {filtered}");
        }
    }
    let nans = "{% set n = '9e999'|float %}{% set n = n - n %}{{ ([n, 2, 1.5, n, 0] * 40)|sort|length }}";
    assert_eq!(text(nans), "200");
}
