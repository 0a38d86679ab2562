//! The content of a launch configuration in canonical form, and what differs between two.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

use super::arguments::bare;
use model::user_data;
use model::{Ident, Value, hex};

/// All launch settings of an instance.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Content {
    /// The AMI.
    pub image: Option<Ident>,
    /// Sorted.
    pub security_groups: Option<Vec<Ident>>,
    pub instance_type: Option<String>,
    pub key_name: Option<String>,
    /// As the instance sees it, not encoded.
    pub user_data: Option<String>,
    pub kernel_id: Option<String>,
    pub ramdisk_id: Option<String>,
    /// Sorted by name.
    pub devices: Option<Vec<Device>>,
    pub monitoring: Option<bool>,
    pub spot_price: Option<String>,
    /// Name or ARN.
    pub instance_profile: Option<String>,
    pub ebs_optimized: Option<bool>,
    pub public_ip: Option<bool>,
}

/// One block device.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Device {
    pub name: String,
    pub size: Option<i32>,
    pub volume_type: Option<String>,
    pub iops: Option<i32>,
    pub throughput: Option<i32>,
    pub snapshot_id: Option<String>,
    pub encrypted: Option<bool>,
    pub delete_on_termination: Option<bool>,
    pub virtual_name: Option<String>,
    pub no_device: Option<bool>,
}

/// One argument that differs: name, present value, wanted value.
pub(crate) type Difference = (&'static str, Value, Value);

/// What differs between a declared content and the one in AWS: argument, present, wanted.
///
/// `whole` also compares what is left out, as AWS's default.
pub(crate) fn differences(want: &Content, live: &Content, whole: bool) -> Vec<Difference> {
    let mut found = vec![];
    let mut check = |name, declared: bool, is_same: bool, old: Value, new: Value| {
        if (declared || whole) && !is_same {
            found.push((name, old, new));
        }
    };
    let texts = [
        ("instance_type", &want.instance_type, &live.instance_type),
        ("key_name", &want.key_name, &live.key_name),
        ("kernel_id", &want.kernel_id, &live.kernel_id),
        ("ramdisk_id", &want.ramdisk_id, &live.ramdisk_id),
    ];
    check("image_id", want.image.is_some(), want.image == live.image, ident(&live.image), ident(&want.image));
    for (name, want, live) in texts {
        let is_same = filled(want) == filled(live);
        check(name, want.is_some(), is_same, live.clone().into(), want.clone().into());
    }
    let groups = (groups(want), groups(live));
    check(
        "security_groups",
        want.security_groups.is_some(),
        groups.0 == groups.1,
        groups.1.into(),
        groups.0.into(),
    );
    let data = (filled(&want.user_data).unwrap_or(""), filled(&live.user_data).unwrap_or(""));
    let is_same = user_data::is_same(data.0, data.1);
    check("user_data", want.user_data.is_some(), is_same, digest_of(data.1), digest_of(data.0));
    let (is_same, devices) = (same_devices(want, live), (shown_devices(live), shown_devices(want)));
    check("block_device_mappings", want.devices.is_some(), is_same, devices.0, devices.1);
    let price = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<f64>().ok());
    let is_same = price(&want.spot_price) == price(&live.spot_price);
    let prices = (live.spot_price.clone().into(), want.spot_price.clone().into());
    check("spot_price", want.spot_price.is_some(), is_same, prices.0, prices.1);
    let profile = |text: &Option<String>| filled(text).map(|text| bare(text).to_owned());
    let profiles = (profile(&want.instance_profile), profile(&live.instance_profile));
    let is_same = profiles.0 == profiles.1;
    check(
        "instance_profile_name",
        want.instance_profile.is_some(),
        is_same,
        profiles.1.into(),
        profiles.0.into(),
    );
    for (name, want, live, default) in [
        ("instance_monitoring", want.monitoring, live.monitoring, Some(false)),
        ("ebs_optimized", want.ebs_optimized, live.ebs_optimized, Some(false)),
        ("associate_public_ip_address", want.public_ip, live.public_ip, None),
    ] {
        let (wanted, present) = (want.or(default), live.or(default));
        check(name, want.is_some(), wanted == present, present.into(), wanted.into());
    }
    found
}

fn filled(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}

fn ident(ident: &Option<Ident>) -> Value {
    ident.as_ref().map(Value::from).unwrap_or_default()
}

