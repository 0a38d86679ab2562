//! `gpus` and `num_gpus`: what draws or computes on the PCI bus.
//!
//! Salt asks `lspci`, which reads the same directory and the same table of names. So no program is started here. Without the
//! table there are none, as in Salt without `lspci`.
//! Format of the table: <https://man7.org/linux/man-pages/man5/pci.ids.5.html>.

use std::path::Path;

use serde_json::{Value, json};

use super::{names_in, put, read};
use crate::Grains;

/// VGA compatible and 3D controllers, display controllers and processing accelerators: class and subclass.
const CLASSES: &[&str] = &["0300", "0302", "0380", "1200"];

/// Where distributions keep the table of names.
const TABLES: &[&str] = &["var/lib/pciutils/pci.ids", "usr/share/misc/pci.ids", "usr/share/hwdata/pci.ids"];

/// The vendors that Salt has a word for, in its order. It lists 'cirrus logic' too, but compares single words.
const VENDORS: &[&str] = &["nvidia", "amd", "ati", "intel", "vmware", "matrox", "aspeed"];

/// Adds the graphics adapters; none where nobody wants to know.
pub fn add(root: &Path, is_wanted: bool, grains: &mut Grains) {
    let found = if is_wanted { adapters(root) } else { vec![] };
    put(grains, "num_gpus", found.len());
    put(grains, "gpus", found);
}

fn adapters(root: &Path) -> Vec<Value> {
    let ids = names_in(root, "sys/bus/pci/devices").into_iter().filter_map(|device| {
        let of = |file: &str| hex(&read(root, &format!("sys/bus/pci/devices/{device}/{file}"))?, 4);
        let class = of("class")?;
        CLASSES.contains(&class.as_str()).then_some((of("vendor")?, of("device")?))
    });
    let ids: Vec<(String, String)> = ids.collect();
    if ids.is_empty() {
        return vec![];
    }
    let Some(table) = TABLES.iter().find_map(|path| read(root, path)) else { return vec![] };
    let shown = |(vendor, device): &(String, String)| {
        let (vendor_name, device_name) = names(&table, vendor, device);
        let maker = vendor_name.unwrap_or_else(|| format!("Vendor {vendor}")).to_lowercase();
        let mut words = maker.split(|letter: char| !letter.is_ascii_alphanumeric());
        let words: Vec<&str> = words.by_ref().collect();
        let known = VENDORS.iter().find(|known| words.contains(known));
        let model = device_name.unwrap_or_else(|| format!("Device {device}"));
        json!({"vendor": known.unwrap_or(&"unknown"), "model": model})
    };
    ids.iter().map(shown).collect()
}

/// The first digits of a number such as `0x030000`.
fn hex(text: &str, digits: usize) -> Option<String> {
    text.strip_prefix("0x")?.get(..digits).map(str::to_lowercase)
}

/// The names of a vendor and of its device.
fn names(table: &str, vendor: &str, device: &str) -> (Option<String>, Option<String>) {
    let named = |line: &str, id: &str| Some(line.strip_prefix(id)?.strip_prefix("  ")?.trim().to_owned());
    let mut lines = table.lines().skip_while(|line| named(line, vendor).is_none());
    let Some(vendor) = lines.next().and_then(|line| named(line, vendor)) else { return (None, None) };
    let own = lines.take_while(|line| line.is_empty() || line.starts_with(['\t', '#']));
    let device = own.filter_map(|line| named(line.strip_prefix('\t')?, device)).next();
    (Some(vendor), device)
}
