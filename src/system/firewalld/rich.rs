//! Rich rules: `rule service name="ssh" accept`. See firewalld.richlanguage(5).

use std::collections::BTreeSet;

use super::part::Difference;
use machine::process;

/// The elements of a rule with their attributes. A limit belongs to the element before it, and so does a `not`.
fn elements(rule: &str) -> BTreeSet<(String, BTreeSet<String>)> {
    let mut all: Vec<(String, BTreeSet<String>)> = vec![];
    for word in process::split(rule).unwrap_or_else(|| vec![rule.to_owned()]) {
        let is_attribute = word.contains('=') || word.eq_ignore_ascii_case("not");
        match all.last_mut() {
            Some((_, attributes)) if is_attribute => {
                let word = if word.contains('=') { word } else { word.to_lowercase() };
                attributes.insert(word);
            }
            Some((element, _)) if word == "limit" => {
                let name = format!("{element} limit");
                all.push((name, BTreeSet::new()));
            }
            _ => all.push((word, BTreeSet::new())),
        }
    }
    all.into_iter().collect()
}

/// The differences: quotation marks and the order of elements are ignored.
pub(super) fn difference(wanted: &[String], current: &[String]) -> Difference {
    let without = |all: &[String], other: &[String]| -> Vec<String> {
        let other: Vec<_> = other.iter().map(|rule| elements(rule)).collect();
        all.iter().filter(|rule| !other.contains(&elements(rule))).cloned().collect()
    };
    Difference { new: without(wanted, current), old: without(current, wanted) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_found_however_it_is_written() {
        for (written, listed, is_same) in [
            ("rule service name=ssh accept", "rule service name=\"ssh\" accept", true),
            ("rule accept service name='ssh'", "rule service name=\"ssh\" accept", true),
            ("rule service name=ssh drop", "rule service name=\"ssh\" accept", false),
            (
                "rule family=ipv4 source NOT address=10.0.0.0/8 drop",
                "rule family=\"ipv4\" source not address=\"10.0.0.0/8\" drop",
                true,
            ),
            (
                "rule family=ipv4 source address=10.0.0.1 drop",
                "rule family=\"ipv4\" destination address=\"10.0.0.1\" drop",
                false,
            ),
            ("rule log limit value=1/m accept", "rule log accept limit value=\"1/m\"", false),
        ] {
            let difference = difference(&[written.to_owned()], &[listed.to_owned()]);
            assert_eq!(difference == Difference::default(), is_same, "{written}");
        }
    }
}
