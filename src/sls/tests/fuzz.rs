use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::World;

/// Data of any shape, with many of the words that have a meaning.
fn data() -> impl Strategy<Value = Json> {
    let word = prop::sample::select(vec![
        "x", "y", "a.b", "test", "test.nop", "nop", "include", "extend", "exclude", "require", "watch_in",
        "names", "name", "order", "last", "first", "sls", "id", "__x", ".", "..a", "b", "*", "[", "", "use",
        "key", "base", "match", "unless",
    ]);
    let leaf = prop_oneof![
        word.clone().prop_map(|word| json!(word)),
        any::<i8>().prop_map(|number| json!(number)),
        any::<f32>().prop_map(|number| json!(number)),
        Just(json!(null)),
        any::<bool>().prop_map(|truth| json!(truth)),
    ];
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
            prop::collection::vec((word.clone(), inner), 0..5)
                .prop_map(|pairs| pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_data_make_the_compiler_panic(a in data(), b in data(), top in data()) {
        let (a, b, top) = (a.to_string(), b.to_string(), top.to_string());
        let world = World::states(&[
            ("states/a.sls", a.as_str()),
            ("states/b.sls", b.as_str()),
            ("states/top.sls", top.as_str()),
            ("pillar/top.sls", "base: {'*': [a, b]}"),
            ("pillar/a.sls", a.as_str()),
            ("pillar/b.sls", b.as_str()),
        ]);
        let _ = world.low("a,b");
        let _ = world.highstate();
        let _ = world.pillar(None);
    }
}
