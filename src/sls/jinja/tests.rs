//! The engine as its callers see it; `cases.jsonl` holds the output of Python's Jinja2 for the same templates.

mod bounds;
mod places;
mod recorded;
mod recorded_salt;
mod support;
mod work;

#[test]
fn a_conversion_of_str_format_ends_its_field_or_a_form_follows() {
    assert_eq!(support::text("{{ '{!r:>5}'.format('a') }}"), "  'a'");
    let problem = support::problem("{{ '{!a3}'.format('') }}");
    assert!(problem.message.contains("':' is needed"), "{problem}");
}

#[test]
fn a_range_that_is_asked_for_what_is_undefined_says_so() {
    assert_eq!(support::text("{{ ''.s in range(0) }}"), "False");
    let problem = support::problem("{{ ''.s in range(5) }}");
    assert!(problem.message.contains("has no attribute 's'"), "{problem}");
}
