//! The grains of this host: from files, programs, the environment, and on EC2 from the instance's metadata.
//!
//! Law: AWS is asked for the instance's group only if neither host name, environment nor metadata name the service.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use grains::instance::{Cache, Instance, MetadataService, is_instance};
use grains::system::{Interface, Process};
use grains::{Convention, Grains, Pattern, Sources, executables};

use super::aws_profiles;
use super::hyphens;
use super::reach::Reach;
use crate::error::CliError;
use crate::settings::Settings;
use aws::Connection;
use instance::identity;
use model::minion::cachedir;
use model::{Key, Map, Place, Problem, Problems, Value, chain};
use sls::config::Config;
use sls::yaml;

/// The timeout of a program of `grains_dirs`.
const PROGRAM_LIMIT: Duration = Duration::from_secs(10);

/// The timeout of the question for the instance's group.
const GROUP_LIMIT: Duration = Duration::from_secs(15);

/// The known facts about the host.
pub(super) struct Host {
    /// Its grains.
    pub grains: Map,
    /// Facts that could not be read, with advice.
    pub warnings: Vec<String>,
    /// Why it is not known which instance this is, or of which service: grains are missing.
    pub unknown: Option<String>,
    /// The instance, if this is one.
    pub instance: Option<Instance>,
}

/// Collects the grains of this host and of the service that the environment names.
///
/// # Errors
///
/// All mistakes in the file of static grains or in the convention of host names.
pub(super) fn describe(settings: &Settings, config: &Config, reach: &Reach) -> Result<Host, CliError> {
    aws_profiles::read(settings).keep();
    let mut warnings = Vec::new();
    let mut found = Found::default();
    let directories = paths(&config.opts, "grains_dirs");
    let (printed, faults) = executables::grains(&directories, &settings.environment, PROGRAM_LIMIT);
    warnings.extend(faults.iter().map(|fault| format!("{fault}: {}", fault.hint())));
    let mut sources = Sources::default();
    sources.machine = grains::system::machine();
    sources.environment = settings.environment.clone();
    sources.interfaces = Interface::of_this_machine();
    sources.process = Some(Process::own(&settings.directory));
    sources.executables = printed;
    sources.static_grains = static_grains(settings).map_err(CliError::Config)?;
    sources.config = for_grains(&config.grains);
    sources.id = config.id.clone();
    sources.convention = convention(&config.opts).map_err(CliError::Config)?;
    let is_wanted = |key: &str| config.opts.get(key).and_then(Value::as_bool) != Some(false);
    sources.looks_for_gpus = is_wanted("enable_lspci") && is_wanted("enable_gpu_grains");
    if let Some(service) = metadata_service(settings, &config.opts, &sources.root) {
        let file = cachedir(&config.opts).join("ec2.json");
        let cache = Cache::new(&sources.root, file);
        let known = settings.instance.clone();
        // A new answer of the metadata service, which may not have it, takes the place of the older one.
        let earlier = cache.as_ref().and_then(Cache::get_expired);
        let earlier_group = earlier.and_then(|it| it.group_name().map(str::to_owned));
        let asked = Asked { service, cache, reach, known, earlier_group };
        found = asked.discover(&sources, &mut warnings);
        sources.discovered.clone_from(&found.grains);
    }
    let grains = grains::collect(&sources);
    warnings.extend(hyphens::unusable(&sources, &grains));
    let Found { unknown, instance, .. } = found;
    let grains = grains.into_iter().map(|(name, value)| (Key::from(name), Value::from(value))).collect();
    Ok(Host { grains, warnings, unknown, instance })
}

/// The metadata service for grains; none if the configuration wants none of them.
pub(super) fn metadata_service(settings: &Settings, opts: &Map, root: &Path) -> Option<MetadataService> {
    if opts.get("metadata_server_grains").and_then(Value::as_bool) == Some(false) {
        return None;
    }
    instance_metadata(settings, root)
}

