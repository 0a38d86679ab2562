//! Words that nobody should type: an error, never a panic.

use proptest::prelude::*;

use super::Place;

/// Words near to what means something, and words that mean nothing.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("state.sls".to_owned()),
        Just("state.show_low_sls".to_owned()),
        Just("pillar.get".to_owned()),
        Just("sys.doc".to_owned()),
        Just("--out=json".to_owned()),
        Just("--out-indent".to_owned()),
        Just("-c".to_owned()),
        Just("--".to_owned()),
        "-{0,2}[a-z_-]{0,12}=?[ -~]{0,6}",
        "[a-z_.]{1,8}=[ -~]{0,12}",
        "[^\0]{0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn junk_never_ends_in_a_panic(words in proptest::collection::vec(word(), 0..5)) {
        let place = Place::new();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let printed = place.run_words(&words);
        prop_assert!(matches!(printed.code, Some(0 | 1 | 64)), "{:?}", printed.code);
        prop_assert!(!printed.stderr.contains("panicked"), "{}", printed.stderr);
    }
}
