//! The data that a run has about its machine: configuration, grains and pillar.

use std::path::Path;

use super::value::traverse;
use super::{Map, Value};

/// The data that states and templates may read: Salt's minion.
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

    /// The package module: from the configuration's `providers` (`aptpkg`, `yumpkg`), else from the grain `os_family`.
    pub fn package_manager(&self) -> Option<&str> {
        let named = self.opts.get("providers").and_then(Value::as_map).and_then(|map| map.get("pkg"));
        named.or_else(|| self.grains.get("os_family")).and_then(Value::as_str)
    }

    /// Follows a colon path through the pillar.
    pub fn pillar(&self, path: &str) -> Option<&Value> {
        traverse(&self.pillar, path, ":")
    }
}

/// The directory of the minion's files, according to this configuration.
pub fn cachedir(opts: &Map) -> &Path {
    Path::new(opts.get("cachedir").and_then(Value::as_str).unwrap_or("/var/cache/salt/minion"))
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
    fn files_are_kept_where_the_configuration_says_and_else_where_salt_keeps_them() {
        let cases = [
            (serde_json::json!({"cachedir": "/srv/cache"}), "/srv/cache"),
            (serde_json::json!({}), "/var/cache/salt/minion"),
        ];
        for (opts, expected) in cases {
            assert_eq!(cachedir(&map(opts)), Path::new(expected));
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
