//! The meaning of a container's declaration: the request that creates it, and its differences from a present container.

use std::collections::BTreeMap;

use serde_json::{Map as Object, Value as Json, json};

use super::super::read;
use super::super::reference::Reference;
use super::canon::{Extent, expected, is_same};
use super::form::Form;
use super::network::{self, Wanted};
use super::parts::{paths_of_binds, read_map};
use super::table::{SETTINGS, Setting};
use model::{Fields, Value};

/// One declared setting, in the form of the API.
#[derive(Clone, Debug)]
struct Item {
    /// The argument.
    name: String,
    at: Vec<String>,
    form: Form,
    extent: Extent,
    needs: Option<&'static str>,
    value: Json,
    /// True if another setting requires that it is sent; it is not compared.
    is_implied: bool,
}

/// A declared container.
#[derive(Clone, Debug)]
pub struct Want {
    pub(super) image: Reference,
    items: Vec<Item>,
    /// None if networks are not managed.
    pub(super) networks: Option<Vec<Wanted>>,
    is_detached: bool,
}

/// The facts of an engine that settings are compared with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    pub container: &'a Json,
    pub image: &'a Json,
    /// The answer of `GET /info`, if it was asked.
    pub info: Option<&'a Json>,
    /// IDs of containers that settings name.
    pub peers: &'a BTreeMap<String, String>,
}

impl Want {
    /// Reads a declaration.
    ///
    /// # Errors
    /// An argument is not valid, or two of them exclude each other.
    pub(super) fn read(fields: &Fields) -> Result<Self, String> {
        let image = fields.text("image").ok_or("The 'image' argument is required")?;
        let image = Reference::read(&image, None)?;
        let raw = fields.value("skip_translate").unwrap_or_default();
        let raw_names = read::words(&raw);
        let is_raw = |setting: &Setting| {
            raw == Value::Bool(true) || raw_names.iter().any(|name| setting.argument.is_spelled(name))
        };
        let checks_addresses = fields.boolean("validate_ip_addrs") != Some(false);
        let mut items = vec![];
        for setting in SETTINGS {
            let name = setting.argument.name;
            let Some(value) = fields.value(name).filter(|value| !value.is_null()) else { continue };
            let form = if is_raw(setting) { Form::Raw } else { setting.form };
            let value = form.read(&value, checks_addresses).map_err(|reason| format!("{name}: {reason}"))?;
            items.push(Item::of(setting, value));
        }
        // An engine does not show whether a command is that of the image.
        items.retain(|item| item.form != Form::Command || item.value != json!([]));
        let mut want = Self {
            image,
            items,
            networks: network::declared(fields)?,
            is_detached: fields.boolean("detach") == Some(true),
        };
        want.overlay(fields)?;
        want.refuse_conflicts()?;
        want.imply();
        Ok(want)
    }

    /// `host_config` is in the form of the API, and replaces other arguments.
    fn overlay(&mut self, fields: &Fields) -> Result<(), String> {
        let Some(value) = fields.value("host_config") else { return Ok(()) };
        let all = read_map(&value).map_err(|reason| format!("host_config: {reason}"))?;
        for (key, value) in all {
            self.items.retain(|item| item.at.get(1) != Some(&key) || item.at[0] != "HostConfig");
            self.items.push(Item {
                name: "host_config".to_owned(),
                at: vec!["HostConfig".to_owned(), key],
                form: Form::Raw,
                extent: Extent::Part,
                needs: None,
                value,
                is_implied: false,
            });
        }
        Ok(())
    }

    fn refuse_conflicts(&self) -> Result<(), String> {
        let is_true = |name| self.value(name) == Some(&json!(true));
        if self.value("port_bindings").is_some() && is_true("publish_all_ports") {
            return Err("port_bindings: Cannot be used when publish_all_ports=True".to_owned());
        }
        if self.value("hostname").is_some() && self.mode() == "host" {
            return Err("hostname: Cannot be used when network_mode=host".to_owned());
        }
        if self.networks.as_ref().is_some_and(|all| !all.is_empty()) && !self.has_own_network() {
            return Err(format!("networks: Cannot be used when network_mode={}", self.mode()));
        }
        Ok(())
    }

    /// A published port is exposed, and the path of a bind mount is a volume, as on Docker's command line.
    fn imply(&mut self) {
        let keys = |value: Option<&Json>| -> Object<String, Json> {
            let each = value.and_then(Json::as_object).into_iter().flatten();
            each.map(|(key, _)| (key.clone(), json!({}))).collect()
        };
        let ports = keys(self.value("port_bindings"));
        let paths = self.value("binds").map(paths_of_binds).unwrap_or_default();
        let volumes = paths.into_iter().map(|path| (path, json!({}))).collect();
        for (name, implied) in [("ports", ports), ("volumes", volumes)] {
            if implied.is_empty() {
                continue;
            }
            match self.items.iter_mut().find(|item| item.name == name) {
                Some(Item { value: Json::Object(own), .. }) => own.extend(implied),
                Some(_) => {}
                None => {
                    let setting = SETTINGS.iter().find(|setting| setting.argument.name == name);
                    let item = setting.map(|setting| Item::of(setting, Json::Object(implied)));
                    self.items.extend(item.map(|item| Item { is_implied: true, ..item }));
                }
            }
        }
    }

