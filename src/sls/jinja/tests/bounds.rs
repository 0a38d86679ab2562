//! Hostile templates, and templates with a mistake that would make them endless.

use proptest::prelude::*;

use super::support::{problem, run, text};

fn nested(open: &str, close: &str, count: usize) -> String {
    format!("{}1{}", open.repeat(count), close.repeat(count))
}

#[test]
fn a_macro_that_calls_itself_for_ever_ends_with_a_message() {
    let problem = problem("{% macro m() %}{% if true %}{{ m() }}{% endif %}{% endmacro %}{{ m() }}");
    assert!(problem.message.contains("nests too deeply"), "{problem}");
}

#[test]
fn a_macro_may_call_itself_eighty_times() {
    let template =
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{% else %}end{% endif %}{% endmacro %}{{ m(80) }}";
    assert_eq!(text(template), "end");
}

#[test]
fn templates_that_include_or_import_or_extend_themselves_end_with_a_message() {
    for itself in ["{% include 'a' %}", "{% import 'a' as x %}", "{% extends 'a' %}"] {
        let problem = run(itself, &[("a", itself)], serde_json::json!({})).expect_err("it must fail");
        assert!(
            problem.message.contains("too deeply") || problem.message.contains("without end"),
            "{problem}"
        );
    }
}

#[test]
fn deep_nesting_of_any_construct_ends_with_a_message() {
    let pairs = [
        ("(", ")"),
        ("[", "]"),
        ("{1: ", "}"),
        ("not ", ""),
        ("- ", ""),
        ("1 if ", " else 2"),
        ("[1][", "]"),
        ("range(", ")"),
        ("1 + (", ")"),
        ("x|default(", ")"),
        ("x is sameas(", ")"),
        ("1 ** ", ""),
        ("1 and ", ""),
        ("1 or ", ""),
        ("1 - ", ""),
        ("'' ~ ", ""),
        ("", ".a"),
        ("", "|string"),
        ("", "()"),
        ("", "[0]"),
    ];
    for (open, close) in pairs {
        for count in [50, 90, 390, 20_000] {
            let _ = run(&format!("{{{{ {} }}}}", nested(open, close, count)), &[], serde_json::json!({}));
        }
    }
    for (open, close) in [
        ("{% if true %}", "{% endif %}"),
        ("{% for i in [1] %}", "{% endfor %}"),
        ("{% macro m() %}", "{% endmacro %}"),
        ("{% set x %}", "{% endset %}"),
        ("{% filter upper %}", "{% endfilter %}"),
    ] {
        for count in [40, 70, 10_000] {
            let _ = run(&nested(open, close, count), &[], serde_json::json!({}));
        }
    }
}

#[test]
fn values_nested_by_a_loop_are_dropped_without_overflow() {
    for wrap in
        ["[ns.x]", "(ns.x,)", "{'a': ns.x}", "namespace(a=ns.x)", "{'a': ns.x}.items()", "cycler(ns.x)"]
    {
        let template = format!(
            "{{% set ns = namespace(x=1) %}}{{% for i in range(20000) %}}{{% set ns.x = {wrap} %}}{{% endfor %}}"
        );
        assert_eq!(text(&template), "");
    }
}

#[test]
fn deep_values_are_neither_printed_nor_compared_nor_converted_without_bound() {
    let deep = "{% set ns = namespace(x=1) %}{% for i in range(5000) %}{% set ns.x = [ns.x] %}{% endfor %}";
    for print in
        ["{{ ns.x }}", "{{ ns.x == [ns.x] }}", "{{ ns.x < [ns.x] }}", "{{ ns.x|tojson }}", "{{ ns.x|yaml }}"]
    {
        assert!(problem(&format!("{deep}{print}")).message.contains("too deeply"), "{print}");
    }
    let itself = "{% set x = [] %}{% do x.append(x) %}";
    for print in ["{{ x }}", "{{ x|json }}", "{{ x|yaml }}"] {
        assert!(problem(&format!("{itself}{print}")).message.contains("too deeply"), "{print}");
    }
}

