//! The permanent configuration of firewalld, by `firewall-cmd --permanent`. See firewall-cmd(1).

use super::process::{AskError, Command, End};

/// `INVALID_SERVICE` and `INVALID_ZONE`: there is no service or zone of that name.
const NO_SERVICE: i32 = 101;
const NO_ZONE: i32 = 112;

/// The attributes of a zone or a service.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Settings(Vec<(String, Vec<String>)>);

impl Settings {
    /// Reads the output of `--list-all` and `--info-service`: a line for each key, and further values on lines that begin with a
    /// tab.
    pub fn read(text: &str) -> Self {
        let mut all: Vec<(String, Vec<String>)> = vec![];
        for line in text.lines() {
            if let Some(value) = line.strip_prefix('\t') {
                all.last_mut().into_iter().for_each(|(_, values)| values.push(value.trim().to_owned()));
            } else if let Some((key, value)) = line.strip_prefix("  ").and_then(|line| line.split_once(':')) {
                let first = Some(value.trim().to_owned()).filter(|value| !value.is_empty());
                all.push((key.to_owned(), first.into_iter().collect()));
            }
        }
        Self(all)
    }

    /// The values of a key, one a line.
    pub fn lines(&self, key: &str) -> &[String] {
        self.0.iter().find(|(name, _)| name == key).map(|(_, values)| values.as_slice()).unwrap_or_default()
    }

    /// The words of a key.
    pub fn words(&self, key: &str) -> Vec<String> {
        self.lines(key).iter().flat_map(|line| line.split_whitespace()).map(str::to_owned).collect()
    }

    /// True if the value of a key is `yes`.
    pub fn is_set(&self, key: &str) -> bool {
        self.lines(key).first().is_some_and(|value| value == "yes")
    }
}

/// `firewall-cmd` with these words.
pub fn command<S: AsRef<str>>(words: &[S]) -> Command {
    Command::argv(std::iter::once("firewall-cmd").chain(words.iter().map(AsRef::as_ref)))
}

/// The same for the permanent configuration.
pub fn permanent<S: AsRef<str>>(words: &[S]) -> Command {
    command(&std::iter::once("--permanent").chain(words.iter().map(AsRef::as_ref)).collect::<Vec<_>>())
}

/// Makes firewalld load the permanent configuration.
pub fn reload() -> Command {
    command(&["--reload"])
}

/// A zone; nothing if there is none of that name.
///
/// # Errors
/// The program cannot be run, or firewalld does not run.
pub async fn zone(name: &str) -> Result<Option<Settings>, AskError> {
    found(&permanent(&[&format!("--zone={name}"), "--list-all"]), NO_ZONE).await
}

/// A service; nothing if there is none of that name.
///
/// # Errors
/// The program cannot be run, or firewalld does not run.
pub async fn service(name: &str) -> Result<Option<Settings>, AskError> {
    found(&permanent(&[&format!("--info-service={name}")]), NO_SERVICE).await
}

async fn found(command: &Command, none: i32) -> Result<Option<Settings>, AskError> {
    let finished = command.finish().await?;
    match finished.end {
        End::Code(0) => Ok(Some(Settings::read(&finished.stdout_text()))),
        End::Code(code) if code == none => Ok(None),
        _ => Err(command.failed(&finished)),
    }
}

/// The names of all zones.
///
/// # Errors
/// The program cannot be run, or firewalld does not run.
pub async fn zones() -> Result<Vec<String>, AskError> {
    words(&permanent(&["--get-zones"])).await
}

/// The names of the types of ICMP.
///
/// # Errors
/// The program cannot be run, or firewalld does not run.
pub async fn icmp_types() -> Result<Vec<String>, AskError> {
    words(&permanent(&["--get-icmptypes"])).await
}

/// The default zone.
///
/// # Errors
/// The program cannot be run, or firewalld does not run.
pub async fn default_zone() -> Result<String, AskError> {
    Ok(words(&command(&["--get-default-zone"])).await?.concat())
}

async fn words(command: &Command) -> Result<Vec<String>, AskError> {
    let printed = command.ask().await?.stdout_text();
    Ok(printed.split_whitespace().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_on_the_line_of_their_key_and_on_those_with_a_tab() {
        let text = "web (active)\n  target: default\n  ports: 80/tcp 443/tcp\n  masquerade: yes\n  sources: \n  forward-ports: \n\
                    \tport=80:proto=tcp:toport=:toaddr=::1\n\tport=81:proto=tcp:toport=8:toaddr=\n  rich rules: \n\trule service name=\"ssh\" accept\n";
        let read = Settings::read(text);
        assert_eq!(read.words("ports"), ["80/tcp", "443/tcp"]);
        assert_eq!(read.lines("rich rules"), ["rule service name=\"ssh\" accept"]);
        assert_eq!(read.lines("forward-ports").len(), 2);
        assert!(read.words("sources").is_empty() && read.words("nosuch").is_empty());
        assert!(read.is_set("masquerade") && !read.is_set("target"));
        // Older ones begin the list on the line of its key.
        let old = Settings::read(
            "web\n  forward-ports: port=1:proto=tcp:toport=2:toaddr=\n\tport=3:proto=tcp:toport=4:toaddr=\n",
        );
        assert_eq!(old.lines("forward-ports").len(), 2);
    }
}
