//! The addresses of a network.

use ipnet::IpNet;
use serde_json::{Map as Object, Value as Json, json};

use super::read;
use model::{Fields, Value, python};

/// The keys of a pool in an SLS, and in the API.
const NAMES: [(&str, &[&str], &str); 3] = [
    ("subnet", &["subnet"], "Subnet"),
    ("iprange", &["iprange", "ip_range"], "IPRange"),
    ("gateway", &["gateway"], "Gateway"),
];

/// The declared addresses, in the form of the API; nothing if none are declared.
///
/// # Errors
/// An address is not valid, or a pool has no subnet.
pub(super) fn declared(fields: &Fields) -> Result<Option<Json>, String> {
    let mut pools: Vec<Object<String, Json>> = vec![];
    let is_checked = fields.boolean("validate_ip_addrs") != Some(false);
    let own = pool(&|name| if fields.takes(name) { fields.value(name) } else { None }, is_checked)?;
    if !own.is_empty() {
        pools.push(own);
    }
    if let Some(list) = fields.value("ipam_pools") {
        let wrong = || "ipam_pools must be a list of mappings".to_owned();
        for each in list.as_list().ok_or_else(wrong)? {
            let map = each.as_map().ok_or_else(wrong)?;
            pools.push(pool(&|name| map.get(name).cloned(), is_checked)?);
        }
    }
    if pools.iter().any(|pool| !pool.contains_key("Subnet")) {
        return Err("A subnet is required in each IPAM pool".to_owned());
    }
    let (driver, options) = (fields.text("ipam_driver"), read::object(fields, "ipam_opts", '=')?);
    let has_any = driver.is_some() || options.is_some() || !pools.is_empty();
    if let Some(whole) = fields.value("ipam").filter(|whole| !whole.is_null()) {
        return match whole {
            Value::Map(_) if !has_any => Ok(Some(whole.to_json())),
            Value::Map(_) => {
                Err("ipam excludes the other arguments of addresses: write only one of them".to_owned())
            }
            _ => Err("ipam must be a mapping".to_owned()),
        };
    }
    if !has_any {
        return Ok(None);
    }
    let mut ipam = Object::new();
    ipam.insert("Driver".to_owned(), driver.map_or_else(|| "default".into(), Json::from));
    if let Some(options) = options {
        ipam.insert("Options".to_owned(), options);
    }
    ipam.insert("Config".to_owned(), pools.into_iter().map(Json::Object).collect());
    Ok(Some(Json::Object(ipam)))
}

fn pool(get: &dyn Fn(&str) -> Option<Value>, is_checked: bool) -> Result<Object<String, Json>, String> {
    let mut pool = Object::new();
    for (key, spellings, name) in NAMES {
        let Some(value) = spellings.iter().find_map(|spelling| get(spelling)).filter(|it| !it.is_null())
        else {
            continue;
        };
        let text = python::text(&value);
        let is_address = if key == "gateway" { is_address(&text) } else { text.parse::<IpNet>().is_ok() };
        if is_checked && !is_address {
            let what = if key == "gateway" { "IP address" } else { "subnet" };
            return Err(format!("{key}: '{text}' is not a valid {what}"));
        }
        pool.insert(name.to_owned(), text.into());
    }
    if let Some(value) = ["aux_addresses", "aux_address"].iter().find_map(|name| get(name)) {
        let mut addresses = Object::new();
        for (host, address) in read::pairs(&value, '=') {
            let address =
                address.ok_or_else(|| format!("aux_addresses: '{host}' is not a host=address pair"))?;
            if is_checked && !is_address(&address) {
                return Err(format!("aux_addresses: '{address}' is not a valid IP address"));
            }
            addresses.insert(host, address.into());
        }
        pool.insert("AuxiliaryAddresses".to_owned(), Json::Object(addresses));
    }
    Ok(pool)
}

fn is_address(text: &str) -> bool {
    text.parse::<std::net::IpAddr>().is_ok()
}

/// The differences between the declared addresses and those of the network.
pub(super) fn differing(wanted: &Json, now: &Json) -> Object<String, Json> {
    let mut differing = Object::new();
    let mut note = |key: &str, old: &Json, new: &Json| {
        differing.insert(key.to_owned(), json!({"old": old, "new": new}));
    };
    if let Some(driver) = wanted.get("Driver").filter(|driver| **driver != now["Driver"]) {
        note("Driver", &now["Driver"], driver);
    }
    let is_empty = |it: &Json| it.as_object().is_none_or(Object::is_empty);
    let options = wanted
        .get("Options")
        .filter(|it| **it != now["Options"] && !(is_empty(it) && is_empty(&now["Options"])));
    if let Some(options) = options {
        note("Options", &now["Options"], options);
    }
    let none = vec![];
    let pools = wanted.get("Config").and_then(Json::as_array).unwrap_or(&none);
    let there = now["Config"].as_array().unwrap_or(&none);
    if !pools.is_empty() && !are_so(pools, there) {
        let old: Json = there.iter().map(|pool| Json::Object(shown(pool))).collect();
        note("Config", &old, &Json::Array(pools.clone()));
    }
    differing
}

/// A pool without the empty values of newer engines.
fn shown(pool: &Json) -> Object<String, Json> {
    let has_value = |value: &Json| !(value.is_null() || value.as_str() == Some(""));
    let each = pool.as_object().into_iter().flatten().filter(|(_, value)| has_value(value));
    each.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// The addresses of a network, for its replacement.
pub(super) fn kept(now: &Json) -> Json {
    let mut kept = now.clone();
    if let Some(pools) = now["Config"].as_array() {
        kept["Config"] = pools.iter().map(|pool| Json::Object(shown(pool))).collect();
    }
    kept
}

/// True if each declared pool exists, and no other one of the same family.
fn are_so(pools: &[Json], there: &[Json]) -> bool {
    let net = |pool: &Json| pool["Subnet"].as_str().and_then(|text| text.parse::<IpNet>().ok());
    let is_v6 = |pool: &Json| net(pool).is_some_and(|net| matches!(net, IpNet::V6(_)));
    let is_same = |wanted: &Json, now: &Json| {
        let now = shown(now);
        let each = wanted.as_object().into_iter().flatten();
        each.filter(|(key, _)| *key != "Subnet").all(|(key, value)| now.get(key) == Some(value))
    };
    let is_there = |wanted: &Json| there.iter().any(|now| net(wanted) == net(now) && is_same(wanted, now));
    let is_meant = |now: &Json| {
        let mut family = pools.iter().filter(|wanted| is_v6(wanted) == is_v6(now)).peekable();
        family.peek().is_none() || family.any(|wanted| net(wanted) == net(now))
    };
    pools.iter().all(is_there) && there.iter().all(is_meant)
}
