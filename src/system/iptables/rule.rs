//! A rule in the form of an SLS, option by option, and in the form of `iptables`.

use indexmap::IndexMap;

use machine::process;
use model::{Entry, Value, python};

/// Options of targets, which come after the target. See iptables-extensions(8).
const OF_TARGETS: &str = "j jump add-set and-mark and-tos checksum-fill clamp-mss-to-pmtu clustermac ctevents ctmask del-set \
    ecn-tcp-remove exist expevents gateway hash-init hashmode helper label local-node log-ip-options \
    log-level log-prefix log-tcp-options log-tcp-sequence log-uid map-set mask mss new nfmask \
    nflog-group nflog-prefix nflog-range nflog-threshold nodst notrack on-ip on-port or-mark or-tos \
    persistent queue-balance queue-bypass queue-num random random-fully rateest-ewmalog rateest-interval \
    rateest-name reject-with restore restore-mark sack-perm save-mark selctx set-class set-dscp \
    set-dscp-class set-mark set-mss set-tos set-xmark strip-options timeout timestamp to to-destination \
    to-ports to-source total-nodes tproxy-mark ttl-dec ttl-inc ttl-set type ulog-cprange ulog-nlgroup \
    ulog-prefix ulog-qthreshold wscale xor-mark xor-tos zone zone-orig zone-reply dst-pfx hl-dec hl-inc \
    hl-set hmark-dport-mask hmark-dst-prefix hmark-mod hmark-offset hmark-proto-mask hmark-rnd \
    hmark-spi-mask hmark-sport-mask hmark-src-prefix hmark-tuple led-always-blink led-delay \
    led-trigger-id queue-cpu-fanout src-pfx to-port addr and-mask delude honeypot or-mask prefix reset \
    reuse set-mac shift static tarpit tname ttl";

/// Arguments that are not part of a rule.
const ASIDE: &[&str] = &["name", "table", "family", "chain", "position", "save", "state", "command", "full"];

/// A rule.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Rule {
    /// The rule as Salt shows it.
    pub text: String,
    /// The words of the command line.
    pub words: Vec<String>,
}

/// The negation of an option, and its value without it.
fn parted(value: &str) -> (&'static str, &str) {
    let without = value.strip_prefix('!').map(|rest| rest.strip_prefix(' ').unwrap_or(rest));
    let without = without.or_else(|| value.strip_prefix("not "));
    without.map_or(("", value), |rest| ("! ", rest.trim_start()))
}

/// Quoted text that ends at its own end.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn is_nothing(value: &str) -> bool {
    value.is_empty()
}

/// Options that have not been written yet.
struct Rest(IndexMap<String, Vec<String>>);

impl Rest {
    /// The value of an option, which is not written again.
    fn take(&mut self, key: &str) -> Option<String> {
        Some(self.0.shift_remove(key)?.join(","))
    }

    fn negated(&mut self, key: &str, option: &str, into: &mut Vec<String>) {
        if let Some(value) = self.take(key) {
            let (not, value) = parted(&value);
            into.push(format!("{not}{option} {value}"));
        }
    }
}

/// Texts of a scalar, or of a list of them.
fn texts(key: &str, value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::Null => Ok(vec![String::new()]),
        Value::Map(_) => Err(format!("'{key}' must be text or a list of text")),
        Value::List(list) => Ok(list.iter().map(python::text).collect()),
        other => Ok(vec![python::text(other)]),
    }
}

