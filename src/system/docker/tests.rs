use indexmap::IndexMap;
use serde_json::json;

use super::read;
use crate::model::Value;

#[test]
fn words_and_pairs_are_read_as_on_the_command_line() {
    let value = |json| Value::from(json);
    assert_eq!(read::words(&value(json!("a, b,,c"))), ["a", "b", "c"]);
    assert_eq!(read::words(&value(json!(["a,b", 80]))), ["a,b", "80"]);
    let pairs = |json| read::pairs(&value(json), '=').into_iter().collect::<IndexMap<_, _>>();
    let expected: IndexMap<String, Option<String>> =
        [("a".into(), Some("1".into())), ("b".into(), Some("x=y".into())), ("c".into(), None)]
            .into_iter()
            .collect();
    assert_eq!(pairs(json!(["a=1", {"b": "x=y"}, "c"])), expected);
    assert_eq!(pairs(json!("a = 1, b=x=y ,c")), expected);
}
