//! The differences between the grains and a declaration.

use super::Live;
use crate::operation::{Operation, Operations, act, refused, settled, with};
use crate::{Call, Intent};
use model::grains::{get, objection, with as put};
use model::{Key, Map, Outcome, Value, python};

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let delimiter = call.fields.text("delimiter").filter(|text| !text.is_empty());
    let name = delimiter.map_or_else(|| call.name.to_owned(), |delimiter| call.name.replace(&delimiter, ":"));
    let grain = Grain { call, live, name: &name, now: get(&live.all, &name) };
    match call.function.verb {
        "absent" => grain.absent(),
        "exists" => match grain.now {
            Some(_) => settled("Grain exists"),
            None => refused("Grain does not exist"),
        },
        "append" => grain.append(),
        "list_present" => grain.list_present(),
        "list_absent" => grain.list_absent(),
        _ => grain.present(),
    }
}

/// A declaration and its grain.
struct Grain<'a> {
    call: &'a Call<'a>,
    live: &'a Live,
    name: &'a str,
    now: Option<&'a Value>,
}

/// The texts before and after, and the changes to show.
struct Words {
    foreseen: String,
    done: String,
    changes: Map,
}

fn one(key: &str, value: impl Into<Value>) -> Map {
    [(Key::from(key), value.into())].into_iter().collect()
}