    /// The declared value of an argument.
    fn value(&self, name: &str) -> Option<&Json> {
        self.items.iter().find(|item| item.name == name).map(|item| &item.value)
    }

    /// The network that it is created in.
    pub(super) fn mode(&self) -> &str {
        let declared = self.items.iter().find(|item| item.at[1] == "NetworkMode");
        match declared.and_then(|item| item.value.as_str()) {
            None | Some("default" | "") => "bridge",
            Some(mode) => mode,
        }
    }

    /// True if it can be connected to networks.
    pub(super) fn has_own_network(&self) -> bool {
        !(matches!(self.mode(), "host" | "none") || self.mode().starts_with("container:"))
    }

    /// Containers whose namespaces it shares.
    pub(super) fn peers(&self) -> Vec<String> {
        let modes = self.items.iter().filter(|item| item.form == Form::Mode);
        let texts = modes.filter_map(|item| item.value.as_str());
        texts.filter_map(|mode| mode.strip_prefix("container:")).map(str::to_owned).collect()
    }

    /// True if the effect of a declared setting depends on the engine.
    pub(super) fn asks_info(&self) -> bool {
        self.items.iter().any(|item| item.needs.is_some())
    }

    /// The request that creates it.
    pub(super) fn body(&self) -> Json {
        let mut body = json!({
            "Image": self.image.shown,
            "AttachStdout": !self.is_detached,
            "AttachStderr": !self.is_detached,
        });
        for item in &self.items {
            let mut place = &mut body;
            // The fields of `Config` in an answer are at the top of the request.
            for key in item.at.iter().skip(usize::from(item.at[0] == "Config")) {
                place = &mut place[key.as_str()];
            }
            *place = item.value.clone();
        }
        let is_open = !self.is_detached && body["OpenStdin"] == json!(true);
        if is_open {
            body["AttachStdin"] = true.into();
            body["StdinOnce"] = true.into();
        }
        body
    }

    /// The differences, as old and new by the place in the API.
    pub(super) fn differing(&self, known: Known<'_>) -> Object<String, Json> {
        let mut differing = Object::new();
        for item in self.items.iter().filter(|item| !item.is_implied && item.has_effect(known.info)) {
            let there = item.there(known.container);
            let of_image =
                if item.at[0] == "Config" { &known.image["Config"][&item.at[1]] } else { &Json::Null };
            let new = expected(item.form, item.extent, &item.value, of_image);
            let resolved = |value: &Json| resolved(item.form, value, known.peers);
            if !is_same(item.form, item.extent, &resolved(&new), &resolved(&there)) {
                let part = differing.entry(item.at[0].as_str()).or_insert_with(|| json!({}));
                part[item.at[1..].join(".")] = json!({"old": there, "new": new});
            }
        }
        differing
    }

    /// Warnings about settings that the engine ignores.
    pub(super) fn without_effect(&self, info: Option<&Json>) -> Vec<String> {
        let items = self.items.iter().filter(|item| !item.has_effect(info));
        items
            .map(|item| format!("'{}' has no effect: this engine or its kernel cannot do it", item.name))
            .collect()
    }
}

impl Item {
    fn of(setting: &Setting, value: Json) -> Self {
        Self {
            name: setting.argument.name.to_owned(),
            at: setting.at.iter().map(|key| (*key).to_owned()).collect(),
            form: setting.form,
            extent: setting.extent,
            needs: setting.needs,
            value,
            is_implied: false,
        }
    }

    /// False if the engine says that it ignores the setting.
    ///
    /// See <https://docs.docker.com/reference/api/engine/version/v1.47/#tag/System/operation/SystemInfo>.
    fn has_effect(&self, info: Option<&Json>) -> bool {
        match (self.needs, info) {
            (None, _) | (_, None) => true,
            (Some("CgroupVersion 1"), Some(info)) => info["CgroupVersion"] != "2",
            (Some(key), Some(info)) => info[key] == json!(true),
        }
    }

    /// The present value.
    fn there(&self, container: &Json) -> Json {
        let there = self.at.iter().fold(container, |place, key| &place[key.as_str()]);
        if self.form == Form::Hardware && there.as_str().is_none_or(str::is_empty) {
            // Newer engines have it in the network.
            let networks = container["NetworkSettings"]["Networks"].as_object();
            let mut each = networks.into_iter().flatten().map(|(_, it)| &it["MacAddress"]);
            return each.find(|it| it.as_str().is_some_and(|it| !it.is_empty())).cloned().unwrap_or_default();
        }
        match (self.form, there.as_array()) {
            (Form::Environment, Some(list)) => {
                let mut list = list.clone();
                list.sort_by_key(ToString::to_string);
                list.into()
            }
            _ => there.clone(),
        }
    }
}

/// The engine writes the ID of a named container.
fn resolved(form: Form, value: &Json, peers: &BTreeMap<String, String>) -> Json {
    let name = value.as_str().and_then(|mode| mode.strip_prefix("container:"));
    match name.filter(|_| form == Form::Mode).and_then(|name| peers.get(name)) {
        Some(id) => format!("container:{id}").into(),
        None => value.clone(),
    }
}
