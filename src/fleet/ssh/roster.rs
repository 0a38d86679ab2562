//! The hosts, as a roster of Salt describes them.
//!
//! See <https://docs.saltproject.io/en/3007/topics/ssh/roster.html>.

use model::problem::did_you_mean;
use model::{Map, Value};

/// One host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Host {
    /// Its ID.
    pub id: String,
    /// A name or an address.
    pub address: String,
    /// The port; without it, the client's default.
    pub port: Option<u16>,
    /// Who logs in.
    pub user: Option<String>,
    /// The file of the private key.
    pub key: Option<String>,
    /// True when no other key than that one is tried.
    pub identities_only: bool,
    /// The user that runs the job, through `sudo`; without it, the user who logs in.
    pub sudo: Option<String>,
    /// Seconds until a connection must be there.
    pub timeout: Option<u64>,
    /// The host that the connection goes through: `user@host:port`.
    pub jump: Option<String>,
    /// Options of the client: `Name=value`.
    pub options: Vec<String>,
    /// The directory for program and trees on the host.
    pub directory: Option<String>,
    /// The configuration that the job runs with, its grains among it.
    pub minion_opts: Map,
}

/// Keys of Salt's rosters without effect here: the client asks for no password and gives no terminal.
const WITHOUT_EFFECT: &[&str] =
    &["passwd", "priv_passwd", "tty", "cmd_umask", "mods", "winrm", "set_path", "remote_port_forwards"];
/// Keys that mean something here.
const KNOWN: &[&str] = &[
    "host",
    "port",
    "user",
    "priv",
    "sudo",
    "sudo_user",
    "timeout",
    "jump",
    "ssh_options",
    "identities_only",
    "thin_dir",
    "minion_opts",
    "grains",
];

/// The hosts of a roster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roster {
    /// Sorted by ID.
    pub hosts: Vec<Host>,
    /// What has no effect here.
    pub remarks: Vec<String>,
}

impl Roster {
    /// Reads a roster's data. `defaults` are the values of hosts that say nothing else, under the roster's own keys.
    ///
    /// # Errors
    ///
    /// Everything that is wrong in it, one sentence each.
    pub fn read(data: &Value, defaults: &Map) -> Result<Self, Vec<String>> {
        let none = Map::new();
        let entries = match data {
            Value::Null => &none,
            Value::Map(entries) => entries,
            _ => return Err(vec!["a roster is a mapping of IDs to hosts".to_owned()]),
        };
        let (mut roster, mut wrong) = (Self::default(), vec![]);
        for (id, entry) in entries {
            let id = id.to_string();
            let own = match entry {
                Value::Str(address) => [("host", Value::from(address.as_str()))].into_iter().collect(),
                Value::Map(_) => entry.clone(),
                _ => {
                    wrong.push(format!("{id}: a host is a mapping, or an address alone"));
                    continue;
                }
            };
            let mut all = Value::Map(defaults.clone());
            all.merge(own);
            let reader = Reader { id: &id, entry: all.as_map().unwrap_or(&none) };
            match reader.host() {
                Ok((host, without_effect)) => {
                    roster.hosts.push(host);
                    roster.remarks.extend(without_effect);
                }
                Err(why) => wrong.extend(why.into_iter().map(|why| format!("{id}: {why}"))),
            }
        }
        roster.hosts.sort_by(|a, b| a.id.cmp(&b.id));
        if wrong.is_empty() { Ok(roster) } else { Err(wrong) }
    }
}

struct Reader<'a> {
    id: &'a str,
    entry: &'a Map,
}

