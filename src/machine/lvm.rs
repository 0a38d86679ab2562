//! Volumes of LVM, by its programs. See lvm(8).

use std::path::{Path, PathBuf};

use super::process::{AskError, Command};

/// A physical volume: a disk or a part of one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Physical {
    /// Its device.
    pub device: PathBuf,
    /// Its group; empty if it has none.
    pub group: String,
}

/// A volume group.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// The size of an extent in bytes.
    pub extent: u64,
}

/// A logical volume.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Logical {
    /// Its name.
    pub name: String,
    /// Its group.
    pub group: String,
    /// Its size in bytes.
    pub size: u64,
}

/// All volumes.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Volumes {
    /// Physical volumes.
    pub physical: Vec<Physical>,
    /// Volume groups.
    pub groups: Vec<Group>,
    /// Logical volumes.
    pub logical: Vec<Logical>,
}

/// All volumes of the machine.
///
/// # Errors
/// LVM's programs cannot be run, or fail.
pub async fn volumes() -> Result<Volumes, AskError> {
    let (physical, groups, logical) = futures::try_join!(
        rows("pvs", "pv_name,vg_name"),
        rows("vgs", "vg_name,vg_extent_size"),
        rows("lvs", "lv_name,vg_name,lv_size"),
    )?;
    let number =
        |row: &[String], at: usize| row.get(at).and_then(|text| text.parse().ok()).unwrap_or_default();
    let text = |row: &[String], at: usize| row.get(at).cloned().unwrap_or_default();
    Ok(Volumes {
        physical: physical
            .iter()
            .map(|row| Physical { device: real(&text(row, 0)), group: text(row, 1) })
            .collect(),
        groups: groups.iter().map(|row| Group { name: text(row, 0), extent: number(row, 1) }).collect(),
        logical: logical
            .iter()
            .map(|row| Logical { name: text(row, 0), group: text(row, 1), size: number(row, 2) })
            .collect(),
    })
}

/// The target of a link to a device: disks have several names.
pub fn real(device: &str) -> PathBuf {
    std::fs::canonicalize(device).unwrap_or_else(|_| Path::new(device).to_owned())
}

async fn rows(program: &str, columns: &str) -> Result<Vec<Vec<String>>, AskError> {
    let words =
        [program, "--noheadings", "--nosuffix", "--units", "b", "--separator", "|", "--options", columns];
    Ok(read(&Command::argv(words).ask().await?.stdout_text()))
}

fn read(table: &str) -> Vec<Vec<String>> {
    let row = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect();
    table.lines().filter(|line| !line.trim().is_empty()).map(row).collect()
}

/// The bytes of a size such as `10G`, `512MB`, `2048s`; without a unit, MiB. Nothing if the text is not a size.
pub fn bytes(size: &str) -> Option<u64> {
    let lower = size.trim().to_ascii_lowercase();
    let digits = lower.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(lower.len());
    let (number, unit) = lower.split_at(digits);
    let unit = match unit {
        "b" => 1,
        "s" => 512,
        _ => match unit.trim_end_matches("ib").trim_end_matches('b') {
            "k" => 1 << 10,
            "" | "m" => 1 << 20,
            "g" => 1 << 30,
            "t" => 1 << 40,
            "p" => 1 << 50,
            _ => return None,
        },
    };
    match number.split_once('.') {
        None => number.parse::<u64>().ok()?.checked_mul(unit),
        Some((whole, part)) => {
            let scale = 10_u64.checked_pow(u32::try_from(part.len()).ok()?)?;
            let rest = part.parse::<u64>().ok()?.checked_mul(unit)? / scale;
            whole.parse::<u64>().ok()?.checked_mul(unit)?.checked_add(rest)
        }
    }
}

impl Group {
    /// A size in whole extents, as LVM rounds it.
    pub fn whole(&self, size: u64) -> u64 {
        if self.extent == 0 { size } else { size.div_ceil(self.extent) * self.extent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_lvm() {
        for (size, number) in [
            ("100", Some(100 << 20)),
            ("10G", Some(10 << 30)),
            ("10gb", Some(10 << 30)),
            ("10GiB", Some(10 << 30)),
            ("1.5g", Some(3 << 29)),
            ("2048s", Some(1 << 20)),
            ("512b", Some(512)),
            ("1t", Some(1 << 40)),
            ("ten", None),
            ("10x", None),
            ("", None),
        ] {
            assert_eq!(bytes(size), number, "{size}");
        }
    }

    #[test]
    fn tables_have_cells() {
        let table = "  /dev/sda1|data\n  /dev/sdb|\n\n";
        assert_eq!(read(table), [["/dev/sda1", "data"], ["/dev/sdb", ""]]);
        let group = Group { name: "data".into(), extent: 4 << 20 };
        assert_eq!(group.whole(5 << 20), 8 << 20);
        assert_eq!(group.whole(8 << 20), 8 << 20);
    }
}
