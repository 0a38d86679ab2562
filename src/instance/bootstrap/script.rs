//! The script: the settings from the configuration, quoted for the shell, before the common part of every bootstrap.

use super::settings::{OnFailure, Settings};
use model::python::shell_quoted;

/// The common part of every bootstrap.
const BODY: &str = include_str!("script.sh");

/// The script that puts an instance of a service into service.
pub(super) fn write(settings: &Settings, service: &str, instance: &str) -> String {
    let mut lines = vec![
        "#!/bin/sh".to_owned(),
        format!("# Brings {service} {instance} into service. Made by `orchestrate bootstrap user-data`."),
        "set -eu".to_owned(),
        format!("service={}", shell_quoted(service)),
        format!("instance={}", shell_quoted(instance)),
        format!("patience={}", settings.patience),
        format!("all_sls={}", shell_quoted(&settings.sls.join(" "))),
        format!(
            "on_failure={}",
            match settings.on_failure {
                OnFailure::Leave => "leave",
                OnFailure::Unhealthy => "unhealthy",
            }
        ),
    ];
    lines.extend(
        settings.environment.iter().map(|(name, value)| format!("export {name}={}", shell_quoted(value))),
    );
    lines.extend(["fetch_for() {".to_owned(), "  case $1 in".to_owned()]);
    lines.extend(settings.binaries.iter().map(|binary| {
        format!("  {}) fetch {} {} ;;", binary.architecture, shell_quoted(&binary.url), binary.sha256)
    }));
    lines.push("  *) say \"no program is named for $1\" && exit 1 ;;".to_owned());
    lines.extend(["  esac".to_owned(), "}".to_owned(), String::new()]);
    lines.join("\n") + BODY
}
