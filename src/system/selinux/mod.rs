//! `selinux.*`: the mode of SELinux and its policy, by `semanage`, `setsebool`, `semodule`, `setenforce` and `restorecon`.
//!
//! ```yaml
//! enforcing:
//!   selinux.mode: []
//! httpd_can_network_connect:
//!   selinux.boolean:
//!     - value: True
//!     - persist: True
//! '/srv/www(/.*)?':
//!   selinux.fcontext_policy_present:
//!     - sel_type: httpd_sys_content_t
//! /srv/www:
//!   selinux.fcontext_policy_applied:
//!     - recursive: True
//! tcp/8080:
//!   selinux.port_policy_present:
//!     - sel_type: http_port_t
//! ```
//!
//! A program that is missing or fails is an error in a real run. A test run reports it and predicts a change, because an earlier state may
//! install the program.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.selinux.html>.

mod boolean;
mod files;
mod mode;
mod module;
mod port;
mod spec;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, act};
use machine::process::AskError;
use machine::selinux::{self, Boolean, FileRule, Mode, Module, PortRule, Relabel};
use model::{Function, Outcome, chain};

/// The state module `selinux`.
pub struct Selinux;

/// What SELinux and its programs report.
#[derive(Clone, Debug)]
pub enum Live {
    /// The mode of the kernel, and the text of the configuration.
    Mode(Mode, Option<String>),
    Booleans(BTreeMap<String, Boolean>),
    /// The modules, and the file of the module that a call installs.
    Modules(BTreeMap<String, Module>, Option<module::Source>),
    Files(Vec<FileRule>),
    Labels(Vec<Relabel>),
    Ports(Vec<PortRule>),
    /// The reason why a program reports nothing.
    Unread(String),
}

impl LocalState for Selinux {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let fields = call.fields;
        let found = match call.function.verb {
            "mode" => {
                let text = selinux::configuration().map_err(|error| Outcome::failed(chain(&error)))?;
                return Ok(Live::Mode(Mode::now(), text));
            }
            "boolean" => selinux::booleans().await.map(Live::Booleans),
            "module" | "module_install" | "module_remove" => {
                let source = module::source(&call).await?;
                selinux::modules().await.map(|modules| Live::Modules(modules, source))
            }
            "fcontext_policy_applied" => {
                let recursive = fields.boolean("recursive") == Some(true);
                selinux::relabels(call.name, recursive).await.map(Live::Labels)
            }
            "port_policy_present" | "port_policy_absent" => selinux::port_rules().await.map(Live::Ports),
            _ => selinux::file_rules().await.map(Live::Files),
        };
        Ok(found.unwrap_or_else(|error: AskError| Live::Unread(chain(&error))))
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match live {
            Live::Mode(now, text) => mode::diff(&call, now, text.as_deref()),
            Live::Booleans(all) => boolean::diff(&call, &all),
            Live::Modules(all, source) => module::diff(&call, &all, source.as_ref()),
            Live::Files(rules) => files::diff(&call, &rules),
            Live::Labels(all) => files::labels(&call, &all),
            Live::Ports(rules) => port::diff(&call, &rules),
            Live::Unread(why) => act(Outcome::would_change(why.clone()), vec![], Outcome::failed(why)),
        }
    }
}

/// Runs a program that must succeed.
fn run(words: &[&str]) -> Operation {
    Operation::run(selinux::program(words))
}
