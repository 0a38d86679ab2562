//! `match.*`: whether an expression matches this minion.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.match.html>.

use super::call::{Bound, CallError};
use super::filter;
use super::signature::{flag, maybe, required, takes, text};
use super::{Context, Function};
use model::Effect::NeedsPillar;
use model::{Argument, Key, Map, Shape, Value, python};
use sls::matcher::{MatchKind, Matcher};

const OF_ID: &[Argument] = &[
    required("tgt", Shape::Any, "the expression"),
    maybe("minion_id", Shape::Text, "the ID, instead of this minion's"),
];
const OF_DATA: &[Argument] =
    &[required("tgt", Shape::Any, "the expression"), text("delimiter", ":", "the delimiter of the path")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "match.glob",
        signature: takes(OF_ID),
        doc: "Returns whether a shell pattern matches the minion's ID.",
        returns: "a boolean",
        does: &[],
        call: |context, bound| by_id(context, bound, MatchKind::Glob),
    },
    Function {
        name: "match.pcre",
        signature: takes(OF_ID),
        doc: "Returns whether a regular expression matches the minion's ID, from its beginning.",
        returns: "a boolean",
        does: &[],
        call: |context, bound| by_id(context, bound, MatchKind::Pcre),
    },
    Function {
        name: "match.list",
        signature: takes(OF_ID),
        doc: "Returns whether the minion's ID is in a list, or in a text of IDs with commas between them.",
        returns: "a boolean",
        does: &[],
        call: list,
    },
    Function {
        name: "match.compound",
        signature: takes(OF_ID),
        doc: "Returns whether a compound such as 'G@os:Debian and web-*' matches this minion.",
        returns: "a boolean",
        does: &[NeedsPillar],
        call: compound,
    },
    Function {
        name: "match.grain",
        signature: takes(OF_DATA),
        doc: "Returns whether a grain has a value: 'os:Deb*'.",
        returns: "a boolean",
        does: &[],
        call: |context, bound| by_data(context, bound, MatchKind::Grain),
    },
    Function {
        name: "match.grain_pcre",
        signature: takes(OF_DATA),
        doc: "Returns whether a regular expression matches a grain: 'os:Deb.*'.",
        returns: "a boolean",
        does: &[],
        call: |context, bound| by_data(context, bound, MatchKind::GrainPcre),
    },
    Function {
        name: "match.pillar",
        signature: takes(OF_DATA),
        doc: "Returns whether the pillar has a value: 'role:web'.",
        returns: "a boolean",
        does: &[NeedsPillar],
        call: |context, bound| by_data(context, bound, MatchKind::Pillar),
    },
    Function {
        name: "match.pillar_pcre",
        signature: takes(OF_DATA),
        doc: "Returns whether a regular expression matches the pillar: 'role:w.*'.",
        returns: "a boolean",
        does: &[NeedsPillar],
        call: |context, bound| by_data(context, bound, MatchKind::PillarPcre),
    },
    Function {
        name: "match.ipcidr",
        signature: takes(&[required("tgt", Shape::Any, "the expression")]),
        doc: "Returns whether the minion has an address in a network.",
        returns: "a boolean",
        does: &[],
        call: ipcidr,
    },
    Function {
        name: "match.data",
        signature: takes(&[required("tgt", Shape::Any, "the expression")]),
        doc: "Returns whether the minion's data store has a value; there is none, so the answer is \
              always False.",
        returns: "a boolean",
        does: &[NeedsPillar],
        call: |_, _| Ok(false.into()),
    },
    Function {
        name: "match.filter_by",
        signature: takes(&[
            required("lookup", Shape::Record(&[]), "expressions and their values"),
            text("tgt_type", "compound", "the kind of expression: glob, compound …"),
            maybe("minion_id", Shape::Text, "the ID, instead of this minion's"),
            maybe("merge", Shape::Any, "a mapping that is merged over the entry"),
            flag("merge_lists", false, "True: lists are joined; False: they are replaced"),
            text("default", "default", "the value to return if nothing is found"),
        ]),
        doc: "Returns the entry of a mapping whose key matches this minion.\n\nIf there is none, it \
              returns the entry that 'default' names; 'merge' is merged over it.",
        returns: "the entry, or None",
        does: &[NeedsPillar],
        call: filter_by,
    },
    Function {
        name: "match.search_by",
        signature: takes(&[
            required("lookup", Shape::Record(&[]), "expressions and their values"),
            text("tgt_type", "compound", "the kind of expression: glob, compound …"),
            maybe("minion_id", Shape::Text, "the ID, instead of this minion's"),
        ]),
        doc: "Returns the keys of a mapping whose expressions match this minion, or nothing.",
        returns: "a list of keys, or None",
        does: &[NeedsPillar],
        call: search_by,
    },
    Function {
        name: "match.ifelse",
        signature: takes(&[]).and_more("args", "the rest").and_named(),
        doc: "Returns the value of the first expression that matches this minion, or the last value.",
        returns: "the value, or None",
        does: &[NeedsPillar],
        call: ifelse,
    },
];

fn is_match(context: &Context<'_>, id: &Value, kind: MatchKind, expression: &str) -> bool {
    with_matcher(context, id, |matcher| matcher.is_match(kind, expression))
}

/// Uses the matcher, for another ID if the call names one.
fn with_matcher(context: &Context<'_>, id: &Value, uses: impl FnOnce(&Matcher<'_>) -> bool) -> bool {
    let minion = context.minion;
    let own = minion.opts.get("id").or_else(|| minion.grains.get("id")).map(python::text);
    let id = id.as_str().map(str::to_owned).or(own).unwrap_or_default();
    let none = Map::new();
    let nodegroups = minion.opts.get("nodegroups").and_then(Value::as_map).unwrap_or(&none);
    uses(&Matcher { id: &id, grains: &minion.grains, pillar: &minion.pillar, nodegroups })
}

/// As in Salt, a compound may be a list of its words.
fn compound(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let Value::List(words) = bound.value("tgt") else { return by_id(context, bound, MatchKind::Compound) };
    let words = words.iter().map(python::text).collect();
    Ok(with_matcher(context, bound.value("minion_id"), |matcher| matcher.is_match_of_words(words)).into())
}

fn by_id(context: &Context<'_>, bound: &Bound, kind: MatchKind) -> Result<Value, CallError> {
    Ok(is_match(context, bound.value("minion_id"), kind, &bound.text("tgt")).into())
}

fn list(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    // As in Salt, blanks beside commas are part of the IDs.
    let expression = match bound.value("tgt") {
        Value::List(ids) => ids.iter().map(python::text).collect::<Vec<_>>().join(","),
        _ => bound.text("tgt"),
    };
    Ok(is_match(context, bound.value("minion_id"), MatchKind::List, &expression).into())
}

fn by_data(context: &Context<'_>, bound: &Bound, kind: MatchKind) -> Result<Value, CallError> {
    let (expression, delimiter) = (bound.text("tgt"), bound.text("delimiter"));
    let expression = if delimiter == ":" { expression } else { expression.replace(&delimiter, ":") };
    Ok(is_match(context, &Value::Null, kind, &expression).into())
}

/// Salt answers a text that is not an address with an empty list, which counts as false.
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