/// The rule of a declaration.
///
/// # Errors
/// What is wrong with it.
pub(super) fn rule(arguments: &IndexMap<String, Entry>) -> Result<Rule, String> {
    if arguments.contains_key("rules") {
        return Err("Salt uses 'rules' internally to join states: declare one state for each rule".to_owned());
    }
    let mut rest = Rest(IndexMap::new());
    for (key, entry) in arguments.iter().filter(|(key, _)| !ASIDE.contains(&key.as_str())) {
        let key = if key == "target" { "jump" } else { key };
        rest.0.insert(key.to_owned(), texts(key, &entry.node.to_value())?);
    }
    let mut rule = vec![];
    rest.negated("if", "-i", &mut rule);
    rest.negated("of", "-o", &mut rule);
    let is_policy = rest.0.get("match").is_some_and(|it| it == &["policy"]);
    let has_protocol = rest.0.contains_key("protocol") || (!is_policy && rest.0.contains_key("proto"));
    if !is_policy {
        rest.negated("proto", "-p", &mut rule);
    }
    rest.negated("protocol", "-p", &mut rule);
    matches(&mut rest, &mut rule, is_policy);
    ports(&mut rest, &mut rule, has_protocol)?;
    if let Some(comment) = rest.take("comment") {
        once(&mut rule, "-m comment");
        rule.push(format!("--comment {}", quoted(&comment)));
    }
    if rest.0.get("set").is_some_and(|value| !value.iter().all(|text| is_nothing(text))) {
        rest.negated("set", "--match-set", &mut rule);
    }
    let mut behind = vec![];
    for key in OF_TARGETS.split_whitespace() {
        let Some(value) = rest.take(key) else { continue };
        behind.push(match value.as_str() {
            "" => format!("--{key}"),
            value if value.contains(char::is_whitespace) => format!("--{key} {}", quoted(value)),
            value => format!("--{key} {value}"),
        });
    }
    for (key, values) in rest.0 {
        let value = values.join(",");
        let (not, value) = parted(&value);
        let dashes = if key.chars().count() == 1 { "-" } else { "--" };
        let gap = if value.is_empty() { "" } else { " " };
        rule.push(format!("{not}{dashes}{key}{gap}{value}"));
    }
    rule.extend(behind);
    let text = rule.join(" ");
    if text.is_empty() {
        return Err("a rule needs a match or a target, such as jump".to_owned());
    }
    let words = process::split(&text).ok_or_else(|| format!("a quotation is not closed: {text}"))?;
    Ok(Rule { text, words })
}

/// Does not repeat a part that is already written.
fn once(rule: &mut Vec<String>, part: &str) {
    if !rule.iter().any(|it| it == part) {
        rule.push(part.to_owned());
    }
}

/// Extensions, sets and states.
fn matches(rest: &mut Rest, rule: &mut Vec<String>, is_policy: bool) {
    if let Some(named) = rest.take("match") {
        for extension in named.split(',') {
            rule.push(format!("-m {extension}"));
            if ["pknock", "quota2", "recent"].contains(&extension.trim())
                && let Some(name) = rest.take("name_")
            {
                rule.push(format!("--name {name}"));
            }
        }
        if is_policy {
            rest.negated("proto", "--proto", rule);
        }
    }
    for set in rest.0.shift_remove("match-set").unwrap_or_default() {
        let (not, set) = parted(&set);
        rule.push(format!("-m set {not}--match-set {set}"));
    }
    if rest.0.contains_key("connstate") {
        once(rule, "-m state");
        rest.negated("connstate", "--state", rule);
    }
}

/// Ports, one or several.
fn ports(rest: &mut Rest, rule: &mut Vec<String>, has_protocol: bool) -> Result<(), String> {
    rest.negated("dport", "--dport", rule);
    rest.negated("sport", "--sport", rule);
    for key in ["dports", "sports"] {
        let Some(values) = rest.0.shift_remove(key) else { continue };
        if !has_protocol {
            return Err(format!("'{key}' needs a protocol: proto: tcp"));
        }
        once(rule, "-m multiport");
        let each: Vec<_> = values.iter().map(|value| parted(value)).collect();
        if each.iter().any(|(not, _)| !not.is_empty()) {
            rule.push("!".to_owned());
        }
        let values: Vec<&str> = each.into_iter().map(|(_, value)| value).collect();
        rule.push(format!("--{key} {}", values.join(",")));
    }
    Ok(())
}
