//! What a run knows about itself: configuration, grains and pillar.

use super::{Map, Value};

/// The data that states and templates may consult, in Salt's words the minion.
#[derive(Clone, Debug, Default)]
pub struct Minion {
    /// The minion configuration, defaults filled in.
    pub opts: Map,
    /// The grains.
    pub grains: Map,
    /// The compiled pillar.
    pub pillar: Map,
}

impl Minion {
    /// Looks up a top-level key in configuration, grains, pillar and the pillar's `master`, in this order.
    ///
    /// See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.config.html#salt.modules.config.option>.
    pub fn option(&self, key: &str) -> Option<&Value> {
        let found = self.opts.get(key).or_else(|| self.grains.get(key)).or_else(|| self.pillar.get(key));
        found.or_else(|| self.pillar.get("master").and_then(Value::as_map).and_then(|master| master.get(key)))
    }

    /// Walks a colon path through the pillar.
    pub fn pillar(&self, path: &str) -> Option<&Value> {
        if let Some(whole) = self.pillar.get(path) {
            return Some(whole);
        }
        let (first, rest) = path.split_once(':')?;
        self.pillar.get(first)?.traverse(rest, ":")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(json: serde_json::Value) -> Map {
        match Value::from(json) {
            Value::Map(map) => map,
            _ => Map::new(),
        }
    }

    #[test]
    fn configuration_is_asked_before_grains_and_pillar() {
        let minion = Minion {
            opts: map(serde_json::json!({"a": 1})),
            grains: map(serde_json::json!({"a": 2, "b": 2})),
            pillar: map(serde_json::json!({"b": 3, "c": {"d": 3}, "master": {"e": 4}})),
        };
        assert_eq!(minion.option("a"), Some(&Value::Int(1)));
        assert_eq!(minion.option("b"), Some(&Value::Int(2)));
        assert_eq!(minion.option("e"), Some(&Value::Int(4)));
        assert_eq!(minion.pillar("c:d"), Some(&Value::Int(3)));
        assert_eq!(minion.pillar("c:x"), None);
    }
}
