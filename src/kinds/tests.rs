use std::collections::HashSet;

use super::*;

#[test]
fn every_function_name_belongs_to_one_kind() {
    let mut seen = HashSet::new();
    for name in state_functions().flat_map(|function| function.names) {
        assert!(seen.insert(name), "{name} is declared twice");
        assert!(name.contains('.'), "{name} is no state function");
    }
}

#[test]
fn every_kind_has_its_own_name() {
    let mut seen = HashSet::new();
    for source in sources() {
        assert!(seen.insert(source.kind()), "{} is listed twice", source.kind());
    }
}