impl Reader<'_> {
    fn host(&self) -> Result<(Host, Vec<String>), Vec<String>> {
        let wrong = &mut self.unknown();
        let (address, user) = (take(self.plain("host"), wrong), take(self.plain("user"), wrong));
        let (jump, directory) = (take(self.plain("jump"), wrong), take(self.plain("thin_dir"), wrong));
        let (key, sudo_user) = (take(self.text("priv"), wrong), take(self.plain("sudo_user"), wrong));
        let (port, timeout) = (take(self.number("port"), wrong), take(self.number("timeout"), wrong));
        let port = port.and_then(|port| {
            take(u16::try_from(port).map(Some).map_err(|_| format!("{port} is no port")), wrong)
        });
        let options = take(self.options(), wrong);
        let minion_opts = take(self.minion_opts(), wrong);
        if address.is_none() {
            wrong.push("'host' is missing: its name or address".to_owned());
        }
        if !wrong.is_empty() {
            return Err(std::mem::take(wrong));
        }
        let host = Host {
            id: self.id.to_owned(),
            address: address.unwrap_or_default(),
            port,
            user,
            key,
            identities_only: self.is_on("identities_only"),
            sudo: self.is_on("sudo").then(|| sudo_user.unwrap_or_else(|| "root".to_owned())),
            timeout,
            jump,
            options,
            directory,
            minion_opts,
        };
        let remarks = WITHOUT_EFFECT.iter().filter(|key| self.entry.get(**key).is_some_and(Value::is_truthy));
        let remark = |key: &&str| format!("{}: '{key}' of the roster has no effect here", self.id);
        Ok((host, remarks.map(remark).collect()))
    }

    fn unknown(&self) -> Vec<String> {
        let is_known = |key: &str| KNOWN.contains(&key) || WITHOUT_EFFECT.contains(&key);
        let unknown = self.entry.keys().map(ToString::to_string).filter(|key| !is_known(key));
        let said = |key: String| {
            let near = did_you_mean(&key, KNOWN.iter().copied());
            let near = near.map(|near| format!("; do you mean '{near}'?")).unwrap_or_default();
            format!("a roster has no '{key}'{near}")
        };
        unknown.map(said).collect()
    }

    fn is_on(&self, key: &str) -> bool {
        self.entry.get(key).is_some_and(Value::is_truthy)
    }

    fn text(&self, key: &str) -> Result<Option<String>, String> {
        match self.entry.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Str(text)) if text.is_empty() => Ok(None),
            Some(Value::Str(text)) if !text.contains(['\n', '\0']) => Ok(Some(text.clone())),
            Some(Value::Int(number)) => Ok(Some(number.to_string())),
            Some(_) => Err(format!("'{key}' is a text of one line")),
        }
    }

    /// A word that becomes part of a command line: it is neither an option nor anything to a shell.
    fn plain(&self, key: &str) -> Result<Option<String>, String> {
        let text = self.text(key)?;
        match text.filter(|text| !is_plain(text)) {
            Some(text) => Err(format!(
                "'{key}' is letters, digits and '._@:/[]-%', and does not begin with '-': '{text}'"
            )),
            None => self.text(key),
        }
    }

    fn number(&self, key: &str) -> Result<Option<u64>, String> {
        let read = match self.entry.get(key) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Int(number)) => u64::try_from(*number).ok(),
            Some(Value::Str(text)) => text.parse().ok(),
            Some(_) => None,
        };
        read.map(Some).ok_or_else(|| format!("'{key}' is a whole number"))
    }

    fn options(&self) -> Result<Vec<String>, String> {
        let wrong = || "'ssh_options' is a list of texts: [Name=value]".to_owned();
        let listed = match self.entry.get("ssh_options") {
            None | Some(Value::Null) => return Ok(vec![]),
            Some(Value::Str(one)) => vec![one.clone()],
            Some(Value::List(list)) => list
                .iter()
                .map(|it| it.as_str().map(str::to_owned))
                .collect::<Option<_>>()
                .ok_or_else(wrong)?,
            Some(_) => return Err(wrong()),
        };
        if listed.iter().any(|option| option.contains(['\n', '\0']) || option.is_empty()) {
            Err(wrong())
        } else {
            Ok(listed)
        }
    }

    fn minion_opts(&self) -> Result<Map, String> {
        let map = |key: &str| match self.entry.get(key) {
            None | Some(Value::Null) => Ok(Map::new()),
            Some(Value::Map(map)) => Ok(map.clone()),
            Some(_) => Err(format!("'{key}' is a mapping")),
        };
        let mut opts = Value::Map(map("minion_opts")?);
        let grains = map("grains")?;
        if !grains.is_empty() {
            opts.merge([("grains", Value::Map(grains))].into_iter().collect());
        }
        Ok(opts.as_map().cloned().unwrap_or_default())
    }
}

/// The value, or its default and a complaint.
fn take<T: Default>(read: Result<T, String>, wrong: &mut Vec<String>) -> T {
    read.unwrap_or_else(|why| {
        wrong.push(why);
        T::default()
    })
}

/// Whether a text may be a word of a command line.
pub fn is_plain(text: &str) -> bool {
    let is_harmless = |letter: char| letter.is_ascii_alphanumeric() || "._@:/[]-%".contains(letter);
    !text.starts_with('-') && !text.is_empty() && text.chars().all(is_harmless)
}

impl Host {
    /// The grains that the roster gives.
    pub fn grains(&self) -> Option<&Map> {
        self.minion_opts.get("grains").and_then(Value::as_map)
    }
}
