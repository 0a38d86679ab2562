//! Rules of the packet filter, by `nft`. It reads statements from its input, and runs all of them or none. See nft(8).

use super::process::{AskError, Command, End};

/// A table.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Table {
    /// Its chains.
    pub chains: Vec<Chain>,
}

/// A chain.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Chain {
    /// Its name.
    pub name: String,
    /// The source of its packets, for a base chain: `type filter hook input priority filter`.
    pub base: Option<String>,
    /// The policy for packets that no rule decides about, for a base chain.
    pub policy: Option<String>,
    /// Its rules.
    pub rules: Vec<Rule>,
}

/// A rule.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Rule {
    /// As `nft` prints it.
    pub text: String,
    /// The handle that deletes it.
    pub handle: u64,
}

/// A command that runs statements.
pub fn command(statements: &str) -> Command {
    let mut command = Command::argv(["nft", "--file", "-"]);
    command.stdin = Some(format!("{statements}\n").into_bytes());
    command
}

/// A command that prints all rules, as `nft --file` reads them.
pub fn lister() -> Command {
    Command::argv(["nft", "list", "ruleset"])
}

/// A table; nothing if there is none.
///
/// # Errors
/// `nft` cannot be run, or may not read the table.
pub async fn table(family: &str, name: &str) -> Result<Option<Table>, AskError> {
    let command = Command::argv(["nft", "--handle", "list", "table", family, name]);
    let finished = command.finish().await?;
    if finished.is_success() {
        return Ok(Some(read(&finished.stdout_text())));
    }
    let is_missing =
        finished.end == End::Code(1) && finished.stderr_text().contains("No such file or directory");
    if is_missing { Ok(None) } else { Err(command.failed(&finished)) }
}

/// The table in the output of `nft --handle list table`. Each rule has its own line.
fn read(text: &str) -> Table {
    let mut table = Table::default();
    let mut inside = false;
    for line in text.lines().map(str::trim) {
        let (line, handle) = match line.rsplit_once(" # handle ") {
            Some((line, handle)) => (line, handle.parse().ok()),
            None => (line, None),
        };
        if let Some(name) = line.strip_prefix("chain ").and_then(|rest| rest.strip_suffix(" {")) {
            table.chains.push(Chain { name: name.to_owned(), ..Chain::default() });
            inside = true;
            continue;
        }
        let Some(chain) = table.chains.last_mut().filter(|_| inside) else { continue };
        match handle {
            _ if line == "}" => inside = false,
            Some(handle) => chain.rules.push(Rule { text: line.to_owned(), handle }),
            None if line.starts_with("type ") => {
                for part in line.split(';').map(str::trim) {
                    match part.strip_prefix("policy ") {
                        Some(policy) => chain.policy = Some(policy.to_owned()),
                        None if part.starts_with("type ") => chain.base = Some(part.to_owned()),
                        None => {}
                    }
                }
            }
            None => {}
        }
    }
    table
}

/// True if two rules, or two sets of rules, have the same meaning: `nft` prints rules in another form than they were written in.
pub fn are_same(one: &str, other: &str) -> bool {
    let rules = |text: &str| -> Vec<Vec<String>> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(words).collect()
    };
    rules(one) == rules(other)
}

/// The words of a rule in canonical form: no quotation marks, sets sorted, no braces around one element, no counters, no optional
/// words.
fn words(rule: &str) -> Vec<String> {
    let apart = rule.replace('{', " { ").replace('}', " } ").replace([',', '"'], " ");
    let mut words: Vec<String> = vec![];
    let mut given = apart.split_whitespace();
    while let Some(word) = given.next() {
        match word {
            "meta" | "to" => {}
            "{" => {
                let mut set: Vec<&str> = given.by_ref().take_while(|word| *word != "}").collect();
                set.sort_unstable();
                words.extend(if let [one] = set.as_slice() {
                    vec![plain(one)]
                } else {
                    std::iter::once("{".to_owned())
                        .chain(set.iter().map(|it| plain(it)))
                        .chain(["}".to_owned()])
                        .collect()
                });
            }
            "packets" | "bytes" if words.last().is_some_and(|last| last == "counter") => drop(given.next()),
            "type" if words.len() > 2 && words[words.len() - 2] == "with" => {}
            word => words.push(plain(word)),
        }
    }
    let reject = ["with", "icmp", "port-unreachable"];
    if words.len() > 3 && words.ends_with(&reject.map(str::to_owned)) {
        words.truncate(words.len() - 3);
    }
    words
}

/// `10.0.0.1/32` becomes an address, `:80` a port.
fn plain(word: &str) -> String {
    let address = word.strip_suffix("/32").or_else(|| word.strip_suffix("/128")).unwrap_or(word);
    address
        .strip_prefix(':')
        .filter(|rest| rest.chars().all(|it| it.is_ascii_digit()))
        .unwrap_or(address)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: &str = "table ip filter { # handle 1
	set bad { # handle 5
		type ipv4_addr
		elements = { 10.0.0.1 }
	}

	chain input { # handle 1
		type filter hook input priority filter; policy drop;
		iifname \"eth0\" ct state { established, new } counter packets 7 bytes 420 ip saddr 10.0.0.1 tcp dport 22 accept # handle 4
		udp dport { 53, 123 } jump own # handle 6
	}

	chain own { # handle 2
	}
}
";

    #[test]
    fn a_table_is_read_as_it_is_printed() {
        let table = read(LISTED);
        let names: Vec<&str> = table.chains.iter().map(|chain| chain.name.as_str()).collect();
        assert_eq!(names, ["input", "own"]);
        let input = &table.chains[0];
        assert_eq!(input.base.as_deref(), Some("type filter hook input priority filter"));
        assert_eq!(input.policy.as_deref(), Some("drop"));
        assert_eq!(input.rules.iter().map(|rule| rule.handle).collect::<Vec<_>>(), [4, 6]);
        let written = "meta iifname eth0 ct state { new,established } counter ip saddr 10.0.0.1/32 tcp dport { 22 } accept";
        assert!(are_same(&input.rules[0].text, written));
        assert!(are_same(&input.rules[1].text, "udp dport { 123,53 } jump own"));
        assert!(!are_same(&input.rules[1].text, "udp dport { 123 } jump own"));
        assert!(!are_same(&input.rules[0].text, &written.replace("accept", "drop")));
    }

    #[test]
    fn what_may_be_left_out_makes_no_other_rule() {
        for (one, other) in [
            ("meta l4proto tcp reject with icmp type port-unreachable", "meta l4proto tcp reject"),
            ("tcp dport 80 redirect to 8080", "tcp dport 80 redirect to :8080"),
            ("tcp dport 81 dnat 10.0.0.1:80", "tcp dport 81 dnat to 10.0.0.1:80"),
            (
                "ip daddr 10.0.0.0/8 reject with icmp type host-prohibited",
                "ip daddr 10.0.0.0/8 reject with icmp host-prohibited",
            ),
        ] {
            assert!(are_same(one, other), "{one}");
        }
    }
}