/// The metadata service, on an instance or if the environment names one; unless it is turned off.
///
/// EC2 is detected from the firmware, so other hosts never wait for the metadata service.
/// See <https://docs.aws.amazon.com/sdkref/latest/guide/feature-imds-credentials.html>.
pub fn instance_metadata(settings: &Settings, root: &Path) -> Option<MetadataService> {
    let variable =
        |name: &str| settings.environment.get(name).map(String::as_str).filter(|text| !text.is_empty());
    let is_off = variable("AWS_EC2_METADATA_DISABLED").is_some_and(|text| text.eq_ignore_ascii_case("true"));
    if is_off {
        return None;
    }
    match variable("AWS_EC2_METADATA_SERVICE_ENDPOINT") {
        Some(endpoint) => Some(MetadataService::at(endpoint)),
        None => is_instance(root).then(MetadataService::default),
    }
}

/// The source of the instance's grains.
struct Asked<'a> {
    service: MetadataService,
    cache: Option<Cache>,
    reach: &'a Reach,
    /// The instance, if the caller knows it: it is not asked for again.
    known: Option<Instance>,
    /// The group that an earlier run of this boot found.
    earlier_group: Option<String>,
}

/// What was found out about the instance.
#[derive(Default)]
struct Found {
    grains: Vec<Grains>,
    instance: Option<Instance>,
    unknown: Option<String>,
}

impl Asked<'_> {
    /// The instance's own grains, and the parts of its group's name that the host name does not give.
    fn discover(&self, sources: &Sources, warnings: &mut Vec<String>) -> Found {
        let mut instance = match self.instance(warnings) {
            Ok(instance) => instance,
            Err(unknown) => return Found { unknown: Some(unknown), ..Found::default() },
        };
        let own = grains::collect(sources);
        let host = own.get("fqdn").and_then(serde_json::Value::as_str).unwrap_or_default();
        let is_named = sources.convention.parse(host).is_some()
            || sources.environment.get("SERVICE_NAME").is_some_and(|name| !name.is_empty());
        if is_named {
            return Found { grains: vec![instance.grains()], instance: Some(instance), unknown: None };
        }
        let mut unknown = None;
        if instance.group_name().is_none() {
            unknown = self.ask_for_group(&mut instance).err();
            warnings.extend(unknown.clone());
        }
        let id = instance.id().unwrap_or_default();
        let parts = instance.group_name().and_then(|group| sources.convention.parse_group(group, id));
        let parts = parts.unwrap_or_default();
        let parts = parts.into_iter().map(|(name, value)| (name, serde_json::Value::from(value))).collect();
        Found { grains: vec![instance.grains(), parts], instance: Some(instance), unknown }
    }

    /// The metadata, kept from an earlier run of this boot or read now. If they cannot be read now, older ones of this boot
    /// are used. An error says why they are not known.
    fn instance(&self, warnings: &mut Vec<String>) -> Result<Instance, String> {
        if let Some(known) = &self.known {
            return Ok(known.clone());
        }
        #[expect(clippy::disallowed_methods, reason = "the clock of the command line")]
        let now = SystemTime::now();
        if let Some(kept) = self.cache.as_ref().and_then(|cache| cache.get(now)) {
            return Ok(kept);
        }
        match self.service.describe() {
            Ok(instance) => {
                self.keep(&instance);
                Ok(instance)
            }
            Err(error) => {
                let why = format!("{error}: {}", error.hint());
                let expired = self.cache.as_ref().and_then(Cache::get_expired);
                let used = if expired.is_some() {
                    "older grains ec2_* of this boot are used"
                } else {
                    "no grains ec2_*"
                };
                let why = format!("{used}: {why}");
                warnings.push(why.clone());
                expired.ok_or(why)
            }
        }
    }

    /// Asks AWS for the group. If AWS does not answer, the group of this boot that was found earlier counts.
    fn ask_for_group(&self, instance: &mut Instance) -> Result<(), String> {
        let Some(id) = instance.id().map(str::to_owned) else { return Ok(()) };
        let connection = Connection { region: instance.region().map(str::to_owned), ..Connection::default() };
        let asked = self.reach.wait(async {
            let aws = self.reach.snapshot().sessions().open(&connection).await;
            tokio::time::timeout(GROUP_LIMIT, identity::group_of(&aws, &id)).await
        });
        let why = match asked {
            Ok(Ok(Ok(Some(group)))) => {
                instance.set_group_name(group);
                self.keep(instance);
                return Ok(());
            }
            Ok(Ok(Ok(None))) => return Ok(()),
            Ok(Ok(Err(error))) => format!(
                "the Auto Scaling group of {id} is not known, and neither is its service: {error}: let \
                 the instance read its tags from its metadata (InstanceMetadataTags=enabled), or allow \
                 ec2:DescribeTags"
            ),
            Ok(Err(_)) => format!("AWS did not name the Auto Scaling group of {id} within {GROUP_LIMIT:?}"),
            Err(error) => error.report().render(crate::render::color::Paint::new(false)),
        };
        match &self.earlier_group {
            Some(group) => {
                instance.set_group_name(group.clone());
                self.keep(instance);
                Ok(())
            }
            None => Err(why),
        }
    }

    fn keep(&self, instance: &Instance) {
        // Another run asks again; nothing else depends on it.
        drop(self.cache.as_ref().map(|cache| cache.put(instance)));
    }
}

