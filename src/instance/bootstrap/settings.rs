//! The checked settings for bootstrapping: the key `bootstrap` of the configuration.

use indexmap::IndexMap;

use model::{Argument, Fields, Map, Minion, Place, Problem, Problems, Shape, Value};

/// Keys of one binary.
const BINARY: &[Argument] = &[
    Argument::required("url", Shape::Text, "its address: https://… or s3://bucket/key"),
    Argument::required("sha256", Shape::Text, "its digest; the script refuses a program with another one"),
];

/// Binaries by architecture.
const BINARIES: &[Argument] = &[
    Argument::optional("x86_64", Shape::Record(BINARY), "the one for Intel and AMD instances"),
    Argument::optional("aarch64", Shape::Record(BINARY), "the one for Graviton instances"),
];

/// The keys of `bootstrap`.
pub const ARGUMENTS: &[Argument] = &[
    Argument::required("binary", Shape::Record(BINARIES), "the program that instances run, by architecture"),
    Argument::optional(
        "config",
        Shape::Table(&Shape::Any),
        "keys of the instance's configuration, over the defaults",
    ),
    Argument::optional("packages", Shape::Texts, "packages that cloud-init installs before the script"),
    Argument::optional("environment", Shape::Table(&Shape::Text), "environment variables of the script"),
    Argument::optional(
        "sls",
        Shape::Texts,
        "the SLS that is applied after the deployment has succeeded [elb.register]",
    ),
    Argument::optional(
        "on_failure",
        Shape::Word(&["leave", "unhealthy"]),
        "what happens with an instance that failed [leave]",
    ),
    Argument::optional("patience", Shape::Integer, "seconds that the download of the program may take [300]"),
];

/// Keys of `deploy` that user data must not hold: an instance has its role.
const SECRETS: &[&str] = &["keyid", "key", "profile"];

/// The state that registers, unless another one is named.
const REGISTER: &str = "elb.register";

/// One program to download.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Binary {
    /// The architecture, as in `uname -m`.
    pub architecture: &'static str,
    /// Its address.
    pub url: String,
    /// The expected digest, in lower-case hexadecimal.
    pub sha256: String,
}

/// What happens with an instance whose bootstrap failed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum OnFailure {
    /// It stays, out of service, for inspection.
    Leave,
    /// Its group learns that it is unhealthy, and replaces it.
    Unhealthy,
}

/// The settings of user data.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The programs.
    pub binaries: Vec<Binary>,
    /// The instance's configuration.
    pub config: Map,
    /// Packages to install first.
    pub packages: Vec<String>,
    /// Variables of the script.
    pub environment: IndexMap<String, String>,
    /// The SLS that is applied at the end.
    pub sls: Vec<String>,
    /// What happens with an instance that failed.
    pub on_failure: OnFailure,
    /// The timeout of a download in seconds.
    pub patience: u32,
}

impl Settings {
    /// Reads the key `bootstrap` of the configuration; the instance gets the same `deploy`, unless `config` overrides
    /// it.
    ///
    /// # Errors
    /// All mistakes in it.
    pub fn read(minion: &Minion) -> Result<Self, Problems> {
        let place = Place::file("the minion configuration");
        let mut problems = Problems::default();
        let given = minion.opts.get("bootstrap");
        let Some(fields) = Fields::of_setting(ARGUMENTS, given, &place, "bootstrap", &mut problems) else {
            let hint = "it names the program to fetch: 'bootstrap: {binary: {x86_64: {url: …, sha256: …}}}'";
            problems.push(Problem::at(&place, "there is no mapping 'bootstrap'").hint(hint));
            return Err(problems);
        };
        let read = Self {
            binaries: binaries(&fields, &mut problems),
            config: config(&fields, minion),
            packages: fields.texts("packages").unwrap_or_default(),
            environment: environment(&fields, &mut problems),
            sls: fields.texts("sls").unwrap_or_else(|| vec![REGISTER.to_owned()]),
            on_failure: match fields.text("on_failure").as_deref() {
                Some("unhealthy") => OnFailure::Unhealthy,
                _ => OnFailure::Leave,
            },
            patience: fields
                .integer("patience")
                .and_then(|seconds| u32::try_from(seconds).ok())
                .unwrap_or(300),
        };
        problems.or(read)
    }
}

fn binaries(fields: &Fields, problems: &mut Problems) -> Vec<Binary> {
    let Some(given) = fields.record("binary") else { return vec![] };
    let mut found = vec![];
    for argument in BINARIES {
        let Some(one) = given.record(argument.name) else { continue };
        let binary = Binary {
            architecture: argument.name,
            url: one.required_text("url"),
            sha256: one.required_text("sha256").to_ascii_lowercase(),
        };
        let subject = format!("bootstrap.binary.{}", argument.name);
        let schemes = ["https://", "http://", "s3://"];
        let is_quiet = |c: char| c.is_ascii_graphic() && !matches!(c, '\'' | '"' | '\\' | '`' | '$');
        if !schemes.iter().any(|scheme| binary.url.starts_with(scheme)) || !binary.url.chars().all(is_quiet) {
            let problem = format!("'{subject}.url' is not an address of a program: {}", binary.url);
            problems.push(
                Problem::at(one.place_of("url"), problem)
                    .hint("write an address that begins with https://, http:// or s3://"),
            );
        }
        if binary.sha256.len() != 64 || !binary.sha256.chars().all(|c| c.is_ascii_hexdigit()) {
            let problem = format!("'{subject}.sha256' is not a SHA-256 digest in hexadecimal");
            problems.push(
                Problem::at(one.place_of("sha256"), problem).hint("sha256sum of the program prints it"),
            );
        }
        found.push(binary);
    }
    if found.is_empty() {
        let hint = "name 'x86_64', 'aarch64' or both, each with 'url' and 'sha256'";
        problems
            .push(Problem::at(fields.place_of("binary"), "'bootstrap.binary' names no program").hint(hint));
    }
    found
}

/// The configuration of an instance: the trees of its releases, and the store of the releases.
fn config(fields: &Fields, minion: &Minion) -> Map {
    let mut config = Map::new();
    config.insert("file_client".into(), "local".into());
    for key in ["file_roots", "pillar_roots"] {
        config.insert(key.into(), roots(if key == "file_roots" { "states" } else { "pillar" }));
    }
    if let Some(Value::Map(deploy)) = minion.opts.get("deploy") {
        let without_keys =
            deploy.iter().filter(|(key, _)| !SECRETS.iter().any(|secret| key.as_str() == Some(*secret)));
        let without_keys = without_keys.map(|(key, value)| (key.clone(), value.clone())).collect();
        config.insert("deploy".into(), without_keys);
    }
    for (key, node) in fields.table("config").unwrap_or_default() {
        config.insert(key.as_str().into(), node.to_value());
    }
    config
}

/// The service's own tree before the tree that all services share.
fn roots(tree: &str) -> Value {
    let paths = ["service", "base"].map(|owner| Value::from(format!("/srv/{owner}/current/{tree}")));
    [("base", Value::List(paths.to_vec()))].into_iter().collect()
}

fn environment(fields: &Fields, problems: &mut Problems) -> IndexMap<String, String> {
    let given = fields.text_table("environment").unwrap_or_default();
    for name in given.keys() {
        let is_name = !name.is_empty()
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            let problem = format!(
                "'bootstrap.environment' names '{name}', which is not a valid name of a shell variable"
            );
            problems.push(Problem::at(fields.place_of("environment"), problem));
        }
    }
    given
}
