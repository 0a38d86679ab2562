//! State modules of Salt that do not exist here, with their replacements.

/// Modules, and their replacements. A name with a star at its end is the beginning of several.
///
/// `docs/states.md` lists them too.
pub const UNBUILT: &[(&[&str], &str)] = &[
    (
        &["rvm", "rbenv", "pyenv"],
        "install the version by pkg.installed, or call the program by cmd.run with unless",
    ),
    (
        &["mongodb_database", "mongodb_user", "influxdb_*", "grafana*", "zabbix_*"],
        "ask the server by cmd.run with unless, or by http.query",
    ),
    (&["at", "incron"], "use cron.present or a timer of systemd"),
    (&["ssh_pki", "gpg", "keystore"], "call the program by cmd.run, with unless or creates"),
    (&["win_*", "mac_*", "chocolatey", "reg"], "nothing: instances are Linux"),
];

/// The replacement of a module that does not exist.
pub fn advice(module: &str) -> Option<&'static str> {
    let is_of = |name: &&str| match name.strip_suffix('*') {
        Some(begin) => module.starts_with(begin),
        None => *name == module,
    };
    UNBUILT.iter().find(|(names, _)| names.iter().any(is_of)).map(|(_, advice)| *advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unbuilt_has_no_functions_and_is_in_the_manual() {
        let manual = include_str!("../../docs/states.md");
        let is_built = |begin: &str| {
            let functions = crate::kinds().flat_map(crate::AnyLocal::functions);
            functions.flat_map(|function| function.names).any(|name| name.starts_with(begin))
        };
        for name in UNBUILT.iter().flat_map(|(names, _)| names.iter()) {
            assert!(manual.contains(&format!("`{name}`")), "{name} is not in docs/states.md");
            assert!(!is_built(&format!("{}.", name.trim_end_matches('*'))), "{name} exists");
        }
    }

    #[test]
    fn a_star_is_for_all_that_begin_so() {
        assert!(advice("zabbix_host").is_some() && advice("win_pki").is_some());
        assert_eq!(advice("cmd"), None);
        assert_eq!(advice("atd"), None);
    }
}
