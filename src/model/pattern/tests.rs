use super::*;
use crate::recorded_errors as errors;
use crate::recorded_pins::Pins;

/// Deliberate differences: the pattern, and the reason.
const ON_PURPOSE: &[(&str, &str)] = &[
    (r"(?a)\w+", "text is Unicode, whatever the flag says"),
    ("(?L)a", "the flag is passed over, as text has no locale here"),
];

fn as_json(found: Option<Vec<Option<&str>>>) -> serde_json::Value {
    found.into()
}

/// Patterns whose matches Python's `re` recorded, see `tests/it/patterns/record.py`.
#[test]
fn patterns_match_what_they_match_in_python() {
    let pins = Pins::of("tests/it/patterns/pinned.json");
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in include_str!("../../../tests/it/patterns/cases.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let (pattern, text) = (case["p"].as_str().unwrap(), case["t"].as_str().unwrap());
        count += 1;
        let flags = Flags::of_number(case["f"].as_i64().unwrap_or_default());
        let ours = || -> Result<serde_json::Value, PatternError> {
            let mut ours = case.clone();
            ours["search"] = as_json(Pattern::new(pattern, flags)?.groups(text)?);
            ours["match"] = as_json(Pattern::at_start(pattern, flags)?.groups(text)?);
            ours["full"] = as_json(Pattern::of_whole(pattern, flags)?.groups(text)?);
            if let Some(replacement) = case["r"].as_str() {
                let (made, count) = Pattern::new(pattern, flags)?.replace(text, replacement, 0, false)?;
                ours["sub"] = serde_json::json!([made, count]);
            }
            Ok(ours)
        };
        let ours = ours();
        let difference = match (&ours, case["error"].as_str()) {
            (Ok(ours), None) if *ours == case => None,
            (Err(error), Some(salts)) => errors::difference(&error.to_string(), salts),
            (ours, _) => Some(format!("\n  python: {case}\n  ours: {ours:?}")),
        };
        let why = ON_PURPOSE.iter().find(|(known, _)| *known == pattern).map(|(_, why)| *why);
        let key = format!("{pattern} in {text} {}{}", case["f"], case["r"]);
        let shown = || ours.unwrap_or_else(|error| error.to_string().into());
        wrong.extend(pins.judged(&key, why, difference, shown));
    }
    for (known, why) in ON_PURPOSE {
        let is_used = pins.has_used(|case| case.starts_with(&format!("{known} in ")));
        wrong.extend((!is_used).then(|| format!("{known} is no case: {why}")));
    }
    wrong.extend(pins.unused(|_| true));
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 190, "{count} cases are too few");
}

#[test]
fn a_pattern_that_takes_too_long_says_so() {
    let pattern = Pattern::new("(a|a|(?=b))*$", Flags::default()).unwrap();
    let text = format!("{}!", "a".repeat(40));
    assert!(matches!(pattern.matches(&text), Err(PatternError::TooLong { .. })));
    assert!(!pattern.is_in(&text));
}
