//! The passwords of URLs that pip gets.
//!
//! Every user of a machine can read the arguments of all processes, and pip passes its URLs on: those of indexes to the pips that build
//! packages, those of repositories to git. So the URLs of a command lose their passwords here. pip reads them from a file (`NETRC`), git asks for
//! them (`GIT_CONFIG_PARAMETERS` names the helper, which reads the environment), and a proxy is a variable.

use std::collections::BTreeMap;
use std::time::Duration;

use super::urls::{Login, all_in, plain};
use super::{Pip, PipError};
use crate::account;
use crate::process::{Command, Temporary};

/// Options with a URL, and the variable that pip reads instead.
const OPTIONS: &[(&str, &str, &str)] = &[
    ("--index-url", "-i", "PIP_INDEX_URL"),
    ("--extra-index-url", "", "PIP_EXTRA_INDEX_URL"),
    ("--find-links", "-f", "PIP_FIND_LINKS"),
    ("--proxy", "", "PIP_PROXY"),
];

/// The variables that name a proxy for pip, the pips that it starts, and git.
const PROXIES: [&str; 2] = ["http_proxy", "https_proxy"];

/// The first pip that reads the file that `NETRC` names.
const READS_NETRC: (u32, u32) = (20, 1);

/// A user's file of passwords is read for as long as this.
const NETRC_DEADLINE: Duration = Duration::from_secs(10);

/// The arguments of a command of pip without passwords, and what pip and git read these from.
#[derive(Default)]
pub(super) struct Logins {
    pub(super) words: Vec<String>,
    pub(super) variables: BTreeMap<String, String>,
    /// They are removed after the command.
    files: Vec<Temporary>,
}

impl Logins {
    /// Takes the passwords out of the arguments and variables of a command.
    ///
    /// # Errors
    ///
    /// A tool other than git would get the password as an argument; the file cannot be written.
    pub(super) async fn of(pip: &Pip, words: &[&str]) -> Result<Self, PipError> {
        let mut logins = Self { variables: pip.variables.clone(), ..Self::default() };
        let words = apart(words);
        let mut found = all_in(words.iter().chain(of_pip(&pip.variables).map(|(_, text)| text)));
        if found.is_empty() && proxy_of(&words, &pip.variables).is_none() {
            logins.words = words;
            return Ok(logins);
        }
        check(&found)?;
        logins.words = logins.without_proxy(words);
        let (of_git, of_pip): (Vec<Login>, Vec<Login>) = found.drain(..).partition(|it| it.tool == "git");
        logins.tell_git(&of_git);
        if of_pip.iter().all(Login::fits_netrc) && (of_pip.is_empty() || pip.reads_netrc().await) {
            logins.tell_pip(pip, &of_pip).await?;
        } else {
            logins.keep_in_variables(pip)?;
        }
        for word in &mut logins.words {
            *word = plain(word);
        }
        Ok(logins)
    }

    /// A proxy with a password becomes the variables of all programs.
    fn without_proxy(&mut self, mut words: Vec<String>) -> Vec<String> {
        let Some(proxy) = proxy_of(&words, &self.variables) else { return words };
        if let Some(at) = words.iter().position(|word| word == "--proxy") {
            words.drain(at..(at + 2).min(words.len()));
        }
        self.variables.remove("PIP_PROXY");
        self.variables.extend(PROXIES.map(|name| (name.to_owned(), proxy.clone())));
        words
    }

    fn tell_git(&mut self, logins: &[Login]) {
        if logins.is_empty() {
            return;
        }
        let mut settings = vec![];
        // An empty helper removes those of the configuration. Of several helpers, the first that answers counts: that of the
        // repository, then that of its host, which its submodules need.
        settings.extend(logins.iter().map(|login| format!("credential.{}.helper=", login.host)));
        for (number, Login { user, password, .. }) in logins.iter().enumerate() {
            self.variables.insert(format!("ORCHESTRATE_GIT_USER_{number}"), user.clone());
            self.variables.insert(format!("ORCHESTRATE_GIT_PASSWORD_{number}"), password.clone());
        }
        let helper = |number: usize| {
            format!(
                "!f() {{ test \"$1\" = get && printf 'username=%s\\npassword=%s\\n' \"$ORCHESTRATE_GIT_USER_{number}\" \
                 \"$ORCHESTRATE_GIT_PASSWORD_{number}\"; }}; f"
            )
        };
        // The name of a setting ends at its first equals sign.
        for (number, login) in logins.iter().enumerate().filter(|(_, login)| !login.path.contains('=')) {
            settings.push(format!("credential.{}/{}.helper={}", login.host, login.path, helper(number)));
        }
        for (number, login) in logins.iter().enumerate() {
            settings.push(format!("credential.{}.helper={}", login.host, helper(number)));
        }
        let quoted = settings.iter().map(|setting| format!("'{}'", setting.replace('\'', "'\\''")));
        let quoted: Vec<String> = quoted.collect();
        self.variables.insert("GIT_CONFIG_PARAMETERS".to_owned(), quoted.join(" "));
    }