fn groups(content: &Content) -> Vec<Value> {
    content.security_groups.iter().flatten().map(Value::from).collect()
}

/// User data is long and may contain secrets, so changes show a digest.
fn digest_of(user_data: &str) -> Value {
    if user_data.is_empty() {
        return Value::Null;
    }
    format!("sha256:{}", &hex(&Sha256::digest(user_data.as_bytes()))[..16]).into()
}

/// Compares device by device, and only what is declared: AWS fills in the rest.
fn same_devices(want: &Content, live: &Content) -> bool {
    let (want, live) = (want.devices.as_deref().unwrap_or(&[]), live.devices.as_deref().unwrap_or(&[]));
    want.len() == live.len()
        && want.iter().zip(live).all(|(want, live)| {
            want.name == live.name
                && unless_left_out(&want.size, &live.size)
                && unless_left_out(&want.volume_type, &live.volume_type)
                && unless_left_out(&want.iops, &live.iops)
                && unless_left_out(&want.throughput, &live.throughput)
                && unless_left_out(&want.snapshot_id, &live.snapshot_id)
                && unless_left_out(&want.encrypted, &live.encrypted)
                && unless_left_out(&want.delete_on_termination, &live.delete_on_termination)
                && unless_left_out(&want.virtual_name, &live.virtual_name)
                && unless_left_out(&want.no_device, &live.no_device)
        })
}

fn unless_left_out<T: PartialEq>(want: &Option<T>, live: &Option<T>) -> bool {
    want.is_none() || want == live
}

fn shown_devices(content: &Content) -> Value {
    content
        .devices
        .iter()
        .flatten()
        .map(|device| (device.name.as_str(), Value::from(device_json(device))))
        .collect()
}

fn device_json(device: &Device) -> Json {
    let all = [
        ("size", Json::from(device.size)),
        ("volume_type", device.volume_type.clone().into()),
        ("iops", device.iops.into()),
        ("throughput", device.throughput.into()),
        ("snapshot_id", device.snapshot_id.clone().into()),
        ("encrypted", device.encrypted.into()),
        ("delete_on_termination", device.delete_on_termination.into()),
        ("ephemeral_name", device.virtual_name.clone().into()),
        ("no_device", device.no_device.into()),
    ];
    all.into_iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// True for `<prefix>-<hash>`: 32 hexadecimal digits, ours or those of Salt.
pub fn is_ours(prefix: &str, name: &str) -> bool {
    let hash = name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('-'));
    hash.is_some_and(|hash| hash.len() == 32 && hash.chars().all(|c| c.is_ascii_hexdigit()))
}

/// The hash of the canonical JSON; none while an identifier is not known.
pub(crate) fn hash_of(content: &Content) -> Option<String> {
    let known = |ident: &Ident| ident.known().map(str::to_owned);
    let image = content.image.as_ref().map(|image| known(image).ok_or(())).transpose().ok()?;
    let groups: Vec<String> = content.security_groups.iter().flatten().map(known).collect::<Option<_>>()?;
    let devices: Vec<Json> = content
        .devices
        .iter()
        .flatten()
        .map(|device| Json::from(vec![device.name.clone().into(), device_json(device)]))
        .collect();
    let document: BTreeMap<&str, Json> = [
        ("image_id", image.into()),
        ("security_groups", groups.into()),
        ("instance_type", content.instance_type.clone().into()),
        ("key_name", content.key_name.clone().into()),
        ("user_data", content.user_data.clone().into()),
        ("kernel_id", content.kernel_id.clone().into()),
        ("ramdisk_id", content.ramdisk_id.clone().into()),
        ("devices", devices.into()),
        ("monitoring", content.monitoring.unwrap_or(false).into()),
        ("spot_price", content.spot_price.clone().into()),
        ("instance_profile", content.instance_profile.as_deref().map(bare).into()),
        ("ebs_optimized", content.ebs_optimized.unwrap_or(false).into()),
        ("public_ip", content.public_ip.into()),
    ]
    .into_iter()
    .filter(|(_, value): &(&str, Json)| !value.is_null())
    .collect();
    let text = serde_json::to_string(&document).ok()?;
    Some(hex(&Sha256::digest(text.as_bytes()))[..32].to_owned())
}
