//! The options of Salt's programs that are not here. They are known, so that a person who types one learns what to type instead.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};

use crate::args::{NO_PARSE, NO_STDIN, not_here};

/// An option of one of Salt's programs.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere {
    /// Its long names; the first one is shown.
    names: &'static [&'static str],
    /// Its letter.
    letter: Option<char>,
    /// Whether a value follows.
    takes_value: bool,
    /// What to do instead; none if there is nothing to do without it.
    instead: Option<&'static str>,
}

const fn option(names: &'static [&'static str], instead: &'static str) -> Elsewhere {
    Elsewhere { names, letter: None, takes_value: true, instead: Some(instead) }
}

const fn switch(names: &'static [&'static str], instead: &'static str) -> Elsewhere {
    Elsewhere { takes_value: false, ..option(names, instead) }
}

/// An option that asks for what is so anyway.
const fn needless(names: &'static [&'static str]) -> Elsewhere {
    Elsewhere { names, letter: None, takes_value: false, instead: None }
}

const fn lettered(letter: char, elsewhere: Elsewhere) -> Elsewhere {
    Elsewhere { letter: Some(letter), ..elsewhere }
}

const QUIET: &str = "write --out=quiet";
const NO_EAUTH: &str = "the kit makes a person an operator: --fleet-dir names its directory";
const NO_RANGE: &str = "there is no range server: name the IDs with -L, or use a compound with -C";
const NO_EXECUTORS: &str = "there are no executors";
const NO_THIN: &str = "no Python is shipped, but this program: 'orchestrate ssh --help'";
const NO_RETURNER: &str = "the servers keep answers for seven days: 'orchestrate jobs show JID'; --out=json gives them to a program";
const NO_PASSWORD: &str = "use a key: --priv, or one of ssh-agent";
const SAFE_BATCH: &str = "write --batch";
const OWN_KEY: &str =
    "each instance makes its own key; 'orchestrate key token create' lets it in without a hand";
const PROFILING: &str =
    "orchestrate --profile-run=FILE state.highstate shows where a run of states spends its time";

/// Those of all programs.
const ALL: [Elsewhere; 2] = [
    option(&["saltfile"], "there is no Saltfile: give the options on the command line"),
    needless(&["hard-crash"]),
];

const AUTHENTICATION: [Elsewhere; 4] = [
    lettered('a', option(&["auth", "eauth", "external-auth"], NO_EAUTH)),
    lettered('T', switch(&["make-token"], NO_EAUTH)),
    option(&["username"], NO_EAUTH),
    option(&["password"], NO_EAUTH),
];

const FLEET: &[Elsewhere] = &[
    option(&["module-executors"], NO_EXECUTORS),
    option(&["executor-opts"], NO_EXECUTORS),
    switch(&["args-stdin"], NO_STDIN),
    option(&["no-parse"], NO_PARSE),
    lettered('p', needless(&["progress"])),
    option(&["batch-safe-limit"], SAFE_BATCH),
    option(&["batch-safe-size"], SAFE_BATCH),
    option(&["return"], NO_RETURNER),
    option(&["return_config", "return-config"], NO_RETURNER),
    option(&["return_kwargs", "return-kwargs"], NO_RETURNER),
    lettered('d', switch(&["doc", "documentation"], "orchestrate sys.doc FUNCTION")),
    option(&["args-separator"], "a job has one function: send several"),
    switch(&["config-dump"], "orchestrate config.items"),
    lettered('H', switch(&["hosts"], "orchestrate key list acc")),
    lettered('R', switch(&["range"], NO_RANGE)),
    option(&["delimiter"], "the delimiter is ':'"),
];

const KEY: &[Elsewhere] = &[
    lettered('u', option(&["user"], "run the command as that user")),
    lettered('q', switch(&["quiet"], "write >/dev/null")),
    option(&["rotate-aes-key"], "each message has a key of its own"),
    option(&["preserve-minions"], "no key is deleted by itself"),
    option(&["gen-keys"], OWN_KEY),
    option(&["gen-keys-dir"], OWN_KEY),
    option(&["keysize"], OWN_KEY),
    switch(
        &["gen-signature"],
        "instances know the root of their fleet by its key: 'orchestrate fleet-setup agent'",
    ),
    option(&["priv"], OWN_KEY),
    option(&["signature-path"], OWN_KEY),
    option(&["pub"], OWN_KEY),
    switch(&["auto-create"], OWN_KEY),
];

const RUNNER: &[Elsewhere] = &[
    lettered('t', option(&["timeout"], "a runner waits until its jobs end")),
    switch(&["args-stdin"], NO_STDIN),
    option(&["jid"], "each job has a number of its own"),
    option(&["no-parse"], NO_PARSE),
    lettered('d', switch(&["doc", "documentation"], "orchestrate fleet-run --help")),
    switch(&["async"], "let the shell run it: write & at the end"),
    needless(&["skip-grains"]),
    option(&["profiling-path"], PROFILING),
    switch(&["enable-profiling"], PROFILING),
    switch(&["quiet"], QUIET),
];