/// `host_names`: the ordered forms of host names, each with the names derived from its parts.
/// The convention of host names, `host_names` of the configuration.
///
/// # Errors
///
/// Forms that cannot be read.
pub fn convention(opts: &Map) -> Result<Convention, Problems> {
    let Some(written) = opts.get("host_names") else { return Ok(Convention::default()) };
    let mut patterns = Vec::new();
    let mut problems = Problems::default();
    let refuse = |message: String| {
        Problem::nowhere(message).hint(
            "for example: host_names: [{host: '{service_name}-{region}-{service_node}', cluster_name: '{service_name}-{region}'}]",
        )
    };
    for entry in written.as_list().unwrap_or_default() {
        let pairs: Option<Vec<(String, &str)>> = entry.as_map().and_then(|map| {
            map.iter().map(|(name, value)| Some((name.to_string(), value.as_str()?))).collect()
        });
        let Some(pairs) = pairs else {
            problems.push(refuse("an entry of 'host_names' is no mapping of texts".to_owned()));
            continue;
        };
        let host = pairs.iter().find(|(name, _)| name == "host").map_or("", |(_, template)| *template);
        let derived: Vec<(&str, &str)> = pairs
            .iter()
            .filter(|(name, _)| name != "host")
            .map(|(name, text)| (name.as_str(), *text))
            .collect();
        match Pattern::new(host, &derived) {
            Ok(pattern) => patterns.push(pattern),
            Err(error) => problems.push(refuse(format!("'host_names': {}", chain(&error)))),
        }
    }
    if patterns.is_empty() && problems.is_empty() {
        problems.push(refuse("'host_names' is no list of forms".to_owned()));
    }
    problems.or(Convention::new(patterns))
}

/// The file `grains` beside the file `minion`.
///
/// See <https://docs.saltproject.io/en/3007/topics/grains/index.html#grains-in-etc-salt-grains>.
fn static_grains(settings: &Settings) -> Result<Grains, Problems> {
    let Some(dir) = &settings.config.dir else { return Ok(Grains::new()) };
    let path = dir.join("grains");
    let shown = path.display().to_string();
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Grains::new()),
        Err(error) => {
            return Err(
                Problem::at(&Place::file(shown), format!("static grains cannot be read: {error}")).into()
            );
        }
    };
    match yaml::parse_file(&text, &shown)?.to_value() {
        Value::Map(map) => Ok(for_grains(&map)),
        Value::Null => Ok(Grains::new()),
        other => {
            let message = format!("static grains are a mapping, not {}", other.type_name());
            Err(Problem::at(&Place::new(shown, 1, 1), message).into())
        }
    }
}

fn for_grains(map: &Map) -> Grains {
    map.iter().map(|(name, value)| (name.to_string(), value.to_json())).collect()
}

fn paths(opts: &Map, key: &str) -> Vec<PathBuf> {
    let list = opts.get(key).and_then(Value::as_list).unwrap_or_default();
    list.iter().filter_map(Value::as_str).map(PathBuf::from).collect()
}
