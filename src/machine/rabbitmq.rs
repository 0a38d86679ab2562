//! A RabbitMQ node, by its programs `rabbitmqctl` and `rabbitmq-plugins`, of RabbitMQ 3.8 or later.
//!
//! Passwords, and parameters that hold passwords, go through the input of a program, so no command line shows them.
//!
//! See <https://www.rabbitmq.com/docs/man/rabbitmqctl.8>.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::account;
use super::process::{AskError, Command};

/// The directory of the programs that the packages' wrapper calls.
const BEHIND_WRAPPER: &str = "/usr/lib/rabbitmq/bin";

/// The account of the node, in all packages.
const ACCOUNT: &str = "rabbitmq";

/// The exit code of `rabbitmqctl` for a wrong password: `EX_DATAERR`.
const WRONG: i32 = 65;

/// Why the node did not answer.
#[derive(Debug, thiserror::Error)]
pub enum RabbitError {
    /// The program cannot be run, or the node does not answer.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The answer cannot be read.
    #[error("what '{command}' prints cannot be read: {source}")]
    Read {
        /// Its command line.
        command: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

/// The node of this machine.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The user who runs its programs; if left out, the user of this process.
    pub user: Option<String>,
    /// Directories, separated by colons, in which programs are looked for.
    pub path: String,
}

/// A user.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq)]
pub struct User {
    /// Its name.
    pub user: String,
    /// Its tags: what it may do besides sending and receiving.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// The permissions of a user in a virtual host: patterns for names.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq)]
pub struct Permission {
    /// The virtual host.
    pub vhost: String,
    /// The names that it may create and delete.
    pub configure: String,
    /// The names that it may write to.
    pub write: String,
    /// The names that it may read from.
    pub read: String,
}

/// A policy.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
pub struct Policy {
    /// Its name.
    pub name: String,
    /// The pattern of its names.
    pub pattern: String,
    /// `queues`, `exchanges`, `all` or others.
    #[serde(rename = "apply-to")]
    pub apply_to: String,
    /// Its definition: JSON, as a text or as a value.
    pub definition: Json,
    /// Its priority; the policy with the highest one is used.
    pub priority: i64,
}

/// A parameter of a component.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Parameter {
    /// The component.
    pub component: String,
    /// Its name.
    pub name: String,
    /// Its value: JSON, as a text or as a value.
    pub value: Json,
}

/// Whether a plugin is enabled.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Enabled {
    /// It is enabled by name.
    Enabled,
    /// It is enabled because another plugin needs it.
    #[serde(alias = "implicitly_enabled")]
    Implicit,
    /// It is not enabled.
    #[serde(other)]
    NotEnabled,
}

/// A plugin.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct Plugin {
    /// Its name.
    pub name: String,
    /// Whether it is enabled.
    pub enabled: Enabled,
}

#[derive(Deserialize)]
struct Plugins {
    plugins: Vec<Plugin>,
}

#[derive(Deserialize)]
struct Members {
    #[serde(default)]
    disk_nodes: Vec<String>,
    #[serde(default)]
    ram_nodes: Vec<String>,
}

impl Node {
    /// `rabbitmqctl` with these words.
    pub fn control(&self, words: &[&str]) -> Command {
        let mut command = Command::argv(["rabbitmqctl", "--quiet"].iter().chain(words).copied());
        // Debian's wrapper passes the words to the shell of another user, which interprets them. It passes the words of that user
        // itself unchanged.
        let own = account::own_uid();
        let is_other = |name: &String| account::find_user(name).is_none_or(|account| account.uid != own);
        let is_wrapped = || own == 0 && self.is_wrapped() && account::find_user(ACCOUNT).is_some();
        command.user =
            self.user.clone().filter(is_other).or_else(|| is_wrapped().then(|| ACCOUNT.to_owned()));
        command
    }

    /// `rabbitmq-plugins` with these words. In a few packages it is not in `PATH`.
    pub fn plugins(&self, words: &[&str]) -> Command {
        const NAME: &str = "rabbitmq-plugins";
        let hidden = Path::new(BEHIND_WRAPPER).join(NAME);
        let is_hidden = self.find(NAME).is_none() && hidden.exists();
        let program = if is_hidden { hidden.display().to_string() } else { NAME.to_owned() };
        let mut command =
            Command::argv(std::iter::once(program.as_str()).chain(["--quiet"]).chain(words.iter().copied()));
        command.user.clone_from(&self.user);
        command
    }

    /// The path of a program.
    fn find(&self, program: &str) -> Option<PathBuf> {
        let places = self.path.split(':').filter(|place| !place.is_empty());
        places.map(|place| Path::new(place).join(program)).find(|path| path.is_file())
    }

    /// True if `rabbitmqctl` is the packages' wrapper.
    fn is_wrapped(&self) -> bool {
        let target = self.find("rabbitmqctl").and_then(|path| path.canonicalize().ok());
        target.is_some_and(|path| path.ends_with("rabbitmq-script-wrapper"))
    }

    /// All users.
    ///
    /// # Errors
    /// The program cannot be run, or the node does not answer.
    pub async fn users(&self) -> Result<Vec<User>, RabbitError> {
        read(&self.control(&["list_users", "--formatter", "json"])).await
    }

    /// True if the password is the user's.
    ///
    /// # Errors
    /// The program cannot be run, or the node does not answer.
    pub async fn authenticates(&self, user: &str, password: &str) -> Result<bool, AskError> {
        let command = self.with_password(&["authenticate_user", "--", user], password);
        let finished = command.finish().await?;
        match finished.code() {
            0 => Ok(true),
            WRONG => Ok(false),
            _ => Err(command.failed(&finished)),
        }
    }

