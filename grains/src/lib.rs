//! Host names by convention, and the facts of a machine, as Salt grains.
//!
//! [`collect`] answers all grains of one machine from [`Sources`], which the caller fills: the crate reads files below
//! the root it is given, and neither the environment nor the network; what needs these (`executables::grains`,
//! `instance::MetadataService`) is called by who wants it. Later sources win, as with Salt:
//!
//! 1. facts of the system, from files ([`system`])
//! 2. what programs of the user's own print (`executables`)
//! 3. the static grains file (Salt's `/etc/salt/grains`)
//! 4. `grains:` of the configuration
//! 5. what a host name says by convention ([`convention`])
//! 6. what was discovered elsewhere: an instance's metadata ([`instance`]), its Auto Scaling group
//! 7. `SERVICE_NAME`, `SERVICE_INSTANCE`, `REGION`, … of the environment ([`environment`])
//!
//! In the end `cluster_name`, `service_group` and their like are made from the parts that won.
//! Order of precedence: <https://docs.saltproject.io/en/3007/topics/grains/index.html#precedence>.
//!
//! # Features
//!
//! All are on by default. `executables` runs programs that print grains as JSON, `yaml` lets them print YAML too, and `metadata` asks
//! the instance metadata service of EC2 over HTTP. Without them nothing is run and nobody is asked.
//!
//! # Machines
//!
//! Linux alone, of any processor.

pub mod convention;
pub mod environment;
#[cfg(feature = "executables")]
pub mod executables;
pub mod instance;
pub mod system;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Map, Value};

pub use convention::{Convention, ConventionError, Pattern, Template};

/// The host name that the parts make by convention: what the instance should be called.
pub const HOST_NAME: &str = "service_host_name";

/// Grains by name: sorted, or in the order in which they became known where `serde_json` has its feature `preserve_order`.
pub type Grains = Map<String, Value>;

/// Where the grains of one machine come from. Later versions may know more of them: begin with [`Sources::default`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sources {
    /// The root below which `/etc` and `/proc` are read.
    pub root: PathBuf,
    /// What processor this is, as `uname -m` calls it, for kernels before 6.1, which do not say it in a file:
    /// [`system::machine`]. Without it such a machine has no `cpuarch`.
    pub machine: Option<String>,
    /// The environment, whole; only the names in [`environment::NAMES`] are looked at.
    pub environment: BTreeMap<String, String>,
    /// The network interfaces: [`Interface::of_this_machine`](system::Interface::of_this_machine).
    pub interfaces: Vec<system::Interface>,
    /// The process that asks.
    pub process: Option<system::Process>,
    /// What the user's programs printed.
    pub executables: Grains,
    /// The static grains file, parsed.
    pub static_grains: Grains,
    /// `grains:` of the configuration.
    pub config: Grains,
    /// `id:` of the configuration; without it the fully qualified host name is the id.
    pub id: Option<String>,
    /// How host names are made.
    pub convention: Convention,
    /// Whether graphics adapters are looked for: `enable_gpu_grains` of the configuration.
    pub looks_for_gpus: bool,
    /// Grains found out by other means, weaker than the environment alone. Later entries win.
    pub discovered: Vec<Grains>,
}

impl Default for Sources {
    fn default() -> Self {
        Self {
            root: PathBuf::from("/"),
            machine: None,
            environment: BTreeMap::new(),
            interfaces: Vec::new(),
            process: None,
            executables: Grains::new(),
            static_grains: Grains::new(),
            config: Grains::new(),
            id: None,
            convention: Convention::default(),
            looks_for_gpus: true,
            discovered: Vec::new(),
        }
    }
}

/// Collects all grains of a machine.
///
/// A file that is missing or unreadable leaves its grains out; nothing fails. A `cluster_name` or the like that was
/// written down stays, unless host name, discovery or environment told a part that it is made of.
pub fn collect(sources: &Sources) -> Grains {
    let mut grains = system::facts(&sources.root, sources.machine.as_deref());
    system::add_given(sources, &mut grains);
    if let Some(id) = sources.id.clone().or_else(|| text(&grains, "fqdn")) {
        grains.insert("id".to_owned(), Value::from(id));
    }
    merge(&mut grains, &sources.executables);
    merge(&mut grains, &sources.static_grains);
    merge(&mut grains, &sources.config);

    let host = text(&grains, "fqdn").unwrap_or_default();
    let mut told = sources.convention.parse(&host).map(as_grains).unwrap_or_default();
    for discovered in &sources.discovered {
        merge(&mut told, discovered);
    }
    merge(&mut told, &environment::grains(&sources.environment));
    merge(&mut grains, &told);

    let parts = sources.convention.parts(&grains);
    let told_a_part = parts.keys().any(|part| told.contains_key(part));
    for (name, value) in sources.convention.derive(&parts) {
        if told_a_part || !grains.contains_key(&name) {
            grains.insert(name, Value::from(value));
        }
    }
    if let Some(id) = text(&grains, "id").filter(|_| !grains.contains_key("server_id")) {
        grains.insert("server_id".to_owned(), Value::from(system::server_id(&id)));
    }
    if let Some(name) = sources.convention.host_name(&parts) {
        grains.insert(HOST_NAME.to_owned(), Value::from(name));
    }
    grains
}

fn merge(into: &mut Grains, over: &Grains) {
    into.extend(over.iter().map(|(name, value)| (name.clone(), value.clone())));
}

fn as_grains(parts: convention::Parts) -> Grains {
    parts.into_iter().map(|(name, value)| (name, Value::from(value))).collect()
}

fn text(grains: &Grains, name: &str) -> Option<String> {
    grains.get(name).and_then(Value::as_str).map(str::to_owned)
}

/// The code of the README is tested as well.
#[cfg(all(doctest, feature = "metadata"))]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;
