//! States of the packet filter on the kernel's own, in a network of its own, beside what Salt 3007 made of the same story
//! (`record.py`).

mod deviations;

use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};

use crate::recorded::judge::Judge;
use crate::recorded::story::{Stage, play};
use crate::support::{left_out, missing};
use deviations::{DEVIATIONS, UNFORESEEN};

/// A network of its own, which a process that sleeps keeps.
struct Network {
    keeper: Child,
    directory: tempfile::TempDir,
}

#[test]
fn states_of_the_packet_filter_end_as_in_salt() {
    if let Err((missing, could_run)) = ready() {
        left_out("all states of the packet filter", 1, &missing, could_run);
        return;
    }
    let network = Network::new();
    let judge = Judge::new("firewall", DEVIATIONS, UNFORESEEN);
    let complaints = play(&judge, include_str!("story.json"), include_str!("recorded.json"), &network);
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// Or what is missing for the story, and whether it could be there.
fn ready() -> Result<(), (String, bool)> {
    let works = |words: &[&str]| {
        let output = Command::new("unshare").arg("--net").args(words).output();
        output.is_ok_and(|output| output.status.success())
    };
    if machine::account::own_uid() != 0 || !works(&["true"]) {
        return Err(("only root makes networks, and not in every container".to_owned(), false));
    }
    let missing = missing(&["/usr/sbin/iptables", "/usr/sbin/nft", "/usr/sbin/ipset", "/usr/bin/nsenter"]);
    if !missing.is_empty() {
        return Err((missing, true));
    }
    if !works(&["/usr/sbin/iptables", "-S"])
        || !works(&["/usr/sbin/nft", "list", "tables"])
        || !works(&["/usr/sbin/ipset", "list"])
    {
        return Err(("the kernel filters no packets here".to_owned(), false));
    }
    Ok(())
}

impl Network {
    fn new() -> Self {
        let mut command = Command::new("unshare");
        command.args(["--net", "sh", "-c", "echo; exec sleep infinity"]).stdout(Stdio::piped());
        let mut keeper = command.spawn().expect("a network");
        // It is there when its line is.
        let mut line = [0];
        let read = std::io::Read::read(keeper.stdout.as_mut().expect("a pipe"), &mut line);
        assert_eq!(read.expect("a line"), 1);
        Self { keeper, directory: tempfile::tempdir().expect("a directory") }
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new("nsenter");
        command.arg(format!("--net=/proc/{}/ns/net", self.keeper.id())).arg("--").arg(program);
        command
    }

    fn printed(&self, program: &str, words: &[&str]) -> String {
        let output = self.command(program).args(words).output().expect("a program");
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Stage for Network {
    fn minion(&self) -> String {
        "id: sample\nfile_roots:\n  base: [states]\ncachedir: cache\ngrains: {os_family: Debian}\n".to_owned()
    }

    fn prepare(&self, text: &str) {
        self.printed("/bin/sh", &["-ec", text]);
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        vec![("$DIRECTORY", self.directory.path().display().to_string())]
    }

    fn within(&self, command: Command) -> Command {
        let mut within = self.command(&command.get_program().to_string_lossy());
        within
            .args(command.get_args())
            .current_dir(command.get_current_dir().expect("a directory"))
            .env_clear();
        within.envs(command.get_envs().filter_map(|(name, text)| Some((name, text?))));
        within
    }

    fn seen(&self) -> BTreeMap<String, String> {
        let rules = |text: String| {
            let lines = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
                if line.starts_with(':') { line.split(" [").next().unwrap_or(line) } else { line }
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        let mut seen = BTreeMap::from([
            ("iptables".to_owned(), rules(self.printed("iptables-save", &[]))),
            ("ip6tables".to_owned(), rules(self.printed("ip6tables-save", &[]))),
            ("nft".to_owned(), self.printed("nft", &["list", "tables"])),
        ]);
        let tables = self.printed("nft", &["list", "tables"]);
        // What iptables keeps is shown above.
        let own = tables.lines().filter(|line| line.starts_with("table inet "));
        for table in own.filter_map(|line| line.strip_prefix("table ")) {
            let words: Vec<&str> = ["-n", "list", "table"].into_iter().chain(table.split(' ')).collect();
            seen.insert(table.to_owned(), self.printed("nft", &words));
        }
        // The seed of a set's table is another at each run.
        let seed = regex::Regex::new(" initval 0x[0-9a-f]+").expect("a pattern");
        let sets = seed.replace_all(&self.printed("ipset", &["save", "-sorted"]), "").into_owned();
        if !sets.is_empty() {
            seen.insert("ipset".to_owned(), sets);
        }
        for entry in
            std::fs::read_dir(self.directory.path()).expect("the directory").map(|it| it.expect("an entry"))
        {
            let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
            seen.insert(entry.file_name().to_string_lossy().into_owned(), rules(text));
        }
        seen
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        let _ = self.keeper.kill();
        let _ = self.keeper.wait();
    }
}