const SSH: &[Elsewhere] = &[
    option(&["jid"], "each visit has a number of its own"),
    option(&["no-parse"], NO_PARSE),
    switch(&["refresh", "refresh-cache"], "nothing is cached but grains, which each visit brings anew"),
    option(&["extra-filerefs"], "the whole tree of states is shipped"),
    option(&["min-extra-modules"], NO_THIN),
    option(&["thin-extra-modules"], NO_THIN),
    lettered('W', switch(&["rand-thin-dir"], "write --wipe")),
    lettered('t', switch(&["regen-thin", "thin"], NO_THIN)),
    option(&["python2-bin"], NO_THIN),
    option(&["python3-bin"], NO_THIN),
    switch(&["pre-flight"], "run the script before: orchestrate ssh --raw"),
    lettered('R', switch(&["range"], NO_RANGE)),
    option(&["delimiter"], "the delimiter is ':'"),
    option(&["remote-port-forwards"], "write --ssh-option=RemoteForward=…"),
    option(&["priv-passwd"], "add the key to ssh-agent"),
    switch(&["no-host-keys"], "write --ignore-host-keys: a key that changed is refused all the same"),
    option(&["passwd"], NO_PASSWORD),
    switch(&["askpass"], NO_PASSWORD),
    switch(&["key-deploy"], "use ssh-copy-id, or --roster aws --instance-connect"),
    switch(&["update-roster"], "write the host into the roster"),
    option(&["scan-ports"], "write --roster aws, or a roster's file"),
    option(&["scan-timeout"], "write --roster aws, or a roster's file"),
];

/// Those of the program of Salt that has the grammar of this command.
pub fn of(command: &str) -> Vec<Elsewhere> {
    let (own, has_authentication) = match command {
        "fleet" => (FLEET, true),
        "key" => (KEY, true),
        "fleet-run" => (RUNNER, true),
        "ssh" => (SSH, false),
        _ => return vec![],
    };
    let mut all = ALL.to_vec();
    all.extend(own);
    if has_authentication {
        // In `salt-key` the letter accepts a key.
        let without_letter = |it: Elsewhere| {
            if command == "key" && it.letter == Some('a') { Elsewhere { letter: None, ..it } } else { it }
        };
        all.extend(AUTHENTICATION.map(without_letter));
    }
    all
}

impl Elsewhere {
    /// Its name among the arguments of a command.
    fn id(&self) -> String {
        format!("salt's {}", self.names[0])
    }

    /// The option, which no help shows.
    pub fn arg(&self) -> Arg {
        let arg = Arg::new(self.id()).long(self.names[0]).aliases(self.names[1..].iter().copied()).hide(true);
        let arg = match self.letter {
            Some(letter) => arg.short(letter),
            None => arg,
        };
        if self.takes_value { arg.num_args(1) } else { arg.action(ArgAction::SetTrue) }
    }

    /// What to type instead, if it was typed.
    pub fn answer(&self, typed: &ArgMatches) -> Option<String> {
        let is_typed = typed.value_source(&self.id()) == Some(ValueSource::CommandLine);
        self.instead.filter(|_| is_typed).map(|instead| not_here(self.names[0], instead))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ffi::OsString;

    use clap::error::ErrorKind;

    use super::super::{Ended, typed};

    /// The options that the help of Salt 3007.14's programs lists, as they are written there.
    const OPTIONS: &str = include_str!("../../../tests/it/cli/salt_options.json");

    /// Each spelling of an option, and whether a value follows.
    fn spellings(listed: &str) -> Vec<(String, bool)> {
        let takes_value =
            listed.contains('=') || listed.split(", ").next().is_some_and(|it| it.contains(' '));
        let whole = listed.split(", ").filter(|part| part.starts_with('-'));
        let name = |part: &str| part.split(['=', ' ']).next().unwrap_or_default().to_owned();
        whole.map(|part| (name(part), takes_value)).collect()
    }

    fn line(program: &str, option: &str, takes_value: bool) -> Vec<OsString> {
        let value = match option {
            "--out" | "--output" => "json",
            "-l" | "--list" if program == "salt-key" => "acc",
            "--roster" => "flat",
            "-l" | "--log-level" | "--log-file-level" => "info",
            _ => "1",
        };
        let mut words = vec![program, option];
        words.extend(takes_value.then_some(value));
        words.extend(match program {
            "salt-key" => &[][..],
            "salt-run" => &["manage.up"],
            "salt-call" => &["test.ping"],
            _ => &["web-1", "test.ping"],
        });
        words.into_iter().map(OsString::from).collect()
    }

    /// What clap has against a line; none if it takes the line, or says what to type instead.
    fn refusal(words: Vec<OsString>) -> Option<String> {
        let refused = |error: &clap::Error| {
            let is_shown = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            (!is_shown).then(|| error.to_string())
        };
        let Some(typed) = typed(&words) else {
            return crate::args::parse(words).err().and_then(|error| refused(&error));
        };
        match typed.command.parse(&typed.shown, &typed.words) {
            Ok(_) => None,
            Err(Ended::Clap(error)) => refused(&error),
            Err(Ended::Error(error)) => {
                let told = error.report().problems.to_string();
                (!told.contains(" is not here. Instead: ")).then_some(told)
            }
        }
    }

    #[test]
    fn every_option_of_salts_programs_is_taken_or_refused_with_what_to_type_instead() {
        let programs: BTreeMap<String, Vec<String>> = serde_json::from_str(OPTIONS).unwrap();
        let mut unknown = vec![];
        for (program, options) in &programs {
            for (option, takes_value) in options.iter().flat_map(|listed| spellings(listed)) {
                if let Some(told) = refusal(line(program, &option, takes_value)) {
                    unknown.push(format!("{program} {option}: {told}"));
                }
            }
        }
        assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    }
}
