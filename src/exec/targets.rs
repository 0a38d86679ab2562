//! `match.*`: whether an expression speaks of this minion.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.match.html>.

use super::call::{Bound, CallError};
use super::filter;
use super::signature::{Parameter, flag, maybe, required, takes, text};
use super::{Context, Function};
use crate::model::{Key, Map, Value, python};
use crate::sls::matcher::{MatchKind, Matcher};

const OF_ID: &[Parameter] = &[required("tgt"), maybe("minion_id")];
const OF_DATA: &[Parameter] = &[required("tgt"), text("delimiter", ":")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new(
        "match.glob",
        takes(OF_ID),
        "Tells whether a shell pattern fits the minion's ID.",
        |context, bound| by_id(context, bound, MatchKind::Glob),
    ),
    Function::new(
        "match.pcre",
        takes(OF_ID),
        "Tells whether a regular expression fits the minion's ID, from its beginning.",
        |context, bound| by_id(context, bound, MatchKind::Pcre),
    ),
    Function::new(
        "match.list",
        takes(OF_ID),
        "Tells whether the minion's ID is in a list, or in a text of IDs with commas between.",
        list,
    ),
    Function::new(
        "match.compound",
        takes(OF_ID),
        "Tells whether a compound such as 'G@os:Debian and web-*' speaks of this minion.",
        |context, bound| by_id(context, bound, MatchKind::Compound),
    ),
    Function::new(
        "match.grain",
        takes(OF_DATA),
        "Tells whether a grain has a value: 'os:Deb*'.",
        |context, bound| by_data(context, bound, MatchKind::Grain),
    ),
    Function::new(
        "match.grain_pcre",
        takes(OF_DATA),
        "Tells whether a regular expression fits a grain: 'os:Deb.*'.",
        |context, bound| by_data(context, bound, MatchKind::GrainPcre),
    ),
    Function::new(
        "match.pillar",
        takes(OF_DATA),
        "Tells whether the pillar has a value: 'role:web'.",
        |context, bound| by_data(context, bound, MatchKind::Pillar),
    ),
    Function::new(
        "match.pillar_pcre",
        takes(OF_DATA),
        "Tells whether a regular expression fits the pillar: 'role:w.*'.",
        |context, bound| by_data(context, bound, MatchKind::PillarPcre),
    ),
    Function::new(
        "match.ipcidr",
        takes(&[required("tgt")]),
        "Tells whether the minion has an address in a network.",
        ipcidr,
    ),
    Function::new(
        "match.data",
        takes(&[required("tgt")]),
        "Tells whether the minion's data store has a value; there is none, so it never has.",
        |_, _| Ok(false.into()),
    ),
    Function::new(
        "match.filter_by",
        takes(&[
            required("lookup"),
            text("tgt_type", "compound"),
            maybe("minion_id"),
            maybe("merge"),
            flag("merge_lists", false),
            text("default", "default"),
        ]),
        "Gives the entry of a mapping whose key speaks of this minion.\n\nWithout one it gives the entry named by 'default'; 'merge' is laid over it.",
        filter_by,
    ),
    Function::new(
        "match.search_by",
        takes(&[required("lookup"), text("tgt_type", "compound"), maybe("minion_id")]),
        "Gives the keys of a mapping whose expressions speak of this minion, or nothing.",
        search_by,
    ),
    Function::new(
        "match.ifelse",
        takes(&[]).and_more().and_named(),
        "Gives the value behind the first expression that speaks of this minion, or the last value.",
        ifelse,
    ),
];

/// The matcher, for another ID where the call names one.
fn is_match(context: &Context<'_>, id: &Value, kind: MatchKind, expression: &str) -> bool {
    let minion = context.minion;
    let own = minion.opts.get("id").or_else(|| minion.grains.get("id")).map(python::text);
    let id = id.as_str().map(str::to_owned).or(own).unwrap_or_default();
    let none = Map::new();
    let nodegroups = minion.opts.get("nodegroups").and_then(Value::as_map).unwrap_or(&none);
    Matcher { id: &id, grains: &minion.grains, pillar: &minion.pillar, nodegroups }.is_match(kind, expression)
}

fn by_id(context: &Context<'_>, bound: &Bound, kind: MatchKind) -> Result<Value, CallError> {
    Ok(is_match(context, bound.value("minion_id"), kind, &bound.text("tgt")).into())
}

fn list(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let expression = bound.texts("tgt").join(",");
    Ok(is_match(context, bound.value("minion_id"), MatchKind::List, &expression).into())
}

fn by_data(context: &Context<'_>, bound: &Bound, kind: MatchKind) -> Result<Value, CallError> {
    let (expression, delimiter) = (bound.text("tgt"), bound.text("delimiter"));
    let expression = if delimiter == ":" { expression } else { expression.replace(&delimiter, ":") };
    Ok(is_match(context, &Value::Null, kind, &expression).into())
}

/// Salt answers what is no address with an empty list, which is as false as false.
fn ipcidr(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let expression = bound.text("tgt");
    let is_address =
        expression.parse::<ipnet::IpNet>().is_ok() || expression.parse::<std::net::IpAddr>().is_ok();
    if !is_address {
        return Ok(Value::List(vec![]));
    }
    Ok(is_match(context, &Value::Null, MatchKind::Ipcidr, &expression).into())
}

fn kind(bound: &Bound, word: &str) -> Result<MatchKind, CallError> {
    MatchKind::parse(word).ok_or_else(|| bound.fails(format!("there is no kind of target '{word}'")))
}

fn filter_by(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let lookup = filter::lookup(bound, "lookup")?;
    let kind = kind(bound, &bound.text("tgt_type"))?;
    let fits = |key: &Key| is_match(context, bound.value("minion_id"), kind, &key.to_string());
    let chosen = lookup.iter().find(|(key, _)| fits(key)).map(|(_, entry)| entry);
    filter::finished(bound, lookup, chosen)
}

fn search_by(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let lookup = filter::lookup(bound, "lookup")?;
    let kind = kind(bound, &bound.text("tgt_type"))?;
    let fits =
        |expression: &Value| is_match(context, bound.value("minion_id"), kind, &python::text(expression));
    let names = lookup.iter().filter(|(_, expressions)| match expressions {
        Value::List(list) => list.iter().any(fits),
        one => fits(one),
    });
    let names: Vec<Value> = names.map(|(key, _)| key.to_value()).collect();
    Ok(if names.is_empty() { Value::Null } else { Value::List(names) })
}

fn ifelse(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let Some((otherwise, pairs)) = bound.rest.split_last().filter(|(_, pairs)| pairs.len() % 2 == 0) else {
        return Err(bound.fails("the arguments are pairs of expression and value, and a last value"));
    };
    let word = bound.named.get("tgt_type").and_then(Value::as_str).unwrap_or("compound");
    let kind = kind(bound, word)?;
    let id = bound.named.get("minion_id").unwrap_or(&Value::Null);
    let chosen = pairs.chunks_exact(2).find(|pair| is_match(context, id, kind, &python::text(&pair[0])));
    let mut chosen = chosen.map_or(otherwise, |pair| &pair[1]).clone();
    if let Some(over @ Value::Map(_)) = bound.named.get("merge") {
        chosen.merge(over.clone());
    }
    Ok(chosen)
}