    /// `rabbitmqctl` with these words; it reads a password from its input.
    pub fn with_password(&self, words: &[&str], password: &str) -> Command {
        let mut command = self.control(words);
        command.stdin = Some(format!("{password}\n").into_bytes());
        command
    }

    /// Permissions of a user, in all virtual hosts.
    ///
    /// # Errors
    /// The program cannot be run, the node does not answer, or there is no such user.
    pub async fn permissions(&self, user: &str) -> Result<Vec<Permission>, RabbitError> {
        read(&self.control(&["list_user_permissions", "--formatter", "json", "--", user])).await
    }

    /// The names of all virtual hosts.
    ///
    /// # Errors
    /// The program cannot be run, or the node does not answer.
    pub async fn vhosts(&self) -> Result<Vec<String>, RabbitError> {
        #[derive(Deserialize)]
        struct Vhost {
            name: String,
        }
        let all: Vec<Vhost> = read(&self.control(&["list_vhosts", "--formatter", "json"])).await?;
        Ok(all.into_iter().map(|it| it.name).collect())
    }

    /// The policies of a virtual host.
    ///
    /// # Errors
    /// The program cannot be run, the node does not answer, or there is no such virtual host.
    pub async fn policies(&self, vhost: &str) -> Result<Vec<Policy>, RabbitError> {
        read(&self.control(&["list_policies", "-p", vhost, "--formatter", "json"])).await
    }

    /// The parameters of the virtual host `/`.
    ///
    /// # Errors
    /// The program cannot be run, or the node does not answer.
    pub async fn parameters(&self) -> Result<Vec<Parameter>, RabbitError> {
        read(&self.control(&["list_parameters", "--formatter", "json"])).await
    }

    /// Sets a parameter of the virtual host `/`. The value goes through the input.
    pub fn set_parameter(&self, component: &str, name: &str, value: &Json) -> Command {
        let parameter =
            serde_json::json!({"vhost": "/", "component": component, "name": name, "value": value});
        let mut command = self.control(&["import_definitions"]);
        command.stdin = Some(serde_json::json!({"parameters": [parameter]}).to_string().into_bytes());
        command
    }

    /// All plugins.
    ///
    /// # Errors
    /// The program cannot be run, or fails.
    pub async fn all_plugins(&self) -> Result<Vec<Plugin>, RabbitError> {
        let all: Plugins = read(&self.plugins(&["list", "--formatter", "json"])).await?;
        Ok(all.plugins)
    }

    /// The nodes of the cluster, this one among them.
    ///
    /// # Errors
    /// The program cannot be run, or the node does not answer.
    pub async fn members(&self) -> Result<Vec<String>, RabbitError> {
        let members: Members = read(&self.control(&["cluster_status", "--formatter", "json"])).await?;
        Ok(members.disk_nodes.into_iter().chain(members.ram_nodes).collect())
    }
}

/// JSON that is a text, or the JSON in that text.
pub fn inner(value: &Json) -> Json {
    match value {
        Json::String(text) => serde_json::from_str(text).unwrap_or_else(|_| value.clone()),
        other => other.clone(),
    }
}

async fn read<T: DeserializeOwned>(command: &Command) -> Result<T, RabbitError> {
    let printed = command.ask().await?.stdout;
    serde_json::from_slice(&printed)
        .map_err(|source| RabbitError::Read { command: command.program.to_string(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_secret_is_in_no_command_line() {
        let node = Node::default();
        let uri = serde_json::json!({"uri": "amqp://me:s3cret@host"});
        for command in [
            node.with_password(&["add_user", "--", "me"], "s3cret"),
            node.set_parameter("federation-upstream", "up", &uri),
        ] {
            assert!(!command.program.to_string().contains("s3cret"), "{}", command.program);
            assert!(String::from_utf8(command.stdin.unwrap()).unwrap().contains("s3cret"));
        }
    }

    #[test]
    fn what_versions_print_differently_is_read_alike() {
        for text in [r#"{"max-length":5}"#, r#""{\"max-length\":5}""#] {
            let value: Json = serde_json::from_str(text).unwrap();
            assert_eq!(inner(&value), serde_json::json!({"max-length": 5}));
        }
        assert_eq!(inner(&"no JSON".into()), Json::from("no JSON"));
        let all = r#"{"format":"normal","plugins":[{"enabled":"not_enabled","name":"a","running":false},
            {"enabled":"implicit","name":"b"},{"enabled":"enabled","name":"c"}]}"#;
        let all: Plugins = serde_json::from_str(all).unwrap();
        let enabled: Vec<Enabled> = all.plugins.iter().map(|it| it.enabled).collect();
        assert_eq!(enabled, [Enabled::NotEnabled, Enabled::Implicit, Enabled::Enabled]);
    }

    #[test]
    fn the_wrapper_of_the_packages_is_known_by_its_name() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        let node = Node { path: format!("/nosuch:{}", place.path().display()), ..Node::default() };
        assert!(!node.is_wrapped());
        std::fs::write(path("rabbitmq-script-wrapper"), "").unwrap();
        std::os::unix::fs::symlink("rabbitmq-script-wrapper", path("rabbitmqctl")).unwrap();
        assert!(node.is_wrapped());
        std::fs::remove_file(path("rabbitmqctl")).unwrap();
        std::fs::write(path("rabbitmqctl"), "").unwrap();
        assert!(!node.is_wrapped());
    }
}