    /// Writes the file that `NETRC` names: the user's own, which it replaces, then these, which therefore count.
    async fn tell_pip(&mut self, pip: &Pip, logins: &[Login]) -> Result<(), PipError> {
        for (name, text) in of_pip(&pip.variables) {
            self.variables.insert(name.clone(), plain(text));
        }
        if logins.is_empty() {
            return Ok(());
        }
        let mut netrc = own_netrc(pip).await;
        for login in logins {
            let host = login.host.split_once("://").map_or("", |(_, host)| host);
            let name = host.split(':').next().unwrap_or_default();
            netrc.push_str(&format!("\nmachine {name} login {} password {}\n", login.user, login.password));
        }
        let file = self.write(pip, &netrc)?;
        self.variables.insert("NETRC".to_owned(), file);
        Ok(())
    }

    /// For a pip without `NETRC`, or a password that such a file cannot hold: options as variables, packages in a file of requirements.
    fn keep_in_variables(&mut self, pip: &Pip) -> Result<(), PipError> {
        let mut kept = vec![];
        let mut requirements = String::new();
        let mut words = std::mem::take(&mut self.words).into_iter();
        while let Some(word) = words.next() {
            let variable = OPTIONS.iter().find(|(long, short, _)| word == *long || word == *short);
            if let Some((_, _, name)) = variable {
                let value = words.next().unwrap_or_default();
                if all_in([&value]).is_empty() {
                    kept.extend([word, value]);
                    continue;
                }
                let all = self.variables.entry((*name).to_owned()).or_default();
                *all = format!("{all} {value}").trim().to_owned();
            } else if all_in([&word]).iter().any(|login| login.tool.is_empty()) {
                requirements.push_str(&format!("{word}\n"));
            } else {
                kept.push(word);
            }
        }
        if !requirements.is_empty() {
            kept.extend(["--requirement".to_owned(), self.write(pip, &requirements)?]);
        }
        self.words = kept;
        Ok(())
    }

    /// Writes a file that only the user of pip can read.
    fn write(&mut self, pip: &Pip, text: &str) -> Result<String, PipError> {
        let owner = pip.user.as_deref().and_then(account::find_user).map(|user| user.uid);
        let file = Temporary::write(text.as_bytes(), None, owner).map_err(PipError::Password)?;
        let path = file.path().display().to_string();
        self.files.push(file);
        Ok(path)
    }
}

/// A tool other than git would get the password of a URL as an argument.
///
/// # Errors
///
/// The tool and the host.
pub(super) fn check_words(words: &[String]) -> Result<(), PipError> {
    check(&all_in(words))
}

fn check(logins: &[Login]) -> Result<(), PipError> {
    let other = logins.iter().find(|login| !["", "git"].contains(&login.tool.as_str()));
    other.map_or(Ok(()), |Login { tool, host, .. }| {
        Err(PipError::Argument { tool: tool.clone(), host: host.clone() })
    })
}

/// The words, and `--index-url=…` as two of them.
fn apart(words: &[&str]) -> Vec<String> {
    let mut all = vec![];
    for word in words {
        match word.split_once('=') {
            Some((option, value)) if OPTIONS.iter().any(|(long, ..)| *long == option) => {
                all.extend([option.to_owned(), value.to_owned()]);
            }
            // `-ihttps://…`
            _ => match OPTIONS.iter().find(|(_, short, _)| !short.is_empty() && word.starts_with(short)) {
                Some((_, short, _)) if word.contains("://") => {
                    all.extend([(*short).to_owned(), word[short.len()..].to_owned()]);
                }
                _ => all.push((*word).to_owned()),
            },
        }
    }
    all
}