#[test]
fn output_text_lists_and_time_are_bounded() {
    for (template, message) in [
        ("{{ 'a' * 10000000000 }}", "too large"),
        ("{{ [1] * 10000000000 }}", "too large"),
        ("{{ range(10000000000) }}", "more than"),
        (
            "{% for i in range(1000000) %}{% for j in range(1000000) %}{% endfor %}{% endfor %}",
            "does not end",
        ),
        (
            "{% for i in range(100000) %}{% for j in range(100000) %}{% set x = 1 + 1 %}{% endfor %}{% endfor %}",
            "does not end",
        ),
        (
            "{% set ns = namespace(x='a') %}{% for i in range(100) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
            "too long",
        ),
        (
            "{% set ns = namespace(x='a') %}{% for i in range(100) %}{% set ns.x = ns.x + ns.x %}{% endfor %}",
            "MiB of data",
        ),
        ("{% set x = [1] %}{% for i in range(100) %}{% do x.extend(x) %}{% endfor %}", "too long"),
        ("{% set x = 'a' * 1000000 %}{% for i in range(1000) %}{{ x }}{% endfor %}", "writes more"),
        ("{{ '%1000000000d' % 1 }}", "width"),
        ("{{ '{:1000000000}'.format(1) }}", "too large"),
        ("{{ 'a'.center(1000000000) }}", "too large"),
        ("{{ ('a' * 10000)|replace('', 'b' * 100000) }}", "too long"),
        ("{{ 2 ** 100 }}", "too large"),
        ("{{ 9223372036854775807 + 1 }}", "too large"),
        ("{{ -9223372036854775807 - 2 }}", "too large"),
        ("{{ (0 - 9223372036854775807 - 1) // -1 }}", "too large"),
        ("{{ ((0 - 9223372036854775807 - 1)|string)[40] + 1 }}", "no element"),
    ] {
        let problem = problem(template);
        assert!(problem.message.contains(message), "{template}: {problem}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_it_panic(template in ".{0,60}") {
        let _ = run(&template, &[], serde_json::json!({"x": {"a": [1, "b"]}}));
    }

    #[test]
    fn no_row_of_words_makes_it_panic(words in prop::collection::vec(prop::sample::select(WORDS), 0..24)) {
        let _ = run(&words.join(" "), &[], serde_json::json!({"x": {"a": [1, "b"]}}));
        let _ = run(&format!("{{{{ {} }}}}", words.join(" ")), &[], serde_json::json!({"x": {"a": [1, "b"]}}));
        let _ = run(&words.concat(), &[], serde_json::json!({"x": {"a": [1, "b"]}}));
    }

    #[test]
    fn no_filter_or_method_panics_on_any_argument(
        name in prop::sample::select(CALLS),
        values in prop::collection::vec(prop::sample::select(VALUES), 1..5),
    ) {
        let (first, rest) = values.split_first().expect("one at least");
        let arguments = rest.join(", ");
        let _ = run(&format!("{{{{ ({first})|{name}({arguments}) }}}}"), &[], serde_json::json!({"x": {"a": [1, "b"]}}));
        let _ = run(&format!("{{{{ ({first}).{name}({arguments}) }}}}"), &[], serde_json::json!({"x": {"a": [1, "b"]}}));
        let _ = run(&format!("{{{{ {name}({}) }}}}", values.join(", ")), &[], serde_json::json!({}));
        let _ = run(&format!("{{{{ ({first}) is {name}({arguments}) }}}}"), &[], serde_json::json!({}));
        let _ = run(&format!("{{{{ ({first})[{}] }}}}", rest.join(":")), &[], serde_json::json!({}));
    }
}

const WORDS: &[&str] = &[
    "{%",
    "%}",
    "{{",
    "}}",
    "{#",
    "#}",
    "-",
    "+",
    "for",
    "in",
    "if",
    "else",
    "endif",
    "endfor",
    "set",
    "=",
    "x",
    "1",
    "'a'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    ".",
    "|",
    "is",
    "not",
    "and",
    "or",
    "~",
    "*",
    "**",
    "/",
    "//",
    "%",
    "macro",
    "endmacro",
    "m()",
    "call",
    "endcall",
    "raw",
    "endraw",
    "block",
    "endblock",
    "b",
    "include",
    "import",
    "from",
    "as",
    "extends",
    "filter",
    "endfilter",
    "upper",
    "do",
    "with",
    "endwith",
    "loop",
    "recursive",
    "\n",
    " ",
    "é",
    "-%}",
    "{%-",
    "true",
    "none",
    "1.5",
    "==",
    "<",
    "load_yaml",
    "endload",
    "\\",
    "\"",
    "0x",
    "1e",
    "self",
    "super",
];

const VALUES: &[&str] = &[
    "1",
    "0",
    "-1",
    "-9223372036854775807 - 1",
    "9223372036854775807",
    "1.5",
    "1e308 * 10",
    "0.0 - 1.0",
    "'a'",
    "''",
    "'é ü'",
    "'a,b'",
    "none",
    "true",
    "[]",
    "[1, 'a', none]",
    "[[1, 2], [3]]",
    "{'a': 1}",
    "{}",
    "(1, 2)",
    "range(3)",
    "x",
    "nope",
    "'{0} {a}'",
    "'%s %d'",
    "{'a': 1}.items()",
    "namespace()",
    "1 if false",
    "'a: [1'",
    "[{'a': 1}]",
    "'(a'",
    "'2024-01-31'",
    "100000",
    "'10.0.0.0/8'",
];

const CALLS: &[&str] = &[
    "abs",
    "attr",
    "batch",
    "capitalize",
    "center",
    "default",
    "dictsort",
    "escape",
    "filesizeformat",
    "first",
    "float",
    "format",
    "groupby",
    "indent",
    "int",
    "items",
    "join",
    "json",
    "last",
    "length",
    "list",
    "load_json",
    "load_yaml",
    "lower",
    "map",
    "max",
    "min",
    "pprint",
    "python",
    "random",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "round",
    "select",
    "selectattr",
    "slice",
    "sort",
    "string",
    "striptags",
    "sum",
    "title",
    "tojson",
    "trim",
    "truncate",
    "unique",
    "urlencode",
    "wordcount",
    "wordwrap",
    "xmlattr",
    "yaml",
    "append",
    "extend",
    "insert",
    "pop",
    "remove",
    "clear",
    "index",
    "count",
    "copy",
    "get",
    "keys",
    "values",
    "update",
    "setdefault",
    "popitem",
    "fromkeys",
    "split",
    "rsplit",
    "splitlines",
    "partition",
    "rpartition",
    "strip",
    "find",
    "rfind",
    "startswith",
    "zfill",
    "ljust",
    "rjust",
    "expandtabs",
    "translate",
    "format_map",
    "removeprefix",
    "range",
    "dict",
    "namespace",
    "cycler",
    "joiner",
    "raise",
    "ifelse",
    "odd",
    "divisibleby",
    "in",
    "sameas",
    "eq",
    "lt",
    "match",
    "mapping",
    "iterable",
    "swapcase",
    "isdigit",
    "__setitem__",
    "bit_length",
    "is_integer",
    "union",
    "intersect",
    "difference",
    "symmetric_difference",
    "is_list",
    "is_iter",
    "is_empty",
    "sequence",
    "flatten",
    "avg",
    "exactly_n_true",
    "substring_in_list",
    "sorted_ignorecase",
    "zip",
    "combinations",
    "product",
    "regex_search",
    "regex_match",
    "regex_replace",
    "regex_escape",
    "to_bool",
    "quote",
    "yaml_dquote",
    "yaml_squote",
    "yaml_encode",
    "base64_encode",
    "base64_decode",
    "md5",
    "hmac",
    "hmac_compute",
    "to_num",
    "is_hex",
    "contains_whitespace",
    "to_snake_case",
    "to_camelcase",
    "human_to_bytes",
    "path_join",
    "traverse",
    "set_dict_key_value",
    "append_dict_key_value",
    "extend_dict_key_value",
    "update_dict_key_value",
    "to_entries",
    "from_entries",
    "method_call",
    "dict_to_sls_yaml_params",
    "is_ip",
    "ipaddr",
    "ipv4",
    "ipwrap",
    "network_hosts",
    "network_size",
    "filter_by_networks",
    "salt",
    "odict",
    "nope",
];
