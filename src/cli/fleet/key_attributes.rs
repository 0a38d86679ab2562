//! `key attributes`: shows and changes what the register says about accepted instances.

use super::Ended;
use super::key::nobody;
use super::open::Opened;
use super::show::{print, remark};
use fleet::identity::{Attributes, Entry, attribute_map};
use fleet::operator::{Console, Knowledge};
use model::{Key, Value, glob};

/// Changes the attributes of the accepted instances that the pattern means, and shows them.
pub async fn run(
    opened: &Opened,
    console: &Console,
    knowledge: &Knowledge,
    pattern: &str,
    change: &Attributes,
) -> Result<u8, Ended> {
    let is_meant = |entry: &&Entry| glob::is_match(pattern, &entry.id) || entry.key.as_str() == pattern;
    let mut chosen: Vec<Entry> = knowledge.register.accepted().filter(is_meant).cloned().collect();
    chosen.sort_by(|a, b| a.id.cmp(&b.id));
    if chosen.is_empty() {
        return Ok(nobody());
    }
    let mut code = 0;
    let mut after = vec![];
    for entry in chosen {
        if change.is_empty() {
            after.push(entry);
            continue;
        }
        match console.describe(&entry, change).await {
            Ok(entry) => after.push(entry),
            Err(error) => {
                remark(&format!("{}: {}", entry.id, error));
                code = 1;
            }
        }
    }
    let all = after.iter().map(|entry| (Key::from(entry.id.as_str()), attribute_map(&entry.attributes)));
    print(opened, &Value::Map(all.collect()))?;
    Ok(code)
}