/// The variables that pip itself reads.
fn of_pip(variables: &BTreeMap<String, String>) -> impl Iterator<Item = (&String, &String)> {
    variables.iter().filter(|(name, _)| name.starts_with("PIP_") && *name != "PIP_PROXY")
}

/// A proxy with a password: `user:password@host:port`, with a scheme or without.
fn proxy_of(words: &[String], variables: &BTreeMap<String, String>) -> Option<String> {
    let after = words.iter().position(|word| word == "--proxy").and_then(|at| words.get(at + 1));
    after.or_else(|| variables.get("PIP_PROXY")).filter(|proxy| proxy.contains('@')).cloned()
}

/// The user's own file of passwords, read as that user.
async fn own_netrc(pip: &Pip) -> String {
    let mut command = Command::shell("/bin/sh", "cat \"${NETRC:-$HOME/.netrc}\"").timeout(NETRC_DEADLINE);
    if let Some(path) = pip.variables.get("NETRC") {
        command = command.env("NETRC", path);
    }
    command.user.clone_from(&pip.user);
    match command.run().await {
        Ok(finished) if finished.is_success() => finished.stdout_text(),
        _ => String::new(),
    }
}

impl Pip {
    /// Whether it reads the file that `NETRC` names. A pip that does not say its version is a new one.
    async fn reads_netrc(&self) -> bool {
        let Ok(finished) = self.start(&["--version"], &self.variables).await else { return true };
        let said = finished.stdout_text();
        let mut numbers = said.split_whitespace().nth(1).unwrap_or_default().split('.');
        let mut number = || numbers.next().and_then(|text| text.parse::<u32>().ok());
        match (number(), number()) {
            (Some(major), Some(minor)) => (major, minor) >= READS_NETRC,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(words: &[&str], variables: &[(&str, &str)]) -> Vec<Login> {
        let words = apart(words);
        let variables: Vec<String> = variables.iter().map(|(_, text)| (*text).to_owned()).collect();
        all_in(words.iter().chain(&variables))
    }

    #[test]
    fn the_login_of_a_url_is_found_wherever_it_is_written() {
        let of = |tool: &str, host: &str, path: &str, user: &str, password: &str| Login {
            tool: tool.into(),
            host: host.into(),
            path: path.into(),
            user: user.into(),
            password: password.into(),
        };
        for (word, login) in [
            ("https://me:p%40ss@a.example/simple/", of("", "https://a.example", "simple/", "me", "p@ss")),
            ("--index-url=HTTPS://me:x@a.example:81", of("", "HTTPS://a.example:81", "", "me", "x")),
            ("-ihttps://token@a.example/simple", of("", "https://a.example", "simple", "token", "")),
            (
                "it @ git+https://me:x@a.example/g/it.git@v1#egg=it",
                of("git", "https://a.example", "g/it.git", "me", "x"),
            ),
            ("it@https://me:x@a.example/it.zip?a=b", of("", "https://a.example", "it.zip", "me", "x")),
            ("hg+https://me:x@a.example/it", of("hg", "https://a.example", "it", "me", "x")),
        ] {
            assert_eq!(seen(&[word], &[]), [login], "{word}");
            assert!(!plain(word).contains("me:"), "{}", plain(word));
        }
        for word in
            ["https://a.example/b@c", "git+ssh://git@a.example/it.git", "git+https://me@a.example/it", "a==1"]
        {
            assert_eq!(seen(&[word], &[]), [], "{word}");
            assert_eq!(plain(word), word);
        }
        let two = "https://a:b@c/ https://d:e@f/";
        assert_eq!(seen(&[], &[("PIP_EXTRA_INDEX_URL", two)]).len(), 2);
        assert_eq!(plain(two), "https://c/ https://f/");
    }

    #[test]
    fn a_tool_that_is_not_git_is_refused_with_its_host_and_without_the_password() {
        let error =
            check_words(&["svn+https://me:hunter22@a.example/it".to_owned()]).unwrap_err().to_string();
        assert!(error.contains("svn") && error.contains("https://a.example"), "{error}");
        assert!(!error.contains("hunter22"), "{error}");
        assert!(check_words(&["svn+https://a.example/it".to_owned()]).is_ok());
    }

    /// A pip that says a version, and writes its arguments and its variables to `seen`.
    fn recording(directory: &std::path::Path, version: &str) -> Pip {
        let script = directory.join("pip");
        let seen = directory.join("seen");
        let text = format!(
            "#!/bin/sh\ntest \"$1\" = --version && echo 'pip {version} from /x' && exit\n{{ echo \"$@\"; env; \
             test -z \"$NETRC\" || sed 's/^/netrc: /' \"$NETRC\"; \
             for word; do test ! -f \"$word\" || sed 's/^/file: /' \"$word\"; done; }} > {}\n",
            seen.display()
        );
        std::fs::write(&script, text).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&script, mode).unwrap();
        Pip::find(script.to_str()).unwrap()
    }

    async fn run(version: &str, words: &[&str]) -> (String, String) {
        let directory = tempfile::tempdir().unwrap();
        let pip = recording(directory.path(), version);
        pip.run(words).await.unwrap();
        let seen = std::fs::read_to_string(directory.path().join("seen")).unwrap();
        let (words, rest) = seen.split_once('\n').unwrap();
        (words.to_owned(), rest.to_owned())
    }

    #[tokio::test]
    async fn pip_gets_passwords_by_a_file_and_an_old_pip_by_variables() {
        let index = "https://me:hunter22@a.example:81/simple";
        let (words, rest) = run("23.2.1", &["install", "--index-url", index, "it"]).await;
        assert_eq!(words, "install --index-url https://a.example:81/simple it");
        assert!(rest.contains("netrc: machine a.example login me password hunter22"), "{rest}");
        // A blank ends a password in such a file.
        let blank = "https://me:hunter%2022@a.example/simple";
        for (version, index) in [("20.0.2", index), ("23.2.1", blank)] {
            let place = "it @ https://me:hunter22@b.example/it.zip";
            let (words, rest) = run(version, &["install", "-i", index, place]).await;
            assert!(words.starts_with("install --requirement /tmp/"), "{words}");
            assert!(!words.contains("hunter") && !rest.contains("netrc: "), "{words} {rest}");
            assert!(rest.contains(&format!("PIP_INDEX_URL={index}")), "{rest}");
            assert!(rest.contains(&format!("file: {place}")), "{rest}");
        }
    }

    #[tokio::test]
    async fn a_proxy_with_a_password_is_a_variable_of_all_programs() {
        for proxy in ["me:hunter22@proxy:3128", "socks5h://me:hunter22@proxy:1080"] {
            let (words, rest) = run("23.2.1", &["install", "--proxy", proxy, "it"]).await;
            assert_eq!(words, "install it");
            assert!(rest.contains(&format!("https_proxy={proxy}")), "{rest}");
        }
        let (words, _) = run("23.2.1", &["install", "--proxy", "proxy:3128", "it"]).await;
        assert_eq!(words, "install --proxy proxy:3128 it");
    }

    #[tokio::test]
    async fn git_asks_for_the_password_of_its_repository() {
        let place = "git+https://me:hunter%2722@a.example/g/it.git@v1";
        let (words, rest) = run("23.2.1", &["install", place]).await;
        assert_eq!(words, "install git+https://a.example/g/it.git@v1");
        let parameters = rest.lines().find_map(|line| line.strip_prefix("GIT_CONFIG_PARAMETERS=")).unwrap();
        let mut git = Command::argv(["git", "credential", "fill"]).env("GIT_CONFIG_PARAMETERS", parameters);
        for line in rest.lines().filter(|line| line.starts_with("ORCHESTRATE_GIT_")) {
            let (name, text) = line.split_once('=').unwrap();
            git = git.env(name, text);
        }
        for (question, answer) in [
            ("protocol=https\nhost=a.example\npath=g/it.git\n\n", Some("password=hunter'22\n")),
            ("protocol=https\nhost=a.example\npath=submodule\n\n", Some("password=hunter'22\n")),
            ("protocol=https\nhost=b.example\npath=g/it.git\n\n", None),
            ("protocol=http\nhost=a.example\npath=g/it.git\n\n", None),
        ] {
            git.stdin = Some(question.into());
            let finished = git.clone().env("GIT_TERMINAL_PROMPT", "0").run().await.unwrap();
            assert_eq!(finished.is_success(), answer.is_some(), "{question}: {}", finished.stderr_text());
            assert!(finished.stdout_text().ends_with(answer.unwrap_or_default()), "{question}");
        }
    }
}
