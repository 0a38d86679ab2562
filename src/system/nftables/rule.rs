//! A rule in the form of an SLS, option by option, and in the form of `nft`.

use super::{Call, nft_family};

/// A word that cannot end a statement.
fn checked(key: &str, text: String) -> Result<String, String> {
    let is_plain = !text.contains(|it: char| ";{}\"#\\".contains(it) || it.is_control());
    if is_plain { Ok(text) } else { Err(format!("'{text}' is not a valid {key} of a rule")) }
}

/// Reads an option.
type Read<'r> = dyn Fn(&str) -> Result<Option<String>, String> + 'r;

/// The verdict.
fn verdict(text: &Read<'_>, parts: &mut Vec<String>) -> Result<(), String> {
    parts.extend(text("jump")?);
    parts.extend(text("redirect-to")?.map(|port| format!("redirect to :{}", port.trim_start_matches(':'))));
    parts.extend(text("to-ports")?.map(|ports| format!("to :{}", ports.trim_start_matches(':'))));
    for key in ["to-source", "to-destination"] {
        parts.extend(text(key)?.map(|address| format!("to {address}")));
    }
    parts.extend(text("reject-with")?.map(|how| format!("reject with {how}")));
    Ok(())
}

/// The name of an interface, in quotes if it has a pattern: `eth*`.
fn interface(name: String) -> String {
    let is_plain = name.chars().all(|it| it.is_ascii_alphanumeric() || "-_".contains(it));
    if is_plain { name } else { format!("\"{name}\"") }
}

/// The rule of a declaration.
///
/// # Errors
/// What is wrong with it.
pub(super) fn rule(call: &Call<'_>) -> Result<String, String> {
    let fields = call.fields;
    let text = |key: &str| {
        fields.text(key).filter(|text| !text.is_empty()).map(|text| checked(key, text)).transpose()
    };
    let set = |key: &str| -> Result<Option<String>, String> {
        let words = fields.texts(key).filter(|words| !words.is_empty());
        words.map(|words| checked(key, words.join(","))).transpose()
    };
    let ports = |key: &str| -> Result<Option<String>, String> {
        let Some(mut ports) = fields.comma_texts(key).filter(|ports| !ports.is_empty()) else {
            return Ok(None);
        };
        // As in Salt: the highest first.
        ports.sort_by_key(|port| std::cmp::Reverse(port.parse::<u32>().unwrap_or_default()));
        checked(key, ports.join(", ")).map(Some)
    };
    let mut parts: Vec<String> = vec![];
    for (key, option) in [("if", "iifname"), ("of", "oifname")] {
        parts.extend(text(key)?.map(|name| format!("meta {option} {}", interface(name))));
    }
    parts.extend(set("connstate")?.map(|states| format!("ct state {{ {states} }}")));
    let mut names_protocol = false;
    for (key, option) in
        [("icmp-type", "icmp type"), ("icmpv6-type", "icmpv6 type"), ("pkttype", "meta pkttype")]
    {
        if let Some(kinds) = set(key)? {
            names_protocol |= key != "pkttype";
            parts.push(format!("{option} {{ {kinds} }}"));
        }
    }
    // Each form is accepted, as in Salt.
    if fields.has("counter") && fields.boolean("counter") != Some(false) {
        parts.push("counter".to_owned());
    }
    for key in ["saddr", "daddr"] {
        if let Some(address) = text(key)? {
            let family = match nft_family(call) {
                "ip" | "ip6" => nft_family(call),
                _ if address.contains(':') => "ip6",
                _ => "ip",
            };
            parts.push(format!("{family} {key} {address}"));
        }
    }
    let proto = text("proto")?;
    for (one, several) in [("dport", "dports"), ("sport", "sports")] {
        let both = [text(one)?.map(|port| port.replace(':', "-")), ports(several)?];
        for ports in both.into_iter().flatten() {
            let Some(proto) = &proto else { return Err(format!("'{one}' needs a protocol: proto: tcp")) };
            names_protocol = true;
            parts.push(format!("{proto} {one} {{ {ports} }}"));
        }
    }
    // Also without ports, a rule of a protocol applies only to that protocol.
    if let Some(proto) = proto.filter(|_| !names_protocol) {
        parts.push(format!("meta l4proto {proto}"));
    }
    verdict(&text, &mut parts)?;
    if parts.is_empty() {
        return Err("a rule needs a match or a verdict, such as jump: accept".to_owned());
    }
    Ok(parts.join(" "))
}