impl Grain<'_> {
    fn value(&self) -> Value {
        self.call.fields.value("value").unwrap_or_default()
    }

    fn forces(&self) -> bool {
        self.call.fields.takes("force") && self.call.fields.boolean("force") == Some(true)
    }

    /// Writes the file with a value at the grain's path, or without the grain.
    fn write(&self, value: Option<Value>, words: impl FnOnce(Map) -> Words) -> Intent<Operations> {
        let (first, whole) = match put(&self.live.all, self.name, value, self.forces()) {
            Ok(put) => put,
            Err(reason) => return refused(reason),
        };
        let words = words(one(&first, whole.clone().unwrap_or_default()));
        let mut file = self.live.file.clone();
        match whole {
            Some(whole) => file.insert(first.as_str().into(), whole),
            None => file.shift_remove(first.as_str()),
        };
        let text = if file.is_empty() {
            "{}\n".to_owned()
        } else {
            self.call.context.services.write_yaml(&Value::Map(file), false)
        };
        act(
            with(Outcome::would_change(words.foreseen), words.changes.clone()),
            vec![Operation::write(&self.live.path, text)],
            with(Outcome::succeeded(words.done), words.changes),
        )
    }

    fn present(&self) -> Intent<Operations> {
        let (name, value) = (self.name, self.value());
        if self.now == Some(&value) {
            return settled("Grain is already set");
        }
        if let Some(reason) = objection(self.now, &value, name, self.forces()) {
            return refused(reason);
        }
        let word = if self.now.is_some() { "changed" } else { "added" };
        let done = format!("Set grain {name} to {}", python::text(&value));
        let foreseen = format!("Grain {name} is set to be {word}");
        self.write(Some(value), |changes| Words { foreseen, done, changes })
    }

    fn absent(&self) -> Intent<Operations> {
        let name = self.name;
        let destroys = self.call.fields.boolean("destructive") == Some(true);
        match self.now {
            None => return settled(format!("Grain {name} does not exist")),
            Some(Value::Null) if !destroys => return settled(String::new()),
            Some(Value::List(_) | Value::Map(_)) if !self.forces() => {
                return refused(format!(
                    "The key '{name}' exists but is a dict or a list. Use 'force=True' to overwrite."
                ));
            }
            Some(_) => {}
        }
        let first = name.split(':').next().unwrap_or(name);
        if destroys && !self.live.file.contains_key(first) && !self.live.file.contains_key(name) {
            let path = self.live.path.display();
            return refused(format!(
                "Grain {name} is not in '{path}': the host, the instance or the configuration sets it"
            ));
        }
        if destroys {
            return self.write(None, |_| Words {
                foreseen: format!("Grain {name} is set to be deleted"),
                done: format!("Grain {name} was deleted"),
                changes: one("deleted", name),
            });
        }
        let mut changes = one("grain", name);
        changes.insert("value".into(), Value::Null);
        self.write(Some(Value::Null), |_| Words {
            foreseen: format!("Value for grain {name} is set to be deleted (None)"),
            done: format!("Value for grain {name} was set to None"),
            changes,
        })
    }

    fn append(&self) -> Intent<Operations> {
        let (name, value) = (self.name, self.value());
        let shown = python::text(&value);
        let converts = self.call.fields.boolean("convert") == Some(true);
        let (mut list, foreseen) = match self.now {
            None => return refused(format!("Grain {name} does not exist")),
            Some(Value::List(list)) if list.contains(&value) => {
                return settled(format!("Value {shown} is already in the list for grain {name}"));
            }
            Some(Value::List(list)) => {
                (list.clone(), format!("Value {shown} in grain {name} is set to be added"))
            }
            Some(now) if converts => {
                let list = if now.is_null() { vec![] } else { vec![now.clone()] };
                (list, format!("Grain {name} is set to be converted to list and value {shown} will be added"))
            }
            Some(_) => return refused(format!("Grain {name} is not a valid list")),
        };
        list.push(value.clone());
        let done = format!("Value {shown} was added to grain {name}");
        self.write(Some(Value::List(list)), |_| Words { foreseen, done, changes: one("added", value) })
    }

    fn list_present(&self) -> Intent<Operations> {
        let (name, value) = (self.name, self.value());
        let mut list = match self.now {
            None => vec![],
            Some(Value::List(list)) => list.clone(),
            Some(now) if !now.is_truthy() => vec![],
            Some(_) => return refused(format!("Grain {name} is not a valid list")),
        };
        let is_new = list.is_empty();
        let wanted = match &value {
            Value::List(wanted) => wanted.clone(),
            one => vec![one.clone()],
        };
        let (there, lacking): (Vec<Value>, Vec<Value>) =
            wanted.into_iter().partition(|value| list.contains(value));
        if lacking.is_empty() {
            return settled(format!("Value {} is already in grain {name}", python::text(&value)));
        }
        let is_list = matches!(value, Value::List(_));
        let shown = if is_list { python::text(&Value::List(lacking.clone())) } else { python::text(&value) };
        let before = if is_list && !there.is_empty() {
            let there = python::text(&Value::List(there));
            format!("Removed value {there} from update due to value found in \"{name}\".\n")
        } else {
            String::new()
        };
        list.extend(lacking);
        let foreseen = if is_new {
            format!("Grain {name} is set to be added")
        } else {
            format!("Value {shown} is set to be appended to grain {name}")
        };
        let done = format!("{before}Append value {shown} to grain {name}");
        self.write(Some(Value::List(list)), |changes| Words {
            foreseen,
            done,
            changes: one("new", Value::Map(changes)),
        })
    }

    fn list_absent(&self) -> Intent<Operations> {
        let name = self.name;
        let list = match self.now {
            Some(Value::List(list)) if !list.is_empty() => list,
            Some(now) if now.is_truthy() => return refused(format!("Grain {name} is not a valid list")),
            _ => return settled(format!("Grain {name} does not exist")),
        };
        let unwanted = match self.value() {
            Value::List(unwanted) => unwanted,
            one => vec![one],
        };
        let (mut foreseen, mut done, mut deleted) = (vec![], vec![], vec![]);
        for value in unwanted {
            let shown = python::text(&value);
            if list.contains(&value) {
                foreseen.push(format!("Value {shown} in grain {name} is set to be deleted"));
                done.push(format!("Value {shown} was deleted from grain {name}"));
                deleted.push(value);
            } else {
                let absent = format!("Value {shown} is absent from grain {name}");
                foreseen.push(absent.clone());
                done.push(absent);
            }
        }
        if deleted.is_empty() {
            return settled(done.join("\n"));
        }
        let left: Vec<Value> = list.iter().filter(|value| !deleted.contains(value)).cloned().collect();
        let (foreseen, done) = (foreseen.join("\n"), done.join("\n"));
        self.write(Some(Value::List(left)), |_| Words {
            foreseen,
            done,
            changes: one("deleted", Value::List(deleted)),
        })
    }
}
